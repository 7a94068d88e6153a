"""How many puzzles turn out to be wrong when they are checked on more deals than they were made with."""

from typing import Final, NamedTuple

from quillmap.fast import readiness
from quillmap.puzzles.proving import LEAD, TIE, Judged, compare, is_right, promising
from quillmap.puzzles.puzzle import Puzzle

TIMES: Final = 20
"""How many times as many deals as in a review; puzzles are made with ten times as many."""


class Checked(NamedTuple):
    """A puzzle after another look."""

    number: int
    lead: int
    """How far the best is ahead of the closest drawing that is called wrong, in thousandths of a star."""
    has_turned_over: bool


def check(puzzle: Puzzle, times: int = TIMES) -> Checked:
    """Look at all drawings of a puzzle again, on other deals, and compare the best of them on more of them."""
    readiness.warm_up()
    seed, view = f"check/{puzzle.setup.seed}", puzzle.view()
    kept = [each.move for each in (*puzzle.right, *puzzle.wrong)]
    moves = list(dict.fromkeys([*kept, *promising(view, seed, only_clear=False)]))
    found = compare(view, moves, seed, times=times)
    right = {each.move for each in puzzle.right}
    lead = min(each.behind for each in found if each.move not in right)
    return Checked(puzzle.number, lead, any(_has_turned_over(each, each.move in right) for each in found))


def _has_turned_over(judged: Judged, was_right: bool) -> bool:
    """Return whether a drawing is not what it was called: by more than its margin, so that chance is no reason."""
    if was_right:
        return judged.behind >= TIE + judged.margin
    return is_right(judged) or judged.behind < LEAD - judged.margin
