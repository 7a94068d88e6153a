"""A worker may be gone at any moment: what it had acknowledged by then is in the records, and the game goes on."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final

from quillmap.device.records import RecordsInMemory
from quillmap.device.tables import DeviceTables
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.tables.actions import add_bots
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.tokens import new_token

LONGEST: Final = 60.0
"""Seconds after which something is waited for that won't come."""


class LoggedRecords(RecordsInMemory):
    """Records that remember every write; a worker that was killed has made the first few of them."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[Mapping[str, str]] = []

    async def write(self, records: Mapping[str, str]) -> None:
        """Keep all these records, after a moment."""
        await asyncio.sleep(0)
        await super().write(records)
        self.writes.append(dict(records))

    async def after(self, count: int) -> RecordsInMemory:
        """Return the records after the first *count* writes."""
        found = RecordsInMemory()
        for records in self.writes[:count]:
            await found.write(records)
        return found


class Player:
    """Plays a game with what bots advise, and notes how much was written whenever a move was acknowledged."""

    def __init__(self, records: LoggedRecords) -> None:
        self.acknowledged: list[tuple[int, int]] = []
        """How many writes there were, and the version that was acknowledged."""
        self._records = records
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def hear(self, text: str) -> None:
        """Take a message."""
        message = json.loads(text)
        assert message["type"] != "refused", message
        if message["type"] == "ack":
            self.acknowledged.append((len(self._records.writes), message["version"]))
        self._heard.put_nowait(message)

    async def play(self, tables: DeviceTables, table: str, token: str) -> None:
        """Play the game to its end."""
        port = tables.connect(table, self.hear, lambda *_: None)
        port.hear(json.dumps({"type": "hello", "token": token}))
        question = 0
        while True:
            message = await self._heard.get()
            if message["type"] == "hint":
                move = {"type": "move", "id": f"m{question}", "question": question, "move": message["move"]}
                port.hear(json.dumps(move))
            board, own = message.get("board"), message.get("own")
            if board and board["result"]:
                return
            if board and own and own["choices"] and board["question"] > question:
                question = board["question"]
                port.hear(json.dumps({"type": "hint", "id": f"h{question}", "level": "random"}))


def test_no_acknowledged_move_is_lost() -> None:
    """After any number of writes all moves are there that were acknowledged by then, and the table can be loaded."""

    async def run() -> None:
        records = LoggedRecords()
        tables, token = DeviceTables(records), new_token()
        table = await tables.add(new_document(CreateTable(setup={"seed": "lost"}), token))
        await table.change(add_bots(table.document, "random", 1))
        await table.start()
        begun = len(records.writes)
        player = Player(records)
        await player.play(tables, table.document.id, token)
        await tables.close()
        assert len(player.acknowledged) > 10
        for count in range(begun, len(records.writes) + 1):
            again = DeviceTables(await records.after(count))
            found = await again.table(table.document.id)
            assert found.version >= max((version for at, version in player.acknowledged if at <= count), default=0)
            await again.close()

    asyncio.run(asyncio.wait_for(run(), LONGEST))
