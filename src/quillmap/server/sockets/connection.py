"""One WebSocket connection of a seat or a spectator.

What it sends comes through an ``inbox``, which holds it to a rate; what it is sent waits in an ``outbox``. Nobody waits
for a client that does not read: when its queue is full it is dropped, and may reconnect.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from quillmap import __version__
from quillmap.play.view import view
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove, TakeBack
from quillmap.rules.state import State
from quillmap.server.bots.players import checked_level, hint_level
from quillmap.server.games.choices import extras
from quillmap.server.games.live_game import client_key
from quillmap.server.games.previews import preview, worth, worth_as_answered
from quillmap.server.problems import ErrorBody, Problem, illegal
from quillmap.server.protocol.messages import (
    PROTOCOL,
    Acknowledged,
    ClientMessage,
    ExtrasAnswer,
    ExtrasMessage,
    Hello,
    HintAnswer,
    HintMessage,
    HintReason,
    MoveMessage,
    PingMessage,
    Pong,
    PreviewAnswer,
    PreviewMessage,
    RefusedMessage,
    ServerMessage,
    ShowingMessage,
    SignalMessage,
    Welcome,
    encode,
)
from quillmap.server.protocol.moves import to_move, written
from quillmap.server.sockets.inbox import Inbox
from quillmap.server.sockets.outbox import Outbox, OutboxBounds
from quillmap.server.sockets.port import Port
from quillmap.server.sockets.verdicts import tell_verdict
from quillmap.server.storage.errors import HeldElsewhere
from quillmap.server.tables.actions import note_hint
from quillmap.server.tables.document import PLAYING, RESIGNED, SeatDocument
from quillmap.server.tables.hints import position_of
from quillmap.server.tables.looking_back import note_shown_game
from quillmap.server.tables.origins import adopt
from quillmap.server.tables.tokens import id_for_log, is_host, seat_with
from quillmap.server.tables.training import TrainedMove

if TYPE_CHECKING:
    from quillmap.server.tables.host import TableHost
    from quillmap.server.tables.table import LiveTable

_log = logging.getLogger("quillmap.sockets")


class Connection:
    """One open socket at a table."""

    def __init__(self, port: Port, network: str, registry: "TableHost") -> None:
        self.port = port
        self.network = network
        self.registry = registry
        self.table: LiveTable | None = None
        self.seat_id: int | None = None
        self.token: str | None = None
        self.is_looking_back = False
        """Whether the client still shows the end of an earlier game of the table."""
        self.heard = time.monotonic()
        """When the client last said something."""
        self.owed: Callable[[], None] | None = None
        """Tells the client what has happened at the table and waits for its turn to be told."""
        self.judged: set[str] = set()
        """Ids of moves that a trainer looks at: each gets one answer, however often it is sent."""
        limits = registry.config.limits
        bounds = OutboxBounds(limits.queue_messages, limits.queue_bytes, registry.waiting, network)
        self.out = Outbox(port, bounds, self._drop)
        self.inbox = Inbox(port, registry, self.network, self.refuse, self.close_soon)
        self._tasks: set[asyncio.Task[None]] = set()
        """Hints and verdicts that are being thought about; the socket gets none when it is gone."""
        self._known: tuple[tuple[SeatDocument, ...], Seat] | None = None
        """The seats of the table when the token was last looked at, and the number that its seat has among them."""

    # -- sending -------------------------------------------------------------------------------

    def send(self, message: bytes, *, is_newest: bool = False) -> None:
        """Queue *message*, after what is still to be told of the table; a newest one replaces one that waits."""
        if self.owed is not None:
            self.owed()
        (self.out.put_newest if is_newest else self.out.put)(message)

    def _drop(self) -> None:
        """Let go of a client that does not read."""
        self.registry.metrics.dropped.inc()
        self.close_soon(1013, "you did not read: come back")
        self.leave()

    def say(self, message: ServerMessage) -> None:
        """Queue a message."""
        self.send(encode(message))

    def close_soon(self, code: int, reason: str) -> None:
        """Close after what is queued."""
        self.out.close_soon(code, reason)

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.out.is_closed

    def leave(self) -> None:
        """Leave the table, and let the others see it."""
        if self.table is not None:
            self.table.let_go(self)
        for task in self._tasks:
            task.cancel()

    def is_host(self) -> bool:
        """Return whether this connection has the host's rights."""
        return self.table is not None and self.token is not None and is_host(self.table.document, self.token)

    # -- the conversation ----------------------------------------------------------------------

    async def talk(self, table_id: str) -> None:
        """Greet, then answer messages until the connection closes."""
        try:
            if await self._is_passed_on(table_id, await self._hello()):
                return
        except Problem as problem:
            self.refuse(None, problem.body())
            self.close_soon(4000 + problem.status, problem.code)
            return
        self.inbox.listen(self._answer_or_report)
        while (message := await self.inbox.receive()) is not None:
            self._answer_or_report(message)

    def _answer_or_report(self, message: ClientMessage) -> None:
        self.heard = time.monotonic()
        try:
            self._answer(message)
        except Exception as error:  # a bug: it is logged and reported, and the table plays on
            self.report("a message failed", error, getattr(message, "id", None), message_type=type(message).__name__)

    def report(self, what: str, bug: Exception, message_id: str | None, **where: str) -> None:
        """Log a bug, unless this network has caused many lines lately, and say that a message failed."""
        if self.registry.log_lines.take(self.network):
            _log.error(what, exc_info=bug, extra={"table": id_for_log(self._table().document.id), **where})
        self.refuse(message_id, Problem("internal").body())

    async def _is_passed_on(self, table_id: str, hello: Hello) -> bool:
        """Sit down, or be passed to the node that holds the table until the socket closes."""
        passing = self.registry.passing

        async def sit_down() -> bool:
            await self._sit_down(table_id, hello)
            return False

        async def pass_on(held: HeldElsewhere) -> bool | None:
            assert passing is not None
            return await passing.socket(self, encode(hello), held)

        return await (sit_down() if passing is None else passing.repeat_for(self, sit_down, pass_on))

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(self.registry.config.limits.hello_seconds):
                hello = await self.inbox.receive()
        except TimeoutError:
            raise Problem("bad-message", "say hello first") from None
        if hello is None:
            raise Problem("bad-message", "say hello first")
        if not isinstance(hello, Hello) or hello.protocol != PROTOCOL:
            raise Problem("bad-message", f"say hello first, with protocol {PROTOCOL}")
        return hello

    async def _sit_down(self, table_id: str, hello: Hello) -> None:
        table = await self.registry.table(table_id, self.network)
        if hello.token is not None:
            seat = seat_with(table.document, hello.token)
            if seat is None and not is_host(table.document, hello.token):
                raise Problem("unknown-token")
            self.seat_id = None if seat is None else seat.id
            self.token = hello.token
        elif not table.document.spectators:
            raise Problem("no-spectators")
        self.table = table
        if self.token is not None:
            adopt(table, self.network, is_host=self.is_host())
        stood_in = 0 if self.seat_id is None else await self._come_back(table, self.seat_id)
        if table.has_failed:  # it was given up meanwhile: whoever sat down here would never hear of anything
            raise Problem("not-ready")
        table.admit(self)
        self.welcome(stood_in)
        table.show_progress_soon()

    async def _come_back(self, table: "LiveTable", seat_id: int) -> int:
        """Take the seat again if a bot stood in; return how often it was answered for meanwhile."""
        stood_in = await table.come_back(seat_id, self.network)
        seat = seat_with(table.document, self.token or "")
        if seat is None or seat.id != seat_id:  # removed or renewed while that was stored
            raise Problem("unknown-token")
        return stood_in

    def welcome(self, stood_in: int) -> None:
        """Send the whole present state of the table, and how often the seat was answered for meanwhile."""
        table = self._table()
        info, board = table.greetings.parts()
        self.say(
            Welcome(
                protocol=PROTOCOL,
                server=__version__,
                time=self.registry.calendar.now(),
                table=info,
                seat=self.seat_id,
                is_host=self.is_host(),
                board=board,
                own=table.own_part(self.seat_id),
                progress=table.progress(),
                recent=table.recent,
                stood_in=stood_in,
            )
        )

    def _table(self) -> "LiveTable":
        assert self.table is not None
        return self.table

    def refuse(self, message_id: str | None, error: ErrorBody) -> None:
        """Say that a message was refused."""
        self.registry.metrics.refusals.labels(error.code).inc()
        self.say(RefusedMessage(message_id, error))

    # -- answers -------------------------------------------------------------------------------

    def _answer(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            self.refuse(None, Problem("bad-message", "hello is said once").body())
            return
        try:
            match message:
                case MoveMessage():
                    self._move(message)
                case PreviewMessage():
                    self._preview(message)
                case ExtrasMessage():
                    self._extras(message)
                case HintMessage():
                    self._hint(message)
                case SignalMessage():
                    self._signal(message)
                case ShowingMessage():
                    self._showing(message)
                case PingMessage():
                    self.say(Pong(message.id, self.registry.calendar.now()))
                case _:
                    assert_never(message)
        except IllegalMove as error:
            self.refuse(message.id, illegal(error))
        except Problem as problem:
            self.refuse(message.id, problem.body())

    def _seat(self) -> tuple[int, Seat]:
        """Return the id of this connection's seat and its number in the game."""
        if self.seat_id is None:
            raise Problem("token-needed")
        document = self._table().document
        if self._known is not None and self._known[0] is document.seats:
            return self.seat_id, self._known[1]
        seat = document.seat(self.seat_id)
        if seat is None or self.token is None or seat_with(document, self.token) is not seat:
            raise Problem("unknown-token")
        if seat.until == RESIGNED and document.status == PLAYING:  # in the next game they play again
            raise Problem("resigned")
        number = document.number_of(self.seat_id)
        assert number is not None
        self._known = document.seats, Seat(number)
        return self.seat_id, Seat(number)

    def _seat_shown(self) -> tuple[int, Seat]:
        """Return the id of this connection's seat and its number in the game shown, which may be an earlier one."""
        seat_id, _ = self._seat()
        number = self._table().shown_number(seat_id)
        if number is None:
            raise Problem("not-started")
        return seat_id, number

    def _move(self, message: MoveMessage) -> None:
        table = self._table()
        if not self.registry.is_open or table.has_failed:
            raise Problem("not-ready")
        seat_id, number = self._seat()
        began = time.perf_counter()
        version = 0

        def on_stored(error: BaseException | None) -> None:
            if error is not None:
                self.refuse(message.id, Problem("not-stored").body())
                return
            self.registry.metrics.answer_times.observe(time.perf_counter() - began)
            game = table.game
            self.say(Acknowledged(message.id, version or (game.version_after(key) if game else None) or 0))

        move = to_move(message.move, number)
        key = client_key(seat_id, message.id, message.question, msgspec.json.encode(message.move))
        if table.document.trainer is not None and not isinstance(move, TakeBack) and not message.insist:
            game_id = "" if table.game is None else table.game.now.game
            attempt = TrainedMove(seat_id, key, game_id, message.question, move)
            if table.training.is_due(attempt):
                judging = table.training.judge(attempt, self.registry.bots, self.network)
                if message.id not in self.judged:  # a repeat gets the answer that is on its way
                    self.judged.add(message.id)
                    self._begin(tell_verdict(judging, table, message.id, self, on_stored))
                return
        version = table.play(seat_id, key, message.question, move, on_stored, by=self.network)

    def _preview(self, message: PreviewMessage) -> None:
        table = self._table()
        shown = table.shown
        if shown is None:
            raise Problem("not-started")
        if message.seat is not None:
            self._tell_worth(message, shown.state, message.seat)
            return
        seat_id, number = self._seat_shown()
        seen = view(shown.state, number)
        if message.move is None:
            is_hidden = self.is_looking_back or table.hides_answer(seat_id, shown.question)
            self.say(PreviewAnswer(message.id, (worth if is_hidden else worth_as_answered)(seen, number)))
            return
        move = to_move(message.move, number)
        if isinstance(move, TakeBack):
            raise Problem("bad-message", "a take-back brings nothing")
        self.say(PreviewAnswer(message.id, preview(seen, move)))

    def _tell_worth(self, message: PreviewMessage, state: State, seat: int) -> None:
        """Send what the map of any seat is worth: it is no secret, as everybody could count it."""
        if message.move is not None or seat >= len(state.seats):
            raise Problem("bad-message", "a move is previewed on one's own map, and a seat has a number of the game")
        self.say(PreviewAnswer(message.id, worth(view(state, None), Seat(seat))))

    def _signal(self, message: SignalMessage) -> None:
        seat_id, _ = self._seat()
        table = self._table()
        table.signal(seat_id, message.kind, message.seat, self.network)
        self.say(Acknowledged(message.id, table.version))

    def _showing(self, message: ShowingMessage) -> None:
        seat_id, _ = self._seat()
        table = self._table()
        table.signals.check_showing(table.document, seat_id)

        async def note() -> None:
            try:
                await note_shown_game(table, self, message.game)
            except Problem as problem:
                self.refuse(message.id, problem.body())
            else:
                self.say(Acknowledged(message.id, table.version))

        self._begin(note())

    def _extras(self, message: ExtrasMessage) -> None:
        _, number = self._seat_shown()
        shown = self._table().shown
        if shown is None or number not in shown.state.waiting:
            raise Problem("stale")
        move = to_move(message.move, number)
        if not isinstance(move, Draw) or move.skill is None or shown.state.ask != "draw":
            raise Problem("bad-message", "only a drawing with a skill has something besides")
        self.say(ExtrasAnswer(message.id, extras(view(shown.state, number), move)))

    def _hint(self, message: HintMessage) -> None:
        self._seat()
        table = self._table()
        if not table.document.hints or table.document.counted:
            raise Problem("no-hints")
        seat_id, number = self._seat_shown()
        if table.shown is None or number not in table.shown.state.waiting:
            raise Problem("stale")
        if seat_id in table.hints.thinking:
            raise Problem("too-many")
        level = checked_level(message.level) if message.level is not None else hint_level()
        moment = table.shown
        position = position_of(moment, level)
        if known := table.hints.again(seat_id, position, message.id):
            self.say(known)
            return
        table.quotas.change(self.network, table.document)  # that a hint was shown is stored

        async def think() -> None:
            try:
                answer, why = await self.registry.bots.hint(moment, number, level, self.network)
                if (table.document.game, table.document.status) == (moment.game, PLAYING):
                    await table.change(note_hint(table.document, number), self.network)  # stored before it is shown
            except Exception as error:  # a bug, or the server stops: as in ``talk``
                self.report("a hint failed", error, message.id)
            else:
                told = tuple(HintReason(*reason) for reason in why)
                hint = HintAnswer(message.id, level, written(answer), told)
                table.hints.keep(seat_id, position, hint)
                self.say(hint)

        table.hints.thinking.add(seat_id)
        self._begin(think()).add_done_callback(lambda _: table.hints.thinking.discard(seat_id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do some work that is of no use when the socket is gone."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def serve_port(port: Port, network: str, registry: "TableHost", table_id: str) -> None:
    """Serve a client in a *network* from its first message to its last."""
    connection = Connection(port, network, registry)
    registry.metrics.sockets.inc()
    writer = connection.out.writer
    reader = asyncio.create_task(connection.talk(table_id))
    try:
        await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        await registry.turns.take(network)  # of thousands that end at the same moment, too, a few go at a time
        if reader.done() and not writer.done():
            connection.leave()
            connection.close_soon(1000, "")
            await asyncio.wait({writer})
    finally:
        connection.leave()
        connection.out.close()
        reader.cancel()
        for result in await asyncio.gather(writer, reader, return_exceptions=True):
            if isinstance(result, Exception) and registry.log_lines.take(network):
                _log.error("a connection failed", exc_info=result)
        connection.inbox.close()
        registry.metrics.sockets.dec()
