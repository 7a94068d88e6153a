"""The list of tables that wait is read once for all who ask."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.tables import lobby
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.lobby import KEPT_SECONDS, ListedTables, LobbyShares
from server.harness import awaited
from server.storage.places import a_table


class SlowStorage:
    """A storage that counts how often it is read, and may be away."""

    def __init__(self) -> None:
        self.reads = 0
        self.is_away = False

    async def lobby(self, most: int) -> list[TableDocument]:
        """Return one table, after a moment."""
        self.reads += 1
        await asyncio.sleep(0)
        if self.is_away:
            raise Problem("storage-away")
        return [a_table(listed=True)][:most]


@pytest.fixture
def storage() -> SlowStorage:
    """Return a storage that nobody has read yet."""
    return SlowStorage()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return a clock that is moved by hand."""
    found = SimpleNamespace(now=100.0)
    monkeypatch.setattr(lobby, "time", SimpleNamespace(monotonic=lambda: found.now))
    return found


def lobby_of(storage: SlowStorage) -> ListedTables:
    """Return the lobby of a server that is alone."""
    shares = LobbyShares(Limits(), lambda _: "")
    return ListedTables(cast("Any", storage), cast("Any", SimpleNamespace(occupied=())), list, shares)


def test_a_hundred_who_ask_at_once_wait_for_one_reading(storage: SlowStorage, clock: SimpleNamespace) -> None:
    """It is kept for a second, and then read again."""

    async def ask() -> None:
        shown = lobby_of(storage)
        found = await asyncio.gather(*(shown.entries() for _ in range(100)))
        assert {len(each) for each in found} == {1}
        clock.now += KEPT_SECONDS / 2
        await shown.entries()
        assert storage.reads == 1
        clock.now += KEPT_SECONDS / 2
        await shown.entries()
        assert storage.reads == 2

    awaited(ask())


def test_what_could_not_be_read_is_not_kept(storage: SlowStorage, clock: SimpleNamespace) -> None:
    """Whoever asks next gets the list as soon as the storage is back."""

    async def ask() -> None:
        shown = lobby_of(storage)
        storage.is_away = True
        with pytest.raises(Problem, match="can't be reached"):
            await shown.entries()
        storage.is_away = False
        assert len(await shown.entries()) == 1
        assert clock.now == 100

    awaited(ask())


def test_whoever_goes_away_does_not_take_the_reading_along(storage: SlowStorage) -> None:
    """Others wait for the same one."""

    async def ask() -> None:
        shown = lobby_of(storage)
        first, second = asyncio.create_task(shown.entries()), asyncio.create_task(shown.entries())
        await asyncio.sleep(0)
        first.cancel()
        assert len(await second) == 1
        assert storage.reads == 1

    awaited(ask())
