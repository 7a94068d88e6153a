"""What comes over a connection before the client has been told to go on, or before an earlier request is answered."""

import json
from collections.abc import Iterator

import pytest

from server.harness import Running, running, table_of, wait_until
from server.raw_sockets import (
    frame,
    handshake,
    open_connections,
    opened,
    read_answer,
    read_head,
    read_to_the_end,
    upgrade,
)

ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.mark.parametrize(("version", "is_told"), [("1.1", True), ("1.0", False)])
def test_only_those_are_told_to_go_on_who_know_what_that_means(server: Running, version: str, is_told: bool) -> None:
    """An older client would take it for the answer (RFC 9110 10.1.1)."""
    body = b'{"name": "Ada"}'
    plain = opened(server)
    plain.sendall(
        f"POST /api/tables HTTP/{version}\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
        f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    )
    told = read_head(plain) if is_told else b""
    plain.sendall(body)
    assert read_to_the_end(plain).startswith(b"HTTP/1.1 201 ")
    assert told.startswith(b"HTTP/1.1 100 " if is_told else b"")


@pytest.mark.parametrize("before", [1, 3])
def test_a_socket_is_not_opened_before_earlier_requests_are_answered(server: Running, before: int) -> None:
    """Their answers come first and as a whole; then the client is told why it has no socket, and nothing stays."""
    (seat,) = table_of(server.url, 1)
    plain = opened(server)
    plain.sendall(before * ASKED + handshake(server, seat.table) + frame({"type": "hello", "token": seat.token}))
    answers = read_to_the_end(plain).split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] == [b"200"] * before + [b"400"]
    head, _, body = answers[-1].partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head
    assert b"connection: close" in head
    assert json.loads(body)["error"]["code"] == "bad-request"
    wait_until(lambda: open_connections(server) == 0)
    assert server.registry.metrics.sockets._value.get() == 0


def test_a_socket_may_be_opened_after_a_request(server: Running) -> None:
    """Over the same connection, once that is answered."""
    (seat,) = table_of(server.url, 1)
    with opened(server) as plain:
        plain.sendall(ASKED)
        assert read_answer(plain).startswith(b"HTTP/1.1 200 ")
        upgrade(plain, server, seat.table)
