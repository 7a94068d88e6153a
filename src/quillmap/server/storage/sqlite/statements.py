"""The statements that write to the SQLite file."""

from typing import Final

import msgspec

from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.rows import Attempt, AttemptResult, LogPart, TableWrite, Times
from quillmap.server.storage.sql_storage import Statement
from quillmap.server.tables.document import TableDocument

ROWS_AT_ONCE: Final = 100

_encode = msgspec.json.Encoder().encode


def write_statements(table: str, write: TableWrite) -> list[Statement]:
    """Return how a change of a table is stored."""
    statements: list[Statement] = []
    if write.document is not None:
        statements.append(table_statement(write.document))
    if write.times is not None:
        statements.append(_times_statement(table, write.times))
    if write.log is not None:
        statements += _log_statements(write.log)
    if write.summary is not None:
        statements.append(_game_statement(table, write.summary))
    if write.result is not None:
        statements.append(_result_statement(table, write.result))
    return statements


def table_statement(document: TableDocument) -> Statement:
    """Return how a whole table is stored, new or changed."""
    return (
        "INSERT INTO tables (id, code, status, listed, touched, deadline, is_busy, document)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET status = excluded.status, listed = excluded.listed,"
        " touched = excluded.touched, deadline = excluded.deadline, is_busy = excluded.is_busy,"
        " document = excluded.document",
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


def _times_statement(table: str, times: Times) -> Statement:
    return "UPDATE tables SET touched = ?, deadline = ? WHERE id = ?", (*times, table)


def _log_statements(log: LogPart) -> list[Statement]:
    """Return how events are stored: many in one statement, because the writer yields after each statement."""
    last = len(log.events) - 1
    rows = [
        (log.game, log.first + n, log.key if n == last else None, event) for n, event in enumerate(log.events)
    ]  # the key stands with the last event of the move, so that the version after it is known again
    statements: list[Statement] = []
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        marks = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = tuple(value for row in some for value in row)
        statements.append((f"INSERT INTO events (game, seq, move, event) VALUES {marks}", values))
    return statements


def _game_statement(table: str, summary: GameSummary) -> Statement:
    return (
        "INSERT INTO games (id, table_id, began, ended, summary) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, summary = excluded.summary",
        (summary.game, table, summary.began, summary.ended, _encode(summary)),
    )


def _result_statement(table: str, result: AttemptResult) -> Statement:
    return (
        "UPDATE attempts SET rating = ?, total = ?, seasons = ?, game = ?, name = ? WHERE table_id = ?",
        (result.rating, result.total, _encode(result.seasons), result.game, result.name, table),
    )


def attempt_statements(attempt: Attempt) -> list[Statement]:
    """Return how a new attempt at a daily expedition is stored, and where those of earlier days began is forgotten."""
    return [
        (
            "INSERT INTO attempts (day, player, table_id, name, network) VALUES (?, ?, ?, ?, ?)",
            (attempt.day, attempt.player, attempt.table, attempt.name, attempt.network),
        ),
        ("UPDATE attempts SET network = NULL WHERE network IS NOT NULL AND day < ?", (attempt.day,)),
    ]


def heartbeat_statement(now: float) -> Statement:
    """Return something small to store."""
    return "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (now,)
