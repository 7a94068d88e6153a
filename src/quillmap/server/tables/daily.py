"""The daily expedition: one solo deal a day, the same for everybody on this server.

The seed of a day is a keyed hash of its date; the key is drawn once and kept in the file. A player is known by a
secret of the device, of which only a hash is kept; the token of the attempt follows from it, so that asking again
finds the attempt again.
"""

import asyncio
import base64
import hmac
import secrets
import sqlite3
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import CreateTable, DailyInfo, DailyRow, Leaderboard, StartDaily
from quillmap.server.tables import actions
from quillmap.server.tables.document import WAITING
from quillmap.server.tables.registry import TableRegistry, new_document
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import hash_of

FIRST_DAY: Final = date(2026, 1, 1)
MOST_ROWS: Final = 500

WEEK: Final[tuple[dict[str, Any], ...]] = (
    {"box": "base", "map": "A"},
    {"box": "heroes", "map": "C"},
    {"box": "mixed", "map": "B"},
    {"box": "base", "map": "generated"},
    {"box": "heroes", "map": "D"},
    {"box": "mixed", "map": "generated-wasteland", "skills": "drawn"},
    {"box": "base", "map": "B", "skills": "drawn"},
)
"""What is played from Monday to Sunday."""
_WEEK_SETUPS: Final = tuple(actions.wished_setup(wish)[0] for wish in WEEK)


def today() -> date:
    """Return the date of the server's day, in UTC."""
    return datetime.now(UTC).date()


def read_day(text: str) -> date:
    """Return the date written in *text*, if there is an expedition on it."""
    if text == "today":
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Problem("bad-date") from None
    if not FIRST_DAY <= day <= today():
        raise Problem("no-such-day")
    return day


def setup_of(day: date) -> dict[str, Any]:
    """Return what is played on *day*."""
    return _WEEK_SETUPS[day.weekday()]


class Daily:
    """The expeditions of one server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._key = ""
        self._starting = asyncio.Lock()

    async def info(self, day: date) -> DailyInfo:
        """Return what is played on a day, and how many have tried."""
        row = await asyncio.to_thread(
            self._registry.storage.row, "SELECT count(*) FROM attempts WHERE day = ?", day.isoformat()
        )
        return DailyInfo(day.isoformat(), setup_of(day), day < today(), row[0] if row else 0)

    async def start(self, day: date, wish: StartDaily) -> tuple[LiveTable, str]:
        """Return the table and the token of an attempt: today's counted one, or practice on a past day."""
        counted = day == today()
        token = _token(day, wish.player) if counted else secrets.token_urlsafe(24)
        async with self._starting:  # two requests of one player at once are one attempt
            table = await self._attempt(day, wish.player) if counted else None
            if table is None:
                table = await self._open(day, wish, token, counted=counted)
            if table.document.status == WAITING:  # also if the server stopped between opening and starting
                await table.start()
        return table, token

    async def _attempt(self, day: date, player: str) -> LiveTable | None:
        row = await asyncio.to_thread(
            self._registry.storage.row,
            "SELECT table_id FROM attempts WHERE day = ? AND player = ?",
            day.isoformat(),
            hash_of(player),
        )
        return None if row is None else await self._registry.table(row[0])

    async def _open(self, day: date, wish: StartDaily, token: str, *, counted: bool) -> LiveTable:
        document = new_document(
            CreateTable(wish.name, wish.title, wish.crest, setup=WEEK[day.weekday()], spectators=False, most_seats=1),
            token,
        )
        document = replace(
            document, seed=await self._seed(day), day=day.isoformat(), counted=counted, hints=not counted
        )
        if not counted:
            return await self._registry.add(document)
        attempt = (day.isoformat(), hash_of(wish.player), document.id, document.seats[0].name)
        noted = ("INSERT INTO attempts (day, player, table_id, name) VALUES (?, ?, ?, ?)", attempt)
        return await self._registry.add(document, noted)

    async def _seed(self, day: date) -> str:
        if not self._key:
            made = ("INSERT OR IGNORE INTO secrets (name, value) VALUES ('daily', ?)", (secrets.token_urlsafe(32),))
            await self._registry.write([made])
            row = await asyncio.to_thread(self._registry.storage.row, "SELECT value FROM secrets WHERE name = 'daily'")
            if row is None:
                raise sqlite3.DatabaseError("the key of the daily expedition is missing")
            self._key = row[0]
        return hmac.digest(self._key.encode(), day.isoformat().encode(), "sha256").hex()

    async def leaderboard(self, day: date) -> Leaderboard:
        """Return the results of a day that is over; a better rating first, then more stars."""
        if day >= today():
            raise Problem("day-not-over")
        rows = await asyncio.to_thread(
            self._registry.storage.rows,
            "SELECT name, rating, total, game FROM attempts WHERE day = ? AND rating IS NOT NULL"
            " ORDER BY rating DESC, total DESC, game LIMIT ?",
            day.isoformat(),
            MOST_ROWS,
        )
        places = [1 + sum(other[1] > row[1] for other in rows) for row in rows]
        return Leaderboard(
            day.isoformat(), tuple(DailyRow(place, *row) for place, row in zip(places, rows, strict=True))
        )


def _token(day: date, player: str) -> str:
    digest = sha256(f"daily/{day.isoformat()}/{player}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def is_secret(day: str) -> bool:
    """Return whether a game of this day's expedition must not be shown yet."""
    return day != "" and date.fromisoformat(day) >= today()
