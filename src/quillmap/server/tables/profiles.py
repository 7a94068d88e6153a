"""Names, titles and crests: what people may call themselves and draw."""

import unicodedata
from typing import Final

from quillmap.server.problems import Problem
from quillmap.server.tables.document import Crest

LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 60
MOST_STROKES: Final = 64
MOST_NUMBERS: Final = 1000


def checked_name(name: str) -> str:
    """Return *name* as it is kept: text, never markup, so nothing but unprintable characters is refused."""
    tidy = _tidy(name)
    if not 1 <= len(tidy) <= LONGEST_NAME:
        raise Problem("bad-name")
    return tidy


def checked_title(title: str) -> str:
    """Return *title* as it is kept."""
    tidy = _tidy(title)
    if len(tidy) > LONGEST_TITLE:
        raise Problem("bad-title")
    return tidy


def _tidy(text: str) -> str:
    # Normal form and single blanks; control, format, surrogate and private characters could disguise a name.
    plain = unicodedata.normalize("NFC", text[: 8 * LONGEST_TITLE])
    plain = "".join(
        " " if each.isspace() else each for each in plain if each.isspace() or unicodedata.category(each)[0] != "C"
    )
    return " ".join(plain.split()) if len(text) <= 8 * LONGEST_TITLE else text


def checked_crest(crest: Crest) -> Crest:
    """Return *crest*, or raise the problem with it."""
    numbers = sum(len(stroke) for stroke in crest)
    is_drawn = all(len(stroke) >= 4 and len(stroke) % 2 == 0 for stroke in crest)
    if len(crest) > MOST_STROKES or numbers > MOST_NUMBERS or not is_drawn:
        raise Problem("bad-crest")
    if any(not 0 <= number <= 255 for stroke in crest for number in stroke):
        raise Problem("bad-crest")
    return crest
