"""Load tests, server and clients on one machine: ``python tests/load/load.py all`` prints a Markdown table.

- ``party``: one table of 100 live seats plays a whole game.
- ``tables``: 500 tables of four sockets, each seat drawing every five seconds.
- ``postgresql``: half as many, kept in a PostgreSQL on the same machine.
- ``nodes``: the same on one node and on three, with HAProxy in front of them; no part of ``all``.
- ``bots``: the same as ``tables``, while a table of bots plays one game after the other at full speed.
- ``reviews``: the same as ``bots``, while four solo games at a time are reviewed.
- ``archive``: 10 000 finished games in the file: start-up, and opening a replay.
- ``neighbour``: one address does its worst while others play.
- ``breaking``: more and more tables, until it breaks.
- ``cost``: processor time of a drawing, at a moderate pace. Other checkouts may take turns: ``--against FOLDER``. It is
  no part of ``all``.

Everything that was measured goes to standard error as JSON lines, one for each test. Nothing else should run meanwhile.
"""

import argparse
import json
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from load.cost import costs  # the tests are put on the path above
from load.machine import server  # as above
from load.many_nodes import tables_on_nodes  # as above
from load.reviewing import tables_beside_reviews  # as above
from load.scenarios import Found, archive, party, tables, tables_beside_bots  # as above
from load.worst_neighbour import worst_neighbour  # as above
from server.storage.postgres import PostgresServer  # as above

BROKEN_MS: Final = 1000
"""An acknowledgement that takes longer in one case of a hundred is no play any more."""
STEP: Final = 250
NOTHING: Final = "–"
HEADER: Final = "| load | figure | must hold | |\n|---|---|---|---|\n"


def row(load: str, figure: str, must: str, *, holds: bool) -> str:
    """Return a line of the table."""
    verdict = "" if must == NOTHING else "yes" if holds else "**no**"
    return f"| {load} | {figure} | {must} | {verdict} |\n"


def party_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure one large table."""
    found = _on_a_server(folder / "party", party, wishes.seats)
    _note("party", found)
    delay = found["next_card_on_all_screens_ms"]
    yield row(
        f"one table of {wishes.seats} live seats, a whole game: last drawing to next card on all screens",
        f"p50 {delay['p50']:g} ms, p99 {delay['p99']:g} ms; {found['server_memory_mb']} MB",
        "p99 under 150 ms",
        holds=delay["p99"] < 150 and not found["errors"],
    )


def tables_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure many tables."""
    found = _on_a_server(folder / "tables", tables, wishes.tables, wishes.seconds)
    _note("tables", found)
    yield _tables_row(f"{wishes.tables} tables of 4 sockets: drawing to acknowledgement", found)


def postgresql_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure many tables that are kept in PostgreSQL."""
    postgres = PostgresServer(is_durable=True)
    try:
        database = postgres.new_database()
        found = _on_a_server(folder / "postgresql", tables, wishes.tables // 2, wishes.seconds, options=(database,))
    finally:
        postgres.close()
    _note("postgresql", found)
    yield _tables_row(f"{wishes.tables // 2} tables of 4 sockets, kept in PostgreSQL on this machine", found)


def nodes_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure many tables on one node and on three that share a PostgreSQL."""
    for nodes in (1, 3):
        found = tables_on_nodes(folder / f"nodes-{nodes}", nodes, wishes.tables, wishes.seconds, wishes.share)
        _note("nodes", found)
        most = f" with {wishes.share:g} of a core each" if wishes.share else ""
        idle = found["idle_processors"]
        what = f"{wishes.tables} tables of 4 sockets, nodes: {nodes}{most}, of all cores idle: {idle:g}"
        yield _tables_row(what, found, must=NOTHING)


def bots_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure many tables beside one at which only bots play."""
    for seats, level in ((4, wishes.level), (100, "random")):
        data = folder / f"bots-{seats}"
        found = _on_a_server(data, tables_beside_bots, wishes.tables, wishes.seconds, seats, level)
        _note("bots", found)
        beside = found["beside"]
        yield _tables_row(
            f"the same beside {seats} bots ({level}) at full speed: {beside['seconds_a_game']:g} s a game", found
        )


def reviews_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure many tables beside bots and reviews."""
    asked = wishes.tables, wishes.seconds, wishes.level
    found = _on_a_server(folder / "reviews", tables_beside_reviews, *asked)
    _note("reviews", found)
    beside, alone = found["beside"], found["bots_alone"]["seconds_a_game"]
    reviews, game = beside["reviews"], beside["bots"]["seconds_a_game"]
    yield _tables_row(f"the same beside {reviews['at_once']} reviews at a time, and four bots ({wishes.level})", found)
    yield row(
        "a game of these bots, without tables and reviews, and beside them",
        f"{alone:g} s, {game:g} s",
        NOTHING,
        holds=True,
    )
    first, whole = reviews["first_result_ms"], reviews["whole_ms"]
    yield row(
        f"{reviews['done']} reviews meanwhile, {reviews['at_once']} at a time: first result, whole review",
        f"p50 {first['p50'] / 1000:.1f} s, p50 {whole['p50'] / 1000:.1f} s",
        NOTHING,
        holds=True,
    )


def archive_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure a server with many finished games."""
    found = archive(folder, wishes.games)
    _note("archive", found)
    what = f"{wishes.games} finished games in the file ({found['file_mb']} MB)"
    start, replay = found["start_seconds"], found["replay_ms"]
    yield row(f"{what}: start-up", f"{start:g} s", "under 2 s", holds=start < 2)
    yield row(f"{what}: a replay in the moment of starting", f"{found['first_replay_ms']:g} ms", NOTHING, holds=True)
    times = f"p50 {replay['p50']:g} ms, p99 {replay['p99']:g} ms"
    yield row(f"{what}: opening a replay", times, "under 50 ms", holds=replay["p99"] < 50)


def neighbour_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure what others notice of one address that does its worst."""
    with server(folder / "neighbour", "limited") as (url, process):
        found = uvloop.run(worst_neighbour(url, process, 2 * wishes.seconds, wishes.addresses, wishes.niceness))
    _note("neighbour", found)
    who = "the worst neighbour" if wishes.addresses == 1 else f"the {wishes.addresses} worst neighbours"
    worst = f"beside {who} for {2 * wishes.seconds:g} s"
    for what, key, most in (
        ("drawing to acknowledgement", "moves_ms", 150),
        ("the same five seconds later", "moves_after_ms", 100),
        ("first answer of a bot", "bots_ms", 3000),
        ("the page and what it needs", "pages_ms", 2000),
    ):
        times = found[key]
        figure = f"p50 {times['p50']:g} ms, p99 {times['p99']:g} ms"
        yield row(f"{worst}: {what}", figure, f"p99 under {most} ms", holds=times["p99"] < most)
    memory = found["most_memory_mb"]
    yield row(f"{worst}: memory, errors", f"{memory} MB, {found['errors']}", "under 700 MB, 0", holds=memory < 700)


def breaking_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Raise the number of tables until it breaks."""
    good: Found | None = None
    for count in range(wishes.tables + STEP, 100 * STEP, STEP):
        found = _on_a_server(folder / f"breaking-{count}", tables, count, wishes.seconds)
        _note("breaking", found)
        if found["errors"] or found["acknowledgement_ms"]["p99"] > BROKEN_MS:
            if good is not None:
                yield _tables_row(f"{good['tables']} tables of 4 sockets", good, must=NOTHING)
            yield _tables_row(f"{count} tables of 4 sockets: {what_broke(found)}", found, must=NOTHING)
            return
        good = found


def cost_rows(folder: Path, wishes: argparse.Namespace) -> Iterator[str]:
    """Measure what a drawing costs."""
    for name, found in costs(folder, wishes.tables, wishes.pause, wishes.turns, wishes.against).items():
        _note("cost", {"server": name, **found})
        cost = found["ms_a_drawing"]
        yield row(
            f"{wishes.tables} tables of 4 sockets, {name}: processor time of a drawing",
            f"least {cost['least']:g} ms, median {cost['median']:g} ms;"
            f" {found['drawings_per_second']} drawings a second, {found['errors']} errors,"
            f" {found['server_memory_mb']} MB",
            NOTHING,
            holds=True,
        )


def what_broke(found: Found) -> str:
    """Say what was used up first."""
    answer, lag = found["acknowledgement_ms"]["p99"], found["client_lag_ms"]["p99"]
    if found["errors"]:
        return f"{found['errors']} errors"
    if found["server_processor"] > 0.85:
        return f"the server's processor is used up ({found['server_processor']:.0%} of a core)"
    if lag > answer / 3:
        return "the clients of this test are too slow themselves"
    return f"neither processor nor clients: the disk ({found['commits']['mean_ms']:g} ms a commit)"


def _tables_row(load: str, found: Found, must: str = "p99 under 100 ms, no error, under 600 MB") -> str:
    answer = found["acknowledgement_ms"]
    figure = (
        f"p50 {answer['p50']:g} ms, p99 {answer['p99']:g} ms; {found['drawings_per_second']} drawings a second,"
        f" {found['errors']} errors, {found['server_memory_mb']} MB, {found['server_processor']:.0%} of a core,"
        f" {found['server_ms_a_drawing']:g} ms of it a drawing"
    )
    holds = answer["p99"] < 100 and not found["errors"] and found["server_memory_mb"] < 600
    return row(load, figure, must, holds=holds)


def _on_a_server(
    data: Path, play: Callable[..., Coroutine[Any, Any, Found]], *wishes: Any, options: Sequence[str] = ()
) -> Found:
    with server(data, *options) as (url, process):
        return uvloop.run(play(url, process, *wishes))


def _note(test: str, found: Found) -> None:
    sys.stderr.write(json.dumps({"test": test, **found}) + "\n")
    sys.stderr.flush()


TESTS: Final = {
    "party": party_rows,
    "tables": tables_rows,
    "postgresql": postgresql_rows,
    "bots": bots_rows,
    "reviews": reviews_rows,
    "archive": archive_rows,
    "neighbour": neighbour_rows,
    "breaking": breaking_rows,
}
APART: Final = {"cost": cost_rows, "nodes": nodes_rows}
"""No part of ``all``."""


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*TESTS, *APART, "all"])
    parser.add_argument("--seats", type=int, default=100)
    parser.add_argument("--tables", type=int, help="unless told 500, or 100 for cost")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--level", default="surveyor", help="of the four bots")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--addresses", type=int, default=1, help="of neighbours that do their worst")
    parser.add_argument("--share", type=float, help="of a core, that each node may use, for nodes; as root")
    parser.add_argument("--niceness", type=int, default=0, help="of these neighbours' own programs")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before a seat draws again, for cost")
    parser.add_argument("--turns", type=int, default=15, help="of every server, a second each")
    parser.add_argument("--against", type=Path, action="append", default=[], help="another checkout that is set up")
    wishes = parser.parse_args()
    wishes.tables = wishes.tables or (100 if wishes.what == "cost" else 500)
    sys.stdout.write(HEADER)
    with TemporaryDirectory() as name:
        for what in TESTS if wishes.what == "all" else (wishes.what,):
            for line in (TESTS | APART)[what](Path(name), wishes):
                sys.stdout.write(line)
                sys.stdout.flush()


if __name__ == "__main__":
    main()
