"""A set-up from whatever describes it: a box, a line of text, a dict, or some fields to change."""

from collections.abc import Mapping
from dataclasses import fields, replace
from operator import index
from typing import Any, Final, TypeAlias

from quillmap.errors import BadArgument, shown
from quillmap.rules.cards import Box
from quillmap.rules.setup import Setup, boxes

SetupLike: TypeAlias = Setup | str | Mapping[str, Any] | None
"""``None`` for the usual table, ``"heroes"``, ``"base map=B edicts=first-game"``, ``{"box": "mixed", "seats": 2}``."""

_FIELDS: Final = tuple(field.name for field in fields(Setup))
_CARDS: Final = ("edicts", "ambushes", "heroes", "skills")
_EXAMPLES: Final = {"skills": "drawn", "edicts": "first-game", "map": "B", "seats": "2", "promos": "yes"}
_WORDS: Final = {"true": True, "false": False, "yes": True, "no": False}


def setup_of(given: SetupLike = None, **changes: Any) -> Setup:
    """Return the set-up that *given* describes, with *changes*; raise ``BadArgument`` or ``InvalidSetup``.

    A *seed* of ``None`` is none: the game is dealt by chance. A map of the other box is a mix, in which ruins cards
    have to be: they are added unless the description names them.
    """
    if isinstance(given, Setup):
        named: dict[str, Any] = dict(changes)
        start = given
    else:
        named = {**described(given), **changes}
        start = Setup.of_box(named.pop("box", "base"))
    known = {name: _value(name, value) for name, value in named.items()}
    setup = replace(start, **known)
    if known.get("seats", start.seats) != start.seats and "ambush_by" not in known:
        setup = replace(setup, ambush_by="")  # as the new number of seats suggests
    if "ruins" not in known and not isinstance(given, Setup) and is_mixed(setup):
        setup = replace(setup, ruins=True)
    return setup.checked()


def is_mixed(setup: Setup) -> bool:
    """Return whether cards or map come from more than one box, so that ruins cards have to be there."""
    try:
        return len(boxes(setup)) > 1
    except (TypeError, ValueError):  # a box that there is not, or no cards: the check will name it
        return False


def described(given: SetupLike) -> dict[str, Any]:
    """Return the fields that *given* speaks of; of a ``Setup``, those that are not as usual."""
    if given is None:
        return {}
    if isinstance(given, Setup):
        usual = Setup()
        return {name: getattr(given, name) for name in _FIELDS if getattr(given, name) != getattr(usual, name)}
    if isinstance(given, Mapping):
        return dict(given)
    if not isinstance(given, str):
        raise BadArgument(f"a set-up is a Setup, a box, a line like 'heroes map=D' or a dict, not {shown(given)}")
    named: dict[str, Any] = {}
    for word in given.split():
        name, equals, value = word.partition("=")
        field = name if equals else "box"
        if not equals and name in _FIELDS and name not in tuple(Box):  # heroes are both
            raise BadArgument(f"{name!r} needs a value: {name}={_EXAMPLES.get(name, '…')}")
        if field in named:
            raise BadArgument(f"{shown(given)} says twice what {field!r} is")
        named[field] = _read(value) if equals else word
    return named


def _read(written: str) -> Any:
    """Return a value of a line: yes or no, a number, several cards, or a word."""
    if "," in written:
        return tuple(each or None for each in written.split(","))
    return _WORDS.get(written, written)


def _value(name: str, value: Any) -> Any:
    if name not in _FIELDS:
        raise BadArgument(f"a set-up has no field {shown(name)}: there are box, {', '.join(_FIELDS)}")
    if name == "seats" and isinstance(value, str) and value.isdecimal():
        return int(value)
    if name == "seats" and not isinstance(value, bool) and hasattr(value, "__index__"):
        return index(value)  # a whole number of NumPy
    if name == "seed":
        return "" if value is None else str(value)
    if name in _CARDS and isinstance(value, str):
        return _read(value)
    return tuple(value) if isinstance(value, list) else value
