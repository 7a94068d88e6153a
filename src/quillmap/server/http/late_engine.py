"""Offers what browsers need to play without a server as soon as it is there, even if the server started before.

``python3 dev.py serve`` fetches them in the background, and a host may put them into the folder of ``--engine`` later.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from quillmap.server.http.engine_files import CONTENTS, Engine
from quillmap.server.http.page_file import PageFile
from quillmap.server.http.page_files import load_page

AWAITED: Final = "awaited"
"""A file that says that a server has started and waits: who fetches the files does not slow its start."""
PAUSE: Final = 1.0
"""Seconds between two looks."""

_log = logging.getLogger("quillmap.main")


async def offer_when_there(folder: Path, page: Path | None, offer: Callable[[dict[str, PageFile]], None]) -> None:
    """Wait for the files in *folder*, and give the page with them to *offer*."""
    with suppress(OSError):
        (folder / AWAITED).touch()
    while not (folder / CONTENTS).is_file():
        await asyncio.sleep(PAUSE)
    offer(await asyncio.to_thread(lambda: load_page(page, Engine(folder))))
    _log.info("browsers can play without the server now")
