"""A record of oneself in a browser: my games, statistics, marks of help; and maps on paper."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.fitting import overflowing, resize, speak
from browser.screen_checks import checked, is_open_to_everybody
from quillmap.locales import catalogue, languages
from quillmap.rules.counting import TITLES
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING
from quillmap.server.client import Seat
from server.harness import Running, play_out, receive_until

WORDS: Final = catalogue("en")
LONGEST_WORDS: Final = "el"
PAPERS: Final = ("A4", "Letter")
CUT: Final = """() => [...document.querySelectorAll(".print-sheet, .print-sheet *")]
  .filter(each => each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 1)
  .filter(each => getComputedStyle(each).overflow === "hidden")
  .map(each => each.className || each.tagName)"""
"""What does not fit into its place on the sheet."""


OUTSIDE: Final = """() => [...document.querySelectorAll(".figures-table")]
  .filter(each => each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right)
  .map(each => each.textContent.slice(0, 60))"""
"""Tables that are wider than the paper they stand on."""
PORTION: Final = 30
"""How many games the list shows at a time."""
SMALLEST: Final[ViewportSize] = {"width": 320, "height": 568}


def finished(server: Running, **wishes: Any) -> Seat:
    """Return a seat that has played alone to the end, with one hint."""
    seat = Seat.create(server.url, "Ada", setup={"ambush_by": "automatic"}, **wishes)
    seat.connect()
    seat.start()
    seat.send({"type": "hint", "id": "h", "level": "random"})
    receive_until(seat, "hint")
    play_out([seat])
    return seat


def keep_on_device(page: Page, seat: Seat) -> None:
    """Let the device know the seat, as if the game had been played on it."""
    table = {"id": seat.table, "token": seat.token, "at": 1, "seat": 1}
    page.evaluate("tables => localStorage.setItem('quillmap.tables', tables)", json.dumps([table]))


def test_statistics_count_the_games_of_this_device(open_page: OpenPage, server: Running) -> None:
    """My games leads to them; a title won with help is marked in both."""
    seat = finished(server)
    page = open_page("/rules")
    keep_on_device(page, seat)
    page.goto(f"{server.url}/statistics")
    expect(page.locator(".curve-dot")).to_have_count(1)  # also before the list of games was looked at
    page.goto(f"{server.url}/g")
    expect(page.locator(".game-list .helped")).to_contain_text(WORDS.text("help.hints", count=1))
    page.locator("#to-statistics").click()
    expect(page.locator(".figures-edicts tbody tr")).to_have_count(4)
    expect(page.locator(".curve-dot.helped")).to_have_count(1)
    expect(page.locator(".figures-titles tbody td").last).to_have_text("1")
    for size in (PHONE, DESKTOP):
        resize(page, size)
        checked(page)
    is_open_to_everybody(page)


def kept_results() -> list[dict[str, Any]]:
    """Return finished games as a device keeps them: every edict, every title, every map."""
    cards, titles, maps = list(SCORING), [title for _, title in TITLES], list(PRINTED)
    names = {"names": ["Ada"], "ranks": [1], "day": "", "seat": 0, "sheet": None, "help": None}
    return [
        {
            **names,
            "game": f"game-{n}",
            "ended": 1e12 + n * 1e8,
            "totals": [100 + n],
            "rating": n - 4,
            "title": titles[n % len(titles)],
            "setup": {"explore": "base", "pool": "both", "map": maps[n % len(maps)]},
            "edicts": cards[4 * n : 4 * n + 4],
            "earnings": {"edicts": [25] * 4, "coins": 14, "monsters": 20, "seasons": [25] * 4},
        }
        for n in range(len(cards) // 4)
    ]


def test_statistics_fit_in_every_language(open_page: OpenPage, server: Running) -> None:
    """With all edicts and titles, on phones down to the smallest."""
    page = open_page("/rules", viewport=PHONE)
    table = {"id": "kept", "token": "x", "at": 1, "status": "finished", "results": kept_results()}
    page.evaluate("tables => localStorage.setItem('quillmap.tables', tables)", json.dumps([table]))
    page.route("**/api/tables/kept", lambda route: route.fulfill(json={}))  # no server knows it
    page.goto(f"{server.url}/statistics")
    for language in languages():
        speak(page, language)
        expect(page.locator(".figures-edicts tbody tr")).to_have_count(len(SCORING))
        for size in (PHONE, SMALLEST):
            resize(page, size)
            assert overflowing(page) == [], (language, size)
            assert page.evaluate(OUTSIDE) == [], (language, size)


def test_a_long_list_of_games_comes_in_portions(open_page: OpenPage, server: Running) -> None:
    """What stands below it stays within reach; a file that is none is told of beside its button."""
    page = open_page("/rules", viewport=PHONE)
    results = [{**each, "game": f"{each['game']}-{copy}"} for copy in range(5) for each in kept_results()]
    table = {"id": "kept", "token": "x", "at": 1, "status": "finished", "results": results}
    page.evaluate("tables => localStorage.setItem('quillmap.tables', tables)", json.dumps([table]))
    page.route("**/api/tables/kept", lambda route: route.fulfill(json={}))  # no server knows it
    page.goto(f"{server.url}/g")
    lines, more = page.locator(".my-games .game-list li"), page.locator(".more-games")
    expect(lines).to_have_count(PORTION)
    expect(page.locator("h1")).to_have_text(WORDS.text("games.title"))
    expect(more).to_have_text(WORDS.text("games.more", left=len(results) - PORTION))
    more.click()
    expect(lines).to_have_count(min(2 * PORTION, len(results)))
    page.locator("label[for=games-file]").scroll_into_view_if_needed()
    page.locator("#games-file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(page.locator(".moving .moved")).to_have_text(WORDS.text("games.no-file.text"))
    expect(page.locator(".moving .moved")).to_be_in_viewport()
    page.locator(".my-games .seg label").last.click()
    expect(page.locator(".moving .moved")).to_be_empty()


def pages_of(page: Page, paper: str) -> int:
    """Return on how many pages of *paper* the browser prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


def prints_on_one_page(page: Page) -> None:
    """Expect one whole page of both papers."""
    assert [pages_of(page, paper) for paper in PAPERS] == [1, 1]
    assert page.evaluate(CUT) == []


def test_every_map_fits_on_one_page_of_paper(open_page: OpenPage) -> None:
    """Empty ones, also with the longest edicts written on them."""
    page = open_page("/print", color_scheme="dark")
    speak(page, LONGEST_WORDS)
    maps = page.locator(".print-choices .seg input")
    expect(maps).to_have_count(len(PRINTED))
    page.locator(".print-choices summary").click()
    words = catalogue(LONGEST_WORDS)
    for place, select in enumerate(page.locator(".print-choice select").all()):
        cards = [each.get_attribute("value") or "" for each in select.locator("option").all()][1:]
        longest = sorted(cards, key=lambda card: -len(words.text(f"cards.{card}.rule")))
        select.select_option(longest[place])
    for each in maps.all():
        each.check(force=True)
        prints_on_one_page(page)
    resize(page, PHONE)
    checked(page)


@pytest.mark.long
def test_the_print_view_is_open_to_everybody(open_page: OpenPage) -> None:
    """The accessibility checker finds nothing."""
    page = open_page("/print")
    page.locator(".print-sheet").wait_for()
    is_open_to_everybody(page)


def test_a_finished_map_fits_on_one_page_of_paper(open_page: OpenPage, server: Running) -> None:
    """With its edicts, coins, points and rating; the replay leads to it."""
    seat = finished(server)
    assert seat.board is not None
    page = open_page(f"/g/{seat.board['game']}")
    page.get_by_role("button", name=WORDS.text("replay.print")).first.click()
    sheet = page.locator(".print-sheet")
    expect(sheet).to_contain_text("Ada")
    total = str(seat.board["result"]["totals"][0]).replace("-", "−")
    expect(page.locator(".print-score .sum").last).to_contain_text(total)
    for language in languages():
        speak(page, language)
        sheet.wait_for()
        prints_on_one_page(page)
