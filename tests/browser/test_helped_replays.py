"""What helped somebody is read in a replay as at the table: a link shows no better result than the players saw."""

from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, OpenPage
from quillmap.locales import catalogue
from quillmap.server.client import Seat, call
from server.harness import Running, play_out, receive_until, table_of

WORDS: Final = catalogue("en")
LYING_PHONE: Final[ViewportSize] = {"width": 844, "height": 390}
LAST: Final = "#9999"


def bots_game(server: Running, until: str) -> str:
    """Let a bot draw the whole game of the first of two, by their own wish, and return the game."""
    host, guest = table_of(server.url, 2)
    host.start()
    host.ask("PUT", "/seats/1/stand-in", {"level": "apprentice", "until": until})
    play_out([guest])
    return game_of(guest)


def game_of(seat: Seat) -> str:
    """Return the game that a seat has played."""
    assert seat.board is not None
    game: str = seat.board["game"]
    return game


def mark_in(server: Running, game: str) -> str:
    """Return the mark of the first seat in words."""
    count = call(server.url, "GET", f"/api/games/{game}")["help"][0]["stand_ins"]
    return WORDS.text("help.with", list=WORDS.text("help.stand-ins", count=count))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_ranking_says_who_had_help(server: Running, open_page: OpenPage, viewport: ViewportSize) -> None:
    """Beside the name, and beside nobody else's."""
    game = bots_game(server, "return")
    page = open_page(f"/g/{game}{LAST}", viewport=viewport)
    expect(page.locator(".replay-ranks .helped")).to_have_text([mark_in(server, game)])
    expect(page.locator(".replay-ranks li").filter(has=page.locator(".helped"))).to_contain_text("Player 1")
    expect(page.locator(".replay-ranks .helped")).to_be_in_viewport(ratio=1)
    expect(page.locator(".ranks-note")).to_have_count(0)
    assert violations(page) == []


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_ranking_says_who_resigned(server: Running, open_page: OpenPage, viewport: ViewportSize) -> None:
    """And why that comes last, however many stars a bot has brought."""
    page = open_page(f"/g/{bots_game(server, 'end')}{LAST}", viewport=viewport)
    last = page.locator(".replay-ranks li").last
    expect(last).to_contain_text("Player 1")
    expect(last.locator(".helped")).to_have_text(WORDS.text("help.resigned"))
    rule = page.get_by_text(WORDS.text("endings.resigned-last.text"))
    expect(rule).to_be_in_viewport(ratio=1)
    assert violations(page) == []


def test_a_lying_phone_tells_the_help_of_the_map_that_is_shown(server: Running, open_page: OpenPage) -> None:
    """There is no ranking on it."""
    game = bots_game(server, "return")
    page = open_page(f"/g/{game}{LAST}", viewport=LYING_PHONE)
    expect(page.locator(".news-note")).to_have_text(f"Player 1: {mark_in(server, game)}")
    expect(page.locator(".news-note")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_solo_result_is_told_with_its_help(server: Running, open_page: OpenPage, viewport: ViewportSize) -> None:
    """In one breath with the title."""
    [seat] = table_of(server.url, 1)
    seat.start()
    seat.connect()
    seat.send({"type": "hint", "id": "h", "level": "random"})
    receive_until(seat, "hint")
    seat.close()
    play_out([seat])
    page = open_page(f"/g/{game_of(seat)}{LAST}", viewport=viewport)
    mark = WORDS.text("help.with", list=WORDS.text("help.hints", count=1))
    expect(page.get_by_text(mark).locator("visible=true")).to_have_count(1)
