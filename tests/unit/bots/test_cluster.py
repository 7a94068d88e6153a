"""Work on a Dask cluster: a real scheduler and two workers, which live in this process."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from distributed import LocalCluster

from golden.make_games import KINDS, play
from quillmap import __version__
from quillmap.bots import cluster as bots_cluster
from quillmap.bots.cluster import (
    ClusterAway,
    ClusterExecutor,
    connect,
    connected,
    is_address,
    run_unit,
    submit,
    worker_for,
    workers_of,
)
from quillmap.bots.series import play_series
from quillmap.play.record import write_record
from quillmap.rules.ids import Seat
from quillmap.server.games import review_work
from quillmap.server.games.records import sent_record
from quillmap.server.protocol.reviews import ReviewAccount
from unit.bots.test_series import SERIES, _figures
from unit.cli.conftest import Run, run

__all__ = ["run"]  # a fixture

NOWHERE = "tcp://127.0.0.1:1"
PLAYOUTS = 2


def local_cluster() -> LocalCluster:
    """Return a new cluster on this machine."""
    return LocalCluster(n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=":0")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a cluster."""
    with local_cluster() as found:
        yield found.scheduler_address


@pytest.fixture(autouse=True)
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a cluster that is there all the time it needs, however busy this machine is."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 120.0)


def expect_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find out soon that nobody is there."""
    monkeypatch.setattr(bots_cluster, "CONNECT_SECONDS", 0.2)


def test_a_series_is_the_same_on_a_cluster(address: str) -> None:
    """Whichever worker plays which part."""
    with connected(address) as client:
        assert _figures(play_series(SERIES, ClusterExecutor(client))) == _figures(play_series(SERIES))


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
