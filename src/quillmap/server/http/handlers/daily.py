"""Endpoints of the daily expedition."""

from datetime import date
from typing import Final

from quillmap.server.http.call import Call
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.table_links import seated_answer
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import Seated
from quillmap.server.protocol.daily_bodies import DailyHistory, DailyInfo, DailyWeek, Leaderboard, OwnDay, StartDaily
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.daily import Daily, read_day
from quillmap.server.tables.daily_results import DailyResults
from quillmap.server.tables.registry import TableRegistry

DAY: Final = "/api/daily/{day}"


class DailyHandlers:
    """Answers the endpoints of the daily expedition. The token is the secret of the player's device."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._daily = Daily(registry)
        self._results = DailyResults(registry)
        self._setting_out = RateLimiter(*registry.config.limits.expedition_rate)

    def _day(self, call: Call) -> date:
        return read_day(call.path["day"], self._registry.calendar.today())

    @endpoint("GET", DAY, "bad-date", "no-such-day")
    async def day(self, call: Call) -> DailyInfo:
        """Tell what is played on a day; ``today`` is a day, too."""
        return await self._daily.info(self._day(call))

    @endpoint(
        *("POST", DAY, "bad-date", "no-such-day", "no-such-table", "too-many-tables", "too-many-attempts"),
        *("quota-used-up", "bad-name", "bad-title", "bad-crest"),
        status=201,
    )
    async def start_day(self, call: Call, body: StartDaily) -> Seated:
        """Set out: today's one counted attempt, or practice on a past day."""

        def admit() -> None:
            if not self._setting_out.take(call.address):
                raise Problem("too-many-tables")

        day = self._day(call)
        table, token = await self._daily.start(day, body, call.address, admit)
        return seated_answer(call, self._registry.config, table.document, table.document.seats[0].id, token)

    @endpoint("GET", DAY + "/mine", "bad-date", "no-such-day", "token-needed")
    async def own_day(self, call: Call) -> OwnDay:
        """Tell how one's own attempt at a day stands; the token is the secret of the device."""
        return await self._results.own_day(self._day(call), call.token)

    @endpoint("GET", DAY + "/history", "bad-date", "no-such-day", "token-needed")
    async def history(self, call: Call) -> DailyHistory:
        """List one's own results up to a day; the token is the secret of the device."""
        return await self._results.history(self._day(call), call.token)

    @endpoint("GET", DAY + "/leaderboard", "bad-date", "no-such-day", "day-not-over")
    async def leaderboard(self, call: Call) -> Leaderboard:
        """List the results of a day that is over."""
        return await self._results.leaderboard(self._day(call))

    @endpoint("GET", DAY + "/week", "bad-date", "no-such-day", "token-needed")
    async def week(self, call: Call) -> DailyWeek:
        """List the best five days of everybody in the week of a day; with the secret of the device also one's own."""
        return await self._results.week(self._day(call), call.token_if_any)
