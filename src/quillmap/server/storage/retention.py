"""Removing what is old, a little at a time, so that what others store goes between.

A long log takes several transactions. So its game is marked first: from then on nobody finds it, and if the server
stops in the middle, the next one goes on with it.

Results of daily expeditions stay in their rankings, under the names that people chose. With the games goes whatever
tells whose they were: by then it finds nothing any more.
"""

import secrets
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
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

IS_KEPT: Final = "(games.ended IS NULL OR games.ended >= 0)"
"""The same of a row of a game: whoever changed another would bring back what is half removed."""

_OLD_GAMES: Final = f"SELECT id FROM games WHERE ended >= 0 AND ended < ? LIMIT {GAMES_AT_ONCE}"
_FINISHED: Final = "status = 'finished'"
_UNFINISHED: Final = "status <> 'finished'"
_STILL_FINISHED: Final = f"NOT ({_UNFINISHED})"
"""The same as finished, in words in which no database looks for all such tables when it is told which ones it is."""
_MARKED_GAMES: Final = (
    "SELECT id, (SELECT max(seq) FROM events WHERE events.game = games.id) FROM games WHERE ended < 0"
    f" LIMIT {GAMES_AT_ONCE}"
)

_NAMED_ATTEMPTS: Final = f"SELECT day, player FROM attempts WHERE table_id > '' AND day < ? LIMIT {GAMES_AT_ONCE}"
_FORGET_PLAYER: Final = (
    "UPDATE attempts SET player = ?, table_id = '', game = NULL, name = CASE WHEN rating IS NULL THEN '' ELSE name END"
    " WHERE player = ? AND day BETWEEN ? AND ?"
)

Read = Callable[..., Awaitable[list[Any]]]
Write = Callable[..., Awaitable[None]]
Forget = Callable[[Sequence[str]], Sequence[Statement]]
"""Returns how nobody holds tables any more, of which those that were removed are not there."""


async def remove_old(
    read: Read,
    write: Write,
    finished_before: float | None,
    idle_before: float | None,
    used: Collection[str],
    free: Statement,
    forget: Forget,
) -> None:
    """Remove games that ended, and unfinished tables at which nothing has happened since, before these times.

    Only tables go that are not *used*, and of which the condition *free* is true; with them goes who held them, which
    *forget* knows by their ids. That has a transaction of its own, since whoever changes a table locks it after that.
    """
    if finished_before is not None:
        while games := await read(_OLD_GAMES, finished_before):
            await write(_marking("id", games))
        while tables := await _old_tables(read, _FINISHED, finished_before, used, free):
            await write(_removal(tables, _STILL_FINISHED, finished_before, free))
            await _forget_holders(write, forget, tables)
        await _forget_players(read, write, finished_before)
    if idle_before is not None:
        while tables := await _old_tables(read, _UNFINISHED, idle_before, used, free):
            # Somebody may have come back meanwhile: only games of tables that have gone are removed.
            gone = "ended IS NULL AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = games.table_id) AND "
            await write(_removal(tables, _UNFINISHED, idle_before, free), _marking("table_id", tables, gone))
            await _forget_holders(write, forget, tables)
    while games := await read(_MARKED_GAMES):
        for statements in _parts(games):
            await write(*statements)


async def _forget_holders(write: Write, forget: Forget, tables: Sequence[Sequence[Any]]) -> None:
    if statements := forget([row[0] for row in tables]):
        await write(*statements)


async def _forget_players(read: Read, write: Write, before: float) -> None:
    """Forget who has played the expeditions of whole weeks before this time, and in which games.

    In the table of a week everybody still has one line, so they stay one person there, and nowhere else.
    """
    first_kept = _monday(datetime.fromtimestamp(before, UTC).date())
    while attempts := await read(_NAMED_ATTEMPTS, first_kept.isoformat()):
        weeks = {(player, _monday(date.fromisoformat(day))) for day, player in attempts}
        await write(*(_forgetting(player, monday) for player, monday in weeks))


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _forgetting(player: str, monday: date) -> Statement:
    days = monday.isoformat(), (monday + timedelta(days=6)).isoformat()
    return _FORGET_PLAYER, (f"past-{secrets.token_hex(16)}", player, *days)


def _marking(column: str, ids: Sequence[Sequence[Any]], condition: str = "") -> Statement:
    return f"UPDATE games SET ended = {REMOVED} WHERE {condition}{column} IN ({_marks(ids)})", [row[0] for row in ids]


async def _old_tables(read: Read, status: str, before: float, used: Collection[str], free: Statement) -> list[Any]:
    condition, values = free
    sql = f"SELECT id FROM tables WHERE {status} AND touched < ? AND {condition} LIMIT ?"
    # If all that were asked for are there, some of them are not used, however many are.
    found = await read(sql, before, *values, GAMES_AT_ONCE + len(used))
    return [row for row in found if row[0] not in used][:GAMES_AT_ONCE]


def _removal(tables: Sequence[Sequence[Any]], status: str, before: float, free: Statement) -> Statement:
    condition, values = free
    sql = f"DELETE FROM tables WHERE {status} AND touched < ? AND {condition} AND id IN ({_marks(tables)})"
    return sql, [before, *values, *(row[0] for row in tables)]


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
