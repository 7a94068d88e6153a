"""The maps of a finished game, and what they earned over the year: edict by edict, coins, monsters."""

from typing import Any

import msgspec

from quillmap.play.codec import write_setup
from quillmap.rules.cards import Box
from quillmap.rules.seasons import SEASONS, YEAR
from quillmap.rules.state import SeatState, State
from quillmap.server.games.board import sheet_board
from quillmap.server.protocol.values import Sheet


class Earnings(msgspec.Struct, frozen=True):
    """What one seat earned in a game."""

    edicts: tuple[int, ...]
    """The stars of the edicts A to D, each in both of its seasons."""
    coins: int
    monsters: int
    """The stars that monsters cost."""
    seasons: tuple[int, ...]
    """The stars of each season."""


class FinishedMaps(msgspec.Struct, frozen=True):
    """The maps of a finished game as they were at its end and what they earned, in the order of its names."""

    game: str
    sheets: tuple[Sheet, ...]
    edicts: tuple[str, ...]
    """The cards at the places A to D."""
    earnings: tuple[Earnings, ...]
    setup: dict[str, Any]
    """What was played; the table may have another set-up by now."""


def finished_maps(game: str, state: State) -> FinishedMaps:
    """Return the maps of the game with this end."""
    box = Box(state.setup.seasons)
    sheets = tuple(sheet_board(seat.sheet) for seat in state.seats)
    return FinishedMaps(
        game,
        sheets,
        state.edicts,
        tuple(_earnings(seat, box) for seat in state.seats),
        write_setup(state.setup.without_seed()),
    )


def _earnings(seat: SeatState, box: Box) -> Earnings:
    edicts = [0] * YEAR
    for season, score in zip(SEASONS[box], seat.scores, strict=True):
        for place, points in zip(season.edicts, score.edicts, strict=True):
            edicts[place] += points
    return Earnings(
        edicts=tuple(edicts),
        coins=sum(score.coins for score in seat.scores),
        monsters=sum(score.monsters for score in seat.scores),
        seasons=tuple(score.total for score in seat.scores),
    )
