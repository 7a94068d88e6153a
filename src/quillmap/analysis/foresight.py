"""What a position leads to, deal by deal.

With numba, every deal is played a few cards further by the surveyor's value, which then stands for the rest of the
year. Without it there is no looking ahead: a position is worth what the learned value says, the same on every deal.
That is much coarser, so whoever shows such numbers says so (``Method``).
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from quillmap.analysis.parts import NOTHING, SKILLS, Worth, add
from quillmap.bots.master import DRAWS
from quillmap.bots.positions import deck_size, skill_charge
from quillmap.play.view import View
from quillmap.rules.seasons import SEASONS
from quillmap.rules.state import State, Step

CARDS_AHEAD: Final = DRAWS
"""How many more cards a playout draws: as many as the master's."""


class Method(StrEnum):
    """How positions are valued."""

    LOOK_AHEAD = "look-ahead"
    """Played further on many deals."""
    VALUE = "value"
    """By the learned value alone, because numba is not installed."""


class Foresight(ABC):
    """What positions at one table lead to."""

    method: Method

    @abstractmethod
    def look(self, position: View, deals: Sequence[int]) -> list[Worth]:
        """Return what *position*, which is at rest, leads to on each of *deals*, by part."""

    def look_after(self, before: State, position: View, deals: Sequence[int]) -> list[Worth]:
        """Return the same less the charge for a skill that was used on the way from *before*."""
        found = self.look(position, deals)
        charge = skill_charge(before, position)
        if not charge:
            return found
        return [add(worth, (*NOTHING[:SKILLS], -charge)) for worth in found]


def moment_of(position: View) -> tuple[int, int]:
    """Return the next season to be scored, and the time left in it."""
    times = [season.time for season in SEASONS[position.setup.seasons]]
    if position.step is Step.DEALING:
        return position.season + 1, times[position.season + 1]
    return position.season, times[position.season] - position.time


def deals_for(position: State, count: int, seed: str) -> list[int]:
    """Return the seeds of *count* deals after a position at rest; the cards of its deck take turns to come first."""
    chance = random.Random(seed)
    size = deck_size(position) if position.step is Step.EXPLORING else 1
    found = []
    for number in range(count):
        drawn = chance.getrandbits(62)
        found.append(drawn - drawn % size + number % size)
    return found
