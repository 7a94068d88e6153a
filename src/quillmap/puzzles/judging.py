"""What an answer to a puzzle is worth: known for those that were compared when it was made, or else found out now."""

from dataclasses import dataclass
from typing import Final

from quillmap.analysis.answers import PLAIN_MARGIN
from quillmap.analysis.comparing import margin
from quillmap.analysis.engine import foresight_of
from quillmap.analysis.foresight import Foresight, Method, deals_for
from quillmap.analysis.parts import Worth, mean, subtract
from quillmap.bots.appraisal import STAR
from quillmap.bots.positions import ONLY, alone, answered
from quillmap.puzzles.puzzle import Puzzle
from quillmap.rules.moves import Draw

DEALS: Final = 100
"""On how many deals an answer that nobody thought of is compared with the best."""
TIE: Final = STAR
"""What loses less than that is right."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What an answer is worth; numbers are thousandths of a star."""

    is_right: bool
    loss: int
    """0 if it is not known."""
    difference: Worth
    """What the best has more, by part."""


def judge(puzzle: Puzzle, move: Draw, foresight: Foresight | None = None) -> Assessment:
    """Return what a legal drawing is worth as the answer to a puzzle."""
    return known_assessment(puzzle, move) or _compared(puzzle, move, foresight)


def known_assessment(puzzle: Puzzle, move: Draw) -> Assessment | None:
    """Return what an answer is worth if the puzzle itself says so."""
    for choices, is_right in ((puzzle.right, True), (puzzle.wrong, False)):
        for choice in choices:
            if choice.move == move:
                return Assessment(is_right, choice.loss, choice.difference)
    return None


def _compared(puzzle: Puzzle, move: Draw, foresight: Foresight | None) -> Assessment:
    """Compare a drawing with the best on the same deals.

    Without looking ahead nothing is right that was not found when the puzzle was made: the learned value is too coarse.
    """
    before = alone(puzzle.view(), ONLY, is_asked=True)
    foresight = foresight or foresight_of(before.setup, before.edicts)
    positions = [answered(before, each) for each in (puzzle.best, move)]
    deals = deals_for(positions[0], DEALS, f"puzzle/{puzzle.setup.seed}") if _looks_ahead(foresight) else [0]
    best, other = (foresight.look(position, deals) for position in positions)
    difference = subtract(mean(best), mean(other))
    loss = sum(difference)
    if not _looks_ahead(foresight):
        is_known = loss > PLAIN_MARGIN
        return Assessment(False, loss if is_known else 0, difference)
    is_right = loss < max(TIE, margin(best, other))
    return Assessment(is_right, max(loss, 0), difference)


def _looks_ahead(foresight: Foresight) -> bool:
    return foresight.method is Method.LOOK_AHEAD
