"""Values that occur in many messages, each with the name that it has in a client's types."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from quillmap.play.codec import EVENT_TYPES, written_name

Hex: TypeAlias = Annotated[
    str, msgspec.Meta(title="Hex", description="A set of spaces in hex digits: bit 11 × row + column")
]
Sheet: TypeAlias = Annotated[
    dict[str, Hex], msgspec.Meta(title="Sheet", description="A map: its sets of spaces by name, without the empty ones")
]

_NAMES = " | ".join(f'"{written_name(kind)}"' for kind in EVENT_TYPES)
_ADDED = "awards?: SeatAwards[]; paid_by?: { dragon?: number; mountains?: number; shape?: number }"
EventLine: TypeAlias = Annotated[
    dict[str, Any],
    msgspec.Meta(
        title="GameEvent",
        description="A line of the record (docs/record.md), with what docs/protocol.md says is added",
        extra={"typescript": f"{{ event: {_NAMES}; {_ADDED} }} & Record<string, any>"},
    ),
]


SignalKind: TypeAlias = Literal["well-drawn", "wow", "bravo", "ouch", "courage", "patience", "nudge", "again"]
"""Six reactions, a nudge for somebody who has not drawn yet, and the wish for another game."""


class AwaySeat(msgspec.Struct, frozen=True):
    """A person who is away."""

    seat: int
    """The id of their seat."""
    since: float
    stand_in_by: Literal["nobody", "host", "anybody"]
    """Who at the table may let a bot draw for them now."""
    anybody_from: float | None
    """When anybody at the table may, in seconds since 1970; None if that is not known."""
    host_from: float | None
    """When the host may, which is earlier unless they look back."""
    is_looking_back: bool
    """Whether they still look at the end of the table's last game."""
