"""A game that was played on from another one: whoever sees its result reads that, and who did not play in it."""

from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, OpenPage
from quillmap.locales import catalogue
from quillmap.server.client import Seat, call
from server.harness import Json, Running, play_out, table_of

WORDS: Final = catalogue("en")
NOTE: Final = WORDS.text("replay.continued.text")
MARK: Final = WORDS.text("games.continued")
SMALL_PHONE: Final[ViewportSize] = {"width": 375, "height": 667}
LYING_PHONE: Final[ViewportSize] = {"width": 844, "height": 390}
LAST: Final = "#9999"


@pytest.fixture(scope="module")
def against(server: Running) -> Json:
    """Play on against somebody who has gone, and return the seat, the game and its result."""
    return played_on(server, 2)


@pytest.fixture(scope="module")
def alone(server: Running) -> Json:
    """Play on from a game that was played alone."""
    return played_on(server, 1)


def played_on(server: Running, people: int) -> Json:
    """Play a game, play on from its beginning, and return the seat, the game and its result."""
    seats = table_of(server.url, people)
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    wish = {"name": "Mallory", "event": 5}
    seated = call(server.url, "POST", f"/api/games/{seats[0].board['game']}/seats/0/tables", wish)
    play_out([Seat(server.url, seated["table"]["id"], seated["token"])])
    game = seated["table"]["game"]
    return {**seated, "game": game, "result": call(server.url, "GET", f"/api/games/{game}")}


def shown_whole(page: Page, selector: str) -> None:
    """Check that a text is seen, and that nothing of it is cut off."""
    expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    assert page.locator(selector).evaluate("node => node.scrollWidth <= node.clientWidth + 1"), selector


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, SMALL_PHONE], ids=["desktop", "phone", "small phone"])
def test_a_ranking_says_that_the_game_was_played_on(open_page: OpenPage, against: Json, viewport: ViewportSize) -> None:
    """Beside it; and the bot in it is not called like the person whose map it drew on."""
    page = open_page(f"/g/{against['game']}{LAST}", viewport=viewport)
    shown_whole(page, ".ranks-note")
    expect(page.locator(".ranks-note")).to_have_text(NOTE)
    bot = WORDS.text("page.instead", player="Player 2")
    expect(page.locator(".replay-ranks b").filter(has_text="Player 2")).to_have_text(bot)
    shown_whole(page, ".replay-ranks")
    assert violations(page) == []


def test_a_lying_phone_says_it_with_the_result(open_page: OpenPage, against: Json) -> None:
    """There is no ranking on it."""
    page = open_page(f"/g/{against['game']}{LAST}", viewport=LYING_PHONE)
    expect(page.locator(".news-note")).to_be_in_viewport(ratio=1)
    expect(page.locator(".news-note")).to_have_text(NOTE)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_solo_game_that_was_played_on_says_so(open_page: OpenPage, alone: Json, viewport: ViewportSize) -> None:
    """Where its stars are told."""
    page = open_page(f"/g/{alone['game']}{LAST}", viewport=viewport)
    shown = page.get_by_text(NOTE).locator("visible=true")
    expect(shown).to_have_count(1)
    expect(shown).to_be_in_viewport(ratio=1)


def test_the_verdict_does_not_say_that_the_cards_were_unknown(open_page: OpenPage, against: Json) -> None:
    """Its seal says what the game is, and so do the dialog and the head of the page."""
    page = open_page(f"/g/{against['game']}", viewport=DESKTOP)
    seal = page.locator(".btn.verdict")
    expect(seal).to_have_text(WORDS.text("replay.verdict.continued"))
    expect(page.locator(".top")).to_contain_text(WORDS.text("page.head.continued"))
    seal.click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text(WORDS.text("replay.verdict.how-continued.text"))
    expect(dialog).to_contain_text(WORDS.text("replay.verdict.checkable"))
    expect(dialog).not_to_contain_text(WORDS.text("replay.verdict.how.text"))
    expect(dialog).not_to_contain_text(WORDS.text("replay.verdict.about"))
    assert violations(page) == []


def test_the_record_says_it_as_well(open_page: OpenPage, server: Running, against: Json) -> None:
    """Opened from a file, on a page that has never heard of the game."""
    record = call(server.url, "GET", f"/api/games/{against['game']}/record")
    page = open_page("/g", viewport=DESKTOP)
    file: FilePayload = {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": str(record).encode()}
    page.locator("#replay-file").set_input_files(file)
    expect(page.locator(".btn.verdict")).to_have_text(WORDS.text("replay.verdict.continued"))
    page.keyboard.press("End")
    expect(page.locator(".ranks-note")).to_have_text(NOTE)


def test_ones_own_list_names_the_bot_and_not_the_person(open_page: OpenPage, against: Json) -> None:
    """At the table, in the list of games, and on the printed map."""
    bot = WORDS.text("page.instead", player="Player 2")
    page = open_page(f"/t/{against['table']['id']}#{against['token']}", viewport=DESKTOP)
    expect(page.locator(".end .ranks")).to_contain_text(bot)
    page.goto(page.url.split("/t/")[0] + "/g")
    expect(page.locator(".game-list")).to_contain_text(WORDS.text("games.with", names=bot))
    expect(page.locator(".game-list")).to_contain_text(MARK)
    page.goto(page.url.split("/g")[0] + f"/print/{against['game']}#1")
    expect(page.locator(".print-head")).to_contain_text(bot)
    expect(page.locator(".print-small")).to_contain_text(WORDS.text("page.head.continued"))
