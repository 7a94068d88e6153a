"""The style of a screen reaches no other screen: they are opened one after the other, without a reload.

Usually each is opened after three others, in the thorough form after all others.
"""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import PHONE, UNSEEN, USUAL
from page.test_screens import MAIN, SCREENS
from server.harness import Running, play_out, play_some, table_of

ROUTES: Final = re.findall(r'\{path: /\^(.*?)\$?/,.*? load: \(\) => import\("\./screens/(.+?)\.js"\)', MAIN)
"""The addresses of the page as the router has them, each with its screen; the last one is every other address."""

WATCH: Final = """(() => {
  window.pending = new Set();
  const channel = new MessageChannel(), due = [];
  channel.port1.onmessage = () => due.shift()(performance.now());
  window.requestAnimationFrame = act => { due.push(act); channel.port2.postMessage(0); return 0; };
  const {fetch: asked, WebSocket: Socket} = window;
  window.fetch = async (...request) => {
    pending.add(request);
    try { return await asked(...request); } finally { pending.delete(request); }
  };
  window.WebSocket = class extends Socket {
    constructor(...address) {
      super(...address);
      pending.add(this);
      this.addEventListener("close", () => pending.delete(this));
      this.addEventListener("message", ({data}) => {
        const {type, id} = JSON.parse(data);
        if (type === "welcome") pending.delete(this);
        pending.delete(id);
      });
    }
    send(text) {
      pending.add(JSON.parse(text).id ?? this);
      super.send(text);
    }
    close() {
      pending.delete(this);
      super.close();
    }
  };
})()"""
"""Know what the page waits for; and frames come as soon as they can."""

LOOKS: Final = """
  const TOLD = ["display", "visibility", "order", "position", "zIndex", "width", "height", "minWidth", "minHeight",
    "maxWidth", "marginTop", "marginLeft", "paddingTop", "paddingLeft", "rowGap", "columnGap", "flexGrow", "flexBasis",
    "flexDirection", "alignItems", "justifyContent", "gridTemplateAreas", "fontFamily", "fontSize", "fontWeight",
    "fontStyle", "lineHeight", "letterSpacing", "textAlign", "textTransform", "textDecorationLine", "whiteSpace",
    "color", "fill", "backgroundColor", "backgroundImage", "borderTopWidth", "borderTopColor", "borderTopLeftRadius",
    "boxShadow", "opacity", "overflowX", "overflowY", "transform", "transitionDuration", "animationName", "cursor"];
  const boxOf = node => {
    const {x, y, width, height} = node.getBoundingClientRect();
    return `box: ${[x + scrollX, y + scrollY, width, height].map(Math.round).join()}`;
  };
  const styleOf = node => {
    const style = getComputedStyle(node);
    return TOLD.map(name => `${name}: ${style[name]}`).join("; ");
  };
  const nodes = () => [document.documentElement, document.body,
    ...document.querySelectorAll("#screen, #screen *:not(svg *), dialog, dialog *:not(svg *)")];
  const looks = () => {
    document.activeElement?.blur();
    // A countdown, and the link to a table, which is another one each time.
    for (const passing of document.querySelectorAll(".trip-left, .link span")) passing.textContent = "";
    const kinds = new Map([[null, ""]]), known = new Set();
    return nodes().map(node => {
      const name = `${node.tagName}.${node.getAttribute("class") ?? ""}`;
      const kind = `${kinds.get(node.parentNode) ?? ""} ${name}`, isNew = !known.has(kind);
      kinds.set(node, kind);
      known.add(kind);
      return [name, isNew ? `${boxOf(node)}; ${styleOf(node)}` : boxOf(node)];
    });
  };
  const pause = () => new Promise(done => setTimeout(done, 4));
  const isBusy = () => pending.size > 0 || !document.querySelector("#screen > *");
  let changes = 0;
  const everything = {subtree: true, childList: true, attributes: true, characterData: true};
  new MutationObserver(() => { changes++; }).observe(document, everything);
  /** Until all is as wanted, or else until nothing is asked for and nothing moves. The second takes longer if something
   * is wanted: the screen before stays while a slow machine loads the next one. */
  const settled = async (wanted = {}) => {
    const long = wanted.text ? 500 : 20;
    let now = [], text = "", last = -1;
    for (let calm = 0, pauses = 0; pauses < 10_000; pauses++) {
      await pause();
      const present = isBusy() ? -1 : changes;
      calm = present === last ? calm + 1 : 0;
      last = present;
      if (present < 0 || calm < long && (calm % 5 > 0 || wanted.count !== nodes().length)) continue;
      const before = text;
      now = looks();
      text = JSON.stringify(now);
      if (text === wanted.text || calm >= long && text === before) break;
    }
    return now;
  };
"""
"""How everything on a page looks, in its order: where each node is, and the style of the first one of a kind."""

FRESH: Final = f"async () => {{ {LOOKS} return JSON.stringify(await settled()); }}"

GO: Final = """const go = address => {
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
};"""

VISIT: Final = f"async tour => {{ {LOOKS} {GO} for (const address of tour) go(address), await settled(); }}"
"""Open one screen after the other: this device notes what it has seen."""

TOUR: Final = (
    """async ([tour, fresh, kept]) => {"""
    + LOOKS
    + GO
    + """
  const differences = (now, then) => now.length !== then.length ? [`${then.length} nodes, now ${now.length}`]
    : now.flatMap(([name, looks], n) => {
      const [was, is] = [then[n][1], looks].map(each => each.split("; "));
      const other = is.flatMap((each, at) => each === was[at] ? [] : [`${was[at]} → ${each}`]);
      return other.length ? [`${name} ${other.join(", ")}`] : [];
    });
  const found = [], wanted = {};
  for (const [address, text] of Object.entries(fresh)) wanted[address] = {text, count: JSON.parse(text).length};
  for (const [n, address] of tour.entries()) {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    go(address);
    const now = await settled(wanted[address]);
    const other = JSON.stringify(now) === fresh[address] ? [] : differences(now, JSON.parse(fresh[address]));
    if (other.length) found.push(`${address} after ${tour[n - 1]}: ${other.slice(0, 12).join(" | ")}`);
  }
  return found;
}"""
)
"""Go from one address to the next without a reload, and say what looks otherwise than on a page that was just loaded.
What the device keeps is as it was then: opening the set-up makes a table."""


def addresses(tables: list[str], game: str) -> Iterator[str]:
    """Yield an address for every screen of the page, one for each of the tables, and one that leads nowhere."""
    seen, shown = set(), {"t": tables[-1], "g": game, "puzzles": "1"}
    for path, screen in ROUTES[:-1]:
        plain = re.sub(r"\((?:[^()]|\([^()]*\))*\)(?:\?|\{0,\d\})", "", path).replace("\\/", "/")
        if screen in seen:
            continue
        seen.add(screen)
        found = re.fullmatch(r"/(t|g|puzzles)/\([^)]*\)(/\w+)?", plain)
        if found and found[1] == "t" and not found[2]:
            yield from (f"/t/{table}" for table in tables)
        elif found:
            yield f"/{found[1]}/{shown[found[1]]}{found[2] or ''}"
        else:
            assert re.fullmatch(r"/[a-z/-]*", plain), f"which address does {path} stand for?"
            yield plain
    yield "/nowhere"


def pairs(count: int) -> Iterator[int]:
    """Yield numbers below *count* so that each follows each other one."""
    for first in range(count):
        for second in range(first + 1, count):
            yield from (first, second)
        yield first


def round_trips(count: int) -> Iterator[int]:
    """Yield numbers below *count* so that each follows three others: upwards, downwards, and in a mixed order."""
    yield from range(count)
    yield from reversed(range(count - 1))
    yield from random.Random(count).sample(range(1, count), count - 1)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return a phone of somebody; whatever it tells of the time is the same throughout."""
    context = browser.new_context(**{**USUAL, "viewport": PHONE})
    for script in (UNSEEN, WATCH):
        context.add_init_script(script)
    page = context.new_page()
    page.clock.set_fixed_time(datetime.now(tz=UTC))
    yield page
    context.close()


@pytest.mark.thorough
@pytest.mark.long
def test_no_screen_changes_another(page: Page, server: Running, is_thorough: bool) -> None:
    """Whichever screen was open before, each looks as on a page that was just loaded: styles and boxes."""
    waiting, playing = table_of(server.url, 2), table_of(server.url, 1, setup={"box": "base", "seed": "styles"})
    over = table_of(server.url, 2, setup={"box": "base", "seed": "styles"})
    for host in (playing[0], over[0]):
        host.start()
    play_some(playing[0], 5, "styles")
    play_out(over)
    for seat in (waiting[1], playing[0], over[0]):
        page.goto(f"{server.url}/t/{seat.table}#{seat.token}")
        page.evaluate(FRESH)
    tables = [seats[0].table for seats in (waiting, playing, over)]
    fresh: dict[str, str] = {}
    places = list(addresses(tables, over[0].ask("GET")["table"]["game"]))
    page.evaluate(VISIT, places)
    kept = page.evaluate("() => ({...localStorage})")
    for address in places:
        page.evaluate("kept => Object.entries(kept).forEach(each => localStorage.setItem(...each))", kept)
        page.goto(server.url + address)
        fresh[address] = page.evaluate(FRESH)
    tour = [places[number] for number in (pairs if is_thorough else round_trips)(len(places))]
    assert page.evaluate(TOUR, [tour, fresh, kept]) == []


def test_every_screen_is_opened() -> None:
    """The router's screens are all read from it; each address is tried after several others, or after all."""
    assert {f"screens/{screen}.js" for _, screen in ROUTES} == set(SCREENS)
    assert len(list(addresses(["a"], "b"))) == len(SCREENS)
    assert len({*pairwise(pairs(5))}) == 5 * 4
    places = len(list(addresses(["a", "b", "c"], "d")))
    followed = {*pairwise(round_trips(places))}
    assert len(followed) > 2.5 * places
    assert all(one != other for one, other in followed)
    assert {one for one, _ in followed} == {other for _, other in followed} == set(range(places))
