"""A table in memory: its document, its game, and the connections that watch it.

Everything has two states: the newest, on which the next move is decided, and the one shown, which is on the disk. A
change updates the newest at once, and the one shown when the storage reports it. So nobody ever sees what a crash could
undo.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from quillmap.rules.ids import Seat
from quillmap.rules.moves import Move, TakeBack
from quillmap.server.games.board import Board, board, ranked_last
from quillmap.server.games.choices import OwnPart
from quillmap.server.games.live_game import LiveGame, Moment, first_moment, is_settled, next_moment
from quillmap.server.games.told_events import encoded_events
from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.messages import OwnMessage, Progress, Signal, encode
from quillmap.server.protocol.values import SignalKind
from quillmap.server.storage.interface import TableLog
from quillmap.server.storage.rows import Claim
from quillmap.server.tables import actions
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.changes import TableChange, answered, document_after, noted_as_newer, size_of, with_clock
from quillmap.server.tables.dismissing import make_room
from quillmap.server.tables.document import PERSON, PLAYING, TableDocument
from quillmap.server.tables.greetings import Greetings
from quillmap.server.tables.hints import Hints
from quillmap.server.tables.live_tables import CountedInMemory
from quillmap.server.tables.looking_back import all_look_up
from quillmap.server.tables.news import TableNews
from quillmap.server.tables.origins import may_ask_for_more
from quillmap.server.tables.own_parts import number_in, part_of
from quillmap.server.tables.presence import Presence, Waits, away_seats, may_stand_in, next_host, next_look, waits_for
from quillmap.server.tables.progress_news import ProgressNews
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.showing import Showing
from quillmap.server.tables.signals import Signals
from quillmap.server.tables.take_backs import TakeBacks
from quillmap.server.tables.tokens import is_device_id, new_id, new_seed
from quillmap.server.tables.training import Training

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection

NO_EVENTS: Final = msgspec.Raw(b"[]")


class LiveTable(CountedInMemory):
    """A table in memory. All its methods run on the event loop."""

    def __init__(
        self,
        storage: TableLog,
        claim: Claim,
        document: TableDocument,
        game: LiveGame | None,
        on_shown: Callable[["LiveTable"], None],
        on_failed: Callable[["LiveTable"], None],
        limits: Limits,
        quotas: Quotas,
        calendar: Calendar,
    ) -> None:
        super().__init__(document)
        self._storage = storage
        self.claim = claim
        self.quotas = quotas
        self.loop = asyncio.get_running_loop()
        self.game = game
        self.shown_document = document
        self.shown: Moment | None = game.now if game else None
        self._shown_summary = game.summary if game else None
        """What is kept of the game shown, once it has ended: people may change their names after that."""
        self.connections: set[Connection] = set()
        self.limits = limits
        self._waits = Waits(limits.host_away_seconds, limits.away_seconds)
        self.calendar = calendar
        self.presence = Presence(self.version)
        self._showing = Showing(self)
        self.signals = Signals(limits)
        self._expect_everybody()
        self._news = TableNews(self)
        self.greetings = Greetings(self)
        self.recent = NO_EVENTS
        self.clock_starts = 0.0
        """Before this time no time is up, because people have to come back first."""
        self.last_used = time.monotonic()
        self.pending: dict[str, TableChange] = {}
        """Moves that are being stored, by key."""
        self.seat_networks: dict[int, str] = {}
        """Where those who sat down since the table was loaded came from, by the ids of their seats."""
        self._take_backs = TakeBacks()
        self._late: set[Seat] = set()
        """Seats whose time for the newest question ran out, so that the server has answered it."""
        self.hints = Hints()
        self.training = Training(self)
        self.unstored = 0
        self.has_failed = False
        self._on_shown = on_shown
        self._on_failed = on_failed
        self._progress = ProgressNews(self)
        self._look_timer: asyncio.TimerHandle | None = None
        self._handing_on: asyncio.Task[None] | None = None

    # -- coming and going ----------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many events the game has, stored or not."""
        return self.game.now.version if self.game else 0

    def _expect_everybody(self) -> None:
        self.presence.expect((seat.id for seat in self.document.seats), self.version)

    async def come_back(self, seat_id: int, by: str = "") -> int:
        """Give a person's seat back to them; return how often it was answered for while they were away."""
        since = self._away_since(seat_id)
        while (document := actions.come_back(self.document, seat_id)) is not self.document:
            await self.change(document, by)
        return 0 if since is None or self.game is None else self.game.answers_by_server(seat_id, since)

    def _away_since(self, seat_id: int) -> int | None:
        """Return how many events there were when a person went, or a bot began to stand in for them."""
        seat, absence = self.document.seat(seat_id), self.presence.absence(seat_id)
        versions = [] if absence is None else [absence.version]
        if seat is not None and seat.kind == PERSON and seat.is_played_by_bot:
            versions.append(seat.since)
        return min(versions, default=None)

    def admit(self, connection: "Connection") -> None:
        """Let a connection look at the table from now on; raise ``not-ready`` if it was given up meanwhile."""
        if self.has_failed:  # nobody would ever tell the connection
            raise Problem("not-ready")
        self.quotas.watch(self, connection.network)
        if connection.seat_id is not None:
            make_room(self, connection.seat_id)
        self.connections.add(connection)
        self._news.note_newcomer()
        if connection.token is not None:
            self.arrived(connection)

    def sockets_of(self, seat_id: int) -> "list[Connection]":
        """Return the connections of one seat."""
        return [each for each in self.connections if each.seat_id == seat_id]

    def let_go(self, connection: "Connection") -> None:
        """Stop showing the table to a connection, and let the others see who left."""
        if connection in self.connections:
            self.connections.discard(connection)
            self.quotas.watch_no_longer(self, connection.network)
            if connection.is_looking_back:
                self.presence.go_looking_back(connection.seat_id)
            elif connection.token is not None:
                self.presence.go(connection.seat_id, self.version)
            self.last_used = time.monotonic()
            self.show_progress_soon()

    def arrived(self, connection: "Connection") -> None:
        """Count somebody as here whose connection shows the table as it is."""
        self.presence.come(connection.seat_id)
        self._on_shown(self)  # bots that waited for somebody to be here go on

    def check_away(self, seat_id: int, *, for_host: bool) -> None:
        """Raise ``not-away`` unless somebody has been away long enough for others to let a bot draw for them."""
        seat, wait = self.document.seat(seat_id), waits_for(self.presence, seat_id, self._waits)
        seconds = min(wait) if for_host else wait.anybody
        is_away = not self.presence.is_here(seat_id) and self.presence.waited_for(seat_id) >= seconds
        if seat is None or not is_away or not may_stand_in(self.document, seat, self.calendar.now()):
            raise Problem("not-away")

    # -- changing ------------------------------------------------------------------------------

    async def change(self, document: TableDocument, by: str = "") -> None:
        """Replace the document, and wait until it is stored; *by* is the network that does so, if any."""
        if document is not self.document:
            document = replace(document, touched=self.calendar.now())
            newest = self.game.now if self.game else None
            await self._stored(TableChange(document, newest, (), is_document_changed=True, by=by))

    async def start(self, by: str = "") -> None:
        """Begin a game, for which the network *by* has to have room if it is not the table's own."""
        game = new_id(is_on_device=is_device_id(self.document.id))
        document, setup = actions.start(self.document, game, new_seed())
        if by and not may_ask_for_more(self, by, document):
            raise Problem("quota-used-up")
        self.quotas.check_start(self.origin, document)
        document = replace(document, touched=self.calendar.now())
        steps, moment = first_moment(document.game, setup)
        document = with_clock(document, None, moment, self.calendar.now())
        await self._stored(TableChange(document, moment, steps, is_document_changed=True))

    def play(
        self,
        seat_id: int,
        key: str,
        question: int,
        move: Move,
        on_stored: Callable[[BaseException | None], None],
        *,
        is_late: bool = False,
        by: str = "",
    ) -> int:
        """Make a move and return the version after it; *on_stored* is called when it is stored, or can't be.

        *is_late* says that it is made because the time of the seat ran out, *by* from which network it comes, if any.
        Raises ``IllegalMove`` or a ``Problem``, and then nothing has happened.
        """
        game = self.game
        if game is None:
            raise Problem("not-started")
        if (version := game.version_after(key)) is not None:
            if key in self.pending:  # a repeat that overtook the disk: it is acknowledged together with the first
                self.pending[key].when_stored.append(on_stored)
            else:
                on_stored(None)
            return version
        if question != game.now.question or self.document.status != PLAYING:
            raise Problem("stale", question=game.now.question)
        if isinstance(move, TakeBack):
            self._take_backs.check(self, seat_id, move, by)
        steps, moment = next_moment(game.now, move)
        if is_late:
            self._late.add(move.seat)
        now = self.calendar.now()
        is_public = is_settled(steps)
        before = self.document
        document = document_after(before, game.now, moment, steps, now) if is_public else answered(before, now)
        if isinstance(move, TakeBack) and game.is_bots_answer(seat_id, question):
            # Whoever takes back what a bot drew wants to draw: the bot must not answer once more.
            document = actions.come_back(document, seat_id)
        if moment.state.is_over:
            document = actions.note_resigned(actions.note_bot_help(document, game.bot_help(key)))
        document, is_document_changed = noted_as_newer(document, before, now)
        late = self._take_late() if is_public else ()
        change = TableChange(document, moment, steps, is_document_changed, seat_id, late, by, [on_stored])
        self._write(change, key)
        return moment.version

    def _take_late(self) -> tuple[Seat, ...]:
        late, self._late = tuple(sorted(self._late)), set()
        return late

    async def _stored(self, change: TableChange) -> None:
        """Write *change* and wait for it."""
        future: asyncio.Future[None] = self.loop.create_future()

        def tell(error: BaseException | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(Problem("not-stored"))

        change.when_stored.append(tell)
        self._write(change, None)
        await future

    def _write(self, change: TableChange, key: str | None) -> None:
        """Make *change* the newest state of the table, and give it to the storage."""
        if self.has_failed:
            raise Problem("not-stored")
        # Everything that can fail comes before the first change.
        is_new_game = self.document.game != change.document.game
        counts = self.calendar.is_secret(change.document.day)
        write = change.write(key, self.document, is_new_game=is_new_game, counts=counts)
        stored = self._storage.append(self.claim, write)
        stored.add_done_callback(lambda ended: self._when_written(change, key, write.summary, ended.exception()))
        self.document = change.document
        if change.is_document_changed:
            self._expect_everybody()
        if change.moment is not None:
            if self.game is None or is_new_game:
                self.presence.begin_game()
                self.game = LiveGame(change.moment, earlier=self.game.moves if self.game else {})
            self.game.now = change.moment
            if key is not None:
                self.game.note(key, change.moment.version)
                self.pending[key] = change
        self.unstored += 1
        self.last_used = time.monotonic()
        self.quotas.stored(self, change.by, size_of(change.stored))

    # -- showing -------------------------------------------------------------------------------

    def _when_written(
        self, change: TableChange, key: str | None, summary: GameSummary | None, error: BaseException | None
    ) -> None:
        self.unstored -= 1
        if key is not None:
            self.pending.pop(key, None)
        for on_stored in change.when_stored:
            on_stored(error)
        if error is not None:
            self.give_up()
            return
        self.shown_document = change.document
        self.shown = change.moment
        self._shown_summary = summary or self._shown_summary
        if change.document.status != PLAYING:
            all_look_up(self)
        if change.is_document_changed:
            self._news.tell(change.by or self.payer)
            self.show_progress_soon()
        if change.is_public:
            self._show_events(change)
        elif change.steps:
            self._show_answer(change)
        self._on_shown(self)

    def give_up(self) -> None:
        """Forget the table, because memory and storage differ: it has to be loaded again."""
        if not self.has_failed:
            self.has_failed = True
            self._on_failed(self)

    def _show_events(self, change: TableChange) -> None:
        seed, its_hash, last = self.hides_seed(), self.hides_seed_hash(), change.document.resigned
        self.recent = encoded_events(change.steps, change.stored, hides_seed=seed, hides_hash=its_hash, last=last)
        self._showing.begin(change)

    def shown_board(self) -> Board | None:
        """Return what everybody sees of the game, if there is one."""
        if self.shown is None:
            return None
        found = board(self.shown.game, self.shown.state, self.shown.version, self.shown.question)
        resigned = self.shown_document.resigned
        ranks = ranked_last(found.ranks, resigned)
        if found.result is None:
            seed_hash = "" if self.hides_seed_hash() else found.seed_hash
            return replace(found, ranks=ranks, seed_hash=seed_hash)
        seed = "" if self.hides_seed() else found.result.seed
        result = replace(found.result, seed=seed, ranks=ranks, help=self.shown_document.help)
        if (summary := self._shown_summary) is not None:
            result = replace(result, names=summary.names, is_seeded=summary.is_seeded)
        return replace(found, ranks=ranks, result=result)

    def hides_seed(self) -> bool:
        """Return whether the seed stays secret after the end, because others still play the same deal."""
        return self.calendar.is_secret(self.shown_document.day)

    def hides_seed_hash(self) -> bool:
        """Return whether the hash of the seed is not told before the end: words that people choose are found by it."""
        return self.shown_document.is_seeded and self.shown is not None and not self.shown.state.is_over

    def _show_answer(self, change: TableChange) -> None:
        assert change.mover is not None
        # Whoever looks at an earlier game counts as away, and sees what a bot draws for them only when they are back.
        self.tell_own(change.mover, [each for each in self.sockets_of(change.mover) if not each.is_looking_back])
        self.show_progress_soon()

    def tell_own(self, seat_id: int, connections: "Iterable[Connection]") -> None:
        """Tell *connections* of a seat what only it sees now."""
        own = self.own_part(seat_id)
        if own is not None and self.shown is not None:
            message = encode(OwnMessage(self.shown.version, own))
            for connection in connections:
                connection.send(message)

    def show_progress_soon(self) -> None:
        """Send everybody who is present and who is still drawing: now, or in a moment if it was sent just before."""
        self._progress.show_soon()

    @property
    def is_showing(self) -> bool:
        """Whether somebody was not told yet what has happened."""
        return self._showing.is_under_way

    def look_after_the_absent(self) -> None:
        """Pass on the rights of a host who is gone or has resigned, and look again when others may do more than now."""
        limits = self.limits
        if self._handing_on is None and next_host(self.document, self.presence, limits.host_seconds) is not None:
            self._handing_on = self.loop.create_task(self._hand_on())
        if self._look_timer is not None:
            self._look_timer.cancel()
        wait = next_look(self.document, self.presence, self._waits, limits.host_seconds)
        self._look_timer = None if wait is None else self.loop.call_later(wait, self.show_progress_soon)

    async def _hand_on(self) -> None:
        # Who gets the rights is asked once more: somebody may have come, gone or lost their seat in between.
        heir = next_host(self.document, self.presence, self.limits.host_seconds)
        if heir is not None:
            with suppress(Problem):  # it could not be stored: it is tried again later
                await self.change(actions.with_host(self.document, heir))
        self._handing_on = None

    def progress(self) -> Progress:
        """Return who is present and who is still drawing."""
        state = self.shown.state if self.shown else None
        return Progress(
            version=self.shown.version if self.shown else 0,
            question=self.shown.question if self.shown else 0,
            waiting=tuple(sorted(state.waiting)) if state else (),
            answered=tuple(sorted(state.answers)) if state and state.waiting else (),
            present=self.presence.seats_here(),
            away=tuple(away_seats(self.shown_document, self.presence, self._waits, self.calendar.now())),
            spectators=[connection.seat_id for connection in self.connections].count(None),
            deadline=self.shown_document.deadline,
            again=self.signals.wishes(self.shown_document),
        )

    def signal(self, by: int, kind: SignalKind, target: int | None, network: str) -> None:
        """Tell everybody what the seat *by* says without words, from a network, or raise the problem with it."""
        wishes = self.signals.wishes(self.shown_document)
        waiting = self.shown.state.waiting if self.shown else ()
        again_in = self.signals.check(self.shown_document, waiting, by, kind, target)
        if kind == "again":
            if self.signals.wishes(self.shown_document) != wishes:  # whoever wishes it once more says nothing new
                self.show_progress_soon()
            return
        self.quotas.check_signal(self, network, len(self.connections))
        message = encode(Signal(kind, by, target, again_in))
        for connection in tuple(self.connections):
            connection.send(message)

    def own_part(self, seat_id: int | None) -> OwnPart | None:
        """Return what only this seat sees of the game shown."""
        return self.own_part_in(self.shown, self.shown_document, seat_id)

    def own_part_in(self, shown: Moment | None, document: TableDocument, seat_id: int | None) -> OwnPart | None:
        """Return what only this seat sees of a moment of the game."""
        return None if seat_id is None or shown is None else part_of(shown, document, seat_id, self.hides_answer)

    def shown_number(self, seat_id: int) -> Seat | None:
        """Return the number of a seat in the game shown; None if there is no game, or the seat was not in it.

        After a rematch the last game is shown while others sit down for the next one, or people change places.
        """
        return None if self.shown is None else number_in(self.shown, self.shown_document, seat_id)

    def hides_answer(self, seat_id: int, question: int) -> bool:
        """Return whether a seat must not see what a bot has answered for it, because that would be a hint."""
        has_hints = self.document.hints and not self.document.counted
        return not has_hints and self.game is not None and self.game.is_answered_by_server(seat_id, question)
