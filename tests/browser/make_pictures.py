"""Make the pictures of the docs (``python3 dev.py pictures``): a real server, a real browser, a few drawings."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.conftest import DESKTOP, PHONE  # the tests and the tools are put on the path above
from browser.players import Finger, Mouse  # as above
from server.harness import running  # as above
from tools.browser import chromium_path  # as above

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
ROUNDS = 11
"""How far into a game the pictures show it."""


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


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for theme in ("light", "dark"):
            take(browser, server.url, "desktop", theme, is_phone=False)
            take(browser, server.url, "phone", theme, is_phone=True)
        browser.close()


if __name__ == "__main__":
    main()
