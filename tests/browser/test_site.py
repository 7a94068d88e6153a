"""The page as a static site: in a sub-folder of any host, with nobody to answer but the device."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from browser.conftest import DESKTOP
from browser.players import Mouse
from helpers import device_games
from helpers.server_games import played_again
from quillmap.locales import catalogue
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.rules.events import GameEnded
from server.harness import Running
from tools.browser import chromium_path

WORDS: Final = catalogue("en")
STARTING: Final = 120_000
"""Milliseconds in which Python starts, however busy the machine is."""
WHOLE: Final = """async () => Boolean(await caches.match("/maps/of/static/whole.json"))"""
SAVING: Final = 'Object.defineProperty(navigator, "connection", {value: {saveData: true}})'
KEEP: Final = re.compile(r"\d+ MB")
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


def played_whole(page: Page, setup: dict[str, Any], bots: list[str], server: Running) -> None:
    """Play a whole game on the device: its record is honest, and what a server makes of the same answers."""
    game = device_games.play(page, device_games.open_table(page, setup, bots), "apprentice")["game"]
    record = device_games.record(page, game)
    log = read_record(record)
    assert isinstance(log[-1], GameEnded)
    assert verify(log).is_honest
    assert played_again(server, record) == record


@pytest.fixture
def folder(engine: Path, tmp_path: Path) -> Path:
    """Return what a static host serves: the site, in a sub-folder."""
    folder = tmp_path / "host"
    command = [sys.executable, "-m", "quillmap", "export-site", str(folder / "maps" / "of"), "--engine", str(engine)]
    subprocess.run(command, check=True, capture_output=True)
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < LARGEST
    return folder


@pytest.fixture
def context(playwright: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    """Return a browser that keeps what it is given; any error of a page fails the test."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "browser",
        executable_path=chromium_path(),
        args=["--no-sandbox"],
        viewport=DESKTOP,
        locale="en-GB",
        reduced_motion="reduce",
    )
    troubles: list[str] = []
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    yield context
    context.close()
    assert not troubles


def visited_by_somebody_who_saves_data(context: BrowserContext, home: str, asked: list[str]) -> None:
    """Open the site: nothing large is loaded before its size was read and the button pressed."""
    page = context.new_page()
    page.add_init_script(SAVING)
    page.goto(home)
    note = WORDS.text("screens.home.site.text", command="quillmap serve")
    expect(page.locator(".site-note")).to_have_text(note)
    button = page.get_by_role("button", name=KEEP)
    button.wait_for()
    assert not [address for address in asked if "/static/engine/" in address]
    button.click()
    kept_whole(page)
    page.close()


def one_tab_at_a_time(page: Page, home: str) -> None:
    """Open a second tab, which has to wait; when the first is killed, it goes on, and no move is lost."""
    seat = device_games.open_table(page, {"seed": "killed"}, [])
    acknowledged = device_games.play(page, seat, "apprentice", most=3)["acknowledged"]
    other = page.context.new_page()
    other.goto(home)
    other.locator("#play-alone").click()
    expect(other.locator(".trouble").first).to_have_text(WORDS.text("errors.server.open-elsewhere"), timeout=STARTING)
    with page.expect_event("crash"), suppress(Error):  # nobody is left to answer
        page.goto("chrome://crash")
    page.close()
    assert device_games.play(other, seat, "apprentice", most=1)["found"] > acknowledged


def a_sentence_without_webassembly(context: BrowserContext, home: str) -> None:
    """Open the site where Python can't run: it says so."""
    page = context.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(home)
    page.locator("#play-alone").click()
    expect(page.locator(".trouble").first).to_have_text(WORDS.text("errors.server.no-device"))
    page.close()


@pytest.mark.long
def test_a_site_in_a_sub_folder_plays_alone(context: BrowserContext, folder: Path, server: Running) -> None:
    """Screens, games with bots, and all of it without the host; nobody else is ever asked for anything.

    All of it is one test, because starting Python takes seconds.
    """
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.pages[0]
    with hosted(folder) as host:
        home = f"{host}/maps/of/"
        visited_by_somebody_who_saves_data(context, home, asked)
        page.goto(f"{home}?/rules/cards/sentinel-wood")
        page.get_by_role("heading", name=WORDS.text("cards.sentinel-wood.name")).first.wait_for()
    page.goto(home)
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
        played_whole(page, setup, bots, server)
    a_sentence_without_webassembly(context, home)
    one_tab_at_a_time(page, home)
    assert {address.startswith((home, "blob:", "data:")) for address in asked} == {True}
