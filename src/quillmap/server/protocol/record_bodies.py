"""Records from elsewhere as they are sent: to be shown, reviewed, tried again and played on."""

from typing import Annotated, Final, TypeAlias

import msgspec

from quillmap.server.protocol.bodies import PlayOn
from quillmap.server.protocol.moves import AnyMove

LARGEST_RECORD: Final = 1_000_000
"""Characters: twice the record of a table of a hundred."""
RecordText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=LARGEST_RECORD)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Line: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**31)]


class ShowRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record (``docs/record.md``) to be shown as a replay."""

    record: RecordText


class ReviewRecord(ShowRecord, frozen=True, forbid_unknown_fields=True):
    """A record of which one seat is to be reviewed."""

    seat: SeatNumber


class RecordedDecision(ReviewRecord, frozen=True, forbid_unknown_fields=True):
    """Something that a seat of a record decided."""

    event: Line
    """The line that tells it, from 1."""


class TryRecorded(RecordedDecision, frozen=True, forbid_unknown_fields=True):
    """Another answer to something that a seat of a record decided."""

    move: AnyMove


class PlayOnRecord(PlayOn, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Take a seat of a record, and play on from a moment of it."""

    record: RecordText
    seat: SeatNumber
