"""Running the command line inside the tests' own process."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.cli import main
from quillmap.cli.language import speak
from quillmap.fast import progress
from quillmap.play.record import write_record
from quillmap.rules.setup import Setup


class Outcome(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str

    def fails_with(self, words: str) -> bool:
        """Return whether it failed the way commands fail: exit code 2, one line, nothing else printed."""
        return self.code == 2 and self.out == "" and words in self.err and self.err.count("\n") == 1


Run: TypeAlias = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the terminal is set to that the tests run in, commands speak English, as does what comes after.

    They don't know its width, either.
    """
    for name in ("LANGUAGE", "LC_MESSAGES", "LANG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    speak("en")
    yield
    speak("en")


@pytest.fixture(autouse=True)
def silent_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was compiled for tests before is not told in the middle of what a command says."""
    progress.finish()
    monkeypatch.setattr(progress._progress, "is_quiet", True)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command, with some text or bytes as its standard input."""

    def call(*arguments: object, stdin: str | bytes = b"") -> Outcome:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def record_text() -> str:
    """Return the record of a mixed game of two with skills."""
    setup = Setup.of_box("mixed", seats=2, seed="record", skills="drawn")
    return write_record(play_game(setup, [RandomBot("a"), RandomBot("b")]).log)


@pytest.fixture
def record_file(tmp_path: Path, record_text: str) -> Path:
    """Return a file with that record."""
    path = tmp_path / "game.jsonl"
    path.write_text(record_text, encoding="utf-8")
    return path
