"""Whose bytes are read over a connection that a proxy keeps: whose request it is, and nobody's in between."""

from pathlib import Path

import pytest

from quillmap.server.hosting.reading_turns import ReadingTurn
from server.harness import Running, running, wait_until
from server.raw_sockets import opened, read_answer

HEAD = b"%s HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: %s\r\n"


def _clients(server: Running) -> set[str]:
    """Return for whom there are requests, as far as a proxy has told."""
    scopes = [getattr(connection, "scope", None) for connection in tuple(server.server.server_state.connections)]
    return {scope["client"][0] for scope in scopes if scope and scope["client"]}


def test_a_kept_connection_forgets_who_used_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of a request counts for, and waits for the turns of, whoever sends it; the next may be anybody's."""
    counted: list[tuple[str, str]] = []
    take = ReadingTurn.take

    def noted(turn: ReadingTurn, transport: object, data: bytes, whose: str) -> None:
        counted.append((whose, turn._place(len(data))[0]))
        take(turn, transport, data, whose)  # type: ignore[arg-type]

    monkeypatch.setattr(ReadingTurn, "take", noted)
    with running(tmp_path, trusted_proxy="127.0.0.1") as server, opened(server) as plain:
        nobody = (f"127.0.0.1 {plain.getsockname()[1]}", "127.0.0.1")
        for address in (b"192.0.2.7", b"192.0.2.9"):
            counted.clear()
            plain.sendall(HEAD % (b"POST /api/tables", address) + b"Content-Length: 4\r\n\r\n{")
            wait_until(lambda: _clients(server) == {address.decode()})  # noqa: B023  # it is called in the loop only
            plain.sendall(b"}")
            wait_until(lambda: len(counted) == 2)
            plain.sendall(b"  ")
            assert read_answer(plain)
            assert counted == [nobody, *[(address.decode(), address.decode())] * 2]
