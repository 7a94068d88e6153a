"""Splitting work into parts that can run in parallel."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

Found = TypeVar("Found")
Work = Callable[[Any, int, int], Found]
"""Takes the weights to play by, how much to do, and a seed for all randomness."""

PART: Final = 500
"""How many games or decisions make up one part."""


class Helpers(NamedTuple):
    """What runs the work, and what reports its progress."""

    executor: Executor | None
    """Runs the parts; they and their results can be pickled. Without one, everything runs here."""
    tick: Callable[[int], None]
    """Called with how much more has been done."""


def in_parts(work: Work[Found], kept: Any, wanted: int, chance: np.random.Generator, helpers: Helpers) -> list[Found]:
    """Do *wanted* of *work* with the weights *kept*; the same *chance* gives the same results, whatever runs it."""
    sizes = [min(PART, wanted - done) for done in range(0, wanted, PART)]
    seeds = [int(seed) for seed in chance.integers(2**62, size=len(sizes))]
    futures: list[Future[Found]] = []
    if helpers.executor is not None:
        futures = [helpers.executor.submit(work, kept, *part) for part in zip(sizes, seeds, strict=True)]
    found = []
    try:
        for number, part in enumerate(zip(sizes, seeds, strict=True)):
            found.append(futures[number].result() if futures else work(kept, *part))
            helpers.tick(part[0])
    finally:
        for future in futures:
            future.cancel()  # after an error or an interruption nobody waits for the rest
    return found
