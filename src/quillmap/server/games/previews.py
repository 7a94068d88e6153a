"""What an answer would bring, and what a sheet is worth now: per edict with the spaces that earn, coins, monsters."""

import msgspec

from quillmap.play import prospects
from quillmap.play.notation import to_hex
from quillmap.rules.events import TakenBack
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.state import State
from quillmap.server.protocol.values import Hex


class Award(msgspec.Struct, frozen=True):
    """Points, and the spaces that earn them."""

    points: int
    spaces: Hex


class EdictWorth(msgspec.Struct, frozen=True):
    """What one edict gives before and after."""

    card: str
    before: int
    after: int
    awards: tuple[Award, ...]
    """Those after."""


class SheetWorth(msgspec.Struct, frozen=True):
    """What a sheet is worth now (before) and after an answer; the two are the same without one."""

    sheet: int
    edicts: tuple[EdictWorth, ...]
    coins_before: int
    coins_after: int
    """Those that score: filled slots less spent ones."""
    monsters_before: int
    monsters_after: int
    monster_spaces: Hex
    """The empty spaces beside monsters, after."""
    closed_mountains: Hex
    """The mountains without an empty neighbour, after: each has paid its coin."""
    season_before: int
    season_after: int
    """The stars if the season ended now."""
    coins_year: int
    monsters_year: int
    """What the change of coins and of monsters brings by the end of the year, if nothing else changes them."""


def preview(state: State, answer: Answer) -> SheetWorth:
    """Return what *answer* would bring to the map it is drawn on, or raise ``IllegalMove``."""
    found = prospects.prospect(state, answer)
    return _written(state, found.sheet, found.worth_before, found.worth_after)


def worth(state: State, seat: Seat) -> SheetWorth:
    """Return what the sheet of *seat* would score if the season ended now."""
    now = prospects.worth(state, state.seats[seat])
    return _written(state, seat, now, now)


def worth_as_answered(state: State, seat: Seat) -> SheetWorth:
    """Return what the sheet of *seat* would score if the season ended now, with what the seat has drawn on it."""
    submitted = state.answers.get(seat) if state.waiting else None
    if submitted is None or submitted.answer is None:
        return worth(state, seat)
    found = prospects.prospect(evolve(state, TakenBack(seat)), submitted.answer)
    return _written(state, seat, found.worth_after, found.worth_after) if found.sheet == seat else worth(state, seat)


def worth_between(before: State, after: State, seat: Seat) -> SheetWorth:
    """Return what happened to the sheet of *seat* between two states of a game."""
    now = prospects.worth(after, after.seats[seat])
    is_same = before.seats[seat] is after.seats[seat]
    return _written(after, seat, now if is_same else prospects.worth(after, before.seats[seat]), now)


def _written(state: State, sheet: Seat, before: prospects.Worth, after: prospects.Worth) -> SheetWorth:
    counts = prospects.counts_left(state)
    edicts = zip(state.edicts, before.points, after.points, after.edicts, strict=True)
    return SheetWorth(
        sheet=sheet,
        edicts=tuple(EdictWorth(card, old, new, written_awards(earned)) for card, old, new, earned in edicts),
        coins_before=before.coins,
        coins_after=after.coins,
        monsters_before=before.monsters,
        monsters_after=after.monsters,
        monster_spaces=to_hex(after.haunted),
        closed_mountains=to_hex(after.closed),
        season_before=before.season,
        season_after=after.season,
        coins_year=counts * (after.coins - before.coins),
        monsters_year=counts * (before.monsters - after.monsters),
    )


def written_awards(earned: tuple[prospects.Award, ...]) -> tuple[Award, ...]:
    """Return *earned* as it is sent."""
    return tuple(Award(points, to_hex(spaces)) for points, spaces in earned)
