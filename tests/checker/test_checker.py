"""Small records made by hand: what the checker takes, and what it does not."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from checker.checker import RecordError, check_record, title_of
from checker.facts import AMBUSHES, MAPS
from checker.geometry import (
    ALL_SPACES,
    PAIR,
    name_space,
    overhanging,
    placements,
    ring_order,
    slide_order,
)
from checker.sheet import Sheet

SETUP: dict[str, Any] = {
    "seats": 1,
    "explore": "base",
    "seasons": "base",
    "map": "A",
    "pool": "base",
    "edicts": "first-game",
    "ruins": True,
    "ambushes": "base",
    "ambush_by": "neighbour",
    "heroes": "none",
    "promos": False,
    "skills": "none",
    "rulebook": "standard",
}


def begin(skills: Sequence[str] = (), **setup: Any) -> list[str]:
    """Return the first two lines of a game on map A."""
    if skills:
        setup["skills"] = list(skills)
    side = MAPS["A"]
    first = {
        "event": "game-began",
        "version": 1,
        "setup": SETUP | setup,
        "seed_hash": "0" * 64,
        "edicts": ["sentinel-wood", "mages-valley", "wildholds", "borderlands"],
        "mountains": [name_space(space) for space in sorted(side.mountains)],
        "ruins": [name_space(space) for space in sorted(side.ruins)],
        "wasteland": [],
        "skills": list(skills),
    }
    return [json.dumps(first), json.dumps({"event": "season-began", "season": "spring"})]


def reveal(card: str, ask: str | None = None, seats: Sequence[int] = (0,)) -> list[str]:
    """Return the lines of a revealed card and of what is asked."""
    lines = [json.dumps({"event": "card-revealed", "card": card})]
    if ask is not None:
        lines.append(json.dumps({"event": "asked", "ask": ask, "seats": list(seats)}))
    return lines


def draw(spaces: str, terrain: str, shape: str = "shape-1", **more: Any) -> str:
    """Return a drawn line, by seat 0 on its own sheet unless told otherwise."""
    event = {"event": "drawn", "seat": 0, "sheet": 0, "shape": shape, "terrain": terrain}
    plain = {"coins": 0, "destroyed": [], "skill": None, "paid": 0, "extra": None}
    return json.dumps(event | {"spaces": spaces.split()} | plain | more)


def fails(lines: list[str], words: str) -> None:
    """Expect the last line to be refused, for this reason, and the rest to be right."""
    check_record(lines[:-1])
    with pytest.raises(RecordError, match=f"line {len(lines)}: .*{words}"):
        check_record(lines)


def test_right_drawing_passes() -> None:
    """A river of three with its coin is counted as one drawing."""
    lines = [*begin(), *reveal("great-river", "draw"), draw("A1 A2 A3", "water", coins=1)]
    report = check_record(lines)
    assert (report.drawings, report.coins, report.ended) == (1, 1, False)


@pytest.mark.parametrize(
    ("spaces", "terrain", "shape", "coins", "words"),
    [
        ("A1 A2 B2", "water", "shape-1", 1, "not a shape-1"),
        ("A1 A2 A3", "farm", "shape-1", 1, "terrain"),
        ("A1 A2 A3", "water", "shape-1", 0, "coins"),
        ("A4 B4 C4", "water", "shape-1", 1, "filled"),
        ("A1", "water", "single", 0, "can be drawn"),
        ("A1 A2 B2 B3 C3", "water", "shape-2", 1, "coins"),
    ],
)
def test_wrong_drawing_is_refused(spaces: str, terrain: str, shape: str, coins: int, words: str) -> None:
    """Shape, terrain, coin, mountain and needless fallback each have their reason."""
    drawn = draw(spaces, terrain, shape, coins=coins)
    fails([*begin(), *reveal("great-river", "draw"), drawn], words)


def test_pending_ruins_outlast_an_ambush() -> None:
    """Ruins, then an ambush placed by itself, then a card that must cover ruins."""
    ambush = draw("A1 A2 B1 C1 C2", "monster", seat=None)
    ended = json.dumps({"event": "round-ended", "time": 0})
    lines = [*begin(), *reveal("temple-ruins"), *reveal("gnoll-raid"), ambush, ended]
    lines += reveal("rift-lands", "draw")
    fails([*lines, draw("F1", "farm")], "no empty ruins")
    assert check_record([*lines, draw("B6", "farm")]).ruins_drawings == 1


def test_ambush_goes_along_the_arrow() -> None:
    """Counterclockwise, seat 0 draws on sheet 1; clockwise, on the last one."""
    first = [*begin(seats=3), *reveal("goblin-attack", "ambush", (0, 1, 2))]
    fails([*first, draw("A1 B2 C3", "monster", sheet=2)], "sheet")
    check_record([*first, draw("A1 B2 C3", "monster", sheet=1)])
    first = [*begin(seats=3), *reveal("kobold-onslaught", "ambush", (0, 1, 2))]
    fails([*first, draw("E1 E2 E3 F2", "monster", sheet=1)], "sheet")
    check_record([*first, draw("E1 E2 E3 F2", "monster", sheet=2)])


def test_solo_ambush_lies_in_its_corner() -> None:
    """Goblins start bottom right; one space further up is wrong while the corner is free."""
    lines = [*begin(), *reveal("goblin-attack")]
    check_record([*lines, draw("I9 J10 K11", "monster", seat=None)])
    fails([*lines, draw("H9 I10 J11", "monster", seat=None)], "not where")


def test_german_solo_ambush_is_chosen() -> None:
    """Under `de` the player picks a placement over the corner space."""
    lines = [*begin(rulebook="de"), *reveal("goblin-attack", "ambush")]
    check_record([*lines, draw("I9 J10 K11", "monster")])
    fails([*lines, draw("H9 I10 J11", "monster")], "not where")


def test_stealth_must_hang_over() -> None:
    """A shape wholly on the map is no stealth; one that hangs over gives no coin."""
    lines = [*begin(skills=("stealth", "lore", "search")), *reveal("great-river", "draw")]
    check_record([*lines, draw("A1 B1", "water", skill="stealth")])
    fails([*lines, draw("A1 B1", "water", skill="stealth", coins=1)], "coins")
    fails([*lines, draw("A1 A2 A3", "water", skill="stealth")], "not a shape-1")


def test_skill_needs_coins() -> None:
    """Negotiation can't be paid from an empty track."""
    lines = [*begin(skills=("negotiation", "lore", "search")), *reveal("orchard", "draw")]
    square = draw("A1 A2 B1 B2", "farm", "square", skill="negotiation", paid=1)
    fails([*lines, square], "costs 1")


def test_mixed_boxes_need_ruins() -> None:
    """Without ruins cards everything must come from one box."""
    check_record(begin(ruins=False))
    with pytest.raises(RecordError, match="mixed"):
        check_record(begin(ruins=False, explore="heroes"))


def test_walks_visit_every_place_once() -> None:
    """Ring by ring, all places of a box are tried, each once."""
    assert len(set(ring_order(1, 1, "top-left", "clockwise"))) == len(ALL_SPACES)
    for card in AMBUSHES.values():
        order = slide_order(card.shape, card.corner, card.arrow)
        height = 1 + max(row for row, _ in card.shape)
        width = 1 + max(column for _, column in card.shape)
        assert len(order) == len(set(order)) == (12 - height) * (12 - width)


def test_walk_of_a_single_row_goes_from_end_to_end() -> None:
    """The innermost ring of a 3x1 box is walked from its named end (8.2)."""
    inmost = ring_order(3, 1, "bottom-right", "clockwise")[-3:]
    assert inmost == ((4, 6), (4, 5), (4, 4))


def test_placements_are_counted() -> None:
    """A 1x2 lies on the map in 220 ways and hangs over the edge on 40 spaces."""
    assert len(placements(PAIR)) == 220
    assert len(overhanging(PAIR)) == 40


def test_dragon_pays_once() -> None:
    """Three coins when its last empty neighbour is filled, none later."""
    sheet = Sheet(frozenset(), frozenset(), frozenset())
    sheet.fill([(0, 0)], ["monster"], "D")
    assert sheet.gain_coins() == 0
    sheet.fill([(0, 1), (1, 0)], ["farm"])
    assert sheet.gain_coins() == 3
    sheet.destroy((0, 0))
    assert sheet.gain_coins() == 0


def test_coin_track_has_fourteen_slots() -> None:
    """Further coins are lost, and spending frees no slot."""
    sheet = Sheet(frozenset(), frozenset(), frozenset())
    assert sheet.gain_coins(13) == 13
    sheet.spent = 3
    assert sheet.gain_coins(2) == 1
    assert sheet.coins == 11


def test_titles() -> None:
    """The highest threshold reached; below all of them the lowest title."""
    assert title_of(30) == "legendary-cartographer"
    assert title_of(-1) == "amateur-assessor"
    assert title_of(-31) == "oblivious-inkdrinker"
