"""Bodies and answers of the HTTP endpoints as typed structs; ``/openapi.json`` is made from them."""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from quillmap.server.bots.natural_time import BotTime
from quillmap.server.protocol.values import Sheet
from quillmap.server.tables.document import (
    MOST_GAMES,
    Continued,
    Crest,
    SeatDocument,
    SeatHelp,
    SeatKind,
    TableDocument,
    TableStatus,
    Trainer,
    TrainerGrade,
    Until,
)
from quillmap.server.tables.pace import LARGEST_AMOUNT, Pace, PaceKind, Timeout
from quillmap.server.tables.profiles import LONGEST_NAME, LONGEST_TITLE

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Title: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)]
OwnToken: TypeAlias = Annotated[str, msgspec.Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+(?![\s\S])")]
Level: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SeatId: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
STAND_IN_LEVEL: Final = "surveyor"
"""The bot that stands in for somebody, unless the person chooses another for their own seat."""
SetupWish: TypeAlias = dict[str, Any]
"""The keys of a set-up (``docs/record.md``), all optional; ``box`` first sets those of a box."""


class PaceWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long everybody has, and what happens then."""

    kind: PaceKind = "none"
    amount: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_AMOUNT)] = 0
    timeout: Timeout = "wait"


class TrainerWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trainer that judges every answer before it counts; only for somebody who plays alone."""

    least: TrainerGrade
    """The smallest loss that it points out."""
    shows_best: bool = True
    """Whether it shows the better answer, too."""


class CreateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table."""

    name: Name = "Cartographer"
    title: Title = ""
    crest: Crest = ()
    token: OwnToken | None = None
    """A token of the client's own making. A repeated request opens another table."""
    play: bool = True
    """Whether the host takes the first seat."""
    setup: SetupWish = {}
    listed: bool = False
    spectators: bool = True
    hints: bool = True
    bot_time: BotTime = "at-once"
    """Whether bots answer as soon as they can, or take their time as long as a person still draws."""
    most_seats: Annotated[int, msgspec.Meta(ge=1, le=100)] = 100
    pace: PaceWish = PaceWish()
    trainer: TrainerWish | None = None


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat."""

    name: Name
    title: Title = ""
    crest: Crest = ()
    token: OwnToken | None = None
    """A token of the client's own making, so that a repeated request takes no second seat."""


class PlayOn(JoinTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Take a seat of a finished game, and play on from a moment of it."""

    event: Annotated[int, msgspec.Meta(ge=1, le=2**31)]
    """The last line of its record that is kept; it goes on with the next question."""


class AddBots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seat bots of one level."""

    level: Level
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class ChangeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be changed of a seat; what is left out stays."""

    name: Name | None = None
    title: Title | None = None
    crest: Crest | None = None


class ChangeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be changed of a table before the start; what is left out stays."""

    setup: SetupWish | None = None
    listed: bool | None = None
    spectators: bool | None = None
    hints: bool | None = None
    bot_time: BotTime | None = None
    most_seats: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    pace: PaceWish | None = None


class ChangeOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of all seats in their new order, clockwise."""

    seats: Annotated[tuple[SeatId, ...], msgspec.Meta(max_length=100)]


class HandOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has the host's rights from now on."""

    seat: SeatId


class StandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot plays for a person, and for how long; None gives the seat back."""

    level: Level | None = STAND_IN_LEVEL
    until: Literal["round", "return", "end"] = "return"
    """For this round, until the person comes back, or to the end: only by the person's own wish, and for good."""


class SeatInfo(msgspec.Struct, frozen=True):
    """What everybody sees of a seat."""

    id: int
    kind: SeatKind
    name: str
    title: str
    crest: Crest
    level: str
    """Of a bot, or of the bot that stands in."""
    style: str
    """What a bot has a liking for: ``builder``, ``hoarder``, ``hunter``, ``spoiler``, or nothing special."""
    until: Until
    """For how long a bot stands in for a person: this round, until they return, to the end (resigned)."""
    stands_for: str
    """Of a bot in a game that is played on: who had its seat before, and does not play here."""


class TableInfo(msgspec.Struct, frozen=True):
    """What everybody who has the link sees of a table."""

    id: str
    code: str
    status: TableStatus
    seats: tuple[SeatInfo, ...]
    host: int | None
    setup: dict[str, Any]
    is_seeded: bool
    """Whether the host chose the seed, and so could know the cards."""
    listed: bool
    spectators: bool
    hints: bool
    bot_time: BotTime
    most_seats: int
    pace: Pace
    game: str
    games: tuple[str, ...]
    """The latest games, the one being played or played last at the end."""
    day: str
    counted: bool
    continued_from: Continued | None
    """The moment of a finished game that is played on from here: then nothing counts."""
    trainer: Trainer | None
    """Judges every answer before it counts."""


class Seated(msgspec.Struct, frozen=True):
    """A seat was taken. The token is sent this once; ``personal_link`` carries it behind the #."""

    table: TableInfo
    seat: int | None
    token: str
    link: str
    personal_link: str


class Invitation(msgspec.Struct, frozen=True):
    """Where others find this server: links and QR codes begin with ``base``."""

    base: str
    is_for_this_machine: bool
    """Whether nobody else can open it, because the server listens on this machine only."""


class OwnGame(msgspec.Struct, frozen=True):
    """How far the game at a table is, and the map of one seat as it lies."""

    season: str
    time: int
    """How much of the season's time has passed."""
    season_time: int
    sheet: Sheet


class TableAnswer(msgspec.Struct, frozen=True):
    """The table as it stands."""

    table: TableInfo
    touched: float
    """When something last happened at it, in seconds since 1970."""
    is_abandoned: bool
    """Whether it plays, and nobody has come back to it for a day."""
    waiting: tuple[int, ...]
    """The ids of the seats that the game waits for."""
    own: OwnGame | None = None
    """The game that is played, for a seat that asks with its token."""


class LobbyEntry(msgspec.Struct, frozen=True):
    """A table that waits for players."""

    id: str
    code: str
    host: str
    seats: int
    most_seats: int
    setup: dict[str, Any]
    pace: Pace
    is_seeded: bool
    """Whether the host chose the seed, and so could know the cards."""


class Lobby(msgspec.Struct, frozen=True):
    """The tables that are listed and wait."""

    tables: tuple[LobbyEntry, ...]


class CodeAnswer(msgspec.Struct, frozen=True):
    """Which table a short code stands for."""

    table: str


class GameSummary(msgspec.Struct, frozen=True):
    """A finished game."""

    game: str
    began: float
    ended: float | None
    names: tuple[str, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    rating: int | None
    title: str | None
    seed_hash: str
    day: str
    help: tuple[SeatHelp, ...] = ()
    """What helped each seat; empty where nothing did, and for games of earlier versions."""
    continued_from: Continued | None = None
    """The moment of another game that this one was played on from: then it counts for nothing."""
    seats: tuple[int, ...] = ()
    """The ids of the seats, in the order of the names; empty for games of earlier versions."""
    is_seeded: bool | None = None
    """Whether the host chose the seed, and so could know the cards; None where nobody can tell, as of a record."""
    stands_for: tuple[str, ...] = ()
    """For whom bots played on, in the order of the names: people who had these seats before, and did not play here."""


class BotLevel(msgspec.Struct, frozen=True):
    """A bot that may sit at tables."""

    level: str
    stars: int
    """What it scores on average in the base box on map A, at a table with somebody who draws at random."""
    is_offered: bool
    """Whether the page offers it; others are for comparisons."""


class BotLevels(msgspec.Struct, frozen=True):
    """The bots of this server, the gentlest first."""

    bots: tuple[BotLevel, ...]
    default: str
    """The level that people get who choose none."""


class PaceOffer(msgspec.Struct, frozen=True):
    """A pace that people can choose with one tap."""

    kind: PaceKind
    amount: int


class ClockRange(msgspec.Struct, frozen=True):
    """The least and the most that may be asked for."""

    least: int
    most: int


class PaceOffers(msgspec.Struct, frozen=True):
    """What the page offers, and the limits of everything that may be asked for."""

    offered: tuple[PaceOffer, ...]
    limits: dict[PaceKind, ClockRange]


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str


def table_info(document: TableDocument) -> TableInfo:
    """Return what everybody with the link sees of a table: no token, no hash, no seed."""
    return TableInfo(
        id=document.id,
        code=document.code,
        status=document.status,
        seats=tuple(map(_seat_info, document.seats)),
        host=document.host,
        setup=document.setup,
        is_seeded=document.is_seeded,
        listed=document.listed,
        spectators=document.spectators,
        hints=document.hints,
        bot_time=document.bot_time,
        most_seats=document.most_seats,
        pace=document.pace,
        game=document.game,
        games=document.games[-MOST_GAMES:],
        day=document.day,
        counted=document.counted,
        continued_from=document.continued_from,
        trainer=document.trainer,
    )


def _seat_info(seat: SeatDocument) -> SeatInfo:
    return SeatInfo(
        id=seat.id,
        kind=seat.kind,
        name=seat.name,
        title=seat.title,
        crest=seat.crest,
        level=seat.level,
        style=seat.style,
        until=seat.until,
        stands_for=seat.stands_for,
    )
