"""Reviews of finished games, which a device does not make: they take the compiled rules, and minutes of work."""

from typing import NoReturn

from quillmap.rules.ids import Seat
from quillmap.server.games.puzzles import PuzzleJob, try_puzzle
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.protocol.puzzle_bodies import PuzzleVerdict


class NoReviews:
    """Reviews no game."""

    async def progress(self, _summary: GameSummary, _seat: Seat, _address: str) -> NoReturn:
        """Say that this game can't be reviewed."""
        raise Problem("not-reviewable")

    async def record_progress(self, _text: str, _seat: Seat, _address: str) -> NoReturn:
        """Say the same of a record."""
        raise Problem("not-reviewable")

    async def try_move(
        self, _summary: GameSummary, _seat: Seat, _event: int, _move: AnyMove, _address: str
    ) -> NoReturn:
        """Say the same of a decision."""
        raise Problem("not-reviewable")

    async def try_puzzle(self, number: int, move: AnyMove, _address: str) -> PuzzleVerdict:
        """Return what a drawing is worth as the answer to a puzzle, by the learned value."""
        return try_puzzle(PuzzleJob(number, move)).found
