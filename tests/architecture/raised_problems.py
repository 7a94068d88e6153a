"""Which problems a function of the server can raise, found in its source by following every call.

Types tell where a call leads: those of parameters, of what functions return, and of what ``__init__`` stores. What
has no type in the source is not followed, so a test also asserts that nothing of the server is left out that way.
"""

import ast
import inspect
import textwrap
import typing
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final, get_args, get_origin, get_type_hints

from quillmap.server.problems import Problem
from quillmap.server.tables.keeper import TableKeeper
from quillmap.server.tables.registry import TableRegistry

PACKAGE: Final = "quillmap.server"
SERVERS: Final[dict[Any, type]] = {TableKeeper: TableRegistry}
"""Protocols, and the classes that a server has for them."""
UNKNOWN: Final = object()


class Instance(typing.NamedTuple):
    """Some object of this type."""

    kind: Any


class _Function:
    """One function or method, with the types of its variables as far as they are known."""

    def __init__(self, function: Callable[..., Any], owner: type | None) -> None:
        self.function = function
        self.owner = owner
        self.tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        self.types: dict[str, Any] = {name: Instance(kind) for name, kind in _hints(function).items()}
        if owner is not None:
            self.types["self"] = Instance(owner)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                self._assign(node.targets[0], self.value_of(node.value))

    def _assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.types.setdefault(target.id, value)
        elif isinstance(target, ast.Tuple) and isinstance(value, Instance) and get_origin(value.kind) is tuple:
            for each, kind in zip(target.elts, get_args(value.kind), strict=False):
                self._assign(each, Instance(kind))

    def value_of(self, node: ast.expr) -> Any:
        """Return what an expression is: a function, class or module, an ``Instance``, or ``UNKNOWN``."""
        match node:
            case ast.Name(id=name):
                return self.types.get(name, self.function.__globals__.get(name, UNKNOWN))
            case ast.Attribute(value=value, attr=name):
                return _attribute(self.value_of(value), name)
            case ast.Await(value=value):
                return self.value_of(value)
            case ast.IfExp(body=one, orelse=other):
                found = self.value_of(one)
                return self.value_of(other) if found is UNKNOWN else found
            case ast.Call(func=called):
                return _result(self.value_of(called))
        return UNKNOWN

    def codes(self) -> Iterator[str]:
        """Yield the codes of the problems made right here."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and self.value_of(node.func) is Problem:
                constants = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                found = [value for value in constants if isinstance(value, str)]
                assert found, f"a problem without a code in {self.function.__qualname__}"
                yield from found

    def followed(self) -> Iterator[tuple[Callable[..., Any], type | None]]:
        """Yield the functions of the server that are named here, with the class that each belongs to."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and _is_function(found := self.value_of(node)):
                yield found, None
            elif isinstance(node, ast.Attribute):
                owner = self.value_of(node.value)
                if isinstance(owner, ModuleType) and _is_function(found := getattr(owner, node.attr, None)):
                    yield found, None
                elif isinstance(owner, Instance) and _is_ours(owner.kind):
                    member = inspect.getattr_static(owner.kind, node.attr, None)
                    found = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                    # What a class of ours inherits from elsewhere raises none of our problems.
                    if inspect.isfunction(found) and _is_ours(found):
                        yield found, owner.kind


@cache
def _read(function: Callable[..., Any], owner: type | None) -> _Function:
    return _Function(function, owner)


_STORED: Final[dict[type, dict[str, Any]]] = {}


def _stored(kind: Any) -> dict[str, Any]:
    """Return what the ``__init__`` of a class stores, by name."""
    if kind in _STORED:
        return _STORED[kind]
    found = _STORED[kind] = {}  # what is stored later may be made from what was stored before
    if "__init__" in vars(kind) and inspect.isfunction(kind.__init__):
        init = _read(kind.__init__, kind)
        for node in ast.walk(init.tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
                found[node.targets[0].attr] = init.value_of(node.value)
    return found


def _is_function(found: Any) -> bool:
    return inspect.isfunction(found) and _is_ours(found)


def _is_ours(found: Any) -> bool:
    return str(getattr(found, "__module__", "")).startswith(PACKAGE)


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return {name: SERVERS.get(kind, kind) for name, kind in get_type_hints(function).items()}
    except NameError:  # a name that only type checkers import
        return {}


def _attribute(owner: Any, name: str) -> Any:
    if isinstance(owner, ModuleType):
        return getattr(owner, name, UNKNOWN)
    if not isinstance(owner, Instance) or not isinstance(owner.kind, type) or not _is_ours(owner.kind):
        return UNKNOWN
    member = inspect.getattr_static(owner.kind, name, UNKNOWN)
    if isinstance(member, property):
        assert member.fget is not None
        return _result(member.fget)
    if inspect.isfunction(member):
        return member
    kind = _hints(owner.kind).get(name)
    if kind is not None:
        return Instance(kind)
    return _stored(owner.kind).get(name, UNKNOWN)


def _result(called: Any) -> Any:
    if isinstance(called, type):
        return Instance(called)
    if not inspect.isfunction(called):
        return UNKNOWN
    kind = _hints(called).get("return", UNKNOWN)
    options = [each for each in get_args(kind) if each is not type(None)]
    is_optional = type(None) in get_args(kind) and len(options) == 1
    return UNKNOWN if kind is UNKNOWN else Instance(options[0] if is_optional else kind)


@cache
def _looked_at(
    function: Callable[..., Any], owner: type | None
) -> tuple[frozenset[str], list[tuple[Callable[..., Any], type | None]]]:
    """Return the codes of the problems made in a function, and what it leads to."""
    found = _read(function, owner)
    return frozenset(found.codes()), list(found.followed())


def raised_by(function: Callable[..., Any], owner: type | None = None) -> tuple[set[str], set[str]]:
    """Return the codes of all problems that *function* can raise, and the functions that were looked at."""
    codes: set[str] = set()
    seen: set[str] = set()
    waiting = [(function, owner)]
    while waiting:
        here, kind = waiting.pop()
        name = f"{here.__module__}.{here.__qualname__}"
        if name in seen or here.__qualname__.startswith("Problem."):
            continue
        seen.add(name)
        made, followed = _looked_at(here, kind)
        codes |= made
        waiting += followed
    return codes, seen
