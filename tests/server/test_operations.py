"""What a host needs: health, figures, backup, options, retention."""

import asyncio
import json
import logging
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest
from msgspec.structs import replace as replace_fields

from quillmap.cli import main
from quillmap.server.client import Refused, Seat, call, legal_moves
from quillmap.server.hosting.config import BadConfig, Config
from quillmap.server.hosting.launch import announce, listen, make_server, serve
from quillmap.server.hosting.links import base_for_others, is_for_this_machine, lan_address, links
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.storage.data_folder import DataFolder
from quillmap.server.storage.errors import Unusable, WrongVersion
from quillmap.server.storage.sqlite.backup import backup
from quillmap.server.storage.sqlite.migrations import STEPS, migrate
from quillmap.server.storage.sqlite.storage import FILE_NAME, SqliteStorage
from quillmap.server.tables.document import PLAYING
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.tokens import new_token
from server.harness import LONGEST_WAIT, Running, awaited, play_out, refusal, running, table_of, wait_until


def quillmap(*arguments: str) -> int:
    """Run the command line in English; return its exit code."""
    return main(["--lang", "en", *arguments])


def test_health_and_readiness(server: Running) -> None:
    """Both say so while the server takes moves."""
    assert call(server.url, "GET", "/healthz")["status"] == "ok"
    assert call(server.url, "GET", "/readyz")["status"] == "ready"


def test_the_figures_count_what_happens(server: Running) -> None:
    """Moves, sockets and commits are in the text for Prometheus."""
    seat = table_of(server.url, 1)[0]
    seat.start()
    play_out([seat])
    with urlopen(server.url + "/metrics") as answer:
        lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if not line.startswith("#"))
    assert float(lines["quillmap_moves_total"]) > 10
    assert float(lines["quillmap_units_stored_total"]) > 10
    assert float(lines["quillmap_commit_seconds_count"]) > 10
    assert 'quillmap_messages_total{type="move"}' in lines


def test_a_backup_while_the_server_runs_is_whole(data: Path, tmp_path: Path) -> None:
    """The copy opens as a server's file and holds the finished game."""
    copies = tmp_path / "copies"
    copies.mkdir()
    with running(data) as server:
        seats = table_of(server.url, 2)
        seats[0].start()
        stop = threading.Event()

        def copy_on() -> None:
            number = 0
            while not stop.is_set():
                backup(data, copies / f"{number}.db")
                number += 1

        copying = threading.Thread(target=copy_on)
        copying.start()
        play_out(seats)
        stop.set()
        copying.join()
        assert quillmap("backup", str(copies / "last.db"), "--data", str(data)) == 0
        game = seats[0].board["game"] if seats[0].board else ""
    for copy in copies.iterdir():
        connection = sqlite3.connect(copy)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    restored = tmp_path / "restored"
    restored.mkdir()
    (copies / "last.db").rename(restored / FILE_NAME)
    with running(restored) as server:
        assert len(call(server.url, "GET", f"/api/games/{game}")["totals"]) == 2


def test_a_backup_overwrites_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says so in one line and fails."""
    SqliteStorage(data).close_file()
    target = tmp_path / "copy.db"
    target.write_text("precious")
    assert quillmap("backup", str(target), "--data", str(data)) == 2
    assert "There is a file of this name." in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert quillmap("backup", str(tmp_path / "new.db"), "--data", str(tmp_path / "nowhere")) == 2


@pytest.mark.parametrize("name", ["no#1", "50%41"])
def test_a_backup_takes_the_folder_as_it_is_called(tmp_path: Path, name: str) -> None:
    """Whatever its name would mean in an address, the games in it are copied, and nothing else is made."""
    folder = tmp_path / name

    async def keep_secret() -> None:
        storage = SqliteStorage(folder)
        await storage.secret("a", "b")
        await storage.close()

    awaited(keep_secret())
    backup(folder, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT name, value FROM secrets").fetchall() == [("a", "b")]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "copy.db"])


@pytest.mark.skipif(os.name == "nt", reason="files have no such rights there")
def test_only_the_owner_can_read_a_backup(data: Path, tmp_path: Path) -> None:
    """Whatever other programs may usually read: it holds the seeds of games that are played."""
    SqliteStorage(data).close_file()
    before = os.umask(0o022)
    try:
        backup(data, tmp_path / "copy.db")
    finally:
        os.umask(before)
    assert oct((tmp_path / "copy.db").stat().st_mode)[-3:] == "600"


def test_a_backup_that_fails_leaves_nothing_behind(data: Path, tmp_path: Path) -> None:
    """A file that is no database is not copied, and half a copy is not kept."""
    data.mkdir(exist_ok=True)
    (data / FILE_NAME).write_bytes(b"junk" * 1000)
    with pytest.raises(Unusable):
        backup(data, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--port", "70000"], "--port"),
        (["--public-url", "maps.example.org"], "--public-url"),
        (["--public-url", "https://example.org/path"], "--public-url"),
        (["--public-url", "https://["], "--public-url"),
        (["--public-url", "https://example.org:port"], "--public-url"),
        (["--public-url", "https://example.org?x"], "--public-url"),
        (["--keep-days", "-1"], "--keep-days"),
        (["--bot-workers", "0"], "--bot-workers"),
        (["--ping-seconds", "0"], "--ping-seconds"),
        (["--ping-seconds", "nan"], "--ping-seconds"),
        (["--host", ""], "--host"),
        (["--data", "/dev/null/x"], "--data"),
    ],
)
def test_options_that_can_not_work_are_named(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error and exit code 2, with and without --check-config."""
    assert quillmap("serve", "--check-config", *options) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_server_may_open_as_many_sockets_as_the_system_lets_it() -> None:
    """A low limit, as systems have it to begin with, is raised."""
    code = (
        "import resource; from quillmap.server.hosting.launch import allow_many_files;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard)); allow_many_files();"
        "soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0];"
        "assert soft == (65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)), soft"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_port_that_is_taken_is_named(server: Running, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, no traceback."""
    assert quillmap("serve", "--port", str(server.port), "--data", str(data)) == 2
    assert f"port {server.port}" in capsys.readouterr().err


def test_good_options_are_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing is created by checking."""
    folder = tmp_path / "new"
    assert quillmap("serve", "--check-config", "--data", str(folder), "--public-url", "https://maps.example.org") == 0
    assert "fine" in capsys.readouterr().out
    assert not folder.exists()


def test_the_links_and_the_code_for_phones_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The link of this machine comes first; a public address gets the QR code."""
    config = Config(host="0.0.0.0", data=tmp_path, public_url="https://maps.example.org")
    assert links(config, 8000)[0] == "http://127.0.0.1:8000/"
    announce(config, 8000, sys.stdout)
    printed = capsys.readouterr().out
    assert "https://maps.example.org/" in printed
    assert "█" in printed


@pytest.mark.parametrize(("host", "link"), [("::", "http://127.0.0.1"), ("::1", "http://[::1]")])
@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_links_to_addresses_of_the_newer_kind_lead_here(tmp_path: Path, host: str, link: str) -> None:
    """What is printed can be opened; whoever comes by the older kind is counted as that, and trusted as that."""
    config = Config(host=host, port=0, data=tmp_path, trusted_proxy="127.0.0.1")
    with listen(config) as listener:
        port = listener.getsockname()[1]
        assert links(config, port)[0] == f"{link}:{port}/"
        server = make_server(config)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        assert call(f"{link}:{port}", "GET", "/healthz")["status"] == "ok"
        server.should_exit = True
        thread.join(timeout=LONGEST_WAIT)


def test_links_for_others_lead_to_this_machine(tmp_path: Path) -> None:
    """Who opens a table at 127.0.0.1 sends the address in the network; every other address is sent as it is."""
    everywhere = Config(host="0.0.0.0", data=tmp_path)
    network = lan_address()
    at_home = "http://127.0.0.1:8000/" if network is None else f"http://{network}:8000"
    assert base_for_others(everywhere, "http://127.0.0.1:8000/") == at_home.rstrip("/")
    assert base_for_others(everywhere, "http://maps.local:8000/") == "http://maps.local:8000"
    assert base_for_others(Config(data=tmp_path), "http://127.0.0.1:8000/") == "http://127.0.0.1:8000"
    public = Config(data=tmp_path, public_url="https://maps.example.org/")
    assert base_for_others(public, "http://127.0.0.1:8000/") == "https://maps.example.org"


@pytest.mark.parametrize(
    ("base", "is_for_nobody"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://localhost", True),
        ("http://maps.localhost:8000", True),
        ("http://192.168.1.7:8000", False),
        ("https://maps.example.org", False),
    ],
)
def test_links_that_only_this_machine_can_open_are_known(base: str, is_for_nobody: bool) -> None:
    """So that the page can say how to let friends in, instead of showing them a link of no use."""
    assert is_for_this_machine(base) is is_for_nobody


def test_a_network_without_a_way_out_has_addresses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone's hotspot: no route leads anywhere else, and the machine's name has the address."""

    def no_route(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket, "socket", lambda *_: NoRoute())
    found = [(socket.AF_INET, 0, 0, "", (address, 0)) for address in ("127.0.1.1", "192.168.43.9")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: found)
    assert lan_address() == "192.168.43.9"
    monkeypatch.setattr(socket, "getaddrinfo", no_route)
    assert lan_address() is None


class NoRoute:
    """A socket of a machine that can't find a way."""

    def __enter__(self) -> "NoRoute":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to be closed."""

    def connect(self, _: object) -> None:
        """Fail as the system does."""
        raise OSError


def test_a_file_of_a_newer_program_is_left_alone(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused with its version."""
    SqliteStorage(data).close_file()
    connection = sqlite3.connect(data / FILE_NAME)
    connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    with pytest.raises(WrongVersion):
        migrate(connection)
    connection.close()
    assert quillmap("serve", "--data", str(data), "--port", "0") == 2
    assert f"version {len(STEPS) + 1}" in capsys.readouterr().err


def test_migrations_run_once(data: Path) -> None:
    """Opening a file again changes nothing."""
    for _ in range(2):
        storage = SqliteStorage(data)
        assert storage.version == len(STEPS)
        storage.close_file()


def test_a_table_that_could_not_be_stored_begins_again_from_the_file(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """When another writer was faster, the client is told that nothing has happened, and comes back to the truth."""
    with running(data) as server:
        seat = table_of(server.url, 1)[0]
        seat.start()
        seat.connect()
        assert seat.board is not None
        game, version = seat.board["game"], seat.board["version"]
        connection = sqlite3.connect(data / FILE_NAME)
        with connection:
            connection.execute("INSERT INTO events (game, seq, event) VALUES (?, ?, x'00')", (game, version))
        choices = seat.own["choices"] if seat.own else {}
        assert refusal(lambda: seat.move(legal_moves(choices)[0])) == "not-stored"
        [line] = [record for record in caplog.records if record.getMessage() == "could not be stored"]
        assert seat.table.startswith(line.__dict__["table"].removesuffix("…"))
        assert seat.table not in str(vars(line))  # who reads it could open the table
        with connection:
            connection.execute("DELETE FROM events WHERE game = ? AND seq = ?", (game, version))
        connection.close()
        assert seat.connect()["board"]["version"] == version
        seat.close()
        play_out([seat])


def test_old_games_and_forgotten_tables_are_removed(data: Path) -> None:
    """After the days that the host set, and not before."""
    with running(data, keep_days=30, idle_days=10) as server:
        finished = table_of(server.url, 1)[0]
        finished.start()
        play_out([finished])
        forgotten = table_of(server.url, 1)[0]
        forgotten.start()
        game = finished.board["game"] if finished.board else ""
        registry = server.registry

        def sweep(days: float) -> None:
            server.result_of(registry.remove_old(time.time() + 86400 * days))

        sweep(9)
        assert call(server.url, "GET", f"/api/games/{game}")
        sweep(11)
        assert server.result_of(registry.storage.load_document(forgotten.table)) is None
        assert call(server.url, "GET", f"/api/games/{game}")
        sweep(31)
        assert refusal(lambda: call(server.url, "GET", f"/api/games/{game}")) == "no-such-game"
        assert server.log(game) == []


def test_a_sweep_that_fails_is_not_the_last(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the file could not be written for a while, what is old is removed afterwards."""
    monkeypatch.setattr("quillmap.server.tables.registry.SWEEP_SECONDS", 0.01)
    forgotten = replace_fields(new_document(CreateTable(), new_token()), touched=0.0)

    async def watch() -> None:
        registry = TableRegistry(Config(data=data, idle_days=1), Metrics())
        with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as other:
            other.execute("ALTER TABLE events RENAME TO elsewhere")
            registry.open()
            await registry.add(forgotten)
            async with asyncio.timeout(LONGEST_WAIT):
                while "could not be stored" not in caplog.messages:
                    await asyncio.sleep(0.01)
                other.execute("ALTER TABLE elsewhere RENAME TO events")
                while await registry.storage.load_document(forgotten.id) is not None:
                    await asyncio.sleep(0.01)
        assert "could not be stored" in caplog.messages, "the first sweep had failed"
        await registry.close()

    awaited(watch())


def test_a_table_that_can_not_be_read_keeps_no_other_asleep(data: Path) -> None:
    """Tables that go on by themselves are woken at the start, whatever is in the row of one of them."""
    good = replace_fields(
        new_document(CreateTable(), new_token()), id="b", status=PLAYING, deadline=time.time() + 86400, code="BBBBBB"
    )
    bad = replace_fields(good, id="a", code="AAAAAA")

    async def keep_both() -> None:
        storage = SqliteStorage(data)
        for document in (bad, good):
            await storage.add_table(document)
        await storage.close()

    awaited(keep_both())
    with closing(sqlite3.connect(data / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE tables SET document = x'00' WHERE id = 'a'")

    async def watch() -> None:
        registry = TableRegistry(Config(data=data), Metrics())
        registry.open()
        async with asyncio.timeout(LONGEST_WAIT):
            while "b" not in registry.live:
                await asyncio.sleep(0.01)
        await registry.close()

    awaited(watch())


def test_an_idle_table_leaves_the_memory_and_comes_back(data: Path) -> None:
    """Nobody notices."""
    with running(data, replace(Config().limits, idle_minutes=0)) as server:
        seat = Seat.create(server.url, "Ada")
        seat.start()
        server.registry.let_go(server.registry.live.values())
        assert not server.registry.live
        assert seat.connect()["board"]["version"] > 0
        server.registry.let_go(server.registry.live.values())
        assert server.registry.live
        seat.close()


def test_only_the_owner_can_read_what_is_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A new folder is private; one that an older version left open is mended, with a line in the log."""
    data = tmp_path / "data"
    SqliteStorage(data).close_file()
    assert oct(data.stat().st_mode)[-3:] == "700"
    data.chmod(0o755)
    (data / FILE_NAME).chmod(0o644)
    storage = SqliteStorage(data)
    assert oct(data.stat().st_mode)[-3:] == "700"
    assert {oct(file.stat().st_mode)[-3:] for file in data.iterdir()} == {"600"}
    assert len(list(data.iterdir())) == 4  # the file, its log, its index, the lock
    assert [record.__dict__["path"] for record in caplog.records] == [str(data), str(data / FILE_NAME)]
    storage.close_file()


def test_what_is_said_before_a_server_starts_is_a_line_of_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a folder was open to others is told with its path, as everything is."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o755)

    def open_folder(config: Config) -> None:
        DataFolder(config.data).let_go()
        raise BadConfig("host-empty")

    monkeypatch.setattr("quillmap.server.hosting.launch.make_server", open_folder)
    before = logging.getLogger().handlers
    with pytest.raises(BadConfig):
        serve(Config(port=0, data=folder))
    told = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["path"] for line in told] == [str(folder)]
    assert logging.getLogger().handlers is before


def test_two_servers_never_share_a_folder(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second one says so in one line; when the first has stopped, another may start."""
    with running(data):
        assert quillmap("serve", "--data", str(data), "--port", "0") == 2
        assert "another server is using this folder" in capsys.readouterr().err
    with running(data) as server:
        assert call(server.url, "GET", "/readyz")["status"] == "ready"


def test_a_server_that_can_not_store_is_not_ready(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is full nobody is sent here; when there is room again the server is back by itself."""
    monkeypatch.setattr("quillmap.server.tables.registry.FRESH_SECONDS", 0.2)
    with running(data) as server:
        assert call(server.url, "GET", "/readyz")["status"] == "ready"
        storage = server.registry.storage
        assert isinstance(storage, SqliteStorage)

        def refuse(_batch: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        real = storage.writer.transaction
        monkeypatch.setattr(storage.writer, "transaction", refuse)
        time.sleep(0.3)
        with pytest.raises(Refused, match="not-stored"):
            call(server.url, "GET", "/readyz")
        monkeypatch.setattr(storage.writer, "transaction", real)
        assert call(server.url, "GET", "/readyz")["status"] == "ready"
