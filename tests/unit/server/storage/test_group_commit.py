"""Writes that are stored together: which wait for others, and which never do."""

import asyncio
import threading
import time
from collections.abc import Sequence

import pytest

from quillmap.server.problems import Problem
from quillmap.server.storage import group_commit
from quillmap.server.storage.group_commit import BUSY_RATE, GroupCommit, WriteRate, told
from quillmap.server.storage.rows import Claim

LONG = 30.0
"""Seconds: a test that waits for them fails."""
SOON = 5.0


class Disk:
    """Keeps what is stored; the first transaction lasts until it is told to go on."""

    def __init__(self) -> None:
        self.transactions: list[list[str]] = []
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def store(self, batch: Sequence[str]) -> None:
        """Keep a batch, unless something in it is bad."""
        if not self.transactions:
            self.has_begun.set()
            self.may_go_on.wait(SOON)
        if "bad" in batch:
            raise ValueError("bad")
        self.transactions.append(list(batch))

    @property
    def kept(self) -> list[str]:
        """All that is stored."""
        return [each for batch in self.transactions for each in batch]


async def two_tables_write(disk: Disk, writer: GroupCommit[str]) -> None:
    """Store a write by itself, then those of two tables in one transaction."""
    first = writer.put(Claim("first"), "alone")
    await asyncio.to_thread(disk.has_begun.wait, SOON)
    both = [writer.put(Claim(name), name) for name in ("one", "other")]
    disk.may_go_on.set()
    await asyncio.wait_for(asyncio.gather(first, *both), SOON)


@pytest.fixture
def much_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every rate count as a high one."""
    monkeypatch.setattr(group_commit, "BUSY_RATE", 0.0)


@pytest.mark.usefixtures("much_to_write")
def test_a_table_that_is_alone_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither do moves that come one by one, nor several at once, as of bots."""
    monkeypatch.setattr(group_commit, "GATHER_SECONDS", LONG)
    disk = Disk()
    disk.may_go_on.set()

    async def play() -> None:
        writer, claim = GroupCommit(disk.store), Claim("table")
        for turn in range(5):
            moves = [writer.put(claim, f"{turn}-{move}") for move in range(4)]
            await asyncio.wait_for(asyncio.gather(*moves), SOON)
        await asyncio.to_thread(writer.close)

    asyncio.run(play())
    assert len(disk.kept) == 20


@pytest.mark.usefixtures("much_to_write")
def test_moves_of_different_tables_never_wait_if_they_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to gather then."""
    monkeypatch.setattr(group_commit, "GATHER_SECONDS", LONG)
    disk = Disk()
    disk.may_go_on.set()

    async def play() -> None:
        writer = GroupCommit(disk.store)
        for number in range(5):
            await asyncio.wait_for(writer.put(Claim(str(number)), str(number)), SOON)
        await asyncio.to_thread(writer.close)

    asyncio.run(play())
    assert disk.transactions == [["0"], ["1"], ["2"], ["3"], ["4"]]


@pytest.mark.usefixtures("much_to_write")
def test_what_comes_soon_after_the_writes_of_several_tables_is_stored_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also what does not come at the same moment; it is reported when it is stored, and not before."""
    monkeypatch.setattr(group_commit, "GATHER_SECONDS", 0.5)
    disk = Disk()

    async def play() -> float:
        writer = GroupCommit(disk.store)
        await two_tables_write(disk, writer)
        began = time.monotonic()
        third = writer.put(Claim("third"), "third")
        await asyncio.sleep(0.05)
        assert not third.done()
        assert "third" not in disk.kept
        await asyncio.gather(third, writer.put(Claim("fourth"), "fourth"))
        took = time.monotonic() - began
        await asyncio.to_thread(writer.close)
        return took

    took = asyncio.run(play())
    assert disk.transactions == [["alone"], ["one", "other"], ["third", "fourth"]]
    assert took < SOON


@pytest.mark.usefixtures("much_to_write")
def test_what_is_gathered_is_stored_when_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing waits for it, and whoever waits is told."""
    monkeypatch.setattr(group_commit, "GATHER_SECONDS", 0.3)
    disk = Disk()

    async def stop() -> None:
        writer = GroupCommit(disk.store)
        await two_tables_write(disk, writer)
        last = [writer.put(Claim(name), name) for name in ("late", "later")]
        await asyncio.to_thread(writer.close)
        assert disk.kept[-2:] == ["late", "later"]
        await asyncio.wait_for(asyncio.gather(*last), SOON)

    asyncio.run(stop())


@pytest.mark.usefixtures("much_to_write")
def test_a_bad_write_takes_none_with_it_that_was_gathered_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are stored, and only whoever wrote it hears that it is lost."""
    monkeypatch.setattr(group_commit, "GATHER_SECONDS", 0.2)
    disk = Disk()

    async def write() -> None:
        writer = GroupCommit(disk.store)
        await two_tables_write(disk, writer)
        good, bad, better = (writer.put(Claim(name), name) for name in ("good", "bad", "better"))
        await asyncio.wait_for(asyncio.gather(good, better), SOON)
        with pytest.raises(Problem):
            await bad
        await asyncio.to_thread(writer.close)

    asyncio.run(write())
    assert disk.kept == ["alone", "one", "other", "good", "better"]


def test_nobody_waits_on_a_server_with_little_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where the moves of two tables happen to come together."""
    monkeypatch.setattr(group_commit, "GATHER_SECONDS", LONG)
    disk = Disk()

    async def play() -> None:
        writer = GroupCommit(disk.store)
        await two_tables_write(disk, writer)
        await asyncio.wait_for(writer.put(Claim("third"), "third"), SOON)
        await asyncio.to_thread(writer.close)

    asyncio.run(play())
    assert disk.transactions == [["alone"], ["one", "other"], ["third"]]


def test_the_rate_follows_what_is_written() -> None:
    """Steady writes come to their number a second, a burst of a moment to little, and a pause is forgotten soon."""
    rate = WriteRate()
    steady = [rate.after(10, number / 100) for number in range(500)]
    assert steady[-1] == pytest.approx(1000, rel=0.02)
    assert rate.after(0, 10.0) < 10
    assert rate.after(100, 10.0) < BUSY_RATE


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError(), "ValueError: "),
        (ValueError("the disk is full"), "ValueError: the disk is full"),
        (ValueError('no number: "secret"\nDETAIL:  Key (id)=(secret)'), "ValueError: no number: …"),
        (KeyError("secret"), "KeyError: …"),
    ],
)
def test_an_error_is_told_without_values(error: Exception, line: str) -> None:
    """Neither what is quoted nor what follows the first line."""
    assert told(error) == line
