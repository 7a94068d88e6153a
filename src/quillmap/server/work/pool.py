"""The interface of whatever does slow work; on a server that is a pool of processes (``processes``)."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from quillmap.server.problems import Problem
from quillmap.server.work.fair_queue import FairQueue

Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerEnded(Exception):
    """A worker ended before it had answered, or could not be started."""


class PoolClosed(WorkerEnded):
    """The pool does no more work, because the server stops."""


@contextmanager
def ended_work_is_told() -> Iterator[None]:
    """Tell whoever asked for work that it was not done: a server that stops asks them to come back."""
    try:
        yield
    except PoolClosed:
        raise Problem("not-ready") from None
    except WorkerEnded:
        raise Problem("internal") from None


class Pool(Protocol):
    """Calls functions somewhere else, while the event loop goes on."""

    queue: FairQueue
    """The jobs that wait for their turn."""
    at_once: int
    """How many of them are done at the same time."""

    async def call(self, function: Callable[[Job], Result], job: Job, owner: str, group: str) -> Result:
        """Call *function* with *job* when it is the turn of *owner* and its *group*, or raise ``WorkerEnded``."""

        async def prepare() -> Job:
            return job

        return await self.call_when_due(function, prepare, owner, group)

    async def call_when_due(
        self, function: Callable[[Job], Result], prepare: Callable[[], Awaitable[Job]], owner: str, group: str
    ) -> Result:
        """Do the same with a job that is made when its turn has come, so that waiting jobs take no memory."""
        ...

    def close(self) -> None:
        """Do no more work."""
        ...
