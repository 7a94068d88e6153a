"""A review that goes on, what it has found so far, and those who want it."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec

from quillmap.server.games.reading import COMPRESSION, StoredGame
from quillmap.server.games.records import SentRecord
from quillmap.server.games.review_work import ReviewPart
from quillmap.server.problems import Problem
from quillmap.server.protocol.review_bodies import ReviewAccount, ReviewedCard, ReviewedDecision, ReviewProgress
from quillmap.server.rate_limits import network_of
from quillmap.server.work.fair_queue import Turn

Load: TypeAlias = Callable[[], Awaitable[StoredGame | SentRecord]]
_encode: Final = msgspec.json.Encoder().encode


class Asker:
    """A network that wants a review, and queues for it."""

    def __init__(self, address: str, load: Load) -> None:
        self.address = address
        self.network = network_of(address)
        self.load = load
        """Gets the game in the queue of this network."""
        self.asked_at = 0.0
        """When it last asked how far the review is, by the clock of the loop."""
        self.acquiring: asyncio.Task[Turn] | None = None
        """What waits for a place of this network."""
        self.task: asyncio.Task[None] | None = None


class ReviewRun:
    """A review that goes on: it has one place at most, whoever of those who want it got that."""

    def __init__(self) -> None:
        self.askers: dict[str, Asker] = {}
        """Those who want it, by their networks."""
        self.place: Turn | None = None
        self.holder: Asker | None = None
        """Whose place it is."""
        self.game: StoredGame | SentRecord | None = None
        """What is reviewed, as long as there is a place."""
        self.working: asyncio.Event | None = None
        """What is set when the part that is being worked out is there."""
        self.decisions: list[ReviewedDecision] = []
        self.cards: list[ReviewedCard] = []
        self.account: ReviewAccount | None = None
        self.length = 0
        self.ahead = 0.0
        self.has_begun = asyncio.Event()
        """Whether there is a first result, or there will be none."""
        self.problem: Problem | None = None
        self._written: tuple[tuple[object, ...], bytes] = ((), b"")
        """How far it was when somebody last asked, and that as it is sent."""

    @property
    def done(self) -> int:
        """How many results there are."""
        return len(self.decisions) + len(self.cards) + (self.account is not None)

    @property
    def is_over(self) -> bool:
        """Whether all is found, or nothing more can be."""
        return self.account is not None or self.problem is not None

    def take_place(self, place: Turn, holder: Asker) -> None:
        """Go on in a place of *holder*; nobody else has to wait for one."""
        self.place, self.holder = place, holder
        for asker in self.askers.values():
            if asker is not holder and asker.acquiring is not None:
                asker.acquiring.cancel()

    def leave_place(self) -> Turn | None:
        """Stop until there is another place; return the one that there was."""
        place, self.place, self.holder, self.game = self.place, None, None, None
        return place

    def dismiss(self, but: Asker | None = None) -> None:
        """Let those who want it queue no longer."""
        for asker in self.askers.values():
            if asker is not but and asker.task is not None:
                asker.task.cancel()

    def add(self, part: ReviewPart) -> None:
        """Add what was found."""
        self.length, self.ahead = part.length, part.ahead
        for result in part.results:
            match result:
                case ReviewedDecision():
                    self.decisions.append(result)
                case ReviewedCard():
                    self.cards.append(result)
                case ReviewAccount():
                    self.account = result
        self.has_begun.set()

    def content(self) -> bytes:
        """Return how far it is, compressed: once for all who ask before it has got further."""
        reached = self.done, self.length, self.ahead, self._is_waiting
        if self._written[0] != reached:
            self._written = reached, self._compressed()
        return self._written[1]

    @property
    def _is_waiting(self) -> bool:
        return self.place is None and not self.is_over

    def _compressed(self) -> bytes:
        decisions = tuple(sorted(self.decisions, key=lambda each: each.event))  # the worst are found first
        cards = tuple(sorted(self.cards, key=lambda each: each.event))
        found = ReviewProgress(
            self.done, self.length, self.ahead, decisions, cards, self.account, is_waiting=self._is_waiting
        )
        return gzip.compress(_encode(found), COMPRESSION, mtime=0)
