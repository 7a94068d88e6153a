"""Long bodies whose last bytes come together are decoded one at a time, and the loop goes on in between."""

import asyncio
import threading
from typing import Any

import pytest

from quillmap.server.http import long_bodies
from quillmap.server.http.call import decoded as decoded_body
from quillmap.server.http.long_bodies import LongBodies
from quillmap.server.http.request_bodies import SMALL_BODY
from quillmap.server.problems import Problem

SHORT = b"1"
LONG = b" " * SMALL_BODY + b"1"


def test_long_bodies_are_decoded_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """One at a time, not by the loop, and networks take turns; what is short is decoded at once."""
    decoded: list[tuple[str, bool]] = []
    loop_thread = threading.get_ident()
    active = most = 0

    def counted(text: bytes, kind: Any) -> Any:
        nonlocal active, most
        active += 1
        most = max(most, active)
        try:
            decoded.append((text[-1:].decode(), threading.get_ident() == loop_thread))
            return decoded_body(text, kind)
        finally:
            active -= 1

    monkeypatch.setattr(long_bodies, "decoded", counted)

    async def come() -> list[Any]:
        bodies = LongBodies()
        crowd = [bodies.decoded(LONG, int, "192.0.2.1") for _ in range(6)]
        other = bodies.decoded(LONG[:-1] + b"2", int, "192.0.2.2")
        short = bodies.decoded(SHORT, int, "192.0.2.3")
        return await asyncio.gather(*crowd, other, short)

    assert asyncio.run(come()) == [1, 1, 1, 1, 1, 1, 2, 1]
    assert most <= 2, "a short one may come beside a long one"
    assert [is_of_loop for _, is_of_loop in decoded].count(True) == 1
    assert [what for what, is_of_loop in decoded if not is_of_loop].index("2") <= 1


def test_a_long_body_that_is_malformed_is_refused() -> None:
    """As a short one is, and the next has its turn."""

    async def come() -> int:
        bodies = LongBodies()
        with pytest.raises(Problem) as refused:
            await bodies.decoded(LONG + b"x", int, "192.0.2.1")
        assert refused.value.code == "bad-request"
        found: int = await bodies.decoded(LONG, int, "192.0.2.1")
        return found

    assert asyncio.run(come()) == 1
