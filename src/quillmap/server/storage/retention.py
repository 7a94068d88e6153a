"""Removing what is old, a little at a time, so that what others store goes between.

A long log takes several transactions. So its game is marked first: from then on nobody finds it, and if the server
stops in the middle, the next one goes on with it.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

from quillmap.server.storage.rows import Statement

ROWS_AT_ONCE: Final = 1000
"""Events that are removed in one transaction, which takes some ten milliseconds."""
GAMES_AT_ONCE: Final = 50
"""Games that are marked, and tables that are removed, in one transaction."""
REMOVED: Final = -1.0
"""When a game ended that is being removed: before all others."""
IS_THERE: Final = "NOT EXISTS (SELECT 1 FROM games WHERE id = ? AND ended < 0)"
"""What is true of a game that is not being removed."""

_OLD_GAMES: Final = f"SELECT id FROM games WHERE ended >= 0 AND ended < ? LIMIT {GAMES_AT_ONCE}"
_OLD_TABLES: Final = f"SELECT id FROM tables WHERE status = 'finished' AND touched < ? LIMIT {GAMES_AT_ONCE}"
_IDLE_TABLES: Final = f"SELECT id FROM tables WHERE status <> 'finished' AND touched < ? LIMIT {GAMES_AT_ONCE}"
_MARKED_GAMES: Final = (
    "SELECT id, (SELECT max(seq) FROM events WHERE events.game = games.id) FROM games WHERE ended < 0"
    f" LIMIT {GAMES_AT_ONCE}"
)

Read = Callable[..., Awaitable[list[Any]]]
Write = Callable[..., Awaitable[None]]


async def remove_old(read: Read, write: Write, finished_before: float | None, idle_before: float | None) -> None:
    """Remove games that ended, and unfinished tables at which nothing has happened since, before these times."""
    if finished_before is not None:
        while games := await read(_OLD_GAMES, finished_before):
            await write(_marking("id", games))
        while tables := await read(_OLD_TABLES, finished_before):
            await write(_removal(tables, "status = 'finished'", finished_before))
    if idle_before is not None:
        while tables := await read(_IDLE_TABLES, idle_before):
            # Somebody may have come back meanwhile: only games of tables that have gone are removed.
            gone = "ended IS NULL AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = games.table_id) AND "
            await write(_removal(tables, "status <> 'finished'", idle_before), _marking("table_id", tables, gone))
    while games := await read(_MARKED_GAMES):
        for statements in _parts(games):
            await write(*statements)


def _marking(column: str, ids: Sequence[Sequence[Any]], condition: str = "") -> Statement:
    return f"UPDATE games SET ended = {REMOVED} WHERE {condition}{column} IN ({_marks(ids)})", [row[0] for row in ids]


def _removal(tables: Sequence[Sequence[Any]], status: str, before: float) -> Statement:
    sql = f"DELETE FROM tables WHERE {status} AND touched < ? AND id IN ({_marks(tables)})"
    return sql, [before, *(row[0] for row in tables)]


def _marks(ids: Sequence[Sequence[Any]]) -> str:
    return ", ".join("?" * len(ids))


def _parts(games: Sequence[tuple[str, int | None]]) -> Iterator[list[Statement]]:
    """Yield how marked games are removed, by transaction; each comes with the number of its last event."""
    part: list[Statement] = []
    rows = 0
    for game, last in games:
        count = 0 if last is None else last + 1
        for end in range(ROWS_AT_ONCE, count, ROWS_AT_ONCE):
            yield [("DELETE FROM events WHERE game = ? AND seq < ?", (game, end))]
        rows += count % ROWS_AT_ONCE
        part += [
            ("DELETE FROM events WHERE game = ?", (game,)),
            ("DELETE FROM reviews WHERE game = ?", (game,)),
            ("DELETE FROM games WHERE id = ?", (game,)),
        ]
        if rows >= ROWS_AT_ONCE:
            yield part
            part, rows = [], 0
    if part:
        yield part
