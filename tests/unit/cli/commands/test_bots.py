"""``quillmap bots``."""

import json

import pytest

from quillmap.bots.levels import DEFAULT, LEVELS
from quillmap.cli.main import main


def test_the_list_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    """Every level has a line with its stars, name and sentence, the weakest first."""
    assert main(["bots", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(LEVELS)
    assert "53  Apprentice: Means well" in lines[1]


def test_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON the default is marked."""
    assert main(["bots", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["level"] for each in found if each["default"]] == [DEFAULT]
    assert [each["level"] for each in found if not each["offered"]] == ["random"]
