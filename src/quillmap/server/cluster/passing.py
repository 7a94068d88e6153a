"""Passing requests and sockets to the node that holds their table; clients notice nothing of it."""

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from quillmap.server.cluster.fetching import Broken, Headers, NobodyListens, Unreachable, fetch
from quillmap.server.cluster.members import Members
from quillmap.server.cluster.passed_requests import CLIENT, NOT_HERE, SCHEME, SEAL, is_passed, target_of
from quillmap.server.cluster.seals import Seals
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.http.client_address import address_of
from quillmap.server.problems import Problem
from quillmap.server.sockets.web_socket_port import WebSocketPort
from quillmap.server.storage.errors import HeldElsewhere

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection

PATIENCE_SECONDS: Final = 6.0
"""For how long a request waits for a table whose node does not answer: a dead node is noticed after four seconds."""
PAUSE_SECONDS: Final = 0.1
REQUEST_HEADERS: Final = ("host", "authorization", "content-type", "accept", "accept-encoding", "accept-language")
ANSWER_HEADERS: Final = ("content-type", "content-encoding", "cache-control", "vary", "retry-after")
_TARGET: Final = re.compile(r"/[!-\"$-~]*")
"""What can be asked for at another node as it was written: visible ASCII, and no fragment, which is never sent."""
_HEADER_VALUE: Final = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
REPEATABLE: Final = ("GET", "HEAD")
LARGEST_MESSAGE: Final = 16 << 20
COME_BACK: Final = 1012

Result = TypeVar("Result")

_log = logging.getLogger("quillmap.cluster")


class _Refused(msgspec.Struct, tag_field="type", tag="refused"):
    error: dict[str, object]


class NodeGone(Exception):
    """The node that was waited for is no longer there."""


class Passing:
    """Knows how to reach the other nodes."""

    def __init__(self, seals: Seals, members: Members, metrics: Metrics) -> None:
        self._seals = seals
        self._members = members
        self._metrics = metrics
        self._unreached: set[str] = set()
        """The nodes of which the log says that they can't be reached."""
        self.sockets: set[Connection] = set()
        """The sockets that are passed on now."""

    async def repeat(
        self,
        connection: HTTPConnection,
        act: Callable[[], Awaitable[Result]],
        pass_on: Callable[[HeldElsewhere], Awaitable[Result | None]],
    ) -> Result:
        """Return what *act* does, or *pass_on* if another node holds the table; again while that finds nobody."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return await act()
            except HeldElsewhere as held:
                if is_passed(connection.scope):
                    raise
                found = await pass_on(held)
                if found is not None:
                    return found
                if time.monotonic() > deadline:
                    raise
            await asyncio.sleep(PAUSE_SECONDS)

    # -- requests ------------------------------------------------------------------------------

    async def request(self, request: Request, body: bytes, held: HeldElsewhere) -> Response | None:
        """Return the answer of the node that holds the table; None if nothing has happened there."""
        target = _passed_target(request)
        headers = _passed_headers(request)
        headers += [("content-length", str(len(body))), ("connection", "close")]
        headers += self._sealed(held, request.method, target, request)
        try:
            answer = await self._while_there(held, fetch(held.address, request.method, target, headers, body))
        except Unreachable as error:
            await self._note_unreached(held, is_refused=isinstance(error, NobodyListens))
            return None
        except (Broken, NodeGone):
            if request.method in REPEATABLE:
                return None
            raise Problem("not-ready") from None
        if NOT_HERE in answer.headers:
            return None
        self._metrics.passed_requests.inc()
        kept: dict[str, str] = {name: answer.headers[name] for name in ANSWER_HEADERS if name in answer.headers}
        return Response(answer.content, answer.status, kept)

    def _sealed(self, held: HeldElsewhere, method: str, target: str, connection: HTTPConnection) -> Headers:
        client, scheme = address_of(connection), connection.scope["scheme"]
        return (
            (SEAL, self._seals.seal(held.node, method, target, client, scheme)),
            (CLIENT, client),
            (SCHEME, scheme),
        )

    async def _note_unreached(self, held: HeldElsewhere, *, is_refused: bool) -> None:
        if held.node not in self._unreached:
            self._unreached.add(held.node)
            _log.warning("a node can't be reached", extra={"address": held.address})
        if is_refused:
            await self._members.suspect(held.node)

    async def _while_there(self, held: HeldElsewhere, answer: Awaitable[Result]) -> Result:
        """Wait for *answer* as long as the node is there: a frozen one keeps its connections open."""
        waiting = asyncio.ensure_future(answer)
        gone = asyncio.ensure_future(self._members.gone(held.node).wait())
        try:
            await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise NodeGone
            return waiting.result()
        finally:
            for each in (waiting, gone):
                each.cancel()

    # -- sockets -------------------------------------------------------------------------------

    async def socket(self, connection: "Connection", hello: bytes, held: HeldElsewhere) -> bool | None:
        """Connect a socket with the node that holds its table until one of them closes; None if nobody is there."""
        socket = _socket_of(connection)
        target = _passed_target(socket)
        headers = self._sealed(held, "GET", target, socket)
        opening = connect(
            held.address.replace("http", "ws", 1).rstrip("/") + target,
            additional_headers=headers,
            compression=None,
            max_size=LARGEST_MESSAGE,
            ping_interval=None,  # the other side asks
            open_timeout=2,
            close_timeout=1,
            proxy=None,
        )
        async with contextlib.AsyncExitStack() as stack:
            try:
                other = await self._while_there(held, opening.__aenter__())
                stack.push_async_exit(opening.__aexit__)
                await other.send(hello.decode())
                first = await self._while_there(held, other.recv(decode=False))
            except OSError as error:  # also a time that is up
                await self._note_unreached(held, is_refused=isinstance(error, ConnectionRefusedError))
                return None
            except (WebSocketException, NodeGone):
                return None
            if _is_not_here(first):
                return None
            await self._relay(connection, other, held, first)
        return True

    async def repeat_for(
        self,
        connection: "Connection",
        act: Callable[[], Awaitable[Result]],
        pass_on: Callable[[HeldElsewhere], Awaitable[Result | None]],
    ) -> Result:
        """Do the same as ``repeat`` for a socket."""
        return await self.repeat(_socket_of(connection), act, pass_on)

    async def _relay(
        self, connection: "Connection", other: ClientConnection, held: HeldElsewhere, first: bytes
    ) -> None:
        connection.send(first)
        self.sockets.add(connection)
        self._metrics.passed_sockets.set(len(self.sockets))
        tasks = [
            asyncio.ensure_future(each)
            for each in (_up(connection, other), _down(connection, other), self._members.gone(held.node).wait())
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.sockets.discard(connection)
            self._metrics.passed_sockets.set(len(self.sockets))
        connection.close_soon(*_closing(other))


def _passed_target(connection: HTTPConnection) -> str:
    """Return the address that is asked for, or refuse one that the other node would read as another."""
    target = target_of(connection.scope)
    if not _TARGET.fullmatch(target):
        raise Problem("bad-request", "its address has characters that no address may have")
    return target


def _passed_headers(request: Request) -> list[tuple[str, str]]:
    """Return what is told the other node, without values that no HTTP request may have, and blanks around others."""
    found = [(name, request.headers[name].strip(" \t")) for name in REQUEST_HEADERS if name in request.headers]
    return [(name, value) for name, value in found if _HEADER_VALUE.fullmatch(value)]


def _socket_of(connection: "Connection") -> WebSocket:
    """Return the WebSocket of a client of this server."""
    assert isinstance(connection.port, WebSocketPort)
    return connection.port.socket


async def _up(connection: "Connection", other: ClientConnection) -> None:
    """Send on what the client says."""
    while True:
        received = await connection.port.receive()
        if received is None:
            return
        await other.send(received)


async def _down(connection: "Connection", other: ClientConnection) -> None:
    """Send on what the node says."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            connection.send(await other.recv(decode=False))


def _closing(other: ClientConnection) -> tuple[int, str]:
    """Return how the node has closed a socket; if it has not, its client is to come back."""
    received = other.protocol.close_rcvd
    if received is None or received.code < 1000 or received.code in (1005, 1006, 1015):
        return COME_BACK, "come back"
    return received.code, received.reason


def _is_not_here(message: bytes) -> bool:
    """Return whether a node says that it does not hold the table."""
    try:
        return msgspec.json.decode(message, type=_Refused).error.get("code") == "not-ready"
    except msgspec.ValidationError:  # another message
        return False
