"""What is kept of a table in addition to the events of its games. Frozen: a change makes a new document."""

from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

import msgspec

from quillmap.server.bots.natural_time import BotTime
from quillmap.server.games.earnings import Earnings
from quillmap.server.tables.pace import Pace

SeatKind: TypeAlias = Literal["person", "bot"]
PERSON: Final = "person"
BOT: Final = "bot"

TableStatus: TypeAlias = Literal["waiting", "playing", "finished"]
WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"

Until: TypeAlias = Literal["", "round", "return", "end"]
"""For how long a bot stands in for a person: for this round, until the person comes back, or, as they have
resigned, to the end."""
RESIGNED: Final = "end"

TrainerGrade: TypeAlias = Literal["slip", "mistake", "blunder"]
"""The smallest loss that a trainer points out, as a class of reviews."""

MOST_GAMES: Final = 50
"""Games that a table still names: people may play at one for years."""

Crest = tuple[tuple[int, ...], ...]
"""A drawn crest: strokes, each x, y, x, y, … with numbers from 0 to 255."""


class SeatHelp(msgspec.Struct, frozen=True):
    """What helped somebody in one game: results and titles are marked with it."""

    hints: int = 0
    """Hints that were shown."""
    stand_ins: int = 0
    """Questions that a bot answered by the wish of the person, also if they saw that and took it back."""
    drawn_for: int = 0
    """Questions that a bot answered while the person was away and had not asked for it: that is no help."""
    take_backs: int = 0
    """Of these, answers that the person saw and took back. One's own show nothing new until they are final."""
    trainer: int = 0
    """Slips that a trainer pointed out before they counted."""
    trained: bool = False
    """Whether a trainer looked on, also if it had nothing to say."""
    resigned: bool = False
    """Whether the person gave up, and a bot played to the end: such a seat is ranked after all others."""


class Trainer(msgspec.Struct, frozen=True):
    """Judges what somebody who plays alone answers, before it counts."""

    least: TrainerGrade
    shows_best: bool
    """Whether it shows the better answer, too."""


class PushSubscription(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device on which a person wants to be told of their turn."""

    endpoint: str
    """Its address at the push service of its browser."""
    p256dh: str
    auth: str
    """With these two keys, which the browser made, messages are encrypted."""
    language: str = "en"


class Continued(msgspec.Struct, frozen=True, omit_defaults=True):
    """From where a game was played on: it counts for nothing."""

    game: str
    """The finished game that it begins like; empty if that was a record from elsewhere."""
    event: int
    """The last line of its record that was kept."""
    earned: Earnings | None = None
    """What the seat had earned at the end of such a record, of which nothing else is kept."""


class SeatDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits in one seat."""

    id: int
    """Stays the same when the order of seats changes."""
    kind: SeatKind
    name: str
    title: str = ""
    crest: Crest = ()
    token_hash: str = ""
    """Of a person's token; the token itself is kept nowhere."""
    renewals: int = 0
    """How often the person wanted a new token."""
    level: str = ""
    """Of a bot, or of the bot that stands in for an absent person."""
    style: str = ""
    """What a bot has a liking for (``quillmap.bots.styles``)."""
    until: Until = ""
    """For how long a bot stands in."""
    since: int = 0
    """How many events the game had when it began to stand in."""
    asked: bool = False
    """Whether the person asked for the bot that stands in."""
    gave_up: bool = False
    """Whether the person resigned in the last game, while the table waits for the next."""
    push: tuple[PushSubscription, ...] = ()
    """The person's devices, the newest last."""
    stands_for: str = ""
    """Of a bot in a game that is played on: who had its seat before, and does not play here."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot answers for this seat."""
        return self.level != ""

    @property
    def is_own_wish(self) -> bool:
        """Whether the bot that stands in does so by the wish of the person."""
        return self.asked or self.until == RESIGNED

    @property
    def is_coming_back(self) -> bool:
        """Whether a bot only stands in: the person has not given up, and may want the seat again."""
        return self.kind == PERSON and self.until in ("round", "return")

    @property
    def bot(self) -> str:
        """The bot that answers for it, as ``quillmap.bots.registry`` names it."""
        return f"{self.level}@style={self.style}" if self.style else self.level


class TableDocument(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """Everything about a table that is not in the events of its games."""

    id: str
    code: str
    created: float
    touched: float
    """When something last happened, to half a minute in a game; stored in its own column, like the deadline."""
    setup: dict[str, Any]
    """As it was asked for, without seats and seed."""
    seats: tuple[SeatDocument, ...] = ()
    next_seat: int = 1
    host: int | None = None
    """The id of the seat that has the host's rights."""
    owner_hash: str = ""
    """Of the token of a host who has no seat."""
    listed: bool = False
    spectators: bool = True
    hints: bool = True
    bot_time: BotTime = "at-once"
    """How long bots take where people play."""
    pace: Pace = Pace()
    most_seats: int = 100
    seed: str = ""
    """Given by the host; otherwise every game gets a new random one."""
    status: TableStatus = WAITING
    game: str = ""
    """The game being played, or played last."""
    played_by: tuple[int, ...] = ()
    """The ids of the seats in that game, by their number in it; games of earlier versions were not told this."""
    games: tuple[str, ...] = ()
    """The latest ones, up to ``MOST_GAMES``; the archive has all that were finished."""
    deadline: float | None = None
    """When the time for the present question is up, in seconds since 1970."""
    passed_deadline: float | None = None
    """The last deadline that has passed while the table waits on: then nothing happens without people any more."""
    told: int = -1
    """At a table with a pace of days: the question of which people have been told that it is their turn."""
    reminded: int = -1
    """The question of which they have been reminded."""
    day: str = ""
    """The date of the daily expedition this table plays, if it does."""
    counted: bool = False
    """Whether it is a counted attempt."""
    help: tuple[SeatHelp, ...] = ()
    """What helped each seat in the present or last game, by its number in it; empty while nothing has."""
    continued_from: Continued | None = None
    """The moment of a finished game that is played on from at this table."""
    trainer: Trainer | None = None
    """Looks on, if only one person plays here and nothing counts."""

    @cached_property
    def size(self) -> int:
        """How many bytes it has as it is stored: kept, because it takes a millisecond to count those of a full one."""
        return len(msgspec.json.encode(self))

    @property
    def is_busy(self) -> bool:
        """Whether something can happen without people: a clock runs, or bots play."""
        has_clock = self.deadline is not None and self.deadline != self.passed_deadline
        return self.status == PLAYING and (has_clock or any(seat.is_played_by_bot for seat in self.seats))

    @property
    def is_seeded(self) -> bool:
        """Whether the host chose how the cards are dealt, and so could know them.

        Of expeditions and of games that are played on from another it is told by other means what they are.
        """
        return self.seed != "" and not self.day and self.continued_from is None

    @property
    def resigned(self) -> frozenset[int]:
        """The numbers, in the present or last game, of the seats whose people have given it up."""
        now = {number for number, seat in enumerate(self.seats) if seat.until == RESIGNED}
        return frozenset(now | {number for number, each in enumerate(self.help) if each.resigned})

    def seat(self, seat_id: int) -> SeatDocument | None:
        """Return the seat with this id."""
        for seat in self.seats:  # several times a drawing, where a generator takes twice as long
            if seat.id == seat_id:
                return seat
        return None

    def number_of(self, seat_id: int) -> int | None:
        """Return the place of a seat in the order, which is its number in the game that is played."""
        return next((number for number, seat in enumerate(self.seats) if seat.id == seat_id), None)

    def number_in_game(self, seat_id: int) -> int | None:
        """Return the number of a seat in the game that is played, or was played last: others may sit here since."""
        ids = self.played_by or tuple(seat.id for seat in self.seats)
        return ids.index(seat_id) if seat_id in ids else None


class SeatSketch(msgspec.Struct, frozen=True):
    """What is read of a seat there."""

    id: int
    name: str


class TableSketch(msgspec.Struct, frozen=True):
    """What the lobby and a link to a table tell of it: a small part of the document, without crests.

    A hundred of the largest are a hundred thousand numbers, which take long to read, and long to be looked at by the
    cyclic collector.
    """

    id: str
    code: str
    touched: float
    setup: dict[str, Any]
    seats: tuple[SeatSketch, ...] = ()
    host: int | None = None
    listed: bool = False
    pace: Pace = Pace()
    most_seats: int = 100
    status: TableStatus = WAITING
    seed: str = ""
    day: str = ""

    @property
    def is_seeded(self) -> bool:
        """Whether the host chose how the cards are dealt; as in the document, for tables that wait for people."""
        return self.seed != "" and not self.day
