"""The types of everything that clients and server exchange, for the page: TypeScript made from the structs.

``python3 dev.py types`` writes the file; a test fails while it is not what the structs say.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from quillmap.server.games.told_events import SeatAwards
from quillmap.server.http.all_endpoints import described_endpoints
from quillmap.server.problems import ErrorAnswer
from quillmap.server.protocol.messages import ClientMessage, ServerMessage
from quillmap.server.protocol.moves import AnyMove

FILE: Final = Path(__file__).parents[2] / "web" / "js" / "protocol-types.d.ts"
HEADER: Final = """\
/**
 * What clients and server say (docs/protocol.md), made from the structs of the server by `python3 dev.py types`.
 * Don't edit: change the structs. Only types: nothing here runs.
 */
"""
UNIONS: Final = {"AnyMove": AnyMove, "ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
_SIMPLE: Final[dict[type[inspect.Type], str]] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def taken() -> list[Any]:
    """Return the structs that a client sends: bodies of requests, and messages."""
    requests = [endpoint.body for endpoint in described_endpoints() if endpoint.body is not None]
    return [*requests, *get_args(ClientMessage)]


def given() -> list[Any]:
    """Return the structs that the server sends: answers to requests, and messages."""
    answers = [endpoint.answer for endpoint in described_endpoints() if not isinstance(endpoint.answer, str)]
    return [*answers, ErrorAnswer, SeatAwards, *get_args(ServerMessage)]


def protocol_types() -> str:
    """Return the whole file."""
    found = _Definitions()
    received, sent = found.reach(taken()), found.reach(given())
    # A client may leave out what has a default; the server leaves out only what says so.
    structs = [found.interface(kind, may_omit=kind not in sent) for kind in dict.fromkeys([*received, *sent])]
    aliases = [
        f"/** {about}. */\nexport type {name} = {text};\n" for name, (text, about) in sorted(found.aliases.items())
    ]
    unions = [f"export type {name} = {_one_of(union)};\n" for name, union in UNIONS.items()]
    moves = _one_of(AnyMove)
    return "\n".join([HEADER, *aliases, *(struct.replace(moves, "AnyMove") for struct in structs), *unions])


def _one_of(union: Any) -> str:
    return " | ".join(kind.__name__ for kind in get_args(union))


class _Definitions:
    """Turns types into TypeScript, and collects the aliases that they need."""

    def __init__(self) -> None:
        self.aliases: dict[str, tuple[str, str]] = {}

    def reach(self, kinds: Iterable[Any]) -> list[type[msgspec.Struct]]:
        """Return these structs and all structs that they refer to."""
        found: dict[type[msgspec.Struct], None] = {}
        waiting = [inspect.type_info(kind) for kind in kinds]
        while waiting:
            here = waiting.pop(0)
            if isinstance(here, inspect.StructType):
                if here.cls not in found:
                    found[here.cls] = None
                    waiting += [field.type for field in here.fields]
            else:
                waiting += _parts(here)
        return list(found)

    def interface(self, kind: type[msgspec.Struct], *, may_omit: bool) -> str:
        """Return the definition of a struct."""
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        about = (kind.__doc__ or "").strip().splitlines()[0].replace("``", "`")
        lines = [f"/** {about} */", f"export interface {kind.__name__} {{"]
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
        may_omit = may_omit or kind.__struct_config__.omit_defaults
        for field in info.fields:
            mark = "?" if may_omit and not field.required else ""
            lines.append(f"  {field.encode_name}{mark}: {self.written(field.type)};")
        return "\n".join([*lines, "}\n"])

    def written(self, kind: inspect.Type) -> str:
        """Return how a type is written."""
        match kind:
            case inspect.Metadata():
                return self._named(kind)
            case inspect.StructType():
                return kind.cls.__name__
            case inspect.UnionType():
                return " | ".join(self.written(each) for each in kind.types)
            case inspect.LiteralType():
                return " | ".join(json.dumps(value) for value in kind.values)
            case inspect.EnumType():
                return " | ".join(json.dumps(member.value) for member in kind.cls)
            case inspect.ListType() | inspect.VarTupleType():
                item = self.written(kind.item_type)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(self.written(each) for each in kind.item_types)}]"
            case inspect.DictType():
                return f"Record<{self.written(kind.key_type)}, {self.written(kind.value_type)}>"
        return _SIMPLE[type(kind)]

    def _named(self, kind: inspect.Metadata) -> str:
        if kind.extra and "holds" in kind.extra:
            return self.written(inspect.type_info(kind.extra["holds"]))
        schema = kind.extra_json_schema or {}
        if "title" not in schema:
            return self.written(kind.type)
        text = (kind.extra or {}).get("typescript") or self.written(kind.type)
        self.aliases[schema["title"]] = (text, schema["description"])
        return str(schema["title"])


def _parts(kind: inspect.Type) -> list[inspect.Type]:
    match kind:
        case inspect.Metadata():
            return [inspect.type_info(kind.extra["holds"])] if kind.extra and "holds" in kind.extra else [kind.type]
        case inspect.UnionType():
            return list(kind.types)
        case inspect.ListType() | inspect.VarTupleType():
            return [kind.item_type]
        case inspect.TupleType():
            return list(kind.item_types)
        case inspect.DictType():
            return [kind.key_type, kind.value_type]
    return []


def main() -> int:
    """Write the file."""
    FILE.write_text(protocol_types(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name} written\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
