"""Files of the page are packed once each, in a thread: as well as can be takes long."""

import asyncio
import gzip
import threading
from dataclasses import replace
from typing import Any

import pytest

from quillmap.server.http.page_file import BEST, QUICK, page_file
from quillmap.server.http.page_files import Packing


def test_files_are_packed_once_and_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask at the same moment; what is quick, or not worth it, needs no thread."""
    packed: list[tuple[int, bool]] = []
    loop_thread = threading.get_ident()
    compress = gzip.compress

    def noted(body: bytes, level: int, **more: Any) -> bytes:
        packed.append((level, threading.get_ident() == loop_thread))
        return compress(body, level, **more)

    monkeypatch.setattr(gzip, "compress", noted)
    script, picture, short = (
        page_file(name, size * b"x") for name, size in (("a.js", 9000), ("a.png", 9000), ("b.js", 9))
    )

    async def ask() -> None:
        packing = Packing()
        found = await asyncio.gather(*(packing.packed(script) for _ in range(5)))
        assert {gzip.decompress(each or b"") for each in found} == {script.body}
        assert await packing.packed(picture) is await packing.packed(short) is None
        assert await packing.packed(script) is found[0]
        assert await packing.packed(replace(script, level=QUICK))

    asyncio.run(ask())
    assert packed == [(BEST, False), (QUICK, True)]


def test_the_loop_waits_for_no_file_that_a_thread_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is packed quickly is packed meanwhile."""
    has_begun, may_end = threading.Event(), threading.Event()

    def noted(body: bytes, level: int, **_: Any) -> bytes:
        if level == BEST:
            has_begun.set()
            assert may_end.wait(60)
        return body

    monkeypatch.setattr(gzip, "compress", noted)
    script = page_file("a.js", 9000 * b"x")

    async def ask() -> None:
        packing = Packing()
        slow = asyncio.create_task(packing.packed(script))
        await asyncio.to_thread(has_begun.wait, 60)
        rescue = threading.Timer(20, may_end.set)  # so that a loop that waits ends at all
        rescue.start()
        assert await packing.packed(replace(script, level=QUICK)) == script.body
        assert not may_end.is_set()
        rescue.cancel()
        may_end.set()
        await slow

    asyncio.run(ask())
