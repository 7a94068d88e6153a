"""Every number of stars that a page shows is the engine's, at every event of the golden games."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from browser.conftest import OpenPage
from golden.make_games import HASHED, KINDS
from helpers.told_games import GAME, Told, public_states, replay_of, sheet_of, table_of_game, told_to
from quillmap.rules.counting import total_of
from quillmap.rules.events import Ask, SeasonScored, Spread
from quillmap.rules.state import State

Json = dict[str, Any]

LISTEN: Final = """() => {
  unseen.replaceSync("#screen { content-visibility: hidden }");
  Object.defineProperty(Element.prototype, "innerHTML", {set() {}});
  const channel = new MessageChannel(), due = [];
  channel.port1.onmessage = () => due.shift()(performance.now());
  window.requestAnimationFrame = act => { due.push(act); channel.port2.postMessage(0); return 0; };
  window.frame = () => new Promise(done => requestAnimationFrame(done));
  const fetched = window.fetch;
  window.fetch = (address, ...rest) => address === window.table?.address
    ? Promise.resolve(new Response(JSON.stringify({table: window.table.info})))
    : fetched(address, ...rest);
  window.WebSocket = class {
    constructor() { window.server = this; queueMicrotask(() => this.onopen()); }
    send(text) {
      const {type, id} = JSON.parse(text), {message, worth} = window.told;
      if (type === "hello") this.say(message);
      if (type === "preview") this.say(JSON.stringify({type, id, worth}));
    }
    say(data) { queueMicrotask(() => this.onmessage?.({data})); }
    close() {}
  };
}"""
"""A server within the page, which says what it is told to. Frames come as soon as they can, and nothing is painted:
pictures would take most of the time."""

READ: Final = """
  const texts = (where, from = document) => [...from.querySelectorAll(where)].map(each => each.textContent);
  const read = () => ({
    total: [...texts(".top .sum b"), ...texts(".scores .grand b")],
    seasons: [...document.querySelectorAll(".scores table")].map(each => texts("td > span", each)),
    tally: texts(".tally b"),
    counted: texts(".seasons .pts > span"),
    edicts: texts(".edict .val b"),
    others: texts(".people .who b"),
    ranking: texts(".end:not(.none) .race-list b.num, .replay-ranks em, .tv-standing:not(.none) .tv-ranks em"),
    maps: texts(".wall-total span"),
    running: texts(".top .sum em:not(.none), .scores .grand em:not(.none)"),
  });
"""
"""All numbers of stars on a page."""

WALK: Final = (
    """async ({path, info, told}) => {"""
    + READ
    + """
  const found = [];
  window.table = {address: `/api/tables/${info.id}`, info};
  window.told = told[0];
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  for (const [n, each] of told.entries()) {
    window.told = each;
    if (n) server.say(each.message);
    const scenes = [], version = String(JSON.parse(each.message).board.version);
    for (let calm = 0; calm < 2;) {
      await frame();
      const scene = document.querySelector("dialog.count.done[open]");
      if (scene) {
        const [lines, race] = [".ledger-line .line-value b", ".race-list b.num"].map(where => texts(where, scene));
        scenes.push({lines, sum: texts(".ledger-sum b", scene), race, rating: texts(".scroll-sum b.num", scene)});
        scene.querySelector(".main").click();
      } else if (document.querySelector(`[data-version="${version}"]`)) calm++;
    }
    found.push({...read(), scenes});
  }
  return found;
}"""
)
"""Open an address of the page, tell it what the server tells, and note what it shows after each message."""

REPLAY: Final = (
    """async ({shown: {replay, stories}, seat}) => {"""
    + READ
    + """
  const {mountReplay} = await import("/static/js/screens/replay.js");
  const {momentsOf} = await import("/static/js/replay/moments.js");
  const {loadCards} = await import("/static/js/cards.js");
  const {needWords} = await import("/static/js/words.js");
  await needWords("replay", "screens");
  const root = document.createElement("div"), catalogue = await loadCards(), found = [];
  document.getElementById("screen").replaceChildren(root);
  const source = {game: "", replay, story: async seat => stories[seat].brought, verdict: () => new Promise(() => {})};
  const screen = mountReplay(root, source, {catalogue, go() {}, hash: `#1.${seat + 1}`});
  await frame();
  for (const {last} of momentsOf(replay)) {
    found.push({...read(), last});
    root.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
  }
  screen.close();
  return found;
}"""
)
"""Step through a replay, and note what it shows at every moment."""


def figures(numbers: Iterable[int | None]) -> list[str]:
    """Return numbers as the page writes them."""
    return ["" if each is None else str(each).replace("-", "−") for each in numbers]


def expected(state: State, seat: int) -> Json:
    """Return what a page has to show of one seat's sheet."""
    sheet, scores = sheet_of(state, seat), state.seats[seat].scores
    sums = [None if each is None else each[-1] for each in sheet.seasons]
    return {
        "total": figures([sheet.total] * 2),
        "seasons": [figures(each or [None] * 5) for each in sheet.seasons],
        "tally": figures(sums),
        "counted": figures(each if n < len(scores) else None for n, each in enumerate(sums)),
        "edicts": figures(sheet.edicts),
        "running": [] if sheet.running is None else ["+" * (sheet.running >= 0) + figures([sheet.running])[0]] * 2,
    }


def standing(state: State) -> list[str]:
    """Return everybody's stars, most first."""
    return figures(sorted(map(total_of, state.seats), reverse=True))


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page whose server is within it."""
    page = open_page("/rules")
    page.locator(".card-tile").first.wait_for()
    page.evaluate(LISTEN)
    page.route(f"**/api/tables/{GAME}/**", lambda route: route.fulfill(content_type="image/svg+xml", body="<svg/>"))
    return page


SEATS: Final = {kind: number % KINDS[kind].seats for number, kind in enumerate(KINDS)}
"""The seat from which each game is watched: all places come about."""


def walked(page: Page, kind: str, seat: int | None) -> Iterator[tuple[Told, Json]]:
    """Yield every message of a game to a seat, or to the big screen, with what the page shows after it."""
    told = list(told_to(kind, seat))
    wish = {
        "path": f"/t/{GAME}" if seat is not None else f"/t/{GAME}/screen",
        "info": table_of_game(kind),
        "told": [{"message": each.message, "worth": each.worth} for each in told],
    }
    yield from zip(told, page.evaluate(WALK, wish), strict=True)


def check_counts(told: Told, seat: int, scenes: list[Json]) -> None:
    """Expect a scene for each season that was counted, and one for the end of the game."""
    counts = [event.scores[seat] for event in told.events if isinstance(event, SeasonScored)]
    assert len(scenes) == len(counts) + (told.state.result is not None)
    race = standing(told.state) if len(told.state.seats) > 1 else []
    for score, scene in zip(counts, scenes, strict=False):
        assert scene["lines"] == figures([*score.edicts, score.coins, -score.monsters])
        assert scene["sum"] == figures([score.total])
        assert scene["race"] == race
    if told.state.result is not None:
        assert scenes[-1]["race"] == race
        assert scenes[-1]["rating"][:1] == ([] if race else standing(told.state))


@pytest.mark.thorough
@pytest.mark.long
def test_the_table_shows_what_the_engine_counts(page: Page) -> None:
    """After every message: the own sheet, everybody's stars, the count of each season, the ranking at the end."""
    moments: set[str] = set()
    for kind, seat in SEATS.items():
        for told, shown in walked(page, kind, seat):
            state, wanted = told.state, expected(told.state, seat)
            assert {key: shown[key] for key in wanted} == wanted, (kind, told.events)
            others = [other for number, other in enumerate(state.seats) if number != seat]
            assert shown["others"] == figures(map(total_of, others)), (kind, told.events)
            assert shown["ranking"] == (standing(state) if state.result and others else []), kind
            check_counts(told, seat, shown["scenes"])
            if state.ask is Ask.TROLL and state.waiting:
                moments.add("Troll")
            moments |= {"Zombie" for event in told.events if isinstance(event, Spread)}
    assert moments == {"Troll", "Zombie"}


@pytest.mark.thorough
@pytest.mark.long
def test_the_replay_shows_what_the_engine_counts(page: Page) -> None:
    """At every moment; a hundred maps, made of the same parts, would take as long as all other games together."""
    for kind in KINDS.keys() - HASHED:
        states, seat = public_states(kind), SEATS[kind]
        for shown in page.evaluate(REPLAY, {"shown": replay_of(kind), "seat": seat}):
            state = states[shown["last"]]
            wanted, where = expected(state, seat), (kind, shown["last"])
            assert {key: shown[key] for key in wanted} == wanted, where
            assert shown["maps"] == figures(map(total_of, state.seats)), where
            assert shown["ranking"] == (standing(state) if state.result and len(state.seats) > 1 else []), where


@pytest.mark.thorough
def test_the_big_screen_shows_what_the_engine_counts(page: Page) -> None:
    """Everybody's stars beside their maps, and the ranking after each season."""
    for kind in KINDS:
        for told, shown in walked(page, kind, None):
            assert sorted(shown["maps"]) == sorted(standing(told.state)), kind
            assert shown["ranking"] in ([], standing(told.state)[:12]), kind
