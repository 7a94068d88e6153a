"""The cyclic collector never stops the server for long."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from quillmap.server.hosting.launch import calm_collector

MOST_AT_ONCE = 40_000
"""Objects that are looked at in one go: with twice as many everybody waited 40 to 85 milliseconds under load."""
KEPT = 300_000
ROUNDS = 40
AT_A_TIME = 40_000
"""Objects that stay in circles long enough to be looked at seldom."""


@pytest.fixture
def calm() -> Iterator[None]:
    """Let the collector be as it is on a server."""
    before = gc.get_threshold()
    calm_collector()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("calm")
def test_the_collector_looks_at_little_at_a_time() -> None:
    """However many new objects stay, such as those of connections that are held for nothing."""
    looked_at: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            looked_at.append(sum(len(gc.get_objects(younger)) for younger in range(info["generation"] + 1)))

    gc.callbacks.append(note)
    try:
        kept: list[list[object]] = [[[]] for _ in range(KEPT // 2)]
    finally:
        gc.callbacks.remove(note)
    assert len(kept) == KEPT // 2
    assert len(looked_at) > KEPT // MOST_AT_ONCE
    assert max(looked_at) < MOST_AT_ONCE


class InCircle:
    """Refers to itself, and counts how many there are."""

    alive = 0

    def __init__(self) -> None:
        self.own = self
        InCircle.alive += 1

    def __del__(self) -> None:
        InCircle.alive -= 1


@pytest.mark.usefixtures("calm")
def test_what_is_left_in_circles_does_not_gather_for_ever() -> None:
    """Also what was in use when the collector looked at it for the second time."""
    most = 0
    for _ in range(ROUNDS):
        kept = [InCircle() for _ in range(AT_A_TIME)]
        del kept
        most = max(most, InCircle.alive)
    assert most < ROUNDS * AT_A_TIME // 3
