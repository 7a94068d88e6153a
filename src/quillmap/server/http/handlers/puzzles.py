"""Endpoints of puzzles. The solution is told with the verdict on an answer, not before."""

import gzip
from typing import Final

import msgspec

from quillmap.puzzles.collection import puzzle_of_day, puzzles
from quillmap.puzzles.difficulty import Difficulty
from quillmap.server.games.archive import ReadingKey
from quillmap.server.games.puzzles import puzzle_of, read_puzzle, read_puzzle_answer, read_puzzle_picture
from quillmap.server.games.reading import Read
from quillmap.server.http.call import JSON, Call, Content
from quillmap.server.http.endpoint import endpoint
from quillmap.server.protocol.puzzle_bodies import PuzzleList, PuzzlePosition, PuzzleVerdict
from quillmap.server.protocol.review_bodies import TryMove
from quillmap.server.tables.keeper import TableKeeper

PUZZLES: Final = "/api/puzzles"
PUZZLE: Final = PUZZLES + "/{puzzle}"
GROUP: Final = "puzzles"


class PuzzleHandlers:
    """Answers the endpoints of puzzles."""

    def __init__(self, registry: TableKeeper) -> None:
        self._registry = registry

    @endpoint("GET", PUZZLES)
    async def puzzles(self) -> PuzzleList:
        """List the puzzles by difficulty, and say which is the one of the day."""
        day = self._registry.calendar.today()
        numbers = {
            each: tuple(puzzle.number for puzzle in puzzles() if puzzle.difficulty is each) for each in Difficulty
        }
        return PuzzleList(
            day.isoformat(),
            puzzle_of_day(day).number,
            numbers[Difficulty.EASY],
            numbers[Difficulty.MEDIUM],
            numbers[Difficulty.HARD],
        )

    @endpoint("GET", PUZZLE, "not-found", "no-such-puzzle", answer=PuzzlePosition)
    async def puzzle(self, call: Call) -> Content:
        """Show a puzzle: what was on the table, and what could be drawn."""
        return await self._read(call, read_puzzle, JSON)

    @endpoint("GET", PUZZLE + "/picture", "not-found", "no-such-puzzle", answer="image/png")
    async def puzzle_picture(self, call: Call) -> Content:
        """Show the map of a puzzle, for links that are shared."""
        return await self._read(call, read_puzzle_picture, "image/png")

    async def _read(self, call: Call, read: Read, media_type: str) -> Content:
        number = puzzle_of(call.number("puzzle")).number
        key = ReadingKey(read, GROUP, (number,))
        content = await self._registry.archive.read_package(key, call.address)
        return Content(content, media_type, "no-store", is_packed=True)

    @endpoint("POST", PUZZLE, "not-found", "no-such-puzzle", "illegal-move", ends_with_client=True)
    async def try_puzzle(self, call: Call, body: TryMove) -> PuzzleVerdict:
        """Tell whether a drawing is the right answer to a puzzle, and the solution."""
        number = puzzle_of(call.number("puzzle")).number
        key = ReadingKey(read_puzzle_answer, GROUP, (number,))
        known = gzip.decompress(await self._registry.archive.answer(key, body.move, call.address))
        if known:
            return msgspec.json.decode(known, type=PuzzleVerdict)
        return await self._registry.reviews.try_puzzle(number, body.move, call.address)
