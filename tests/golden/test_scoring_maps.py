"""Every golden map against the engine: the points, and the spaces that earn them (RULES 11)."""

from pathlib import Path

import pytest

from helpers.golden_maps import GoldenMap, golden_files, golden_maps, read_golden_file
from quillmap.rules.scoring import SCORING, awards, score

CASES = golden_maps()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_points(case: GoldenMap) -> None:
    """The card gives the points that were counted by hand (RULES 11)."""
    assert score(case.card, case.sheet, case.rulebook) == case.points


@pytest.mark.parametrize("case", [case for case in CASES if case.marks is not None], ids=str)
def test_marks(case: GoldenMap) -> None:
    """The spaces that earn are those marked by hand (tests/golden/README.md)."""
    earning = 0
    for points, spaces in awards(case.card, case.sheet, case.rulebook):
        if points > 0:
            earning |= spaces
    assert earning == case.marks


def test_every_card_has_its_file() -> None:
    """There is a golden file for each scoring card, and no stray one."""
    assert [path.name for path in golden_files()] == sorted(f"{card}.txt" for card in SCORING)


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_every_file_has_enough_cases(path: Path) -> None:
    """Each card keeps at least four cases, one of them worth nothing (tests/golden/README.md)."""
    points = [case.points for case in read_golden_file(path)]
    assert len(points) >= 4
    assert 0 in points
