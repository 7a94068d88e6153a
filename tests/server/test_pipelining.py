"""What comes over a connection before the client has been told to go on."""

from collections.abc import Iterator

import pytest

from server.harness import Running, running
from server.raw_sockets import opened, read_head, read_to_the_end


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
