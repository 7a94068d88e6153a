"""A browser under test has the fonts that it is meant to have, whatever the machine has."""

from typing import Any

from browser.conftest import OpenPage
from browser.font_families import FAMILIES, with_every_font


@with_every_font
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
