"""Who is present and who draws is told the more seldom the more are told."""

from types import SimpleNamespace
from typing import cast

import pytest

from quillmap.server.tables.table import PROGRESS_PAUSE, LiveTable


@pytest.mark.parametrize(
    ("sockets", "pause"), [(2, PROGRESS_PAUSE), (100, PROGRESS_PAUSE), (2000, 20 * PROGRESS_PAUSE)]
)
def test_thousands_who_watch_are_told_seldom(sockets: int, pause: float) -> None:
    """A table of a hundred is told as often as one of two; with thousands of sockets each message would cost much."""
    waits: list[float] = []
    loop = SimpleNamespace(time=lambda: 0.0, call_later=lambda wait, _: waits.append(wait))
    table = SimpleNamespace(
        connections=range(sockets), loop=loop, _progress_timer=None, _progress_shown=0.0, _show_progress=None
    )
    LiveTable.show_progress_soon(cast("LiveTable", table))
    assert waits == [pytest.approx(pause)]
