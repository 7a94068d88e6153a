"""Environments for learners: ``quillmap/Solo-v0`` for Gymnasium, alone and vectorised, and tables for PettingZoo.

They need the extra ``quillmap[rl]``. ``docs/environments.md`` describes observations and actions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium

from quillmap.env.solo import SoloEnv
from quillmap.env.table import TableEnv

if TYPE_CHECKING:
    from quillmap.env.vector import SoloVectorEnv

__all__ = ["SOLO", "SoloEnv", "SoloVectorEnv", "TableEnv"]

SOLO = "quillmap/Solo-v0"

if SOLO not in gymnasium.registry:
    gymnasium.register(
        SOLO, entry_point="quillmap.env.solo:SoloEnv", vector_entry_point="quillmap.env.vector:SoloVectorEnv"
    )


def __getattr__(name: str) -> Any:
    """Import the vectorised environment when it is asked for: it alone needs numba."""
    if name == "SoloVectorEnv":
        return import_module("quillmap.env.vector").SoloVectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
