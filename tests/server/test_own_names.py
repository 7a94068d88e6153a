"""A server answers only under names of its own: no page can be made to speak with it under another."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from quillmap.server.hosting.logs import is_news
from server.harness import Running, running
from server.raw_sockets import opened, read_to_the_end


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with a public name and another one that its host allows."""
    folder = tmp_path_factory.mktemp("named")
    with running(folder, public_url="https://maps.example.org", allow_hosts=("play.example.net",)) as started:
        yield started


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1", True),
        ("localhost:8000", True),
        ("[::1]:8000", True),
        ("quillmap.localhost", True),
        ("quillmap.localhost:PORT", True),
        ("test.quillmap.localhost", True),
        ("quillmap.localhost:1", False),
        ("a.test.quillmap.localhost", False),
        (53 * "a" + ".localhost", True),
        (54 * "a" + ".localhost", False),
        (".localhost", False),
        ("maps.example.org", True),
        ("MAPS.example.org.:443", True),
        ("play.example.net", True),
        ("evil.example.com", False),
        ("evil.example.com@127.0.0.1", False),
        ("127.0.0.1#evil.example.com", False),
        ("127.0.0.1/evil", False),
        ("127.0.0.1:port", False),
        ("127.0.0.1:0", False),
        ("127.0.0.1:65536", False),
        ("127.0.0.1:", False),
        ("[::1%25lo]:80", False),
        (300 * "a" + ".localhost", False),
        ('"><script>.localhost', False),
        ("maps.example.org.evil.example.com", False),
        ("192.0.2.1", False),
        ("[::", False),
    ],
)
def test_the_server_answers_under_its_own_names_only(named: Running, host: str, is_own: bool) -> None:
    """A page whose name was made to point here gets nothing, neither over HTTP nor by a socket."""
    host = host.replace("PORT", str(named.port))
    status = b"200" if is_own else b"421"
    for path in (b"/", b"/api/cards"):
        with opened(named) as plain:
            plain.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path, host.encode()))
            assert plain.recv(12) == b"HTTP/1.1 " + status
    handshake = (
        "GET /ws/tables/nowhere HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with opened(named) as plain:
        plain.sendall(handshake.format(host).encode())
        assert plain.recv(12) == b"HTTP/1.1 " + (b"101" if is_own else b"421")


@pytest.mark.parametrize(
    ("address", "host", "status"),
    [
        (b"http://evil.example/", b"127.0.0.1", b"421"),
        (b"HTTP://evil.example:80/api/cards", b"127.0.0.1", b"421"),
        (b"http://127.0.0.1@evil.example/", b"127.0.0.1", b"421"),
        (b"http://evil.example@127.0.0.1/", b"127.0.0.1", b"421"),
        (b"http://evil.example/?at=http://127.0.0.1/", b"127.0.0.1", b"421"),
        (b"http://127.0.0.1/", b"127.0.0.1", b"200"),
        (b"http://127.0.0.1", b"127.0.0.1", b"200"),
        (b"http://127.0.0.1?lang=de", b"evil.example", b"200"),
        (b"http://maps.example.org/api/cards", b"127.0.0.1", b"200"),
        (b"/?at=http://evil.example/", b"127.0.0.1", b"200"),
    ],
)
def test_a_name_in_the_address_takes_the_place_of_the_header(
    named: Running, address: bytes, host: bytes, status: bytes
) -> None:
    """So it is what HTTP says, and no other name gets an answer, neither over HTTP nor by a socket."""
    with opened(named) as plain:
        plain.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (address, host))
        assert plain.recv(12) == b"HTTP/1.1 " + status
    if status == b"421":
        with opened(named) as plain:
            plain.sendall(
                b"GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % (address, host)
            )
            assert plain.recv(12) == b"HTTP/1.1 421"


def test_two_names_in_one_request_are_none(named: Running) -> None:
    """A proxy and we could each believe another one."""
    for hosts in (b"Host: 127.0.0.1\r\nHost: evil.example", b"Host: evil.example\r\nHost: 127.0.0.1"):
        with opened(named) as plain:
            plain.sendall(b"GET /api/invitation HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n" % hosts)
            assert plain.recv(12) == b"HTTP/1.1 421"


@pytest.mark.parametrize("host", [b"", b"Host:\r\n", b"Host: \r\n"])
def test_a_request_has_to_name_the_server(named: Running, host: bytes) -> None:
    """HTTP/1.0 had no name, but whoever still speaks it sends one; monitoring needs none."""
    for version in (b"1.1", b"1.0"):
        for path, status in ((b"/", b"400"), (b"/api/cards", b"400"), (b"/healthz", b"200")):
            with opened(named) as plain:
                plain.sendall(b"GET %s HTTP/%s\r\n%sConnection: close\r\n\r\n" % (path, version, host))
                assert plain.recv(12) == b"HTTP/1.1 " + status
    with opened(named) as plain:
        plain.sendall(
            b"GET /ws/tables/nowhere HTTP/1.1\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % host
        )
        assert plain.recv(12) == b"HTTP/1.1 400"


def test_refused_sockets_are_no_errors_of_the_server(named: Running, caplog: pytest.LogCaptureFixture) -> None:
    """Anybody can be refused as often as they like: nothing about it is told to whoever watches for errors."""
    handshake = (
        "GET /ws/tables/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Origin: http://evil.example\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with caplog.at_level(logging.WARNING), opened(named) as plain:
        plain.sendall(handshake.encode())
        assert plain.recv(12) == b"HTTP/1.1 403"
        assert read_to_the_end(plain)
    assert [record.getMessage() for record in caplog.records if is_news(record)] == []


def test_machines_that_watch_may_use_any_name(named: Running) -> None:
    """Health is reported under any name."""
    with opened(named) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: balancer.internal\r\nConnection: close\r\n\r\n")
        assert plain.recv(12) == b"HTTP/1.1 200"


def test_a_trusted_proxy_may_have_another_port(tmp_path: Path) -> None:
    """It passes on the name and port that people see."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server, opened(server) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: quillmap.localhost:1\r\nConnection: close\r\n\r\n")
        assert plain.recv(12) == b"HTTP/1.1 200"
