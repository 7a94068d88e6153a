"""The puzzles of the package: their positions and pictures, and what answers to them are worth."""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from quillmap.analysis.parts import Worth
from quillmap.play.codec import write_move
from quillmap.puzzles.collection import puzzles
from quillmap.puzzles.judging import Assessment, judge, known_assessment
from quillmap.puzzles.puzzle import Choice, Puzzle
from quillmap.review.reasons import reasons_of
from quillmap.review.results import stars
from quillmap.rules.decide import decide
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.server.games.board import board
from quillmap.server.games.choices import own_part
from quillmap.server.games.live_game import stored
from quillmap.server.games.map_pictures import map_picture
from quillmap.server.games.positions import DecisionPosition
from quillmap.server.games.previews import worth
from quillmap.server.games.story import story
from quillmap.server.problems import Problem
from quillmap.server.protocol.moves import AnyMove, to_move
from quillmap.server.protocol.puzzle_bodies import PuzzleChoice, PuzzlePosition, PuzzleVerdict
from quillmap.server.protocol.review_bodies import ReviewReason

_SEAT: Final = Seat(0)
_encode: Final = msgspec.json.Encoder().encode


class PuzzleJob(NamedTuple):
    """An answer to a puzzle."""

    number: int
    move: AnyMove


class TriedPuzzle(NamedTuple):
    """What it is worth, and the seconds of work."""

    found: PuzzleVerdict
    seconds: float


def puzzle_of(number: int) -> Puzzle:
    """Return a puzzle, or raise a problem."""
    if not 1 <= number <= len(puzzles()):
        raise Problem("no-such-puzzle")
    return puzzles()[number - 1]


def read_puzzle(_: None, number: int) -> bytes:
    """Return a puzzle without its solution."""
    puzzle = puzzle_of(number)
    game, view = puzzle.game(), puzzle.view()
    name, version = f"puzzle-{number}", len(game.log)
    position = DecisionPosition(board(name, view, version, version), own_part(view, _SEAT), worth(view, _SEAT))
    told = story(name, [stored(event) for event in game.log], hides_seed=True)
    return _encode(PuzzlePosition(number, puzzle.difficulty.value, position, told))


def read_puzzle_picture(_: None, number: int) -> bytes:
    """Return the map of a puzzle as a PNG file."""
    return map_picture(puzzle_of(number).view().seats[_SEAT].sheet)


def read_puzzle_answer(sent: AnyMove, number: int) -> bytes:
    """Return what an answer is worth if the puzzle says so itself; nothing if it has to be worked out."""
    puzzle = puzzle_of(number)
    found = known_assessment(puzzle, _legal_drawing(puzzle, sent))
    return _encode(_written(puzzle, found)) if found is not None else b""


def try_puzzle(job: PuzzleJob) -> TriedPuzzle:
    """Work out what an answer is worth; it must be legal."""
    began = time.process_time()
    puzzle = puzzle_of(job.number)
    found = _written(puzzle, judge(puzzle, _legal_drawing(puzzle, job.move)))
    return TriedPuzzle(found, time.process_time() - began)


def _legal_drawing(puzzle: Puzzle, sent: AnyMove) -> Draw:
    move = to_move(sent, _SEAT)
    if not isinstance(move, Draw):
        raise Problem("bad-request", "a puzzle asks for a drawing")
    try:
        decide(puzzle.view(), move)
    except IllegalMove as error:
        raise Problem("illegal-move", str(error), reason=error.code) from None
    return move


def _written(puzzle: Puzzle, verdict: Assessment) -> PuzzleVerdict:
    edicts = puzzle.view().edicts
    return PuzzleVerdict(
        right=verdict.is_right,
        loss=stars(verdict.loss),
        lead=stars(min(each.loss for each in puzzle.wrong)),
        reasons=() if verdict.is_right else _reasons(verdict.difference, edicts),
        best=tuple(_choice(each, ()) for each in puzzle.right),
        wrong=tuple(_choice(each, _reasons(each.difference, edicts)) for each in puzzle.wrong),
    )


def _reasons(difference: Worth, edicts: Sequence[CardId]) -> tuple[ReviewReason, ...]:
    return tuple(ReviewReason(each.part, stars(each.difference)) for each in reasons_of(difference, edicts))


def _choice(choice: Choice, reasons: tuple[ReviewReason, ...]) -> PuzzleChoice:
    move: dict[str, Any] = write_move(choice.move)
    del move["seat"]  # as clients send them
    return PuzzleChoice(move, stars(choice.loss), reasons)
