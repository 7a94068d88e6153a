"""What is sent over WebSockets without the library for them."""

from collections.abc import Callable

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.connection_bounds import connection_bounds
from quillmap.server.hosting.socket_connections import head_of_text, socket_protocol


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    """Around every limit of the three ways to write a length."""
    text = b"x" * size
    assert head_of_text(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


class Clock:
    """The time of a loop, which stands still, and what is to be done later."""

    def __init__(self) -> None:
        self.now = 100.0
        self.later: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        """Return the time."""
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None]) -> None:
        """Keep what is to be done, and when."""
        self.later.append((delay, callback))


class Transport:
    """What was written and has not been read yet."""

    def __init__(self) -> None:
        self.unread = 0

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait to be read."""
        return self.unread

    def is_closing(self) -> bool:
        """Return that it is open."""
        return False

    def write(self, data: bytes) -> None:
        """Let something wait."""
        self.unread += len(data)


def test_only_a_client_that_is_silent_or_does_not_read_is_asked_whether_it_is_there() -> None:
    """It is asked as long after its last word as after its last answer; at once if it has left something unread."""
    clock, transport = Clock(), Transport()
    settings = uvicorn.Config("none", ws_ping_interval=20, ws_ping_timeout=20, log_config=None, interface="asgi3")
    settings.loaded, settings.loaded_app = True, None
    protocol = socket_protocol(connection_bounds(Config(), 1000, 1000))(settings, ServerState(), {}, clock)
    protocol.transport = transport
    protocol.conn.state = OPEN
    protocol._heard = clock.now
    clock.now += 15
    protocol.send_keepalive_ping()
    assert clock.later == [(5, protocol.send_keepalive_ping)]
    assert not transport.unread
    transport.unread = 1
    protocol.send_keepalive_ping()
    assert transport.unread > 1
    assert clock.later[1:] == [(20, protocol.keepalive_timeout)]
