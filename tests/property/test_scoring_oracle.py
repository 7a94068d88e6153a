"""Every scoring card agrees with the naive oracle on hundreds of random sheets.

``QUILLMAP_TEST_SHEETS`` sets how many.
"""

import os
from collections import Counter
from functools import cache
from random import Random
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import scoring as oracle
from oracle.random_sheets import random_lines
from oracle.sheet import CELLS, Grid, parse
from property.effort import times
from property.strategies import text_rows
from quillmap.play.textmap import read_rows
from quillmap.rules import SCORING, CardId, Sheet, awards, score
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.sheet import haunted
from quillmap.rules.spaces import BOARD

SHEETS: Final = int(os.environ.get("QUILLMAP_TEST_SHEETS", times(600)))
DIFFERENT: Final = CardId("wildholds")
"""The one card that rulebooks count differently (RULES 12): it is counted by every rulebook on every sheet."""


class Drawn(NamedTuple):
    """A random map, as the engine and as the oracle read it."""

    lines: list[str]
    sheet: Sheet
    grid: Grid


@cache
def sheets() -> list[Drawn]:
    """Return the random maps, always the same."""
    random = Random("scoring")
    drawn = [random_lines(random) for _ in range(SHEETS)]
    return [Drawn(lines, read_rows(lines), parse(lines)) for lines in drawn]


@cache
def scores(card: CardId) -> list[int]:
    """Return the engine's points for *card* on every sheet, by the usual rulebook."""
    return [score(card, sheet) for _, sheet, _ in sheets()]


def test_same_cards() -> None:
    """Engine and oracle know the same cards and rulebooks."""
    assert SCORING.keys() == oracle.CARDS.keys()
    assert RULEBOOKS.keys() == set(oracle.RULEBOOKS)


@pytest.mark.parametrize("card", SCORING)
def test_card_agrees_with_the_oracle(card: CardId) -> None:
    """The points are the oracle's, by every rulebook."""
    for number, ((lines, sheet, grid), points) in enumerate(zip(sheets(), scores(card), strict=True)):
        assert points == oracle.score(card, grid, "standard"), "\n".join(lines)
        for rulebook in RULEBOOKS if card == DIFFERENT or number % 50 == 0 else ():
            expected = oracle.score(card, grid, rulebook)
            assert score(card, sheet, rulebook) == expected, "\n".join([rulebook, *lines])


@pytest.mark.parametrize("card", SCORING)
def test_awards_add_up(card: CardId) -> None:
    """Awards add up to the score, and each names spaces of the map if it gives anything."""
    for (lines, sheet, _), total in zip(sheets(), scores(card), strict=True):
        given = list(awards(card, sheet))
        assert sum(points for points, _ in given) == total, lines
        assert all(points >= 0 and 0 <= spaces <= BOARD for points, spaces in given), lines
        assert all((points > 0) == (spaces > 0) for points, spaces in given), lines


def test_monsters_agree_with_the_oracle() -> None:
    """So are the stars lost to monsters; on many sheets there are some, on many none."""
    lost = Counter[bool]()
    for lines, sheet, grid in sheets():
        stars = haunted(sheet).bit_count()
        assert stars == oracle.monsters_lost(grid), lines
        lost[stars > 0] += 1
    assert min(lost[True], lost[False]) > SHEETS / 10


@pytest.mark.parametrize("card", SCORING)
def test_sheets_try_every_card(card: CardId) -> None:
    """On the random sheets every card gives its least, which is mostly nothing, and many other scores."""
    found = Counter(scores(card))
    # Lost Barony finds a square of one space on any map with something on it.
    least = found[3 if card == "lost-barony" else 0]
    assert least > SHEETS / 100
    assert SHEETS - least > SHEETS / 10
    assert len(found) >= 5


def test_sheets_hold_everything() -> None:
    """Every character of a text map is on many of the random sheets."""
    found = Counter(character for lines, _, _ in sheets() for character in {*"".join(lines)})
    assert found.keys() == CELLS.keys()
    assert min(found.values()) > SHEETS / 20


def test_rulebooks_differ_on_the_sheets() -> None:
    """Wildholds is worth less by the Greek rulebook, on many sheets."""
    greek_scores = [score(DIFFERENT, sheet, "el") for _, sheet, _ in sheets()]
    pairs = list(zip(scores(DIFFERENT), greek_scores, strict=True))
    assert sum(greek < usual for usual, greek in pairs) > SHEETS / 10
    assert all(greek <= usual for usual, greek in pairs)


@given(text_rows(), st.sampled_from(sorted(SCORING)), st.sampled_from(sorted(RULEBOOKS)))
def test_any_sheet_agrees(rows: list[str], card: CardId, rulebook: str) -> None:
    """On whatever sheet, however unlikely in a game, the points are the oracle's."""
    assert score(card, read_rows(rows), rulebook) == oracle.score(card, parse(rows), rulebook)
