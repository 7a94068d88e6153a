"""The texts of a language, by key; read once, when first asked for."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final, TypeAlias

from quillmap.errors import QuillmapError
from quillmap.locales.plurals import plural_category

Message: TypeAlias = str | dict[str, str]
"""A text, or its plural forms by category."""

FILES: Final = (
    *("cards", "terms", "events", "errors", "setup", "rules", "page", "screens"),
    *("replay", "endings", "lesson", "absence", "signals", "daily", "reference", "command", "links", "games"),
    *("help", "statistics", "print", "turns", "review", "puzzles"),
)
"""The files of a catalogue; a key begins with the name of its file."""

_SOFT_HYPHEN: Final = "\u00ad"
_PARAM: Final = re.compile(r"\{([a-z]+)\}")


class UnknownLanguage(QuillmapError, ValueError):
    """There is no catalogue for a language; the message names the languages that have one."""


class MissingText(KeyError):
    """A key or a param is missing: a mistake in the program, not the user's."""

    def __str__(self) -> str:
        return str(self.args[0])


class Catalogue:
    """The texts of one language."""

    __slots__ = ("_messages", "language")

    def __init__(self, language: str, messages: Mapping[str, Message]) -> None:
        self.language = language
        self._messages = messages

    def __contains__(self, key: object) -> bool:
        return key in self._messages

    def keys(self) -> frozenset[str]:
        """Return the keys of all texts."""
        return frozenset(self._messages)

    def changed(self, change: Callable[[str], str]) -> "Catalogue":
        """Return the same catalogue with every text changed in the same way."""
        return Catalogue(self.language, {key: _changed(each, change) for key, each in self._messages.items()})

    def text(self, key: str, /, **params: object) -> str:
        """Return the text of *key* with *params* filled in; ``count`` chooses the plural form."""
        message = self._messages.get(key)
        if message is None:
            raise MissingText(f"the catalogue {self.language!r} has no text {key!r}")
        if not isinstance(message, str):
            message = self._plural(key, message, params)

        def fill(match: re.Match[str]) -> str:
            if match[1] not in params:
                raise self._missing_param(key, match[1])
            return _shown(params[match[1]])

        return _PARAM.sub(fill, message)

    def _plural(self, key: str, forms: dict[str, str], params: Mapping[str, object]) -> str:
        count = params.get("count")
        if not isinstance(count, int | float):
            raise self._missing_param(key, "count")
        return forms[plural_category(self.language, count)]

    def _missing_param(self, key: str, param: str) -> MissingText:
        return MissingText(f"the text {key!r} of the catalogue {self.language!r} needs the param {param!r}")

    def listed(self, items: Sequence[str]) -> str:
        """Return *items* as a list in a sentence: “A, B and C”."""
        *start, end = items
        return self.text("terms.list", start=", ".join(start), end=end) if start else end


def _changed(message: Message, change: Callable[[str], str]) -> Message:
    if isinstance(message, str):
        return change(message)
    return {category: change(form) for category, form in message.items()}


def _shown(value: object) -> str:
    """Return a param as it stands in a text: a negative number has a minus sign, not a hyphen."""
    if isinstance(value, int | float) and value < 0:
        return f"−{-value}"
    return str(value)


def _read(*path: str) -> dict[str, object]:
    file = resources.files("quillmap.locales").joinpath(*path)
    found: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _index() -> Mapping[str, str]:
    return {language: str(name) for language, name in _read("index.json").items()}


def languages() -> dict[str, str]:
    """Return the languages there are, each with its own name for itself; the first is the default."""
    return dict(_index())


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of *language*, or raise ``UnknownLanguage``."""
    if language not in _index():
        raise UnknownLanguage(f"there is no catalogue for {language!r}: choose {', '.join(_index())}")
    messages: dict[str, Message] = {}
    for name in FILES:
        for key, message in _read(language, f"{name}.json").items():
            if not key.startswith("_"):  # notes to translators, and the like
                assert isinstance(message, str | dict)
                # Soft hyphens are for narrow places on the page, which reads the files itself.
                messages[key] = _changed(message, lambda text: text.replace(_SOFT_HYPHEN, ""))
    return Catalogue(language, messages)
