"""The recipe for a map in CONTRIBUTING.md, followed on a copy of the program."""

import json
from pathlib import Path
from typing import Final

import pytest

from architecture.copies import WITHOUT_NUMBA, add_words, copy_program, replace_once, run

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
    folder = copy_program(tmp_path_factory.mktemp("copy"))
    replace_once(folder / "quillmap" / "rules" / "maps.py", "PRINTED: Final[dict[str, PrintedMap]] = {\n", NEW_MAP)
    add_words(folder, "setup", {"setup.map.E.label": "Map E", "setup.map.E.help": "A fifth map."})
    return folder


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


PLAY_IN_AN_ENVIRONMENT: Final = """
from quillmap.env import SoloEnv
from quillmap.rules.setup import Setup

env = SoloEnv(Setup(map="E"))
seen, info = env.reset(seed=1)
print(int(seen["map"][6].sum()), int(seen["map"][7].sum()), int(seen["map"][9].sum()))
is_over = False
while not is_over:
    _, _, is_over, _, info = env.step(int(info["action_mask"].argmax()))
"""


def test_a_learner_plays_on_the_map(copy: Path) -> None:
    """An environment shows its two mountains, its wasteland and its ruins, and plays a game on it to the end."""
    assert run(copy, "-c", WITHOUT_NUMBA + PLAY_IN_AN_ENVIRONMENT).split() == ["2", "1", "1"]
