"""Whole solo games in a browser: by mouse, by touch at phone size, by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, OpenPage
from browser.players import Finger, Keys, Mouse, Player
from quillmap.locales import catalogue
from quillmap.server.client import call
from server.harness import Running


def finished(page: Page, player: Player, server: Running) -> None:
    """Play to the end and compare what the page shows with what the server has stored."""
    page.locator(".game .card h2").wait_for()
    player.play_to_the_end()
    table = call(server.url, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    summary = call(server.url, "GET", f"/api/games/{table['game']}")
    words = catalogue("en")
    expect(page.locator(".end h2")).to_have_text(words.text(f"terms.title.{summary['title']}"))
    rating = f"+{summary['rating']}" if summary["rating"] > 0 else summary["rating"]
    line = words.text("page.end.rating", count=summary["totals"][0], rating=rating)
    expect(page.locator(".end .rating")).to_have_text(line)


@pytest.mark.long
def test_by_mouse(open_page: OpenPage, server: Running) -> None:
    """One click begins a game; hovering, the wheel and clicks play it."""
    page = open_page()
    page.locator("#play-alone").click()
    finished(page, Mouse(page), server)


@pytest.mark.long
def test_by_touch(open_page: OpenPage, server: Running) -> None:
    """The same with a finger on a phone."""
    page = open_page(viewport=PHONE, has_touch=True)
    page.locator("#play-alone").tap()
    finished(page, Finger(page), server)


@pytest.mark.long
def test_by_keyboard(open_page: OpenPage, server: Running) -> None:
    """The same without a pointer."""
    page = open_page()
    page.locator("#play-alone").wait_for()
    page.keyboard.press("Tab")
    while not page.evaluate("() => document.activeElement.id === 'play-alone'"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    finished(page, Keys(page), server)
