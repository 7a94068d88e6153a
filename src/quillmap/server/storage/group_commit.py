"""A thread that stores writes in groups: all that wait become one transaction, and each is reported when it is durable.

A write is stored as a whole or not at all. One that fails takes only those with it that build on it.

A commit costs about the same for one write as for ten, and so does waking the threads that wait for it. So on a server
that has much to write, transactions begin at a pace, and each takes along what has come meanwhile.
"""

import asyncio
import logging
import math
import queue
import re
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from quillmap.server.problems import Problem
from quillmap.server.storage.rows import Claim
from quillmap.server.tables.tokens import id_for_log

MOST_AT_ONCE: Final = 512
"""Writes of one transaction."""
BUSY_RATE: Final = 800.0
"""Writes a second from which on they are gathered. With fewer the processor has time for each by itself."""
GATHER_SECONDS: Final = 0.007
"""From the beginning of a transaction with writes of several tables to the next: people don't notice it."""
RATE_SECONDS: Final = 1.0
"""How long writes count for the rate: a burst of a moment, as at the end of a large table's round, is none."""

_QUOTED: Final = re.compile(r"""("[^"]*"|'[^']*')""")

Content = TypeVar("Content")

_log = logging.getLogger("quillmap.storage")


class BuiltOnFailure(Exception):
    """A write was not stored because one before it could not be."""


class StorageLost(Exception):
    """Nothing can be stored now, whatever it is."""


class Waiting(NamedTuple, Generic[Content]):
    """A write that waits for its transaction."""

    claim: Claim | None
    """What it builds on; None if it stands alone."""
    content: Content
    stored: asyncio.Future[None]


class WriteRate:
    """How many writes a second there were lately, the latest counting most."""

    def __init__(self) -> None:
        self._rate = 0.0
        self._moment = -math.inf

    def after(self, writes: int, now: float) -> float:
        """Count some writes more, and return the rate."""
        self._rate = self._rate * math.exp((self._moment - now) / RATE_SECONDS) + writes / RATE_SECONDS
        self._moment = now
        return self._rate


class GroupCommit(Generic[Content]):
    """Stores what it is given by *transaction*, which runs in a thread and raises if nothing was stored."""

    def __init__(self, transaction: Callable[[Sequence[Content]], None], *, idle_seconds: float | None = None) -> None:
        self.transaction = transaction
        self._idle_seconds = idle_seconds
        """After how long without a write the transaction is called with nothing; None if it never is."""
        self.last_commit = -math.inf
        """When something was last stored, by the monotonic clock."""
        self.on_commit: Callable[[int, float], None] | None = None
        """Called after every commit with the number of writes in it and the seconds it took."""
        self._rate = WriteRate()
        self._waiting: queue.SimpleQueue[Waiting[Content] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def put(self, claim: Claim | None, content: Content) -> asyncio.Future[None]:
        """Queue a write; the future is done when it is durable, or fails with the problem ``not-stored``."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(Waiting(claim, content, stored))
        return stored

    def close(self) -> None:
        """Store what is queued, and end the thread."""
        self._waiting.put(None)
        self._thread.join()

    # -- in the thread -------------------------------------------------------------------------

    def _write_on(self) -> None:
        while (first := self._next()) is not None:
            batch = [first]
            is_last = False
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    is_last = True
                    break
                batch.append(following)
            began = time.monotonic()
            is_busy = self._rate.after(len(batch), began) >= BUSY_RATE
            self._store(batch)
            if is_last:
                return
            if is_busy and _is_of_several_tables(batch):
                time.sleep(max(0.0, began + GATHER_SECONDS - time.monotonic()))

    def _next(self) -> Waiting[Content] | None:
        while True:
            try:
                return self._waiting.get(timeout=self._idle_seconds)
            except queue.Empty:
                if self._error_of([]) is None:
                    self.last_commit = time.monotonic()

    def _store(self, batch: list[Waiting[Content]]) -> None:
        start = time.perf_counter()
        error = self._error_of(batch)
        if error is None:
            self.last_commit = time.monotonic()
            if self.on_commit is not None:
                self.on_commit(len(batch), time.perf_counter() - start)
        elif len(batch) > 1 and not isinstance(error, StorageLost):
            # One bad write must not take the others with it: each gets its own transaction now.
            for each in batch:
                self._store([each])
            return
        else:
            for each in batch:
                if each.claim is not None:
                    each.claim.is_lost = True
        batch[0].stored.get_loop().call_soon_threadsafe(_report, batch, error)

    def _error_of(self, batch: list[Waiting[Content]]) -> Exception | None:
        if any(each.claim is not None and each.claim.is_lost for each in batch):
            return BuiltOnFailure("an earlier change could not be stored")
        try:
            self.transaction([each.content for each in batch])
        except StorageLost as error:
            self.last_commit = -math.inf  # what was stored before proves nothing any more
            return error
        except Exception as error:  # also a value that the database has no type for: the thread outlives every write
            return error
        return None


def _is_of_several_tables(batch: Sequence[Waiting[Content]]) -> bool:
    """Return whether it is worth while to wait for more like these.

    Those of a single table say nothing: what it writes next often has to wait for what it has just written.
    """
    return batch[0].claim is not batch[-1].claim


def told(error: Exception) -> str:
    """Return what went wrong for the log, without what is in the rows: ids of tables open them, hashes find players.

    Databases quote values, and name those of a whole row in the lines after the first.
    """
    first, *_ = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {_QUOTED.sub('…', first)}"


def _report(batch: Sequence[Waiting[Content]], error: Exception | None) -> None:
    """Tell those who wait; this runs on the event loop."""
    for each in batch:
        if each.stored.done():  # whoever waited has gone
            continue
        if error is None:
            each.stored.set_result(None)
        else:
            if not isinstance(error, StorageLost):  # which is known, and is not the fault of this write
                table = "" if each.claim is None else each.claim.table
                _log.error("could not be stored", extra={"table": id_for_log(table), "error": told(error)})
            each.stored.set_exception(Problem("not-stored"))
