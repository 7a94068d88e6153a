"""How a server starts: its options, its port and folder, and the links that it prints."""

import json
import logging
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from quillmap.server.client import call
from quillmap.server.hosting.config import BadConfig, Config
from quillmap.server.hosting.launch import announce, listen, make_server, serve
from quillmap.server.hosting.links import base_for_others, is_for_this_machine, lan_address, links
from quillmap.server.push.sealing import KEY_NAME
from quillmap.server.storage.data_folder import LOCK_NAME, DataFolder
from quillmap.server.storage.errors import WrongVersion
from quillmap.server.storage.sqlite.migrations import STEPS, migrate
from quillmap.server.storage.sqlite.storage import FILE_NAME, SqliteStorage
from server.command_line import quillmap
from server.harness import LONGEST_WAIT, Running, running, wait_until


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


def test_a_node_does_not_listen_before_it_is_ready(tmp_path: Path) -> None:
    """Who comes too early finds another node at once; the only server lets them wait."""
    alone = Config(host="127.0.0.1", port=0, data=tmp_path)
    with listen(alone) as listener:
        socket.create_connection(listener.getsockname()).close()
    with listen(replace(alone, node_address="http://127.0.0.1:8000")) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        listener.listen()
        with pytest.raises(BadConfig) as taken:
            listen(replace(alone, port=port, node_address="http://127.0.0.1:8000"))
    assert taken.value.code == "not-listening"


def test_links_for_others_lead_to_this_machine(tmp_path: Path) -> None:
    """Whoever opens a table at 127.0.0.1 sends the address in the network; every other address is sent as it is."""
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


def prepared(tmp_path: Path, name: str, kind: str) -> Path:
    """Return a folder in which a file is something else, as somebody else may have prepared it."""
    others = tmp_path / "others"
    others.write_bytes(b"")
    others.chmod(0o644)
    data = tmp_path / "data"
    data.mkdir()
    if kind == "pipe":
        os.mkfifo(data / name)
    else:
        (data / name).symlink_to(others if kind == "link" else tmp_path / "nowhere")
    return data


@pytest.mark.parametrize("name", [FILE_NAME, KEY_NAME, LOCK_NAME, "quillmap.else"])
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe"])
def test_a_folder_that_somebody_else_prepared_leads_nowhere(tmp_path: Path, name: str, kind: str) -> None:
    """A link or a pipe in place of a file is refused, and what a link leads to stays as it is."""
    data = prepared(tmp_path, name, kind)
    with pytest.raises(OSError, match=name):
        SqliteStorage(data).close_file()
    others = tmp_path / "others"
    assert (oct(others.stat().st_mode)[-3:], others.read_bytes()) == ("644", b"")
    assert {file.name for file in tmp_path.iterdir()} == {"others", "data"}


def test_a_pipe_in_place_of_a_file_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command does not wait for whoever is at its other end."""
    assert quillmap("serve", "--port", "0", "--data", str(prepared(tmp_path, KEY_NAME, "pipe"))) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n"), KEY_NAME in told.err) == ("", 1, True)


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
