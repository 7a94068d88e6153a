"""Headers behind a body (trailers): a proxy may pass them on as they are, so they count for nothing."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.harness import GENEROUS, Running, running
from server.raw_sockets import opened, read_to_the_end

GUESSES = 3
"""Wrong codes that an address may try."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Run a server behind a proxy on this machine, which guesses codes for nobody."""
    limits = replace(GENEROUS, code_rate=(GUESSES, 0.0001))
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as started:
        yield started


def asked_with(server: Running, request: bytes, trailer: bytes) -> tuple[int, str]:
    """Return status and code of the answer to a request with a header behind its body, sent in one piece."""
    plain = opened(server)
    head = b"Host: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    proxied = b"X-Forwarded-For: 192.0.2.7\r\nTransfer-Encoding: chunked\r\n\r\n"
    plain.sendall(request + b" HTTP/1.1\r\n" + head + proxied + b"2\r\n{}\r\n0\r\n" + trailer + b"\r\n\r\n")
    answer, _, body = read_to_the_end(plain).partition(b"\r\n\r\n")
    return int(answer.split(b" ")[1]), json.loads(body).get("error", {}).get("code", "")


def test_nobody_chooses_the_address_that_counts(server: Running) -> None:
    """The proxy overwrites the header of this name in the head; behind the body it means nothing."""
    answers = [
        asked_with(server, b"GET /api/codes/AAAAAA", b"X-Forwarded-For: 198.51.100.%d" % number)[0]
        for number in range(GUESSES + 2)
    ]
    assert answers == [404] * GUESSES + [429] * 2


def test_nobody_names_another_server_behind_a_body(server: Running) -> None:
    """Nor does anything else count that stands there."""
    assert asked_with(server, b"GET /api/codes/AAAAAA", b"Host: evil.example") == (404, "no-such-code")
