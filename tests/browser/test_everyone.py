"""The game for everyone: small and large windows, large text, fingers, and those who hear the page."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations_by_day_and_night
from browser.conftest import DESKTOP, PHONE, OpenPage
from quillmap.locales import catalogue
from quillmap.server.client import Seat
from server.harness import Running, play_some

WORDS: Final = catalogue("en")
ROUNDS: Final = 9
WINDOWS: Final[dict[str, dict[str, int]]] = {
    "phone": PHONE,
    "narrow-phone": {"width": 360, "height": 740},
    "phone-on-its-side": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "desktop": DESKTOP,
    "television": {"width": 1920, "height": 1080},
}
TOO_WIDE: Final = """() => [...document.querySelectorAll(".game *")]
  .filter(each => each.checkVisibility() && !each.closest("svg, .unseen, .ghost, .board"))
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.right > innerWidth + 1 || box.left < -1))
  .map(([each]) => each.outerHTML.slice(0, 90))"""
CUT: Final = """() => [
  ...document.querySelectorAll(".controls .btn, .card h2, .say, .pick-name, .top .sum, .edict-rule")]
  .filter(each => each.checkVisibility() && getComputedStyle(each).display !== "inline")
  .filter(each => each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 3)
  .map(each => `${each.className} ${each.textContent}`)"""
SMALL: Final = """() => [...document.querySelectorAll(".game button")].filter(each => each.checkVisibility())
  .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""

OpenGame = Callable[..., Page]


@pytest.fixture(scope="module")
def seat(server: Running) -> Seat:
    """Return a seat in the midst of a solo game."""
    found = Seat.create(
        server.url, "Ada", setup={"box": "base", "seed": "frames", "ambush_by": "automatic"}, most_seats=1
    )
    found.start()
    play_some(found, ROUNDS, "frames")
    return found


@pytest.fixture
def open_game(open_page: OpenPage, seat: Seat) -> OpenGame:
    """Return how to open the page of that game."""

    def opened(**options: Any) -> Page:
        page = open_page(f"/t/{seat.table}#{seat.token}", **options)
        page.locator(".game .card h2").wait_for()
        expect(page.locator(".edict .val b").first).not_to_have_text("", timeout=20000)
        return page

    return opened


@pytest.mark.parametrize("name", WINDOWS)
def test_every_window(open_game: OpenGame, name: str) -> None:
    """Nothing hangs over the edge, nothing is cut, fingers hit everything."""
    window = WINDOWS[name]
    is_touch = window["width"] < 1000
    page = open_game(viewport=window, has_touch=is_touch)
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(CUT) == []
    if is_touch:
        assert page.evaluate(SMALL) == []
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= window["height"], "the whole sheet is seen at once"


@pytest.mark.parametrize(("window", "language"), [(PHONE, "de"), (DESKTOP, "en")], ids=["phone", "desktop"])
def test_text_twice_as_large(open_game: OpenGame, window: dict[str, int], language: str) -> None:
    """With text at 200 % things move, but nothing is lost."""
    page = open_game(viewport=window, locale=language, bypass_csp=True)
    page.add_style_tag(content="html { font-size: 200% !important }")
    page.wait_for_timeout(100)
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for control in (".card h2", "#confirm", ".edict >> nth=3", ".controls .undo"):
        page.locator(control).scroll_into_view_if_needed()
        expect(page.locator(control)).to_be_in_viewport()


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(open_game: OpenGame, window: dict[str, int]) -> None:
    """Contrast, names, roles: by day and by night."""
    assert violations_by_day_and_night(open_game(viewport=window)) == []


def test_a_map_is_told_in_words(open_game: OpenGame) -> None:
    """A key opens the map as text; every space of the grid has its name."""
    page = open_game()
    spaces = page.locator("[role=grid] [role=gridcell]")
    expect(spaces).to_have_count(121)
    expect(spaces.first).to_have_attribute("aria-label", "A1, Empty")
    page.keyboard.press("m")
    told = page.locator("dialog[open]")
    expect(told.locator("h2")).to_have_text(WORDS.text("page.map.as-text"))
    assert told.locator("li").count() > ROUNDS
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_rules_and_rulings_are_a_tap_away(open_game: OpenGame) -> None:
    """On a phone: the card's page, an edict's page with its rulings, the rules; the game stays open under them."""
    page = open_game(viewport=PHONE, has_touch=True)
    page.locator(".card .info").tap()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".edict").nth(2).tap()
    expect(page.locator(".edict:nth-child(3).open")).to_have_count(1)
    page.locator(".rule").tap()
    expect(page.locator("dialog[open] .rule-text")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".tools .menu").tap()
    page.get_by_role("button", name=WORDS.text("page.tool.rules"), exact=True).tap()
    expect(page.locator("dialog[open] h2")).to_have_text(WORDS.text("page.tool.rules"))
