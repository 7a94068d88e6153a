"""The page as a static site: in a sub-folder of any host, with nobody to answer but the device."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Playwright, Request, expect

from browser.conftest import DESKTOP
from browser.players import Mouse
from helpers import device_games
from quillmap.locales import catalogue
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.rules.events import GameEnded
from tools.browser import chromium_path
from tools.engine import ENGINE, write_engine
from tools.pyodide import MISSING, is_installed

WORDS: Final = catalogue("en")
STARTING: Final = 120_000
"""Milliseconds in which Python starts, however busy the machine is."""
WHOLE: Final = """async () => Boolean(await caches.match("/maps/of/static/whole.json"))"""
LARGEST: Final = 15_000_000


TABLES: Final[tuple[tuple[dict[str, Any], list[str]], ...]] = (
    ({"box": "heroes", "seed": "site"}, ["surveyor"]),
    ({"box": "mixed", "seed": "site", "skills": ["diplomacy", "lore", "stealth"]}, ["wanderer", "apprentice"]),
)
"""Tables that are played at without a host, and the bots there."""


class Quiet(SimpleHTTPRequestHandler):
    """A static host that tells nothing."""

    def log_message(self, *_: Any) -> None:
        """Be silent."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve *folder* like any static host; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def kept_whole(page: Page) -> None:
    """Wait until everything is on the device."""
    latest = time.monotonic() + STARTING / 1000
    while not page.evaluate(WHOLE):  # Playwright's own waiting does not wait for what is promised
        assert time.monotonic() < latest, "the device has not kept everything"
        page.wait_for_timeout(100)


def played_whole(page: Page, setup: dict[str, Any], bots: list[str]) -> None:
    """Play a whole game on the device: its record is honest, and what a server makes of the same answers."""
    game = device_games.play(page, device_games.open_table(page, setup, bots), "apprentice")["game"]
    log = read_record(device_games.record(page, game))
    assert isinstance(log[-1], GameEnded)
    assert verify(log).is_honest  # dealt and played here once more, every event is the same


@pytest.mark.long
def test_a_site_in_a_sub_folder_plays_alone(playwright: Playwright, tmp_path: Path) -> None:
    """Screens, a game with a bot, and all of it again without the host; nothing else is ever asked for anything."""
    if not is_installed():
        pytest.skip(MISSING)
    assert write_engine()
    folder = tmp_path / "host" / "maps" / "of"
    command = [sys.executable, "-m", "quillmap", "export-site", str(folder), "--engine", str(ENGINE)]
    subprocess.run(command, check=True, capture_output=True)
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < LARGEST
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "browser",
        executable_path=chromium_path(),
        args=["--no-sandbox"],
        viewport=DESKTOP,
        locale="en-GB",
        reduced_motion="reduce",
    )
    asked: list[str] = []
    troubles: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    context.on("request", note)
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    try:
        with hosted(tmp_path / "host") as host:
            home = f"{host}/maps/of/"
            page = context.pages[0]
            page.goto(home)
            expect(page.locator(".site-note")).to_have_text(
                WORDS.text("screens.home.site.text", command="quillmap serve")
            )
            page.goto(f"{home}?/rules/cards/sentinel-wood")
            page.locator(".card-page, .rules h1, h1").first.wait_for()
            page.goto(home)
            kept_whole(page)
        page.reload()
        page.locator("#play-alone").click()
        page.locator(".game .card h2").wait_for(timeout=STARTING)
        assert page.url.startswith(f"{home}?/t/")
        player = Mouse(page)
        player.show_places()
        player.answer()
        page.reload()  # an address in the middle of a game is found again
        page.locator(".game .card h2").wait_for(timeout=STARTING)
        page.locator(".top .brand").click()
        page.locator("#play-alone").wait_for()
        assert page.url == home
        for setup, bots in TABLES:
            played_whole(page, setup, bots)
        assert {address.startswith((home, "blob:", "data:")) for address in asked} == {True}
        assert not troubles
    finally:
        context.close()
