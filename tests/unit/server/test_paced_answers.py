"""Long answers: sent in pieces that take turns, only as many at once as there is room for; files have a rate."""

import asyncio
import gzip
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope

from quillmap.server.hosting.config import Limits
from quillmap.server.http.compression import Compression
from quillmap.server.http.file_traffic import LONGEST_WAIT, FileTraffic
from quillmap.server.http.paced_answers import PIECE, PIECES_AT_ONCE, AnswerPace, AnswerRoom, PacedAnswer
from quillmap.server.problems import Problem
from quillmap.server.work.loop_turns import LoopTurns

LONG = random.Random(1).randbytes(3 * PIECE + 17)
OTHER = LONG[::-1]
ONE, ANOTHER = "192.0.2.1", "192.0.2.2"


def request_of(host: str, method: str = "GET") -> Scope:
    """Return a request for something."""
    return {"type": "http", "method": method, "path": "/", "headers": [], "client": (host, 1)}


def pace_of(room: AnswerRoom | None = None, limits: Limits | None = None) -> AnswerPace:
    """Return what answers share, with much room unless said otherwise."""
    turns = LoopTurns(PIECES_AT_ONCE, 2 * PIECES_AT_ONCE)
    return AnswerPace(room or AnswerRoom(1 << 20, 1 << 20), FileTraffic(limits or Limits()), turns)


class Client:
    """Asks for something, and reads it when it is let go."""

    def __init__(self, pace: AnswerPace, host: str = ONE, method: str = "GET", *, is_file: bool = False) -> None:
        self.scope = request_of(host, method)
        self.sent: list[Message] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.goes = asyncio.Event()
        self.on_sent: Callable[[], None] = lambda: None
        self.answer = PacedAnswer(self.scope, self._receive, self._send, pace, is_file=is_file, is_shared=is_file)

    async def _receive(self) -> Message:
        await self.goes.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.append(message)
        self.on_sent()

    async def get(self, response: Response) -> None:
        """Have a response sent."""
        await response(self.scope, self._receive, self.answer.send)

    @property
    def body(self) -> bytes:
        """What has been sent."""
        return b"".join(message.get("body", b"") for message in self.sent)


def _sent(response: Response, room: AnswerRoom, *, is_shared: bool = False) -> tuple[PacedAnswer, list[Message]]:
    async def get() -> Client:
        client = Client(pace_of(room), is_file=is_shared)
        await client.get(response)
        return client

    client = asyncio.run(get())
    return client.answer, client.sent


async def some_turns() -> None:
    """Let everybody have some turns of the loop."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_long_answer_is_sent_in_pieces() -> None:
    """No piece is long, they add up to the answer, and only the last one is the last."""
    _, (start, *pieces) = _sent(Response(LONG), AnswerRoom(1 << 20, 1 << 20))
    assert start["status"] == 200
    assert b"".join(piece["body"] for piece in pieces) == LONG
    assert max(len(piece["body"]) for piece in pieces) <= PIECE
    assert [piece["more_body"] for piece in pieces] == [True, True, True, False]


def test_an_answer_without_room_is_refused_until_another_is_over() -> None:
    """The room of a network is held until an answer is released; short and shared answers need none."""
    room = AnswerRoom(len(LONG), 1 << 20)
    first, _ = _sent(Response(LONG), room)
    second, sent = _sent(Response(OTHER), room)
    assert second.is_refused
    assert sent == []
    assert not _sent(Response(b"short"), room)[0].is_refused
    assert not _sent(Response(OTHER), room, is_shared=True)[0].is_refused
    second.release()
    assert _sent(Response(OTHER), room)[0].is_refused
    first.release()
    assert not _sent(Response(OTHER), room)[0].is_refused


def test_what_many_read_at_once_takes_its_room_once() -> None:
    """A party of a hundred looks at its replay; the room is held until the last has read it."""
    room = AnswerRoom(len(LONG), 1 << 20)
    party = [_sent(Response(LONG), room)[0] for _ in range(100)]
    assert not any(each.is_refused for each in party)
    for each in party[:-1]:
        each.release()
    assert _sent(Response(OTHER), room)[0].is_refused
    party[-1].release()
    assert not _sent(Response(OTHER), room)[0].is_refused


def test_what_is_kept_packed_is_unpacked_in_pieces() -> None:
    """A client that does not accept gzip gets the same bytes, with their length."""
    packed = Response(gzip.compress(LONG), headers={"content-encoding": "gzip"}, media_type="text/plain")
    plain = asyncio.run(Compression().answer(Request(request_of(ONE)), packed))
    _, (start, *pieces) = _sent(plain, AnswerRoom(1 << 20, 1 << 20))
    headers = dict(start["headers"])
    assert headers[b"content-length"] == str(len(LONG)).encode()
    assert headers[b"content-type"].startswith(b"text/plain")
    assert b"content-encoding" not in headers
    assert b"".join(piece["body"] for piece in pieces) == LONG
    assert max(len(piece["body"]) for piece in pieces) <= PIECE


@pytest.mark.parametrize("is_file", [False, True])
def test_pieces_take_turns(is_file: bool) -> None:
    """However fast a network reads: in one turn of the loop a few are written, and others have as many."""

    async def run() -> None:
        pace = pace_of()
        turn = 0
        written: Counter[tuple[str, int]] = Counter()

        def count(host: str) -> Callable[[], None]:
            return lambda: written.update([(host, turn)])

        clients = [Client(pace, host, is_file=is_file) for host in (*10 * [ONE], ANOTHER)]
        for client in clients:
            client.on_sent = count(client.scope["client"][0])
        content = 10 * LONG
        reading = [asyncio.create_task(client.get(Response(content))) for client in clients]
        while not all(each.done() for each in reading):
            await asyncio.sleep(0)
            turn += 1
        pieces = -(-len(content) // PIECE)
        assert sum(count for (host, _), count in written.items() if host == ANOTHER) == 1 + pieces
        # An answer begins with its head, which is written beside the first piece.
        assert sorted(count for (host, _), count in written.items() if host == ONE)[-4] <= PIECES_AT_ONCE
        assert max(at for host, at in written if host == ANOTHER) < max(at for host, at in written if host == ONE) / 2

    asyncio.run(run())


def test_files_have_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that was sent very much waits between pieces, also of short files; another one does not."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("quillmap.server.http.file_traffic.asyncio.sleep", sleep)
    limits = replace(Limits(), file_bytes_rate=(len(LONG), 1000))

    async def run() -> None:
        pace = pace_of(limits=limits)
        for host in (ONE, ANOTHER):
            await Client(pace, host, is_file=True).get(Response(LONG))
        assert waited == []
        await Client(pace, is_file=True).get(Response(LONG))
        assert waited == pytest.approx([PIECE / 1000, 2 * PIECE / 1000, 3 * PIECE / 1000, len(LONG) / 1000], rel=0.01)
        assert waited[3] > LONGEST_WAIT
        for content in (LONG, LONG[:1000]):
            refused = Client(pace, is_file=True)
            with pytest.raises(Problem, match="too many"):
                await refused.get(Response(content))
            assert refused.sent == []
            await refused.get(Response(b"no", status_code=429))
            assert refused.body == b"no"
        await Client(pace, is_file=True).get(Response(status_code=304))
        await Client(pace, ANOTHER, is_file=True).get(Response(LONG[:1000]))
        assert waited[4:] == pytest.approx([1], rel=0.01)

    asyncio.run(run())


def test_a_short_file_is_not_kept_for_who_has_gone() -> None:
    """Otherwise whoever asks and goes, again and again, would fill the memory with what waits for its time."""
    limits = replace(Limits(), file_bytes_rate=(1000, 100))

    async def run() -> None:
        pace = pace_of(limits=limits)
        await Client(pace, is_file=True).get(Response(LONG[:1000]))
        client = Client(pace, is_file=True)
        waiting = asyncio.create_task(client.get(Response(LONG[:1000])))
        await some_turns()
        assert not waiting.done()
        client.goes.set()
        await some_turns()
        assert isinstance(waiting.exception(), Problem)
        assert client.sent == []

    asyncio.run(run())


def test_so_many_files_are_sent_at_once() -> None:
    """One more waits, before anything of it is sent; who waits and goes makes room; very many are refused."""
    limits = replace(Limits(), files_at_once=(10, 2), files_asked_for=(4, 100))

    async def run() -> None:
        pace = pace_of(limits=limits)
        clients = [Client(pace, is_file=True) for _ in range(5)]
        for client in clients:
            client.reads.clear()
        reading = [asyncio.create_task(client.get(Response(LONG))) for client in clients[:4]]
        await some_turns()
        with pytest.raises(Problem, match="too many"):
            await clients[4].get(Response(LONG))
        await Client(pace, is_file=True).get(Response(b"short"))
        await Client(pace, ANOTHER, is_file=True).get(Response(LONG))
        clients[2].reads.set()
        clients[3].reads.set()
        await some_turns()
        assert [client.sent for client in clients] == [[]] * 5
        clients[2].goes.set()
        await some_turns()
        assert isinstance(reading[2].exception(), Problem)
        clients[0].reads.set()
        await reading[0]
        await reading[3]
        assert clients[3].body == LONG
        assert clients[2].sent == []
        clients[1].goes.set()
        await asyncio.gather(*reading, return_exceptions=True)

    asyncio.run(run())


def test_who_has_all_places_of_files_gives_some_back() -> None:
    """Another network waits for one piece, not until somebody who reads slowly has all of a file."""
    limits = replace(Limits(), files_at_once=(2, 2))

    async def run() -> None:
        pace = pace_of(limits=limits)
        slow = [Client(pace, is_file=True) for _ in range(2)]
        for client in slow:
            client.on_sent = client.reads.clear
        reading = [asyncio.create_task(client.get(Response(LONG))) for client in slow]
        await some_turns()
        other = asyncio.create_task(Client(pace, ANOTHER, is_file=True).get(Response(LONG)))
        await some_turns()
        assert not other.done()
        slow[0].reads.set()
        await other
        for client in slow:
            client.on_sent = lambda: None
            client.reads.set()
        await asyncio.gather(*reading)
        assert [client.body for client in slow] == [LONG, LONG]

    asyncio.run(run())


@pytest.mark.parametrize("is_file", [False, True])
def test_a_head_costs_no_more_than_it_has(is_file: bool) -> None:
    """Who asks how long something is takes no place and no room, and no bytes count."""
    limits = replace(Limits(), files_at_once=(1, 1), files_asked_for=(0, 0), file_bytes_rate=(1, 1e-9))

    async def run() -> None:
        client = Client(pace_of(AnswerRoom(0, 0), limits), method="HEAD", is_file=is_file)
        await client.get(Response(LONG))
        assert [message["type"] for message in client.sent] == ["http.response.start", "http.response.body"]
        assert client.body == b""
        assert (b"content-length", str(len(LONG)).encode()) in client.sent[0]["headers"]

    asyncio.run(run())
