"""The table on a big screen: it invites, it shows a hundred maps, it says where maps went, and who has won."""

from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations, violations_by_day_and_night
from browser.conftest import OpenPage
from quillmap.locales import catalogue
from quillmap.rules.cards import CARDS, AmbushCard
from quillmap.rules.ids import CardId
from quillmap.server.client import Seat
from server.harness import LONGEST_GAME, LONGEST_WAIT, Running, play_out, random_choice, table_of

WORDS: Final = catalogue("en")
TV: Final = {"width": 1920, "height": 1080}
BOTS: Final = 98
PATIENCE: Final = 1000 * LONGEST_GAME
"""Milliseconds."""
COLOURS: Final = """() => [...document.querySelectorAll(".wall-face canvas")].map(each => {
  const {data} = each.getContext("2d").getImageData(0, 0, each.width, each.height);
  return new Set(new Uint32Array(data.buffer)).size;
})"""
"""How many colours there are on each map."""


def is_readable(page: Page) -> None:
    """Expect that nothing is outside the screen, and nothing written smaller than four metres allow."""
    assert page.evaluate(
        "() => document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
    )
    script = """() => [...document.querySelectorAll(".tv :not(svg *)")]
      .filter(each => [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim()))
      .filter(each => each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < 20)
      .map(each => each.className + " " + each.textContent.slice(0, 40))"""
    assert page.evaluate(script) == []


@pytest.mark.thorough
@pytest.mark.long
def test_a_hundred_seats_are_watched_to_the_end(open_page: OpenPage, server: Running) -> None:
    """The screen invites while the table waits, then shows all maps, and at the end everybody in their place."""
    seats = table_of(server.url, 2)
    page = open_page(f"/t/{seats[0].table}/screen", viewport=TV)
    page.locator(".tv-seats li").first.wait_for()
    expect(page.locator(".tv-code")).to_have_text(seats[0].ask("GET")["table"]["code"])
    expect(page.locator(".tv-seats li")).to_have_count(2)
    # This server listens on its own machine only: a code would lead nobody here.
    code = page.get_by_role("img", name=WORDS.text("screens.table.qr")).last
    expect(page.locator(".tv-invite")).to_contain_text("--host")
    expect(code).to_be_hidden()
    reachable = {"base": "http://192.0.2.1:8000", "is_for_this_machine": False}
    page.route("**/api/invitation", lambda route: route.fulfill(json=reachable))
    page.reload()
    expect(page.locator(".tv-invite")).to_contain_text("192.0.2.1:8000")
    expect(code).to_be_visible()
    assert code.evaluate("async (picture) => { await picture.decode(); return picture.naturalWidth; }") > 0
    is_readable(page)
    seats[0].add_bots("random", BOTS)
    expect(page.locator(".tv-seats li")).to_have_count(BOTS + 2)
    assert violations(page) == []
    seats[0].start()
    expect(page.locator(".wall-map")).to_have_count(BOTS + 2)
    expect(page.locator(".tv-drawn")).to_have_text(WORDS.text("replay.screen.drawn", count=BOTS, all=BOTS + 2))
    is_readable(page)
    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(play_out, seats)
        expect(page.locator(".tv-standing:not(.none)")).to_be_visible(timeout=PATIENCE)
        page.locator(".tv.over").wait_for(timeout=PATIENCE)
        result = playing.result()[0]
    names = [seat["name"] for seat in seats[0].ask("GET")["table"]["seats"]]
    order = sorted(range(len(names)), key=lambda seat: (result["ranks"][seat], seat))
    shown = page.locator(".wall-map")
    expect(shown).to_have_count(len(names))
    expect(page.locator(".wall-name")).to_have_text([names[seat] for seat in order])
    expect(page.locator(".wall-rank")).to_have_text([f"{result['ranks'][seat]}." for seat in order])
    totals = [str(result["totals"][seat]).replace("-", "−") for seat in order]
    expect(page.locator(".wall-total span")).to_have_text(totals)
    expect(page.locator(".tv-ranks b")).to_have_text([names[seat] for seat in order[:12]])
    page.wait_for_function(f"() => Math.min(...({COLOURS})()) > 5")
    is_readable(page)
    assert violations_by_day_and_night(page) == []


def play_until_an_ambush(seats: list[Seat]) -> AmbushCard:
    """Let all play until maps are handed on; return why."""
    choose = random_choice("until an ambush")
    for seat in seats:
        seat.connect()
    while True:
        for seat in seats:
            while seat.own is None or seat.own["choices"] is None:
                seat.receive(timeout=LONGEST_WAIT)
            assert seat.board is not None
            if seat.board["ask"] == "ambush":
                card = CARDS[CardId(seat.board["card"])]
                assert isinstance(card, AmbushCard)
                return card
        for seat in seats:
            assert seat.own is not None
            version = seat.move(choose(seat.board or {}, seat.own["choices"]))
            while seat.version < version:
                seat.receive(timeout=LONGEST_WAIT)


def test_an_ambush_says_where_every_map_is(open_page: OpenPage, server: Running) -> None:
    """Over each map stands who holds it, and the banner says which way the maps went."""
    seats = table_of(server.url, 3, setup={"box": "base", "seed": "ambush 1"})  # the third card is one
    seats[0].start()
    page = open_page(f"/t/{seats[0].table}/screen", viewport=TV)
    page.locator(".wall-map").first.wait_for()
    card = play_until_an_ambush(seats)
    way = "clockwise" if card.clockwise else "counterclockwise"
    expect(page.locator(".tv-raid")).to_contain_text(WORDS.text(f"terms.arrow.{way}"))
    step = 1 if card.clockwise else -1
    holders = [f"Player {(seat + step) % 3 + 1}" for seat in range(3)]
    expect(page.locator(".wall-holder")).to_have_text(holders)
    expect(page.locator(".wall-map.is-busy")).to_have_count(3)
    is_readable(page)
    assert violations(page) == []
    for seat in seats:
        seat.close()


def test_the_host_opens_it_from_the_waiting_room(open_page: OpenPage) -> None:
    """A link beside the code leads to the screen, in a window of its own."""
    page = open_page()
    page.locator("#play-friends").click()
    page.locator("#start").wait_for()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=WORDS.text("replay.screen.open")).click()
    opened.value.locator(".tv-seats li").first.wait_for()
    expect(opened.value.locator(".tv-code")).to_have_text(page.locator(".big-code").inner_text())
