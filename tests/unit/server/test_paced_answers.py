"""Long answers: sent in pieces, and only as many at once as there is room for."""

import asyncio
import gzip
import random

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope

from quillmap.server.http.compression import Compression
from quillmap.server.http.paced_answers import PIECE, AnswerRoom, PacedAnswer

LONG = random.Random(1).randbytes(3 * PIECE + 17)
OTHER = LONG[::-1]
REQUEST: Scope = {"type": "http", "method": "GET", "path": "/", "headers": []}


async def _receive() -> Message:
    return {"type": "http.disconnect"}


def _sent(response: Response, room: AnswerRoom, *, is_shared: bool = False) -> tuple[PacedAnswer, list[Message]]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    answer = PacedAnswer(send, room, "192.0.2.1", is_shared=is_shared)
    asyncio.run(response(REQUEST, _receive, answer.send))
    return answer, sent


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
    plain = asyncio.run(Compression().answer(Request(REQUEST), packed))
    _, (start, *pieces) = _sent(plain, AnswerRoom(1 << 20, 1 << 20))
    headers = dict(start["headers"])
    assert headers[b"content-length"] == str(len(LONG)).encode()
    assert headers[b"content-type"].startswith(b"text/plain")
    assert b"content-encoding" not in headers
    assert b"".join(piece["body"] for piece in pieces) == LONG
    assert max(len(piece["body"]) for piece in pieces) <= PIECE
