"""Observation and action spaces for Gymnasium, the same in every environment."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from quillmap.fast.layout.actions import ACTIONS
from quillmap.fast.layout.card_numbers import SCORING_NUMBER
from quillmap.fast.layout.observation import (
    NO_CARD,
    PLANES,
    SEEN_ASK,
    SEEN_CARD,
    SEEN_COINS,
    SEEN_EDICTS,
    SEEN_LEFT,
    SEEN_RUINS,
    SEEN_SCORES,
    SEEN_SEASON,
    SEEN_TIME,
    Observations,
)
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import COIN_SLOTS
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import SIZE

ASKS: Final = ("nothing", "draw", "ambush", "hero", "gorgon", "troll")
"""What a seat can be asked for, by its number."""
SKILLED_ASKS: Final = (*ASKS, "declare", "addition")
"""The same at a table with skills."""
MOST_TIME: Final = 16
MOST_POINTS: Final = 1000

_NUMBERS: Final = {
    "ask": (SEEN_ASK, len(ASKS)),
    "season": (SEEN_SEASON, YEAR + 1),
    "time": (SEEN_TIME, MOST_TIME),
    "time_left": (SEEN_LEFT, MOST_TIME),
    "coins": (SEEN_COINS, COIN_SLOTS + 1),
    "card": (SEEN_CARD, NO_CARD + 1),
    "ruins": (SEEN_RUINS, 2),
}
"""Single numbers: their places among the numbers observed, and how many values they have."""


def action_space(count: int = ACTIONS) -> spaces.Discrete:
    """Return the numbers of all answers (``quillmap.fast.actions``)."""
    return spaces.Discrete(count)


def observation_space(*, has_skills: bool = False) -> spaces.Dict:
    """Return what one seat sees of its own map and the table."""
    return spaces.Dict(_entries(has_skills) | {"map": _map_space()})


def table_observation_space(seats: int, *, has_skills: bool = False) -> spaces.Dict:
    """Return what a seat sees at a table: all maps, its own first, then those of the seats after it."""
    maps = spaces.Box(0, 1, (seats, len(PLANES), SIZE, SIZE), np.int8)
    return spaces.Dict(_entries(has_skills) | {"maps": maps, "target": spaces.Discrete(seats)})


def _map_space() -> spaces.Box:
    return spaces.Box(0, 1, (len(PLANES), SIZE, SIZE), np.int8)


def _entries(has_skills: bool) -> dict[str, spaces.Space[Any]]:
    return {
        **{name: spaces.Discrete(values) for name, (_, values) in _NUMBERS.items()},
        "edicts": spaces.MultiDiscrete([len(SCORING_NUMBER)] * YEAR),
        "scores": spaces.Box(0, MOST_POINTS, (YEAR, 4), np.int64),
        "deck": spaces.MultiBinary(NO_CARD),
        **(_skill_entries() if has_skills else {}),
    }


def _skill_entries() -> dict[str, spaces.Space[Any]]:
    return {
        "ask": spaces.Discrete(len(SKILLED_ASKS)),
        "skills": spaces.MultiBinary(len(Skill)),
        "used_skill": spaces.Discrete(2),
        "purse": spaces.Discrete(COIN_SLOTS + 1),
        "skill": spaces.Discrete(len(Skill) + 1),
        "main": spaces.Box(0, 1, (SIZE, SIZE), np.int8),
    }


def as_observations(seen: Observations) -> dict[str, Any]:
    """Return what many seats alone see, as the batched space wants it."""
    return numbers_seen(seen) | {"map": seen.planes}


def numbers_seen(seen: Observations) -> dict[str, Any]:
    """Return what many seats see except maps."""
    numbers = seen.numbers
    return {
        **{name: numbers[:, place] for name, (place, _) in _NUMBERS.items()},
        "edicts": numbers[:, SEEN_EDICTS : SEEN_EDICTS + YEAR],
        "scores": numbers[:, SEEN_SCORES : SEEN_SCORES + 4 * YEAR].reshape(-1, YEAR, 4),
        "deck": seen.deck,
    }
