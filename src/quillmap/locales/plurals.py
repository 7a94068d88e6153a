"""Plural categories of the five languages, by the rules of the Unicode CLDR."""

from collections.abc import Callable
from typing import Final, TypeAlias

Count: TypeAlias = int | float


def _one_or_other(count: Count) -> str:
    return "one" if count == 1 else "other"


def _polish(count: Count) -> str:
    if count != int(count):
        return "other"
    if count == 1:
        return "one"
    if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14):
        return "few"
    return "many"


_RULES: Final[dict[str, Callable[[Count], str]]] = {
    "en": _one_or_other,
    "pl": _polish,
    "de": _one_or_other,
    "hu": _one_or_other,
    "el": _one_or_other,
}

CATEGORIES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("one", "other"),
    "pl": ("one", "few", "many", "other"),
    "de": ("one", "other"),
    "hu": ("one", "other"),
    "el": ("one", "other"),
}
"""The plural forms that a message has in each language; whole numbers never need the Polish ``other``."""


def plural_category(language: str, count: Count) -> str:
    """Return which plural form of *language* goes with *count*; the sign makes no difference."""
    return _RULES[language](abs(count))
