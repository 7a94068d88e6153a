"""The recipe for a scoring card in CONTRIBUTING.md, followed on a copy of the program: the card and its words.

Other tests, which the recipe names, find a golden map, a picture, an example, an outlook or weights that are missing.
"""

import json
from pathlib import Path
from typing import Final

import pytest

from architecture.copies import WITHOUT_NUMBA, add_words, copy_program, run

NEW_CARD: Final = '''

@card("shore-hamlets", Box.BASE, Suit.VILLAGE, solo_value=20)
def shore_hamlets(sheet: Sheet) -> Awards:
    """Three for each village cluster with two or more spaces beside water."""
    shore = beside(sheet.water)
    for cluster in clusters(sheet.village):
        if (cluster & shore).bit_count() >= 2:
            yield 3, cluster
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with the card of the recipe: its function, its name and its rule."""
    folder = copy_program(tmp_path_factory.mktemp("copy"))
    file = folder / "quillmap" / "rules" / "scoring" / "village.py"
    file.write_text(
        file.read_text(encoding="utf-8") + "\n\nfrom quillmap.rules.spaces import beside\n" + NEW_CARD, encoding="utf-8"
    )
    add_words(folder, "cards", {"cards.shore-hamlets.name": "Shore Hamlets", "cards.shore-hamlets.rule": "Three each."})
    return folder


def test_the_command_line_counts_the_card(copy: Path) -> None:
    """It is shown, and a map is scored with it."""
    assert "Shore Hamlets" in run(copy, "-m", "quillmap", "cards", "shore-hamlets")
    (copy / "map.txt").write_text(
        "VVWW.......\n" + "...........\n" * 8 + "VV.........\nWW.........\n", encoding="utf-8"
    )
    told = json.loads(run(copy, "-m", "quillmap", "score", "map.txt", "--cards", "shore-hamlets", "--json"))
    assert told["points"] == {"shore-hamlets": 3}


def test_the_page_is_told_of_the_card(copy: Path) -> None:
    """It is in the catalogue of cards."""
    code = "from quillmap.server.games.catalogue import catalogue; print(catalogue().decode())"
    assert "shore-hamlets" in {card["id"] for card in json.loads(run(copy, "-c", code))["scoring"]}


PLAY: Final = """
from quillmap.bots.bot_game import play_game
from quillmap.bots.registry import bot_maker
from quillmap.env import SoloEnv
from quillmap.rules.scoring import SCORING
from quillmap.rules.setup import Setup

setup = Setup(edicts=("shore-hamlets", None, None, None), seed="a new card")
env = SoloEnv(setup)
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
for name in ("surveyor", "master", "apprentice"):
    state = play_game(setup, [bot_maker(name)("1")]).state
    print(name, sum(score.edicts[0] for score in state.seats[0].scores[:1]), state.edicts[0])
"""


def test_learned_bots_play_for_its_points(copy: Path) -> None:
    """Without an outlook and without weights they value it by its points: by the first scoring they have some."""
    lines = run(copy, "-c", WITHOUT_NUMBA + PLAY).splitlines()
    assert [line.split()[0] for line in lines] == ["surveyor", "master", "apprentice"]
    for line in lines[:2]:
        _, points, card = line.split()
        assert card == "shore-hamlets"
        assert int(points) >= 3
