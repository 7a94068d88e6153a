"""``quillmap score``: counting maps."""

import json
from pathlib import Path
from typing import Any

import pytest

from quillmap.play.textmap import read_text_map
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, score
from unit.cli.conftest import Run

ROWS = [
    "FF.........",
    "...^.:.....",
    ".a......^v.",
    ".....MM....",
    "FFFF.......",
    ".....^VV...",
    "...........",
    "...........",
    ".:^......f.",
    ".....:.^...",
    "...........",
]
MAP = "\n".join(ROWS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with the map."""
    path = tmp_path / "map.txt"
    path.write_text(MAP, encoding="utf-8")
    return path


def test_readable_by_default(run: Run, file: Path) -> None:
    """Points, the spaces that earn them, monsters and the total are told."""
    outcome = run("score", file, "--cards", "sentinel-wood,golden-granary,wildholds", "--coins", "3")
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "Sentinel Wood          3   3 for A1 A2 E1",
        "The Golden Granary     3   3 for C2",
        "Wildholds              0",
        "Monsters              −6   −6 for C6 C7 D5 D8 E6 E7",
        "",
        "Total 3 = points 6 + coins 3 − monsters 6",
    ]


def test_json(run: Run, file: Path) -> None:
    """JSON has the points, the spaces of each award, and the total."""
    found = json.loads(run("score", file, "--cards", "sentinel-wood, wildholds", "--json", "--coins", "2").out)
    assert found == {
        "points": {"sentinel-wood": 3, "wildholds": 0},
        "awards": {"sentinel-wood": [{"points": 3, "spaces": ["A1", "A2", "E1"]}], "wildholds": []},
        "coins": 2,
        "monsters": 6,
        "monster_spaces": ["C6", "C7", "D5", "D8", "E6", "E7"],
        "total": -1,
    }


@pytest.mark.parametrize("arguments", [[], ["--cards", "all"]])
def test_all_cards(run: Run, file: Path, arguments: list[str]) -> None:
    """By default and with ``all``, every scoring card is counted, as the rules count it."""
    found = json.loads(run("score", file, "--json", *arguments).out)
    sheet = read_text_map(MAP)
    assert found["points"] == {card: score(card, sheet) for card in SCORING}


def test_standard_input(run: Run) -> None:
    """``-`` reads the map from standard input; Windows line ends and a byte order mark do no harm."""
    outcome = run("score", "-", "--cards", "sentinel-wood", stdin=b"\xef\xbb\xbf" + MAP.replace("\n", "\r\n").encode())
    assert outcome.code == 0
    assert "Sentinel Wood     3" in outcome.out


def test_rulebook_counts_its_way(run: Run, tmp_path: Path) -> None:
    """Wildholds gives 8 for six villages, in the Greek rulebook 6 (RULES 12)."""
    path = tmp_path / "six.txt"
    path.write_text("\n".join(["VVVVVV.....", *["..........."] * 10]), encoding="utf-8")
    for rulebook, points in (("standard", 8), ("el", 6)):
        found = json.loads(run("score", path, "--cards", "wildholds", "--rulebook", rulebook, "--json").out)
        assert found["points"] == {"wildholds": points}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--cards", "sentinel"], "There is no scoring card “sentinel”"),
        (["--cards", "great-river"], "There is no scoring card “great-river”"),
        (["--cards", "wildhold"], "There is no scoring card “wildhold”; did you mean wildholds?"),
        (["--cards", "xyz"], "There is no scoring card “xyz”; quillmap cards lists them all."),
        (["--cards", ","], "Name at least one scoring card"),
        (["--coins", "15"], "There are 0 to 14 coins"),
        (["--coins", "-1"], "There are 0 to 14 coins"),
        (["--coins", "many"], "--coins"),
        (["--rulebook", "fr"], "--rulebook: There is no “fr”"),
    ],
)
def test_bad_option_is_one_line(run: Run, file: Path, arguments: list[str], words: str) -> None:
    """Wrong cards, coins and rulebooks are refused with their reason."""
    assert run("score", file, *arguments).fails_with(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "line 1, column 1: row 1 of 11 is missing"),
        (MAP.replace("M", "?").encode(), "line 4, column 6: “?” stands for nothing."),
        (MAP.replace("FF.........", "FF").encode(), "line 1, column 3"),
        (MAP.encode() + b"\n...........", "line 12, column 1"),
        (b"A README.\nIt is no map.", "line 1, column 2: “ ” stands for nothing."),
        (MAP.replace("FF.........", "FF......... ?").encode(), "line 1, column 12"),
        (b"..........\n...?", "line 1, column 11"),
        (b"\xff\xfe", "not UTF-8 text"),
    ],
)
def test_bad_map_is_one_line(run: Run, text: bytes, words: str) -> None:
    """A map that can't be read is refused with line and column."""
    assert run("score", "-", stdin=text).fails_with(words)


def test_bad_file_is_one_line(run: Run, tmp_path: Path) -> None:
    """A file that is missing, a folder, and no file at all are refused."""
    assert run("score", tmp_path / "missing").fails_with("missing: There is no such file.")
    assert run("score", tmp_path).fails_with("This is a folder.")
    assert run("score", "a\0b").fails_with("null")
    assert run("score").fails_with("Name the file")


def _lines(run: Run, *lines: object) -> list[Any]:
    """Return the answers to some lines, given as JSON or as they are."""
    written = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in lines]
    outcome = run("score", "--jsonl", stdin=b"\n".join(written) + b"\n")
    assert (outcome.code, outcome.err) == (0, "")
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_lines_are_answered_in_order(run: Run) -> None:
    """Each line gets points per card and the stars lost."""
    cards = ["wildholds", "sentinel-wood"]
    (found, other) = _lines(
        run,
        {"map": ROWS, "cards": cards, "rulebook": "standard"},
        {"map": ["..........."] * 11, "cards": []},
    )
    sheet = read_text_map(MAP)
    assert found == {"points": {card: score(CardId(card), sheet) for card in cards}, "monsters": 6}
    assert list(found["points"]) == cards
    assert other == {"points": {}, "monsters": 0}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "not-json"),
        (b"", "not-json"),
        (b"[" * 100_000, "not-json"),
        (b'{"map": ' + b"9" * 5000 + b"}", "not-json"),
        (b"\xff", "not-text"),
        ([1], "not-an-object"),
        ({"cards": []}, "bad-map"),
        ({"map": ROWS[:10], "cards": []}, "bad-map"),
        ({"map": [*ROWS[:10], 7], "cards": []}, "bad-map"),
        ({"map": "\n".join(ROWS), "cards": []}, "bad-map"),
        ({"map": [*ROWS[:10], "Ж.........."], "cards": []}, "bad-map"),
        ({"map": ROWS}, "bad-cards"),
        ({"map": ROWS, "cards": "all"}, "bad-cards"),
        ({"map": ROWS, "cards": ["sentinel"]}, "unknown-card"),
        ({"map": ROWS, "cards": [["wildholds"]]}, "unknown-card"),
        ({"map": ROWS, "cards": [], "rulebook": "fr"}, "unknown-rulebook"),
        ({"map": ROWS, "cards": [], "rulebook": None}, "unknown-rulebook"),
        ({"map": ROWS, "cards": [], "rulebook": []}, "unknown-rulebook"),
    ],
    ids=str,
)
def test_bad_line_is_answered_in_its_place(run: Run, line: object, code: str) -> None:
    """A line that can't be counted gives an error with a code, and the lines after it are counted."""
    good = {"map": ROWS, "cards": ["sentinel-wood"]}
    first, bad, last = _lines(run, good, line, good)
    assert first == last == {"points": {"sentinel-wood": 3}, "monsters": 6}
    assert bad["error"]["code"] == code
    assert bad["error"]["message"]
    assert list(bad) == ["error"]


def test_lines_from_a_file(run: Run, tmp_path: Path) -> None:
    """A file can take the place of standard input; one that is missing is one line of trouble."""
    path = tmp_path / "lines"
    path.write_text(json.dumps({"map": ROWS, "cards": []}), encoding="utf-8")
    assert json.loads(run("score", path, "--jsonl").out) == {"points": {}, "monsters": 6}
    assert run("score", tmp_path / "none", "--jsonl").fails_with("There is no such file.")


@pytest.mark.parametrize("option", ["--cards=all", "--coins=1", "--rulebook=el"])
def test_lines_say_for_themselves(run: Run, option: str) -> None:
    """Options that every line has of its own are refused rather than ignored."""
    assert run("score", "--jsonl", option).fails_with("leave out --")


def test_an_empty_line_is_named(run: Run) -> None:
    """Not by what the reader of JSON says of it."""
    assert "the line is empty" in json.loads(run("score", "--jsonl", "-", stdin="\n").out)["error"]["message"]
