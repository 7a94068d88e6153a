"""Who is present and who draws is told the more seldom the more are told."""

from types import SimpleNamespace
from typing import cast

import pytest

from quillmap.server.hosting.config import Limits
from quillmap.server.tables.progress_news import PROGRESS_PAUSE, ProgressNews
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.usage import Usage


@pytest.mark.parametrize(
    ("sockets", "rest", "pause"),
    [(2, 0.0, PROGRESS_PAUSE), (100, 0.01, PROGRESS_PAUSE), (2000, 0.0, 20 * PROGRESS_PAUSE), (2, 3.0, 3.0)],
)
def test_thousands_who_watch_are_told_seldom(sockets: int, rest: float, pause: float) -> None:
    """A table of a hundred is told as often as one of two; with thousands of sockets each message would cost much.

    When so much was sent that the tables of an address have to rest, that is waited for.
    """
    waits: list[float] = []
    loop = SimpleNamespace(time=lambda: 0.0, call_later=lambda wait, _: waits.append(wait))
    news = ProgressNews(cast("LiveTable", SimpleNamespace(connections=range(sockets), loop=loop)))
    news._shown, news._rest = 0.0, rest
    news.show_soon()
    assert waits == [pytest.approx(pause)]


def test_a_full_table_that_draws_is_told_of_every_moment() -> None:
    """A hundred who are there are told twenty times a second for minutes; other news don't hold that up."""
    quotas = Quotas(Limits(), Usage())
    table = cast("LiveTable", SimpleNamespace(payer="192.0.2.1", document=SimpleNamespace(id="table")))
    size, at_once, rate = 900, *Limits().news_rate
    assert 100 * size / PROGRESS_PAUSE < rate
    quotas.told(table, table.payer, int(2 * at_once))
    assert quotas.told_progress(table, 100 * size) <= 0
    assert quotas.told_progress(table, int(at_once + rate)) == pytest.approx(1, abs=0.1)


def test_a_table_waits_for_nothing_that_another_has_sent() -> None:
    """Strangers with many sockets at one table of somebody delay no news at their others, and none for ever."""
    quotas = Quotas(Limits(), Usage())
    crowded, other = (
        cast("LiveTable", SimpleNamespace(payer="192.0.2.1", document=SimpleNamespace(id=name))) for name in "ab"
    )
    assert quotas.told_progress(crowded, int(1e12)) == Limits().news_seconds
    assert quotas.told_progress(other, 900) == 0
