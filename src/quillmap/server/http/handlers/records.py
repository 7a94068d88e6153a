"""Endpoints of records from elsewhere: shown, reviewed, tried again, played on. Nothing of them is kept."""

import gzip
from typing import Final

import msgspec

from quillmap.rules.ids import Seat
from quillmap.server.games.continuations import RecordBeginning
from quillmap.server.games.positions import DecisionPosition
from quillmap.server.games.reading import read_text_beginning, read_text_position
from quillmap.server.games.records import ShownRecord
from quillmap.server.http.call import Call, Content, packed
from quillmap.server.http.continuing import Continuing, Source
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.handlers.tables import PERSONAL
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import Seated
from quillmap.server.protocol.record_bodies import (
    LARGEST_RECORD,
    PlayOnRecord,
    RecordedDecision,
    ReviewRecord,
    ShowRecord,
    TryRecorded,
)
from quillmap.server.protocol.review_bodies import ReviewProgress, TriedDecision
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.document import Continued
from quillmap.server.tables.keeper import TableKeeper
from quillmap.server.tables.playing_on import Beginning

REPLAY: Final = "/api/replay"
LARGEST_BODY: Final = 2 * LARGEST_RECORD
"""A record as JSON text: its quotes and line ends take room, too."""


class RecordHandlers:
    """Answers the endpoints of records."""

    def __init__(self, registry: TableKeeper, new_tables: RateLimiter) -> None:
        self._registry = registry
        self._continuing = Continuing(registry, new_tables)
        self._records = RateLimiter(*registry.config.limits.record_rate)

    def admit_record(self, address: str) -> None:
        """Count one more record from *address*, before it is read."""
        if not self._records.take(address):
            raise Problem("too-many")

    @endpoint(
        *("POST", REPLAY, "bad-record"),
        answer=ShownRecord,
        most_bytes=LARGEST_BODY,
        admit=admit_record,
        ends_with_client=True,
    )
    async def show_record(self, call: Call, body: ShowRecord) -> Content:
        """Show a record from anywhere as a replay; nothing of it is kept."""
        return packed(await self._registry.archive.show(body.record, call.address))

    @endpoint(
        *("POST", REPLAY + "/review", "bad-record", "not-reviewable"),
        answer=ReviewProgress,
        most_bytes=LARGEST_BODY,
        admit=admit_record,
    )
    async def review_record(self, call: Call, body: ReviewRecord) -> Content:
        """Tell how well a seat of a record from anywhere was played, as far as that is known; ask again for more."""
        again = self._records.bucket(call.address).give_back  # whoever asks again sends no other record
        seat = Seat(body.seat)
        return packed(await self._registry.reviews.record_progress(body.record, seat, call.address, again))

    @endpoint(
        *("POST", REPLAY + "/decision", "bad-record", "not-reviewable", "not-found"),
        answer=DecisionPosition,
        most_bytes=LARGEST_BODY,
        admit=admit_record,
        ends_with_client=True,
    )
    async def recorded_decision(self, call: Call, body: RecordedDecision) -> Content:
        """Show what a seat of a record saw when it had to decide."""
        found = await self._registry.archive.show(body.record, call.address, read_text_position, body.event, body.seat)
        return packed(found)

    @endpoint(
        *("POST", REPLAY + "/try", "bad-record", "not-reviewable", "not-found", "illegal-move"),
        most_bytes=LARGEST_BODY,
        admit=admit_record,
        ends_with_client=True,
    )
    async def try_recorded(self, call: Call, body: TryRecorded) -> TriedDecision:
        """Tell what another answer in a record would have cost, and why."""
        seat = Seat(body.seat)
        return await self._registry.reviews.try_record_move(body.record, seat, body.event, body.move, call.address)

    @endpoint(
        *("POST", REPLAY + "/tables", "bad-record", "not-reviewable", "not-found"),
        *("too-many-tables", "quota-used-up", *PERSONAL),
        status=201,
        most_bytes=LARGEST_BODY,
        admit=admit_record,
    )
    async def play_on_record(self, call: Call, body: PlayOnRecord) -> Seated:
        """Play on alone from a moment of a record, at a new table where nothing counts; bots take the others."""

        def unpack(content: bytes) -> Beginning:
            found = msgspec.json.decode(gzip.decompress(content), type=RecordBeginning)
            origin = Continued("", body.event, found.earned)
            return Beginning(origin, (), [bytes(each) for each in found.events])

        show = self._registry.archive.show
        source = Source(
            body.seat + 1,
            lambda: show(body.record, call.address, read_text_beginning, body.event, body.seat),
            unpack,
        )
        return await self._continuing.open(call, source, body.seat, body)
