"""Names, titles and crests: what people may call themselves and draw."""

import unicodedata
from typing import Final

from quillmap.server.problems import Problem
from quillmap.server.tables.document import Crest

LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 60
MOST_STROKES: Final = 64
MOST_NUMBERS: Final = 1000
MOST_MARKS: Final = 3
"""Accents and points on one letter: no script needs more, and a tower of them would cover its neighbours."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""
INVISIBLE: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f") | frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Marks that only change how the sign before them looks: an emoji may need one, but alone they are nothing."""


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
    kept, marks = [], 0
    for each in plain:
        category = unicodedata.category(each)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if each.isspace() or each in BLANK:
            kept.append(" ")
        elif category[0] != "C" and marks <= MOST_MARKS:
            kept.append(each)
    if len(text) > 8 * LONGEST_TITLE:
        return text
    return "" if INVISIBLE.issuperset(set(kept) - {" "}) else " ".join("".join(kept).split())


def checked_crest(crest: Crest) -> Crest:
    """Return *crest*, or raise the problem with it."""
    numbers = sum(len(stroke) for stroke in crest)
    is_drawn = all(len(stroke) >= 4 and len(stroke) % 2 == 0 for stroke in crest)
    if len(crest) > MOST_STROKES or numbers > MOST_NUMBERS or not is_drawn:
        raise Problem("bad-crest")
    if any(not 0 <= number <= 255 for stroke in crest for number in stroke):
        raise Problem("bad-crest")
    return crest
