"""Work on a Dask cluster: a real scheduler and two workers, which live in this process."""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, ClassVar

import dask
import msgspec
import pytest
from distributed import LocalCluster, get_worker

from golden.make_games import KINDS, play
from quillmap import __version__
from quillmap.bots import cluster as bots_cluster
from quillmap.bots.cluster import (
    ClusterAway,
    ClusterExecutor,
    SchedulerGone,
    close,
    connect,
    connected,
    is_address,
    run_unit,
    submit,
    worker_for,
    workers_of,
)
from quillmap.bots.series import play_series
from quillmap.fast import readiness
from quillmap.play.record import write_record
from quillmap.rules.ids import Seat
from quillmap.server.games import review_work
from quillmap.server.games.records import sent_record
from quillmap.server.protocol.review_bodies import ReviewAccount
from quillmap.server.work import cluster_pool
from quillmap.server.work.cluster_pool import ClusterPool
from quillmap.server.work.processes import WorkerPool
from server.harness import LONGEST_WAIT, awaited, wait_until
from server.ports import free_port
from unit.bots.test_series import SERIES, _figures
from unit.cli.conftest import Run, run

__all__ = ["run"]  # a fixture

NOWHERE = "tcp://127.0.0.1:1"
PLAYOUTS = 2


def local_cluster(workers: int = 2, port: int = 0) -> LocalCluster:
    """Return a new cluster on this machine."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        scheduler_port=port,
        dashboard_address=":0",
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Run a cluster that the tests of this module share."""
    with local_cluster() as found:
        yield found


@pytest.fixture(scope="module")
def address(cluster: LocalCluster) -> str:
    """Return the address of a cluster."""
    found: str = cluster.scheduler_address
    return found


@pytest.fixture(autouse=True)
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a cluster that is there all the time it needs, however busy this machine is."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 120.0)
    monkeypatch.setattr(bots_cluster, "CLOSE_SECONDS", 120.0)
    monkeypatch.setattr(cluster_pool, "LONGEST_SECONDS", 120.0)


def expect_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find out soon that nobody is there."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 0.2)


def test_a_series_is_the_same_on_a_cluster(address: str) -> None:
    """Whichever worker plays which part."""
    with connected(address) as client:
        assert _figures(play_series(SERIES, ClusterExecutor(client))) == _figures(play_series(SERIES))


class Trap:
    """A worker that does not get done, as one whose machine is about to fail."""

    address = ""
    is_reached = threading.Event()
    is_opened = threading.Event()
    begun: ClassVar[list[int]] = []


def set_trap(address: str) -> None:
    """Let the worker at *address* wait in the middle of its next unit."""
    Trap.address = address
    Trap.is_reached.clear()
    Trap.is_opened.clear()
    Trap.begun.clear()


def do_a_unit(number: int) -> int:
    """Return a number; at the worker in the trap, later."""
    Trap.begun.append(number)
    if get_worker().address == Trap.address:
        Trap.is_reached.set()
        Trap.is_opened.wait(LONGEST_WAIT)
    return number


def test_a_lost_worker_costs_only_its_units(cluster: LocalCluster, address: str) -> None:
    """What it was working on, and what waited for it, is done by the others."""
    with connected(address) as client:
        cluster.scale(3)
        wait_until(lambda: 2 in cluster.workers)
        set_trap(cluster.workers[2].address)
        units = [submit(client, do_a_unit, number, worker=Trap.address) for number in range(3)]
        assert Trap.is_reached.wait(LONGEST_WAIT)
        cluster.sync(cluster.workers[2].close, executor_wait=False)
        Trap.is_opened.set()
        assert [unit.result(LONGEST_WAIT) for unit in units] == [0, 1, 2]
        assert len(Trap.begun) == 4
        cluster.scale(2)
        wait_until(lambda: len(workers_of(client)) == 2)


def test_a_lost_scheduler_ends_all_units() -> None:
    """Whoever waits for them is told; so is whoever asks for the workers, or sends one more."""
    cluster = local_cluster(1)
    client = connect(cluster.scheduler_address)
    set_trap(cluster.workers[0].address)
    answers = [ClusterExecutor(client).submit(do_a_unit, number) for number in range(3)]
    assert Trap.is_reached.wait(LONGEST_WAIT)
    cluster.sync(cluster.scheduler.close)
    for answer in answers:
        with pytest.raises(CancelledError):
            answer.result(LONGEST_WAIT)
    Trap.is_opened.set()
    with pytest.raises(SchedulerGone):
        workers_of(client)
    close(client)
    with pytest.raises(SchedulerGone):
        submit(client, int)
    with dask.config.set({"distributed.comm.timeouts.connect": 0.1}):  # it would look for its scheduler
        cluster.close()


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


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler is reached by TCP, plain or encrypted."""
    assert is_address("tcp://10.0.0.9:8786")
    assert is_address("tls://scheduler:8786")
    assert not any(map(is_address, ("", "10.0.0.9:8786", "http://10.0.0.9", "tcp://", "tcp://host:")))
    expect_nobody(monkeypatch)
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


def test_a_review_is_the_same_at_a_cluster_and_on_the_command_line(
    run: Run, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server hands it to a cluster part by part; every number is that of ``quillmap review``."""
    monkeypatch.setattr(review_work, "be_nice", lambda: None)
    file = tmp_path / "quillmap.jsonl"
    file.write_text(write_record(play(KINDS["solo-base"]).log), encoding="utf-8")
    record = sent_record(file.read_text(encoding="utf-8"))
    found: list[review_work.SentResult] = []
    with connected(address) as client:
        worker = worker_for(record.name, workers_of(client))
        while not found or not isinstance(found[-1], ReviewAccount):
            job = review_work.ReviewJob(record, Seat(0), len(found), PLAYOUTS)
            found += submit(client, review_work.review_part, job, worker=worker).result().results
    written = run("review", str(file), "--budget", str(PLAYOUTS), "--json")
    (told,) = json.loads(written.out)["seats"]
    *parts, account = json.loads(msgspec.json.encode(found))
    for decision in told["decisions"]:
        for valued in (decision["played"], *decision["best"]):
            del valued["move"]["seat"]  # which the server leaves out, as clients do
    in_order = sorted(parts, key=lambda each: each["event"])
    assert [each for each in in_order if "ask" in each] == told["decisions"]
    assert [each for each in in_order if "luck" in each] == told["cards"]
    del account["method"]
    assert account == {key: told[key] for key in account}


def test_bench_adds_up_all_workers(run: Run, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is measured while the others are; without compiled rules that takes no time."""
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    outcome = run("bench", "--seconds", "0.01", "--cluster", address)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("Cluster: 2 workers")
    assert len(outcome.out.splitlines()) == 4


@pytest.mark.parametrize("command", ["simulate", "train", "bench"])
def test_a_cluster_that_is_not_there_is_named(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line."""
    expect_nobody(monkeypatch)
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


def test_a_server_falls_back_to_its_own_processes(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line in the log when the cluster has gone; when it is back, it is used again."""
    monkeypatch.setattr(cluster_pool, "PAUSE_SECONDS", 0.2)
    caplog.set_level(logging.INFO, "quillmap.work")
    own, port = Here(1), free_port()

    def ask(pool: ClusterPool, text: str) -> int:
        return awaited(pool.call(len, text, "owner", "game"))

    with local_cluster(1, port) as cluster:
        pool = ClusterPool(cluster.scheduler_address, own)
        wait_until(lambda: pool.is_connected)
        assert ask(pool, "abc") == 3
        assert own.calls == 0
    assert [ask(pool, "x" * number) for number in range(4)] == [0, 1, 2, 3]
    assert own.calls == 4
    with local_cluster(1, port):
        wait_until(lambda: pool.is_connected)
        assert ask(pool, "abcde") == 5
        assert own.calls == 4
        pool.close()
    there, away = "bots think at the cluster", "the cluster is away: bots think here"
    assert [record.message for record in caplog.records] == [there, away, there]
