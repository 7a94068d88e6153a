"""What the endpoints of tables and games need of whoever keeps them: a server (``registry``), or a player's device."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from quillmap.rules.ids import Seat
from quillmap.server.games.archive import Archive
from quillmap.server.protocol.bodies import GameSummary, LobbyEntry
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.protocol.puzzle_bodies import PuzzleVerdict
from quillmap.server.protocol.review_bodies import TriedDecision
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.host import TableHost
from quillmap.server.tables.playing_on import Begin
from quillmap.server.tables.quotas import Quotas

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable


class StoredGames(Protocol):
    """What is read from the storage without loading a table."""

    async def table_with_code(self, code: str) -> str | None:
        """Return the id of the table with a short code."""
        ...

    async def game_events(self, game: str, network: str = "") -> tuple[bytes, ...]:
        """Return all events of a game, when it is the turn of the *network* that asks for them."""
        ...


class Reviewer(Protocol):
    """Says how well finished games were played."""

    async def progress(self, summary: GameSummary, seat: Seat, address: str) -> bytes:
        """Return what is known of the review of a seat, compressed."""
        ...

    async def record_progress(self, text: str, seat: Seat, address: str, on_known: Callable[[], None]) -> bytes:
        """Return what is known of the review of a seat in a record from elsewhere, compressed.

        *on_known* is called if it was asked for before.
        """
        ...

    async def try_move(
        self, summary: GameSummary, seat: Seat, event: int, move: AnyMove, address: str
    ) -> TriedDecision:
        """Return what another answer would have cost."""
        ...

    async def try_record_move(self, text: str, seat: Seat, event: int, move: AnyMove, address: str) -> TriedDecision:
        """Return the same of a record from elsewhere."""
        ...

    async def try_puzzle(self, number: int, move: AnyMove, address: str) -> PuzzleVerdict:
        """Return what a drawing is worth as the answer to a puzzle that does not say so itself."""
        ...


class TableKeeper(TableHost, Protocol):
    """Keeps tables and games, and opens new ones."""

    is_on_device: bool
    """Whether its tables can be played at on this device only."""
    quotas: Quotas

    @property
    def archive(self) -> Archive[Any]:
        """Who reads finished games."""
        ...

    @property
    def storage(self) -> StoredGames:
        """What is read from the storage without loading a table."""
        ...

    @property
    def reviews(self) -> Reviewer:
        """Who says how well finished games were played."""
        ...

    async def add(self, document: TableDocument, *, origin: str = "") -> "LiveTable":
        """Keep a new table, opened by the network *origin*."""
        ...

    async def add_begun(self, begin: Begin, origin: str) -> "LiveTable":
        """Keep a new table whose game goes on from somewhere."""
        ...

    async def lobby(self) -> list[LobbyEntry]:
        """Return the tables that wait for players."""
        ...

    async def game_summary(self, game: str) -> GameSummary:
        """Return the summary of a finished game, or raise the problem with it."""
        ...
