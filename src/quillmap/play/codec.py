"""Events and moves as JSON objects and back (``docs/record.md``).

Events and moves are dataclasses. A field is written and read by its name, the same in all of them but for a few
(``_CODECS``, ``_SPECIAL``): sets of spaces become lists of names, seasons their ids. Reading checks every value:
what comes from a file is either a well-formed event or a ``BadRecord``.
"""

import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Final, get_args

from quillmap.errors import CodedError
from quillmap.play.notation import NAMES, read_spaces, space_names
from quillmap.rules.cards import CARDS, GORGON, LASTING_AMBUSHES, TROLL
from quillmap.rules.counting import TITLES
from quillmap.rules.events import Ask, Drawn, Event, Extra, LastingResolved, Passed, SeasonScore, Submitted
from quillmap.rules.moves import Draw, Move
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.setup import Setup
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain

Json = dict[str, Any]
_SPACES: Final = frozenset(NAMES)


class BadRecord(CodedError, ValueError):
    """JSON that is not an event or a move.

    Errors are nested from the outside in: codes such as ``in-line`` have a ``problem``, which is another error.
    """

    text_key = "command.record.{code}"


# -- values ----------------------------------------------------------------------------------------


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise BadRecord("not-text", value=value)
    return value


def _whole_text(value: object) -> str:
    """Read a text that can be written as UTF-8: JSON can hold lone surrogates."""
    text = _string(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord("not-text", value=value) from None
    return text


def _integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord("not-a-number", value=value)
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadRecord("not-true-or-false", value=value)
    return value


def _items(value: object) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord("not-a-list", value=value)
    return value


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise BadRecord("not-an-object", value=value)
    return value


def _one_of(choices: Any) -> Callable[[object], Any]:
    by_value = {str(choice): choice for choice in choices}

    def read(value: object) -> Any:
        if not isinstance(value, str) or value not in by_value:
            raise BadRecord("not-among", value=value, choices=", ".join(by_value))
        return by_value[value]

    return read


def _known_card(value: object) -> str:
    if not isinstance(value, str) or value not in CARDS:
        raise BadRecord("not-in-the-deck", value=value)
    return value


def _known_edict(value: object) -> str:
    if not isinstance(value, str) or value not in SCORING:
        raise BadRecord("not-a-scoring-card", value=value)
    return value


def _seat(value: object) -> int:
    seat = _integer(value)
    if seat < 0:
        raise BadRecord("not-a-seat", value=seat)
    return seat


def _tuple_of(read: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    return lambda value: tuple(read(each) for each in _items(value))


def _maybe(read: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else read(value)


def _read_mask(value: object) -> int:
    names = [_string(each) for each in _items(value)]
    for name in names:
        if name not in _SPACES:
            raise BadRecord("not-a-space", value=name)
    return read_spaces(names)


def _read_space(value: object) -> int:
    return _read_mask([value])


def _write_space(space: int) -> str:
    return space_names(space)[0]


def _read_season(value: object) -> int:
    return SEASON_IDS.index(_one_of(SEASON_IDS)(value))


def _write_extra(extra: Extra | None) -> Json | None:
    return extra and {"spaces": space_names(extra.spaces), "terrains": list(extra.terrains)}


def _read_extra(value: object) -> Extra:
    found = _object(value)
    return Extra(_read_mask(found.get("spaces")), _tuple_of(_one_of(Terrain))(found.get("terrains")))


def _write_scores(scores: tuple[SeasonScore, ...]) -> list[Json]:
    return [{"edicts": list(s.edicts), "coins": s.coins, "monsters": s.monsters} for s in scores]


def _read_score(value: object) -> SeasonScore:
    found = _object(value)
    edicts = _tuple_of(_integer)(found.get("edicts"))
    if len(edicts) != 2:
        raise BadRecord("not-two-edicts")
    return SeasonScore((edicts[0], edicts[1]), _integer(found.get("coins")), _integer(found.get("monsters")))


def _read_answer(value: object) -> Any:
    return read_move(value)


# -- set-up ----------------------------------------------------------------------------------------


def write_setup(setup: Setup) -> Json:
    """Return *setup* as a JSON object; an empty seed is left out."""
    written = {field.name: getattr(setup, field.name) for field in fields(Setup)}
    if not setup.seed:
        del written["seed"]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in written.items()}


def _word_or_cards(value: object) -> str | tuple[str, ...]:
    return value if isinstance(value, str) else _tuple_of(_string)(value)


_SETUP_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "seats": _integer,
    "edicts": lambda value: value if isinstance(value, str) else _tuple_of(_maybe(_string))(value),
    "ruins": _truth,
    "ambushes": _word_or_cards,
    "heroes": _word_or_cards,
    "promos": _truth,
    "skills": _word_or_cards,
}


def read_setup(value: object) -> Setup:
    """Return the set-up in *value*; missing keys have their defaults, unknown ones are an error."""
    found = _object(value)
    names = {field.name for field in fields(Setup)}
    for key in found:
        if key not in names:
            raise BadRecord("unknown-option", value=key)
    try:
        return Setup(**{key: _SETUP_READERS.get(key, _string)(each) for key, each in found.items()})
    except BadRecord as error:
        raise BadRecord("in-setup", problem=error) from None


# -- events and moves ------------------------------------------------------------------------------

_MASK: Final = (space_names, _read_mask)
_SINGLE: Final = (_write_space, _read_space)
_CODECS: Final[dict[str, tuple[Callable[[Any], Any] | None, Callable[[object], Any]]]] = {
    "ambush_deck": (list, _tuple_of(_known_card)),
    "answer": (lambda answer: answer and write_move(answer), _maybe(_read_answer)),
    "ask": (None, _one_of(Ask)),
    "card": (None, _known_card),
    "cause": (None, _one_of((GORGON, TROLL))),
    "coins": (None, _integer),
    "deck": (list, _tuple_of(_known_card)),
    "destroyed": _MASK,
    "edicts": (list, _tuple_of(_known_edict)),
    "extra": (_write_extra, _maybe(_read_extra)),
    "extra_terrain": (None, _maybe(_one_of(Terrain))),
    "hero_deck": (list, _tuple_of(_known_card)),
    "mountains": _MASK,
    "paid": (None, _integer),
    "path": _MASK,
    "ranks": (list, _tuple_of(_integer)),
    "rating": (None, _maybe(_integer)),
    "ruins": _MASK,
    "scores": (_write_scores, _tuple_of(_read_score)),
    "season": (SEASON_IDS.__getitem__, _read_season),
    "seat": (None, _seat),
    "seats": (list, _tuple_of(_seat)),
    "seed": (None, _whole_text),
    "seed_hash": (None, _whole_text),
    "setup": (write_setup, read_setup),
    "shape": (None, _one_of(ShapeName)),
    "sheet": (None, _seat),
    "skill": (None, _maybe(_one_of(Skill))),
    "skills": (list, _tuple_of(_one_of(Skill))),
    "space": _SINGLE,
    "spaces": _MASK,
    "terrain": (None, _one_of(Terrain)),
    "time": (None, _integer),
    "title": (None, _maybe(_one_of(title for _, title in TITLES))),
    "totals": (list, _tuple_of(_integer)),
    "use": (None, _truth),
    "wasteland": _MASK,
}
"""How a field is written and read, by its name."""

_SPECIAL: Final[dict[tuple[type, str], tuple[Callable[[Any], Any] | None, Callable[[object], Any]]]] = {
    (Draw, "extra"): _MASK,
    (LastingResolved, "card"): (None, _one_of(LASTING_AMBUSHES)),
    (Drawn, "seat"): (None, _maybe(_seat)),
    (Passed, "seat"): (None, _maybe(_seat)),
}
"""The fields that are written and read differently from others of their name."""

_SECRET: Final = frozenset({"ambush_deck", "hero_deck", "deck", "answer"})
"""Fields that are not written where they were cut out."""


_SECRET_PARTS: Final = frozenset({(Submitted, "shape"), (Submitted, "extra")})


def written_name(kind: type) -> str:
    """Return what an event or move is called in JSON."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _codec_of(kind: type) -> list[tuple[str, Callable[[Any], Any] | None, Callable[[object], Any], Any]]:
    return [(each.name, *_SPECIAL.get((kind, each.name), _CODECS[each.name]), each.default) for each in fields(kind)]


def _writers_of(kind: type) -> list[tuple[str, Callable[[Any], Any] | None, bool]]:
    """Return the name of every field, how it is written, and whether it is left out where it was cut out."""
    return [(name, write, name in _SECRET or (kind, name) in _SECRET_PARTS) for name, write, _, _ in _FIELDS[kind]]


EVENT_TYPES: Final[tuple[type, ...]] = get_args(Event)
MOVE_TYPES: Final[tuple[type, ...]] = get_args(Move)
_EVENTS: Final = {written_name(kind): kind for kind in EVENT_TYPES}
_MOVES: Final = {written_name(kind): kind for kind in MOVE_TYPES}
_FIELDS: Final = {kind: _codec_of(kind) for kind in (*EVENT_TYPES, *MOVE_TYPES)}
_WRITERS: Final = {kind: (written_name(kind), _writers_of(kind)) for kind in _FIELDS}


def _write(key: str, thing: Any) -> Json:
    kind, writers = _WRITERS[type(thing)]
    written: Json = {key: kind}
    for name, write, is_secret in writers:
        value = getattr(thing, name)
        if value or not is_secret:
            written[name] = value if write is None else write(value)
    return written


def _read(key: str, kinds: dict[str, Any], value: object) -> Any:
    found = _object(value)
    name = found.get(key)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadRecord("unknown-kind", kind=key, value=name)
    values = {}
    for field, _, read, default in _FIELDS[kind]:
        if field in found:
            try:
                values[field] = read(found[field])
            except BadRecord as error:
                raise BadRecord("in-field", name=name, field=field, problem=error) from None
        elif field in _SECRET:
            values[field] = None if field == "answer" else ()
        elif default is MISSING:
            raise BadRecord("field-missing", name=name, field=field)
    return kind(**values)


def write_event(event: Event) -> Json:
    """Return *event* as a JSON object."""
    return _write("event", event)


def read_event(value: object) -> Event:
    """Return the event in *value*, or raise ``BadRecord``."""
    event: Event = _read("event", _EVENTS, value)
    return event


def write_move(move: Move) -> Json:
    """Return *move* as a JSON object."""
    return _write("move", move)


def read_move(value: object) -> Move:
    """Return the move in *value*, or raise ``BadRecord``."""
    move: Move = _read("move", _MOVES, value)
    return move
