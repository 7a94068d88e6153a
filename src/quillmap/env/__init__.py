"""Environments for learners: ``quillmap/Solo-v0`` for Gymnasium, alone and vectorised, and tables for PettingZoo.

They need the extra ``quillmap[rl]``. ``docs/environments.md`` describes observations and actions.
"""

import gymnasium

from quillmap.env.solo import SoloEnv
from quillmap.env.table import TableEnv
from quillmap.env.vector import SoloVectorEnv

__all__ = ["SOLO", "SoloEnv", "SoloVectorEnv", "TableEnv"]

SOLO = "quillmap/Solo-v0"

if SOLO not in gymnasium.registry:
    gymnasium.register(
        SOLO, entry_point="quillmap.env.solo:SoloEnv", vector_entry_point="quillmap.env.vector:SoloVectorEnv"
    )
