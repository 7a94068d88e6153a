"""``dev.py`` itself, run as a process."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.processes import ROOT
from tools.setting_up import INCLUDED, REQUIREMENTS

PORT = re.compile(r"http://\S+?:(\d+)")


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Run ``dev.py serve`` and return its process and the port on which the game is served."""
    command = [sys.executable, "dev.py", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    quiet = {**os.environ, "BROWSER": "true", "PYTHONUNBUFFERED": "1"}  # no window opens while we test
    with subprocess.Popen(
        command, cwd=ROOT, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        found = next(filter(None, map(PORT.search, process.stdout)))
        yield process, int(found[1])
        process.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to end a process politely")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server(serving: tuple["subprocess.Popen[str]", int], number: signal.Signals) -> None:
    """Ending ``dev.py serve`` ends the server: it stops politely, and the port is free again."""
    process, port = serving
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
        assert answer.status == 200
    process.send_signal(number)
    assert process.wait(timeout=60) == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port)).close()


def test_an_unknown_command_is_refused() -> None:
    """Exit code 2, and the commands that there are."""
    ended = subprocess.run([sys.executable, "dev.py", "play"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "serve" in ended.stderr


def test_formatting_covers_python_and_the_page() -> None:
    """Both formatters run over everything; here they find nothing to change."""
    ended = subprocess.run([sys.executable, "dev.py", "format"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert re.search(r"^\d+ files left unchanged", ended.stdout, re.MULTILINE)
    assert re.search(r"^Formatted \d+ files", ended.stdout + ended.stderr, re.MULTILINE)


def test_the_tests_need_all_that_serving_does() -> None:
    """The requirements of the tests hold those of the server in the same versions: one ``.venv`` does for both."""
    assert INCLUDED["test"] == ("serve", "test")
    serve, test = (
        set(re.findall(r"^\S+==\S+", (REQUIREMENTS / f"{name}.txt").read_text(), re.MULTILINE))
        for name in INCLUDED["test"]
    )
    assert serve <= test


def test_images_have_what_was_tested() -> None:
    """The requirements of an image are some of those of the tests, in the same versions."""
    image, test = (
        set(re.findall(r"^\S+==\S+", (REQUIREMENTS / f"{name}.txt").read_text(), re.MULTILINE))
        for name in ("deploy", "test")
    )
    assert image <= test
