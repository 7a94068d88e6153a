"""What an answer would bring: the sheet after it, and how many points more or less it would be worth now."""

from typing import NamedTuple

from quillmap.rules.decide import decide
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.scoring import score
from quillmap.rules.settle import settle
from quillmap.rules.sheet import Sheet, filled, haunted
from quillmap.rules.spaces import Mask
from quillmap.rules.state import SeatState, State


class Worth(NamedTuple):
    """What a map is worth at one moment."""

    edicts: tuple[int, ...]
    """The points of edicts A to D."""
    coins: int
    monsters: int


class Prospect(NamedTuple):
    """An answer, the map after it, and how much its worth changes."""

    answer: Answer
    sheet: Sheet
    edicts: tuple[int, ...]
    coins: int
    monsters: int
    """Stars lost less: positive is good."""
    season: int
    """What the season's score changes by: its two edicts, coins and monsters."""
    changed: Mask


def worth(state: State, seat: SeatState) -> Worth:
    """Return what the map of *seat* is worth now."""
    points = tuple(score(card, seat.sheet, state.setup.rulebook) for card in state.edicts)
    return Worth(points, seat.purse, haunted(seat.sheet).bit_count())


def prospect(state: State, answer: Answer, before: Worth) -> Prospect:
    """Return what a solo player's *answer* would bring, or raise ``IllegalMove``."""
    seat = Seat(0)
    answered = evolve(state, decide(state, answer))
    event = settle(answered)
    after = answered if event is None else evolve(answered, event)
    now = worth(state, after.seats[seat])
    edicts = tuple(new - old for new, old in zip(now.edicts, before.edicts, strict=True))
    coins, monsters = now.coins - before.coins, before.monsters - now.monsters
    old, new = state.seats[seat].sheet, after.seats[seat].sheet
    return Prospect(
        answer,
        new,
        edicts,
        coins,
        monsters,
        sum(edicts[place] for place in state.season_card.edicts) + coins + monsters,
        (filled(new) ^ filled(old)) | (new.destroyed ^ old.destroyed),
    )
