"""A puzzle: a game as it was played up to a drawing, which drawings are right there, and why others are not."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from quillmap.analysis.parts import Worth
from quillmap.play.game import Game
from quillmap.play.texts import parse_move
from quillmap.play.view import View, view
from quillmap.puzzles.difficulty import Difficulty, Solver, difficulty_of
from quillmap.rules.moves import Draw
from quillmap.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Choice:
    """A drawing, and what it loses; numbers are thousandths of a star."""

    move: Draw
    loss: int
    difference: Worth
    """What the best has more, by part."""


@dataclass(frozen=True)
class Puzzle:
    """One of the puzzles of a collection."""

    number: int
    """From 1."""
    setup: Setup
    answers: tuple[str, ...]
    """What was answered before it, as text: the position is played again from the seed, so it is always a legal one."""
    right: tuple[Choice, ...]
    """The best first; the others lose less than a star."""
    wrong: tuple[Choice, ...]
    """Those that come closest, and what a greedy player or the surveyor would draw."""
    failures: Mapping[Solver, int]
    """How often each level misses it, in per cent."""

    @property
    def difficulty(self) -> Difficulty:
        """How difficult it is."""
        return difficulty_of(self.failures)

    @property
    def best(self) -> Draw:
        """The best drawing."""
        return self.right[0].move

    def game(self) -> Game:
        """Return the game, at the question."""
        return _played(self.setup, self.answers).copy()

    def view(self) -> View:
        """Return what the player of the game saw."""
        return view(self.game().state, None)


@lru_cache(maxsize=64)
def _played(setup: Setup, answers: tuple[str, ...]) -> Game:
    game = Game(setup)
    for text in answers:
        game.play(parse_move(text))
    return game
