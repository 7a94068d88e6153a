"""The whole of it: rounds of games, then decisions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from quillmap.bots.training.decisions import compare
from quillmap.bots.training.games import Experience, gather, joined, learn
from quillmap.bots.training.refining import refine
from quillmap.bots.training.weights import Weights

Progress: TypeAlias = Callable[[int, int], object]
"""Is told how much is done, and of how much."""

REMEMBERED: Final = 2
"""So many rounds of games are learned from together."""


@dataclass(frozen=True, slots=True)
class Course:
    """How long to learn."""

    first: tuple[int, ...] = (6_000, 6_000, 10_000, 14_000)
    """Games of short rounds, each learned from alone: the first games are poor."""
    rounds: int = 3
    games: int = 40_000
    """Games of each of the rounds after that."""
    decisions: int = 16_000
    seed: int = 0

    @property
    def length(self) -> int:
        """How many games and decisions there are in all."""
        return sum(self.first) + self.rounds * self.games + self.decisions


def train(course: Course, on_progress: Progress | None = None) -> dict[str, Any]:
    """Learn weights; return what is to be kept in the file. The same course gives the same weights."""
    chance = np.random.default_rng(course.seed)
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        if on_progress is not None:
            on_progress(done, course.length)

    weights: Weights | None = None
    memory: list[Experience] = []
    for number, games in enumerate([*course.first, *[course.games] * course.rounds]):
        kept = None if weights is None else weights.kept()
        memory.append(gather(kept, games, chance, tick))
        memory = memory[-REMEMBERED:] if number > len(course.first) else memory[-1:]
        weights = learn(joined(memory))
    assert weights is not None
    if course.decisions:
        weights = refine(weights, compare(weights.kept(), course.decisions, chance, tick), chance)
    return weights.kept()
