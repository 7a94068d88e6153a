"""What is given to the storage, and what it gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.tables.document import TableDocument

Statement = tuple[str, Sequence[Any]]
"""What a database is told, and the values in it."""


@dataclass(slots=True, eq=False)
class Claim:
    """The right to write to a table as it was found; writes with the same claim build on one another."""

    table: str
    epoch: int = 0
    """How often the table was claimed before, where several servers share a database."""
    is_lost: bool = False
    """Whether a write has failed. Memory and storage differ from then on, so all later writes fail, too."""


class Node(NamedTuple):
    """One run of a server that shares a storage with others, as they see it."""

    id: str
    """Of this run; a server that was taken for dead goes on under another."""
    name: str
    """For people: the machine and the process."""
    address: str = ""
    """Where other nodes reach it; empty for a server that shares the storage with nobody."""
    cluster: str = ""
    """The fingerprint of the secret that all nodes share."""
    occupied: tuple[str, ...] = ()
    """The listed tables at which somebody waits there, by id."""


class LogPart(NamedTuple):
    """Events that a game's log is continued with."""

    game: str
    first: int
    """The number of the first of these events: how many there were before."""
    events: Sequence[bytes]
    key: str | None = None
    """Of the move that caused them; it is kept with the last one."""


class Times(NamedTuple):
    """What every round changes of a table."""

    touched: float
    deadline: float | None


class AttemptResult(NamedTuple):
    """What a counted attempt at a daily expedition brought."""

    game: str
    total: int
    rating: int | None
    seasons: Sequence[int]
    name: str
    """Of the player, who may have changed it since setting out."""


class TableWrite(NamedTuple):
    """What is stored of one table together: all of it or nothing."""

    document: TableDocument | None = None
    """If it has changed in more than its times."""
    times: Times | None = None
    """If only they have changed."""
    log: LogPart | None = None
    summary: GameSummary | None = None
    """Of a game that begins or ends."""
    result: AttemptResult | None = None


class StoredTable(NamedTuple):
    """A table as it is kept, with the game that is played at it."""

    claim: Claim
    document: TableDocument
    events: Sequence[bytes] = ()
    """Of its game; none if there is no game, or it was removed after its time."""
    moves: Mapping[str, int] = {}
    """How many events there were after each move of the game, by the key of the move."""
    earlier: Mapping[str, int] = {}
    """The same for the game before."""
    summary: GameSummary | None = None
    """How its game ended, if it has."""


class Attempt(NamedTuple):
    """Somebody's counted attempt at a daily expedition; the result is missing until it is finished in time."""

    day: str
    player: str
    """The hash of the secret of the player's device; later only something that tells players of a week apart."""
    table: str
    """The id of the table, or nothing when it is forgotten who the player was."""
    name: str
    game: str | None = None
    """Nothing before the end, nor when it is forgotten."""
    total: int | None = None
    rating: int | None = None
    seasons: tuple[int, ...] = ()
    """Stars of each season; attempts of early versions did not keep them."""
    network: str = ""
    """A keyed hash of where it was begun, for the storage to count; it is never read, and is forgotten the next day."""


class DayCounts(NamedTuple):
    """How many have tried a daily expedition, and how many have finished it."""

    attempts: int
    finished: int


class Ranking(NamedTuple):
    """The best finished attempts of a day, and how many there are in all."""

    best: Sequence[Attempt]
    finished: int
