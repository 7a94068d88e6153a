"""Slow work on the machines of a Dask cluster, and in this server's own processes while the cluster is away."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from quillmap.bots.cluster import GONE, ClusterAway, close, connect, submit, worker_for, workers_of
from quillmap.server.work.fair_queue import FairQueue, Turn
from quillmap.server.work.pool import Pool, PoolClosed, WorkerEnded
from quillmap.server.work.processes import WorkerPool

if TYPE_CHECKING:
    from distributed import Client

AT_ONCE: Final = 16
"""Units of work that are on their way at the same time."""
LONGEST_SECONDS: Final = 20.0
"""After which a unit is given up: the longest takes one second, and others may wait for the same worker."""
PAUSE_SECONDS: Final = 5.0
"""Between two looks for a cluster that was away."""

Job = TypeVar("Job")
Result = TypeVar("Result")

_log = logging.getLogger("quillmap.work")


class ClusterPool(Pool):
    """Work for the cluster at *address*; *own* does it whenever nobody is there."""

    def __init__(self, address: str, own: WorkerPool) -> None:
        self._address = address
        self.own = own
        self.at_once = AT_ONCE
        self._away = FairQueue(AT_ONCE)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="cluster")
        self._client: Client | None = None
        self._workers: list[str] = []
        """The workers of the cluster, as they were known a moment ago."""
        self._is_told = False
        """Whether the log says that the cluster is away."""
        self._is_closed = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="cluster watcher", daemon=True)
        self._watcher.start()

    @property
    def queue(self) -> FairQueue:  # type: ignore[override]  # which one depends on where the work is done
        """The jobs that wait for their turn."""
        return self.own.queue if self._client is None else self._away

    @property
    def is_connected(self) -> bool:
        """Whether work goes to the cluster."""
        return self._client is not None

    async def call_when_due(
        self, function: Callable[[Job], Result], prepare: Callable[[], Awaitable[Job]], owner: str, group: str
    ) -> Result:
        """Do the same with a job that is made when its turn has come, so that waiting jobs take no memory."""
        if self._client is None:
            return await self.own.call_when_due(function, prepare, owner, group)
        turn = await self._away.acquire(owner, group)
        try:
            job = await prepare()
            if self._is_closed.is_set():
                raise PoolClosed
            answer = asyncio.get_running_loop().run_in_executor(self._threads, self._call, function, job, group)
        except BaseException:
            self._away.release(turn)
            raise
        answer.add_done_callback(partial(self._end_turn, turn))
        is_done, found = await asyncio.shield(answer)
        if is_done:
            result: Result = found
            return result
        return await self.own.call(function, job, owner, group)

    def _end_turn(self, turn: Turn, answer: asyncio.Future[Any]) -> None:
        self._away.release(turn)
        if not answer.cancelled():
            answer.exception()  # the caller may have gone; nobody else needs the error

    def _call(self, function: Callable[[Any], Any], job: object, group: str) -> tuple[bool, Any]:
        """Return whether a unit was done at the cluster, and what came of it."""
        client = self._client
        if client is None:
            return False, None
        try:
            worker = worker_for(group, self._workers)
            return True, submit(client, function, job, worker=worker).result(timeout=LONGEST_SECONDS)
        except (*GONE, ClusterAway) as error:
            self._lose(client, error)
            return False, None
        except Exception as error:  # a bug, or a unit that has ended several workers
            _log.exception("a unit of work failed at the cluster")
            raise WorkerEnded from error

    def _lose(self, client: "Client", error: Exception) -> None:
        """Do everything here from now on, until there is a cluster again."""
        if self._client is client:
            self._client = None
            self._tell_away(error)

    def _tell_away(self, error: Exception) -> None:
        if not self._is_told and not self._is_closed.is_set():
            self._is_told = True
            reason = str(error) or type(error).__name__
            _log.warning("the cluster is away: bots think here", extra={"address": self._address, "error": reason})

    # -- in a thread ---------------------------------------------------------------------------

    def _watch(self) -> None:
        """Connect, and again whenever the cluster has gone."""
        client: Client | None = None
        while not self._is_closed.is_set():
            if client is not None and self._client is None:
                close(client)
                client = None
            if client is None:
                client = self._connected()
            else:
                self._look_at(client)
            self._is_closed.wait(PAUSE_SECONDS)
        if client is not None:
            close(client)

    def _look_at(self, client: "Client") -> None:
        try:
            workers = workers_of(client)
            if not workers:
                raise ClusterAway("empty", address=self._address)
            self._workers = workers
        except Exception as error:  # the watch goes on, whatever the scheduler has become
            self._lose(client, error)

    def _connected(self) -> "Client | None":
        try:
            client = connect(self._address)
        except ClusterAway as error:
            self._tell_away(error)
            return None
        try:
            self._workers = workers_of(client)
            if not self._workers:
                raise ClusterAway("empty", address=self._address)
            submit(client, int).result(timeout=LONGEST_SECONDS)  # also asks for the version there
        except Exception as error:  # as above
            self._tell_away(error)
            close(client)
            return None
        self._client = client
        self._is_told = False
        _log.info("bots think at the cluster", extra={"address": self._address})
        return client

    def close(self) -> None:
        """Do no more work."""
        self._is_closed.set()
        self._client = None
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.own.close()
        self._watcher.join(timeout=2)


def pool_for(address: str, workers: int) -> Pool:
    """Return who does slow work: the cluster at *address* if there is one, else this many processes."""
    own = WorkerPool(workers)
    return ClusterPool(address, own) if address else own
