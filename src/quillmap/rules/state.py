"""The state of a game: what its events add up to. Immutable; ``evolve`` makes the next one."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from quillmap.display import svg_of, text_of
from quillmap.rules.cards import CARDS, AmbushCard, Card
from quillmap.rules.events import Ask, GameEnded, SeasonScore, Submitted
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.rulebooks import RULEBOOKS, Rulebook
from quillmap.rules.seasons import SEASONS, Season
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import Skill
from quillmap.rules.values import value

Answers: TypeAlias = Mapping[Seat, Submitted]
NO_ANSWERS: Final[Answers] = {}
NOBODY: Final[frozenset[Seat]] = frozenset()


class Step(StrEnum):
    """Where in a season the game stands."""

    DEALING = "dealing"
    """The explore deck is to be made for the next season."""
    EXPLORING = "exploring"
    """The next card is to be revealed, or the season scored."""
    RESOLVING = "resolving"
    """The revealed card is being dealt with."""
    LASTING = "lasting"
    """The season is scored; lasting ambush effects act."""
    OVER = "over"


# In Python 3.11 every ``Step.OVER`` is a look-up that takes longer than a comparison; each state is
# asked for its step, so each step also has a name here.
DEALING: Final = Step.DEALING
EXPLORING: Final = Step.EXPLORING
RESOLVING: Final = Step.RESOLVING
LASTING: Final = Step.LASTING
OVER: Final = Step.OVER


class SeatState(NamedTuple):
    """What belongs to one seat."""

    sheet: Sheet
    coins: int = 0
    """Filled slots of the coin track, spent ones included."""
    spent: int = 0
    used_skill: bool = False
    """Whether a skill was used this season."""
    scores: tuple[SeasonScore, ...] = ()

    @property
    def purse(self) -> int:
        """The coins that can be spent, and that score."""
        return self.coins - self.spent


@value
class State:
    """A game at one moment."""

    setup: Setup
    seed_hash: str
    edicts: tuple[CardId, ...]
    skills: tuple[Skill, ...]
    ambush_deck: tuple[CardId, ...]
    """All four in their order, secret; one is taken every season."""
    hero_deck: tuple[CardId, ...]
    seats: tuple[SeatState, ...]
    step: Step = Step.DEALING
    season: int = -1
    deck: tuple[CardId, ...] = ()
    """The explore deck, the top card first, secret."""
    revealed: tuple[CardId, ...] = ()
    """This season's cards, in order."""
    gone: tuple[CardId, ...] = ()
    """Ambushes and heroes revealed in this game, in order: they don't come back (5.4, 6.3)."""
    time: int = 0
    ruins_pending: bool = False
    card: CardId | None = None
    """The card being dealt with."""
    ask: Ask | None = None
    """The last thing seats were asked for in this round."""
    waiting: frozenset[Seat] = NOBODY
    """The seats that have still to answer."""
    answers: Answers = field(default_factory=lambda: NO_ANSWERS)
    """The answers given since the last question, by seat."""
    evading: frozenset[Seat] = NOBODY
    """The seats on whose maps Acrobatics replaces the present ambush."""
    resolved: int = 0
    """How many seats' or maps' part of the round is done, in their order."""
    lasting_done: int = 0
    result: GameEnded | None = None

    def __str__(self) -> str:
        return text_of(self)

    def to_svg(self) -> str:
        """Return the picture that a notebook shows, as SVG."""
        return svg_of(self) or ""

    def _repr_svg_(self) -> str | None:
        return svg_of(self)

    def but(self, **changes: Any) -> "State":
        """Return this state with *changes*: ``dataclasses.replace``, several times as fast.

        The fields are copied one by one: every generic way to copy them that was measured makes whole random games
        slower, the fastest (a ``__dict__`` that is updated) by four per cent. A test finds a field that is missing.
        """
        changed: Any = object.__new__(State)
        changed.setup = self.setup
        changed.seed_hash = self.seed_hash
        changed.edicts = self.edicts
        changed.skills = self.skills
        changed.ambush_deck = self.ambush_deck
        changed.hero_deck = self.hero_deck
        changed.seats = self.seats
        changed.step = self.step
        changed.season = self.season
        changed.deck = self.deck
        changed.revealed = self.revealed
        changed.gone = self.gone
        changed.time = self.time
        changed.ruins_pending = self.ruins_pending
        changed.card = self.card
        changed.ask = self.ask
        changed.waiting = self.waiting
        changed.answers = self.answers
        changed.evading = self.evading
        changed.resolved = self.resolved
        changed.lasting_done = self.lasting_done
        changed.result = self.result
        for name, new in changes.items():
            setattr(changed, name, new)
        state: State = changed
        return state

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook the table plays by."""
        return RULEBOOKS[self.setup.rulebook]

    @property
    def season_card(self) -> Season:
        """The season being played."""
        return SEASONS[self.setup.seasons][self.season]

    @property
    def revealed_card(self) -> Card:
        """The card being dealt with; only while there is one."""
        return CARDS[self.card]  # type: ignore[index]  # a quick look-up in the most used property of all

    @property
    def is_automatic(self) -> bool:
        """Whether ambushes come without a neighbour."""
        return self.setup.ambush_by == "automatic"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.step is OVER


def ambush_sheet(state: State, seat: Seat) -> Seat:
    """Return whose map *seat* draws the present ambush on (5.1)."""
    if state.is_automatic:
        return seat
    card = state.revealed_card
    assert isinstance(card, AmbushCard)
    # Clockwise, a map goes to the next seat: so each seat has the map of the one before.
    return Seat((seat + (-1 if card.clockwise else 1)) % len(state.seats))


def drawing_sheet(state: State, seat: Seat) -> Seat:
    """Return whose map *seat* draws on while a card is being dealt with."""
    return ambush_sheet(state, seat) if isinstance(state.revealed_card, AmbushCard) else seat


def map_holders(state: State) -> tuple[Seat, ...]:
    """Return by map which seat holds it while maps are with neighbours; empty while everybody has their own (5.1)."""
    if state.ask not in (Ask.AMBUSH, Ask.GORGON) or not state.waiting:
        return ()
    seats = range(len(state.seats))
    holders = {ambush_sheet(state, Seat(seat)): Seat(seat) for seat in seats}
    return tuple(holders[Seat(seat)] for seat in seats) if holders[Seat(0)] != 0 else ()
