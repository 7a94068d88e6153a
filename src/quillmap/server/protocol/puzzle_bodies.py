"""Puzzles as they are sent (``docs/puzzles.md``). Numbers are stars."""

from typing import Literal, TypeAlias

import msgspec

from quillmap.server.games.positions import DecisionPosition
from quillmap.server.games.story import Story
from quillmap.server.protocol.moves import WrittenMove
from quillmap.server.protocol.review_bodies import ReviewReason

DifficultyId: TypeAlias = Literal["easy", "medium", "hard"]


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles by their numbers."""

    day: str
    """The present day, such as 2026-11-17, in UTC."""
    today: int
    """The puzzle of this day."""
    easy: tuple[int, ...]
    medium: tuple[int, ...]
    hard: tuple[int, ...]


class PuzzlePosition(msgspec.Struct, frozen=True):
    """A puzzle without its solution."""

    number: int
    difficulty: DifficultyId
    position: DecisionPosition
    story: Story
    """What had happened before."""


class PuzzleChoice(msgspec.Struct, frozen=True):
    """A drawing, and what it loses."""

    move: WrittenMove
    loss: float
    reasons: tuple[ReviewReason, ...]
    """What the best has more, the largest difference first; none of a right one."""


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """What an answer to a puzzle is worth, and the solution."""

    right: bool
    loss: float
    """What it loses; 0 of a wrong answer means that nobody knows."""
    lead: float
    """How far the best is ahead of the closest wrong drawing."""
    reasons: tuple[ReviewReason, ...]
    """What the best has more than the answer, the largest difference first."""
    best: tuple[PuzzleChoice, ...]
    """All right drawings, the best first."""
    wrong: tuple[PuzzleChoice, ...]
    """Drawings that come close, or that others fall for."""
