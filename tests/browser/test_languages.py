"""Every screen in every language: all its words are there, and none overflows its box, whichever fonts are there."""

from typing import Final

import pytest
from playwright.sync_api import expect

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.every_language import Fitting
from browser.fitting import LANGUAGES, speak
from browser.font_families import (
    set_in_every_font,
    with_every_font,
)
from quillmap.locales import catalogue
from quillmap.locales.typesetting import bound
from quillmap.rules.scoring import SCORING
from quillmap.server.client import Seat
from server.harness import Running, play_out, play_some, table_of
from unit.locales.files import texts

ROUNDS: Final = 9
LONG_NAME: Final = "Wilhelmina Őrmezőváry zu Mögglingen-Wagg"
COLLIDING: Final = """async sitter => {
  const {sharePicture} = await import("/static/js/share/picture.js");
  const drawn = new DOMParser().parseFromString(sharePicture(sitter), "image/svg+xml").documentElement;
  document.body.append(drawn);
  const paper = drawn.getBoundingClientRect();
  const things = [...drawn.querySelectorAll(":scope > text, :scope > circle, :scope > use")]
    .filter(each => each.textContent.length !== 1)  // a letter stands on its wax
    .map(each => [each.textContent || each.tagName, each.getBoundingClientRect()]);
  const outside = things.filter(([, box]) => box.left < paper.left + 30 || box.right > paper.right - 30);
  const touching = ([, one], [, two]) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
  // Lines are higher than their letters: what matters is whether words run into what is beside them.
  const beside = ([, one], [, two]) => Math.abs(one.top + one.bottom - two.top - two.bottom) < 40;
  const pairs = things.flatMap((one, n) => things.slice(n + 1).map(two => [one, two]));
  drawn.remove();
  return [...outside, ...pairs.filter(([one, two]) => beside(one, two) && touching(one, two))].map(String);
}"""
"""Words of a picture to share that leave it or run into others."""


@pytest.mark.long
@with_every_font
def test_screens_around_the_game(open_page: OpenPage, server: Running, is_thorough: bool) -> None:
    """First page, waiting table with its set-up, paper scorer, rules, choice of a replay; an address that is none."""
    page = open_page(viewport=PHONE)
    fitting = Fitting(page, is_thorough=is_thorough)
    page.locator("#set-out").wait_for()
    fitting.in_every_language("#play-alone", "screens.home.alone", is_checked=True)
    for path, ready, sign, key in (
        ("/score", "#total", "h1", "screens.paper.title"),
        ("/rules", ".card-tile", "h1", "screens.rules.title"),
        ("/g", "#replay-link", "h1", "games.title"),
        ("/print", ".print-sheet", "h1", "print.title"),
    ):
        page.goto(server.url + path)
        page.locator(ready).first.wait_for()
        for summary in page.locator("summary").all():
            summary.click()
        fitting.in_every_language(sign, key, is_checked=True)
    page.evaluate("() => { history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate')); }")
    page.locator("#home").wait_for()
    fitting.in_every_language("h1", "screens.nowhere", is_checked=True)
    page.locator("#home").click()
    page.locator("#play-friends").click()
    page.locator("#add-bot").click()
    expect(page.locator(".seat-rows li")).to_have_count(2)
    fitting.in_every_language(".seat-rows", "screens.table.host", is_checked=True)


@pytest.fixture(scope="module")
def over(server: Running) -> Seat:
    """Return a seat of a finished game for two, with everything: long names, wordy rules, and points lost."""
    edicts = ["stoneside-forest", "greengold-plains", "shoreside-expanse", "broken-road"]
    seats = table_of(server.url, 2, setup={"box": "mixed", "skills": "drawn", "seed": "words-0", "edicts": edicts})
    seats[0].start()
    play_out(seats)
    return seats[0]


@pytest.mark.thorough
@pytest.mark.long
@with_every_font
def test_a_game(open_page: OpenPage, server: Running, is_thorough: bool) -> None:
    """The lesson's note, a game in its midst, the page of a card, the score sheet, the menu."""
    page = open_page(viewport=PHONE, has_touch=True)
    fitting = Fitting(page, is_thorough=is_thorough)
    page.locator(".more button").first.click()
    page.locator(".coach").wait_for()
    fitting.in_every_language(".coach [role=status]", "lesson.place.text")
    seat = Seat.create(server.url, "Ada", setup={"box": "mixed", "skills": "drawn", "seed": "words"}, most_seats=1)
    seat.start()
    play_some(seat, ROUNDS, "words")
    page.goto(f"{server.url}/t/{seat.table}#{seat.token}")
    page.locator(".game .card h2").wait_for()
    fitting.in_every_language(".controls .turn", "page.control.turn")
    fitting.dialogs_in_every_language(".edict", ".card .info", ".top .sum", ".top .menu")


@pytest.mark.thorough
@pytest.mark.long
@with_every_font
def test_after_a_game(open_page: OpenPage, server: Running, over: Seat, is_thorough: bool) -> None:
    """The end with its verdict, the replay, the table on a big screen."""
    page = open_page(f"/t/{over.table}#{over.token}", viewport=PHONE)
    fitting = Fitting(page, is_thorough=is_thorough)
    page.locator(".end-crown").wait_for()
    fitting.in_every_language(".end", "page.end.title")
    fitting.dialogs_in_every_language(".end-crown")
    game = over.ask("GET")["table"]["game"]
    for moment in ("#9.1", "#3.0"):  # at the first and at the second one an edict gains
        page.goto(f"{server.url}/g/{game}{moment}")
        page.locator(".watching").wait_for()
        fitting.in_every_language(".watching", "replay.all")
    page.goto(f"{server.url}/t/{over.table}/screen")
    page.locator(".tv.over").wait_for()
    fitting.in_every_language(".tv", "replay.ranking", windows=(DESKTOP, PHONE))


@with_every_font
def test_a_picture_to_share(open_page: OpenPage, over: Seat) -> None:
    """The longest names of a player and of edicts fit, beside the widest number, in every language."""
    page = open_page("/score")
    page.locator("#total").wait_for()
    assert over.board
    seats = [{**seat, "total": -88} for seat in over.board["seats"]]
    for language in LANGUAGES:
        speak(page, language)
        longest = sorted(SCORING, key=lambda card: len(catalogue(language).text(f"cards.{card}.name")))[-4:]
        board = {**over.board, "seats": seats, "edicts": longest}
        sitter = {"name": LONG_NAME, "title": LONG_NAME, "crest": [], "seat": 0, "board": board}
        for fonts in set_in_every_font(page):
            assert page.evaluate(COLLIDING, sitter) == [], (language, fonts)


def test_everybody_in_their_own_language(open_page: OpenPage, server: Running) -> None:
    """Each browser's wish is heard; one player changes the language in mid-game, and nobody else's page does."""
    seats = table_of(server.url, 2, setup={"box": "base"})
    seats[0].start()
    first, second = (
        open_page(f"/t/{seat.table}#{seat.token}", locale=locale)
        for seat, locale in zip(seats, ("de-AT", "el"), strict=True)
    )
    for page, language in ((first, "de"), (second, "el")):
        expect(page.locator(".controls .turn")).to_contain_text(catalogue(language).text("page.control.turn"))
    card = first.locator(".card h2")
    before = card.inner_text()
    second.get_by_role("button", name=catalogue("el").text("page.tool.language"), exact=True).click()
    second.get_by_role("button", name="Magyar").click()
    expect(second.locator(".controls .turn")).to_contain_text(catalogue("hu").text("page.control.turn"))
    assert card.inner_text() == before
    second.reload()
    expect(second.locator(".controls .turn")).to_contain_text(catalogue("hu").text("page.control.turn"))


def test_polish_lines_do_not_end_in_a_letter(open_page: OpenPage) -> None:
    """The page binds words of one letter just as the printed rules do."""
    page = open_page()
    plain = sorted({text for _, text in texts("pl")})
    script = "texts => import('/static/js/words.js').then(({bound}) => texts.map(bound))"
    assert page.evaluate(script, plain) == [bound(text) for text in plain]
