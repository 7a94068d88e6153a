"""What holds for every screen: it has names for those who hear it, room for fingers, and enough contrast."""

from typing import Final

from playwright.sync_api import Page

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE
from browser.fitting import resize

UNNAMED: Final = """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=gridcell]")]
  .filter(each => each.checkVisibility() && !each.getAttribute("aria-label"))
  .filter(each => !each.labels?.length && !each.textContent.trim())
  .map(each => each.outerHTML.slice(0, 120))"""
"""Controls that a screen reader could not name."""

SMALL: Final = """() => [...document.querySelectorAll("button, select, a.brand, .seg label, .switch, .brushes label")]
  .filter(each => each.checkVisibility()).map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""
"""Targets that a finger could miss."""


def checked(page: Page) -> None:
    """Expect what holds for every screen: nothing unnamed, nothing too small, nothing wider than the window."""
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def is_open_to_everybody(page: Page) -> None:
    """Expect the checker to find nothing, neither by day on a phone nor by night on a desk."""
    resize(page, PHONE)
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    resize(page, DESKTOP)
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
