"""What a connection needs of whoever keeps the tables: a server (``registry``), or the device of a single player."""

from typing import TYPE_CHECKING, Protocol

from quillmap.server.bots.players import BotPlayers
from quillmap.server.hosting.config import Config
from quillmap.server.rate_limits import Budget, RateLimiter
from quillmap.server.tables.calendar import Calendar
from quillmap.server.work.loop_turns import LoopTurns

if TYPE_CHECKING:
    from quillmap.server.cluster.passing import Passing
    from quillmap.server.tables.table import LiveTable


class Count(Protocol):
    """Something that is counted."""

    def inc(self, amount: float = 1) -> None:
        """Count *amount* more."""
        ...


class Gauge(Count, Protocol):
    """Something that there is more or less of."""

    def dec(self, amount: float = 1) -> None:
        """Count *amount* less."""
        ...


class Counts(Protocol):
    """Something that is counted by its kinds."""

    def labels(self, kind: str, /) -> Count:
        """Return the count of one kind."""
        ...


class Durations(Protocol):
    """Something whose duration is measured."""

    def observe(self, amount: float) -> None:
        """Note that it took *amount* seconds."""
        ...


class ConnectionMetrics(Protocol):
    """What is counted about connections."""

    @property
    def sockets(self) -> Gauge: ...  # noqa: D102  # as in hosting/metrics.py, all of them
    @property
    def messages(self) -> Counts: ...  # noqa: D102  # as above
    @property
    def refusals(self) -> Counts: ...  # noqa: D102  # as above
    @property
    def dropped(self) -> Count: ...  # noqa: D102  # as above
    @property
    def answer_times(self) -> Durations: ...  # noqa: D102  # as above


class TableHost(Protocol):
    """Keeps tables, and lets bots think."""

    config: Config
    calendar: Calendar
    bots: BotPlayers
    messages: RateLimiter
    turns: LoopTurns
    """Those of messages."""
    waiting: Budget
    """Bytes that wait for the sockets of every network."""
    log_lines: RateLimiter
    """Lines that every network may cause in the log."""
    is_open: bool

    @property
    def metrics(self) -> ConnectionMetrics:
        """What is counted about connections."""
        ...

    @property
    def passing(self) -> "Passing | None":
        """How tables that another node holds are reached; None if there is no other."""
        ...

    async def table(self, table_id: str, network: str = "") -> "LiveTable":
        """Return the table with this id, or raise the problem with it; *network* is who asks for it."""
        ...
