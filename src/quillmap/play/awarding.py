"""What a scoring card gives for a map, as a convenient call; ``rules.scoring`` is made for speed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from quillmap.display import Displayed
from quillmap.errors import BadArgument, shown
from quillmap.play.notation import space_names
from quillmap.play.textmap import read_text_map
from quillmap.rules import scoring
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.sheet import Sheet, haunted
from quillmap.rules.spaces import Mask

MONSTERS: Final = CardId("monsters")
"""What stands for a card where monsters cost something."""


@dataclass(frozen=True, slots=True)
class CardAward(Displayed):
    """Points that a card gives, and the spaces that earn them: ``points, spaces = award`` takes it apart."""

    points: int
    spaces: Mask
    card: CardId
    sheet: Sheet

    def __iter__(self) -> Iterator[int]:
        return iter((self.points, self.spaces))

    @property
    def names(self) -> list[str]:
        """The names of the spaces, such as ``C4``."""
        return space_names(self.spaces)

    def __str__(self) -> str:
        return " ".join([self.card, f"{self.points}:", *self.names])

    def __repr__(self) -> str:
        return f"<CardAward {self}>"


def awards(card: str, sheet: Sheet | str, rulebook: str = "standard") -> list[CardAward]:
    """Return what *card* gives for *sheet*, which may be a text map, part by part; what gives nothing is left out."""
    drawn = _sheet(card, sheet, rulebook)
    found = scoring.awards(CardId(card), drawn, rulebook)
    return [CardAward(points, int(spaces), CardId(card), drawn) for points, spaces in found if points]


def lost_to_monsters(sheet: Sheet | str) -> CardAward:
    """Return what monsters cost on *sheet*, which may be a text map: minus one for each empty space beside one."""
    drawn = _drawn(sheet)
    spaces = haunted(drawn)
    return CardAward(-spaces.bit_count(), spaces, MONSTERS, drawn)


def score(card: str, sheet: Sheet | str, rulebook: str = "standard") -> int:
    """Return the points that *card* gives for *sheet*, which may be a text map."""
    return scoring.score(CardId(card), _sheet(card, sheet, rulebook), rulebook)


def _sheet(card: str, sheet: Sheet | str, rulebook: str) -> Sheet:
    if isinstance(card, Sheet):
        raise BadArgument("the card comes first, then the sheet: score('sentinel-wood', sheet)")
    if rulebook not in RULEBOOKS:
        raise BadArgument(f"there is no rulebook {shown(rulebook)}: choose {', '.join(RULEBOOKS)}")
    return _drawn(sheet)


def _drawn(sheet: Sheet | str) -> Sheet:
    if isinstance(sheet, str):
        return read_text_map(sheet)
    if not isinstance(sheet, Sheet):
        raise BadArgument(f"a sheet or a text map is wanted, not {shown(sheet)}: a game has game.sheets[0]")
    if not all(isinstance(spaces, int) for spaces in sheet):
        raise BadArgument("the fields of a sheet are sets of spaces: read_text_map(text) makes a sheet of a text map")
    return sheet
