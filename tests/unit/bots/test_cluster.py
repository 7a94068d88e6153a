"""Work on a Dask cluster: a real scheduler and two workers, which live in this process."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from quillmap import __version__
from quillmap.bots import cluster as bots_cluster
from quillmap.bots.cluster import (
    ClusterAway,
    ClusterExecutor,
    connect,
    connected,
    is_address,
    run_unit,
    worker_for,
    workers_of,
)
from quillmap.bots.series import play_series
from quillmap.fast import readiness
from quillmap.server.work import cluster_pool
from quillmap.server.work.cluster_pool import ClusterPool
from quillmap.server.work.processes import WorkerPool
from server.harness import wait_until
from unit.bots.test_series import SERIES, _figures
from unit.cli.conftest import Run, run

__all__ = ["run"]  # a fixture

NOWHERE = "tcp://127.0.0.1:1"


def local_cluster() -> LocalCluster:
    """Return a new cluster on this machine."""
    return LocalCluster(n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=":0")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a cluster."""
    with local_cluster() as found:
        yield found.scheduler_address


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find out soon that nobody is there."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(cluster_pool, "PAUSE_SECONDS", 0.05)


def test_a_series_is_the_same_on_a_cluster(address: str) -> None:
    """Whichever worker plays which part."""
    with connected(address) as client:
        assert _figures(play_series(SERIES, ClusterExecutor(client))) == _figures(play_series(SERIES))


def test_a_lost_worker_costs_only_its_units() -> None:
    """What it was working on is done by the others, and nobody notices."""
    with local_cluster() as cluster, connected(cluster.scheduler_address) as client:
        lost: list[int] = []

        def lose_one(_done: int) -> None:
            if not lost:
                lost.append(1)
                cluster.sync(cluster.workers[0].close)

        assert _figures(play_series(SERIES, ClusterExecutor(client), lose_one)) == _figures(play_series(SERIES))
        assert len(workers_of(client)) == 1


def test_units_of_one_game_go_to_one_worker() -> None:
    """It remembers how far a review was; different games share the workers out."""
    workers = ["tcp://a", "tcp://b"]
    assert {worker_for("game", workers) for _ in range(5)} < set(workers)
    assert {worker_for(f"game {number}", workers) for number in range(20)} == set(workers)


def test_workers_with_another_version_are_not_asked() -> None:
    """Their results could differ."""
    assert run_unit(__version__, len, "abc") == 3
    with pytest.raises(ClusterAway, match=r"have version .*, this program has 0\.0"):
        run_unit("0.0", len, "abc")


def test_addresses() -> None:
    """A scheduler is reached by TCP, plain or encrypted."""
    assert is_address("tcp://10.0.0.9:8786")
    assert is_address("tls://scheduler:8786")
    assert not any(map(is_address, ("", "10.0.0.9:8786", "http://10.0.0.9", "tcp://", "tcp://host:")))
    with pytest.raises(ClusterAway, match="no Dask scheduler"):
        connect(NOWHERE)


def test_commands_use_a_cluster(run: Run, address: str) -> None:
    """Figures are those of the same command without it."""
    command = ("simulate", "--games", "4", "--bots", "random,random", "--json")
    here, there = run(*command, "--jobs", "1"), run(*command, "--cluster", address)
    assert (there.code, there.err) == (0, "")
    figures = [json.loads(each.out) for each in (here, there)]
    for each in figures:
        del each["games_per_second"]
        for seat in each["seats"]:
            del seat["milliseconds_per_move"]
    assert figures[0] == figures[1]


def test_bench_adds_up_all_workers(run: Run, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is measured while the others are; without compiled rules that takes no time."""
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    outcome = run("bench", "--seconds", "0.01", "--cluster", address)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("Cluster: 2 workers")
    assert len(outcome.out.splitlines()) == 4


@pytest.mark.parametrize("command", ["simulate", "train", "bench"])
def test_a_cluster_that_is_not_there_is_named(run: Run, command: str, tmp_path: Path) -> None:
    """In one line."""
    weights = [str(tmp_path / "weights.json")] if command == "train" else []
    for wrong, words in ((NOWHERE, "There is no Dask scheduler at tcp://127.0.0.1:1."), ("nowhere", "not the address")):
        outcome = run(command, *weights, "--cluster", wrong)
        assert outcome.code == 2
        assert words in outcome.err
        assert outcome.err.count("\n") == 1


class Here(WorkerPool):
    """Works in this process, and counts how often."""

    calls = 0

    def call_now(self, function: Callable[[Any], Any], job: object) -> Any:
        """Call a function."""
        self.calls += 1
        return function(job)


def fails(_: object) -> None:
    """Fail."""
    raise ZeroDivisionError


def test_a_server_falls_back_to_its_own_processes(caplog: pytest.LogCaptureFixture) -> None:
    """One line in the log when the cluster has gone; when it is back, it is used again."""
    caplog.set_level(logging.WARNING, "quillmap.work")

    async def ask(pool: ClusterPool, text: str) -> int:
        return await pool.call(len, text, "owner", "game")

    async def test() -> None:
        cluster = local_cluster()
        own = Here(1)
        pool = ClusterPool(cluster.scheduler_address, own)
        await asyncio.to_thread(wait_until, lambda: pool.is_connected)
        assert await ask(pool, "abc") == 3
        assert own.calls == 0
        await asyncio.to_thread(cluster.close)
        assert [await ask(pool, "x" * number) for number in range(4)] == [0, 1, 2, 3]
        assert own.calls >= 1
        await asyncio.to_thread(wait_until, lambda: not pool.is_connected)
        pool.close()

    asyncio.run(test())
    assert [record.message for record in caplog.records] == ["the cluster is away: bots think here"]
