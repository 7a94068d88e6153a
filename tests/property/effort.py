"""How much is tried: what a change can wait for, or ten times as much under ``QUILLMAP_EXPLORE=1``."""

import os
from typing import Final

IS_EXPLORING: Final = bool(os.environ.get("QUILLMAP_EXPLORE"))


def times(count: int) -> int:
    """Return how often to try something that is tried *count* times while somebody waits."""
    return 10 * count if IS_EXPLORING else count
