"""How texts are typeset on a page. Terminals and programs get them plain."""

import re
from typing import Final

from quillmap.locales.catalogue import Catalogue

_NO_BREAK: Final = "\u00a0"
_ONE_LETTER: Final = re.compile(r"(?<![^\s(„])([aiouwz]) ", re.IGNORECASE)


def typeset(words: Catalogue) -> Catalogue:
    """Return *words* as they are printed: in Polish no line ends in a word of one letter."""
    return words.changed(bound) if words.language == "pl" else words


def bound(text: str) -> str:
    """Return *text* with each word of one letter bound to the next: “w lesie” is not broken after “w”."""
    return _ONE_LETTER.sub(rf"\1{_NO_BREAK}", text)
