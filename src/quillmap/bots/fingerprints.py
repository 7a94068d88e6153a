"""By which a bot of somebody's own is known again: the source of its class, and how a bot that was made is set.

The bots of the package need none: the version tells them apart. A module counts as a whole, as a class uses what stands
beside it; but of the script or notebook that asks for the games only the class itself does, or asking for more games
would make it another bot. What else it reads, other modules and files of weights, is not seen.
"""

import inspect
import pickle
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from quillmap.bots.bot import Bot
from quillmap.bots.registry import BotLike, kind_of

_PACKAGE: Final = __name__.partition(".")[0]
_PLAIN: Final = (bool, int, float, str, bytes, tuple, list, dict, frozenset, type(None))
_WRAPPED: Final = ("func", "fget", "__func__", "__wrapped__")
"""Where what makes something of a function keeps the function."""


class UnknownSource(Exception):
    """The source of a bot can't be had, or how it is set can't be written down."""


def fingerprint(bot: BotLike) -> str | None:
    """Return what changes when *bot* does, None for a bot of the package; or raise ``UnknownSource``."""
    kind = kind_of(bot)
    parts = [part for each in kind.__mro__ if _is_own(each) for part in _class_parts(each)]
    if isinstance(bot, Bot):
        parts.append(_settings(bot))
    if not parts:
        return None
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _is_own(kind: type) -> bool:
    """Return whether somebody wrote *kind* who plays: it belongs neither to this package nor to Python."""
    root = kind.__module__.partition(".")[0]
    return root != _PACKAGE and root not in sys.stdlib_module_names


def _class_parts(kind: type) -> Iterator[str]:
    yield kind.__qualname__
    module = sys.modules.get(kind.__module__)
    if kind.__module__ != "__main__" and module is not None:
        yield _source(module)
    members = sorted(vars(kind).items())
    # Python itself keeps some values there, such as the line on which the class begins.
    yield from (f"{name}={each!r}" for name, each in members if isinstance(each, _PLAIN) and not name.startswith("__"))
    functions = [function for _, member in members if (function := _function(member)) is not None]
    # Those that a dataclass writes have no source. If none has, the class was typed at a prompt.
    written = [function for function in functions if _has_source(function)]
    if functions and not written:
        raise UnknownSource
    for function in written:
        yield _source(function)
        yield from (repr(value) for value in _enclosed(function) if isinstance(value, _PLAIN))


def _function(member: object) -> Any:
    """Return the function that a method, a property and the like are made of."""
    while not inspect.isfunction(member):
        inner = next((found for each in _WRAPPED if (found := getattr(member, each, None)) is not None), None)
        if inner is None or isinstance(member, type):
            return None
        member = inner
    return member


def _enclosed(function: Any) -> Iterator[object]:
    """Yield what a function holds of the one that made it."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # nothing has been put there
            continue


def _source(thing: Any) -> str:
    try:
        return inspect.getsource(thing)
    except (OSError, TypeError) as error:
        raise UnknownSource from error


def _has_source(function: Any) -> bool:
    try:
        _source(function)
    except UnknownSource:
        return False
    return True


def _settings(bot: Bot) -> str:
    """Return what a bot that was made holds, but for its chance, which every game makes anew."""
    held = {name: value for name, value in sorted(vars(bot).items()) if name != "random"}
    try:
        return pickle.dumps(held, protocol=4).hex()
    except Exception as error:  # somebody else's values are written here, and can refuse in any way
        raise UnknownSource from error
