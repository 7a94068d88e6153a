"""Puzzles in one game of bots: a cheap look at every drawing, and a thorough one at the few that promise much."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from quillmap.analysis.foresight import deals_for
from quillmap.bots.appraisal import STAR
from quillmap.bots.apprentice import ApprenticeBot
from quillmap.bots.master import DRAWS
from quillmap.bots.positions import ONLY
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast.batch import greedy_answer
from quillmap.fast.native_search import Search
from quillmap.play.game import Game
from quillmap.play.view import View, view
from quillmap.puzzles.attempts import failures, greedy_for_season
from quillmap.puzzles.difficulty import Solver
from quillmap.puzzles.proving import LEAD, MOST_RIGHT, Proof, prove
from quillmap.puzzles.tables import table_of
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Draw
from quillmap.rules.options import Options

TIMES: Final = 10
"""How many times as many deals a puzzle is checked on as an answer in a review."""
FEWEST_DRAWINGS: Final = 16
"""With fewer there is not much to find."""
GLANCE: Final = ((8, 4), (10, 10))
"""How many drawings are tried on how many deals, to see whether a position is worth a thorough look."""
CLEAR: Final = 2 * STAR
"""A gap in the learned values that is worth a look."""
CARELESS: Final = 0.3
"""How often the apprentice draws instead of the surveyor: people's maps are not tidy either."""
DEEPER: Final = 2
"""In one game of this many every drawing is looked at closely, to find what the surveyor misses."""
APART: Final = 5
"""How many drawings of a game there are at least between two puzzles."""
WANTED_FAILURE: Final = 50
"""A greedy player fails if more than this many per cent of what it takes for best is wrong."""


class Found(NamedTuple):
    """A puzzle in a game: after how many answers, what is right there, and who misses it."""

    answers: tuple[Answer, ...]
    view: View
    proof: Proof
    failures: dict[Solver, int]


def find(seed: str, number: int, times: int = TIMES) -> Iterator[Found]:
    """Yield the puzzles of one game."""
    bot, careless = SurveyorBot(compared=1), ApprenticeBot(f"{seed}/{number}")
    game = Game(table_of(seed, number))
    answers: list[Answer] = []
    wait = 0
    while not game.is_over:
        seen = view(game.state, None)
        answer = bot.choose(seen, Options(seen, ONLY))
        if game.state.ask is Ask.DRAW:
            wait -= 1
            found = None
            if wait <= 0 and isinstance(answer, Draw):
                found = _puzzle(seen, answer, f"{seed}/{number}/{len(answers)}", times, number % DEEPER == 0)
            if found:
                wait = APART
                yield Found(tuple(answers), seen, *found)
            if careless.random.random() < CARELESS:
                answer = careless.choose(seen, Options(seen, ONLY))
        answers.append(answer)
        game.play(answer)


def _puzzle(
    seen: View, surveyors: Draw, seed: str, times: int, is_deep: bool
) -> tuple[Proof, dict[Solver, int]] | None:
    """Return why a position is a puzzle, if it is one."""
    search = Search(seen, ONLY)
    if len(search.values) < FEWEST_DRAWINGS or not _is_promising(seen, search, seed, is_deep):
        return None
    others = (surveyors, greedy_for_season(seen)[0])
    proof = prove(seen, seed, times=times, others=others)
    if proof is None:
        return None
    missed = failures(seen, [each.move for each in proof.right], seed)
    return (proof, missed) if is_missed(missed) else None


def is_missed(missed: dict[Solver, int]) -> bool:
    """Return whether the surveyor or a plain greedy player overlooks it."""
    return any(missed[level] > WANTED_FAILURE for level in (Solver.SEASON, Solver.YEAR, Solver.SURVEYOR))


def _is_promising(seen: View, search: Search, seed: str, is_deep: bool) -> bool:
    """Return whether few drawings lead clearly on few deals, and somebody is likely to miss them."""
    order = search.best(MOST_RIGHT + 2)
    values = [int(search.values[each]) for each in order]
    gaps = [one - other for one, other in pairwise(values)]
    is_clear = max(gaps) >= CLEAR
    if is_clear:
        right = [search.drawing(each) for each in order[: gaps.index(max(gaps)) + 1]]
        season = greedy_for_season(seen)
        if greedy_answer(seen, ONLY) in right and sum(move in right for move in season) * 2 >= len(season):
            return False
    elif not is_deep:
        return False
    for number, (most, count) in enumerate(GLANCE[is_clear:]):
        left = order[:most]
        search.totals[:] = 0
        search.look_ahead(left, deals_for(seen, count, f"{seed}/glance/{number}"), DRAWS)
        means = sorted((int(search.totals[each]) // count for each in left), reverse=True)
        lead = max(one - other for one, other in pairwise(means))
        behind = means[0] - int(search.totals[order[0]]) // count
        if lead < LEAD * 3 // 4 or (not is_clear and behind < LEAD):
            return False
    return True
