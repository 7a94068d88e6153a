"""Links as QR codes, for phones: pictures that a page can show with an ``img``."""

import io
from collections import OrderedDict
from typing import Final

from quillmap.server.problems import Problem
from quillmap.server.rate_limits import RateLimiter

MOST_KEPT: Final = 1000


class QrCodes:
    """Pictures that are made once: each takes some milliseconds, so an address may not ask for many new ones."""

    def __init__(self, rate: tuple[float, float]) -> None:
        self._new = RateLimiter(*rate)
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def picture(self, link: str, address: str) -> bytes:
        """Return the QR code of *link* for whoever asks from *address*."""
        if link not in self._kept:
            if not self._new.take(address):
                raise Problem("too-many")
            self._kept[link] = qr_svg(link)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[link]


def qr_svg(link: str) -> bytes:
    """Return the QR code of *link* as an SVG document, with the light border that scanners need."""
    import segno  # noqa: PLC0415  # a browser has none, and no table there can be joined

    out = io.BytesIO()
    # White behind black whatever the page's theme: many scanners can't read the inverse.
    segno.make(link, error="m", micro=False).save(out, kind="svg", light="white", omitsize=True)
    # A scaled picture would have hairlines between its rows of squares otherwise.
    return out.getvalue().replace(b"<svg ", b'<svg shape-rendering="crispEdges" ', 1)
