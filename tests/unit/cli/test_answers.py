"""What a player types, read as an answer."""

import pytest

from quillmap.cli.answers import labelled, read_answer
from quillmap.cli.errors import CommandError
from quillmap.cli.solo_text import answer_text
from quillmap.play.game import Game
from quillmap.play.notation import read_spaces
from quillmap.rules.events import Ask, Asked, CardRevealed, RoundEnded
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain

SEAT = Seat(0)
SKILLS = (Skill.SEARCH, Skill.HEALING, Skill.LORE)


def _asked(card: str, ask: Ask) -> Options:
    """Return the options on a fresh map when this card is revealed and this is asked."""
    state = Game(Setup.of_box("mixed", seed="answers", skills=SKILLS)).state
    for event in (RoundEnded(0), CardRevealed(CardId(card)), Asked(ask, (SEAT,))):
        state = evolve(state, event)
    return Options(state, SEAT)


HOMESTEAD = _asked("homestead", Ask.DRAW)
RIVER = _asked("great-river", Ask.DRAW)


def _spaces(names: str) -> int:
    return read_spaces(names.split())


@pytest.mark.parametrize(
    "line",
    [
        "C4 D4 D5 E4 farm",
        "farm C4 D4 D5 E4",
        "c4, d4, d5, e4, FARM",
        "C4 D4 D5 E4 fa",
        "1a at C4 farm",
        "1A C4 farm",
    ],
)
def test_one_drawing_in_many_words(line: str) -> None:
    """Spaces in any order and case, a shortened terrain, or a shape at its corner: all are the same drawing."""
    answer = read_answer(line, HOMESTEAD)
    assert answer == Draw(SEAT, _spaces("C4 D4 D5 E4"), Terrain.FARM)
    assert answer in HOMESTEAD


def test_terrain_can_be_left_out_where_there_is_one() -> None:
    """The river is water and nothing else."""
    assert read_answer("C4 C5 C6", RIVER) == Draw(SEAT, _spaces("C4 C5 C6"), Terrain.WATER)


def test_every_label_is_a_shape_of_the_card() -> None:
    """Each label at a free corner draws something the rules call a shape."""
    labels = labelled(RIVER)
    assert list(labels) == ["1a", "1b", "2a", "2b", "2c", "2d"]
    for label in labels:
        assert read_answer(f"{label} at D1", RIVER) in RIVER


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "C4 C5 C6 water with search C7",
            Draw(SEAT, _spaces("C4 C5 C6"), Terrain.WATER, Skill.SEARCH, _spaces("C7")),
        ),
        ("C4 C5 C6 with lore", Draw(SEAT, _spaces("C4 C5 C6"), Terrain.VILLAGE, Skill.LORE)),
        (
            "C4 C5 C6 with heal D4 D5",
            Draw(SEAT, _spaces("C4 C5 C6"), Terrain.WATER, Skill.HEALING, _spaces("D4 D5"), Terrain.WATER),
        ),
    ],
)
def test_skills(line: str, expected: Draw) -> None:
    """After ``with`` come the skill and what it draws."""
    assert read_answer(line, RIVER) == expected


def test_hero() -> None:
    """The first space is the hero's; the path can be left out where it lies only one way."""
    freyla = _asked("freyla-the-true", Ask.HERO)
    expected = PlaceHero(SEAT, _spaces("F5"), _spaces("G5 H5 I5"))
    assert read_answer("F5 G5 H5 I5", freyla) == expected
    assert expected in freyla
    dobrik = _asked("dobrik-of-lorkheim", Ask.HERO)
    assert read_answer("E5", dobrik) == PlaceHero(SEAT, _spaces("E5"), _spaces("D5 F5 E4 E6"))
    with pytest.raises(CommandError, match="several ways"):
        read_answer("F5", freyla)
    with pytest.raises(CommandError, match="Name one space"):
        read_answer("", freyla)


def test_destroy_and_declare() -> None:
    """A space for the Gorgon and the Troll; yes or no for Acrobatics."""
    assert read_answer("c4", _asked("gorgon-gaze", Ask.GORGON)) == Destroy(SEAT, _spaces("C4"))
    declare = _asked("gnoll-raid", Ask.DECLARE)
    assert read_answer("Yes", declare) == Declare(SEAT, use=True)
    assert read_answer("n", declare) == Declare(SEAT, use=False)
    with pytest.raises(CommandError, match="yes or no"):
        read_answer("perhaps", declare)
    with pytest.raises(CommandError, match="Name one space"):
        read_answer("C4 C5", _asked("gorgon-gaze", Ask.GORGON))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("C4 D4 D5 E4", "Which terrain: village, farm"),
        ("farm", "Name the spaces"),
        ("C4 C4 farm", "C4 is named twice"),
        ("C4 farm farm", "One terrain is enough"),
        ("C4 f", "“f” is not understood"),
        ("C4 lava", "“lava” is not understood"),
        ("L4 farm", "“L4” is not a space"),
        ("A12 farm", "“A12” is not a space"),
        ("A1² farm", "is not understood"),
        ("2a at C4 farm", "There is no shape 2a"),
        ("1h at C4 farm", "There is no shape 1h"),
        ("1a farm", "Say where"),
        ("1a", "Say where"),
        ("1a at K11 farm", "does not fit on the map"),
        ("1a at C4 farm water", "“water” is not understood"),
        ("C4 C5 foo", "forest, village, farm, water, monster"),
        ("C4 farm with", "Name a skill here: Search, Healing, Lore"),
        ("C4 farm with magic", "Name a skill here"),
        ("with search C4", "Name the spaces"),
    ],
)
def test_what_is_not_understood_is_told(line: str, words: str) -> None:
    """Every mistake has its own reason."""
    with pytest.raises(CommandError, match=words):
        read_answer(line, HOMESTEAD)


@pytest.mark.parametrize(
    "options",
    [HOMESTEAD, RIVER, _asked("gnoll-raid", Ask.DECLARE), _asked("rift-lands", Ask.DRAW)],
    ids=["homestead", "river", "declare", "rift-lands"],
)
def test_written_answers_are_read_back(options: Options) -> None:
    """What the list of moves shows can be typed."""
    for answer in options:
        assert read_answer(answer_text(answer), options) == answer
