"""Endpoints of the daily expedition."""

from typing import Final

from quillmap.server.http.call import Call
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.table_links import seated_answer
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import DailyInfo, Leaderboard, Seated, StartDaily
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.daily import Daily, read_day
from quillmap.server.tables.registry import TableRegistry

DAY: Final = "/api/daily/{day}"


class DailyHandlers:
    """Answers the endpoints of the daily expedition."""

    def __init__(self, registry: TableRegistry, new_tables: RateLimiter) -> None:
        self._registry = registry
        self._daily = Daily(registry)
        self._new_tables = new_tables

    @endpoint("GET", DAY, "bad-date", "no-such-day")
    async def day(self, call: Call) -> DailyInfo:
        """Tell what is played on a day; ``today`` is a day, too."""
        return await self._daily.info(read_day(call.path["day"]))

    @endpoint(
        *("POST", DAY, "bad-date", "no-such-day", "no-such-table", "too-many-tables", "quota-used-up"),
        *("bad-name", "bad-title", "bad-crest"),
        status=201,
    )
    async def start_day(self, call: Call, body: StartDaily) -> Seated:
        """Set out: today's one counted attempt, or practice on a past day."""
        day = read_day(call.path["day"])
        if not self._new_tables.take(call.address):
            raise Problem("too-many-tables")
        table, token = await self._daily.start(day, body)
        return seated_answer(call, self._registry.config, table.document, table.document.seats[0].id, token)

    @endpoint("GET", DAY + "/leaderboard", "bad-date", "no-such-day", "day-not-over")
    async def leaderboard(self, call: Call) -> Leaderboard:
        """List the results of a day that is over."""
        return await self._daily.leaderboard(read_day(call.path["day"]))
