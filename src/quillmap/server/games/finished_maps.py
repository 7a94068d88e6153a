"""The maps of a finished game, and what they earned over the year."""

from typing import Any

import msgspec

from quillmap.play.codec import write_setup
from quillmap.rules.cards import Box
from quillmap.rules.state import State
from quillmap.server.games.board import sheet_board
from quillmap.server.games.earnings import Earnings, earnings_of
from quillmap.server.protocol.values import Sheet


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
        tuple(earnings_of(seat, box) for seat in state.seats),
        write_setup(state.setup.without_seed()),
    )
