"""A whole game of three browsers: ambushes both ways, heroes, a Gorgon's choice, a reload and a restart on the way."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, UNSEEN, USUAL
from browser.players import Finger, Keys, Mouse, Nimble, Player
from quillmap.locales import catalogue
from quillmap.server.client import Seat, call
from server.harness import Running, first_move, running
from server.ports import free_port

WORDS: Final = catalogue("en")
NAMES: Final = ("Ada", "Ben", "Cleo")
SETUP: Final = {"box": "heroes", "seed": "Three at a table 0"}
"""Its decks hold an ambush of either direction, one of them the Gorgon, and two heroes."""
PERSONS: Final[tuple[type[Player], ...]] = (Mouse, Finger, Keys)
"""How each of the three deals with what is out of the ordinary."""
STATE: Final = """() => {
  const game = document.querySelector(".game"), has = (selector) => document.querySelector(selector) !== null;
  if (game.matches(".over")) return "over";
  if (has("dialog.count[open]")) return "count";
  if (!has(".layer-places circle") && !has(".layer-marks circle")) return "wait";
  return game.matches(".raiding") ? "ambush" : document.querySelector(".card").matches(".hero") ? "hero" : "draw";
}"""
UNREACHABLE: Final = re.compile("ERR_CONNECTION|WebSocket")


BY_HAND: Final = 6
"""Drawings of each that are made on the page; others come from another device of theirs, which takes less time."""


class Person:
    """Somebody with their own browser."""

    seat: Seat

    def __init__(self, page: Page, seat: int, checked: set[str]) -> None:
        self.page = page
        self.nimble = Nimble(page, seat)
        self.careful = PERSONS[seat](page)
        self.checked = checked
        """What the accessibility checker has seen on anybody's page."""
        self.owners: set[str] = set()
        self.met: set[str] = set()
        self.drawn = 0

    def open(self, seat: Seat) -> None:
        """Come to the table, and let the page show where something fits."""
        self.seat = seat
        self.page.goto(f"{seat.base_url}/t/{seat.table}#{seat.token}")
        self.page.locator(".game .card h2").wait_for()
        self.careful.show_places()

    def state(self) -> str:
        """Return what the page wants."""
        found: str = self.page.evaluate(STATE)
        return found

    def act(self) -> bool:
        """Do what the page wants; return whether the game goes on."""
        state = self.state()
        if state == "count":
            self.page.locator("dialog.count .count-controls .main").click()
        elif state == "draw":
            self.drawn += 1
            self.settled(self.nimble.find_and_draw if self.drawn <= BY_HAND else self.draw_elsewhere)
        elif state in ("ambush", "hero"):
            self.meet(state)
        self.nimble.frame()
        return state != "over"

    def draw_elsewhere(self) -> None:
        """Draw on another device."""
        self.seat.connect()
        self.seat.move(first_move(self.seat))
        self.seat.close()

    def settled(self, draw: Callable[[], None]) -> None:
        """Draw, and wait until the page knows that the server has it: a second press would take it back."""
        version = self.page.locator(".game").get_attribute("data-version")
        draw()
        taken = f'#confirm.answered, .game:not([data-version="{version}"]), dialog.count[open]'
        self.page.locator(taken).first.wait_for(state="attached")

    def meet(self, state: str) -> None:
        """Deal with an ambush or a hero, by hand the first time."""
        is_gorgon = self.page.locator(".card .say").inner_text().startswith(WORDS.text("terms.ask.gorgon"))
        what = "gorgon" if is_gorgon else state
        if state == "ambush":
            self.owners.add(self.page.locator(".banner .whose span").first.inner_text())
        is_new = what not in self.met
        self.met.add(what)
        if what not in self.checked:
            assert violations(self.page) == []
        self.checked.add(what)
        self.settled((self.careful if is_new else self.nimble).find_and_draw)


@pytest.fixture
def people(browser: Browser) -> Iterator[list[Person]]:
    """Return three people; what their consoles complain of fails the test, but that a server was away."""
    complaints: list[str] = []
    checked: set[str] = set()
    found: list[Person] = []
    contexts = []
    for seat, viewport in enumerate((DESKTOP, PHONE, DESKTOP)):
        context = browser.new_context(**{**USUAL, "viewport": viewport, "has_touch": viewport is PHONE})
        contexts.append(context)
        context.add_init_script(UNSEEN)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        found.append(Person(page, seat, checked))
    yield found
    for context in contexts:
        context.close()
    assert [text for text in complaints if not UNREACHABLE.search(text)] == []


def seated(server: Running, people: list[Person]) -> Seat:
    """Seat the people at a new table and begin; return the host's seat."""
    host = Seat.create(server.url, NAMES[0], setup=SETUP)
    seats = [host, *(Seat.join(server.url, host.table, name) for name in NAMES[1:])]
    host.start()
    for person, seat in zip(people, seats, strict=True):
        person.open(seat)
    return host


def reload_after_an_answer(people: list[Person]) -> None:
    """Reload the page of a player who has drawn: they can still take it back, and need not draw again."""
    first = people[1]
    first.page.locator(".layer-places circle").first.wait_for(state="attached")
    first.act()
    first.page.locator("#confirm.answered").wait_for()
    first.page.reload()
    first.page.locator(".game .card h2").wait_for()
    expect(first.page.locator("#confirm")).to_contain_text(WORDS.text("page.confirm.undo"))
    first.page.locator("#confirm").click()
    expect(first.page.locator("#confirm")).to_contain_text(WORDS.text("page.confirm.place"))
    first.careful.show_places()


def draw_into_a_gap(server: Running, people: list[Person]) -> Running:
    """Draw while the server is away: what was drawn is kept, and sent when it is back."""
    server.stop()
    away = people[0].page
    expect(away.locator(".lost")).to_be_visible()
    version = away.locator(".game").get_attribute("data-version")
    people[0].nimble.find_and_draw()
    expect(away.locator("#confirm")).to_contain_text(WORDS.text("page.confirm.kept"))
    back = Running(replace(server.config, port=server.port))
    for person in people[1:]:
        expect(person.page.locator(".lost")).to_be_hidden()
        person.page.locator(".layer-places circle").first.wait_for(state="attached")
        person.act()
    expect(away.locator(f'.game:not([data-version="{version}"])')).to_have_count(1)
    return back


@pytest.mark.thorough
@pytest.mark.long
def test_three_play_to_the_end(people: list[Person], tmp_path: Path) -> None:
    """All three see the same end, which is the one that the server has stored."""
    with running(tmp_path, port=free_port()) as server:
        host = seated(server, people)
        for person in people:
            person.act()
        expect(people[1].page.locator("#confirm")).to_contain_text(WORDS.text("page.confirm.place"))
        reload_after_an_answer(people)
        again = draw_into_a_gap(server, people)
    try:
        playing = set(people)
        while playing:
            for person in people:
                if not person.act():
                    playing.discard(person)
        ended(again, host, people)
    finally:
        again.stop()


def ended(server: Running, host: Seat, people: list[Person]) -> None:
    """Expect the end on every page, and that everything has happened."""
    table = call(server.url, "GET", f"/api/tables/{host.table}")["table"]
    summary = call(server.url, "GET", f"/api/games/{table['game']}")
    best = summary["ranks"].index(1)
    for seat, person in enumerate(people):
        told = WORDS.text("page.you") if seat == best else NAMES[best]
        expect(person.page.locator(".end")).to_contain_text(told)
        expect(person.page.locator(".end")).to_contain_text(str(max(summary["totals"])).replace("-", "−"))
        assert person.met >= {"ambush", "hero"}
        assert len(person.owners) == len(NAMES) - 1, "maps went both ways"
    assert any("gorgon" in person.met for person in people)
    assert violations(people[0].page) == []
