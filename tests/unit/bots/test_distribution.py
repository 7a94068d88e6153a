"""Means and how far to trust them."""

import statistics
from collections import Counter
from math import sqrt

import pytest

from quillmap.bots.distribution import Distribution, student


@pytest.mark.parametrize("unit", [1, 0.25])
@pytest.mark.parametrize("numbers", [[5], [1, 2], [-3, 4, 4, 10], [7, 7, 7], list(range(-20, 31, 3))])
def test_agrees_with_the_standard_library(numbers: list[int], unit: float) -> None:
    """Mean, deviation and median are those of ``statistics``, in multiples of the unit."""
    found = Distribution(Counter(numbers), unit)
    scaled = [number * unit for number in numbers]
    assert found.size == len(numbers)
    assert found.mean == pytest.approx(statistics.mean(scaled))
    assert found.median == statistics.median(scaled)
    assert found.deviation == pytest.approx(statistics.stdev(scaled) if len(numbers) > 1 else 0)


def test_a_single_number_has_no_margin() -> None:
    """Nothing can be said of the trust in one game."""
    assert Distribution({7: 1}).margin is None


def test_numbers_that_belong_together_are_no_further_evidence() -> None:
    """Each number three times, in groups of three, is as much to be trusted as each once."""
    once, thrice = Counter([1, 4, 10]), Counter([1, 4, 10] * 3)
    groups = Counter({3 * number: 1 for number in once})
    assert Distribution(thrice, groups=groups).margin == pytest.approx(Distribution(once).margin)
    assert Distribution({5: 3}, groups={15: 1}).margin is None


def test_margin_is_some_standard_errors() -> None:
    """Two numbers that differ by 2 lie within 12.7 of their mean."""
    assert Distribution({4: 1, 6: 1}).margin == pytest.approx(12.706 * sqrt(2) / sqrt(2), abs=0.001)
    assert Distribution({0: 500, 10: 500}).margin == pytest.approx(1.962 * 5.0025 / sqrt(1000), abs=0.001)


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_student_is_that_of_the_tables(freedom: int, expected: float) -> None:
    """The factor is the one printed in every book of statistics."""
    assert student(freedom) == pytest.approx(expected, abs=0.005)
