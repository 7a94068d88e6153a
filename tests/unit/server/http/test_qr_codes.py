"""Pictures of links are made beside the loop, one at a time, each once, and networks take turns."""

import asyncio
import threading

import pytest

from quillmap.server.http import qr_codes
from quillmap.server.http.qr_codes import QrCodes
from quillmap.server.problems import Problem


def test_pictures_are_made_in_turns_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the loop; whoever asks for the same waits for the same; a crowd keeps another network waiting for one."""
    made: list[str] = []
    loop_thread = threading.get_ident()
    active = most = 0

    def counted(link: str) -> bytes:
        nonlocal active, most
        assert threading.get_ident() != loop_thread
        active += 1
        most = max(most, active)
        made.append(link)
        active -= 1
        return link.encode()

    monkeypatch.setattr(qr_codes, "qr_svg", counted)

    async def come() -> list[bytes]:
        codes = QrCodes((100, 1))
        crowd = [codes.picture(f"crowd {number % 10}", "192.0.2.1") for number in range(30)]
        return await asyncio.gather(*crowd, codes.picture("other", "192.0.2.2"))

    assert asyncio.run(come()) == [*(b"crowd %d" % (number % 10) for number in range(30)), b"other"]
    assert most == 1
    assert sorted(made) == sorted({*made})
    assert made.index("other") <= 1


def test_what_many_look_at_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures that nobody asks for again go first; new ones have a rate."""
    made: list[str] = []

    def counted(link: str) -> bytes:
        made.append(link)
        return b"x"

    monkeypatch.setattr(qr_codes, "qr_svg", counted)
    monkeypatch.setattr(qr_codes, "MOST_KEPT", 3)

    async def come() -> None:
        codes = QrCodes((6, 0.0001))
        for number in range(5):
            await codes.picture(f"junk {number}", "192.0.2.1")
            await codes.picture("table", "192.0.2.2")
        await codes.picture("junk 5", "192.0.2.1")
        with pytest.raises(Problem):
            await codes.picture("junk 6", "192.0.2.1")

    asyncio.run(come())
    assert made.count("table") == 1
