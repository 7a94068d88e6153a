"""Lines of a record with typed access; everything that is wrong names its line."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from checker.geometry import Space, Spaces, name_space, parse_space


class RecordError(ValueError):
    """What is wrong with a record, and in which line."""


class RecordEnds(Exception):
    """The lines ran out before the game ended."""


@dataclass(frozen=True)
class Line:
    """One JSON object of a record, or an object inside of one."""

    number: int
    data: dict[str, object]

    def fail(self, message: str) -> NoReturn:
        """Raise a RecordError about this line."""
        raise RecordError(f"line {self.number}: {message}")

    def require(self, holds: bool, message: str) -> None:
        """Fail unless the condition holds."""
        if not holds:
            self.fail(message)

    def value(self, key: str) -> object:
        """Return what is under a key that must be there."""
        if key not in self.data:
            self.fail(f"no {key!r}")
        return self.data[key]

    def text(self, key: str) -> str:
        """Return a text."""
        found = self.value(key)
        if not isinstance(found, str):
            self.fail(f"{key!r} is not a text")
        return found

    def optional_text(self, key: str) -> str | None:
        """Return a text or None."""
        return None if self.value(key) is None else self.text(key)

    def number_of(self, key: str) -> int:
        """Return a whole number."""
        return self._as_int(key, self.value(key))

    def optional_number(self, key: str) -> int | None:
        """Return a whole number or None."""
        return None if self.value(key) is None else self.number_of(key)

    def flag(self, key: str) -> bool:
        """Return true or false."""
        found = self.value(key)
        if not isinstance(found, bool):
            self.fail(f"{key!r} is neither true nor false")
        return found

    def items(self, key: str) -> list[object]:
        """Return a list."""
        found = self.value(key)
        if not isinstance(found, list):
            self.fail(f"{key!r} is not a list")
        return found

    def numbers(self, key: str) -> list[int]:
        """Return a list of whole numbers."""
        return [self._as_int(key, item) for item in self.items(key)]

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        found = []
        for item in self.items(key):
            if not isinstance(item, str):
                self.fail(f"{key!r} holds something that is not a text")
            found.append(item)
        return found

    def inner(self, key: str) -> "Line":
        """Return an object inside of this line."""
        return self._as_line(key, self.value(key))

    def inners(self, key: str) -> list["Line"]:
        """Return a list of objects inside of this line."""
        return [self._as_line(key, item) for item in self.items(key)]

    def space(self, key: str) -> Space:
        """Return one space."""
        return self._as_space(key, self.text(key))

    def spaces(self, key: str) -> Spaces:
        """Return a list of spaces, which must be sorted and without repeats."""
        found = [self._as_space(key, name) for name in self.texts(key)]
        self.require(found == sorted(set(found)), f"{key!r} is not sorted or repeats a space")
        return frozenset(found)

    def expect(self, key: str, wanted: object) -> None:
        """Fail unless the value under the key is exactly this (true is not 1)."""
        found = self.value(key)
        if type(found) is not type(wanted) or found != wanted:
            self.fail(f"{key!r} is {found!r}, should be {wanted!r}")

    def expect_spaces(self, key: str, wanted: Iterable[Space]) -> None:
        """Fail unless the list of spaces holds exactly these."""
        found, right = self.spaces(key), frozenset(wanted)
        if found != right:
            self.fail(f"{key!r} is {_names(found)}, should be {_names(right)}")

    def _as_int(self, key: str, found: object) -> int:
        if not isinstance(found, int) or isinstance(found, bool):
            self.fail(f"{key!r} is not a whole number")
        return found

    def _as_line(self, key: str, found: object) -> "Line":
        if not isinstance(found, dict):
            self.fail(f"{key!r} is not an object")
        return Line(self.number, found)

    def _as_space(self, key: str, name: str) -> Space:
        space = parse_space(name)
        if space is None:
            self.fail(f"{key!r} holds {name!r}, which is no space")
        return space


def _names(spaces: Iterable[Space]) -> str:
    return " ".join(name_space(space) for space in sorted(spaces)) or "nothing"


class Reader:
    """The lines of a record, taken one after another."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self._next = 0
        self._ahead: Line | None = None

    @property
    def taken(self) -> int:
        """How many lines have been taken."""
        return self._next

    def has_more(self) -> bool:
        """Whether there are lines left."""
        return self._next < len(self._lines)

    def peek(self) -> Line:
        """Return the next line without taking it; RecordEnds if there is none."""
        if self._ahead is None:
            if not self.has_more():
                raise RecordEnds
            self._ahead = _decode(self._next + 1, self._lines[self._next])
        return self._ahead

    def comes(self, event: str) -> bool:
        """Whether the next line is this event."""
        return self.peek().text("event") == event

    def take(self, event: str) -> Line:
        """Take the next line, which must be this event."""
        line = self.peek()
        found = line.text("event")
        line.require(found == event, f"{found!r} where {event!r} must come")
        self._ahead = None
        self._next += 1
        return line


def _decode(number: int, text: str) -> Line:
    try:
        data = json.loads(text)
    except ValueError:
        raise RecordError(f"line {number}: not JSON") from None
    if not isinstance(data, dict):
        raise RecordError(f"line {number}: not an object")
    return Line(number, data)
