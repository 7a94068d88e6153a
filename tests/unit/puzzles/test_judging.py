"""What answers to puzzles are worth."""

from quillmap.analysis.engine import foresight_of
from quillmap.analysis.plain_foresight import PlainForesight
from quillmap.bots.positions import ONLY, alone
from quillmap.puzzles.collection import puzzles
from quillmap.puzzles.judging import judge, known_assessment
from quillmap.puzzles.puzzle import Puzzle
from quillmap.rules.moves import Draw
from quillmap.rules.options import Options

PUZZLE = puzzles()[0]


def _unthought_of(puzzle: Puzzle) -> Draw:
    """Return a legal drawing that was not compared when the puzzle was made."""
    options = Options(puzzle.view(), ONLY)
    return next(move for move in options if isinstance(move, Draw) and known_assessment(puzzle, move) is None)


def test_kept_answers_are_known() -> None:
    """Nothing is worked out for those; what is wrong says what it loses, and in what."""
    right = judge(PUZZLE, PUZZLE.best)
    assert (right.is_right, right.loss) == (True, 0)
    wrong = judge(PUZZLE, PUZZLE.wrong[0].move)
    assert (wrong.is_right, wrong.loss) == (False, PUZZLE.wrong[0].loss)
    assert abs(sum(wrong.difference) - wrong.loss) < 1000


def test_other_answers_are_compared_with_the_best() -> None:
    """On the same deals each time, and they lose as much as all that is wrong."""
    position = alone(PUZZLE.view(), ONLY, is_asked=True)
    foresight = foresight_of(position.setup, position.edicts)
    move = _unthought_of(PUZZLE)
    verdict = judge(PUZZLE, move, foresight)
    assert not verdict.is_right
    assert verdict.loss > 2000
    assert verdict == judge(PUZZLE, move, foresight)


def test_without_looking_ahead_nothing_else_is_right() -> None:
    """The learned value alone says how bad a drawing is only where it is certain."""
    position = alone(PUZZLE.view(), ONLY, is_asked=True)
    verdict = judge(PUZZLE, _unthought_of(PUZZLE), PlainForesight(position.setup, position.edicts))
    assert not verdict.is_right
