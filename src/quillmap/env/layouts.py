"""Observations in other layouts than named parts: one vector, and the vector beside the mask of actions."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quillmap.env.settings import Layout
from quillmap.fast.layout.actions import ACTIONS
from quillmap.fast.layout.observation import Bytes

_SCALE: Final = 0.01
"""Stars are divided by a hundred, so that they are about as large as the other numbers."""
_MOST: Final = 10.0
Floats = NDArray[np.float32]


def flat_size(space: spaces.Dict) -> int:
    """Return how long the vector is that stands for an observation."""
    return sum(_size(part) for part in space.spaces.values())


def _size(space: spaces.Space[Any]) -> int:
    if isinstance(space, spaces.Discrete):
        return int(space.n)
    if isinstance(space, spaces.MultiDiscrete):
        return int(space.nvec.sum())
    assert space.shape is not None
    return int(np.prod(space.shape))


def space_of(space: spaces.Dict, layout: Layout, actions: int = ACTIONS) -> spaces.Space[Any]:
    """Return the space of observations in a layout."""
    if layout == "dict":
        return space
    flat = spaces.Box(-_MOST, _MOST, (flat_size(space),), np.float32)
    if layout == "flat":
        return flat
    return spaces.Dict({"observation": flat, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def laid_out(space: spaces.Dict, layout: Layout, seen: dict[str, Any], mask: Bytes) -> Any:
    """Return what one seat sees, in a layout."""
    if layout == "dict":
        return seen
    flat = flattened(space, {name: np.asarray(value)[None] for name, value in seen.items()})[0]
    return flat if layout == "flat" else {"observation": flat, "action_mask": mask}


def laid_out_batch(space: spaces.Dict, layout: Layout, seen: dict[str, Any], masks: Bytes) -> Any:
    """Return what the seats of many games see, in a layout."""
    if layout == "dict":
        return seen
    flat = flattened(space, seen)
    return flat if layout == "flat" else {"observation": flat, "action_mask": masks}


def flattened(space: spaces.Dict, seen: dict[str, Any]) -> Floats:
    """Return many observations as rows: parts in the order of their names, numbers as one-hot vectors."""
    count = len(seen["season"])
    rows = np.zeros((count, flat_size(space)), dtype=np.float32)
    first = 0
    for name, part in space.spaces.items():
        size = _size(part)
        block, values = rows[:, first : first + size], seen[name]
        if isinstance(part, spaces.Discrete):
            block[np.arange(count), values] = 1
        elif isinstance(part, spaces.MultiDiscrete):
            starts = np.cumsum([0, *part.nvec[:-1]])
            block[np.arange(count)[:, None], values + starts] = 1
        else:
            block[:] = values.reshape(count, size) * (_SCALE if name == "scores" else 1)
        first += size
    return rows
