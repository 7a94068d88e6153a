"""Work for a cluster: done there while it is one, and here whatever has become of it."""

import asyncio
import logging
import operator
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from quillmap.bots import cluster as bots_cluster
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


@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
def test_what_is_no_scheduler_is_asked_again(
    answer: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The work is done here meanwhile; that nobody is there is one line, and no news after that."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 0.5)
    asked = 0
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def lie() -> None:
            nonlocal asked
            while listener.fileno() != -1:
                try:
                    caller, _ = listener.accept()
                except OSError:
                    return
                asked += 1
                with caller:
                    caller.sendall(answer)

        threading.Thread(target=lie, daemon=True).start()
        address = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        with working(address, monkeypatch) as pool:
            wait_until(lambda: any(record.name == "quillmap.work" for record in caplog.records))
            so_far = asked
            wait_until(lambda: asked > so_far + 1)
            assert is_worked(pool)
            assert not pool.is_connected
        listener.shutdown(socket.SHUT_RDWR)
    told = [(record.name, record.levelno) for record in caplog.records if record.levelno >= logging.WARNING]
    assert told == [("quillmap.work", logging.WARNING)]


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
