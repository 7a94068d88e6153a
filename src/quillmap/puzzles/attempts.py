"""Who finds the right drawing of a position: bots, and two plain greedy players (``difficulty.Solver``)."""

from collections.abc import Collection
from typing import Final

from quillmap.bots.positions import ONLY
from quillmap.bots.registry import bot_maker
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast.batch import greedy_answer
from quillmap.play.view import View
from quillmap.puzzles.difficulty import WHOLE, Solver
from quillmap.rules.evolve import with_drawing
from quillmap.rules.moves import Draw
from quillmap.rules.options import Options
from quillmap.rules.scoring import score
from quillmap.rules.sheet import Sheet, coins_between, struck

TRIES: Final = {"apprentice": 10, "master@playouts=40": 4}
"""How often a bot tries that leaves something to chance; the master with as few playouts as on a busy server."""


def failures(view: View, right: Collection[Draw], seed: str) -> dict[Solver, int]:
    """Return how often each level misses the *right* drawings, in per cent."""
    return {
        Solver.APPRENTICE: _share(view, right, "apprentice", seed),
        Solver.SEASON: WHOLE - _share_right(greedy_for_season(view), right),
        Solver.YEAR: 0 if greedy_answer(view, ONLY) in right else WHOLE,
        Solver.SURVEYOR: 0 if SurveyorBot(compared=1).choose(view, Options(view, ONLY)) in right else WHOLE,
        Solver.MASTER: _share(view, right, "master@playouts=40", seed),
    }


def greedy_for_season(view: View) -> list[Draw]:
    """Return all drawings that bring most, if the edicts of the present season were scored now; coins count once."""
    sheet = view.seats[ONLY].sheet
    options = Options(view, ONLY)
    worth: dict[Draw, int] = {}
    for name, spaces in options.drawings.masks():
        for terrain in options.drawings.terrains_of(name):
            after = struck(with_drawing(sheet, spaces, terrain))
            worth[Draw(ONLY, spaces, terrain)] = _stars_now(view, after) + coins_between(sheet, after)
    most = max(worth.values())
    return [move for move, stars in worth.items() if stars == most]


def _stars_now(view: View, sheet: Sheet) -> int:
    return sum(score(view.edicts[place], sheet, view.setup.rulebook) for place in view.season_card.edicts)


def _share_right(moves: list[Draw], right: Collection[Draw]) -> int:
    return WHOLE * sum(move in right for move in moves) // len(moves)


def _share(view: View, right: Collection[Draw], bot: str, seed: str) -> int:
    """Return how often a bot with some chance in it fails."""
    make = bot_maker(bot)
    tried = [make(f"{seed}/{number}").choose(view, Options(view, ONLY)) for number in range(TRIES[bot])]
    return WHOLE * sum(move not in right for move in tried) // TRIES[bot]
