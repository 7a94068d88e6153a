"""Much work in parts that can be done side by side, here or elsewhere."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

Found = TypeVar("Found")
Work = Callable[[Any, int, int], Found]
"""Is given the weights to play by, how much to do, and a number that decides all chance."""

PART: Final = 500
"""So many games or decisions are one part."""


class Helpers(NamedTuple):
    """Who does the work, and who is told of it."""

    executor: Executor | None
    """Runs the parts: they and what they return can be pickled. Without one, all of it is done here."""
    tick: Callable[[int], None]
    """Is told how much more has been done."""


def in_parts(work: Work[Found], kept: Any, wanted: int, chance: np.random.Generator, helpers: Helpers) -> list[Found]:
    """Do *work* by the weights *kept* until *wanted* is done; whoever does it, the same chance finds the same."""
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
