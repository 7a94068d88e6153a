"""A table of three of whom people vanish and come back, seen by one of them; and tables that one can't come to."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, UNSEEN, USUAL, OpenPage
from browser.players import Nimble
from quillmap.locales import catalogue
from quillmap.server.client import Seat
from server.harness import GENEROUS, Running, first_move, play_out, receive_until, running, table_of

WORDS: Final = catalogue("en")
SETUP: Final = {"box": "base", "ambushes": "none", "ruins": False, "seed": "absence 1"}
"""Its first season has more than five cards."""
BRIEF: Final = replace(GENEROUS, away_seconds=0.05, host_seconds=0.05)


@pytest.fixture
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server at which others may act after a moment."""
    with running(tmp_path_factory.mktemp("data"), BRIEF) as started:
        yield started


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Return the browsers of three people, of whom one has a desk and two have phones."""
    found = [browser.new_context(**{**USUAL, "viewport": each}) for each in (DESKTOP, PHONE, PHONE)]
    for context in found:
        context.add_init_script(UNSEEN)
    yield found
    for context in found:
        context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return the page of somebody with a phone."""
    context = browser.new_context(**{**USUAL, "viewport": PHONE})
    context.add_init_script(UNSEEN)
    yield context.new_page()
    context.close()


class Guest:
    """Somebody at the table, with a browser of their own."""

    def __init__(self, page: Page, seat: Seat) -> None:
        self.page = page
        self.seat = seat
        self.link = f"{seat.base_url}/t/{seat.table}#{seat.token}"
        self.notice = page.locator(".notice")
        self.nimble = Nimble(page)

    def come(self) -> None:
        """Open the table."""
        self.page.goto(self.link)
        self.page.locator(".game .card h2").wait_for()

    def draw(self) -> None:
        """Draw, and wait until the server has it."""
        if not self.page.locator(".controls .places.on").count():
            self.nimble.show_places()
        self.page.locator(".layer-places circle").first.wait_for(state="attached")
        version = self.page.locator(".game").get_attribute("data-version")
        self.nimble.find_and_draw()
        taken = f'#confirm.answered, .game:not([data-version="{version}"]), dialog.count[open]'
        self.page.locator(taken).first.wait_for(state="attached")

    def sees(self, cards: int) -> None:
        """Expect this many cards to lie in the column, because everybody has drawn."""
        expect(self.page.locator(".column .strip")).to_have_count(cards)

    def expect_away(self, name: str) -> None:
        """See that somebody is away."""
        expect(self.notice).to_contain_text(WORDS.text("absence.one.text", name=name))

    def let_a_bot_draw(self, name: str) -> None:
        """See that somebody is away, and let a bot draw until they come back."""
        self.expect_away(name)
        self.notice.get_by_role("button", name=WORDS.text("absence.let")).click()
        assert violations(self.page) == []
        self.page.get_by_role("button", name=WORDS.text("absence.return")).click()
        expect(self.notice).not_to_contain_text(WORDS.text("absence.one.text", name=name))


def seated(server: Running, contexts: list[BrowserContext]) -> list[Guest]:
    """Seat three people with their browsers at a table of the server, and begin."""
    seats = table_of(server.url, 3, setup=SETUP)
    seats[0].start()
    people = [Guest(context.new_page(), seat) for context, seat in zip(contexts, seats, strict=True)]
    for person in people:
        person.come()
    return people


def test_nobody_waits_for_ever(brief: Running, contexts: list[BrowserContext]) -> None:
    """One vanishes for good, another comes back in the middle and draws on, the host vanishes: the game ends."""
    host, gone, guest = seated(brief, contexts)
    for person in (host, gone, guest):
        person.draw()
    for person in (host, guest):
        person.sees(1)
    contexts[1].close()
    guest.expect_away("Player 2")
    host.let_a_bot_draw("Player 2")
    for person in (host, guest):
        person.draw()
    guest.sees(2)

    guest.page.goto("about:blank")
    host.let_a_bot_draw("Player 3")
    for cards in (3, 4):
        host.draw()
        host.sees(cards)
    expect(host.page.locator(".player.done")).to_have_count(2)
    guest.come()
    expect(guest.notice).to_contain_text(WORDS.text("absence.meanwhile.text", count=3))
    guest.page.locator("#confirm.answered").click()
    guest.draw()

    contexts[0].close()
    expect(guest.notice).to_contain_text(WORDS.text("absence.host-you.text"))
    guest.let_a_bot_draw("Player 1")
    guest.draw()
    play_out([guest.seat])  # on another device of theirs: the page only follows
    while not guest.nimble.is_over():
        guest.nimble.frame()
    expect(guest.page.locator(".end .race-list li")).to_have_count(3)
    expect(guest.page.locator(".people small")).to_have_text("")


def test_one_leaves_by_the_menu_and_resigns(brief: Running, page: Page) -> None:
    """Leaving lets a bot draw on until one comes back; who resigns may watch, and has the name on the map."""
    host, third = table_of(brief.url, 2, setup=SETUP)
    host.start()
    guest = Guest(page, third)
    guest.come()
    for entry in ("leave", "resign"):
        page.locator(".top .menu").click()
        page.get_by_role("button", name=WORDS.text(f"absence.{entry}")).click()
        page.locator("dialog .really").click()
        if entry == "leave":
            page.wait_for_url("**/")
            assert host.ask("GET")["table"]["seats"][1]["until"] == "return"
            guest.come()
            expect(page.locator(".controls")).to_be_visible()
    expect(guest.notice).to_contain_text(WORDS.text("absence.resigned.text"))
    expect(page.locator(".tag")).to_have_text(WORDS.text("page.ambush.map", owner="Player 2"))


def test_tables_that_are_closed_say_why(server: Running, open_page: OpenPage) -> None:
    """A full table, and a seat that was removed, have a sentence and a way on."""
    host, guest = table_of(server.url, 2, most_seats=2)
    page = open_page(f"/t/{host.table}")
    expect(page.locator(".go .wait")).to_have_text(WORDS.text("absence.full.text"))
    expect(page.locator("#other")).to_be_visible()
    expect(page.locator("section.me")).to_be_hidden()
    page.goto(f"{server.url}/t/{guest.table}#{guest.token}")
    expect(page.locator("#leave")).to_be_visible()
    host.ask("DELETE", "/seats/2")
    expect(page.locator(".lost-words")).to_contain_text(WORDS.text("absence.gone.removed.text"))
    expect(page.locator("h1")).to_have_text(WORDS.text("absence.seat-gone"))
    page.reload()
    expect(page.locator(".lost-words")).to_contain_text(WORDS.text("absence.gone.unknown-token.text"))
    page.locator("#closed-sit").click()
    expect(page.locator("#leave")).to_be_visible()


def test_a_link_takes_nobody_from_their_seat(server: Running, open_page: OpenPage) -> None:
    """A made-up token changes nothing, another seat's is asked about, at a table that waits and in the game."""
    host, guest = table_of(server.url, 2, most_seats=2)
    address = f"{server.url}/t/{host.table}"
    page = open_page(f"/t/{host.table}#{host.token}")
    expect(page.locator("#start")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{address}#{'x' * 32}")
    expect(page.locator("#start")).to_be_visible()
    assert kept_token(page) == host.token
    page.goto("about:blank")
    page.goto(f"{address}#{guest.token}")
    expect(page.get_by_role("dialog")).to_contain_text(WORDS.text("absence.other-seat.text"))
    page.locator("#stay-seated").click()
    expect(page.locator("#start")).to_be_visible()
    assert kept_token(page) == host.token
    host.start()
    page.locator(".game .card h2").wait_for()
    page.goto("about:blank")
    page.goto(f"{address}#{guest.token}")
    page.locator("#take-seat").click()
    page.locator(".game .card h2").wait_for()
    assert kept_token(page) == guest.token


def kept_token(page: Page) -> str:
    """Return the token that the device keeps for its only table."""
    found: list[str] = page.evaluate("JSON.parse(localStorage['quillmap.tables']).map(each => each.token)")
    (token,) = found
    return token


def test_an_ambush_keeps_menu_and_clock(server: Running, open_page: OpenPage) -> None:
    """They are in the banner that takes the place of the head, with how many still draw."""
    pace = {"kind": "seconds", "amount": 600, "timeout": "wait"}
    seats = table_of(server.url, 2, pace=pace, setup={"box": "base", "seed": AMBUSH_SEED})
    seats[0].start()
    for seat in seats:
        seat.connect()
    while not is_raided(seats[0]):
        for seat in seats:
            seat.move(first_move(seat))
        for seat in seats:
            receive_until(seat, "update")
    page = open_page(f"/t/{seats[0].table}#{seats[0].token}", viewport=PHONE)
    expect(page.locator(".banner .clock")).to_be_visible()
    expect(page.locator(".banner .drawing")).to_have_text("2")
    page.locator(".banner .menu").click()
    expect(page.get_by_role("button", name=WORDS.text("absence.leave"))).to_be_visible()
    for seat in seats:
        seat.close()


AMBUSH_SEED: Final = "Three at a table 0"


def is_raided(seat: Seat) -> bool:
    """Return whether this seat draws on another's map."""
    assert seat.own is not None
    return bool(seat.own["choices"]["sheet"] != seat.own["seat"])
