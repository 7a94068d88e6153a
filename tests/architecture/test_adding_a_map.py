"""The recipe for a map in CONTRIBUTING.md, followed on a copy of the program."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from architecture.modules import SOURCE

NEW_MAP: Final = '''PRINTED: Final[dict[str, PrintedMap]] = {
    "E": _printed(
        Box.HEROES,
        """
        ...........
        .:.........
        ....^......
        ...........
        .....#.....
        ...........
        ...........
        .....^.....
        ...........
        ...........
        ...........
    """,
    ),
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with a fifth map: what it looks like, and its names."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    maps = folder / "quillmap" / "rules" / "maps.py"
    text = maps.read_text(encoding="utf-8")
    start = "PRINTED: Final[dict[str, PrintedMap]] = {\n"
    assert text.count(start) == 1
    maps.write_text(text.replace(start, NEW_MAP), encoding="utf-8")
    for file in (folder / "quillmap" / "locales").glob("*/setup.json"):
        words = json.loads(file.read_text(encoding="utf-8"))
        words |= {"setup.map.E.label": "Map E", "setup.map.E.help": "A fifth map."}
        file.write_text(json.dumps(words), encoding="utf-8")
    return folder


def run(copy: Path, *arguments: str) -> str:
    """Return what the copy prints."""
    environ = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environ, cwd=copy, capture_output=True, text=True, input="", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_knows_the_map(copy: Path) -> None:
    """It is among the choices, it is shown, and games are played on it."""
    assert "E, A, B, C, D" in run(copy, "-m", "quillmap", "play", "--help").replace("\n", " ")
    assert "Map E" in run(copy, "-m", "quillmap", "cards")
    played = run(copy, "-m", "quillmap", "simulate", "--games", "1", "--jobs", "1", "--map", "E")
    assert "Map E" in played


def test_the_map_brings_its_box(copy: Path) -> None:
    """With cards of the other box it makes a mixed table (RULES 10.1)."""
    code = "from quillmap.rules.setup import *; print(sorted(boxes(Setup(map='E', seed='s'))))"
    assert "heroes" in run(copy, "-c", code)


def test_the_page_is_told_of_the_map(copy: Path) -> None:
    """It is in the catalogue from which the page makes its choices, with what is printed on it."""
    code = "from quillmap.server.games.catalogue import catalogue; print(catalogue().decode())"
    maps = json.loads(run(copy, "-c", code))["maps"]
    assert set(maps["E"]) == {"mountain", "ruins", "wasteland"}


def test_the_reference_draws_the_map(copy: Path) -> None:
    """The chapter on maps shows it, and it has a picture."""
    code = "from quillmap.reference.book import book, maps_of; print('map-E' in book()['scenes'], maps_of('heroes'))"
    assert run(copy, "-c", code).startswith("True ['E'")
