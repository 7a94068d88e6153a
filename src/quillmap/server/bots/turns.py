"""The turns of bots, hints and trainers in a fair queue: how long they are, and what goes over from one to the next.

The more networks wait for bots, the shorter are their turns and the less the master looks at, so that nobody waits for
long however many there are. Whoever has not finished by the end of a turn goes on in the next one, wherever that is.
"""

import pickle
from math import inf
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from quillmap.bots.steps import Done, Steps, go_on
from quillmap.fast import readiness

TURN_SECONDS: Final = 0.25
"""After this time others have their turn."""
LEAST_SHARE: Final = 1 / 12
"""What remains of a turn however many wait: the master's 40 playouts are still better than the surveyor."""

Result = TypeVar("Result")


class Interrupted(NamedTuple):
    """What somebody had found out when their turn ended."""

    share: float
    """How much of the usual time they had when they began: they look at no more and no less when they go on."""
    returned: bytes
    """What their steps returned. The server itself does not read it."""


def share_of_turn(others: int) -> float:
    """Return how much of the usual time a turn has while this many others wait."""
    return max(LEAST_SHARE, 1 / (1 + others))


class WorkTurn:
    """A turn that begins now, in the process that does the work."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._began = self._answered = monotonic()
        self._longest = 0.0

    def has_room(self) -> bool:
        """Return whether another answer should be begun: one that takes as long as the longest so far has to fit in."""
        now = monotonic()
        self._longest = max(self._longest, now - self._answered)
        self._answered = now
        used = now - self._began
        return used <= TURN_SECONDS * self._share and used + self._longest <= TURN_SECONDS

    def go_on(self, steps: Steps[Result], before: Interrupted | None) -> Done[Result] | Interrupted:
        """Take these steps, after those that were taken *before*, until all are done or the turn has to end.

        Whoever has a share of the usual time only takes less of these steps, and need not be put aside sooner. In a
        browser nobody else waits, and to begin again takes longer there.
        """
        end = inf if readiness.browser_kernels() is not None else self._began + TURN_SECONDS
        returned = () if before is None else pickle.loads(before.returned)  # a process of ours wrote it
        found = go_on(steps, returned, end)
        return found if isinstance(found, Done) else Interrupted(self._share, pickle.dumps(found.returned))
