"""What a map is worth now, and what an answer would change."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, assert_never

from quillmap.errors import BadArgument, shown
from quillmap.play.sources import Played, state_of
from quillmap.rules.cards import GORGON, TROLL
from quillmap.rules.decide import decide
from quillmap.rules.effects import destroyed, drawn, hero_placed
from quillmap.rules.events import Ask, Declared, Event, Submitted
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.scoring import awards
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet, closed_mountains, filled, haunted
from quillmap.rules.skills import COST, Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import SeatState, State, Step, drawing_sheet

Award: TypeAlias = tuple[int, Mask]
"""Points, and the spaces that earn them."""


class Worth(NamedTuple):
    """What a map is worth at one moment."""

    edicts: tuple[tuple[Award, ...], ...]
    """What earns points for edicts A to D."""
    coins: int
    """Those that score: filled slots less spent ones."""
    haunted: Mask
    """The empty spaces beside monsters: each costs a star."""
    season: int
    """The stars if the season ended now."""
    closed: Mask
    """The mountains without an empty neighbour: they have paid their coin."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of edicts A to D."""
        return tuple(map(points_of, self.edicts))

    @property
    def monsters(self) -> int:
        """The stars lost to monsters."""
        return self.haunted.bit_count()


class Prospect(NamedTuple):
    """What an answer would bring to the map that it changes."""

    answer: Answer
    sheet: Seat
    """Whose map it is."""
    before: SeatState
    after: SeatState
    worth_before: Worth
    worth_after: Worth

    @property
    def points(self) -> tuple[int, ...]:
        """By how much the points of edicts A to D change."""
        return tuple(new - old for new, old in zip(self.worth_after.points, self.worth_before.points, strict=True))

    @property
    def coins(self) -> int:
        """How many more coins there are."""
        return self.worth_after.coins - self.worth_before.coins

    @property
    def monsters(self) -> int:
        """How many stars fewer are lost to monsters: positive is good."""
        return self.worth_before.monsters - self.worth_after.monsters

    @property
    def season(self) -> int:
        """By how much the season's score changes."""
        return self.worth_after.season - self.worth_before.season

    @property
    def changed(self) -> Mask:
        """The spaces that are filled or destroyed by it."""
        old, new = self.before.sheet, self.after.sheet
        return (filled(new) ^ filled(old)) | (new.destroyed ^ old.destroyed)


def counts_left(state: State) -> int:
    """Return how often coins and monsters will still be counted this year: at the end of every season (7.2)."""
    is_counted = state.step in (Step.DEALING, Step.LASTING)
    return 0 if state.is_over else YEAR - state.season - is_counted


def points_of(earned: Sequence[Award]) -> int:
    """Return the points of all *earned* together."""
    return sum(points for points, _ in earned)


def earned(card: CardId, sheet: Sheet, rulebook: str) -> tuple[Award, ...]:
    """Return what earns points for *card* on *sheet*; parts that give none are left out."""
    return tuple(award for award in awards(card, sheet, rulebook) if award[0])


def worth(state: State, seat: SeatState) -> Worth:
    """Return what the map of *seat* is worth in the season of *state*."""
    edicts = tuple(earned(card, seat.sheet, state.setup.rulebook) for card in state.edicts)
    lost = haunted(seat.sheet)
    scored = state.season_card.edicts if state.season >= 0 else ()
    season = sum(points_of(edicts[place]) for place in scored) + seat.purse - lost.bit_count()
    return Worth(edicts, seat.purse, lost, season, closed_mountains(seat.sheet))


def prospect(state: State | Played, answer: Answer, worth_before: Worth | None = None) -> Prospect:
    """Return what *answer* would bring to a state or a game, or raise ``IllegalMove``.

    Callers that try many answers can pass the worth of the map, so that it is not worked out every time.
    """
    state = state_of(state)
    if not isinstance(answer, Draw | PlaceHero | Destroy | Declare):
        raise BadArgument(f"an answer is wanted, such as one of game.options(), not {shown(answer)}")
    decided = decide(state, answer)
    assert isinstance(decided, Submitted)
    event = _effect(state, decided)
    is_own = state.card is None or isinstance(answer, Declare)
    sheet = answer.seat if is_own else drawing_sheet(state, answer.seat)
    before = state.seats[sheet]
    now = worth(state, before) if worth_before is None else worth_before
    if event is None:
        return Prospect(answer, sheet, before, before, now, now)
    after = evolve(state, event).seats[sheet]
    return Prospect(answer, sheet, before, after, now, worth(state, after))


def _effect(state: State, decided: Submitted) -> Event | None:
    """Return what the answer does to a map and its coins."""
    match decided.answer:
        case Draw():
            return drawn(state, decided)
        case PlaceHero() as answer:
            return hero_placed(state, answer)
        case Destroy() as answer:
            return destroyed(state, answer, TROLL if state.ask is Ask.TROLL else GORGON)
        case Declare() as answer:
            return Declared(answer.seat, COST[Skill.ACROBATICS]) if answer.use else None
        case None:
            return None
    assert_never(decided.answer)
