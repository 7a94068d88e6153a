"""A clock that stands still while another server has its turn."""

import asyncio
import time


class TurnClock:
    """Counts the seconds of all turns of one server.

    People's pauses are counted by it, so their drawings are spread over a turn as in play without turns. If pauses went
    on in between, many would draw in the moment in which a turn begins, and drawings that come at once are cheaper.
    """

    def __init__(self) -> None:
        self._is_running = asyncio.Event()
        self._began = 0.0
        self._earlier = 0.0
        """Seconds of the turns that are over."""

    def start(self) -> None:
        """Begin a turn."""
        self._began = time.monotonic()
        self._is_running.set()

    def stop(self) -> None:
        """End a turn."""
        self._earlier = self.time()
        self._is_running.clear()

    def time(self) -> float:
        """Return the seconds of all turns so far."""
        return self._earlier + (time.monotonic() - self._began if self._is_running.is_set() else 0.0)

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds of turns, while there is one."""
        end = self.time() + seconds
        while (left := end - self.time()) > 0 or not self._is_running.is_set():
            await self._is_running.wait()
            await asyncio.sleep(max(0.0, left))
