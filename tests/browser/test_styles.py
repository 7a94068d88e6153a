"""The style of a screen reaches no other screen, in whichever order they are opened."""

from typing import Final

from playwright.sync_api import Page

from browser.conftest import PHONE, OpenPage
from server.harness import Running, play_out, table_of

LOOKS: Final = """() => {
  const told = ["display", "order", "position", "padding", "margin", "gap", "fontSize", "fontWeight", "color",
    "gridTemplateColumns", "backgroundColor", "textAlign", "borderTopWidth", "minHeight", "animationName"];
  const nodes = [...document.querySelectorAll("#screen, #screen *:not(svg *):not(.live):not(.none)")].slice(0, 500);
  return Object.fromEntries(nodes.map(each => {
    const style = getComputedStyle(each);
    const names = [each, each.parentElement].map(node => `${node.tagName}.${node.getAttribute("class") ?? ""}`);
    return [names.reverse().join(" > "), told.map(name => `${name}: ${style[name]}`)];
  }));
}"""
"""How things on a screen look, by their names."""

GO: Final = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"

Looks = dict[str, list[str]]


def looks(page: Page, ready: str) -> Looks:
    """Return how the screen looks that *ready* is a part of."""
    page.locator(ready).first.wait_for()
    found: Looks = page.evaluate(LOOKS)
    return found


def differences(fresh: Looks, later: Looks) -> list[str]:
    """Return what looks otherwise than on a page that was just loaded."""
    return [
        f"{name} {was} → {now}"
        for name in fresh.keys() & later.keys()
        for was, now in zip(fresh[name], later[name], strict=True)
        if was != now and "gridTemplateColumns" not in was  # in pixels: as wide as words happen to be
    ]


def test_no_screen_changes_another(open_page: OpenPage, server: Running) -> None:
    """After every other screen has been open, each looks as on a page that was just loaded."""
    waiting, over = table_of(server.url, 2), table_of(server.url, 2, setup={"box": "base", "seed": "styles"})
    over[0].start()
    play_out(over)
    game = over[0].ask("GET")["table"]["game"]
    screens = {
        f"/t/{waiting[0].table}": "#sit",
        f"/t/{over[0].table}": ".end .race-list .me, .end-crown",
        "/": "#set-out",
        "/daily": ".week-head",
        "/score": "#total",
        "/rules": ".card-tile",
        "/print": ".print-sheet",
        "/statistics": ".figures .nobody",
        "/g": "#replay-link",
        f"/g/{game}": ".watching",
        f"/t/{over[0].table}/screen": ".tv.over",
    }
    page = open_page(f"/t/{over[0].table}#{over[0].token}", viewport=PHONE)
    looks(page, ".end-crown")
    fresh: dict[str, Looks] = {}
    for path, ready in screens.items():
        page.goto(server.url + path)
        fresh[path] = looks(page, ready)
    for _ in range(2):
        for path, ready in screens.items():
            page.evaluate(GO, path)
            assert differences(fresh[path], looks(page, ready)) == [], path
