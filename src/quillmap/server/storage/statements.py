"""The statements that write tables, events and games to the database."""

import time
from collections.abc import Sequence
from typing import Final

import msgspec

from quillmap.server.games.live_game import Moment
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.database import Statement
from quillmap.server.tables.document import PLAYING, TableDocument

ROWS_AT_ONCE: Final = 100

_encode = msgspec.json.Encoder().encode
decode_summary = msgspec.json.Decoder(GameSummary).decode
decode_document = msgspec.json.Decoder(TableDocument).decode


def is_busy(document: TableDocument) -> bool:
    """Return whether something can happen at a table without people: a clock runs, or bots play."""
    return document.status == PLAYING and (
        document.deadline is not None or any(seat.is_played_by_bot for seat in document.seats)
    )


def table_statement(document: TableDocument) -> Statement:
    """Return how a table is stored."""
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
            is_busy(document),
            _encode(document),
        ),
    )


def heartbeat_statement(now: float) -> Statement:
    """Return something small to store, to find out whether the file can be written."""
    return ("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (now,))


def clock_statement(document: TableDocument) -> Statement:
    """Return how the times of a table are stored: every round changes them, and nothing else of the document."""
    return (
        "UPDATE tables SET touched = ?, deadline = ? WHERE id = ?",
        (document.touched, document.deadline, document.id),
    )


def event_statements(rows: Sequence[tuple[str, int, str | None, bytes]]) -> list[Statement]:
    """Return how events are stored: many in one statement, because the writer yields after each statement."""
    statements: list[Statement] = []
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        marks = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = tuple(value for row in some for value in row)
        statements.append((f"INSERT INTO events (game, seq, move, event) VALUES {marks}", values))
    return statements


def game_statements(document: TableDocument, moment: Moment, *, counts: bool) -> list[Statement]:
    """Return how the beginning or the end of a game is stored; *counts* says whether its day still goes on."""
    result = moment.state.result
    now = time.time()
    summary = GameSummary(
        game=moment.game,
        began=now,
        ended=None if result is None else now,
        names=tuple(seat.name for seat in document.seats),
        totals=() if result is None else result.totals,
        ranks=() if result is None else result.ranks,
        rating=None if result is None else result.rating,
        title=None if result is None else result.title,
        seed_hash=moment.state.seed_hash,
        day=document.day,
    )
    statements: list[Statement] = [
        (
            "INSERT INTO games (id, table_id, began, ended, summary) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, summary = excluded.summary",
            (moment.game, document.id, now, summary.ended, _encode(summary)),
        )
    ]
    if result is not None and document.counted and counts:
        seasons = _encode([score.total for score in moment.state.seats[0].scores])
        values = (result.rating, result.totals[0], seasons, moment.game, document.id)
        sql = "UPDATE attempts SET rating = ?, total = ?, seasons = ?, game = ? WHERE table_id = ?"
        statements.append((sql, values))
    return statements
