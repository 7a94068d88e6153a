"""Make the pictures of the docs (``python3 dev.py pictures``): a real server, a real browser, a few drawings."""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.conftest import DESKTOP, PHONE  # the tests and the tools are put on the path above
from browser.players import Finger, Mouse  # as above
from quillmap.locales import catalogue  # as above
from quillmap.server.client import Seat  # as above
from quillmap.server.hosting.config import Limits  # as above
from server.harness import GENEROUS, Running, receive_until, running  # as above
from tools.browser import chromium_path  # as above

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
ROUNDS = 11
"""How far into a game the pictures show it."""
CARELESS = 5
"""Every fifth drawing of the game that is reviewed is not thought about much."""


def take(browser: Browser, url: str, name: str, theme: str, *, is_phone: bool) -> None:
    """Take a picture of the home page and one of a game in the second season."""
    context = browser.new_context(
        viewport=PHONE if is_phone else DESKTOP,
        has_touch=is_phone,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(url)
    page.locator("#play-alone").wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / f"home-{name}-{theme}.png")
    page.locator("#play-alone").click()
    page.locator(".game .card h2").wait_for()
    player = Finger(page) if is_phone else Mouse(page)
    player.show_places()
    for _ in range(ROUNDS):
        assert not player.is_over()
        player.answer()
    player.is_over()
    player.show_places()
    player.frame()
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / f"game-{name}-{theme}.png")
    context.close()


def review(browser: Browser, server: Running) -> None:
    """Take a picture of a mistake in a review, with the best answer beside it."""
    context = browser.new_context(viewport=DESKTOP, color_scheme="light", reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.url}/g/{with_mistakes(server.url)}#1.1r")
    page.locator(".review-sum").wait_for(timeout=300_000)
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name=catalogue("en").text("review.best.show")).click()
    page.locator(".board-box .better").wait_for(state="attached")
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / "review-desktop-light.png")
    context.close()


def puzzle(browser: Browser, url: str) -> None:
    """Take pictures of a puzzle on a phone, and of what is said of an answer."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, color_scheme="light", reduced_motion="reduce", locale="en-GB"
    )
    page = context.new_page()
    page.goto(f"{url}/puzzles/1")
    page.locator(".puzzle-note").wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / "puzzle-phone-light.png")
    player = Finger(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    player.find_and_draw()
    page.locator("dialog.puzzle-verdict h2").wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / "puzzle-verdict-phone-light.png")
    context.close()


def with_mistakes(url: str) -> str:
    """Play a game as a good player who is careless now and then; return its id."""
    seat = Seat.create(url, "Ada", most_seats=1, setup={"seed": "pictures", "ambush_by": "automatic"})
    seat.start()
    seat.connect()
    answered = 0
    while seat.board is None or seat.board["result"] is None:
        if seat.own is None or seat.own["choices"] is None:
            seat.receive()
            continue
        answered += 1
        level = "apprentice" if answered % CARELESS == 0 else "surveyor"
        seat.send({"type": "hint", "id": f"h{answered}", "level": level})
        move, version = receive_until(seat, "hint")["move"], seat.version
        seat.move({key: value for key, value in move.items() if key != "seat"})
        while seat.version <= version:
            seat.receive()
    seat.close()
    game: str = seat.board["game"]
    return game


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), replace(GENEROUS, review_playouts=Limits().review_playouts)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for theme in ("light", "dark"):
            take(browser, server.url, "desktop", theme, is_phone=False)
            take(browser, server.url, "phone", theme, is_phone=True)
        review(browser, server)
        puzzle(browser, server.url)
        browser.close()


if __name__ == "__main__":
    main()
