"""The conversations in docs/protocol.md, held with a real server."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from quillmap.server.games.board import Board
from quillmap.server.problems import REASONS
from quillmap.server.protocol.messages import ClientMessage, ServerMessage, decode_client
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.tables.pace import CLOCK_LIMITS
from server.harness import LONGEST_WAIT, Running

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ANY = "…"
QUIET = ("progress", "own", "table")
"""Messages that come between, when they come."""


def matches(shown: Any, found: Any) -> bool:
    """Return whether *found* has all that the page shows."""
    if shown == ANY:
        return True
    if isinstance(shown, dict):
        return isinstance(found, dict) and all(key in found and matches(shown[key], found[key]) for key in shown)
    if isinstance(shown, list):
        same_length = isinstance(found, list) and len(shown) == len(found)
        return same_length and all(matches(one, other) for one, other in zip(shown, found, strict=True))
    return bool(shown == found)


class Reader:
    """Holds the conversations of the page, one line after the other."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.known: dict[str, str] = {}
        self.answer: httpx.Response | None = None
        self.socket: ClientConnection | None = None

    def line(self, line: str) -> None:
        """Say or expect one line."""
        said, rest = line[0], line[2:]
        for name, value in self.known.items():
            rest = rest.replace("{" + name + "}", value)
        if said == ">" and rest.startswith("{"):
            self._say(rest)
        elif said == ">":
            self._request(rest)
        elif rest.startswith("{"):
            self._expect_message(json.loads(rest))
        else:
            self._expect_answer(rest)

    def _request(self, text: str) -> None:
        method, path, body = [*text.split(" ", 2), ""][:3]
        headers = {"content-type": "application/json"}
        if "token" in self.known:
            headers["authorization"] = f"Bearer {self.known['token']}"
        self.answer = httpx.request(method, self.server.url + path, content=body.encode(), headers=headers)

    def _expect_answer(self, text: str) -> None:
        status, body = text.split(" ", 1)
        assert self.answer is not None
        assert self.answer.status_code == int(status), self.answer.text
        found = self.answer.json()
        assert matches(json.loads(body), found), found
        if "token" in found:
            self.known |= {"token": found["token"], "table": found["table"]["id"], "code": found["table"]["code"]}

    def _say(self, text: str) -> None:
        decode_client(text)
        if self.socket is None:
            address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{self.known['table']}"
            self.socket = connect(address).__enter__()
        self.socket.send(text)

    def _expect_message(self, shown: Any) -> None:
        assert self.socket is not None
        while True:
            found = json.loads(self.socket.recv(timeout=LONGEST_WAIT))
            if found["type"] == shown["type"] or found["type"] not in QUIET:
                break
        assert matches(shown, found), found


def test_every_conversation_of_the_page_happens_as_shown(server: Running) -> None:
    """From opening a table to a stale move."""
    blocks = re.findall(r"```conversation\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) >= 4
    reader = Reader(server)
    for block in blocks:
        for line in block.strip().splitlines():
            reader.line(line)
    assert reader.socket is not None
    reader.socket.close()


def test_every_message_is_on_the_page() -> None:
    """A message that is added to the protocol is added here, too."""
    for union in (ClientMessage, ServerMessage, AnyMove):
        for kind in union.__args__:
            assert f'"{kind.__struct_config__.tag}"' in TEXT or f"`{kind.__struct_config__.tag}`" in TEXT


def test_every_field_of_the_board_is_on_the_page() -> None:
    """The table under *The board* lists what the server sends, and nothing else."""
    table = TEXT.split("### The board\n")[1].split("\n###")[0]
    listed = [
        name for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    ]
    assert sorted(listed) == sorted(Board.__struct_fields__)


def test_the_limits_of_clocks_are_on_the_page() -> None:
    """As they are checked."""
    seconds, days = CLOCK_LIMITS["seconds"], CLOCK_LIMITS["days"]
    assert f"{seconds.least} to {seconds.most} seconds or {days.least} to {days.most} days for each question" in TEXT


def test_every_problem_has_a_status_and_a_sentence() -> None:
    """Codes are kebab-case, sentences are one line."""
    for code, (status, sentence) in REASONS.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert 400 <= status < 600
        assert sentence
        assert "\n" not in sentence
