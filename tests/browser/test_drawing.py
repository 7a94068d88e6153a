"""Drawing by hand in a browser: keys, wheel, one finger and two, and what the page shows of it."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.fitting import resize
from browser.players import Finger, Mouse
from quillmap.locales import catalogue
from quillmap.server.client import Seat
from server.harness import Running, play_some, wait_until

WORDS: Final = catalogue("en")
SETUP: Final = {"box": "base", "edicts": "first-game", "ambush_by": "automatic", "seed": "First map 91"}
"""Its first card has one shape and two terrains, and its first edict earns along the edge."""
OUTLINE: Final = """() => [...document.querySelectorAll(".ghost .ghost-ruins")]
  .map(each => [each.x.baseVal.value, each.y.baseVal.value])"""
SHAPE: Final = """() => document.querySelector(".card .card-body svg").getBoundingClientRect().width"""
MIDDLE: Final = 5 * 11 + 5


@pytest.fixture
def link(server: Running) -> str:
    """Return the way to a game that has just begun."""
    seat = Seat.create(server.url, "Ada", setup=SETUP, most_seats=1)
    seat.start()
    return f"/t/{seat.table}#{seat.token}"


def outline(page: Page) -> list[list[float]]:
    """Return how the piece is turned."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[list[float]] = page.evaluate(OUTLINE)
    return found


def test_keys_and_wheel(open_page: OpenPage, link: str) -> None:
    """R and F, the wheel, figures, Esc, L: each does what it says."""
    page = open_page(link)
    page.locator(".game .card h2").wait_for()
    player = Mouse(page)
    player.aim(MIDDLE)
    printed = outline(page)
    page.keyboard.press("r")
    turned = outline(page)
    assert turned != printed
    page.keyboard.press("Shift+R")
    assert outline(page) == printed
    page.keyboard.press("f")
    assert outline(page) not in (printed, turned)
    page.keyboard.press("f")
    player.turn()
    wait_until(lambda: outline(page) == turned)
    page.keyboard.press("2")
    expect(page.locator(".terrains .pick").nth(1)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("1")
    expect(page.locator(".layer-places circle")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".layer-places circle").first).to_be_attached()
    page.keyboard.press("l")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost.none")).to_have_count(1)


def test_what_it_would_bring(open_page: OpenPage, link: str) -> None:
    """Forest at the edge: the edict, the flag, the leaf and the button show it; a mountain says why not."""
    page = open_page(link)
    page.locator(".game .card h2").wait_for()
    player = Mouse(page)
    player.aim(5 * 11)
    gain = page.locator(".edict .gain").first
    expect(gain).to_contain_text("+")
    expect(page.locator(".layer-over .flag")).to_have_count(1)
    expect(page.locator(".layer-over .glow")).not_to_have_count(0)
    expect(page.locator("#confirm .gain")).to_contain_text(gain.inner_text())
    player.aim(MIDDLE)
    expect(page.locator(".ghost.clash:not(.none)")).to_have_count(1)
    expect(page.locator("#confirm")).to_contain_text(WORDS.text("page.why.mountain"))
    expect(page.locator(".layer-over .flag")).to_have_count(0)


def test_a_hint_says_whether_to_use_acrobatics(open_page: OpenPage, server: Running) -> None:
    """An ambush is revealed and there are coins: what a bot would do is marked, and said in a sentence."""
    seed = "Acrobat 23"
    setup = {"box": "base", "skills": ["acrobatics", "diplomacy", "stealth"], "ambush_by": "automatic", "seed": seed}
    seat = Seat.create(server.url, "Ada", setup=setup, most_seats=1)
    seat.start()
    play_some(seat, 4, seed)
    page = open_page(f"/t/{seat.table}#{seat.token}")
    page.locator(".declare:not(.none)").wait_for()
    expect(page.locator(".declare .on")).to_have_count(0)
    page.keyboard.press("h")
    chosen = page.locator(".declare .on")
    expect(chosen).to_have_count(1)
    expect(page.locator(".card .say")).to_have_text(WORDS.text("page.hint.declare.text", choice=chosen.inner_text()))


def test_a_hint_is_laid_on_the_map(open_page: OpenPage, link: str) -> None:
    """A bot's place is pinned, ready to be drawn; with nothing chosen yet, the button shows where it fits."""
    page = open_page(link, viewport=PHONE)
    page.locator(".game .card h2").wait_for()
    small = page.evaluate(SHAPE)
    resize(page, DESKTOP)
    assert page.evaluate(SHAPE) > small, "with more room the shape on the card grows at once"
    page.locator("#confirm").click(force=True)
    expect(page.locator(".layer-places circle").first).to_be_attached()
    page.get_by_role("button", name=WORDS.text("page.tool.hint")).click()
    expect(page.locator(".ghost.fits:not(.none)")).to_have_count(1)
    expect(page.locator(".card .say")).not_to_be_empty()
    expect(page.locator("#confirm")).to_contain_text(WORDS.text("page.confirm.draw"))
    version = page.locator(".game").get_attribute("data-version")
    page.locator("#confirm").click()
    expect(page.locator(f'.game:not([data-version="{version}"])')).to_have_count(1)


def test_one_finger_and_two(open_page: OpenPage, link: str) -> None:
    """A drag carries the piece above the finger and pins it; a second finger turns it."""
    page = open_page(link, viewport=PHONE, has_touch=True)
    page.locator(".game .card h2").wait_for()
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        found: list[dict[str, Any]] = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    x, y = Finger(page).centre(6 * 11 + 8)
    touch("touchStart", (x, y + 90))
    for step in range(1, 6):
        touch("touchMove", (x, y + 90 - 6 * step))
    expect(page.locator(".ghost.fits:not(.none)")).to_have_count(1)
    piece = page.locator(".ghost-body").bounding_box()
    assert piece is not None
    assert piece["y"] + piece["height"] < y + 60, "the finger does not hide it"
    before = outline(page)
    touch("touchStart", (x, y + 60), (x - 90, y + 60))
    touch("touchMove", (x, y + 60), (x - 60, y + 130))
    assert outline(page) != before
    touch("touchEnd")
    expect(page.locator(".ghost.pinned")).to_have_count(1)
    page.locator("#confirm").click()
    expect(page.locator(".ghost.none")).to_have_count(1)
