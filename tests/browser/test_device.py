"""Playing without a server: in a real Chromium, from the first visit to a record, with the server stopped."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from browser.conftest import DESKTOP
from browser.fitting import LANGUAGES
from browser.players import Mouse
from helpers.device_games import PARTS
from helpers.server_games import played_again
from quillmap.locales import catalogue
from quillmap.server.hosting.config import Config
from server.harness import GENEROUS, Running
from tools.browser import chromium_path

WORDS: Final = catalogue("en")
SEED: Final = "on this device"
WHOLE: Final = """async () => Boolean(await caches.match("/static/whole.json"))"""
"""Whether everything that plays without a server is on the device."""
PREPARED: Final = """async () => (await (await caches.open("python-snapshots")).keys()).length === 1"""
"""Whether Python starts there from its memory; where that fails, it is kept no more."""
COVERS_NOTHING: Final = """() => {
  const screen = document.querySelector("#screen"), isUnmoved = screen.offsetTop === 0;
  scrollTo(0, document.documentElement.scrollHeight);
  const [{bottom}, {top}] = [screen, document.querySelector(".offline")].map(each => each.getBoundingClientRect());
  scrollTo(0, 0);
  return isUnmoved && bottom <= top;
}"""
"""Whether the line about the lost connection moves nothing, and whether all can be scrolled clear of it."""
SEEDED: Final = (
    """(() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.path === "/api/tables") {
      const body = JSON.parse(message.body);
      message = {...message, body: JSON.stringify({...body, setup: {...body.setup, seed: "SEED"}})};
    }
    return post.call(this, message, ...rest);
  };
})()"""
).replace("SEED", SEED)
"""Every game that is begun on the device has the same seed."""
COPYING: Final = """Object.defineProperty(navigator, "clipboard", {
  value: {writeText: async (text) => { window.copied = text; }},
})"""
"""What the page copies can be read by a test."""
SPEAK: Final = f"""async (language) => {{
  {PARTS}
  (await part("$words")).setLanguage(language);
}}"""
TOO_OLD: Final = "delete globalThis.WebAssembly; delete globalThis.BigInt"
STARTING: Final = 120_000
"""Milliseconds in which Python starts, however busy the machine is."""


class Device:
    """A browser that can be closed and opened again, with all that it keeps."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self._playwright = playwright
        self._folder = folder
        self._context: BrowserContext | None = None
        self.troubles: list[str] = []

    def open(self, address: str) -> Page:
        """Open a page."""
        self._context = self._playwright.chromium.launch_persistent_context(
            self._folder,
            executable_path=chromium_path(),
            args=["--no-sandbox"],
            viewport=DESKTOP,
            locale="en-GB",
            reduced_motion="reduce",
        )
        self._context.add_init_script(SEEDED)
        self._context.add_init_script(COPYING)
        page = self._context.pages[0]
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.goto(address)
        return page

    def close(self) -> None:
        """Close the browser."""
        if self._context is not None:
            self._context.close()
        self._context = None


@pytest.fixture
def device(playwright: Playwright, tmp_path: Path) -> Iterator[Device]:
    """Return a browser of one's own; any error of a page fails the test."""
    found = Device(playwright, tmp_path / "browser")
    yield found
    found.close()
    assert not found.troubles


def visited(device: Device, server: Running) -> Page:
    """Open the page, and wait until the device has everything, and has prepared the start of Python."""
    page = device.open(server.url)
    page.locator("#play-alone").wait_for()
    latest = time.monotonic() + STARTING / 1000
    for is_so in (WHOLE, PREPARED):
        while not page.evaluate(is_so):  # Playwright's own waiting does not wait for what is promised
            assert time.monotonic() < latest, f"the device has not kept everything: {is_so}"
            page.wait_for_timeout(100)
    return page


def version_of(page: Page) -> int:
    """Return the version of the board that the page shows."""
    return int(page.locator(".game").get_attribute("data-version") or 0)


def read_notice(page: Page) -> None:
    """See that the page tells of the lost connection, and neither moves nor hides anything with that."""
    expect(page.locator(".offline")).to_have_text(WORDS.text("endings.on-device.text"))
    assert page.evaluate(COVERS_NOTHING)


def read_menu(page: Page) -> None:
    """See that a game on the device tells of no lost connection, and offers no screen that could not reach it."""
    expect(page.locator(".offline")).to_be_hidden()
    page.locator(".top .menu").click()
    menu = page.locator("dialog[open]")
    expect(menu).to_contain_text(WORDS.text("page.keys.title"))
    expect(menu).not_to_contain_text(WORDS.text("replay.screen.open"))
    menu.get_by_role("button", name=WORDS.text("page.close"), exact=True).click()
    expect(menu).to_have_count(0)


def read_invitation(page: Page) -> None:
    """See that a waiting table says where it is, and no more of the lost connection."""
    expect(page.locator(".invite")).to_have_text(WORDS.text("screens.table.device.text"), timeout=STARTING)
    expect(page.locator(".offline")).to_be_hidden()


def see_review(page: Page) -> None:
    """See the replay of a finished game reviewed: the first results come while the rest is worked out."""
    page.locator(".brought[aria-label]").wait_for(timeout=STARTING)
    page.locator(".review-open").click()
    page.locator(".curve-mark").first.wait_for(state="attached", timeout=STARTING)


def solve_puzzle(page: Page) -> None:
    """Answer the puzzle of the day, and be told about it."""
    page.locator(".top .brand").click()
    page.get_by_role("button", name=WORDS.text("screens.home.puzzles")).click()
    page.locator(".puzzle-rooms .btn").first.click(timeout=STARTING)
    page.locator(".puzzle-note").wait_for(timeout=STARTING)
    player = Mouse(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    player.find_and_draw()
    expect(page.locator("dialog.puzzle-verdict h2")).to_be_visible(timeout=STARTING)


def begin_and_draw(page: Page) -> int:
    """Begin a game on this device, answer some questions, and return the version of the board."""
    read_notice(page)
    for room, key in (("today", "screens.home.today-away.text"), ("tables", "screens.home.open-away.text")):
        expect(page.locator(f".{room} .nobody")).to_have_text(WORDS.text(key))
    page.locator("#play-here").click()
    page.locator(".game .card h2").wait_for(timeout=STARTING)
    expect(page.locator(".top .brand small")).to_have_text(WORDS.text("page.head.device"))
    read_menu(page)
    player = Mouse(page)
    player.show_places()
    for _ in range(3):
        assert not player.is_over()
        player.answer()
    assert not player.is_over()
    return version_of(page)


def go_on_to_the_end(page: Page, version: int) -> str:
    """Find the game as it was left, play it to its end, and return a link to it, which holds the game."""
    expect(page.locator(".game-list .on-device")).to_have_text(WORDS.text("games.here"))
    page.locator(".game-list .game-tools button").click()
    page.locator(".game .card h2").wait_for(timeout=STARTING)
    assert version_of(page) == version
    Mouse(page).play_to_the_end()
    page.locator(".end-copy").click()
    expect(page.locator(".end-copy")).to_have_text(WORDS.text("endings.replay.copied"))
    link: str = page.evaluate("() => window.copied")
    return link


def play_online_as_before(browser: Browser, server: Running) -> None:
    """Play where the browser can't run what plays without a server: at a table of the server."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(TOO_OLD)
    page = context.new_page()
    page.goto(server.url)
    page.locator("#play-alone").click()
    page.locator(".game .card h2").wait_for()
    assert "/t/device-" not in page.url
    context.close()


def practise(page: Page) -> None:
    """Begin the deal of the last expedition, which came with the first page, and see it in every language."""
    page.locator(".top .brand").click()
    page.locator("#practise-deal").click()
    page.locator(".game .card h2").wait_for(timeout=STARTING)
    for language in reversed(LANGUAGES):
        page.evaluate(SPEAK, language)
        expect(page.locator(".controls .turn")).to_contain_text(catalogue(language).text("page.control.turn"))


def saved_record(page: Page, file: Path) -> str:
    """Save the record of the game that has ended, see that it is honest, and return its text."""
    with page.expect_download(timeout=STARTING) as saved:
        page.locator(".end-record").click()
    saved.value.save_as(file)
    command = [sys.executable, "-m", "quillmap", "replay", "--verify", str(file)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return file.read_text(encoding="utf-8")


def sit_with_a_bot(page: Page) -> None:
    """Play at a table of this device with a bot, which answers."""
    page.locator("#play-friends").click()
    read_invitation(page)
    page.locator("#add-bot").click()
    expect(page.locator(".seat-rows li")).to_have_count(2, timeout=STARTING)
    page.locator("#start").click()
    page.locator(".game .card h2").wait_for(timeout=STARTING)
    expect(page.locator(".top .brand small")).to_have_text(WORDS.text("page.head.device-table"))
    player = Mouse(page)
    player.show_places()
    assert not player.is_over()
    player.answer()  # the bot has answered, too, when the next card comes


@pytest.mark.thorough
@pytest.mark.long
def test_a_whole_game_without_a_server(device: Device, browser: Browser, engine: Path, tmp_path: Path) -> None:
    """It is begun, goes on after the browser was closed, is listed, watched and reviewed, and its record is honest.

    A puzzle is solved, and a bot sits down, too. The server, when it is back, makes the same game of the same answers,
    and shows others the game that a link holds. All of it is one test, because starting Python takes seconds.
    """
    server = Running(Config(port=0, data=tmp_path / "data", limits=GENEROUS, engine=engine))
    page = visited(device, server)
    play_online_as_before(browser, server)
    server.stop()
    page.reload()
    version = begin_and_draw(page)
    assert page.evaluate(PREPARED), "Python could not start from its memory"
    device.close()
    page = device.open(server.url)
    link = go_on_to_the_end(page, version)
    record = saved_record(page, tmp_path / "record.jsonl")
    page.locator(".end-home").click()
    expect(page.locator(".game-list .game-title")).to_be_visible(timeout=STARTING)
    expect(page.locator(".game-list .on-device")).to_have_text(WORDS.text("games.here"))
    page.locator(".game-list .game-tools button").click()
    see_review(page)
    solve_puzzle(page)
    page.goto(server.url)
    sit_with_a_bot(page)
    practise(page)
    server = Running(replace(server.config, port=server.port))
    assert played_again(server, record) == record
    page.goto(link)
    page.locator(".brought[aria-label]").wait_for(timeout=STARTING)
    server.stop()
