"""Printed and generated maps (RULES 2.1, 10.2)."""

import re
from pathlib import Path
from typing import Any

import pytest

from helpers.facts import FACTS
from helpers.maps import picture, spaces, text_of
from quillmap.rules.maps import GENERATED, GENERATED_WASTELAND, MAPS, PRINTED, blank_sheet
from quillmap.rules.spaces import EDGE, beside, numbers

SEEDS = [f"seed {number}" for number in range(40)]


def places(mask: int) -> list[list[int]]:
    """Return spaces as [row, column]."""
    return [list(divmod(number, 11)) for number in numbers(mask)]


@pytest.mark.parametrize("side", FACTS["maps"])
def test_printed_map(side: str) -> None:
    """Mountains, ruins and wasteland are where they are printed (RULES 2.1)."""
    sheet = blank_sheet(side, "any seed")
    fact: dict[str, Any] = FACTS["maps"][side]
    found = (places(sheet.mountain), places(sheet.ruins), places(sheet.wasteland))
    assert found == (fact["mountains"], fact["ruins"], fact["wasteland"])


def test_there_are_four_printed_maps_and_two_generated_kinds() -> None:
    """Sides A to D, and generated ones with or without wasteland (RULES 2.1, 10.2)."""
    assert (*FACTS["maps"], GENERATED, GENERATED_WASTELAND) == MAPS
    assert list(PRINTED) == list(FACTS["maps"])


def test_a_known_generated_map() -> None:
    """The seed gives the map that was worked out with another program after docs/record.md (RULES 10.2)."""
    assert text_of(blank_sheet(GENERATED, "a seed")) == picture("""
        ...........
        ...........
        .......:...
        .......^...
        ..:..^.....
        ...........
        ..........:
        ...........
        .^....^....
        ..^...:..:.
        ........:..
    """)


def test_a_known_generated_map_with_wasteland() -> None:
    """Wasteland comes first, and what follows avoids it (RULES 10.2)."""
    assert text_of(blank_sheet(GENERATED_WASTELAND, "a seed")) == picture("""
        .#.........
        #..........
        .......:..#
        .....#.#^..
        ..:..^.....
        ...........
        ..........:
        ..#........
        .^....^....
        ..^..#:..:.
        ........:..
    """)


@pytest.mark.parametrize("kind", [GENERATED, GENERATED_WASTELAND])
def test_generated_maps_have_their_numbers(kind: str) -> None:
    """Five mountains, six ruins, and seven wasteland spaces if asked for, on spaces of their own (RULES 10.2)."""
    wasteland = 7 if kind == GENERATED_WASTELAND else 0
    for seed in SEEDS:
        sheet = blank_sheet(kind, seed)
        counts = [each.bit_count() for each in (sheet.mountain, sheet.ruins, sheet.wasteland)]
        together = (sheet.mountain | sheet.ruins | sheet.wasteland).bit_count()
        assert (counts, together) == ([5, 6, wasteland], 11 + wasteland)


@pytest.mark.parametrize("kind", [GENERATED, GENERATED_WASTELAND])
def test_generated_mountains_and_ruins_keep_apart(kind: str) -> None:
    """No two mountains are adjacent and no two ruins are (RULES 10.2)."""
    for seed in SEEDS:
        sheet = blank_sheet(kind, seed)
        assert not beside(sheet.mountain) & sheet.mountain
        assert not beside(sheet.ruins) & sheet.ruins


def test_generated_mountains_have_four_neighbours() -> None:
    """No mountain stands at the edge: a mountain has four neighbours (RULES 4.5, 10.2)."""
    assert not any(blank_sheet(GENERATED, seed).mountain & EDGE for seed in SEEDS)


def test_generated_maps_differ() -> None:
    """Another seed, another map (RULES 10.2)."""
    assert len({blank_sheet(GENERATED, seed) for seed in SEEDS}) == len(SEEDS)


def test_picture_has_what_the_facts_have() -> None:
    """Map A has its first mountain at B4."""
    assert blank_sheet("A", "").mountain & spaces("B4")


def test_the_documents_name_every_map() -> None:
    """The values in docs/record.md are those of the rules, and RULES 2.1 names each printed side."""
    docs = Path(__file__).parents[3] / "docs"
    row = next(line for line in (docs / "record.md").read_text(encoding="utf-8").splitlines() if "| `map` |" in line)
    assert tuple(re.findall(r"`([^`]+)`", row)[1:]) == MAPS
    sides = re.search(r"\*\*2\.1\*\*.*", (docs / "RULES.md").read_text(encoding="utf-8"))
    assert sides is not None
    assert set(PRINTED) <= set(re.findall(r"\b[A-Z]\b", sides[0]))
