"""The tables of a device for a script in JavaScript: opens one, connects pages with it, tells what is stored."""

import json

from quillmap.device.message_port import MessagePort
from quillmap.device.records import RecordsInMemory
from quillmap.device.tables import DeviceTables
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.tables.actions import add_bots
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.tokens import new_token


class Host:
    """A device whose records outlive the worker that holds its tables."""

    def __init__(self) -> None:
        self._records = RecordsInMemory()
        self._tables = DeviceTables(self._records)
        self._id = ""

    async def open(self, given: str) -> str:
        """Open a table with bots, begin a game, and return the token of its only person; *given* is JSON."""
        wish = json.loads(given)
        token = new_token()
        table = await self._tables.add(new_document(CreateTable(setup=wish["setup"]), token))
        for level in wish["bots"]:
            await table.change(add_bots(table.document, level, 1))
        await table.start()
        self._id = table.document.id
        return json.dumps({"table": self._id, "token": token})

    def connect(self, table: str, send: object, close: object) -> MessagePort:
        """Connect a page with a table."""
        return self._tables.connect(table, send, close)  # type: ignore[arg-type]  # they are functions of JavaScript

    async def start_again(self) -> None:
        """Forget everything but the records, as when the browser is closed."""
        await self._tables.close()
        self._tables = DeviceTables(self._records)

    async def events(self) -> str:
        """Return the stored events of the game as JSON."""
        table = await self._tables.table(self._id)
        return json.dumps([each.decode() for each in await self._tables.storage.game_events(table.document.game)])
