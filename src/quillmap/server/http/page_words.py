"""The words of the page, as files that it loads: catalogues that are wanted together are one file."""

import json
from collections.abc import Mapping
from typing import Final

WORD_GROUPS: Final = {
    "first-words": ("page", "terms", "cards", "events", "errors", "setup", "screens", "daily", "games"),
    "table-words": ("endings", "replay", "absence", "signals", "lesson"),
}
"""The files, and the catalogues in each; ``web/js/words.js`` has the same list, and a test compares the two."""


def word_files(catalogues: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of every language, from all *catalogues* by their path, such as ``de/page.json``."""
    languages = dict.fromkeys(path.split("/")[0] for path in catalogues if "/" in path)
    return {
        f"{language}/{group}.json": _joined([catalogues[f"{language}/{name}.json"] for name in names])
        for language in languages
        for group, names in WORD_GROUPS.items()
    }


def _joined(catalogues: list[bytes]) -> bytes:
    """Return several catalogues as one, without the notes for translators."""
    words = {key: text for each in catalogues for key, text in json.loads(each).items() if not key.startswith("_")}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
