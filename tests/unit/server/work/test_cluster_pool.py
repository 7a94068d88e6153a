"""Work for a cluster: done there while it is one, and here whatever has become of it."""

import asyncio
import gc
import logging
import operator
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from distributed.utils import LoopRunner

from quillmap.bots import cluster as bots_cluster
from quillmap.bots.cluster import ClusterAway, connect
from quillmap.server.work import cluster_pool
from quillmap.server.work.cluster_pool import ClusterPool
from quillmap.server.work.processes import WorkerPool
from server.harness import wait_until
from unit.bots.test_cluster import local_cluster


@contextmanager
def working(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClusterPool]:
    """Give a pool that looks for its cluster all the time."""
    monkeypatch.setattr(cluster_pool, "PAUSE_SECONDS", 0.05)
    pool = ClusterPool(address, WorkerPool(1))
    try:
        yield pool
    finally:
        pool.close()


def is_worked(pool: ClusterPool) -> bool:
    """Return whether a unit of work is done."""
    return asyncio.run(pool.call(operator.neg, 21, "owner", "group")) == -21


NONSENSE = {
    "an endless frame": bytes([255] * 8),
    "frames of nothing": (24).to_bytes(8, "little") + (2).to_bytes(8, "little") + b"\xff" * 16,
    "another protocol": b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
}


@contextmanager
def lying(answer: bytes) -> Iterator[tuple[str, list[int]]]:
    """Answer whoever connects with nonsense; yield the address, and a list of how often somebody did."""
    asked = [0]
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def lie() -> None:
            while listener.fileno() != -1:
                try:
                    caller, _ = listener.accept()
                except OSError:
                    return
                asked[0] += 1
                with caller:
                    caller.sendall(answer)

        threading.Thread(target=lie, daemon=True).start()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}", asked
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
def test_what_is_no_scheduler_is_asked_again(
    answer: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The work is done here meanwhile; that nobody is there is one line, and no news after that."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 0.5)
    with lying(answer) as (address, asked), working(address, monkeypatch) as pool:
        wait_until(lambda: any(record.name == "quillmap.work" for record in caplog.records))
        so_far = asked[0]
        wait_until(lambda: asked[0] > so_far + 1)
        assert is_worked(pool)
        assert not pool.is_connected
    told = [(record.name, record.levelno) for record in caplog.records if record.levelno >= logging.WARNING]
    assert told == [("quillmap.work", logging.WARNING)]


@pytest.mark.parametrize("answer", [b"", *NONSENSE.values()], ids=["nothing", *NONSENSE])
def test_nothing_is_left_of_a_connection_that_failed(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread, and nothing that waits for a lock of Dask when it is found as garbage, maybe by who has that lock."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 0.5)
    with lying(answer) as (address, _):
        loops = 0
        for _ in range(3):
            with pytest.raises(ClusterAway):
                connect(address)
            loops = loops or _loops()
    with LoopRunner._lock:
        collecting = threading.Thread(target=gc.collect)
        collecting.start()
        collecting.join(20)
        is_stuck = collecting.is_alive()
    collecting.join()
    assert not is_stuck
    assert _loops() == loops


def _loops() -> int:
    """Return how many threads have an event loop of Dask."""
    return sum(thread.name == "IO loop" for thread in threading.enumerate())


def test_a_cluster_that_vanishes_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was to be done there is done here."""
    with local_cluster() as cluster, working(cluster.scheduler_address, monkeypatch) as pool:
        wait_until(lambda: pool.is_connected)
        assert is_worked(pool)
        assert pool.is_connected
        cluster.close()
        assert is_worked(pool)
        wait_until(lambda: not pool.is_connected)
        assert is_worked(pool)
