"""What every SQL database is asked in the same words; ``?`` stands for a value."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from quillmap.server.games.lasting_answers import LastingLog
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.group_commit import GroupCommit
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.log_turns import LogTurns
from quillmap.server.storage.retention import IS_THERE, remove_old
from quillmap.server.storage.rows import Attempt, Claim, DayCounts, Node, Ranking, Statement, StoredTable
from quillmap.server.tables.document import WAITING, TableDocument, TableSketch

Content = TypeVar("Content")
Result = TypeVar("Result")

READERS: Final = 6
"""Threads that read what is small, and two of them, at most, a table with its game (``LoadingTurns``)."""

EVENTS_AT_ONCE: Final = 5000
"""Events of a log that are read before those of them that were taken back are left out."""

_SOME_EVENTS: Final = f"SELECT seq, event FROM events WHERE game = ? AND seq > ? AND {IS_THERE} ORDER BY seq LIMIT ?"

_ATTEMPT: Final = "day, player, table_id, name, game, total, rating, seasons"

# Two servers can't know of each other's attempts before both write. The first one stays, and the second leaves nothing
# behind; that is no failure, so nothing else in its transaction suffers.
UNLESS_SET_OUT: Final = "ON CONFLICT (day, player) DO NOTHING"
"""How the insertion of an attempt ends."""
_TAKE_BACK: Final = (
    "DELETE FROM tables WHERE id = ? AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.table_id = tables.id)"
)
_FORGET_NETWORKS: Final = "UPDATE attempts SET network = NULL WHERE network IS NOT NULL AND day < ?"

_ENDED_GAME: Final = "SELECT began, summary FROM games WHERE id = ? AND ended >= 0"

# The game may have been removed while its review was worked out.
_KEEP_REVIEW: Final = (
    "INSERT INTO reviews (game, seat, edition, content) SELECT ?, ?, ?, ?"
    " WHERE EXISTS (SELECT 1 FROM games WHERE id = ? AND ended >= 0)"
    " ON CONFLICT (game, seat) DO UPDATE SET edition = excluded.edition, content = excluded.content"
)

_decode_summary = msgspec.json.Decoder(GameSummary).decode
_decode_document = msgspec.json.Decoder(TableDocument).decode
_decode_sketch = msgspec.json.Decoder(TableSketch).decode
_decode_seasons = msgspec.json.Decoder(tuple[int, ...]).decode


def after_setting_out(attempt: Attempt) -> list[Statement]:
    """Return what follows a new attempt and its table.

    The table goes if the player had set out before, and where attempts of earlier days began is forgotten.
    """
    return [(_TAKE_BACK, (attempt.table,)), (_FORGET_NETWORKS, (attempt.day,))]


class SqlStorage(Storage, Generic[Content]):
    """A storage that is asked in SQL; its reads run in threads, its writes in the one of *writer*."""

    writer: GroupCommit[Content]

    def __init__(self) -> None:
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._logs = LogTurns()

    @abstractmethod
    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query; can be called from any thread."""

    @abstractmethod
    async def _write(self, *statements: Statement) -> None:
        """Store something that belongs to no table in memory."""

    async def _check_first(self, attempt: Attempt | None) -> None:
        """Raise a problem if an attempt was not stored because its player has another one on that day."""
        if attempt is not None:
            found = await self.attempt(attempt.day, attempt.player)
            if found is None or found.table != attempt.table:
                raise Problem("not-stored")

    @property
    def last_commit(self) -> float:
        """When something was last stored, by the monotonic clock."""
        return self.writer.last_commit

    @property
    def node_id(self) -> str:
        """What this server is called in the storage now, where it shares it with others."""
        return ""

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken this server for dead yet: what it has claimed is certainly still its own."""
        return True

    def count_commits(self, count: Callable[[int, float], None]) -> None:
        """Call *count* after every commit with the number of writes in it and the seconds it took."""
        self.writer.on_commit = count

    async def _read(self, sql: str, *values: object) -> list[Any]:
        return await self._in_thread(partial(self.rows, sql, *values))

    async def _in_thread(self, read: Callable[[], Result]) -> Result:
        """Return what *read* does in a thread that nothing but reading uses, so that nothing else holds it up."""
        try:
            reading = asyncio.get_running_loop().run_in_executor(self._readers, read)
        except RuntimeError:  # it is closed
            raise Problem("not-ready") from None
        return await reading

    # -- tables --------------------------------------------------------------------------------

    def _claim(self, table: str) -> Claim | None:
        """Claim a table, if there is one; where no other server can have it there is nothing to do."""
        return Claim(table)

    def _free(self) -> Statement:
        """Return what is true of tables that no other server holds; where there is no other that is all of them."""
        return "1 = 1", ()

    def _forget(self, tables: Sequence[str]) -> Sequence[Statement]:  # noqa: ARG002  # nobody holds any here
        """Return how nobody holds those of these tables any more that were removed."""
        return ()

    def release(self, claim: Claim) -> None:
        """Let others claim a table of which everything is stored."""

    async def release_some(self, claims: Collection[Claim]) -> None:
        """Let others claim some tables of which everything is stored, and return when they can."""

    async def release_all(self) -> None:
        """Let others claim all tables: this server stops."""

    async def look_around(self, occupied: Collection[str]) -> list[Node]:  # noqa: ARG002  # nobody is told
        """Return all servers that share the storage, without those that have died.

        They are told at which listed tables somebody waits here.
        """
        return []

    async def suspect(self, node: str) -> None:
        """Take a server for dead at whose address nobody listens, if it has not been heard of for a while either."""

    def on_claims_lost(self, tell: Callable[[], object]) -> None:
        """Call *tell*, in any thread, when this server was taken for dead: others may have claimed all its tables.

        Nothing is claimed under another name before it returns.
        """

    async def load_table(self, table: str) -> StoredTable | None:
        """Return a table with its game, claimed for this server; raise ``HeldElsewhere`` if another has it."""
        return await self._in_thread(partial(self._load_table, table))

    def _load_table(self, table: str) -> StoredTable | None:
        claim = self._claim(table)  # first: only who holds a table knows that what is read stays true
        rows = self.rows("SELECT document, touched, deadline FROM tables WHERE id = ?", table)
        if not rows or claim is None:
            return None
        document, touched, deadline = rows[0]
        found = StoredTable(claim, replace(_decode_document(document), touched=touched, deadline=deadline))
        if not found.document.game:
            return found
        game = found.document.game
        log = self.rows(f"SELECT event, move FROM events WHERE game = ? AND {IS_THERE} ORDER BY seq", game, game)
        if not log:
            return found
        before = found.document.games[-2:-1]
        return found._replace(
            events=[event for event, _ in log],
            moves={key: number for number, (_, key) in enumerate(log, start=1) if key},
            earlier=self._moves(before[0]) if before else {},
            summary=_summary_in(self.rows(_ENDED_GAME, game)),
        )

    def _moves(self, game: str) -> dict[str, int]:
        rows = self.rows("SELECT move, seq FROM events WHERE game = ? AND move IS NOT NULL", game)
        return {key: seq + 1 for key, seq in rows}

    async def load_document(self, table: str) -> TableDocument | None:
        """Return a table without its game."""
        found = await self._decoded(_decode_document, "SELECT document FROM tables WHERE id = ?", table)
        return found[0] if found else None

    async def sketch(self, table: str) -> TableSketch | None:
        """Return what the lobby and a link to a table tell of it."""
        found = await self._decoded(_decode_sketch, "SELECT document FROM tables WHERE id = ?", table)
        return found[0] if found else None

    async def table_with_code(self, code: str) -> str | None:
        """Return the id of the table with a short code."""
        rows = await self._read("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def lobby(self, most: int) -> list[TableSketch]:
        """Return tables that are listed and wait, those that changed last first."""
        sql = "SELECT document FROM tables WHERE status = ? AND listed = 1 ORDER BY touched DESC LIMIT ?"
        return await self._decoded(_decode_sketch, sql, WAITING, most)

    async def _decoded(self, decode: Callable[[bytes], Result], sql: str, *values: object) -> list[Result]:
        """Return the tables of a query; those with many crests take long to decode, so that is done in the thread."""

        def read() -> list[Result]:
            return [decode(row[0]) for row in self.rows(sql, *values)]

        return await self._in_thread(read)

    async def busy_tables(self) -> list[str]:
        """Return the ids of tables that go on without people, because a clock runs or bots play, and nobody holds."""
        return [row[0] for row in await self._read("SELECT id FROM tables WHERE is_busy = 1")]

    # -- games ---------------------------------------------------------------------------------

    async def game_summary(self, game: str) -> GameSummary | None:
        """Return how a finished game ended."""
        return _summary_in(await self._read(_ENDED_GAME, game))

    async def game_events(self, game: str, network: str = "") -> tuple[bytes, ...]:
        """Return all events of a game in their places, nothing where an answer was taken back.

        They are read when it is the turn of the *network* that asks for them.
        """
        return await self._logs.read(partial(self._game_events, game), network, game)

    def _game_events(self, game: str) -> tuple[bytes, ...]:
        log, last = LastingLog(), -1
        while rows := self.rows(_SOME_EVENTS, game, last, game, EVENTS_AT_ONCE):
            for _, event in rows:
                log.add(event)
            if len(rows) < EVENTS_AT_ONCE:
                return tuple(log.events)
            last = rows[-1][0]
        # Nothing more has come after whole parts: that was all, unless the game was removed meanwhile.
        return tuple(log.events) if self.rows(_SOME_EVENTS, game, last - 1, game, 1) else ()

    async def review(self, game: str, seat: int, edition: str) -> bytes | None:
        """Return the review of a seat as it was kept, if it was made in this edition."""
        sql = "SELECT content FROM reviews WHERE game = ? AND seat = ? AND edition = ?"
        rows = await self._read(sql, game, seat, edition)
        return bytes(rows[0][0]) if rows else None

    async def keep_review(self, game: str, seat: int, edition: str, content: bytes) -> None:
        """Keep the review of a seat as long as its finished game; one of another edition goes."""
        await self._write((_KEEP_REVIEW, (game, seat, edition, content, game)))

    # -- daily expeditions ---------------------------------------------------------------------

    async def day_counts(self, day: str) -> DayCounts:
        """Return how many have tried and finished the expedition of a day."""
        rows = await self._read("SELECT count(*), count(rating) FROM attempts WHERE day = ?", day)
        return DayCounts(*rows[0])

    async def attempt(self, day: str, player: str) -> Attempt | None:
        """Return a player's counted attempt at the expedition of a day."""
        rows = await self._read(f"SELECT {_ATTEMPT} FROM attempts WHERE day = ? AND player = ?", day, player)
        return _attempt(rows[0]) if rows else None

    async def attempts_from(self, day: str, network: str) -> int:
        """Return how many attempts at the expedition of a day were begun in one network."""
        rows = await self._read("SELECT count(*) FROM attempts WHERE day = ? AND network = ?", day, network)
        return int(rows[0][0])

    async def better_attempts(self, day: str, rating: int) -> int:
        """Return how many finished attempts of a day have a better rating."""
        rows = await self._read("SELECT count(*) FROM attempts WHERE day = ? AND rating > ?", day, rating)
        return int(rows[0][0])

    async def attempts_of(self, player: str, until: str, most: int) -> list[Attempt]:
        """Return a player's finished attempts up to a day, the latest first."""
        sql = (
            f"SELECT {_ATTEMPT} FROM attempts WHERE player = ? AND day <= ? AND rating IS NOT NULL"
            " ORDER BY day DESC LIMIT ?"
        )
        return [_attempt(row) for row in await self._read(sql, player, until, most)]

    async def ranking(self, day: str, most: int) -> Ranking:
        """Return the finished attempts of a day, a better rating first."""
        sql = (
            f"SELECT {_ATTEMPT}, count(*) OVER () FROM attempts WHERE day = ? AND rating IS NOT NULL"
            " ORDER BY rating DESC, total DESC, game, player LIMIT ?"
        )
        rows = await self._read(sql, day, most)
        return Ranking([_attempt(row[:-1]) for row in rows], rows[0][-1] if rows else 0)

    async def attempts_between(self, first: str, last: str) -> list[Attempt]:
        """Return all finished attempts of some days, in the order of the days."""
        sql = f"SELECT {_ATTEMPT} FROM attempts WHERE day BETWEEN ? AND ? AND rating IS NOT NULL ORDER BY day"
        return [_attempt(row) for row in await self._read(sql, first, last)]

    # -- the rest ------------------------------------------------------------------------------

    async def secret(self, name: str, proposal: str) -> str:
        """Return the secret with this name; *proposal* becomes it if there is none yet."""
        await self._write(("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, proposal)))
        rows = await self._read("SELECT value FROM secrets WHERE name = ?", name)
        return str(rows[0][0])

    async def take_turn(self, seconds: float) -> bool:  # noqa: ARG002  # there is nobody else
        """Return whether this server is the one that tidies up now: one of all, once in this many seconds."""
        return True

    async def remove_old(
        self, finished_before: float | None, idle_before: float | None, used: Collection[str] = ()
    ) -> None:
        """Remove games that ended, and unfinished tables at which nothing has happened since, before these times.

        Tables that are *used* stay, and those that another server holds. Results of expeditions stay without what tells
        whose they were, when their week was before the first of these times.
        """
        await remove_old(self._read, self._write, finished_before, idle_before, used, self._free(), self._forget)


def _summary_in(rows: Sequence[Sequence[Any]]) -> GameSummary | None:
    return replace(_decode_summary(rows[0][1]), began=rows[0][0]) if rows else None


def _attempt(row: Sequence[Any]) -> Attempt:
    seasons = () if row[-1] is None else _decode_seasons(row[-1])
    return Attempt._make((*row[:-1], seasons, ""))
