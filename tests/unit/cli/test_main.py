"""The way in, and how trouble looks."""

import errno
import io
import subprocess
import sys

import pytest

from quillmap import __version__
from quillmap.cli import main
from quillmap.cli.main import COMMANDS
from unit.cli.conftest import Run


def test_version(run: Run) -> None:
    """``--version`` names the program and its version."""
    assert run("--version") == (0, f"quillmap {__version__}\n", "")


def test_help_names_every_command(run: Run) -> None:
    """``--help`` lists all commands."""
    outcome = run("--help")
    assert outcome.code == 0
    assert {line.split()[0] for line in outcome.out.splitlines() if line.startswith("    ")} >= {*COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    """Each command tells its own options."""
    outcome = run(command, "--help")
    assert outcome.code == 0
    assert f"usage: quillmap {command}" in outcome.out


@pytest.mark.parametrize("command", COMMANDS)
def test_unknown_option_is_one_line(run: Run, command: str) -> None:
    """An option that does not exist is one line and exit code 2, for every command."""
    extra = {
        "replay": ["x"],
        "review": ["x"],
        "analyse": ["x"],
        "backup": ["x"],
        "export-site": ["x"],
        "train": ["x"],
        "move-data": ["x", "y"],
    }.get(command, [])
    assert run(command, *extra, "--no-such-option").fails_with("--no-such-option")


def test_no_command_is_one_line(run: Run) -> None:
    """Without a command the line says which there are."""
    assert run().fails_with("score, simulate, replay")


def test_unknown_command_is_one_line(run: Run) -> None:
    """A command that does not exist is named."""
    assert run("dance").fails_with("There is no command “dance”")


def test_trouble_can_do_nothing_to_the_terminal(run: Run) -> None:
    """Control characters of a name are not sent on."""
    outcome = run("score", "no\x1b[2Jfile\nsecond line")
    assert outcome.fails_with("no�[2Jfile second line")


def test_interruption_is_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command quietly with the usual exit code."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quillmap.cli.commands.cards.everything", interrupt)
    outcome = run("cards", "--json")
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err.strip() == "quillmap: interrupted"


def test_full_disk_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that can't be written is trouble like any other."""

    def fill(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("quillmap.cli.commands.cards.print_json", fill)
    monkeypatch.setattr(sys.modules["quillmap.cli.main"], "_close_output", lambda: None)
    assert run("cards", "--json").fails_with("quillmap: No space left on device")


def test_trouble_that_can_not_be_told_keeps_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where error output goes to a full disk, too, the exit code still says it."""

    class Full(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    assert main(["cards", "nobody"]) == 2


def test_closed_streams_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Started without input, output and error output, commands still end with their exit codes."""
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, None)
    codes = [main(["cards", "wildholds"]), main(["cards", "nobody"]), main(["score", "-"]), main(["play"])]
    opened = [sys.stdin, sys.stdout, sys.stderr]
    for each in opened:
        each.close()
    assert codes == [0, 2, 2, 0]


def test_module_runs_in_a_process_of_its_own() -> None:
    """``python -m quillmap`` works, and passes its exit code on."""
    good = subprocess.run(
        [sys.executable, "-m", "quillmap", "cards", "wildholds"], capture_output=True, text=True, check=False
    )
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("Wildholds (wildholds)")
    bad = subprocess.run([sys.executable, "-m", "quillmap", "cards", "x"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.count("\n") == 1


def test_closed_pipe_is_quiet() -> None:
    """A reader who goes away early leaves no traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "quillmap", "cards", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


_WITHOUT_SERVER = """
import sys
for name in ("starlette", "uvicorn", "msgspec"):
    sys.modules[name] = None
from quillmap.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_help_of_the_server_needs_nothing() -> None:
    """Without what the server needs its options are still explained; only running it says what to install."""
    command = [sys.executable, "-c", _WITHOUT_SERVER]
    told = subprocess.run([*command, "serve", "--help"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr, "--port" in told.stdout) == (0, "", True)
    refused = subprocess.run([*command, "serve"], capture_output=True, text=True, check=False)
    assert (refused.returncode, "pip install 'quillmap[server]'" in refused.stderr) == (2, True)
