"""Worker processes of the server: each calls one function at a time, and talks over its standard input and output.

A worker ends when the server's end of its pipe closes, and looks now and then, while it is busy, whether the server is
still there. So it never outlives the server, however that ended.
"""

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from quillmap.server.work.fair_queue import FairQueue, Turn
from quillmap.server.work.pool import Pool, PoolClosed, WorkerEnded

LOOK_SECONDS: Final = 0.5
"""How often a worker looks whether its server is still there."""
NICENESS: Final = 5
"""People come first: the server and its sockets get the processor before any worker."""

Job = TypeVar("Job")
Result = TypeVar("Result")

_log = logging.getLogger("quillmap.work")


class _Worker:
    """One process, and the pipes to it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "quillmap.server.work.processes"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def call(self, function: Callable[[Any], Any], argument: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        pickle.dump((function, argument), self.process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
        self.process.stdin.flush()
        return pickle.load(self.process.stdout)  # our own process wrote it

    def close(self) -> None:
        # What a dead worker has not read can't be written any more, and is not needed.
        with suppress(BrokenPipeError), self.process as process:  # closes the pipes, and waits for the worker
            process.terminate()


class WorkerPool(Pool):
    """Up to *workers* processes, started when they are needed. Jobs wait for them in a fair queue."""

    def __init__(self, workers: int) -> None:
        self.queue = FairQueue(workers)
        self.at_once = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="work")
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._is_closed = False

    async def call_when_due(
        self, function: Callable[[Job], Result], prepare: Callable[[], Awaitable[Job]], owner: str, group: str
    ) -> Result:
        """Do the same with a job that is made when its turn has come, so that waiting jobs take no memory."""
        turn = await self.queue.acquire(owner, group)
        try:
            self._check_open()
            job = await prepare()
            self._check_open()
            answer = asyncio.get_running_loop().run_in_executor(self._threads, self.call_now, function, job)
        except BaseException:
            self.queue.release(turn)
            raise
        # The turn ends with the work, even if the caller has gone: a process can't be interrupted.
        answer.add_done_callback(partial(self._end_turn, turn))
        try:
            found: Result = await asyncio.shield(answer)
        except asyncio.CancelledError:
            if answer.cancelled():  # no thread was free for it before the pool was closed
                raise PoolClosed from None
            raise
        return found

    def _check_open(self) -> None:
        if self._is_closed:
            raise PoolClosed

    def _end_turn(self, turn: Turn, answer: asyncio.Future[Any]) -> None:
        self.queue.release(turn)
        if not answer.cancelled():
            answer.exception()  # the caller may have gone; nobody else needs the error

    def call_now(self, function: Callable[[Any], Any], job: object) -> Any:
        """Do the same in this thread, without waiting for a turn."""
        worker: _Worker | None = None
        try:
            worker = self._worker()
            self._busy.add(worker)
            found = worker.call(function, job)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            if not self._is_closed:
                _log.exception("a worker ended, or could not be started")
            if worker is not None:
                worker.close()
            raise (PoolClosed if self._is_closed else WorkerEnded) from error
        except BaseException:  # a bug: what the process is doing is not known any more
            if worker is not None:
                worker.close()
            raise
        finally:
            if worker is not None:
                self._busy.discard(worker)
        if self._is_closed:
            worker.close()
        else:
            self._idle.append(worker)  # lists are safe to pop from and append to in any thread
        return found

    def _worker(self) -> _Worker:
        try:
            return self._idle.pop()
        except IndexError:
            return _Worker()

    @property
    def idle(self) -> list[int]:
        """The processes that have nothing to do, by their number."""
        return [worker.process.pid for worker in self._idle]

    def close(self) -> None:
        """End all workers, whatever they are doing; on a busy machine that takes a while, for which nobody waits."""
        self._is_closed = True
        idle: list[_Worker] = []
        while self._idle:
            idle.append(self._idle.pop())
        for worker in (*self._busy, *idle):
            worker.process.terminate()
        self._threads.shutdown(wait=False, cancel_futures=True)
        threading.Thread(target=_close_all, args=(idle,), name="worker-ends").start()


def _close_all(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.close()


def _end_with(server: int) -> None:
    """End this process as soon as it has another parent than the *server*, whatever it is doing."""
    while os.getppid() == server:
        time.sleep(LOOK_SECONDS)
    os._exit(0)


def main() -> None:
    """Run as a worker: do what the input says until it ends."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal reaches everybody: the server ends its workers
    calls = sys.stdin.buffer
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a function prints must not get between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            function, argument = pickle.load(calls)
        except (EOFError, pickle.UnpicklingError):  # the server has ended, perhaps in the middle of a call
            return
        try:
            pickle.dump(function(argument), replies, protocol=pickle.HIGHEST_PROTOCOL)
            replies.flush()
        except BrokenPipeError:  # the server was killed: nobody is left to be told, of this either
            os._exit(0)


if __name__ == "__main__":
    main()
