"""Whether a regular expression takes time in proportion to what it reads, told from how it is built.

A backtracking matcher takes quadratic time if the same text can be shared out in many ways between two repeats, and
worse if one repeat stands in another. A search tries every place to begin, which is one more repeat in front.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from re import _constants as names  # the only way to see how a pattern is built
from re import _parser as parser
from typing import Any, Final, NamedTuple

LONG: Final = 128
"""Repeats of which as many may follow each other take long if they are tried in all ways."""
ALPHABET: Final = frozenset(map(chr, range(256)))
CATEGORIES: Final[dict[str, frozenset[str]]] = {
    "DIGIT": frozenset(filter(str.isdigit, ALPHABET)),
    "SPACE": frozenset(filter(str.isspace, ALPHABET)),
    "WORD": frozenset({*filter(str.isalnum, ALPHABET), "_"}),
}


class Part(NamedTuple):
    """A piece of a pattern that stands for some characters in a row."""

    characters: frozenset[str]
    is_needed: bool
    is_long: bool = False


EVERYWHERE: Final = Part(ALPHABET, is_needed=False, is_long=True)


def trouble_with(pattern: str | bytes, flags: int = 0, *, is_searched: bool) -> str:
    """Return why *pattern* may take longer than in proportion to its text; nothing if it does not."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    try:
        for path in _paths(parser.parse(text, flags & ~re.UNICODE)):
            _check((EVERYWHERE, *path) if is_searched else path)
    except _Trouble as trouble:
        return str(trouble)
    return ""


class _Trouble(Exception):
    """A pattern may take long."""


def _check(path: Sequence[Part]) -> None:
    """Raise unless a text can be shared out among the long repeats of a path in one way only."""
    long = [number for number, part in enumerate(path) if part.is_long]
    for first, second in ((first, second) for first in long for second in long if first < second):
        common = path[first].characters & path[second].characters
        between = path[first + 1 : second]
        if common and all(not part.is_needed or part.characters & common for part in between):
            raise _Trouble(f"two repeats read the same, such as {min(common)!r}")


def _paths(tree: Any) -> list[tuple[Part, ...]]:
    """Return all ways through a pattern: its alternatives, with and without what is optional."""
    steps = [_ways(kind, what) for kind, what in tree]
    return [tuple(part for way in ways for part in way) for ways in product(*steps)]


def _ways(kind: Any, what: Any) -> list[tuple[Part, ...]]:
    if kind is names.BRANCH:
        return [path for branch in what[1] for path in _paths(branch)]
    if kind is names.SUBPATTERN:
        return _paths(what[-1])
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        return list(_repeated(*what))
    if kind in (names.ASSERT, names.ASSERT_NOT):
        direction, inside = what
        paths = _paths(inside)
        for path in paths:
            _check(path)
        # What has to stand before a match is no place to begin.
        return paths if kind is names.ASSERT and direction < 0 else [()]
    if kind is names.AT:
        return [()]
    return [(Part(_characters(kind, what), is_needed=True),)]


def _repeated(least: int, most: int, inside: Any) -> Iterator[tuple[Part, ...]]:
    paths = _paths(inside)
    if most < LONG:
        if least == 0:
            yield ()
        for path in paths:
            yield path if most == 1 else tuple(part._replace(is_needed=part.is_needed and least > 0) for part in path)
        return
    if any(part.is_long for path in paths for part in path):
        raise _Trouble("a repeat stands in a repeat")
    if len(paths) > 1 or len(paths[0]) != 1:
        _check_ends(paths)
    yield (Part(frozenset().union(*(part.characters for path in paths for part in path)), least > 0, is_long=True),)


def _check_ends(paths: list[tuple[Part, ...]]) -> None:
    """Raise unless one round of a repeat ends with something needed that stands nowhere else in it."""
    ends = [path[-1] for path in paths if path]
    elsewhere = frozenset[str]().union(*(part.characters for path in paths for part in path[:-1]))
    if len(ends) < len(paths) or any(not end.is_needed or end.characters & elsewhere for end in ends):
        raise _Trouble("where one round of a repeat ends is not certain")
    if any(len(path) == 1 for path in paths):
        raise _Trouble("alternatives of a repeat may read the same")


def _characters(kind: Any, what: Any) -> frozenset[str]:
    if kind is names.ANY:
        return ALPHABET
    if kind is names.LITERAL:
        return frozenset({chr(what)})
    if kind is names.NOT_LITERAL:
        return ALPHABET - {chr(what)}
    if kind is names.RANGE:
        return frozenset(map(chr, range(what[0], min(what[1], 0x2FF) + 1)))
    if kind is names.CATEGORY:
        found = CATEGORIES[str(what).rpartition("_")[2]]
        return ALPHABET - found if "_NOT_" in str(what) else found
    if kind is names.IN:
        is_not = what[0][0] is names.NEGATE
        found = frozenset[str]().union(*(_characters(*each) for each in what[is_not:]))
        return ALPHABET - found if is_not else found
    raise _Trouble(f"{kind} is not known here")
