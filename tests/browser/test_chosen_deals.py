"""A deal that the host chose, and could know: everybody reads that wherever the game is."""

import zlib
from base64 import urlsafe_b64encode
from typing import Final

import pytest
from playwright.sync_api import FilePayload, ViewportSize, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, OpenPage
from quillmap.locales import catalogue
from quillmap.server.client import Seat, call
from server.harness import Running, play_out

WORDS: Final = catalogue("en")
MARK: Final = WORDS.text("games.chosen-deal")
SENTENCE: Final = WORDS.text("games.chosen-deal.text")
SMALL_PHONE: Final[ViewportSize] = {"width": 375, "height": 667}
LYING_PHONE: Final[ViewportSize] = {"width": 844, "height": 390}
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
    page.locator(".end-crown").click()
    expect(page.locator(".crowning .scroll")).to_contain_text(SENTENCE)
    page.goto(f"{server.url}/g")
    expect(page.locator(".game-list")).to_contain_text(MARK)
    assert host.board is not None
    replay = open_page(f"/g/{host.board['game']}", viewport=DESKTOP)
    replay.keyboard.press("End")
    expect(replay.locator(".ranks-note")).to_have_text(SENTENCE)
    replay.locator(".btn.verdict").click()
    expect(replay.locator("dialog .chosen-deal")).to_have_text(SENTENCE)
    small = open_page(f"/g/{host.board['game']}#999.1", viewport=SMALL_PHONE)
    for each in (".ranks-note", ".replay-ranks"):
        expect(small.locator(each)).to_be_in_viewport(ratio=1)
    lying = open_page(f"/g/{host.board['game']}#999.1", viewport=LYING_PHONE)
    expect(lying.locator(".news-note")).to_have_text(SENTENCE)
    expect(lying.locator(".news-note")).to_be_in_viewport(ratio=1)


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


@pytest.mark.parametrize("viewport", [DESKTOP, SMALL_PHONE], ids=["desktop", "small phone"])
def test_who_types_a_seed_reads_that_it_can_be_guessed(
    server: Running, open_page: OpenPage, viewport: ViewportSize
) -> None:
    """A word is no secret though its hash is hidden: the cards that lie open show whether a guess is right."""
    host = Seat.create(server.url, "Ada")
    page = open_page(f"/t/{host.table}#{host.token}", viewport=viewport)
    page.locator(".more-options summary").click()
    field = page.get_by_role("textbox", name=WORDS.text("setup.seed.label"))
    field.scroll_into_view_if_needed()
    told = page.get_by_text("Whoever guesses it knows all cards: leave it empty for a secret deal.")
    told.scroll_into_view_if_needed()
    expect(told).to_be_in_viewport(ratio=1)
    expect(field).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("way", ["file", "link"])
def test_of_a_record_from_elsewhere_nobody_says_who_chose_the_deal(
    server: Running, open_page: OpenPage, way: str
) -> None:
    """Its seed may have been chosen and its cards known: neither seal nor dialog claims to know."""
    host = Seat.create(server.url, "Ada", setup={"seed": "banana"})
    guest = Seat.join(server.url, host.table, "Ben")
    host.start()
    play_out([host, guest])
    assert host.board is not None
    record = str(call(server.url, "GET", f"/api/games/{host.board['game']}/record")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = urlsafe_b64encode(packer.compress(record) + packer.flush()).decode().rstrip("=")
    page = open_page(f"/g#r={packed}" if way == "link" else "/g", viewport=DESKTOP)
    if way == "file":
        file: FilePayload = {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": record}
        page.locator("#replay-file").set_input_files(file)
    seal = page.locator(".btn.verdict")
    expect(seal).to_have_text(WORDS.text("replay.verdict.elsewhere"))
    seal.click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text(WORDS.text("replay.verdict.how-elsewhere.text"))
    for key in ("how.text", "how-chosen.text", "hash", "about"):
        expect(dialog).not_to_contain_text(WORDS.text(f"replay.verdict.{key}"))
    assert violations(page) == []
