"""The whole course: rounds of games, then decisions."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from quillmap.bots.training.decisions import Decisions, compare, together
from quillmap.bots.training.games import Experience, gather, joined, learn
from quillmap.bots.training.parallel import Helpers, in_parts
from quillmap.bots.training.refining import refine
from quillmap.bots.training.weight_arrays import Weights, mean_of

Progress: TypeAlias = Callable[[int], object]
"""Called with the number of games and decisions done so far."""

REMEMBERED: Final = 2
"""How many of the latest rounds, or lots of decisions, are learned from together."""
AVERAGED: Final = 4
"""The mean of what is learned from the last so many lots is kept: each errs a little, and not in the same way."""


@dataclass(frozen=True, slots=True)
class Course:
    """How much to learn from."""

    first: tuple[int, ...] = (6_000, 6_000, 10_000, 14_000)
    """Games in each of the short rounds at the start, learned from one by one: early games are poor."""
    rounds: int = 3
    games: int = 40_000
    """Games in each of the *rounds* after that."""
    lots: int = 8
    decisions: int = 100_000
    """Decisions in each of the *lots* after the games; each lot is compared by what has been learned so far."""
    seed: int = 0

    @property
    def length(self) -> int:
        """How many games and decisions there are altogether."""
        return sum(self.first) + self.rounds * self.games + self.lots * self.decisions


def train(course: Course, executor: Executor | None = None, on_progress: Progress | None = None) -> dict[str, Any]:
    """Learn weights and return the content of their file. The same course gives the same weights.

    *executor* runs parts of the work side by side; without one, everything runs here.
    """
    chance = np.random.default_rng(course.seed)
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        if on_progress is not None:
            on_progress(done)

    helpers = Helpers(executor, tick)
    weights: Weights | None = None
    memory: list[Experience] = []
    for number, games in enumerate([*course.first, *[course.games] * course.rounds]):
        kept = None if weights is None else weights.kept()
        memory.append(joined(in_parts(gather, kept, games, chance, helpers)))
        memory = memory[-REMEMBERED:] if number > len(course.first) else memory[-1:]
        weights = learn(joined(memory))
    assert weights is not None
    lots: list[Decisions] = []
    refined = [weights]
    for _ in range(course.lots):
        lots.append(together(in_parts(compare, refined[-1].kept(), course.decisions, chance, helpers)))
        lots = lots[-REMEMBERED:]
        refined.append(refine(refined[-1], together(lots), chance))
    return mean_of(refined[1:][-AVERAGED:] or refined).kept()
