"""Connections as bytes: for clients that do what no library would do."""

import json
import socket
from contextlib import suppress

from server.harness import LONGEST_WAIT, Json, Running


def opened(server: Running) -> socket.socket:
    """Return a plain connection to the server."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=LONGEST_WAIT)


def upgraded(server: Running, table: str) -> socket.socket:
    """Return a plain connection that has become a WebSocket at *table* and has said nothing yet."""
    plain = opened(server)
    upgrade(plain, server, table)
    return plain


def upgrade(plain: socket.socket, server: Running, table: str) -> None:
    """Make a plain connection a WebSocket at *table*."""
    plain.sendall(handshake(server, table))
    assert b" 101 " in read_head(plain)


def handshake(server: Running, table: str) -> bytes:
    """Return the request that makes a connection a WebSocket at *table*."""
    return (
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def frame(message: Json, mask: int = 0) -> bytes:
    """Return *message* as a client's text frame, masked with four times the same byte; zeros leave it as it is."""
    payload = json.dumps(message).encode()
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload), *[mask] * 4]) + bytes(each ^ mask for each in payload)


def read_head(plain: socket.socket) -> bytes:
    """Return the first line and the headers of an answer, and read no further."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        part = plain.recv(1)
        assert part, "the connection was closed"
        head += part
    return head


def read_answer(plain: socket.socket) -> bytes:
    """Return one whole answer: head and body may come one after the other."""
    answer = read_head(plain)
    _, _, length = answer.lower().partition(b"content-length: ")
    end = len(answer) + int(length.partition(b"\r\n")[0])
    while len(answer) < end:
        part = plain.recv(end - len(answer))
        assert part, "the connection was closed"
        answer += part
    return answer


def send_until_cut(plain: socket.socket, data: bytes) -> None:
    """Send *data*, or as much of it as the other side takes before it hangs up."""
    with suppress(ConnectionError):
        plain.sendall(data)


def read_to_the_end(plain: socket.socket) -> bytes:
    """Return everything that comes until the other side closes."""
    found = b""
    with plain:
        try:
            while part := plain.recv(65536):
                found += part
        except ConnectionResetError:
            pass  # cut, because closing politely did not help
    return found


def open_connections(server: Running) -> int:
    """Return how many connections the server keeps, whatever their state."""
    return len(server.server.server_state.connections)
