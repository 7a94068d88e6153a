"""Environments for learners: ``quillmap/Solo-v0`` for Gymnasium, alone and vectorised, and tables for PettingZoo.

They need the extra ``quillmap[rl]``. ``docs/environments.md`` describes observations and actions.

| module | what it holds |
|---|---|
| ``solo``, ``table`` | the environments |
| ``vector``, ``table_vector`` | many of them at once, on the compiled games |
| ``turns``, ``openspiel`` | games as trees with explicit chance, and the same for OpenSpiel |
| ``sb3`` | the vectorised one for Stable-Baselines3 |
| ``answering`` | from actions to answers, skills included |
| ``gym_spaces``, ``observation`` | spaces, and what a seat sees and may do |
| ``layouts`` | observations as one vector, and with the mask beside it |
| ``legal_actions`` | legal actions as lists, and the spaces that actions cover |
| ``settings`` | the table, and the options of ``reset`` |
| ``picture`` | maps as text and as pictures |
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if missing := [name for name in ("numpy", "gymnasium", "pettingzoo") if find_spec(name) is None]:
    raise ModuleNotFoundError(f"environments need {missing[0]}: pip install 'quillmap[rl]'", name=missing[0])

import gymnasium  # after the hint

from quillmap.env.legal_actions import PaddedActions, covered_spaces, padded_actions
from quillmap.env.solo import SoloEnv
from quillmap.env.table import TableEnv

if TYPE_CHECKING:
    from quillmap.env.table_vector import TableVectorEnv
    from quillmap.env.vector import SoloVectorEnv

__all__ = [
    "SOLO",
    "PaddedActions",
    "SoloEnv",
    "SoloVectorEnv",
    "TableEnv",
    "TableVectorEnv",
    "covered_spaces",
    "padded_actions",
]

SOLO = "quillmap/Solo-v0"

if SOLO not in gymnasium.registry:
    # Without Gymnasium's wrappers, which hide what they don't know: MaskablePPO looks for action_masks. The environment
    # itself says that it has to be reset first, and the checker runs in our tests.
    gymnasium.register(
        SOLO,
        entry_point="quillmap.env.solo:SoloEnv",
        vector_entry_point="quillmap.env.vector:SoloVectorEnv",
        order_enforce=False,
        disable_env_checker=True,
    )


def __getattr__(name: str) -> Any:
    """Import the vectorised environments when they are asked for: they alone need numba."""
    if name == "SoloVectorEnv":
        return import_module("quillmap.env.vector").SoloVectorEnv
    if name == "TableVectorEnv":
        return import_module("quillmap.env.table_vector").TableVectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
