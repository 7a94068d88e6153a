"""Endpoints of finished games: result, record, replay, review, whether it was honest."""

import gzip
from dataclasses import replace
from typing import Final

import msgspec

from quillmap.rules.ids import Seat
from quillmap.server.games.archive import ReadingKey
from quillmap.server.games.finished_maps import FinishedMaps
from quillmap.server.games.positions import DecisionPosition
from quillmap.server.games.previews import SheetWorth
from quillmap.server.games.reading import (
    Read,
    read_beginning,
    read_history,
    read_maps,
    read_picture,
    read_position,
    read_record,
    read_replay,
    read_verdict,
    read_worth,
)
from quillmap.server.games.records import RecordVerdict
from quillmap.server.games.replay import Replay
from quillmap.server.games.seat_history import SeatHistory
from quillmap.server.http.call import JSON, Call, Content, packed
from quillmap.server.http.continuing import Continuing, Source
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.handlers.tables import PERSONAL
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary, PlayOn, Seated
from quillmap.server.protocol.review_bodies import ReviewProgress, TriedDecision, TryMove
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.tables.document import Continued
from quillmap.server.tables.keeper import TableKeeper
from quillmap.server.tables.playing_on import Beginning, people_of

GAME: Final = "/api/games/{game}"
DECISION: Final = GAME + "/seats/{seat}/decisions/{event}"


class GameHandlers:
    """Answers the endpoints of finished games."""

    def __init__(self, registry: TableKeeper, new_tables: RateLimiter) -> None:
        self._registry = registry
        self._continuing = Continuing(registry, new_tables)

    async def _read(self, call: Call, read: Read, *numbers: int, media_type: str = JSON) -> Content:
        """Return what *read* finds in a finished game, unless it is one of today's expedition."""
        summary = await self._registry.game_summary(call.path["game"])
        if self._registry.calendar.is_secret(summary.day):
            raise Problem("day-not-over")
        key = ReadingKey(read, summary.game, numbers)
        return packed(await self._content(key, summary, call), media_type)

    async def _content(self, key: ReadingKey, summary: GameSummary, call: Call) -> bytes:
        """Return what *key* asks for, compressed."""
        network = network_of(call.address)
        return await self._registry.archive.read(
            key, summary, lambda: self._registry.storage.game_events(summary.game, network), call.address
        )

    @endpoint("GET", GAME, "no-such-game")
    async def game(self, call: Call) -> GameSummary:
        """Tell how a finished game ended."""
        return await self._registry.game_summary(call.path["game"])

    @endpoint("GET", GAME + "/record", "no-such-game", "day-not-over", answer="application/jsonl")
    async def record(self, call: Call) -> Content:
        """Download the record of a finished game."""
        return replace(await self._read(call, read_record, media_type="application/jsonl"), file_name="quillmap.jsonl")

    @endpoint("GET", GAME + "/replay", "no-such-game", "day-not-over", answer=Replay)
    async def replay(self, call: Call) -> Content:
        """Show a finished game event by event, with what each changed."""
        return await self._read(call, read_replay)

    @endpoint(
        *("GET", GAME + "/events/{event}/seats/{seat}", "no-such-game", "day-not-over", "not-found", "no-such-seat"),
        answer=SheetWorth,
    )
    async def event_worth(self, call: Call) -> Content:
        """Tell what one event of a finished game brought to one map."""
        return await self._read(call, read_worth, call.number("event"), call.number("seat"))

    @endpoint("GET", GAME + "/seats/{seat}", "no-such-game", "day-not-over", "no-such-seat", answer=SeatHistory)
    async def seat_history(self, call: Call) -> Content:
        """Tell what every event of a finished game brought to one map."""
        return await self._read(call, read_history, call.seat_id())

    @endpoint(
        *("GET", GAME + "/seats/{seat}/review", "no-such-game", "day-not-over", "no-such-seat", "not-reviewable"),
        answer=ReviewProgress,
    )
    async def review(self, call: Call) -> Content:
        """Tell how well a seat of a finished game was played, as far as that is known; ask again for more."""
        summary = await self._reviewable(call)
        content = await self._registry.reviews.progress(summary, Seat(call.seat_id()), call.address)
        return packed(content)

    @endpoint(
        *("GET", DECISION, "no-such-game", "day-not-over", "not-found", "no-such-seat", "not-reviewable"),
        answer=DecisionPosition,
    )
    async def decision(self, call: Call) -> Content:
        """Show what a seat of a finished game saw when it had to decide."""
        await self._reviewable(call)
        return await self._read(call, read_position, call.number("event"), call.seat_id())

    @endpoint(
        *("POST", DECISION, "no-such-game", "day-not-over", "not-found", "no-such-seat", "not-reviewable"),
        *("illegal-move",),
        ends_with_client=True,
    )
    async def try_move(self, call: Call, body: TryMove) -> TriedDecision:
        """Tell what another answer would have cost, and why."""
        summary = await self._reviewable(call)
        event, seat = call.number("event"), Seat(call.seat_id())
        return await self._registry.reviews.try_move(summary, seat, event, body.move, call.address)

    @endpoint(
        *("POST", GAME + "/seats/{seat}/tables", "no-such-game", "day-not-over", "not-found", "no-such-seat"),
        *("not-reviewable", "too-many-tables", "quota-used-up", *PERSONAL),
        status=201,
    )
    async def play_on(self, call: Call, body: PlayOn) -> Seated:
        """Play on alone from a moment of a finished game, at a new table where nothing counts; bots take the others."""
        summary, seat = await self._reviewable(call), call.seat_id()
        key = ReadingKey(read_beginning, summary.game, (body.event, seat))

        def unpack(content: bytes) -> Beginning:
            events = msgspec.json.decode(gzip.decompress(content), type=list[msgspec.Raw])
            return Beginning(Continued(summary.game, body.event), people_of(summary), [bytes(each) for each in events])

        source = Source(len(summary.totals), lambda: self._content(key, summary, call), unpack)
        return await self._continuing.open(call, source, seat, body)

    async def _reviewable(self, call: Call) -> GameSummary:
        """Return the summary of a finished game that is no secret, and has the seat that was asked for."""
        summary = await self._registry.game_summary(call.path["game"])
        if self._registry.calendar.is_secret(summary.day):
            raise Problem("day-not-over")
        if call.seat_id() >= len(summary.totals):
            raise Problem("no-such-seat")
        return summary

    @endpoint("GET", GAME + "/verdict", "no-such-game", "day-not-over", answer=RecordVerdict)
    async def verdict(self, call: Call) -> Content:
        """Deal and play a finished game again, and tell whether it was honest."""
        return await self._read(call, read_verdict)

    @endpoint("GET", GAME + "/maps", "no-such-game", "day-not-over", answer=FinishedMaps)
    async def maps(self, call: Call) -> Content:
        """Give the maps of a finished game as they were at its end."""
        return await self._read(call, read_maps)

    @endpoint("GET", GAME + "/picture", "no-such-game", "day-not-over", answer="image/png")
    async def picture(self, call: Call) -> Content:
        """Show the finished map of whoever came first, for links that are shared."""
        return await self._read(call, read_picture, media_type="image/png")
