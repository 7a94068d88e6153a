"""What a player sees of a server that stops and comes back, of a page without any server, and of the first view."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from browser.conftest import DESKTOP, PHONE, stop_clock
from browser.fitting import resize
from browser.players import Mouse
from helpers.asked_by_browsers import FIRST_PAGE, LATER, TABLE_LINK
from quillmap.locales import catalogue, languages
from quillmap.server.client import Seat
from quillmap.server.hosting.config import Config
from server.harness import GENEROUS, LONGEST_WAIT, Running, play_out, table_of
from server.ports import free_port

WORDS: Final = catalogue("en")
FIRST_VIEW: Final = 150_000
"""Bytes that the first view may cost."""
FIRST_REQUESTS: Final = 16
"""Requests that it may take: thirty people behind one address come at once."""

SHIFTS: Final = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => list.getEntries().forEach(each => window.shifted += each.value))
    .observe({type: "layout-shift", buffered: true});
}"""

KEPT: Final = """async () => {
  await navigator.serviceWorker.ready;
  const cache = await caches.open("quillmap-2");
  const loaded = performance.getEntriesByType("resource").map(each => new URL(each.name).pathname);
  const wanted = loaded.filter(name => name.startsWith("/static/"));
  const folder = wanted.find(name => name.endsWith("/js/main.js")).replace("js/main.js", "");
  wanted.push("/", `${folder}css/endings.css`, `${folder}locales/en/table-words.json`);
  return (await Promise.all(wanted.map(name => cache.match(name)))).every(Boolean);
}"""
"""Whether everything that the page has loaded is on the device."""

NAMES: Final = (
    """async () => (await (await caches.open("quillmap-2")).keys()).map(each => new URL(each.url).pathname)"""
)
PUT_OLD: Final = """async () => {
  await navigator.serviceWorker.ready;
  await (await caches.open("quillmap-2")).put("/icon.svg", new Response("old"));
}"""
NOTE_CLOSING: Final = """() => {
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("close", () => { window.isClosed = true; });
    }
  };
}"""
"""Note when the page itself hears that its connection is closed."""
WIDTH: Final = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image.naturalWidth;
}"""


@dataclass
class TableRegistry:
    """A server that can be stopped and started again, at the same address and on the same files."""

    running: Running

    def stop(self) -> None:
        """Stop as a signal would."""
        self.running.stop()

    def start(self) -> None:
        """Start again."""
        self.running = Running(replace(self.running.config, port=self.running.port))


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[TableRegistry]:
    """Run a server of one's own."""
    found = TableRegistry(Running(Config(port=free_port(), data=tmp_path, limits=GENEROUS)))
    yield found
    found.stop()


@pytest.fixture
def guest(browser: Browser, registry: TableRegistry) -> Iterator[Page]:
    """Return a page of that server; browsers write every lost connection into the console, so only bugs count."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce")
    troubles: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(registry.running.url)
    yield page
    context.close()
    assert not troubles


def version_of(page: Page) -> int:
    """Return the version of the board that the page shows."""
    return int(page.locator(".game").get_attribute("data-version") or 0)


def test_a_drawing_during_a_gap_is_kept_and_sent(guest: Page, registry: TableRegistry) -> None:
    """The server stops in the middle of a game; what is drawn meanwhile is kept, and sent once it is back."""
    guest.locator("#play-alone").click()
    guest.locator(".game .card h2").wait_for()
    player = Mouse(guest)
    player.show_places()
    assert not player.is_over()
    version = version_of(guest)
    space = next(each for each in player.spaces_shown() if fits(player, each))
    registry.stop()
    guest.mouse.click(*player.centre(space))
    player.frame()
    player.confirm.click()
    expect(guest.locator(".lost")).to_have_text(WORDS.text("page.connection.kept.text"))
    expect(player.confirm).to_contain_text(WORDS.text("page.confirm.kept"))
    registry.start()
    guest.locator(f'.game:not([data-version="{version}"])').wait_for(state="attached")
    expect(guest.locator(".lost")).to_be_hidden()
    table = guest.url.rsplit("/", 1)[1]
    game = registry.running.registry.live[table].document.game
    events = [type(event).__name__ for event in registry.running.log(game)]
    assert events.count("Submitted") == 1
    assert not player.is_over()
    player.answer()
    assert version_of(guest) > version


def fits(player: Mouse, space: int) -> bool:
    """Return whether the piece in hand fits at a space."""
    player.aim(space)
    player.frame()
    return player.is_ready()


def test_a_short_gap_is_not_told_of(guest: Page, registry: TableRegistry) -> None:
    """Only after more than a second without a server the page says so; when it is back, the line goes."""
    guest.evaluate(NOTE_CLOSING)
    guest.locator("#play-alone").click()
    guest.locator(".game .card h2").wait_for()
    stop_clock(guest)
    registry.stop()
    while not guest.evaluate("() => window.isClosed"):
        guest.wait_for_timeout(20)
    guest.clock.run_for(900)
    expect(guest.locator(".lost")).to_be_hidden()
    guest.clock.run_for(600)
    expect(guest.locator(".lost")).to_have_text(WORDS.text("page.connection.lost.text"))
    registry.start()
    guest.clock.resume()
    expect(guest.locator(".lost")).to_be_hidden()


SIZES: Final = ((390, 844), (360, 640), (844, 390), (768, 1024), (1024, 768), (1440, 900))
COVERED: Final = """() => {
  const notice = document.querySelector(".lost").getBoundingClientRect();
  const drawn = [...document.querySelectorAll(".game button:not(.open-deck)")].filter(each => each.checkVisibility());
  return drawn.filter(each => {
    const box = each.getBoundingClientRect();
    return Math.min(box.right, notice.right) - Math.max(box.left, notice.left) > 1
      && Math.min(box.bottom, notice.bottom) - Math.max(box.top, notice.top) > 1;
  }).map(each => each.className + " " + each.textContent);
}"""
"""The controls under the notice; through it, the time of the season can still be tapped."""
WINDOWS: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 375, "height": 667},
    {"width": 667, "height": 375},
)
TABLE_SCREEN: Final = ("/t/{table}/screen", ".tv")
PLACES: Final = """() => [document.documentElement.scrollHeight,
  ...[...document.querySelectorAll("#screen > *, .replay-bar, .tray, .brush-bar, .board")]
    .map(each => Math.round(each.getBoundingClientRect().bottom))]"""
"""How long the page is, and where its parts end."""


def test_a_device_without_a_connection_can_still_be_used(guest: Page) -> None:
    """The device loses its connection in a game: the notice lies over no control, on any screen."""
    guest.locator("#play-alone").click()
    guest.locator(".game .card h2").wait_for()
    guest.context.set_offline(True)
    expect(guest.locator(".lost")).to_have_text(WORDS.text("page.connection.lost.text"))
    for width, height in SIZES:
        guest.set_viewport_size({"width": width, "height": height})
        expect(guest.locator(".lost")).to_be_in_viewport(ratio=1)
        expect(guest.locator(".offline:visible")).to_have_count(0)
        assert guest.evaluate(COVERED) == [], (width, height)
    guest.context.set_offline(False)
    expect(guest.locator(".lost")).to_be_hidden()


def test_screens_that_fill_the_window_stay_where_they_are(guest: Page, registry: TableRegistry) -> None:
    """A replay, a puzzle, a paper map and a table are neither moved nor made longer when the connection goes."""
    url = registry.running.url
    (seat,) = table_of(url, 1)
    seat.start()
    play_out([seat])
    watched = f"/g/{seat.ask('GET')['table']['game']}#9"
    for path, part in (
        (watched, ".replay-bar"),
        ("/puzzles/1", ".puzzle-note"),
        ("/score", ".brush-bar"),
        TABLE_SCREEN,
    ):
        guest.goto(url + path.format(table=seat.table))
        guest.locator(part).wait_for()
        while not guest.evaluate(KEPT):
            guest.wait_for_timeout(50)
        guest.wait_for_load_state("networkidle")
        before = [places_at(guest, size) for size in WINDOWS]
        guest.context.set_offline(True)
        guest.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        guest.locator(".offline").wait_for(state="attached")
        assert [places_at(guest, size) for size in WINDOWS] == before, path
        expect(guest.locator(".lost:visible")).to_have_count(0)  # none of these has a connection to lose
        guest.context.set_offline(False)


def places_at(page: Page, size: ViewportSize) -> list[int]:
    """Return where the parts of the screen are in a window of this size, and how long the page is."""
    resize(page, size)
    found: list[int] = page.evaluate(PLACES)
    return found


def test_what_needs_the_server_says_so_and_goes_on_by_itself(guest: Page, registry: TableRegistry) -> None:
    """A game and a screen that the device has not kept are opened without a server, which then comes back."""
    guest.locator("#play-alone").click()
    guest.locator(".game .card h2").wait_for()
    while not guest.evaluate(KEPT):
        guest.wait_for_timeout(50)
    guest.wait_for_load_state("networkidle")  # nothing is on its way when the server stops
    registry.stop()
    guest.reload()
    expect(guest.locator(".no-server")).to_contain_text(WORDS.text("page.away.text"))
    guest.locator(".no-server button").click()
    expect(guest.locator(".mine .unreachable")).to_contain_text(WORDS.text("games.unreachable"))
    guest.evaluate("() => { history.pushState(null, '', '/puzzles'); dispatchEvent(new PopStateEvent('popstate')); }")
    expect(guest.locator(".no-server")).to_contain_text(WORDS.text("page.away.text"))
    registry.start()
    expect(guest.locator(".no-server")).to_have_count(0, timeout=30_000)
    assert guest.url.endswith("/puzzles")


def test_the_page_opens_without_a_server(guest: Page, registry: TableRegistry) -> None:
    """Once visited, the page opens from the device and says that the server is away; later it is as it was."""
    guest.locator("#play-alone").wait_for()
    while not guest.evaluate(KEPT):  # Playwright's own waiting does not wait for what is promised
        guest.wait_for_timeout(50)
    guest.wait_for_load_state("networkidle")  # nothing is on its way when the server stops
    registry.stop()
    guest.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")  # somebody comes back to the page
    expect(guest.locator(".offline")).to_have_text(WORDS.text("endings.offline.text"))
    guest.reload()
    expect(guest.locator("#play-alone")).to_contain_text(WORDS.text("screens.home.alone"))
    expect(guest.locator(".offline")).to_have_text(WORDS.text("endings.offline.text"))
    guest.locator(".offline button").click()
    expect(guest.locator(".offline")).to_have_count(0)
    registry.start()
    guest.reload()
    guest.locator("#set-out").wait_for()
    expect(guest.locator(".offline")).to_have_count(0)
    names: list[str] = guest.evaluate(NAMES)
    assert not [name for name in names if name.startswith(("/api", "/ws"))]


def test_a_slow_screen_says_that_it_is_on_its_way(guest: Page, registry: TableRegistry) -> None:
    """Nothing is there yet of a screen, but a sentence and the way home are; they go when it comes."""
    asked: list[Route] = []
    guest.route("**/api/cards", lambda route: asked.append(route))  # noqa: PLW0108 – Playwright marks what it calls
    guest.goto(f"{registry.running.url}/score")
    note = guest.locator(".on-its-way")
    expect(note).to_contain_text(WORDS.text("page.opening.moment"))
    expect(note.get_by_role("button", name=WORDS.text("page.away.home"))).to_be_visible()
    for each in asked:
        each.continue_()
    guest.locator(".paper-board").wait_for()
    expect(note).to_have_count(0)


def test_what_the_server_has_is_newer_than_what_is_kept(guest: Page) -> None:
    """A file that the device keeps is never shown while the server has it."""
    guest.locator("#play-alone").wait_for()
    guest.evaluate(PUT_OLD)
    guest.reload()
    guest.locator("#play-alone").wait_for()
    assert guest.evaluate("() => navigator.serviceWorker.controller !== null")
    assert guest.evaluate("async () => (await fetch('/icon.svg')).text()").startswith("<svg")


def test_the_page_can_be_installed(guest: Page) -> None:
    """The manifest is served as one, and its icons have the sizes it names."""
    script = """async () => {
      const answer = await fetch(document.querySelector("link[rel=manifest]").href);
      return [answer.headers.get("content-type"), await answer.json()];
    }"""
    kind, manifest = guest.evaluate(script)
    assert kind.startswith("application/manifest+json")
    assert manifest["start_url"] == manifest["scope"] == "/"
    pictures: list[dict[str, Any]] = manifest["icons"]
    for icon in pictures:
        if icon["sizes"] != "any":
            assert guest.evaluate(WIDTH, icon["src"]) == int(icon["sizes"].split("x")[0])
    assert {icon["purpose"] for icon in pictures} == {"any", "maskable"}


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_view_is_small_and_stands_still(browser: Browser, server: Running, viewport: Any) -> None:
    """Everything that the first view loads, in the language with the longest words, stays small; nothing moves."""
    assert "el" in languages()
    context = browser.new_context(viewport=viewport, locale="el")
    context.add_init_script(f"({SHIFTS})()")
    page = context.new_page()
    sizes: list[float] = []
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(server.url)
    page.locator("#set-out").wait_for()
    page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) < FIRST_VIEW
    assert len(sizes) <= FIRST_REQUESTS
    assert page.evaluate("() => window.shifted") < 0.01
    context.close()


@pytest.mark.parametrize(("path", "listed"), [("/", FIRST_PAGE), ("/t/{table}", TABLE_LINK)], ids=["home", "table"])
def test_a_link_asks_for_what_a_party_is_played_with(
    browser: Browser, server: Running, path: str, listed: tuple[str, ...]
) -> None:
    """Apart from files: what tests of limits take for what a browser asks for is what it does ask for."""
    table = Seat.create(server.url, "Ada", play=False).table
    yesterday = server.registry.calendar.today() - timedelta(days=1)
    expected = Counter(each.format(table=table, yesterday=yesterday) for each in listed if each not in LATER)
    context = browser.new_context(viewport=DESKTOP, locale="en-GB")
    asked: Counter[str] = Counter()
    context.on("request", lambda request: asked.update([urlsplit(request.url).path]))
    page = context.new_page()
    page.goto(server.url + path.format(table=table))
    page.wait_for_function(KEPT)
    deadline = time.monotonic() + LONGEST_WAIT
    while not asked >= expected and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    found = {each: asked[each] for each in asked if not each.startswith("/static/") and each not in LATER}
    assert found == expected
    context.close()


def test_a_page_of_an_earlier_version_is_loaded_again(browser: Browser, server: Running) -> None:
    """Files that a newer server no longer has are missed: then the page is loaded again, and is the new one."""
    context = browser.new_context(viewport=DESKTOP, locale="en-GB", service_workers="block")
    page = context.new_page()
    page.clock.install()
    page.goto(server.url)
    page.locator("#set-out").wait_for()
    script = page.locator("script[type=module]").get_attribute("src") or ""
    shell = page.request.get(server.url).text().replace(script, "/static/0123456789abcdef/js/main.js")
    page.route("**/js/screens-rules.js", lambda route: route.fulfill(status=404), times=1)
    page.route(f"{server.url}/", lambda route: route.fulfill(body=shell, content_type="text/html"))
    page.clock.fast_forward(11_000)
    with page.expect_event("load"):
        page.evaluate("() => { history.pushState(null, '', '/rules'); dispatchEvent(new PopStateEvent('popstate')); }")
    page.locator(".chapter-list").wait_for()
    assert page.url == f"{server.url}/rules"
    context.close()
