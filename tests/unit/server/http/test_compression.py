"""Compressing answers: each once, in turns, and in threads that nothing else waits for."""

import asyncio
import gzip
import threading
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from quillmap.server.http import compression
from quillmap.server.http.compression import LEAST_BYTES, THREADS, Compression


def request_from(host: str) -> Request:
    """Return a request of a client that accepts gzip."""
    return Request({"type": "http", "headers": [(b"accept-encoding", b"gzip")], "client": (host, 1)})


def body(number: int) -> bytes:
    """Return one of many long answers."""
    return str(number).encode().zfill(2 * LEAST_BYTES)


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the list of all that is compressed."""
    found: list[bytes] = []

    def pack(content: bytes) -> bytes:
        found.append(content)
        return gzip.compress(content)

    monkeypatch.setattr(compression, "_packed", pack)
    return found


def test_what_many_ask_for_at_once_is_compressed_once(packed: list[bytes]) -> None:
    """Also when somebody asks again later."""

    async def ask() -> None:
        compressing = Compression()
        for _ in range(2):
            answers = await asyncio.gather(
                *(compressing.answer(request_from("192.0.2.1"), Response(body(1))) for _ in range(50))
            )
            assert {gzip.decompress(answer.body) for answer in answers} == {body(1)}

    asyncio.run(ask())
    assert packed == [body(1)] * min(THREADS, len(packed))


def test_one_network_does_not_keep_others_waiting(packed: list[bytes]) -> None:
    """Whoever asks for one answer comes after those that are being compressed, not after all that wait."""

    async def ask() -> None:
        compressing = Compression()
        crowd = [
            asyncio.create_task(compressing.answer(request_from("192.0.2.1"), Response(body(number))))
            for number in range(40)
        ]
        await asyncio.sleep(0)
        await compressing.answer(request_from("192.0.2.2"), Response(body(1000)))
        assert sum(task.done() for task in crowd) < 20
        await asyncio.gather(*crowd)

    asyncio.run(ask())
    assert packed.index(body(1000)) <= 2 * THREADS


def test_the_threads_of_others_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is compressed, what runs in the usual threads begins at once."""
    is_over = threading.Event()

    def pack(_content: bytes) -> bytes:
        is_over.wait(60)
        return b""

    monkeypatch.setattr(compression, "_packed", pack)

    async def ask() -> None:
        compressing = Compression()
        crowd = [
            asyncio.create_task(compressing.answer(request_from("192.0.2.1"), Response(body(number))))
            for number in range(100)
        ]
        await asyncio.sleep(0.1)
        await asyncio.wait_for(asyncio.to_thread(lambda: None), 30)
        is_over.set()
        await asyncio.gather(*crowd)

    asyncio.run(ask())


def test_what_is_kept_is_bounded(packed: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for longest ago is forgotten first; an answer that is longer than all room is sent, too."""
    monkeypatch.setattr(compression, "MOST_KEPT", 5 * LEAST_BYTES)

    async def ask() -> Any:
        compressing = Compression()
        for number in (1, 2, 1, 3, 1, 2):
            await compressing.answer(request_from("192.0.2.1"), Response(body(number)))
        return await compressing.answer(request_from("192.0.2.1"), Response(bytes(9 * LEAST_BYTES)))

    assert gzip.decompress(asyncio.run(ask()).body) == bytes(9 * LEAST_BYTES)
    assert packed == [body(1), body(2), body(3), body(2), bytes(9 * LEAST_BYTES)]
