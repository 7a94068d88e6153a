"""The daily expedition: one solo deal a day, the same for everybody on this server.

The seed of a day is a keyed hash of its date; the key is drawn once and stored. A player is known by a secret
of the device, of which only a hash is kept; the token of the attempt is derived from it, so that asking again leads
back to the attempt.
"""

import base64
import hmac
import secrets
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.protocol.daily_bodies import DailyInfo, StartDaily
from quillmap.server.rate_limits import NETWORKS_OF_A_SITE, network_of, site_of
from quillmap.server.storage.rows import Attempt
from quillmap.server.tables import actions
from quillmap.server.tables.dismissing import dismiss
from quillmap.server.tables.document import WAITING, TableDocument
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import hash_of, is_token
from quillmap.server.tables.wishes import wished_setup
from quillmap.server.work.named_locks import NamedLocks

FIRST_DAY: Final = date(2026, 1, 1)

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
_WEEK_SETUPS: Final = tuple(wished_setup(wish)[0] for wish in WEEK)


def read_day(text: str, today: date) -> date:
    """Return the date written in *text*, if there is an expedition on it already."""
    if text == "today":
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Problem("bad-date") from None
    if not FIRST_DAY <= day <= today:
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
        self._most_attempts = registry.config.limits.attempts_per_day
        self._attempts_of_sites: Counter[tuple[date, str]] = Counter()
        """Since the server's start: enough to stop somebody who has thousands of networks."""
        self._starting = NamedLocks()
        """By day and player: two requests of one player at once are one attempt."""
        self._opening = NamedLocks()
        """By day and network, of which only so many attempts are opened."""

    async def info(self, day: date) -> DailyInfo:
        """Return what is played on a day, how many have tried and finished, and how long it goes on."""
        counts = await self._registry.storage.day_counts(day.isoformat())
        calendar = self._registry.calendar
        return DailyInfo(
            day=day.isoformat(),
            setup=setup_of(day),
            is_over=calendar.is_over(day),
            attempts=counts.attempts,
            finished=counts.finished,
            seconds_left=calendar.seconds_left(day),
            seed=await self._digest(day.isoformat()) if calendar.is_over(day) else "",
        )

    async def start(self, day: date, wish: StartDaily, host: str, admit: Callable[[], None]) -> tuple[LiveTable, str]:
        """Return the table and the token of an attempt: today's counted one, or practice on a past day.

        *host* is where the request came from; *admit* refuses further tables, and is not asked about one that exists.
        """
        counted = not self._registry.calendar.is_over(day)
        token = _token(day, wish.player, renewals=0) if counted else secrets.token_urlsafe(24)
        if counted:
            table = await self._attempt(day, wish, token, network_of(host), admit)
        else:
            admit()
            document = await self._document(day, wish, token, counted=False)
            table = await self._registry.add(document, origin=network_of(host))
        if table.document.status == WAITING:  # also if the server stopped between opening and starting
            await table.start()
        if counted:
            token = await _restored_token(table, day, wish.player)
        return table, token

    async def _attempt(
        self, day: date, wish: StartDaily, token: str, network: str, admit: Callable[[], None]
    ) -> LiveTable:
        """Return the table of a player's counted attempt: the one that there is, or a new one.

        A table that exists may have to wait for its turn to be loaded, so nobody else is kept waiting then.
        """
        key = day.isoformat(), hash_of(wish.player)
        async with self._starting.of(*key):
            found = await self._registry.storage.attempt(*key)
            if found is None:
                admit()
                try:
                    return await self._open(day, wish, token, network)
                except Problem as problem:  # perhaps it was opened at the same moment on another node
                    found = await self._registry.storage.attempt(*key) if problem.code == "not-stored" else None
                    if found is None:
                        raise
        return await self._registry.table(found.table, network)

    async def _document(self, day: date, wish: StartDaily, token: str, *, counted: bool) -> TableDocument:
        document = new_document(
            CreateTable(wish.name, wish.title, wish.crest, setup=WEEK[day.weekday()], spectators=False, most_seats=1),
            token,
        )
        seed = await self._digest(day.isoformat())
        return replace(document, seed=seed, day=day.isoformat(), counted=counted, hints=not counted)

    async def _open(self, day: date, wish: StartDaily, token: str, network: str) -> LiveTable:
        """Open the table of a counted attempt, unless its network has had all of its attempts."""
        document = await self._document(day, wish, token, counted=True)
        # Nobody who reads the storage is to find addresses in it.
        hashed = await self._digest(f"{day.isoformat()}/{network}")
        async with self._opening.of(hashed):  # many at once would all find the same number
            if await self._registry.storage.attempts_from(day.isoformat(), hashed) >= self._most_attempts:
                raise Problem("too-many-attempts")
            self._count_attempt(day, site_of(network))
            name = document.seats[0].name
            attempt = Attempt(day.isoformat(), hash_of(wish.player), document.id, name, network=hashed)
            try:
                return await self._registry.add(document, attempt, origin=network)
            except Problem:  # there is no attempt
                self._attempts_of_sites[day, site_of(network)] -= 1
                raise

    def _count_attempt(self, day: date, site: str) -> None:
        """Count an attempt of a site, or refuse it after those of ten networks; former days are forgotten."""
        if self._attempts_of_sites[day, site] >= NETWORKS_OF_A_SITE * self._most_attempts:
            raise Problem("too-many-attempts")
        for other in [each for each in self._attempts_of_sites if each[0] < day - timedelta(days=1)]:
            del self._attempts_of_sites[other]
        self._attempts_of_sites[day, site] += 1

    async def _digest(self, text: str) -> str:
        """Return a hash that only this server can make: its key is secret."""
        if not self._key:
            self._key = await self._registry.storage.secret("daily", secrets.token_urlsafe(32))
        return hmac.digest(self._key.encode(), text.encode(), "sha256").hex()


async def _restored_token(table: LiveTable, day: date, player: str) -> str:
    """Return the token of the attempt, which opens it again if its person has wanted a new link meanwhile."""
    seat = table.document.seats[0]
    token = _token(day, player, seat.renewals)
    if not is_token(token, seat.token_hash):
        await table.change(actions.with_token(table.document, seat, token))
        dismiss(table, seat.id, "moved")
    return token


def _token(day: date, player: str, renewals: int) -> str:
    """Return the token that a player's secret leads to; another one after every renewal: old links stay closed."""
    text = f"daily/{day.isoformat()}/{player}" + (f"/{renewals}" if renewals else "")
    digest = sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
