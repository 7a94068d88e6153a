"""Phones with the browser's bars on, and laptops: what an edict is, and when it scores, is seen at once."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import PHONE, OpenPage
from browser.fitting import LANGUAGES, incomplete, overflowing, resize, speak
from quillmap.locales import catalogue
from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS
from quillmap.rules.seasons import SEASON_IDS
from quillmap.server.client import Seat
from server.harness import Running, first_move, play_out, play_some

SHORT_PHONES: Final[tuple[ViewportSize, ...]] = (
    {"width": 390, "height": 664},
    {"width": 375, "height": 667},
    {"width": 360, "height": 640},
    {"width": 320, "height": 568},
    {"width": 844, "height": 390},
)
SIDEWAYS: Final[ViewportSize] = {"width": 667, "height": 375}
LAPTOPS: Final[tuple[ViewportSize, ...]] = (
    {"width": 1440, "height": 814},
    {"width": 1536, "height": 730},
    {"width": 1366, "height": 650},
)
WORDY: Final = ["stoneside-forest", "greengold-plains", "shoreside-expanse", "broken-road"]

COVERED: Final = """() => {
  const box = where => document.querySelector(where).getBoundingClientRect();
  return box(".purse .coins").bottom - box(".tray").top;
}"""
"""By how much the tray is over the coins, which are under the map."""

SEASONS: Final = """names => names.filter(name => {
  const node = document.querySelector(".seasons .now .name"), bar = document.querySelector(".top");
  node.textContent = name;
  return node.scrollWidth > node.clientWidth || bar.getBoundingClientRect().height > 52;
})"""
"""Names of seasons that are cut in the head, or make it two lines high."""

BROKEN: Final = """names => {
  const title = document.querySelector(".card h2"), range = document.createRange();
  const top = (node, n) => {
    range.setStart(node, n);
    range.setEnd(node, n + 1);
    return range.getBoundingClientRect().top;
  };
  return names.filter(name => {
    title.textContent = name;
    title.style.setProperty("--longest", Math.max(...name.split(/[\\s-]/).map(word => word.length)));
    const node = title.firstChild;
    return [...name].some((letter, n) =>
      n && !/[\\s-]/.test(name[n - 1] + letter) && Math.abs(top(node, n) - top(node, n - 1)) > 4);
  });
}"""
"""Names that are broken inside a word in the head of the card."""

NAMELESS: Final = """() => {
  const isSeen = each => each.checkVisibility() && each.getBoundingClientRect().width >= 24;
  const isWithin = (each, tile) => {
    const inner = each.getBoundingClientRect(), outer = tile.getBoundingClientRect();
    return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom + 1;
  };
  const isOnTop = tile => {
    const {left, right, top, bottom} = tile.getBoundingClientRect();
    return tile.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  return [...document.querySelectorAll(".edict")].filter(tile => !isOnTop(tile) ||
    ![...tile.querySelectorAll(".pic svg, .edict-name")].some(each => isSeen(each) && isWithin(each, tile)))
    .map(each => each.textContent);
}"""
"""Edicts that show neither their picture nor their name, or are not in sight at all."""

OVERLAPPING: Final = """labels => {
  const main = document.querySelector("#confirm"), text = main.querySelector(".main-text");
  const gain = main.querySelector(".gain"), say = document.querySelector(".card .say");
  const box = each => each.getBoundingClientRect();
  const overlap = (a, b) => b.checkVisibility() && box(a).left < box(b).right && box(b).left < box(a).right &&
    box(a).top < box(b).bottom && box(b).top < box(a).bottom;
  gain.classList.remove("none");
  gain.firstElementChild.textContent = "+12";
  return labels.filter(label => {
    text.textContent = label;
    text.style.setProperty("--longest", Math.max(...label.split(/[\\s-]/).map(word => word.length)));
    return gain.checkVisibility() && (overlap(gain, text) || overlap(gain, say)) || box(text).right > box(main).right ||
      text.scrollWidth > text.clientWidth + 1;
  });
}"""
"""What the big button can't say beside what the drawing brings."""

TIMELESS: Final = """() => {
  const list = document.querySelector(".edict-list");
  const told = each => [...each.querySelectorAll(".when")].filter(sign => sign.checkVisibility()).length;
  const wordless = [...document.querySelectorAll(".controls .btn:not(.main) span")].filter(e => !e.checkVisibility());
  return [...[...list.children].filter(each => told(each) !== 2).map(each => each.textContent),
    ...(list.scrollHeight > list.clientHeight + 1 ? ["the edicts don't fit"] : []),
    ...wordless.map(each => each.textContent)];
}"""
"""Edicts that don't say when they score, and whatever else low windows could lose."""


BEHIND: Final = """() => document.querySelector(".card .say").getBoundingClientRect().bottom
  - document.querySelector(".card .pick").getBoundingClientRect().top"""
"""How much of what a hint says lies behind the shapes."""

LARGE: Final = "isLarge => document.documentElement.matches('.large-text') === isLarge"

UNSEEN: Final = """names => names.filter(name => {
  const node = document.querySelector(name), box = node.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return box.width < 24 || box.bottom > innerHeight || !node.contains(top);
})"""
"""What is not in sight, or lies under something else."""


GO: Final = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


@pytest.fixture(scope="module")
def seat(server: Running) -> Seat:
    """Return a seat in the midst of a solo game with wordy edicts; the tests only look at it."""
    found = Seat.create(server.url, "Ada", setup={"box": "base", "seed": "words", "edicts": WORDY}, most_seats=1)
    found.start()
    play_some(found, 9, "words")
    return found


@pytest.fixture
def game(open_page: OpenPage, seat: Seat) -> Page:
    """Return the page of that game."""
    page = open_page(f"/t/{seat.table}#{seat.token}", viewport=PHONE, has_touch=True)
    page.locator(".game .card h2").wait_for()
    return page


def test_edicts_are_known_at_sight(game: Page, is_thorough: bool) -> None:
    """Low phones show each edict's picture or name in every language, and cut no text; so do they at 200 %."""
    for turn, size in enumerate(("100%", "200%")):
        game.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        for number, language in enumerate(LANGUAGES, start=turn):
            speak(game, language)
            windows = (*SHORT_PHONES, PHONE)
            for window in windows if is_thorough else windows[number % 2 :: 2]:  # the others at the other size
                resize(game, window)
                game.wait_for_function(LARGE, arg=size != "100%")
                assert game.evaluate(NAMELESS) == [], (size, window, language)
                assert overflowing(game) == [], (size, window, language)
    game.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    resize(game, SHORT_PHONES[0])
    game.locator(".edict").nth(2).tap()
    game.locator("dialog[open]").wait_for()


def test_screens_fit_in_large_text(open_page: OpenPage) -> None:
    """The longest names in any language fit at 200 % on the smallest phones: scorer, days, my games."""
    page = open_page("/score", viewport=SHORT_PHONES[3])
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    for path, ready in (("/score", "#total"), ("/daily", ".day-grid"), ("/g", "#replay-link")):
        page.evaluate(GO, path)
        for language in LANGUAGES:
            speak(page, language)
            page.locator(f".large-text {ready}").first.wait_for()
            assert overflowing(page) == [], (path, language)


def test_rules_are_whole_and_seasons_told(game: Page) -> None:
    """The line with an edict's rule is not cut on a phone, and low windows of laptops say when edicts score."""
    for language in LANGUAGES:
        speak(game, language)
        resize(game, PHONE)
        for number in (1, 2, 3, 0):  # the first one's rule is there already: a tap would open its page
            game.locator(".edict").nth(number).tap()
            assert incomplete(game, ".rule > span") == [], language
        for window in LAPTOPS:
            resize(game, window)
            assert game.evaluate(TIMELESS) == [], (language, window)


def test_seasons_keep_their_names_beside_a_clock(open_page: OpenPage, server: Running) -> None:
    """On the smallest phones the head of a table that plays against time has room for every season."""
    pace = {"kind": "seconds", "amount": 600, "timeout": "wait"}
    seat = Seat.create(server.url, "Ada", setup={"seed": "7"}, most_seats=2, pace=pace)
    Seat.join(server.url, seat.table, "Bo")
    seat.start()
    page = open_page(f"/t/{seat.table}#{seat.token}", viewport=SHORT_PHONES[0])
    page.locator(".top .clock:not(.none)").wait_for()
    names = [catalogue(language).text(f"terms.season.{season}") for language in LANGUAGES for season in SEASON_IDS]
    for window in (*SHORT_PHONES[:4], SIDEWAYS):
        resize(page, window)
        assert page.evaluate(SEASONS, names) == [], window


def test_a_small_phone_on_its_side_shows_what_to_press(open_page: OpenPage, server: Running) -> None:
    """With skills the button to draw is in sight, in every language; during an ambush the neighbour's map is there."""
    setup = {"box": "base", "seed": "maps 5", "skills": "drawn"}
    seats = [Seat.create(server.url, "Ada", setup=setup)]
    seats.append(Seat.join(server.url, seats[0].table, "Bartholomew of the Long Name"))
    seats[0].start()
    page = open_page(f"/t/{seats[0].table}#{seats[0].token}", viewport=SIDEWAYS, has_touch=True)
    page.locator(".game.skilled .card h2").wait_for()
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
        expect(page.locator(".seasons .now .name")).to_be_in_viewport(ratio=1)
    for seat in seats:
        seat.connect()
        seat.move(first_move(seat))
    page.locator(".game.raiding").wait_for()
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] > 250
    for seat in seats:
        seat.close()


def test_names_of_cards_stay_whole_beside_the_hint(game: Page) -> None:
    """The card's name has room for its longest word next to the buttons, on small phones and narrow columns."""
    cards = [card.id for card in (*EXPLORE, *RUINS, *AMBUSHES, *HEROES)]
    names = sorted({catalogue(each).text(f"cards.{card}.name") for each in LANGUAGES for card in cards})
    expect(game.locator(".card .hint")).to_be_visible()
    for window in (*SHORT_PHONES[:4], *LAPTOPS):
        resize(game, window)
        assert game.evaluate(BROKEN, names) == [], window


def test_the_tray_leaves_the_map_free(game: Page) -> None:
    """The longest words and a hint, in every language: map and coins are above the tray, and no word is cut."""
    game.locator(".card .hint").tap()
    game.locator(".card.hinted").wait_for()
    for language in LANGUAGES:
        speak(game, language)
        for window in SHORT_PHONES[:4]:
            resize(game, window)
            assert game.evaluate(COVERED) <= 0, (window, language)
            assert overflowing(game) == [], (window, language)
    game.locator(".controls .undo").tap()
    for language in LANGUAGES:
        speak(game, language)
        assert game.evaluate(COVERED) <= 0, language
        assert overflowing(game) == [], language


def test_the_gain_is_beside_what_the_button_says(game: Page) -> None:
    """It covers neither the words of the button nor those of the card, in any language."""
    keys = ("page.confirm.draw", "page.confirm.destroy")
    labels = sorted({catalogue(each).text(key, space="J10") for each in LANGUAGES for key in keys})
    game.locator(".card .hint").tap()
    game.locator(".card.hinted").wait_for()
    for window in (*SHORT_PHONES[:4], PHONE):
        resize(game, window)
        assert game.evaluate(OVERLAPPING, labels) == [], window


def test_the_lowest_phones_say_what_a_coin_is_worth_by_the_end(open_page: OpenPage, server: Running) -> None:
    """Where the news find no room, the card says it; so it does in every language, without a cut word.

    Such a phone on its side shows a whole hint above the shapes.
    """
    setup = {"box": "base", "seed": "polish hint", "ambush_by": "automatic"}  # its first card has a shape with a coin
    seat = Seat.create(server.url, "Ada", setup=setup, most_seats=1)
    seat.start()
    page = open_page(f"/t/{seat.table}#{seat.token}", viewport=SHORT_PHONES[3], has_touch=True)
    page.locator(".pick.shapes").first.tap()
    page.locator(".space").nth(82).tap()
    told = page.locator(".card .by-year")
    for language in LANGUAGES:
        speak(page, language)
        coins = catalogue(language).text("terms.score.coins")
        expect(told).to_have_text(catalogue(language).text("page.year.text", what=coins, now="+1", year="+4"))
        expect(told).to_be_in_viewport(ratio=1)
        assert overflowing(page) == [], language
    resize(page, SIDEWAYS)
    page.locator(".card .hint").tap()
    page.locator(".card.hinted").wait_for()
    for language in LANGUAGES:
        speak(page, language)
        assert page.evaluate(BEHIND) <= 0, language


def test_low_phones_show_how_a_game_ended(open_page: OpenPage, server: Running) -> None:
    """The title and the buttons that most people want are in sight at once; the menu leads to the review too."""
    seat = Seat.create(server.url, "Ada", setup={"box": "base", "seed": "words", "edicts": WORDY}, most_seats=1)
    seat.start()
    play_out([seat])
    page = open_page(f"/t/{seat.table}#{seat.token}", viewport=PHONE, has_touch=True)
    page.locator(".end h2").wait_for()
    wanted = [".end h2", ".end-again", ".end-review", ".end-share"]
    for language in LANGUAGES:
        speak(page, language)
        for window in (*SHORT_PHONES[:4], PHONE):
            resize(page, window)
            assert page.evaluate(UNSEEN, wanted) == [], (window, language)
            assert overflowing(page) == [], (window, language)
    speak(page, "en")
    page.locator(".top .menu").tap()
    page.locator("dialog.drawer").get_by_role("button", name=catalogue("en").text("replay.review")).tap()
    page.wait_for_url("**/g/*")


def test_undo_says_why_there_is_nothing_to_take_back(game: Page) -> None:
    """Alone, a drawing counts at once: who looks for a way back is told so."""
    game.locator(".controls .undo").dispatch_event("click")
    expect(game.locator("dialog[open]")).to_contain_text(catalogue("en").text("page.undo.alone.text"))
