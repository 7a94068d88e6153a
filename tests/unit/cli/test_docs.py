"""Whatever can be asked for is in the docs."""

import re
from pathlib import Path

import pytest

from quillmap.cli.main import COMMANDS
from unit.cli.conftest import Run

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = {
    **dict.fromkeys(("serve", "backup", "export-site"), "hosting.md"),
    "move-data": "scaling.md",
    "train": "bots.md",
}
"""The page of each command that is not on the one of the command line."""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented(run: Run, command: str) -> None:
    """The page of the command names it and each of its options."""
    page = (DOCS / PAGES.get(command, "command-line.md")).read_text(encoding="utf-8")
    assert re.search(rf"\b{command}\b", page)
    options = set(re.findall(r"(?<!\S)--[a-z-]+", run(command, "--help").out)) - {"--help", "--lang"}
    assert {option for option in options if not re.search(rf"{option}\b", page)} == set()


def test_every_command_is_listed() -> None:
    """The table at the top of the page has all of them."""
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    table = page[: page.index("| exit code")]
    assert {command for command in COMMANDS if f"`{command}`" not in table} == set()


def test_the_example_of_a_puzzle_is_an_answer(run: Run) -> None:
    """It is judged, right or wrong, and not refused."""
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"`quillmap (puzzles \d+ [A-K].*?)`", page)
    found = run(*example.split())
    assert found.code in (0, 1)
    assert found.err == ""
