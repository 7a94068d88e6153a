"""The statements that write to the SQLite file."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

import msgspec

from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.retention import IS_KEPT
from quillmap.server.storage.rows import Attempt, AttemptResult, LogPart, Statement, TableWrite, Times
from quillmap.server.storage.sql_storage import UNLESS_SET_OUT, after_setting_out
from quillmap.server.tables.document import TableDocument

ROWS_AT_ONCE: Final = 100

ARE_THERE: Final = (
    "SELECT NOT EXISTS (SELECT 1 FROM json_each(?) AS changed"
    " WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = changed.value))"
)
"""Whether all tables are there whose ids are listed as JSON."""

EventRow: TypeAlias = tuple[str, int, str | None, bytes]
"""Game, number, key of the move, event."""

_encode = msgspec.json.Encoder().encode


class Write(NamedTuple):
    """What is stored together: rows of the log of games, and anything else."""

    statements: Sequence[Statement] = ()
    events: Sequence[EventRow] = ()
    table: str | None = None
    """The table that has to be there; None if there is no such thing, or it is new."""


def write_of(table: str, write: TableWrite) -> Write:
    """Return how a change of a table is stored."""
    statements: list[Statement] = []
    if write.document is not None:
        statements.append(_change_statement(write.document))
    if write.times is not None:
        statements.append(_times_statement(table, write.times))
    if write.summary is not None:
        statements.append(_game_statement(table, write.summary))
    if write.result is not None:
        statements.append(_result_statement(table, write.result))
    return Write(statements, () if write.log is None else _rows_of(write.log), table)


def tables_of(batch: Sequence[Write]) -> str:
    """Return the ids of the tables that have to be there for a batch, as JSON; nothing if there are none."""
    tables = {write.table for write in batch if write.table is not None}
    return _encode(sorted(tables)).decode() if tables else ""


def statements_of(batch: Sequence[Write]) -> list[Statement]:
    """Return all statements of a batch in their order; logs that follow each other share one.

    The fewer the better, because the writer yields after each.
    """
    found: list[Statement] = []
    rows: list[EventRow] = []
    for write in batch:
        if write.statements:
            found += _insertions(rows)
            found += write.statements
            rows = []
        rows += write.events
    return found + _insertions(rows)


def _insertions(rows: Sequence[EventRow]) -> list[Statement]:
    parts = [rows[start : start + ROWS_AT_ONCE] for start in range(0, len(rows), ROWS_AT_ONCE)]
    return [(_insertion(len(part)), tuple(chain.from_iterable(part))) for part in parts]


@cache
def _insertion(rows: int) -> str:
    return f"INSERT INTO events (game, seq, move, event) VALUES {', '.join(['(?, ?, ?, ?)'] * rows)}"


def table_statement(document: TableDocument) -> Statement:
    """Return how a new table is stored."""
    return (
        "INSERT INTO tables (id, code, status, listed, touched, deadline, is_busy, document)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document.id,
            document.code,
            document.status,
            document.listed,
            document.touched,
            document.deadline,
            document.is_busy,
            _encode(document),
        ),
    )


def _change_statement(document: TableDocument) -> Statement:
    # It never makes a row: a table that was removed must not come back without its game.
    return (
        "UPDATE tables SET status = ?, listed = ?, touched = ?, deadline = ?, is_busy = ?, document = ? WHERE id = ?",
        (
            document.status,
            document.listed,
            document.touched,
            document.deadline,
            document.is_busy,
            _encode(document),
            document.id,
        ),
    )


def _times_statement(table: str, times: Times) -> Statement:
    return "UPDATE tables SET touched = ?, deadline = ? WHERE id = ?", (*times, table)


def _rows_of(log: LogPart) -> list[EventRow]:
    # The key stands with the last event of the move, so that the version after it is known again.
    last = len(log.events) - 1
    return [(log.game, log.first + n, log.key if n == last else None, event) for n, event in enumerate(log.events)]


def _game_statement(table: str, summary: GameSummary) -> Statement:
    return (
        "INSERT INTO games (id, table_id, began, ended, summary) VALUES (?, ?, ?, ?, ?)"
        f" ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, summary = excluded.summary WHERE {IS_KEPT}",
        (summary.game, table, summary.began, summary.ended, _encode(summary)),
    )


def _result_statement(table: str, result: AttemptResult) -> Statement:
    return (
        "UPDATE attempts SET rating = ?, total = ?, seasons = ?, game = ?, name = ? WHERE table_id = ?",
        (result.rating, result.total, _encode(result.seasons), result.game, result.name, table),
    )


def attempt_statements(attempt: Attempt) -> list[Statement]:
    """Return how a new attempt at a daily expedition is stored behind its table, unless there is one already."""
    return [
        (
            f"INSERT INTO attempts (day, player, table_id, name, network) VALUES (?, ?, ?, ?, ?) {UNLESS_SET_OUT}",
            (attempt.day, attempt.player, attempt.table, attempt.name, attempt.network),
        ),
        *after_setting_out(attempt),
    ]


def heartbeat_statement(now: float) -> Statement:
    """Return something small to store."""
    return "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (now,)
