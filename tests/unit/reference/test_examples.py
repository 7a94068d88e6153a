"""Every map of the reference against the rules: what it is worth, what is marked on it, what is said of it."""

import re
from math import prod

import pytest

from helpers.maps import spaces
from helpers.moves import declare, draw
from helpers.tables import Table, table_with_skill
from quillmap.locales import catalogue, languages
from quillmap.play.notation import read_spaces
from quillmap.reference.book import editions, ledger, scene_figures, variants_of
from quillmap.reference.chapters import CHAPTERS
from quillmap.reference.examples import (
    BadExample,
    Example,
    drawn_on,
    example_figure,
    examples,
    read_example,
    scene_figure,
    scenes,
)
from quillmap.reference.figures import MARKS, SHORT_OF_ITS_END, Figure, Window, route_through, sum_of
from quillmap.rules.ids import CardId
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING, score
from quillmap.rules.sheet import Sheet, coins_between, destroy, is_dragon_tamed, strike
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import BOARD, Mask
from quillmap.rules.terrain import DRAWABLE

SCORED = [name for name in examples() if name in SCORING]
SPACE = re.compile(r"\b[A-K](?:1[01]|[1-9])\b")


def test_every_card_has_its_example() -> None:
    """There is a map for each scoring card and each skill, and no stray one."""
    assert set(examples()) == {*SCORING, *Skill}


@pytest.mark.parametrize("card", SCORED)
def test_points(card: str) -> None:
    """The points counted by hand are those of the rules, in every rulebook."""
    example = examples()[card]
    assert example_figure(card).points == int(example.values["points"]) == score(CardId(card), example.sheet)
    by_hand = {key.removeprefix("points-"): int(value) for key, value in example.values.items() if "points-" in key}
    assert by_hand == {rulebook: example_figure(card, rulebook).points for rulebook in variants_of(card)}


@pytest.mark.parametrize("card", SCORED)
def test_what_earns_and_what_does_not(card: str) -> None:
    """Something earns, near misses do not, and the numbers written on the map add up."""
    figure = example_figure(card)
    assert figure.earning
    assert figure.misses or card == "greenbough", "a near miss teaches more than a hit"
    assert not figure.earning & figure.misses
    assert sum(medal.points for medal in figure.medals) == figure.points
    assert len({(medal.x, medal.y) for medal in figure.medals}) == len(figure.medals), "one medal lies on another"
    if figure.sum:
        assert sum(prod(map(int, part.split(" × "))) for part in figure.sum.split(" + ")) == figure.points


@pytest.mark.parametrize("example", [*examples().values(), *scenes().values()], ids=lambda example: example.name)
def test_maps_are_printed_ones(example: Example) -> None:
    """Mountains, ruins and wasteland lie as on one of the printed maps."""
    printed = (example.sheet.mountain, example.sheet.ruins, example.sheet.wasteland)
    assert printed in [(each.sheet.mountain, each.sheet.ruins, each.sheet.wasteland) for each in PRINTED.values()]


@pytest.mark.parametrize("name", scene_figures())
def test_everything_is_in_the_picture(name: str) -> None:
    """What is drawn and what is marked lies inside the part that is shown."""
    figure = scene_figures()[name]
    for mark in MARKS:
        assert not getattr(figure, mark) & ~figure.window.spaces, mark
    assert not drawn_on(figure.sheet) & ~figure.window.spaces


@pytest.mark.parametrize("name", [name for name, scene in scenes().items() if "count" in scene.values])
def test_scenes_are_counted_by_the_rules(name: str) -> None:
    """The rules mark as many spaces as were counted by hand."""
    figure = scene_figure(name)
    marked = figure.costs | figure.wanted | figure.targets | figure.spread | figure.paying
    assert marked.bit_count() == int(scenes()[name].values["count"])


# -- what the chapters say of the scenes -------------------------------------------------------------


def without(sheet: Sheet, drawn: Mask) -> Sheet:
    """Return the map before these spaces were drawn; marks of ruins stay."""
    return Sheet(*(each & ~drawn for each in sheet))._replace(ruins=sheet.ruins)


def before(example: Example) -> Sheet:
    """Return the map before the last piece was drawn."""
    return without(example.sheet, example.spaces("drawn"))


def test_the_mountain_pays() -> None:
    """The last piece closes the mountain in, and brings one coin."""
    scene = scenes()["mountain"]
    assert coins_between(before(scene), scene.sheet) == 1


def test_the_dragon_pays() -> None:
    """The last piece closes the Dragon in, and brings three coins."""
    scene = scenes()["dragon"]
    assert is_dragon_tamed(scene.sheet)
    assert coins_between(before(scene), scene.sheet) == 3


def test_the_hero_strikes() -> None:
    """The destroyed spaces are those where monsters stood on the path; those beside it still stand."""
    sheet = scenes()["attack"].sheet
    stood = sheet._replace(monster=sheet.monster | sheet.destroyed, destroyed=0)
    assert strike(stood) == sheet.destroyed == spaces("E6 E7")
    assert destroy(stood, strike(stood)) == sheet


def test_the_goblins_slide() -> None:
    """They come to the place that the text names, and an arrow shows their way up from the corner."""
    figure = scene_figure("slide")
    assert figure.drawn == spaces("G9 H10 I11")
    assert figure.tried == spaces("I9 J10 K11")
    assert figure.route == ((9.5, 9.5), (9.5, 7.5 + SHORT_OF_ITS_END))


def test_a_route_turns_where_its_steps_do() -> None:
    """Steps straight on are left out; the last one is cut short."""
    steps = [(0.5, 1.5), (1.5, 1.5), (2.5, 1.5), (2.5, 2.5), (2.5, 3.5)]
    assert route_through(steps) == ((0.5, 1.5), (2.5, 1.5), (2.5, 3.5 - SHORT_OF_ITS_END))


def test_the_season_is_counted() -> None:
    """Two edicts and coins less monsters make the total, as it was counted by hand."""
    assert ledger("season") == {
        "edicts": {"sentinel-wood": 5, "canal-lake": 5},
        "coins": 3,
        "monsters": 5,
        "total": 8,
    }


def test_editions() -> None:
    """The rulebooks differ in these four points (RULES 12), and in each of them somewhere."""
    assert [row[0].rsplit(".", 1)[-1] for row in editions()] == ["single", "solo", "name", "ambush"]
    assert editions()[2][1:] == (8, 8, 6)
    assert all(len(set(row[1:])) == 2 for row in editions())


# -- skills ------------------------------------------------------------------------------------------


def terrain_of(sheet: Sheet, where: Mask) -> str:
    """Return the one terrain of these spaces."""
    (terrain,) = (each.value for each in DRAWABLE if where and not where & ~getattr(sheet, each.value))
    return terrain


@pytest.mark.parametrize("skill", [skill for skill in Skill if skill is not Skill.ACROBATICS])
def test_skills_are_used_as_the_rules_allow(skill: Skill) -> None:
    """Played by the rules, the move of the example gives the map of the example."""
    example = examples()[skill]
    drawn, extra = example.spaces("drawn"), example.spaces("extra")
    start = without(example.sheet, drawn | extra)
    table = table_with_skill(skill, example.values["card"], start)
    main = terrain_of(example.sheet, drawn)
    other = terrain_of(example.sheet, extra) if skill is Skill.HEALING else None
    table.play(draw(example.values["drawn"], main, 0, skill, example.values.get("extra", ""), other))
    assert table.sheet() == example.sheet


def test_acrobatics() -> None:
    """Alone, whoever uses it draws the two monsters where the example has them, instead of the ambush."""
    example = examples()[Skill.ACROBATICS]
    table = Table(
        example.values["card"],
        example.sheet._replace(monster=0),
        coins=2,
        skills=(Skill.ACROBATICS, Skill.LORE, Skill.SEARCH),
    )
    table.play(declare(use=True), draw(example.values["drawn"], "monster"))
    assert table.sheet() == example.sheet


# -- words -------------------------------------------------------------------------------------------


def captions(language: str) -> dict[str, str]:
    """Return what is said of each map of the reference."""
    words = catalogue(language)
    found = {f"example.{name}": words.text(f"reference.example.{name}.text") for name in examples()}
    shown = [part.name for chapter in CHAPTERS for part in chapter.parts if part.kind in ("scene", "count")]
    for name in shown:
        found[f"scene.{name}"] = words.text(f"reference.scene.{name}.text", first="", second="")
    return found


def figure_of(name: str) -> Figure:
    """Return the picture of a caption."""
    kind, _, which = name.partition(".")
    return example_figure(which) if kind == "example" else scene_figures()[which]


@pytest.mark.parametrize("language", languages())
def test_captions_name_spaces_of_their_picture(language: str) -> None:
    """Each space that is named lies in the picture, and every language names the same ones in the same order."""
    for name, caption in captions(language).items():
        named = SPACE.findall(caption)
        assert sorted(named) == sorted(SPACE.findall(captions("en")[name])), name
        assert not read_spaces(named) & ~figure_of(name).window.spaces, name


# -- trouble -----------------------------------------------------------------------------------------

MAP = "\n".join(["..........."] * 11)


def test_bad_examples_are_named() -> None:
    """A file that can't be read is named in the message, with the line that is wrong."""
    with pytest.raises(BadExample, match=r"^x: 'pionts: 3' is not a key"):
        read_example("x", f"pionts: 3\n\n{MAP}")
    with pytest.raises(BadExample, match=r"^x: an empty line"):
        read_example("x", MAP)


def test_sums() -> None:
    """A sum says how often what was earned, and nothing that the total does not say better."""
    one, two = 1, 3
    assert sum_of([(2, two), (2, one)], by_space=False) == "2 × 2"
    assert sum_of([(4, two), (1, one)], by_space=True) == "2 × 2 + 1"
    assert sum_of([(2, two)], by_space=True) == ""
    assert sum_of([(8, two)], by_space=False) == ""


def test_windows() -> None:
    """A window holds its spaces and no others."""
    assert Window(0, 0, 11, 11).spaces == BOARD
    assert Window(2, 3, 1, 2).spaces == spaces("C4 C5")
