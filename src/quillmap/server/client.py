"""A client for programs that play: take a seat, look, move. It depends on the protocol only, not on the server.

::

    seat = Seat.create("http://127.0.0.1:8000", name="My bot", setup={"box": "base"})
    seat.start()
    result = seat.play(lambda board, choices: legal_moves(choices)[0])

A dropped connection is opened again, and a move that was not acknowledged is sent again with the same id: it happens
once.
"""

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPException
from typing import Any, Final, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from quillmap.errors import BadArgument, QuillmapError, shown

Json = dict[str, Any]
Choose = Callable[[Json, Json], Json]
"""Given the board and the choices (``docs/protocol.md``), return a move."""

LONGEST_PAUSE: Final = 1.0
RECONNECT_SECONDS: Final = 60.0
"""Seconds for which a lost connection is tried again."""
WAIT_BEFORE_REPEATING: Final = 0.2
NOT_YET: Final = ("not-ready", "storage-away", "not-stored")
"""Codes with which a server asks to come back in a moment."""
LARGEST_MESSAGE: Final = 4_000_000
SIZE: Final = 11


class NotConnected(QuillmapError, ConnectionError):
    """There is no server at the address, no connection, or no game yet."""


class Refused(QuillmapError):
    """The server refused something; ``code`` and the message say why."""

    def __init__(self, error: Json) -> None:
        self.code: str = error["code"]
        self.params: Json = error.get("params", {})
        super().__init__(f"{self.code}: {error['message']}")


def call(base_url: str, method: str, path: str, body: Json | None = None, token: str | None = None) -> Any:
    """Make one HTTP request and return its answer: JSON, or text such as that of a record.

    Raise ``Refused`` if the server says no, ``NotConnected`` if there is none.
    """
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = Request(_checked(base_url) + path, data, headers, method=method)
    try:
        with urlopen(request, timeout=30) as answer:
            text: str = answer.read().decode()
            is_json = answer.headers.get_content_type() == "application/json"
    except HTTPError as error:
        with error:
            raise Refused(_problem(error)) from None
    except (OSError, HTTPException, ValueError) as error:
        raise NotConnected(f"there is no server at {base_url}: {getattr(error, 'reason', None) or error}") from error
    return json.loads(text) if is_json else text


def _checked(base_url: str) -> str:
    """Return the address of a server without a slash at its end, or raise ``BadArgument``."""
    try:
        parts = urlsplit(base_url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except (AttributeError, ValueError):  # half a bracket, a port that is no number, no text
        is_address = False
    if not is_address:
        raise BadArgument(f"the address of a server looks like http://127.0.0.1:8000, not {shown(base_url)}")
    return base_url.rstrip("/")


def _problem(error: HTTPError) -> Json:
    """Return what the server said is wrong; a proxy on the way may have answered instead."""
    try:
        found: Json = json.load(error)["error"]
    except (ValueError, LookupError, TypeError):
        return {"code": f"http-{error.code}", "message": f"{error.reason}; is {error.url} the address of a server?"}
    return found


class Seat:
    """One seat at one table."""

    def __init__(self, base_url: str, table: str, token: str) -> None:
        self.base_url = _checked(base_url)
        self.table = table
        self.token = token
        self.board: Json | None = None
        self.own: Json | None = None
        self.version = 0
        self._socket: ClientConnection | None = None
        self._open = ExitStack()

    @classmethod
    def create(cls, base_url: str, name: str, **wishes: Any) -> Self:
        """Open a table and take its first seat; *wishes* are those of ``POST /api/tables``."""
        if "seats" in (wishes.get("setup") or {}):
            raise BadArgument("a table has as many seats as are taken: leave seats out, join or add_bots instead")
        answer = call(base_url, "POST", "/api/tables", {"name": name, **wishes})
        return cls(base_url, answer["table"]["id"], answer["token"])

    @classmethod
    def join(cls, base_url: str, table: str, name: str, **wishes: Any) -> Self:
        """Take a seat at the table with this id or short code."""
        if len(table) < 10:
            table = call(base_url, "GET", f"/api/codes/{table}")["table"]
        answer = call(base_url, "POST", f"/api/tables/{table}/seats", {"name": name, **wishes})
        return cls(base_url, table, answer["token"])

    def ask(self, method: str, path: str = "", body: Json | None = None) -> Any:
        """Make a request about this table with this seat's rights."""
        return call(self.base_url, method, f"/api/tables/{self.table}{path}", body, self.token)

    def add_bots(self, level: str, count: int = 1) -> None:
        """Seat bots; only for the host."""
        self.ask("POST", "/bots", {"level": level, "count": count})

    def start(self) -> None:
        """Begin the game; only for the host."""
        self.ask("POST", "/start")

    # -- the socket ----------------------------------------------------------------------------

    def connect(self) -> Json:
        """Open the socket and say hello; return the welcome."""
        self.close()
        parts = urlsplit(self.base_url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        address = f"{scheme}://{parts.netloc}/ws/tables/{self.table}"
        try:
            self._socket = self._open.enter_context(connect(address, compression=None, max_size=LARGEST_MESSAGE))
        except OSError as error:
            raise NotConnected(f"there is no server at {self.base_url}: {error}") from error
        self.send({"type": "hello", "token": self.token})
        return self._expect("welcome")

    def close(self) -> None:
        """Close the socket."""
        self._socket = None
        self._open.close()

    def send(self, message: Json) -> None:
        """Send one message."""
        self._connected().send(json.dumps(message))

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            raise NotConnected("there is no connection: call connect() first, or play()")
        return self._socket

    def receive(self, timeout: float | None = None) -> Json:
        """Return the next message, and remember the board and this seat's own part in it."""
        message: Json = json.loads(self._connected().recv(timeout))
        if message["type"] in ("welcome", "update"):
            self.board, self.own = message["board"], message["own"]
            self.version = self.board["version"] if self.board else 0
        elif message["type"] == "own":
            self.own, self.version = message["own"], message["version"]
        return message

    def _expect(self, kind: str, message_id: str | None = None) -> Json:
        while True:
            message = self.receive()
            if message["type"] == "refused" and message["id"] == message_id:
                raise Refused(message["error"])
            if message["type"] == "warned" and message["id"] == message_id:
                raise Refused({"code": "warned", "message": "the trainer would not move so", "params": message})
            if message["type"] == kind and message.get("id") == message_id:
                return message

    def preview(self, move: Json | None = None) -> Json:
        """Return what *move* would bring, or what the sheet is worth now."""
        worth: Json = self._answer({"type": "preview", "id": secrets.token_hex(8), "move": move}, "preview")["worth"]
        return worth

    def _answer(self, message: Json, kind: str) -> Json:
        """Send *message* until it is answered: the server may ask to wait, because of us or because it stops."""
        while True:
            self.send(message)
            try:
                return self._expect(kind, message["id"])
            except Refused as refused:
                if refused.code not in ("too-many", "not-ready"):
                    raise
            time.sleep(WAIT_BEFORE_REPEATING)

    def move(self, move: Json, *, insist: bool = False) -> int:
        """Make *move* and return the version after it, when it is stored; a lost connection is opened again.

        At a table with a trainer a slip raises ``Refused`` with the code ``warned``, unless you *insist*.
        """
        if self.board is None:
            self._connected()
            raise NotConnected("the game has not begun: start() it, and receive() until there is a board")
        message = {"type": "move", "id": secrets.token_hex(8), "question": self.board["question"], "move": move}
        if insist:
            message["insist"] = True
        while True:
            try:
                version: int = self._answer(message, "ack")["version"]
            except ConnectionClosed:
                self.reconnect()
            else:
                return version

    def reconnect(self) -> None:
        """Open the socket again, trying for a while."""
        deadline = time.monotonic() + RECONNECT_SECONDS
        pause = 0.1
        while True:
            try:
                self.connect()
            except (OSError, URLError, InvalidHandshake, ConnectionClosed, Refused) as error:
                is_final = isinstance(error, Refused) and error.code not in NOT_YET
                if is_final:
                    raise
                if time.monotonic() > deadline:
                    raise NotConnected(f"the server at {self.base_url} is away: {error}") from error
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                return

    def play(self, choose: Choose) -> Json:
        """Play with *choose* until the game is over; return its result.

        If somebody else has answered for this seat meanwhile (another tab, a bot that stands in, or the clock), the
        game goes on with the next question. A server that is away, at the beginning too, is waited for.
        """
        self.reconnect()
        while self.board is None or self.board["result"] is None:
            try:
                self._play_next(choose)
            except ConnectionClosed:
                self.reconnect()
        self.close()
        result: Json = self.board["result"]
        return result

    def _play_next(self, choose: Choose) -> None:
        """Answer what this seat is asked, or read the next message."""
        choices = self.own["choices"] if self.own else None
        if self.board is None or choices is None:
            self.receive()
            return
        seen = self.version
        try:
            self._wait_for(self.move(choose(self.board, choices)))
        except Refused as refused:
            if not _is_answered_already(refused):
                raise
            self._wait_for(seen + 1)  # what made the move too late

    def _wait_for(self, version: int) -> None:
        """Read until this seat's own part is as new as *version*; after a reconnection the welcome may be enough."""
        while self.version < version:
            self.receive()


def _is_answered_already(refused: Refused) -> bool:
    """Return whether a move was refused because its question is not asked any more."""
    return refused.code == "stale" or refused.params.get("reason") == "already-answered"


def names_of(spaces: str | int) -> list[str]:
    """Return the names of a set of spaces that came as hex: ``A1`` to ``K11``."""
    mask = int(spaces, 16) if isinstance(spaces, str) else spaces
    return [f"{'ABCDEFGHIJK'[n // SIZE]}{n % SIZE + 1}" for n in range(SIZE * SIZE) if mask >> n & 1]


def legal_moves(choices: Json) -> list[Json]:
    """Return every move that the choices allow, except those that use a skill."""
    return list(_moves(choices))


def _moves(choices: Json) -> Iterator[Json]:
    match choices["ask"]:
        case "draw" | "ambush":
            for place in choices["places"]:
                anchors, shape = int(place["anchors"], 16), int(place["spaces"], 16)
                for number in range(anchors.bit_length()):
                    if anchors >> number & 1:
                        spaces = names_of(shape << number)
                        for terrain in choices["terrains"]:
                            yield {"move": "draw", "spaces": spaces, "terrain": terrain}
        case "hero":
            for space in names_of(choices["spaces"]):
                for attack in choices["attacks"]:
                    yield {"move": "place-hero", "space": space, "path": _path(space, attack)}
        case "declare":
            yield {"move": "declare", "use": False}
            yield {"move": "declare", "use": True}
        case _:
            for space in names_of(choices["spaces"]):
                yield {"move": "destroy", "space": space}


def _path(space: str, attack: list[list[int]]) -> list[str]:
    row, column = "ABCDEFGHIJK".index(space[0]), int(space[1:]) - 1
    steps = [(row + down, column + right) for down, right in attack]
    mask = sum(1 << SIZE * r + c for r, c in steps if 0 <= r < SIZE and 0 <= c < SIZE)
    return names_of(mask)
