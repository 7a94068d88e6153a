"""Reviews as they are sent (``docs/review.md`` says how each number is made). Numbers are stars."""

from typing import Literal

import msgspec

from quillmap.server.protocol.moves import AnyMove, WrittenMove


class ValuedMove(msgspec.Struct, frozen=True):
    """A move, and the stars it leads to."""

    move: WrittenMove
    value: float


class ReviewReason(msgspec.Struct, frozen=True):
    """A part of a map's worth, and what the best move has more in it than the played one."""

    part: str
    """A scoring card, ``coins``, ``monsters``, ``room`` or ``skills``."""
    difference: float


class ReviewedDecision(msgspec.Struct, frozen=True):
    """A decision of a seat, and what it cost."""

    event: int
    """The line of the record that tells it, from 1."""
    ask: Literal["draw", "ambush", "declare", "hero", "gorgon", "troll"]
    card: str
    grade: Literal["best", "good", "slip", "mistake", "blunder"] = msgspec.field(name="class")
    loss: float
    margin: float
    sheet: int
    """Whose map it was about."""
    played: ValuedMove
    best: tuple[ValuedMove, ...]
    reasons: tuple[ReviewReason, ...]


class ReviewedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that came, or what a neighbour drew on the map, and the luck in it."""

    event: int
    card: str
    luck: float
    by: Literal["neighbour"] | None = None


class ReviewedPart(msgspec.Struct, frozen=True):
    """A line of the account: expected + luck − loss + remainder = stars."""

    part: str
    expected: float
    luck: float
    loss: float
    remainder: float
    stars: float
    master: float | None = None
    """What the master would have made of the same cards; not where nothing can be compiled."""


class ReviewAccount(msgspec.Struct, frozen=True):
    """How what was expected at the start became the stars of the score sheet, as a whole and part by part."""

    seat: int
    stars: int
    expected: float
    luck: float
    loss: float
    remainder: float
    accuracy: float
    level: str
    strength: float
    method: Literal["look-ahead", "value"]
    parts: tuple[ReviewedPart, ...]
    master: int | None = None


class ReviewProgress(msgspec.Struct, frozen=True):
    """How far the review of a seat is, and what it has found so far."""

    done: int
    length: int
    """How many results there will be, the account among them; 0 while that is not known."""
    ahead: float
    """What a player without a loss has more than the surveyor over a year: values of moves do not have it in them."""
    decisions: tuple[ReviewedDecision, ...]
    cards: tuple[ReviewedCard, ...]
    account: ReviewAccount | None = None
    """Once everything is done."""
    is_waiting: bool = False
    """Whether others came first: it begins by itself, as long as somebody asks."""


class TriedDecision(ReviewedDecision, frozen=True):
    """Another answer to something that a seat decided, and what it brings more than the one that was given."""

    gain: float
    """Stars; less than 0 if it is worse still."""
    gained: tuple[ReviewReason, ...]
    """What the gain is made of."""


class TryMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another answer to something that a seat decided."""

    move: AnyMove
