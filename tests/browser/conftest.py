"""Fixtures: a real server on a free port, a real Chromium, and pages that fail a test by any error in their console."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from browser.font_families import USUAL_FAMILY, fontconfig_of
from helpers.engine import engine
from helpers.fixed_seeds import pytest_fixture_setup, pytest_runtest_protocol
from server.harness import Running, running
from tools.browser import chromium_path

__all__ = ["engine", "pytest_fixture_setup", "pytest_runtest_protocol"]

DESKTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}

USUAL: Final[dict[str, Any]] = {
    "viewport": DESKTOP,
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""How pages are opened; what is kept on the device for a time without a server is tested apart."""

UNSEEN = """document.addEventListener("DOMContentLoaded", () => {
  window.unseen = new CSSStyleSheet();
  unseen.replaceSync(":root, dialog, dialog::backdrop { opacity: 0 !important }");
  document.adoptedStyleSheets.push(unseen);
})"""
"""Nobody looks at the pages of a test, and a third of the time would go into painting them. All else is as it is."""

expect.set_options(timeout=30_000)  # other tests keep the machine busy, and it may be a slow one

OpenPage = Callable[..., Page]


def stop_clock(page: Page) -> None:
    """Stop the page's clock, some seconds ahead: by the time a slow machine stops it, the present would be past."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now() + 5000"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server for all browser tests; each opens tables of its own."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return what starts browsers; a process can have only one."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser_with(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Browser]]:
    """Return how to get a browser, without a window, that has certain fonts and no others."""
    started: dict[str, Browser] = {}
    folder = tmp_path_factory.mktemp("fonts")

    def found(fonts: str) -> Browser:
        if fonts not in started:
            env: dict[str, str | float | bool] = {**os.environ, **fontconfig_of(fonts, folder)}
            started[fonts] = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"], env=env)
        return started[fonts]

    yield found
    for browser in started.values():
        browser.close()


@pytest.fixture
def fonts() -> str:
    """Return the family of fonts that the browser has; `with_every_font` gives it all of them."""
    return USUAL_FAMILY


@pytest.fixture
def browser(browser_with: Callable[[str], Browser], fonts: str) -> Browser:
    """Return a browser with these fonts; it runs until all tests have ended."""
    return browser_with(fonts)


@pytest.fixture
def open_page(browser: Browser, server: Running) -> Iterator[OpenPage]:
    """Return how to open a page of the server; whatever its console complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str = "/", **options: Any) -> Page:
        context = browser.new_context(**{**USUAL, **options})
        contexts.append(context)
        context.add_init_script(UNSEEN)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def host(open_page: OpenPage) -> Page:
    """Return the page of somebody who has just made a table for friends."""
    page = open_page()
    page.locator("#play-friends").click()
    page.locator("#start").wait_for()
    return page
