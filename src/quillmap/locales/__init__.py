"""The words of the game in five languages (``docs/translating.md``).

| module | what it holds |
|---|---|
| ``<language>/*.json`` | the catalogues: key and text; the browser page loads the same files |
| ``catalogue`` | a text by its key, with its params filled in |
| ``plurals`` | which plural form goes with a number |
| ``negotiation`` | the best language for what a browser or a terminal asks for |
| ``telling`` | what has happened, as sentences |
| ``explaining`` | why something was refused, as a sentence |
| ``typesetting`` | where lines on a page may not break |

Files are read when the first text is asked for.
"""

from quillmap.locales.catalogue import (
    FILES,
    Catalogue,
    MissingText,
    UnknownLanguage,
    catalogue,
    languages,
)
from quillmap.locales.explaining import explain, explain_inside, in_english
from quillmap.locales.negotiation import best_language
from quillmap.locales.telling import tell
from quillmap.locales.typesetting import typeset

__all__ = [
    "FILES",
    "Catalogue",
    "MissingText",
    "UnknownLanguage",
    "best_language",
    "catalogue",
    "explain",
    "explain_inside",
    "in_english",
    "languages",
    "tell",
    "typeset",
]
