"""Everything that a server stores, in methods named after what they are for; only ``opening`` knows the database.

Everything is called on the event loop. What can't be stored raises the problem ``not-stored``, what can't be read now
raises ``storage-away``; why is in the log.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Final, Protocol

from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.rows import Attempt, Claim, DayCounts, Node, Ranking, StoredTable, TableWrite
from quillmap.server.tables.document import TableDocument, TableSketch

KEPT: Final = ("events", "attempts", "games", "reviews", "secrets", "tables")
"""The tables of every database that hold what is kept, and so what is moved from one to another, in this order.

Events come first, so that no table is ahead of its game. Whatever else a database has is its own: who uses it, what was
claimed, a sign of life.
"""


class TableLog(Protocol):
    """What a table needs of a storage while it is played at."""

    def append(self, claim: Claim, write: TableWrite) -> asyncio.Future[None]:
        """Store a change of a table; the future is done when it is durable.

        Changes are stored in the order of the calls. When one fails, so do all later ones with the same claim.
        """
        ...


class Storage(TableLog, Protocol):
    """Everything kept by one server: tables, games, attempts at expeditions, secrets."""

    @property
    def last_commit(self) -> float:
        """When something was last stored, by the monotonic clock."""
        ...

    @property
    def node_id(self) -> str:
        """What this server is called in the storage now, where it shares it with others."""
        ...

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken this server for dead yet: what it has claimed is certainly still its own."""
        ...

    def count_commits(self, count: Callable[[int, float], None]) -> None:
        """Call *count* after every commit with the number of writes in it and the seconds it took."""
        ...

    # -- tables --------------------------------------------------------------------------------

    async def add_table(self, document: TableDocument, attempt: Attempt | None = None) -> Claim:
        """Store a new table, with the counted attempt that it was opened for, if any.

        Neither is stored if the player has an attempt on that day already.
        """
        ...

    async def load_table(self, table: str) -> StoredTable | None:
        """Return a table with its game, claimed for this server; raise ``HeldElsewhere`` if another has it."""
        ...

    def release(self, claim: Claim) -> None:
        """Let others claim a table of which everything is stored."""
        ...

    async def release_some(self, claims: Collection[Claim]) -> None:
        """Let others claim some tables of which everything is stored, and return when they can."""
        ...

    async def release_all(self) -> None:
        """Let others claim all tables: this server stops."""
        ...

    async def look_around(self, occupied: Collection[str]) -> list[Node]:
        """Return all servers that share the storage, without those that have died.

        They are told at which listed tables somebody waits here.
        """
        ...

    async def suspect(self, node: str) -> None:
        """Take a server for dead at whose address nobody listens, if it has not been heard of for a while either."""
        ...

    def on_claims_lost(self, tell: Callable[[], object]) -> None:
        """Call *tell*, in any thread, when this server was taken for dead: others may have claimed all its tables.

        Nothing is claimed under another name before it returns.
        """
        ...

    async def load_document(self, table: str) -> TableDocument | None:
        """Return a table without its game."""
        ...

    async def sketch(self, table: str) -> TableSketch | None:
        """Return what the lobby and a link to a table tell of it."""
        ...

    async def table_with_code(self, code: str) -> str | None:
        """Return the id of the table with a short code."""
        ...

    async def lobby(self, most: int) -> list[TableSketch]:
        """Return tables that are listed and wait, those that changed last first."""
        ...

    async def busy_tables(self) -> list[str]:
        """Return the ids of tables that go on without people, because a clock runs or bots play, and nobody holds."""
        ...

    # -- games ---------------------------------------------------------------------------------

    async def game_summary(self, game: str) -> GameSummary | None:
        """Return how a finished game ended."""
        ...

    async def game_events(self, game: str, network: str = "") -> tuple[bytes, ...]:
        """Return all events of a game in their places, nothing where an answer was taken back.

        They are read when it is the turn of the *network* that asks for them.
        """
        ...

    async def review(self, game: str, seat: int, edition: str) -> bytes | None:
        """Return the review of a seat as it was kept, if it was made in this edition."""
        ...

    async def keep_review(self, game: str, seat: int, edition: str, content: bytes) -> None:
        """Keep the review of a seat as long as its finished game; one of another edition goes."""
        ...

    # -- daily expeditions ---------------------------------------------------------------------

    async def day_counts(self, day: str) -> DayCounts:
        """Return how many have tried and finished the expedition of a day."""
        ...

    async def attempt(self, day: str, player: str) -> Attempt | None:
        """Return a player's counted attempt at the expedition of a day."""
        ...

    async def attempts_from(self, day: str, network: str) -> int:
        """Return how many attempts at the expedition of a day were begun in one network."""
        ...

    async def better_attempts(self, day: str, rating: int) -> int:
        """Return how many finished attempts of a day have a better rating."""
        ...

    async def attempts_of(self, player: str, until: str, most: int) -> list[Attempt]:
        """Return a player's finished attempts up to a day, the latest first."""
        ...

    async def ranking(self, day: str, most: int) -> Ranking:
        """Return the finished attempts of a day, a better rating first."""
        ...

    async def attempts_between(self, first: str, last: str) -> list[Attempt]:
        """Return all finished attempts of some days, in the order of the days."""
        ...

    # -- the rest ------------------------------------------------------------------------------

    async def secret(self, name: str, proposal: str) -> str:
        """Return the secret with this name; *proposal* becomes it if there is none yet."""
        ...

    async def remove_old(
        self, finished_before: float | None, idle_before: float | None, used: Collection[str] = ()
    ) -> None:
        """Remove games that ended, and unfinished tables at which nothing has happened since, before these times.

        Tables that are *used* stay, and those that another server holds. Results of expeditions stay without what tells
        whose they were, when their week was before the first of these times.
        """
        ...

    async def take_turn(self, seconds: float) -> bool:
        """Return whether this server is the one that tidies up now: one of all, once in this many seconds."""
        ...

    async def prove_writable(self, now: float) -> None:
        """Store something small, to find out whether that is possible."""
        ...

    async def close(self) -> None:
        """Store what is waiting, then let go of everything."""
        ...
