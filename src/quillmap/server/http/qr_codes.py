"""Links as QR codes, for phones: pictures that a page can show with an ``img``.

Each takes some milliseconds, so they are made beside the event loop, one at a time, in a fair queue by /48 and network.
"""

import asyncio
import io
from collections import OrderedDict
from typing import Final

from quillmap.server.problems import Problem
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.work.fair_queue import FairQueue

MOST_KEPT: Final = 1000


class QrCodes:
    """Pictures that are made once, however many wait for them; an address may not ask for many new ones."""

    def __init__(self, rate: tuple[float, float]) -> None:
        self._new = RateLimiter(*rate)
        self._places = FairQueue(1)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        """What was asked for lately."""
        self._under_way: dict[str, asyncio.Task[bytes]] = {}

    async def picture(self, link: str, address: str) -> bytes:
        """Return the QR code of *link* for whoever asks from *address*."""
        if (kept := self._kept.get(link)) is not None:
            self._kept.move_to_end(link)
            return kept
        making = self._under_way.get(link)
        if making is None:
            if not self._new.take(address):
                raise Problem("too-many")
            making = self._under_way[link] = asyncio.create_task(self._make(link, network_of(address)))
            making.add_done_callback(lambda _: self._under_way.pop(link))
        return await asyncio.shield(making)

    async def _make(self, link: str, network: str) -> bytes:
        place = await self._places.acquire(network, "")
        try:
            made = await asyncio.to_thread(qr_svg, link)
        finally:
            self._places.release(place)
        self._kept[link] = made
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return made


def qr_svg(link: str) -> bytes:
    """Return the QR code of *link* as an SVG document, with the light border that scanners need."""
    import segno  # noqa: PLC0415  # a browser has none, and no table there can be joined

    out = io.BytesIO()
    # White behind black whatever the page's theme: many scanners can't read the inverse.
    segno.make(link, error="m", micro=False).save(out, kind="svg", light="white", omitsize=True)
    # A scaled picture would have hairlines between its rows of squares otherwise.
    return out.getvalue().replace(b"<svg ", b'<svg shape-rendering="crispEdges" ', 1)
