"""What an answer would bring, and what a sheet is worth now: per edict with the spaces that earn, coins, monsters."""

from typing import assert_never

import msgspec

from quillmap.rules.cards import GORGON, TROLL
from quillmap.rules.decide import decide
from quillmap.rules.effects import destroyed, drawn, hero_placed
from quillmap.rules.events import Ask, Event, Submitted
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.scoring import awards
from quillmap.rules.sheet import Sheet, haunted
from quillmap.rules.state import SeatState, State, drawing_sheet
from quillmap.server.games.board import to_hex
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


class Worth(msgspec.Struct, frozen=True):
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
    season_before: int
    season_after: int
    """The stars if the season ended now."""


def preview(state: State, answer: Answer) -> Worth:
    """Return what *answer* would bring to the map it is drawn on, or raise ``IllegalMove``."""
    decided = decide(state, answer)
    assert isinstance(decided, Submitted)
    event = _effect(state, decided)
    if event is None:
        return worth(state, answer.seat)
    sheet = _sheet_of(state, answer.seat)
    return _worth(state, sheet, state.seats[sheet], evolve(state, event).seats[sheet])


def worth(state: State, seat: Seat) -> Worth:
    """Return what the sheet of *seat* would score if the season ended now."""
    return _worth(state, seat, state.seats[seat], state.seats[seat])


def worth_between(before: State, after: State, seat: Seat) -> Worth:
    """Return what happened to the sheet of *seat* between two states of a game."""
    return _worth(after, seat, before.seats[seat], after.seats[seat])


def _effect(state: State, decided: Submitted) -> Event | None:
    match decided.answer:
        case Draw():
            return drawn(state, decided)
        case PlaceHero() as answer:
            return hero_placed(state, answer)
        case Destroy() as answer:
            return destroyed(state, answer, TROLL if state.ask is Ask.TROLL else GORGON)
        case Declare() | None:
            return None
    assert_never(decided.answer)


def _sheet_of(state: State, seat: Seat) -> Seat:
    return seat if state.card is None else drawing_sheet(state, seat)


def _worth(state: State, sheet: Seat, before: SeatState, after: SeatState) -> Worth:
    rulebook = state.setup.rulebook
    edicts = tuple(edict_worth(card, before.sheet, after.sheet, rulebook) for card in state.edicts)
    scoring = state.season_card.edicts if state.season >= 0 else ()
    monsters_before = haunted(before.sheet).bit_count()
    monsters = haunted(after.sheet)
    return Worth(
        sheet=sheet,
        edicts=edicts,
        coins_before=before.purse,
        coins_after=after.purse,
        monsters_before=monsters_before,
        monsters_after=monsters.bit_count(),
        monster_spaces=to_hex(monsters),
        season_before=sum(edicts[place].before for place in scoring) + before.purse - monsters_before,
        season_after=sum(edicts[place].after for place in scoring) + after.purse - monsters.bit_count(),
    )


def edict_worth(card: CardId, before: Sheet, after: Sheet, rulebook: str) -> EdictWorth:
    """Return what *card* gives for two sheets, with the awards of the second."""
    earned = tuple(Award(points, to_hex(spaces)) for points, spaces in awards(card, after, rulebook) if points)
    points_after = sum(award.points for award in earned)
    points_before = points_after if before is after else sum(points for points, _ in awards(card, before, rulebook))
    return EdictWorth(card, points_before, points_after, earned)
