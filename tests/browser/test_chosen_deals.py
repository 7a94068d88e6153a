"""A deal that the host chose, and could know: everybody reads that wherever the game is."""

from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, OpenPage
from quillmap.locales import catalogue
from quillmap.server.client import Seat
from server.harness import Running, play_out

WORDS: Final = catalogue("en")
MARK: Final = WORDS.text("games.chosen-deal")
SENTENCE: Final = WORDS.text("games.chosen-deal.text")
SMALL_PHONE: Final[ViewportSize] = {"width": 375, "height": 667}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}


def test_a_chosen_deal_is_told_from_the_lobby_to_the_replay(server: Running, open_page: OpenPage) -> None:
    """Before anybody sits down, while they wait and play, beside the result, in one's games and in the verdict."""
    host = Seat.create(server.url, "Ada", listed=True, setup={"seed": "signals"})  # its first card is no ambush
    guest = Seat.join(server.url, host.table, "Ben")
    host.connect()
    home = open_page("/", viewport=PHONE)
    expect(home.get_by_role("listitem").filter(has_text="Ada")).to_contain_text(MARK)
    page = open_page(f"/t/{guest.table}#{guest.token}", viewport=PHONE)
    expect(page.locator(".gist .chosen-deal")).to_have_text(SENTENCE)
    assert violations(page) == []
    host.start()
    page.locator(".top .menu").click()
    page.get_by_role("button", name=WORDS.text("page.folk.title")).click()
    expect(page.locator("dialog .chosen-deal")).to_have_text(SENTENCE)
    host.close()
    page.close()
    play_out([host, guest])
    page = open_page(f"/t/{guest.table}#{guest.token}", viewport=PHONE)
    expect(page.locator(".end .chosen-deal")).to_have_text(SENTENCE)
    page.goto(f"{server.url}/g")
    expect(page.locator(".game-list")).to_contain_text(MARK)
    assert host.board is not None
    replay = open_page(f"/g/{host.board['game']}", viewport=DESKTOP)
    replay.locator(".btn.verdict").click()
    expect(replay.locator("dialog .chosen-deal")).to_have_text(SENTENCE)


@pytest.mark.parametrize("viewport", [PHONE, SMALL_PHONE, TABLET], ids=["phone", "small phone", "tablet"])
def test_a_deal_that_is_chosen_at_the_start_is_told_in_small_windows(
    server: Running, open_page: OpenPage, viewport: ViewportSize
) -> None:
    """In one breath with the start, when nobody could read it before: once, above the map, until the next card."""
    host = Seat.create(server.url, "Ada")
    guest = Seat.join(server.url, host.table, "Ben")
    mine = open_page(f"/t/{host.table}#{host.token}", viewport=viewport)
    page = open_page(f"/t/{guest.table}#{guest.token}", viewport=viewport)
    expect(page.locator(".gist")).to_be_visible()
    expect(page.get_by_text(SENTENCE)).to_be_hidden()
    host.ask("PATCH", "", {"setup": {"seed": "signals"}})  # its first card is no ambush
    host.start()
    notice = page.locator(".notice").get_by_text(SENTENCE)
    expect(notice).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    expect(mine.locator(".board").first).to_be_visible()
    expect(mine.locator(".notice").get_by_text(SENTENCE)).to_be_hidden()
    page.reload()
    expect(notice).to_be_visible()  # also to whoever comes later
    page.get_by_role("button", name=WORDS.text("absence.noticed")).click()
    expect(notice).to_be_hidden()
    spectator = open_page(f"/t/{guest.table}", viewport=viewport)
    expect(spectator.locator(".notice")).to_contain_text(SENTENCE)


def test_a_deal_of_chance_has_no_mark(server: Running, open_page: OpenPage) -> None:
    """Neither at the table nor beside the result."""
    host = Seat.create(server.url, "Ada")
    guest = Seat.join(server.url, host.table, "Ben")
    waiting = open_page(f"/t/{guest.table}#{guest.token}", viewport=DESKTOP)
    expect(waiting.locator(".gist")).to_be_visible()
    expect(waiting.get_by_text(SENTENCE)).to_be_hidden()
    waiting.close()
    host.start()
    play_out([host, guest])
    page = open_page(f"/t/{guest.table}#{guest.token}", viewport=DESKTOP)
    expect(page.locator(".end .ranks")).to_be_visible()
    expect(page.get_by_text(SENTENCE).locator("visible=true")).to_have_count(0)
