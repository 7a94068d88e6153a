"""Events: what has happened. A game is the list of its events; ``docs/record.md`` describes each.

Three of them hold secrets, marked below; ``quillmap.play.view`` cuts them out for those who must not know them.
"""

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer
from quillmap.rules.setup import Setup
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.terrain import Terrain
from quillmap.rules.values import value


class Ask(StrEnum):
    """What seats are asked for."""

    DRAW = "draw"
    AMBUSH = "ambush"
    HERO = "hero"
    DECLARE = "declare"
    GORGON = "gorgon"
    TROLL = "troll"


ASK_DRAW: Final = Ask.DRAW
ASK_AMBUSH: Final = Ask.AMBUSH
"""The two that are asked most often, by names that are quick to look up."""


class Extra(NamedTuple):
    """What a skill drew in addition to the main shape."""

    spaces: Mask
    terrains: tuple[Terrain, ...]


class SeasonScore(NamedTuple):
    """One seat's part of the score sheet for one season (7.2)."""

    edicts: tuple[int, int]
    coins: int
    monsters: int
    """Stars lost, not negative."""

    @property
    def total(self) -> int:
        """The stars of the season."""
        return sum(self.edicts) + self.coins - self.monsters


@value
class GameBegan:
    """The table is set. Secret: the seed, and the order of the ambush and hero decks."""

    setup: Setup
    seed_hash: str
    edicts: tuple[CardId, ...]
    mountains: Mask
    ruins: Mask
    wasteland: Mask
    skills: tuple[Skill, ...]
    ambush_deck: tuple[CardId, ...]
    hero_deck: tuple[CardId, ...]


@value
class SeasonBegan:
    """A season began, its explore deck shuffled (2.5). Secret: its order, the top card first."""

    season: int
    deck: tuple[CardId, ...]


@value
class CardRevealed:
    """The top card of the explore deck was turned over."""

    card: CardId


@value
class Asked:
    """These seats have to answer before the game goes on."""

    ask: Ask
    seats: tuple[Seat, ...]


@value
class Submitted:
    """A seat answered. Secret: the answer (``None`` where it was cut out) and what follows from it."""

    seat: Seat
    answer: Answer | None
    shape: ShapeName | None = None
    extra: Extra | None = None
    """Which shape a drawing draws, and what its skill adds."""


@value
class TakenBack:
    """A seat took its answer back."""

    seat: Seat


@value
class Drawn:
    """Something was drawn on a map; *seat* is ``None`` if the rules placed it (8.2)."""

    seat: Seat | None
    sheet: Seat
    shape: ShapeName
    terrain: Terrain
    spaces: Mask
    coins: int
    destroyed: Mask
    skill: Skill | None
    paid: int
    extra: Extra | None


@value
class Passed:
    """Nothing could be drawn on a map (4.4, 5.2, 6.3, 8.2)."""

    seat: Seat | None
    sheet: Seat


@value
class Declared:
    """A seat uses Acrobatics against the revealed ambush."""

    seat: Seat
    paid: int


@value
class HeroPlaced:
    """A hero was drawn, and the monsters on its path destroyed."""

    seat: Seat
    space: Mask
    path: Mask
    destroyed: Mask
    coins: int


@value
class Destroyed:
    """The Gorgon or the Troll destroyed a space that *seat* chose."""

    seat: Seat
    sheet: Seat
    space: Mask
    cause: CardId
    coins: int


@value
class Spread:
    """Zombies spread over a map in one wave."""

    sheet: Seat
    spaces: Mask
    destroyed: Mask
    coins: int


@value
class RoundEnded:
    """The revealed card is dealt with; *time* is the season's sum so far (7.1)."""

    time: int


@value
class SeasonScored:
    """Every seat scored the season."""

    season: int
    scores: tuple[SeasonScore, ...]


@value
class LastingResolved:
    """A lasting ambush effect is done on every map for this season (7.4)."""

    card: CardId


@value
class GameEnded:
    """The game is over, and the seed is published."""

    seed: str
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    rating: int | None
    title: str | None


Event: TypeAlias = (
    GameBegan
    | SeasonBegan
    | CardRevealed
    | Asked
    | Submitted
    | TakenBack
    | Drawn
    | Passed
    | Declared
    | HeroPlaced
    | Destroyed
    | Spread
    | RoundEnded
    | SeasonScored
    | LastingResolved
    | GameEnded
)
