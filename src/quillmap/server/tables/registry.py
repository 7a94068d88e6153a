"""Every table of this server, in memory or in the storage."""

import asyncio
import logging
import math
import random
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from quillmap.server.bots.players import BotPlayers
from quillmap.server.cluster.members import Members
from quillmap.server.cluster.passing import Passing
from quillmap.server.cluster.seals import Seals, read_secret
from quillmap.server.games.archive import Archive
from quillmap.server.games.live_game import LiveGame
from quillmap.server.games.reviews import Reviews
from quillmap.server.hosting.config import Config
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary, LobbyEntry
from quillmap.server.protocol.messages import Goodbye, encode
from quillmap.server.push.notifier import TurnNotifier
from quillmap.server.push.public_hosts import PublicHosts
from quillmap.server.rate_limits import Budget, RateLimiter
from quillmap.server.storage.errors import HeldElsewhere
from quillmap.server.storage.opening import open_storage
from quillmap.server.storage.rows import Attempt, Claim
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.changes import size_of
from quillmap.server.tables.clocks import GRACE, Clocks
from quillmap.server.tables.document import TableDocument, TableSketch
from quillmap.server.tables.hand_over import NOTICE_SECONDS, ask_back, hand_over
from quillmap.server.tables.live_tables import LiveTables
from quillmap.server.tables.loading import LoadingTurns, loaded_game, store_begun
from quillmap.server.tables.lobby import MOST_LISTED, ListedTables, LobbyShares
from quillmap.server.tables.playing_on import Begin
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.resting import to_unload
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import id_for_log, is_id
from quillmap.server.tables.usage import Usage
from quillmap.server.work.cluster_pool import pool_for
from quillmap.server.work.loop_turns import LoopTurns
from quillmap.server.work.processes import WorkerPool

SWEEP_SECONDS: Final = 60.0
WAKE_SECONDS: Final = 1.0
DOUBT_SECONDS: Final = 0.25
"""How often a node asks itself whether others may have taken it for dead."""
TAKE_OVER_GRACE: Final = 3.0
"""Seconds after a table was taken over from another node in which no time is up: people come back first."""
DAY: Final = 86400.0
COME_BACK_SECONDS: Final = 2.0
FRESH_SECONDS: Final = 5.0
"""For how long a successful write proves that the next one will succeed."""
STOP_SECONDS: Final = 10.0
"""Seconds that a stopping server waits for what is being written."""
LOOK_AFTER_SEATS: Final = 1000
"""Seats of tables that were loaded, after which it is looked which others may leave the memory."""

_log = logging.getLogger("quillmap.registry")


class TableRegistry:
    """Finds, opens, keeps and unloads tables."""

    loop: asyncio.AbstractEventLoop
    """The one on which everything happens, once the registry is open."""
    is_on_device = False

    def __init__(
        self,
        config: Config,
        metrics: Metrics,
        grace: float = GRACE,
        calendar: Calendar | None = None,
        push_hosts: PublicHosts | None = None,
    ) -> None:
        self.config = config
        self.calendar = calendar or Calendar()
        self.metrics = metrics
        self.seals = _seals(config)
        self.storage = open_storage(config, self.seals.fingerprint if self.seals else "")
        self.members = Members(self.storage, lambda: [document.id for document in self._occupied()])
        self.passing = None if self.seals is None else Passing(self.seals, self.members, metrics)
        """How tables that another node holds are reached; None if there is no other."""
        self.storage.count_commits(metrics.committed)
        self.bots = BotPlayers(pool_for(config.bots_at, config.bot_workers))
        self.bots.on_answers = metrics.bot_answers.inc
        self.archive = Archive(config.limits.work_rate, WorkerPool(1), WorkerPool(1))
        self.reviews = Reviews(
            self.storage, config.limits.review_rate, config.limits.review_playouts, pool_for(config.bots_at, 1)
        )
        self.usage = Usage()
        self.live = LiveTables(self.usage)
        self._shares = LobbyShares(config.limits, self.live.origin_of)
        self._listed = ListedTables(self.storage, self.members, self._occupied, self._shares)
        self.messages = RateLimiter(*config.limits.message_rate)
        self.turns = LoopTurns()
        self.waiting = Budget(config.limits.waiting_per_address, config.limits.waiting)
        self.log_lines = RateLimiter(*config.limits.log_rate)
        self.quotas = Quotas(config.limits, self.usage)
        self._loads = LoadingTurns(self.live)
        self.notifier = TurnNotifier(config, metrics, self.calendar, push_hosts)
        self._clocks = Clocks(self.live.values, self.bots, self.calendar, self.notifier.look, grace)
        self._tasks: list[asyncio.Task[None]] = []
        self._asleep: set[str] = set()
        """Tables that go on without people, and are not in memory yet, by id."""
        self._resting: dict[str, float] = {}
        """Until when tables rest that have left the memory and go on by themselves later, by id."""
        self._loaded_seats = 0
        """Seats of the tables that were loaded since it was last looked which may leave."""
        self._losses = 0
        """How often this server was taken for dead."""
        self._proof: asyncio.Task[None] | None = None
        self.is_open = False
        self.is_ready = False
        """Whether more people may be sent here."""
        self._claims = False
        """Whether tables that are not in memory may be claimed, and new ones opened."""
        self.notice_seconds = NOTICE_SECONDS

    # -- opening and closing -------------------------------------------------------------------

    def open(self) -> None:
        """Start serving; needs a running event loop."""
        self.loop = asyncio.get_running_loop()
        self.storage.on_claims_lost(self._lose_tables_from_thread)
        self._tasks = [
            asyncio.create_task(self._clocks.run()),
            asyncio.create_task(self._sweep_on()),
            asyncio.create_task(self._wake_on()),
        ]
        if self.passing is not None:
            self._tasks.append(asyncio.create_task(self.members.watch()))
            self._tasks.append(asyncio.create_task(self._doubt_on()))
        if self.config.database:
            self._tasks.append(asyncio.create_task(self.notifier.open_with_stored_key(self.storage)))
        else:
            self.notifier.open()
        self.is_open = self.is_ready = self._claims = True

    async def hand_over(self) -> None:
        """Let other nodes have the tables, some at a time, while everything goes on at the rest."""
        if self.is_open and self.passing is not None and self.members.count > 1:
            self.is_ready = False
            await hand_over(self, self.notice_seconds, self._stop_claiming)

    def _stop_claiming(self) -> None:
        self._claims = False

    async def say_goodbye(self) -> None:
        """Refuse further moves, finish what is being written, and ask everybody to come back."""
        if not self.is_open:
            return
        self.is_open = self.is_ready = self._claims = False
        for task in self._tasks:
            task.cancel()
        self.notifier.close()
        self.bots.close()
        self.archive.close()
        self.reviews.close()
        deadline = time.monotonic() + STOP_SECONDS
        while any(table.unstored for table in self.live.values()) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        with suppress(Problem):  # then others have to wait until this server is taken for dead
            await self.storage.release_all()
        connections = [each for table in self.live.values() for each in table.connections]
        connections += () if self.passing is None else self.passing.sockets
        # Others have the tables already: nobody has to wait for this server to start again.
        ask_back(connections, COME_BACK_SECONDS if self.passing is None else 0)
        while any(not each.is_closed for each in connections) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
            if time.monotonic() > deadline - STOP_SECONDS + 1:  # clients that do not read are not waited for
                break

    async def close(self) -> None:
        """Close the storage."""
        await self.say_goodbye()
        await self.storage.close()

    # -- tables --------------------------------------------------------------------------------

    async def table(self, table_id: str, network: str = "") -> LiveTable:
        """Return the table with this id, from memory or from the storage; *network* is who asks for it."""
        if not self.is_open:
            raise Problem("not-ready")
        if (table := self.live.get(table_id)) is not None:
            if not self._is_sure:  # what is in memory may be old
                raise Problem("not-ready")
            table.last_used = time.monotonic()
            return table
        if not is_id(table_id):
            raise Problem("no-such-table")
        if not self._claims:
            raise Problem("not-ready")
        return await self._loads.table(table_id, network, self._load)

    async def sketch(self, table_id: str) -> TableSketch | TableDocument:
        """Return what a link to a table tells of it, without loading it."""
        if (table := self.live.get(table_id)) is not None and self._is_sure:
            return table.document
        sketch = await self.storage.sketch(table_id) if is_id(table_id) else None
        if sketch is None:
            raise Problem("no-such-table")
        return sketch

    async def _load(self, table_id: str) -> LiveTable:
        losses = self._losses
        found = await self.storage.load_table(table_id)
        if found is None:
            raise Problem("no-such-table")
        game = await asyncio.to_thread(loaded_game, found) if found.events else None
        self.metrics.claims.inc()
        if self._may_have_lost(losses):
            raise Problem("not-ready")
        self._loaded_seats += len(found.document.seats)
        self._resting.pop(table_id, None)
        opener = self.live.origin_of(table_id)
        # Bots may think there before anybody comes; but nobody's share is filled by who only looks at such tables.
        is_counted = found.document.is_busy and self.quotas.has_room_for(opener, found.document)
        return self._keep(found.claim, found.document, game, opener, is_counted=is_counted)

    def _keep(
        self, claim: Claim, document: TableDocument, game: LiveGame | None, opener: str, *, is_counted: bool = True
    ) -> LiveTable:
        """Keep a table in memory; if it is not counted yet, it is when somebody of it comes."""
        table = LiveTable(
            *(self.storage, claim, document, game, self._shown, self._failed),
            *(self.config.limits, self.quotas, self.calendar),
        )
        table.opener = opener
        table.origin = opener if is_counted else ""
        self.live[document.id] = table
        self._shown(table)
        return table

    def _shown(self, table: LiveTable) -> None:
        self.bots.wake(table)
        self.notifier.look(table)

    def _failed(self, table: LiveTable) -> None:
        self.metrics.write_failures.inc()
        self.live.pop(table.document.id, None)
        if table.document.is_busy or table.shown_document.is_busy:
            self._asleep.add(table.document.id)
        message = encode(Goodbye("not-stored", COME_BACK_SECONDS))
        for connection in tuple(table.connections):
            connection.send(message)
            connection.close_soon(1012, "come back")

    def _lose_tables_from_thread(self) -> None:
        """Forget all tables, and return when that is done: only then the storage may take this server for sound again.

        Otherwise whoever comes in between would be shown what was true when it was taken for dead.
        """
        is_done = threading.Event()

        def lose() -> None:
            self._lose_tables()
            is_done.set()

        with suppress(RuntimeError):  # the server has stopped
            self.loop.call_soon_threadsafe(lose)
            is_done.wait(STOP_SECONDS)

    def _lose_tables(self) -> None:
        """Forget all tables: this server was taken for dead, and others may have claimed them."""
        self._losses += 1
        self.metrics.losses.inc(len(self.live))
        for table in tuple(self.live.values()):
            table.give_up()

    @property
    def _is_sure(self) -> bool:
        """Whether the tables in memory are as they are: no other node can have changed one of them."""
        return self.passing is None or self.storage.is_sure

    def _may_have_lost(self, losses: int) -> bool:
        """Return whether others may have what was claimed when this server had been taken for dead *losses* times."""
        return losses != self._losses or not self._is_sure

    async def _doubt_on(self) -> None:
        """Let everybody go whenever this node was frozen or cut off for so long that others may have its tables.

        It could write nothing any more. But it would show old boards to those who come, and nothing to those who wait.
        """
        while True:
            await asyncio.sleep(DOUBT_SECONDS)
            if self.live and not self._is_sure:
                self._lose_tables()

    async def add(self, document: TableDocument, attempt: Attempt | None = None, *, origin: str = "") -> LiveTable:
        """Keep a new table, opened by the network *origin*, perhaps for a counted attempt."""
        if not self._claims:
            raise Problem("not-ready")
        with self.quotas.adding(origin, document):
            losses = self._losses
            claim = await self.storage.add_table(document, attempt)
            if not self._may_have_lost(losses):
                return self._keep(claim, document, None, origin)
            self.live.note_origin(document.id, origin)
            return await self.table(document.id)

    async def add_begun(self, begin: Begin, origin: str) -> LiveTable:
        """Keep a new table whose game goes on from somewhere, when it is the turn of *origin*."""
        async with self._loads.turn(origin):
            if not self._claims:
                raise Problem("not-ready")
            document, events = await asyncio.to_thread(begin)
            self.quotas.check_playing_on(origin, len(document.seats))  # others may have come before
            with self.quotas.adding(origin, document, size_of(events)):
                losses = self._losses
                claim, game = await store_begun(self.storage, document, events)
                if not self._may_have_lost(losses):
                    return self._keep(claim, document, game, origin)
        self.live.note_origin(document.id, origin)
        return await self.table(document.id)

    async def prove_writable(self) -> None:
        """Raise the problem ``not-stored`` unless something was written recently, or can be now."""
        if time.monotonic() - self.storage.last_commit < FRESH_SECONDS:
            return
        if self._proof is None or self._proof.done():  # one write at a time, however many ask
            self._proof = asyncio.create_task(self.storage.prove_writable(time.time()))
        try:
            await asyncio.wait_for(asyncio.shield(self._proof), FRESH_SECONDS)
        except TimeoutError:
            raise Problem("not-stored") from None

    async def lobby(self) -> list[LobbyEntry]:
        """Return the tables that are listed and wait."""
        return await self._listed.entries()

    def _occupied(self) -> list[TableDocument]:
        """Return the listed tables at which somebody waits here, those that changed last first.

        Those that count for nobody, because their host has no room for them, are shown like those where nobody is.
        """
        known = [table for table in self.live.listed() if table.origin or table.opener]
        alive = [table.document for table in known if table.presence.seats_here()]
        alive.sort(key=lambda document: document.touched, reverse=True)
        return list(self._shares.within(alive))[:MOST_LISTED]

    async def game_summary(self, game: str) -> GameSummary:
        """Return the summary of a finished game."""
        summary = await self.storage.game_summary(game) if is_id(game) else None
        if summary is None:
            raise Problem("no-such-game")
        return summary

    # -- housekeeping --------------------------------------------------------------------------

    async def _wake_on(self) -> None:
        """Load the tables that go on without people: all at the start, later those that could not be stored.

        Those of other nodes follow when they have died, and those that rest when something happens there. Tables are
        loaded one after the other, while others are served. When the storage is away it is tried again.
        """
        is_known = False
        while True:
            with suppress(Problem):
                if not is_known or self.passing is not None:
                    self._asleep.update(await self.storage.busy_tables())
                    is_known = True
                now = self.calendar.now()
                self._asleep.update([table for table, until in self._resting.items() if until <= now])
                for table_id in shuffled(self._asleep):  # other nodes take others first
                    await self._wake(table_id)
                    self._make_room()
            self._make_room()
            await asyncio.sleep(WAKE_SECONDS)

    async def _wake(self, table_id: str) -> None:
        try:
            table = await self.table(table_id)
            if self.passing is not None:
                table.clock_starts = self.calendar.now() + TAKE_OVER_GRACE
        except HeldElsewhere:
            pass  # it goes on there
        except Problem as problem:
            if problem.code != "no-such-table":
                raise
        except Exception:  # a broken table must not stop the others
            _log.exception("a busy table could not be loaded", extra={"table": id_for_log(table_id)})
        self._asleep.discard(table_id)
        self._resting.pop(table_id, None)

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.let_go(self.live.values())
            with suppress(Problem):  # nothing can be stored now: it has been logged, and is tried again later
                if await self.storage.take_turn(SWEEP_SECONDS - 1):
                    await self.remove_old(self.calendar.now())

    def let_go(self, tables: Iterable[LiveTable]) -> None:
        """Unload tables that nobody watches and on which nothing runs by itself soon; the storage keeps them."""
        limits = self.config.limits
        for table, until in to_unload(tables, self.calendar.now(), 60 * limits.idle_minutes, limits.resting_seats):
            self.live.pop(table.document.id, None)
            table.has_failed = True  # whoever still has it in hand must not store what is old by then
            if table.document.is_busy:  # it stays claimed, or other nodes would take it over at once
                self._resting[table.document.id] = until
            else:
                self.storage.release(table.claim)

    def _make_room(self) -> None:
        """Unload tables if many were loaded."""
        if self._loaded_seats >= LOOK_AFTER_SEATS:
            self._loaded_seats = 0
            self.let_go(self.live.values())

    async def remove_old(self, now: float) -> None:
        """Remove finished games and abandoned tables after the number of days that the host set.

        Tables in memory stay, and those where a clock runs. One that rests until somebody comes is abandoned by then.
        """
        keep, idle = self.config.keep_days, self.config.idle_days
        if keep or idle:
            used = {*self.live, *(table for table, until in self._resting.items() if until < math.inf)}
            times = (now - DAY * keep if keep else None, now - DAY * idle if idle else None)
            await self.storage.remove_old(*times, used)


def _seals(config: Config) -> Seals | None:
    """Return the seals of the nodes that share the database, if it is shared."""
    return None if config.cluster_secret_file is None else Seals(read_secret(config.cluster_secret_file))


def shuffled(ids: Iterable[str]) -> list[str]:
    """Return ids in any order."""
    found = list(ids)
    random.shuffle(found)
    return found
