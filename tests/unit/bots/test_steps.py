"""Thinking that is put aside between two steps, and gone on with."""

import itertools
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any

import pytest

from quillmap.bots import steps
from quillmap.bots.steps import Done, PutAside, Steps, finish, go_on


class Adder:
    """Adds up numbers, one in each step, and notes which it has looked at."""

    def __init__(self) -> None:
        self.looked_at: list[int] = []

    def steps(self, numbers: Sequence[int]) -> Steps[int]:
        """Return their sum."""
        total = 0
        for number in numbers:
            total += yield partial(self._look, number)
        return total

    def _look(self, number: int) -> int:
        self.looked_at.append(number)
        return number


@pytest.mark.parametrize("numbers", [(), (1,), (1, 2, 3)])
def test_all_steps_at_once(numbers: tuple[int, ...]) -> None:
    """Even if there are none."""
    assert finish(Adder().steps(numbers)) == sum(numbers)
    assert go_on(Adder().steps(numbers), (), inf) == Done(sum(numbers))


def test_it_goes_on_where_it_stopped() -> None:
    """Without any time there is one step a turn; none is taken twice, and the end is the same."""
    adder, returned = Adder(), list[tuple[Any, ...]]()
    found = go_on(adder.steps((1, 2, 3)), (), 0)
    while isinstance(found, PutAside):
        returned.append(found.returned)
        found = go_on(adder.steps((1, 2, 3)), found.returned, 0)
    assert found == Done(6)
    assert returned == [(1,), (1, 2)]
    assert adder.looked_at == [1, 2, 3]


@pytest.mark.parametrize(("seconds", "taken"), [(2.9, 1), (3.1, 2), (5.9, 2), (6.1, 3)])
def test_a_step_has_to_fit_in(seconds: float, taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that ticks a second at every look, three for a step: a further one needs its second as well."""
    ticks = itertools.count()
    monkeypatch.setattr(steps, "monotonic", lambda: next(ticks))
    found = go_on(Adder().steps(range(9)), (), seconds)
    assert isinstance(found, PutAside)
    assert len(found.returned) == taken


def test_what_ends_sooner_than_before_has_ended() -> None:
    """What was found before is not needed then: the rules may be compiled in one process and not yet in another."""
    assert go_on(Adder().steps(()), (1, 2), 0) == Done(0)
