"""Tables of a device, in plain Python: what is acknowledged is kept, and what can't be kept is not acknowledged."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from quillmap.device.message_port import MessagePort
from quillmap.device.records import RecordsInMemory
from quillmap.device.tables import DeviceTables
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import CreateTable, PaceWish
from quillmap.server.storage.rows import TableWrite, Times
from quillmap.server.tables.actions import add_bots
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import new_token

LONGEST: Final = 60.0
"""Seconds after which something is waited for that won't come."""


class FullRecords(RecordsInMemory):
    """Records for which there is no room, once they are full."""

    is_full = False

    async def write(self, records: Mapping[str, str]) -> None:
        """Keep all these records, while there is room."""
        await asyncio.sleep(0)
        if self.is_full:
            raise OSError("no room")
        await super().write(records)


@dataclass
class Page:
    """A page at a table: what it has heard, and how its port was closed."""

    heard: list[dict[str, Any]] = field(default_factory=list)
    closed: list[tuple[int, str]] = field(default_factory=list)
    port: MessagePort | None = None

    def connect(self, tables: DeviceTables, table: str, token: str) -> None:
        """Say hello."""
        self.port = tables.connect(table, self._hear, lambda code, reason: self.closed.append((code, reason)))
        self.say(type="hello", token=token)

    def _hear(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def say(self, **message: Any) -> None:
        """Send a message."""
        assert self.port is not None
        self.port.hear(json.dumps(message))

    async def until(self, is_there: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a message, and forget what came before it."""
        while True:
            for number, message in enumerate(self.heard):
                if is_there(message):
                    del self.heard[: number + 1]
                    return message
                assert message["type"] != "refused", message  # or we would wait for ever
            await asyncio.sleep(0.001)

    async def of(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        return await self.until(lambda message: message["type"] == kind)


def with_table(act: Callable[[FullRecords, DeviceTables, LiveTable, str], Awaitable[None]]) -> None:
    """Do something at a table of a device at which a game has begun."""

    async def run() -> None:
        records = FullRecords()
        tables, token = DeviceTables(records), new_token()
        table = await tables.add(new_document(CreateTable(setup={"seed": "device"}), token))
        await table.start()
        await act(records, tables, table, token)
        await tables.close()

    asyncio.run(asyncio.wait_for(run(), LONGEST))


async def hint(page: Page) -> dict[str, Any]:
    """Return what a bot would answer."""
    page.say(type="hint", id="hint", level="random")
    found: dict[str, Any] = (await page.of("hint"))["move"]
    return found


def test_a_move_is_kept_before_it_is_acknowledged_and_made_once() -> None:
    """Whoever repeats a move after the device was started again is told what came of it, and it is not made twice."""

    async def act(records: FullRecords, tables: DeviceTables, table: LiveTable, token: str) -> None:
        page = Page()
        page.connect(tables, table.document.id, token)
        question = (await page.of("welcome"))["board"]["question"]
        move = {"type": "move", "id": "first", "question": question, "move": await hint(page)}
        page.say(**move)
        version = (await page.of("ack"))["version"]
        again = DeviceTables(records)  # what the first has in memory is not asked
        assert (await again.table(table.document.id)).version == version
        later = Page()
        later.connect(again, table.document.id, token)
        await later.of("welcome")
        later.say(**move)
        assert (await later.of("ack"))["version"] == version
        assert (await again.table(table.document.id)).version == version
        await again.close()

    with_table(act)


def test_a_move_that_can_not_be_kept_is_refused() -> None:
    """The page is told so, and finds the table as it was; with room again the game goes on."""

    async def act(records: FullRecords, tables: DeviceTables, table: LiveTable, token: str) -> None:
        page = Page()
        page.connect(tables, table.document.id, token)
        board = (await page.of("welcome"))["board"]
        move = {"type": "move", "id": "first", "question": board["question"], "move": await hint(page)}
        records.is_full = True
        page.say(**move)
        refused = await page.of("refused")
        assert (refused["id"], refused["error"]["code"]) == ("first", "not-stored")
        assert (await page.of("goodbye"))["code"] == "not-stored"
        records.is_full = False
        later = Page()
        later.connect(tables, table.document.id, token)
        assert (await later.of("welcome"))["board"]["version"] == board["version"]
        later.say(**move)
        assert (await later.of("ack"))["version"] > board["version"]

    with_table(act)


def test_nothing_is_written_after_a_write_has_failed() -> None:
    """What was decided on top of it must not be kept either, even if there is room again."""

    async def act(records: FullRecords, tables: DeviceTables, table: LiveTable, _token: str) -> None:
        records.is_full = True
        with pytest.raises(Problem, match="could not be stored"):
            await tables.storage.append(table.claim, TableWrite(times=Times(1.0, None)))
        records.is_full = False
        with pytest.raises(Problem, match="could not be stored"):
            await tables.storage.append(table.claim, TableWrite(times=Times(2.0, None)))
        found = await tables.storage.load_table(table.document.id)
        assert found is not None
        assert found.document.touched == table.document.touched

    with_table(act)


def test_an_unknown_table_is_said_to_be_unknown() -> None:
    """As a server says it, with the same code."""

    async def act(_records: FullRecords, tables: DeviceTables, _table: LiveTable, token: str) -> None:
        page = Page()
        page.connect(tables, "nowhere", token)
        assert (await page.of("refused"))["error"]["code"] == "no-such-table"
        while not page.closed:
            await asyncio.sleep(0.001)
        assert page.closed == [(4404, "no-such-table")]

    with_table(act)


def test_clocks_run_on_a_device_too() -> None:
    """A table with bots and a clock: when the time of its person is up, a bot answers for them."""

    async def run() -> None:
        ahead = 0.0
        tables, token = DeviceTables(RecordsInMemory()), new_token()
        tables.calendar = Calendar(lambda: time.time() + ahead)
        wish = CreateTable(setup={"seed": "clock"}, pace=PaceWish("seconds", 45, "bot"))
        table = await tables.add(new_document(wish, token))
        await table.change(add_bots(table.document, "random", 1))
        await table.start()
        page = Page()
        page.connect(tables, table.document.id, token)
        question = (await page.of("welcome"))["board"]["question"]
        ahead = 100.0
        await page.until(lambda message: message["type"] == "update" and message["board"]["question"] > question)
        await tables.close()

    asyncio.run(asyncio.wait_for(run(), LONGEST))
