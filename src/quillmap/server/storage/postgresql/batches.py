"""Many writes as few statements: the rows of a whole group commit go into each table in one statement.

A batch costs about the same whether it holds one write or a hundred, and nothing has to be prepared.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.postgresql.leases import first_claims, forget_removed
from quillmap.server.storage.retention import IS_KEPT
from quillmap.server.storage.rows import Attempt, AttemptResult, Claim, LogPart, Node, Statement, TableWrite, Times
from quillmap.server.storage.sql_storage import UNLESS_SET_OUT, after_setting_out
from quillmap.server.tables.document import TableDocument

Row = tuple[Any, ...]

_encode = msgspec.json.Encoder().encode

_TABLES: Final = (
    "INSERT INTO tables (id, code, status, listed, touched, deadline, is_busy, document)"
    " SELECT * FROM unnest(%b::text[], %b::text[], %b::text[], %b::integer[], %b::float8[], %b::float8[],"
    " %b::integer[], %b::bytea[])"
    " ON CONFLICT (id) DO UPDATE SET status = excluded.status, listed = excluded.listed, touched = excluded.touched,"
    " deadline = excluded.deadline, is_busy = excluded.is_busy, document = excluded.document"
)
_TIMES: Final = (
    "UPDATE tables SET touched = new.touched, deadline = new.deadline"
    " FROM unnest(%b::text[], %b::float8[], %b::float8[]) AS new (id, touched, deadline) WHERE tables.id = new.id"
)
_EVENTS: Final = (
    "INSERT INTO events (game, seq, move, event)"
    " SELECT * FROM unnest(%b::text[], %b::integer[], %b::text[], %b::bytea[])"
)
_GAMES: Final = (
    "INSERT INTO games (id, table_id, began, ended, summary)"
    " SELECT * FROM unnest(%b::text[], %b::text[], %b::float8[], %b::float8[], %b::bytea[])"
    " ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, summary = excluded.summary"
    f" WHERE {IS_KEPT}"
)
_ATTEMPTS: Final = (
    "INSERT INTO attempts (day, player, table_id, name, network)"
    f" SELECT * FROM unnest(%b::text[], %b::text[], %b::text[], %b::text[], %b::text[]) {UNLESS_SET_OUT}"
)
_RESULTS: Final = (
    "UPDATE attempts"
    " SET rating = new.rating, total = new.total, seasons = new.seasons, game = new.game, name = new.name"
    " FROM unnest(%b::text[], %b::integer[], %b::integer[], %b::bytea[], %b::text[], %b::text[])"
    " AS new (table_id, rating, total, seasons, game, name) WHERE attempts.table_id = new.table_id"
)


@dataclass(slots=True)
class Batch:
    """What is stored together, by table of the database; later writes of the same thing take the place of earlier."""

    tables: dict[str, Row] = field(default_factory=dict)
    times: dict[str, Row] = field(default_factory=dict)
    events: list[Row] = field(default_factory=list)
    games: dict[str, Row] = field(default_factory=dict)
    attempts: list[Row] = field(default_factory=list)
    results: dict[str, Row] = field(default_factory=dict)
    held: set[tuple[str, int]] = field(default_factory=set)
    """The tables that have to be ours, each with the epoch of its claim."""
    opened: list[str] = field(default_factory=list)
    """The tables that are new: they belong to whoever stores them, under the name that it has then."""
    others: list[Statement] = field(default_factory=list)
    """Statements that are rare; they come last."""

    def add(self, later: "Batch") -> None:
        """Put a batch behind this one."""
        for table in later.tables:  # a whole table has its times in it
            self.times.pop(table, None)
        self.tables |= later.tables
        self.times |= later.times
        self.events += later.events
        for game, row in later.games.items():
            known = self.games.get(game, row)
            self.games[game] = (*row[:2], known[2], *row[3:])  # it began when it began
        self.attempts += later.attempts
        self.results |= later.results
        self.held |= later.held
        self.opened += later.opened
        self.others += later.others

    def statements(self, node: Node) -> list[Statement]:
        """Return how all of it is stored by *node*."""
        kinds: tuple[tuple[str, Collection[Row]], ...] = (
            (_TABLES, self.tables.values()),
            (_TIMES, self.times.values()),
            (_EVENTS, self.events),
            (_GAMES, self.games.values()),
            (_ATTEMPTS, self.attempts),
            (_RESULTS, self.results.values()),
        )
        claims = [first_claims(self.opened, node)] if self.opened else []
        return [(sql, _columns(rows)) for sql, rows in kinds if rows] + claims + self.others


def _columns(rows: Collection[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def merged(batches: Sequence[Batch]) -> Batch:
    """Return one batch with all that is in *batches*, in their order."""
    whole = Batch()
    for each in batches:
        whole.add(each)
    return whole


def batch_of(claim: Claim, write: TableWrite) -> Batch:
    """Return a change of a table."""
    table = claim.table
    batch = Batch(held={(table, claim.epoch)})
    if write.document is not None:
        batch.tables[table] = table_row(write.document)
    if write.times is not None:
        batch.times[table] = _times_row(table, write.times)
    if write.log is not None:
        batch.events = _event_rows(write.log)
    if write.summary is not None:
        batch.games[write.summary.game] = _game_row(table, write.summary)
    if write.result is not None:
        batch.results[table] = _result_row(table, write.result)
    return batch


def new_table(document: TableDocument, attempt: Attempt | None) -> Batch:
    """Return a new table, with the attempt that it was opened for."""
    batch = Batch(tables={document.id: table_row(document)}, opened=[document.id])
    if attempt is not None:
        batch.attempts.append((attempt.day, attempt.player, attempt.table, attempt.name, attempt.network))
        batch.others += [*after_setting_out(attempt), forget_removed(attempt.table)]
    return batch


def table_row(document: TableDocument) -> Row:
    """Return the row of a table."""
    times = (document.touched, document.deadline)
    return (
        document.id,
        document.code,
        document.status,
        int(document.listed),
        *times,
        int(document.is_busy),
        _encode(document),
    )


def _times_row(table: str, times: Times) -> Row:
    return table, times.touched, times.deadline


def _event_rows(log: LogPart) -> list[Row]:
    last = len(log.events) - 1
    return [
        (log.game, log.first + number, log.key if number == last else None, event)
        for number, event in enumerate(log.events)
    ]


def _game_row(table: str, summary: GameSummary) -> Row:
    return summary.game, table, summary.began, summary.ended, _encode(summary)


def _result_row(table: str, result: AttemptResult) -> Row:
    return table, result.rating, result.total, _encode(result.seasons), result.game, result.name
