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
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, Route, expect

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
WHOLE: Final = """async () => {
  const whole = await (await caches.match("/maps/of/static/whole.json"))?.text();
  return Boolean(whole?.includes(document.querySelector("script[type=module]").src.match(/static.[0-9a-f]{16}/)[0]));
}"""
SAVING: Final = 'Object.defineProperty(navigator, "connection", {value: {saveData: true}})'
VERSION: Final = re.compile(r"static/([0-9a-f]{16})/")
NO_STORAGE: Final = """const denied = () => { throw new DOMException("denied", "SecurityError"); };
  Object.defineProperty(globalThis, "localStorage", {get: denied, configurable: true});
  IDBFactory.prototype.open = denied;
"""
"""What private windows of some browsers do."""
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
    """Wait until everything of the version that the page has is on the device."""
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
    megabytes = int((KEEP.search(button.inner_text()) or [""])[0].removesuffix(" MB"))
    page.locator("#play-alone").click()
    asked_first = WORDS.text("errors.server.keep-first", megabytes=megabytes)
    expect(page.locator(".trouble").first).to_have_text(asked_first)
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


def a_sentence_without_storage(browser: Browser, home: str) -> None:
    """Open the site where nothing can be kept: it is there, and says why there is no game."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    context.add_init_script(NO_STORAGE)

    def deny(route: Route) -> None:
        route.fulfill(response=(found := route.fetch()), body=NO_STORAGE + found.text())

    context.route("**/worker/database.js", deny)
    page = context.new_page()
    page.goto(home)
    page.locator("#play-alone").click()
    expect(page.locator(".trouble").first).to_have_text(WORDS.text("errors.server.no-device"), timeout=STARTING)
    context.close()


def a_sentence_without_room(browser: Browser, home: str) -> None:
    """Begin a game on a device that is full, and again when there is room."""
    # On a device of its own: where something was stored a moment ago, Chromium does not look at the quota.
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    quota = context.new_cdp_session(page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": home, "quotaSize": 1})
    page.goto(home)
    page.locator("#play-alone").click()
    expect(page.locator(".trouble").first).to_have_text(WORDS.text("errors.server.not-stored"), timeout=STARTING)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": home})
    page.locator("#play-alone").click()
    page.locator(".game .card h2").wait_for()
    context.close()


def newer(site: Path) -> None:
    """Put a newer version in the place of a site."""
    old = VERSION.search((site / "index.html").read_text(encoding="utf-8"))
    assert old is not None
    (site / "static" / old[1]).rename(site / "static" / old[1][::-1])
    for file in site.rglob("*"):
        if file.suffix in {".html", ".js", ".json", ".css", ".webmanifest"}:
            file.write_text(file.read_text(encoding="utf-8").replace(old[1], old[1][::-1]), encoding="utf-8")


def an_old_page_goes_on(page: Page, home: str, site: Path) -> None:
    """Play on at a page whose version the host has no more, after another tab has loaded the newer one."""
    page.goto(home)
    page.locator("#play-alone").click()
    page.locator(".game .card h2").wait_for(timeout=STARTING)
    newer(site)
    other = page.context.new_page()
    other.goto(home)
    kept_whole(other)
    other.close()
    player = Mouse(page)
    player.show_places()
    player.answer()
    page.locator(".top .brand").click()
    page.get_by_role("button", name=WORDS.text("screens.home.puzzles")).click()  # a screen that was not loaded yet
    page.locator(".puzzle-rooms .btn").first.wait_for(timeout=STARTING)


@pytest.mark.thorough
@pytest.mark.long
def test_a_site_in_a_sub_folder_plays_alone(
    context: BrowserContext, browser: Browser, folder: Path, server: Running
) -> None:
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
        a_sentence_without_storage(browser, home)
        a_sentence_without_room(browser, home)
        an_old_page_goes_on(page, home, folder / "maps" / "of")
    page.goto(home)
    page.locator("#play-alone").click()
    page.locator(".game .card h2").wait_for()
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
