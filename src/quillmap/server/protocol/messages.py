"""The messages of the WebSocket, version 1 (``docs/protocol.md``): every one a typed struct.

A client says ``hello`` first. A message that wants an answer carries an ``id``, which the answer repeats.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from quillmap.server.games.board import Board
from quillmap.server.games.choices import ExtraPlaces, OwnPart
from quillmap.server.games.previews import SheetWorth
from quillmap.server.games.told_events import MapChange
from quillmap.server.problems import ErrorBody
from quillmap.server.protocol.bodies import SeatId, TableInfo
from quillmap.server.protocol.moves import AnyMove, DrawMove, WrittenMove
from quillmap.server.protocol.review_bodies import ReviewReason
from quillmap.server.protocol.values import AwaySeat, EventLine, SignalKind
from quillmap.server.tables.document import TrainerGrade

PROTOCOL: Final = 1

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^(?![\s\S]*[^ -~])")]
"""Printable ASCII characters: the ids of moves are stored, and not every database takes every character."""
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
EncodedEvents: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"holds": tuple[EventLine, ...]})]
EncodedBoard: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"holds": Board})]
"""Encoded once for all sockets of a table."""
EncodedTable: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"holds": TableInfo})]
EncodedBoardIfAny: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"holds": Board | None})]
"""The same for all who come together."""


# -- from a client ----------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message: which protocol, and the token of a seat; without one, a spectator."""

    protocol: int = PROTOCOL
    token: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class MoveMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="move"):
    """A move that answers a question. Sent again with the same id, it is only acknowledged again."""

    id: Id
    question: Number
    move: AnyMove
    insist: bool = False
    """Whether it is made although the trainer may warn of it."""


class PreviewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="preview"):
    """Ask what this move would bring; without a move, what the sheet is worth now, with what the seat has drawn."""

    id: Id
    move: AnyMove | None = None
    seat: Number | None = None
    """Whose map is asked about, without a move: its number in the game. A spectator has none of their own."""


class ExtrasMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="extras"):
    """Ask where the skill of this drawing may draw its additional spaces."""

    id: Id
    move: DrawMove


class HintMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hint"):
    """Ask what a bot would answer."""

    id: Id
    level: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class SignalMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="signal"):
    """React, nudge somebody who has not drawn yet, or wish for another game."""

    id: Id
    kind: SignalKind
    seat: SeatId | None = None
    """The id of the seat that is nudged."""


class ShowingMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="showing"):
    """Say which game of the table is shown: who still looks at the end of an earlier one is counted as away."""

    id: Id
    game: Annotated[str, msgspec.Meta(max_length=64)]


class PingMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Ask whether the server is there."""

    id: Id


ClientMessage: TypeAlias = (
    Hello | MoveMessage | PreviewMessage | ExtrasMessage | HintMessage | SignalMessage | ShowingMessage | PingMessage
)


# -- from the server --------------------------------------------------------------------------------------


class Progress(msgspec.Struct, frozen=True, tag_field="type", tag="progress"):
    """Who is still drawing, who is here, and when the time is up."""

    version: int
    question: int
    waiting: tuple[int, ...]
    answered: tuple[int, ...]
    present: tuple[int, ...]
    """The ids of the seats that are connected."""
    away: tuple[AwaySeat, ...]
    """People whose seats are not connected."""
    spectators: int
    deadline: float | None
    again: tuple[int, ...]
    """The ids of the seats that wish for another game, when this one is over."""


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The whole present state of the table, in answer to ``hello``."""

    protocol: int
    server: str
    time: float
    """The server's clock, in seconds since 1970."""
    table: EncodedTable
    seat: int | None
    """The id of the seat that was taken; None for a spectator."""
    is_host: bool
    board: EncodedBoardIfAny
    own: OwnPart | None
    progress: Progress
    recent: EncodedEvents
    """The events that led to this board, as in ``update``."""
    stood_in: int
    """How many questions were answered for this seat while its person was away."""


class TableMessage(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table has changed: seats, names, rights, pace."""

    table: TableInfo
    is_host: bool


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """The game has moved on: what happened, and how it stands now."""

    events: EncodedEvents
    """Lines of the record, with ``awards`` and ``paid_by`` added."""
    board: EncodedBoard
    own: OwnPart | None
    own_changes: tuple[MapChange, ...]
    """What the events changed for the own seat, in their order."""
    deadline: float | None
    late: tuple[int, ...] = ()
    """The numbers of the seats whose time ran out, so that the server answered for them."""


class OwnMessage(msgspec.Struct, frozen=True, tag_field="type", tag="own"):
    """The seat's own part has changed: keeps several tabs of a seat in step."""

    version: int
    own: OwnPart


class Acknowledged(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """The move is stored and will not be lost."""

    id: str
    version: int


class RefusedMessage(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The message with this id was refused, and nothing has happened."""

    id: str | None
    error: ErrorBody


class PreviewAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="preview"):
    """What the move would bring."""

    id: str
    worth: SheetWorth


class ExtrasAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="extras"):
    """Where the skill may draw its additional spaces."""

    id: str
    extras: ExtraPlaces


class HintReason(msgspec.Struct, frozen=True):
    """Something that a move is good for."""

    part: Literal["edict", "coins", "monsters"]
    card: str | None
    """The edict, if it is one."""
    stars: int
    """What it comes to by the end of the year, as bots see it; on a neighbour's map what that one loses."""


class HintAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """What a bot would answer: a move as the client would send it, and why."""

    id: str
    level: str
    move: WrittenMove
    reasons: tuple[HintReason, ...] = ()
    """The most important first; none if the move is only the least of evils, or keeps room."""


class WarnedMessage(msgspec.Struct, frozen=True, tag_field="type", tag="warned"):
    """The trainer would not move so, and nothing has happened: the move is made if the client insists."""

    id: str
    grade: TrainerGrade = msgspec.field(name="class")
    loss: float
    """In stars; ``docs/review.md`` says how it is made."""
    margin: float
    reasons: tuple[ReviewReason, ...]
    """What the best move has more, the largest difference first."""
    best: WrittenMove | None
    """The best move, where the trainer shows it."""


class Signal(msgspec.Struct, frozen=True, tag_field="type", tag="signal"):
    """Somebody reacts, or nudges a seat; wishes for another game come with ``progress``."""

    kind: SignalKind
    by: int
    """The id of the seat whose person it was."""
    seat: int | None
    """The id of the seat that is nudged."""
    again_in: int | None
    """The seconds until that seat may be nudged again."""


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to ``ping``."""

    id: str
    time: float


class Goodbye(msgspec.Struct, frozen=True, tag_field="type", tag="goodbye"):
    """The server stops, or the seat has moved: come back after this many seconds, or not at all (None)."""

    code: str
    seconds: float | None


ServerMessage: TypeAlias = (
    Welcome
    | TableMessage
    | Update
    | OwnMessage
    | Progress
    | Acknowledged
    | RefusedMessage
    | PreviewAnswer
    | ExtrasAnswer
    | HintAnswer
    | WarnedMessage
    | Signal
    | Pong
    | Goodbye
)

decode_client = msgspec.json.Decoder(ClientMessage).decode
"""Read a client's message; raises ``msgspec.DecodeError``."""
encode = msgspec.json.Encoder().encode
