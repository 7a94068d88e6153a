"""Endpoints of finished games: result, record, replay, whether it was honest; and records from elsewhere."""

import asyncio
from typing import Final

from starlette.responses import Response

from quillmap.play.record import write_record
from quillmap.rules.events import Event
from quillmap.server.games.previews import Worth
from quillmap.server.games.records import RecordVerdict, ShownRecord, judge, show
from quillmap.server.games.replay import Replay, replay, worth_at
from quillmap.server.games.seat_history import SeatHistory, seat_history
from quillmap.server.http.call import Call
from quillmap.server.http.endpoint import endpoint
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import LARGEST_RECORD, GameSummary, ShowRecord
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.daily import is_secret
from quillmap.server.tables.registry import TableRegistry

GAME: Final = "/api/games/{game}"
LARGEST_BODY: Final = 2 * LARGEST_RECORD
"""A record as JSON text: its quotes and line ends take room, too."""
MOST_VERDICTS: Final = 1000
"""Verdicts that are remembered: a finished game does not change."""


class GameHandlers:
    """Answers the endpoints of finished games."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._records = RateLimiter(*registry.config.limits.record_rate)
        self._verdicts: dict[str, RecordVerdict] = {}

    async def _log(self, call: Call) -> tuple[GameSummary, list[Event]]:
        """Return a finished game, unless it is one of today's expedition."""
        summary = await self._registry.game_summary(call.path["game"])
        if is_secret(summary.day):
            raise Problem("day-not-over")
        return summary, await self._registry.game_log(summary.game)

    @endpoint("GET", GAME, "no-such-game")
    async def game(self, call: Call) -> GameSummary:
        """Tell how a finished game ended."""
        return await self._registry.game_summary(call.path["game"])

    @endpoint("GET", GAME + "/record", "no-such-game", "day-not-over", answer="application/jsonl")
    async def record(self, call: Call) -> Response:
        """Download the record of a finished game."""
        _, log = await self._log(call)
        text = await asyncio.to_thread(write_record, log)
        headers = {"content-disposition": 'attachment; filename="quillmap.jsonl"', "cache-control": "no-store"}
        return Response(text, headers=headers, media_type="application/jsonl")

    @endpoint("GET", GAME + "/replay", "no-such-game", "day-not-over")
    async def replay(self, call: Call) -> Replay:
        """Show a finished game event by event, with what each changed."""
        summary, log = await self._log(call)
        return await asyncio.to_thread(replay, summary, log)

    @endpoint("GET", GAME + "/events/{event}/seats/{seat}", "no-such-game", "day-not-over", "not-found", "no-such-seat")
    async def event_worth(self, call: Call) -> Worth:
        """Tell what one event of a finished game brought to one map."""
        _, log = await self._log(call)
        number, seat = call.path["event"], call.path["seat"]
        if not (number + seat).isascii() or not (number + seat).isdigit() or len(number + seat) > 12:
            raise Problem("not-found")
        return await asyncio.to_thread(worth_at, log, int(number), int(seat))

    @endpoint("GET", GAME + "/seats/{seat}", "no-such-game", "day-not-over", "no-such-seat")
    async def seat_history(self, call: Call) -> SeatHistory:
        """Tell what every event of a finished game brought to one map."""
        _, log = await self._log(call)
        return await asyncio.to_thread(seat_history, log, call.seat_id())

    @endpoint("GET", GAME + "/verdict", "no-such-game", "day-not-over")
    async def verdict(self, call: Call) -> RecordVerdict:
        """Deal and play a finished game again, and tell whether it was honest."""
        summary, log = await self._log(call)
        known = self._verdicts.get(summary.game)
        if known is None:
            if len(self._verdicts) >= MOST_VERDICTS:
                self._verdicts.clear()
            known = self._verdicts[summary.game] = await asyncio.to_thread(judge, log)
        return known

    def admit_record(self, address: str) -> None:
        """Count one more record of *address*, before it is read."""
        if not self._records.take(address):
            raise Problem("too-many")

    @endpoint("POST", "/api/replay", "bad-record", most_bytes=LARGEST_BODY, admit=admit_record)
    async def show_record(self, body: ShowRecord) -> ShownRecord:
        """Show a record from anywhere as a replay; nothing of it is kept."""
        return await asyncio.to_thread(show, body.record)
