"""The tables of a device: opened, loaded from its records, and connected with the page."""

import asyncio
import math
from collections.abc import Callable
from typing import Final

from quillmap.device.message_port import MessagePort
from quillmap.device.metrics import NoMetrics
from quillmap.device.records import Records
from quillmap.device.storage import DeviceStorage
from quillmap.device.thinking import OwnThread
from quillmap.server.bots.players import BotPlayers
from quillmap.server.games.archive import Archive
from quillmap.server.games.live_game import LiveGame
from quillmap.server.games.reviews import Reviews
from quillmap.server.hosting.config import Config, Limits
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary, LobbyEntry
from quillmap.server.protocol.messages import Goodbye, encode
from quillmap.server.rate_limits import Budget, RateLimiter
from quillmap.server.sockets.connection import serve_port
from quillmap.server.storage.rows import Claim
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.clocks import Clocks
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.live_tables import LiveTables
from quillmap.server.tables.loading import loaded_game, store_begun
from quillmap.server.tables.playing_on import Begin
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.usage import Usage
from quillmap.server.work.loop_turns import LoopTurns

HERE: Final = "this device"
"""The network that everything on a device comes from."""
COME_BACK_SECONDS: Final = 2.0


ENDLESS: Final = (1e12, 1e9)
"""A rate that nobody comes near."""
LIMITS: Final = Limits(
    table_rate=ENDLESS,
    record_rate=ENDLESS,
    work_rate=ENDLESS,
    disk_rate=ENDLESS,
    document_rate=ENDLESS,
    news_rate=ENDLESS,
    showing_rate=ENDLESS,
    body_bytes=1 << 24,
)
"""A player may do on their own device what they want; only bots are as many as elsewhere."""


class DeviceTables:
    """Keeps the tables of a device, as the registry of a server does."""

    is_on_device = True

    def __init__(self, records: Records) -> None:
        self.config = Config(limits=LIMITS)
        self.calendar = Calendar()
        self.metrics = NoMetrics()
        self.passing = None
        self.bots = BotPlayers(OwnThread())
        self.messages = RateLimiter(*self.config.limits.message_rate)
        self.turns = LoopTurns()
        self.waiting = Budget(math.inf, math.inf)
        self.log_lines = RateLimiter(*self.config.limits.log_rate)
        self.is_open = True
        self.storage = DeviceStorage(records)
        self.archive = Archive(self.config.limits.work_rate, OwnThread())
        self.reviews = Reviews(self.storage, ENDLESS, self.config.limits.review_playouts, OwnThread())
        usage = Usage()
        self._live = LiveTables(usage)
        self._loading = asyncio.Lock()
        self.quotas = Quotas(self.config.limits, usage)
        self._served: set[asyncio.Task[None]] = set()
        self._clocks: asyncio.Task[None] | None = None
        """What watches the clocks, once a table has one."""

    async def close(self) -> None:
        """Let bots and pages go, and finish what is being stored; then others may use the records."""
        self.is_open = False
        if self._clocks is not None:
            self._clocks.cancel()
        self.bots.close()
        self.reviews.close()
        for served in self._served:
            served.cancel()
        await asyncio.gather(*self._served, return_exceptions=True)
        await self.storage.settle()

    async def add(self, document: TableDocument, *, origin: str = HERE) -> LiveTable:  # noqa: ARG002  # always HERE
        """Keep a new table."""
        return self._keep(await self.storage.add_table(document), document, None)

    async def add_begun(self, begin: Begin, origin: str = HERE) -> LiveTable:
        """Keep a new table whose game goes on from somewhere."""
        document, events = await asyncio.to_thread(begin)
        self.quotas.check_playing_on(origin, len(document.seats))
        claim, game = await store_begun(self.storage, document, events)
        return self._keep(claim, document, game)

    async def lobby(self) -> list[LobbyEntry]:
        """Return no tables: nobody comes to one of a device from elsewhere."""
        return []

    async def game_summary(self, game: str) -> GameSummary:
        """Return the summary of a finished game."""
        summary = await self.storage.game_summary(game)
        if summary is None:
            raise Problem("no-such-game")
        return summary

    async def table(self, table_id: str, _network: str = HERE) -> LiveTable:
        """Return the table with this id, from memory or from the records."""
        async with self._loading:
            if (table := self._live.get(table_id)) is not None:
                return table
            found = await self.storage.load_table(table_id)
            if found is None:
                raise Problem("no-such-table")
            return self._keep(found.claim, found.document, loaded_game(found) if found.events else None)

    def _keep(self, claim: Claim, document: TableDocument, game: LiveGame | None) -> LiveTable:
        table = LiveTable(
            *(self.storage, claim, document, game, self._shown, self._failed),
            *(self.config.limits, self.quotas, self.calendar),
        )
        table.origin = HERE
        self._live[document.id] = table
        self._shown(table)
        return table

    def _shown(self, table: LiveTable) -> None:
        self.bots.wake(table)
        if table.document.deadline is not None and self._clocks is None:
            clocks = Clocks(self._live.values, self.bots, self.calendar, lambda _: None)
            self._clocks = asyncio.create_task(clocks.run())

    def _failed(self, table: LiveTable) -> None:
        """Forget a table whose change could not be stored: whoever comes back finds it as it is in the records."""
        self._live.pop(table.document.id, None)
        message = encode(Goodbye("not-stored", COME_BACK_SECONDS))
        for connection in tuple(table.connections):
            connection.send(message)
            connection.close_soon(1012, "come back")

    def connect(self, table_id: str, send: Callable[[str], object], close: Callable[[int, str], object]) -> MessagePort:
        """Connect the page with a table, and return where its messages go."""
        port = MessagePort(send, close)
        served = asyncio.create_task(serve_port(port, HERE, self, table_id))
        self._served.add(served)
        served.add_done_callback(self._served.discard)
        return port
