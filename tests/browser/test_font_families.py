"""A browser under test has the fonts that it is meant to have, whatever the machine has."""

from typing import Any, Final

import pytest

from browser.conftest import OpenPage
from browser.font_families import FAMILIES, set_in, with_every_font
from server.harness import Running, table_of

OTHERWISE: Final = """families => [...document.querySelectorAll("body :not([type=radio], [type=checkbox])")]
  .filter(each => each.checkVisibility())
  .map(each => [each.outerHTML.slice(0, 90), getComputedStyle(each).fontFamily.replaceAll('"', "")])
  .filter(([, family]) => !families.includes(family) && !family.endsWith(", monospace"))"""
"""What is set neither in the serif nor in the sans-serif; codes are in letters of one width, whatever else there is."""


@pytest.mark.parametrize("fonts", FAMILIES)
def test_both_faces_are_of_the_family(open_page: OpenPage, fonts: str) -> None:
    """Titles are set in its serif, all else in its sans-serif."""
    page = open_page("/score")
    page.locator("#total").wait_for()
    wire = page.context.new_cdp_session(page)
    wire.send("DOM.enable")
    wire.send("CSS.enable")
    root = wire.send("DOM.getDocument")["root"]["nodeId"]

    def face(selector: str) -> str:
        node = wire.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        used: list[dict[str, Any]] = wire.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        [one] = used
        return str(one["familyName"]).removesuffix(" SemiBold")

    assert face("h1") == FAMILIES[fonts].serif
    assert face("#undo") == FAMILIES[fonts].sans


@with_every_font
def test_nothing_is_set_in_other_fonts(open_page: OpenPage, server: Running) -> None:
    """Two variables say in which fonts words are set, controls included: tests can change them on an open page."""
    seats = table_of(server.url, 1)
    seats[0].start()
    page = open_page()
    for path, ready in (
        ("/", "#set-out"),
        ("/score", "#total"),
        ("/rules", ".card-tile"),
        (f"/t/{seats[0].table}#{seats[0].token}", ".game .card h2"),
    ):
        page.goto(server.url + path)
        page.locator(ready).first.wait_for()
        set_in(page, "noto")
        assert page.evaluate(OTHERWISE, [FAMILIES["noto"].serif, FAMILIES["noto"].sans]) == [], path
