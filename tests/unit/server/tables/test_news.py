"""What is told of a table, and when: not all the time, and nobody waits for what others do."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from quillmap.server import rate_limits
from quillmap.server.hosting.config import Limits
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.tables import news
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.news import TableNews
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import new_token
from quillmap.server.tables.usage import Usage


def test_who_comes_after_a_change_hears_of_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if that makes the table as it was when somebody was last told of it."""
    told: list[bytes] = []
    monkeypatch.setattr(news, "dismiss_strangers", lambda _: None)

    async def happen() -> None:
        document = new_document(CreateTable(name="Ada"), new_token())
        table = SimpleNamespace(
            shown_document=document,
            connections=[],
            loop=asyncio.get_running_loop(),
            quotas=SimpleNamespace(told=lambda *_: None, news_wait=lambda *_: 0.0),
        )
        found = TableNews(cast("LiveTable", table))
        table.shown_document = replace(document, hints=False)
        with monkeypatch.context() as patch:
            patch.setattr(news, "encode", None)
            patch.setattr(news, "table_info", None)
            found.tell("192.0.2.1")
        table.connections = [SimpleNamespace(send=told.append, is_host=lambda: False)]
        table.shown_document = document
        found.tell("192.0.2.1")
        assert len(told) == 1
        found.tell("192.0.2.1")
        assert len(told) == 1

    asyncio.run(happen())


def test_who_comes_while_something_waits_hears_what_becomes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was shown what is taken back before it was told is told, too."""
    told: list[bytes] = []
    monkeypatch.setattr(news, "dismiss_strangers", lambda _: None)
    later: list[Callable[[], None]] = []
    document = new_document(CreateTable(name="Ada"), new_token())
    waits = [1.0, 0.0]
    table = SimpleNamespace(
        shown_document=document,
        connections=[SimpleNamespace(send=told.append, is_host=lambda: False)],
        loop=SimpleNamespace(time=lambda: 0.0, call_later=lambda _, then, by: later.append(lambda: then(by))),
        quotas=SimpleNamespace(told=lambda *_: None, news_wait=lambda *_: waits.pop(0)),
    )
    found = TableNews(cast("LiveTable", table))
    table.shown_document = replace(document, hints=not document.hints)
    found.tell("192.0.2.1")
    found.note_newcomer()
    table.shown_document = document
    found.tell("192.0.2.1")
    assert not told
    later.pop()()
    assert len(told) == 1


SCHOOL, STRANGER = "192.0.2.1", "192.0.2.9"


class Clock:
    """The time of the loop and of all rates, and what is to happen at which."""

    def __init__(self) -> None:
        self.now = 0.0
        self._later: list[tuple[float, Callable[[str], None], str]] = []

    def time(self) -> float:
        """Return what time it is."""
        return self.now

    def call_later(self, seconds: float, call: Callable[[str], None], by: str) -> None:
        """Call something later."""
        self._later.append((self.now + seconds, call, by))

    def pass_until(self, end: float) -> None:
        """Let time pass, and what is due happen."""
        while due := [each for each in self._later if each[0] <= end]:
            first = min(due, key=lambda each: each[0])
            self._later.remove(first)
            self.now = max(self.now, first[0])
            first[1](first[2])
        self.now = end


class Told:
    """A table of the school, and what its sockets are told, with the times."""

    def __init__(self, clock: Clock, quotas: Quotas, sockets: int) -> None:
        self._clock = clock
        self.times: list[float] = []
        self.bytes = 0
        sent = SimpleNamespace(send=self._send, is_host=lambda: False)
        document = new_document(CreateTable(name="Ada"), new_token())
        self._table = SimpleNamespace(
            document=document, shown_document=document, connections=[sent] * sockets, loop=clock, quotas=quotas
        )
        self._news = TableNews(cast("LiveTable", self._table))

    def _send(self, message: bytes) -> None:
        self.bytes += len(message)
        self.times += [] if self.times[-1:] == [self._clock.now] else [self._clock.now]

    def change(self, by: str) -> None:
        """Give its seat another name."""
        document = self._table.shown_document
        [seat] = document.seats
        self._table.shown_document = replace(document, seats=(replace(seat, name=new_token()[:9]),))
        self._news.tell(by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the time, which only passes if it is told to."""
    clock = Clock()
    monkeypatch.setattr(rate_limits, "monotonic", clock.time)
    monkeypatch.setattr(news, "dismiss_strangers", lambda _: None)
    return clock


def test_strangers_delay_no_news_of_others(clock: Clock) -> None:
    """Neither with their changes nor with their sockets, at no other table, and with their changes at none at all."""
    quotas = Quotas(Limits(news_rate=(40_000, 10_000)), Usage())
    watched, other = Told(clock, quotas, sockets=380), Told(clock, quotas, sockets=4)
    for _ in range(10):
        watched.change(STRANGER)
        clock.pass_until(clock.now + 0.5)
    assert len(watched.times) == 1, "they wait for what they have caused"
    watched.change(SCHOOL)
    assert watched.times[-1] == clock.now
    watched.change(SCHOOL)
    assert watched.times[-1] == clock.now, "where strangers have many sockets it was much"
    for _ in range(20):
        other.change(SCHOOL)
        assert other.times[-1] == clock.now
        clock.pass_until(clock.now + 0.5)


def test_no_news_wait_for_long(clock: Clock) -> None:
    """Whatever is owed, everybody is told in the end."""
    quotas = Quotas(Limits(news_rate=(1, 1e-9), news_seconds=30), Usage())
    table = Told(clock, quotas, sockets=10)
    for _ in range(200):
        table.change(STRANGER)
        clock.pass_until(clock.now + 1)
    waits = [later - earlier for earlier, later in pairwise(table.times)]
    assert waits == pytest.approx([30.0] * len(waits), abs=1.01)
    assert len(waits) > 5


@pytest.mark.parametrize("count", [1, 3, 10])
def test_large_tables_are_not_told_of_all_the_time(clock: Clock, count: int) -> None:
    """However many tables it is spread over, what a network causes in the long run has one rate."""
    size, rate, seconds = 40_000, 10_000, 600
    quotas = Quotas(Limits(news_rate=(size, rate)), Usage())
    tables = [Told(clock, quotas, sockets=300 // count) for _ in range(count)]
    for _ in range(seconds * 2):
        for table in tables:
            table.change(STRANGER)
        clock.pass_until(clock.now + 0.5)
    once = 300 * 1000  # what all of them are sent when each is told of once, or somewhat less
    assert 0.8 * rate * seconds < sum(table.bytes for table in tables) < rate * seconds + count * size + once
