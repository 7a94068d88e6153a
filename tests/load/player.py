"""A seat that plays at random over one light socket."""

import asyncio
import json
import random
import time
from typing import Any

import msgspec

from load.light_socket import LightSocket, open_socket
from quillmap.server.client import legal_moves


class BoardPart(msgspec.Struct):
    """What a load client looks at of a board."""

    question: int
    version: int
    result: Any = None


class OwnPart(msgspec.Struct):
    """What a load client looks at of its own part."""

    choices: dict[str, Any] | None = None


class News(msgspec.Struct):
    """Any message of the server, as far as a load client looks at it."""

    type: str
    id: str | None = None
    board: BoardPart | None = None
    own: OwnPart | None = None


read_news = msgspec.json.Decoder(News).decode


class Player:
    """One seat that plays at random over one socket."""

    def __init__(self, table: str, token: str, seed: object) -> None:
        self.table, self.token, self.chance = table, token, random.Random(str(seed))
        self.news: News | None = None
        self.question = -1
        self.version = 0
        self.choices: dict[str, Any] | None = None
        self.is_over = False
        self.sent = 0
        self.errors = 0
        self.refusals: list[str] = []
        self.last = b""
        """The message with the last board, as it came."""
        self.seen_at: dict[int, float] = {}
        self.acknowledged = asyncio.Event()
        self.changed = asyncio.Event()
        self.socket: LightSocket | None = None

    async def open(self, url: str) -> None:
        """Connect and say hello, then listen."""
        self.socket = await open_socket(f"{url}/ws/tables/{self.table}", self._look)
        self.socket.send(json.dumps({"type": "hello", "token": self.token}).encode())
        await asyncio.wait_for(self.changed.wait(), 60)

    def _look(self, text: memoryview) -> None:
        news = read_news(text)
        if news.type == "ack":
            self.acknowledged.set()
        elif news.type == "refused":
            self.errors += 1
            self.refusals.append(bytes(text).decode())
        if news.board is not None:
            self.seen_at[news.board.version] = time.perf_counter()
            self.question, self.version = news.board.question, news.board.version
            self.is_over = news.board.result is not None
            if self.is_over:
                self.last = bytes(text)
            self.choices = news.own.choices if news.own else None
            self.changed.set()
        elif news.own is not None:
            self.choices = news.own.choices

    @property
    def is_lost(self) -> bool:
        """Whether the server closed the socket."""
        return self.socket is not None and self.socket.is_lost

    def close(self) -> None:
        """Close the socket."""
        if self.socket is not None:
            self.socket.close()

    async def draw(self) -> float:
        """Make a move, and return how long its acknowledgement took."""
        assert self.socket is not None
        assert self.choices is not None
        move = one_move(self.choices, self.chance)
        self.choices = None
        self.sent += 1
        self.acknowledged.clear()
        message = {"type": "move", "id": str(self.sent), "question": self.question, "move": move}
        began = time.perf_counter()
        self.socket.send(json.dumps(message).encode())
        await asyncio.wait_for(self.acknowledged.wait(), 30)
        return time.perf_counter() - began


def one_move(choices: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a legal move without making all of them."""
    if choices["ask"] in ("draw", "ambush"):
        place = chance.choice(choices["places"])
        anchors = int(place["anchors"], 16)
        places = [number for number in range(anchors.bit_length()) if anchors >> number & 1]
        spot = f"{1 << chance.choice(places):x}"
        return chance.choice(legal_moves({**choices, "places": [{**place, "anchors": spot}]}))
    return chance.choice(legal_moves(choices))
