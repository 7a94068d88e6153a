"""The catalogue files as they are written, for tests that look at the words themselves."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from quillmap.locales import FILES, languages

LANGUAGES: Final = tuple(languages())
OTHERS: Final = LANGUAGES[1:]
PRINTED: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "printed_names.json").read_text(encoding="utf-8"))


@cache
def file(language: str, name: str) -> dict[str, Any]:
    """Return a catalogue file, its notes included; a key that stands twice in it is an error."""
    text = resources.files("quillmap.locales").joinpath(language, f"{name}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text, object_pairs_hook=_without_repeats)
    return found


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    assert len(found) == len(pairs), "a key stands twice"
    return found


@cache
def messages(language: str) -> dict[str, str | dict[str, str]]:
    """Return every message of a language by its key."""
    return {key: each for name in FILES for key, each in file(language, name).items() if not key.startswith("_")}


def forms(message: str | dict[str, str]) -> dict[str, str]:
    """Return the plural forms of a message; one without any has a form called "" only."""
    return {"": message} if isinstance(message, str) else message


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language with its key, plural forms one by one."""
    for key, message in messages(language).items():
        for form in forms(message).values():
            yield key, form


def params(text: str) -> set[str]:
    """Return the names in braces."""
    return set(re.findall(r"\{([a-z]+)\}", text))
