"""The pages and pictures of docs/rules: they are those that the program makes now, whole, and lead nowhere wrong."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quillmap.locales import catalogue, languages, typeset
from quillmap.reference.cards import cards_of, listed_cards
from quillmap.reference.chapters import CHAPTERS, LEGEND
from quillmap.reference.examples import examples, scenes
from quillmap.reference.make import differences, everything, write
from quillmap.rules.cards import CARDS
from quillmap.rules.dealing import FIRST_GAME
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.skills import COST, Skill

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "rules"
WEB = ROOT / "src" / "quillmap" / "web" / "js"
LINK = re.compile(r'\]\(([^)]+)\)|src="([^"]+)"')
MINUTES = 10
WORDS_A_MINUTE = 240


def test_docs_are_current() -> None:
    """What lies in docs/rules is what the program makes: after a change run ``python3 dev.py reference``."""
    assert differences(FOLDER) == []


def test_differences_are_found_and_mended(tmp_path: Path) -> None:
    """A file that was changed, one that is missing and one that does not belong there are found, and put right."""
    write(tmp_path)
    (tmp_path / "README.md").write_text("Something else.", encoding="utf-8")
    (tmp_path / "en" / "game.md").unlink()
    (tmp_path / "stray.md").write_text("", encoding="utf-8")
    assert differences(tmp_path) == ["README.md", "en/game.md", "stray.md"]
    assert write(tmp_path) == 3
    assert differences(tmp_path) == []


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    """One line tells how many files have changed."""
    command = [sys.executable, "-m", "quillmap.reference", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path}: {len(everything())} files changed\n"


def test_every_card_has_its_page() -> None:
    """There is a page for each card in each language, and for each chapter."""
    wanted = {f"cards/{card}.md" for card in (*CARDS, *SCORING, *Skill)}
    wanted |= {f"{chapter.id}.md" for chapter in CHAPTERS} | {"README.md", "cards.md"}
    for language in languages():
        assert {path.partition("/")[2] for path in everything() if path.startswith(f"{language}/")} == wanted


def test_cards_are_listed_once() -> None:
    """Every card of the game is listed, by kinds that are known, 84 in all."""
    assert list(listed_cards()) == [*CARDS, *(each.id for each in cards_of("scoring-any")), *Skill]
    assert len(listed_cards()) == len(CARDS) + len(SCORING) + len(Skill) == 84


@pytest.mark.parametrize("language", languages())
def test_no_link_leads_nowhere(language: str) -> None:
    """Each link and each picture of a page is a file of the folder."""
    for path, text in everything().items():
        if path.startswith(f"{language}/"):
            for match in LINK.finditer(text):
                target = (FOLDER / path).parent / (match[1] or match[2])
                assert target.resolve().relative_to(FOLDER).as_posix() in everything(), (path, match[0])


def test_every_picture_is_shown() -> None:
    """No picture is made for nothing, and no example or scene has none."""
    pages = [(path, text) for path, text in everything().items() if path.startswith("en/")]
    shown = {
        ((FOLDER / path).parent / (match[1] or match[2])).resolve().relative_to(FOLDER).as_posix()
        for path, text in pages
        for match in LINK.finditer(text)
    }
    pictures = {path for path in everything() if path.endswith(".svg")}
    assert {path for path in shown if path.endswith(".svg")} == pictures
    wanted = {*(f"examples/{name}" for name in examples()), *(f"scenes/{name}" for name in scenes())}
    wanted |= {f"scenes/map-{name}" for name in PRINTED} | {"scenes/generated"}
    wanted |= {f"cards/{card}" for card in CARDS} | {f"spaces/{space}" for space in LEGEND}
    assert pictures == {f"pictures/{name}.svg" for name in wanted}


def test_pictures_stand_alone() -> None:
    """A picture is whole: well-formed, its symbols inside, its colours filled in, and no word of any language in it."""
    for path, text in everything().items():
        if path.endswith(".svg"):
            root = ElementTree.fromstring(text)
            ids = {each.get("id") for each in root.iter()}
            assert set(re.findall(r'(?:href="|url\()#([a-z0-9-]+)', text)) <= ids, path
            assert "var(" not in text, path
            words = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
            assert all(re.fullmatch(r"[A-K]|[A-Z]|−?\d+", word) for word in words), path


def table_rows(page: str) -> list[list[str]]:
    """Return the cells of the tables of a page."""
    return [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("language", languages())
def test_first_edicts_are_those_of_the_rules(language: str) -> None:
    """The easier start names the four edicts that a first game of each box has, from A to D."""
    words = typeset(catalogue(language))
    rows = table_rows(everything()[f"{language}/variants.md"])
    for place, letter in enumerate("ABCD"):
        (row,) = (row for row in rows if row[0] == letter)
        for cell, cards in zip(row[1:], FIRST_GAME.values(), strict=True):
            assert words.text(f"cards.{cards[place]}.name") in cell


def test_listed_cards_say_what_is_printed_on_them() -> None:
    """Where cards are listed, skills have their cost, explore cards their time, ambushes their way."""
    words = catalogue("en")
    for skill in Skill:
        cost = words.text("terms.coins", count=COST[skill])
        assert re.search(rf"cards/{skill}\.md\).*\*Cost:\* {cost}", everything()["en/skills.md"]), skill
    explore = everything()["en/explore.md"]
    assert re.search(r"cards/great-river\.md\).*\*Terrain:\* Water<br>\*Time:\* 1 ", explore)
    assert re.search(r"cards/homestead\.md\).*\*Terrain:\* Village, Farm<br>\*Time:\* 2 ", explore)
    assert "*Solo game:* Bottom right corner, counterclockwise" in everything()["en/ambush.md"]


def test_maps_of_a_box() -> None:
    """The chapter of a box shows its maps and no others."""
    assert set(re.findall(r"map-([A-D])\.svg", everything()["en/heroes.md"])) == {"C", "D"}
    assert set(re.findall(r"map-([A-D])\.svg", everything()["en/map.md"])) == set(PRINTED)


@pytest.mark.parametrize("language", languages())
def test_ten_minutes(language: str) -> None:
    """The base game, from its first chapter to its end, is read in ten minutes."""
    base = [chapter.id for chapter in CHAPTERS][:6]
    assert base[-1] == "scoring"
    text = " ".join(everything()[f"{language}/{chapter}.md"] for chapter in base)
    count = len(re.findall(r"[^\W\d_]+", re.sub(r"\([^)]*\)|<[^>]*>", " ", text)))
    assert 500 < count < MINUTES * WORDS_A_MINUTE


# -- words -------------------------------------------------------------------------------------------


def keys_of(name: str) -> set[str]:
    """Return the keys of a file of the catalogues."""
    keys = catalogue("en").keys()
    return {key for key in keys if key.startswith(f"{name}.")}


def test_every_topic_is_in_one_chapter() -> None:
    """Each topic of the rules is told in the chapters, and only once."""
    told = [part.name for chapter in CHAPTERS for part in chapter.parts if part.kind == "topic"]
    assert sorted(told) == sorted({key.split(".")[1] for key in keys_of("rules")})


def test_no_text_is_written_for_nothing() -> None:
    """Each text of the reference stands on some page of docs/rules, or is asked for by the page in the browser."""
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in [*WEB.glob("reference/*.js"), WEB / "screens/rules.js"]
    )
    asked = set(re.findall(r'"(reference\.[a-z.-]+)"', scripts)) | {"reference.previous", "reference.next"}
    english = catalogue("en")
    pages = "\n".join(text for path, text in everything().items() if path.startswith("en/") and path.endswith(".md"))
    for key in keys_of("reference") - asked:
        if key == "reference.scene.season.text":
            text = english.text(key, first="Sentinel Wood", second="Canal Lake")
        elif key in {f"reference.card.points.{rulebook}.text" for _, rulebook in VARIANTS}:
            text = english.text(key, stars="6 stars")
        else:
            text = english.text(key)
        assert text in pages, key
    assert asked <= keys_of("reference")
