"""A finished game in a browser: any moment, any map, and what every drawing brought."""

import re
from dataclasses import dataclass
from itertools import accumulate, count
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations, violations_by_day_and_night
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.fitting import resize
from quillmap.locales import catalogue, tell
from quillmap.play.record import read_record
from quillmap.rules.events import CardRevealed, Drawn, Event, GameBegan, GameEnded, SeasonScored
from quillmap.server.client import call
from server.harness import Running, play_out, table_of

WORDS: Final = catalogue("en")
PEOPLE: Final = 2
BOTS: Final = 3
"""Enough for the row of maps to be wider than a phone."""


HIDDEN_BY_BAR: Final = """() => {
  const bottom = where => document.querySelector(where).getBoundingClientRect().bottom;
  const bar = document.querySelector(".replay-bar").getBoundingClientRect().top;
  return [".board", ".purse .coins", ".replay-news", ".brought-now"].filter(each => bottom(each) > bar);
}"""
"""What a phone does not show of a moment without scrolling."""


@dataclass(frozen=True)
class Played:
    """A finished game: its id, its table and its record."""

    game: str
    names: list[str]
    text: str
    events: list[Event]

    @property
    def end(self) -> GameEnded:
        """How it ended."""
        end = self.events[-1]
        assert isinstance(end, GameEnded)
        return end


@pytest.fixture(scope="module")
def played(server: Running) -> Played:
    """Play a game with heroes, two people over the client and a bot."""
    seats = table_of(server.url, PEOPLE, setup={"box": "heroes"})
    seats[0].add_bots("random", BOTS)
    seats[0].start()
    play_out(seats)
    table = seats[0].ask("GET")["table"]
    with urlopen(f"{server.url}/api/games/{table['game']}/record") as answer:
        text = answer.read().decode()
    return Played(table["game"], [seat["name"] for seat in table["seats"]], text, read_record(text))


def at(page: Page, moment: int) -> None:
    """Expect the page to show a moment, the first being 0."""
    page.locator(f".watching[data-at='{moment}']").wait_for()


def totals_equal_the_record(page: Page, played: Played, seat: int) -> None:
    """Expect the score sheet of a seat to be the one of the record."""
    counted = [each.scores[seat] for each in played.events if isinstance(each, SeasonScored)]
    expect(page.locator(".grand b")).to_have_text(str(played.end.totals[seat]).replace("-", "−"))
    sums = [str(score.total).replace("-", "−") for score in counted]
    expect(page.locator(".scores td.sum span")).to_have_text(sums)
    assert list(accumulate(score.total for score in counted))[-1] == played.end.totals[seat]


def test_a_game_is_stepped_and_scrubbed(open_page: OpenPage, played: Played) -> None:
    """Buttons, keys, the slider and its seasons lead to any moment; the address remembers which."""
    page = open_page(f"/g/{played.game}")
    at(page, 0)
    page.get_by_role("button", name=WORDS.text("replay.step")).click()
    first = next(event for event in played.events if isinstance(event, CardRevealed))
    expect(page.locator(".now-card h2")).to_have_text(WORDS.text(f"cards.{first.card}.name"))
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.get_by_role("button", name=WORDS.text("replay.go-season", season=WORDS.text("terms.season.autumn"))).click()
    expect(page.locator(".seasons .now .name")).to_have_text(WORDS.text("terms.season.autumn"))
    slider = page.get_by_role("slider")
    slider.fill("7")
    at(page, 7)
    expect(page).to_have_url(re.compile(f"/g/{played.game}#8.1$"))
    page.reload()
    at(page, 7)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("End")
    expect(page.locator(".seasons .past")).to_have_count(4)
    expect(slider).to_have_value(slider.get_attribute("max") or "")


def test_every_map_ends_as_the_record_says(open_page: OpenPage, played: Played) -> None:
    """Seat by seat the score sheet fills up to the recorded totals; the ranking is that of the record, too."""
    page = open_page(f"/g/{played.game}")
    at(page, 0)
    page.keyboard.press("End")
    for seat, name in enumerate(played.names):
        page.locator(".seats-box .wall-in").nth(seat).click()
        expect(page.get_by_role("grid")).to_have_attribute("aria-label", WORDS.text("page.ambush.map", owner=name))
        totals_equal_the_record(page, played, seat)
    ranked = sorted(range(len(played.names)), key=lambda seat: played.end.ranks[seat])
    expect(page.locator(".replay-ranks b")).to_have_text([played.names[seat] for seat in ranked])
    expect(page.locator(".verdict")).to_contain_text(WORDS.text("replay.verdict.honest"))
    assert violations_by_day_and_night(page) == []
    page.locator(".verdict").click()
    expect(page.get_by_role("dialog")).to_contain_text(played.end.seed)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("v")
    expect(page.locator(".wall-box .wall-map")).to_have_count(len(played.names))
    page.locator(".wall-box .wall-in").nth(1).click()
    expect(page.get_by_role("grid")).to_be_visible()


def test_what_a_drawing_brought_is_told(open_page: OpenPage, played: Played, server: Running) -> None:
    """At the first drawing of the second seat its sentence and its points are those of the server."""
    drawn = next(event for event in played.events if isinstance(event, Drawn) and event.sheet == 1)
    began = played.events[0]
    assert isinstance(began, GameBegan)
    sentence = tell(drawn, began.setup, played.names, WORDS)[0]
    page = open_page(f"/g/{played.game}")
    at(page, 0)
    page.keyboard.press("ArrowDown")
    news = page.locator(".replay-news")
    for moment in count(1):
        page.keyboard.press("ArrowRight")
        at(page, moment)
        if news.inner_text() == sentence:
            break
    worth = call(server.url, "GET", f"/api/games/{played.game}/events/{played.events.index(drawn)}/seats/1")
    for place, edict in enumerate(worth["edicts"]):
        expect(page.locator(".edict .val b").nth(place)).to_have_text(str(edict["after"]))
    gains = [edict["after"] - edict["before"] for edict in worth["edicts"]]
    gains += [worth["coins_after"] - worth["coins_before"], worth["monsters_before"] - worth["monsters_after"]]
    expect(page.locator(".chips li:not(.none) .gain")).to_have_text(
        [f"{gain:+}".replace("-", "−") for gain in gains if gain]
    )


def test_it_plays_by_itself(open_page: OpenPage, played: Played) -> None:
    """At eight times the speed the space bar runs it to the end, and stops it on the way."""
    page = open_page(f"/g/{played.game}")
    at(page, 0)
    page.get_by_label(WORDS.text("replay.speed"), exact=True).select_option("8")
    page.locator(".desk").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=WORDS.text("replay.pause"))).to_be_visible()
    expect(page.locator(".watching:not([data-at='0']):not([data-at='1'])")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=WORDS.text("replay.play"), exact=True)).to_be_visible()
    slider = page.get_by_role("slider")
    slider.fill(slider.get_attribute("max") or "")
    expect(page.locator(".seasons .past")).to_have_count(4)


def test_a_phone_shows_it_all(open_page: OpenPage, played: Played) -> None:
    """With long words nothing is wider than the window, nothing nameless; the bar is under the thumb."""
    page = open_page(f"/g/{played.game}#6.2", viewport=PHONE, has_touch=True, locale="de")
    at(page, 5)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=catalogue("de").text("replay.step")).tap()
    at(page, 6)
    expect(page.locator(".replay-bar")).to_be_in_viewport()
    assert violations(page) == []
    for width, height in ((390, 844), (375, 667), (360, 640), (320, 568)):
        resize(page, {"width": width, "height": height})
        assert page.evaluate(HIDDEN_BY_BAR) == []


def test_a_record_is_watched_from_a_file(open_page: OpenPage, played: Played, server: Running, tmp_path: Path) -> None:
    """From the first page, a record that somebody kept is shown and checked; one that was changed is found out."""
    record = tmp_path / "quillmap.jsonl"
    page = open_page()
    page.get_by_role("button", name=WORDS.text("screens.home.watch")).click()
    page.locator(".my-games .nobody:visible").wait_for()
    expect(page.locator(".my-games .nobody:visible")).to_have_text(WORDS.text("replay.mine-none.text"))
    assert violations(page) == []
    record.write_text(played.text, encoding="utf-8")
    page.locator("#replay-file").set_input_files(record)
    at(page, 0)
    page.keyboard.press("End")
    totals_equal_the_record(page, played, 0)
    expect(page.locator(".verdict")).to_contain_text(WORDS.text("replay.verdict.elsewhere"))
    page.get_by_role("button", name=WORDS.text("replay.review")).click()
    expect(page.locator(".review-sum")).to_be_visible(timeout=300_000)  # the rules may have to be compiled first
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".review-judged")).to_be_visible()
    page.goto(f"{server.url}/g")
    changed = re.sub(r'(?<="totals": \[)-?\d+', "77", played.text, count=1)
    record.write_text(changed, encoding="utf-8")
    page.locator("#replay-file").set_input_files(record)
    expect(page.locator(".verdict")).to_contain_text(WORDS.text("replay.verdict.dishonest"))


def test_a_link_leads_to_the_game_and_the_game_to_another_try(
    open_page: OpenPage, played: Played, server: Running
) -> None:
    """A pasted link opens the replay; its deal can be played again at a table whose seed everybody knows of."""
    page = open_page("/g", viewport=DESKTOP)
    page.locator("#replay-link").fill("this is no link")
    page.locator("#follow").click()
    expect(page.locator(".by-link .trouble")).to_have_text(WORDS.text("replay.problem.no-link.text"))
    page.locator("#replay-link").fill(f"https://quillmap.example/g/{played.game}#3.1")
    page.locator("#follow").click()
    at(page, 0)
    page.get_by_role("button", name=WORDS.text("replay.again-table")).click()
    page.locator("#start").wait_for()
    table = call(server.url, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert table["is_seeded"]
