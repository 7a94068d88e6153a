"""Decodes long bodies beside the event loop, one at a time.

A record of two megabytes takes more than ten milliseconds to decode. Eight whose last bytes come together would hold up
everybody for a tenth of a second: between two of them the loop goes on, and networks take turns.
"""

import asyncio
from typing import Any

from quillmap.server.http.call import decoded
from quillmap.server.http.request_bodies import SMALL_BODY
from quillmap.server.rate_limits import network_of
from quillmap.server.work.fair_queue import FairQueue


class LongBodies:
    """Decodes bodies of requests; short ones at once."""

    def __init__(self) -> None:
        self._places = FairQueue(1)

    async def decoded(self, text: bytes, kind: Any, address: str) -> Any:
        """Return a body that *address* sent as a *kind*; refuse one that is malformed."""
        if len(text) <= SMALL_BODY:
            return decoded(text, kind)
        place = await self._places.acquire(network_of(address), "")
        try:
            return await asyncio.to_thread(decoded, text, kind)
        finally:
            self._places.release(place)
