"""The game for everyone: small and large windows, large text, fingers, and those who hear the page."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.axe import violations_by_day_and_night
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.fitting import LANGUAGES, incomplete, overflowing, resize, speak
from browser.font_families import FAMILIES, USUAL_FAMILY, another_family, set_in, set_in_every_font, with_every_font
from quillmap.locales import catalogue
from quillmap.server.client import Seat
from server.harness import Running, first_move, play_some, table_of

WORDS: Final = catalogue("en")
ROUNDS: Final = 9
SKILLS: Final = ["concentration", "diplomacy", "negotiation"]
"""Long names, and a tray that is higher for them."""
WINDOWS: Final[dict[str, ViewportSize]] = {
    "phone": PHONE,
    "narrow-phone": {"width": 360, "height": 740},
    "short-phone": {"width": 390, "height": 664},
    "small-phone": {"width": 360, "height": 640},
    "phone-on-its-side": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "tablet-on-its-side": {"width": 1024, "height": 768},
    "low-desktop": {"width": 1180, "height": 820},
    "desktop": DESKTOP,
    "television": {"width": 1920, "height": 1080},
}
TOO_WIDE: Final = """() => [...document.querySelectorAll(".game *")]
  .filter(each => each.checkVisibility() && !each.closest("svg, .unseen, .ghost, .board"))
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.right > innerWidth + 1 || box.left < -1))
  .map(([each]) => each.outerHTML.slice(0, 90))"""
WHOLE: Final = ".controls .btn, .card h2, .say, .pick-name, .top .sum, .edict-rule"
"""What is always written out."""
SMALL: Final = """() => [...document.querySelectorAll(".game button")].filter(each => each.checkVisibility())
  .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""
FINGERS: Final = 1000
"""Windows less wide than this are touched."""
COVERED: Final = """() => [0, 10, 60, 110, 120].map(n => document.querySelectorAll(".space")[n]).filter(each => {
  const box = each.getBoundingClientRect();
  return !document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.closest(".board");
}).map(each => each.getAttribute("aria-label"))"""
"""Spaces in the corners and in the middle that something else lies upon."""
HEIGHTS: Final = """async texts => {
  const {writeLabel} = await import("/static/js/table/controls.js"), button = document.querySelector("#confirm");
  const heights = texts.map(text => (writeLabel(button.querySelector(".main-text"), text), button.offsetHeight));
  return [...new Set(heights)];
}"""
"""How high the big button is with these texts."""
BROKEN: Final = """() => [...document.querySelectorAll(".skill-name")]
  .filter(each => each.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(each).fontSize))
  .map(each => each.textContent)"""
"""Names of one word that take more than a line."""

OpenGame = Callable[..., Page]


@pytest.fixture(scope="module")
def seat(server: Running) -> Seat:
    """Return a seat in the midst of a solo game."""
    setup = {"box": "base", "skills": SKILLS, "seed": "frames", "ambush_by": "automatic"}
    found = Seat.create(server.url, "Ada", setup=setup, most_seats=1)
    found.start()
    play_some(found, ROUNDS, "frames")
    return found


@pytest.fixture
def open_game(open_page: OpenPage, seat: Seat) -> OpenGame:
    """Return how to open the page of that game."""

    def opened(**options: Any) -> Page:
        page = open_page(f"/t/{seat.table}#{seat.token}", **options)
        page.locator(".game .card h2").wait_for()
        expect(page.locator(".edict .val b").first).not_to_have_text("")
        return page

    return opened


@with_every_font
def test_every_window(open_game: OpenGame, is_thorough: bool) -> None:
    """Nothing hangs over the edge, nothing is cut or covered, fingers hit everything; long names stay whole."""
    page = open_game(has_touch=True)
    for turn, language in enumerate(("en", "el")):
        speak(page, language)
        for number, (name, window) in enumerate(WINDOWS.items()):
            resize(page, window)
            for at, fonts in enumerate(FAMILIES):
                if (turn + number + at) % 2 and not is_thorough:
                    continue  # the other language has these fonts in this window
                set_in(page, fonts)
                assert incomplete(page, WHOLE) == [], (name, language, fonts)
                for fault in (TOO_WIDE, COVERED, BROKEN, *((SMALL,) if window["width"] < FINGERS else ())):
                    assert page.evaluate(fault) == [], (name, language, fonts)
                box = page.locator(".board").bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= window["height"], f"the whole sheet is seen at once: {name}, {fonts}"


@with_every_font
def test_the_button_keeps_its_height(open_game: OpenGame) -> None:
    """Whatever it says while a piece moves, in any language: on a phone the sheet above it must not jump."""
    page = open_game(viewport=PHONE)
    for name in ("phone", "small-phone"):
        resize(page, WINDOWS[name])
        for fonts in set_in_every_font(page):
            for language in LANGUAGES:
                words = catalogue(language)
                texts = [words.text(f"page.why.{why}") for why in ("mountain", "wasteland", "ruins", "target", "other")]
                texts += [words.text("page.why.filled", spaces="A10, B10, C10"), words.text("page.confirm.place")]
                heights = page.evaluate(HEIGHTS, [*texts, words.text("page.confirm.draw")])
                assert len(heights) == 1, (name, language, fonts)


@with_every_font
def test_a_neighbours_map_in_every_window(open_page: OpenPage, server: Running) -> None:
    """During an ambush, too, the whole sheet and the button that draws on it are seen at once."""
    seats = table_of(server.url, 2, setup={"box": "base", "seed": "maps 5"})
    seats[0].start()
    for seat in seats:
        seat.connect()
        seat.move(first_move(seat))
    page = open_page(f"/t/{seats[0].table}#{seats[0].token}", locale="de")
    page.locator(".game.raiding").wait_for()
    for name, window in WINDOWS.items():
        resize(page, window)
        for fonts in set_in_every_font(page):
            assert page.evaluate(TOO_WIDE) == [], (name, fonts)
            assert incomplete(page, WHOLE) == [], (name, fonts)
            assert page.evaluate(COVERED) == [], (name, fonts)
            expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    for seat in seats:
        seat.close()


def test_where_there_is_no_room_others_are_in_the_menu(open_page: OpenPage, server: Running) -> None:
    """On a phone on its side the maps of the others are behind the menu, and one tap more shows one in full."""
    seats = table_of(server.url, 2, setup={"box": "base", "seed": "maps 5"})
    seats[0].start()
    page = open_page(f"/t/{seats[0].table}#{seats[0].token}", viewport=WINDOWS["phone-on-its-side"], has_touch=True)
    page.locator(".tools .menu").tap()
    page.get_by_role("button", name=WORDS.text("page.folk.title")).tap()
    page.locator(".everybody .player").tap()
    expect(page.get_by_role("img", name=WORDS.text("page.ambush.map", owner="Player 2"))).to_be_visible()


@with_every_font
def test_text_twice_as_large(open_game: OpenGame) -> None:
    """With text at 200 % things move, but nothing is lost."""
    page = open_game(viewport=PHONE, locale="de", bypass_csp=True)
    page.add_style_tag(content="html { font-size: 200% !important }")
    page.locator("html.large-text .game").wait_for()
    for window, language in ((PHONE, "de"), (DESKTOP, "en")):
        speak(page, language)
        resize(page, window)
        for fonts in set_in_every_font(page):
            assert page.evaluate(TOO_WIDE) == [], (language, fonts)
            assert incomplete(page, WHOLE) == [], (language, fonts)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (language, fonts)
            for control in (".card h2", "#confirm", ".edict >> nth=3", ".controls .undo"):
                page.locator(control).scroll_into_view_if_needed()
                expect(page.locator(control)).to_be_in_viewport()


@with_every_font
def test_the_first_page_with_text_twice_as_large(open_page: OpenPage, is_thorough: bool) -> None:
    """On the first page every word fits then, and nothing is cut off: the code can still be typed."""
    page = open_page(bypass_csp=True)
    page.add_style_tag(content="html { font-size: 200% !important }")
    page.locator(".large-text #set-out").wait_for()
    for language in LANGUAGES:
        speak(page, language)
        page.locator("#set-out").wait_for()
        for window in (PHONE, DESKTOP):
            resize(page, window)
            for fonts in FAMILIES if is_thorough else (USUAL_FAMILY, another_family(language)):
                set_in(page, fonts)
                assert overflowing(page) == [], (language, window, fonts)
    for window in (PHONE, DESKTOP):
        resize(page, window)
        page.locator("#code").blur()
        page.locator("#join").click()
        expect(page.locator("#code")).to_be_focused()


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(open_game: OpenGame, window: ViewportSize) -> None:
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
