"""What the learners share: the table they learn, the time they may take, and the curve they write.

A learner's time is counted in minutes of two busy cores: forty minutes of processor time, all its threads together,
are twenty of these, whatever else the machine does. Its curve is a JSON file that ``plot_learning.py`` draws.
"""

import argparse
import json
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from quillmap.env import covered_spaces

Array = np.ndarray[Any, Any]
SPACES, ACTIONS, CARDS = 121, 7866, 44
TABLE = "base edicts=first-game"
"""The base box on map A, with the edicts that the rulebook gives for a first game."""
CORES = 2
GAMES_SHOWN = 1000


def options(description: str, *, minutes: float = 20) -> argparse.ArgumentParser:
    """Return the options that every learner has."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=minutes, help=f"of two busy cores, to learn ({minutes:g})")
    parser.add_argument("--seed", type=int, default=1, help="of the learner and the deals (1)")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="write steps, minutes and stars to this JSON file")
    parser.add_argument("--games", type=int, default=1000, help="new games to play at the end (1000)")
    return parser


def spaces_of_actions() -> Array:
    """Return the spaces that an action covers, by card and action; 121 after the last."""
    found = np.full((CARDS + 1, ACTIONS, 5), SPACES, dtype=np.int16)
    for card in range(CARDS):
        table = covered_spaces(card)
        action, space = np.nonzero(table)
        counts = table.sum(axis=1)
        found[card, action, np.arange(len(action)) - (np.cumsum(counts) - counts)[action]] = space
    return found


class Progress:
    """How far a learner is: what is left of its minutes, and the stars of its latest games."""

    def __init__(self, name: str, minutes: float, seed: int, curve: Path | None) -> None:
        self._points: list[dict[str, float]] = []
        self._told: dict[str, object] = {"name": name, "seed": seed, "table": TABLE, "points": self._points}
        self._curve = curve
        self._budget = minutes
        self._stars: deque[float] = deque(maxlen=GAMES_SHOWN)
        self._processor, self._clock = time.process_time(), time.monotonic()
        self._next = 0.0
        self.steps = 0

    @property
    def minutes(self) -> float:
        """The minutes of two busy cores since the beginning."""
        return (time.process_time() - self._processor) / 60 / CORES

    @property
    def share(self) -> float:
        """Which part of the minutes is over, up to one."""
        return min(self.minutes / self._budget, 1.0)

    @property
    def is_over(self) -> bool:
        """Whether the minutes are over."""
        return self.minutes >= self._budget

    def add(self, steps: int, stars: Iterable[float]) -> None:
        """Count steps and the stars of the games that ended in them; fifty times in all, note a point."""
        self.steps += steps
        self._stars.extend(stars)
        if self._stars and self.share >= self._next:
            self._next = self.share + 0.02
            self._note(float(np.mean(self._stars)))

    def _note(self, stars: float) -> None:
        clock = (time.monotonic() - self._clock) / 60
        point = {"steps": self.steps, "minutes": self.minutes, "clock": clock, "stars": stars}
        self._points.append({name: round(value, 3) for name, value in point.items()})
        print(
            f"{self.steps:9} steps, {self.minutes:6.2f} min ({clock:.1f} by the clock): {stars:.1f} stars", flush=True
        )
        self._write()

    def finish(self, final: list[float]) -> None:
        """Say what new games brought, and add it to the curve."""
        stars, margin = float(np.mean(final)), 1.96 * float(np.std(final)) / len(final) ** 0.5
        print(f"{len(final)} new games: {stars:.1f} ± {margin:.1f} stars after {self.minutes:.2f} min", flush=True)
        self._told["final"] = {"games": len(final), "stars": round(stars, 2), "margin": round(margin, 2)}
        self._write()

    def _write(self) -> None:
        """Write the curve so far, so that an interrupted learner leaves one."""
        if self._curve:
            self._curve.write_text(json.dumps(self._told, indent=1) + "\n", encoding="utf-8")
