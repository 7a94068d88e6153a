"""Seasons that are counted, the end of the year, maps that are handed on, and what is heard of it."""

import random
import re
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.conftest import PHONE, OpenPage, stop_clock
from browser.fitting import LANGUAGES, overflowing, speak
from browser.font_families import set_in_every_font, with_every_font
from quillmap.locales import catalogue
from quillmap.server.client import Seat, legal_moves
from server.harness import Running, receive_until

WORDS: Final = catalogue("en")
CLOCK: Final = {"kind": "seconds", "amount": 600, "timeout": "wait"}
OTHERS: Final = LANGUAGES[1:]
"""Four languages, one for each season."""
NAMES: Final = ("Ada", "Marta & <b>", "Jonas")
Json = dict[str, Any]

LISTEN: Final = """() => {
  window.heard = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor(...rest) { super(...rest); window.heard++; } };
}"""
"""Counts how often the page opens its loudspeaker."""


@dataclass
class Table:
    """A page that watches the first seat, and a program that answers for all seats."""

    page: Page
    seats: list[Seat]
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def board(self) -> Json:
        """The board as the first seat has it."""
        found = self.seats[0].board
        assert found is not None
        return found

    def answer(self) -> list[Json]:
        """Let everybody who is asked answer; return what that led to."""
        for seat in self.seats:
            if seat.own is not None and seat.own["choices"] is not None:
                seat.move(self.chance.choice(legal_moves(seat.own["choices"])[:80]))
        updates = [receive_until(seat, "update") for seat in self.seats]
        events: list[Json] = updates[0]["events"]
        return events

    def answer_until(self, kind: str) -> Json:
        """Play on until an event of this kind happens; return it."""
        while True:
            for event in self.answer():
                if event["event"] == kind:
                    return event


def sit(
    open_page: OpenPage, server: Running, people: int, setup: Json, pace: Json | None = None, **options: Any
) -> Table:
    """Open a table and look at it."""
    setup = {"seed": "endings", **setup}
    host = Seat.create(server.url, NAMES[0], title="the Precise", setup=setup, **({"pace": pace} if pace else {}))
    seats = [host, *(Seat.join(server.url, host.table, NAMES[n]) for n in range(1, people))]
    host.start()
    for seat in seats:
        seat.connect()
    page = open_page(f"/t/{host.table}#{host.token}", **options)
    page.locator(".game .card h2").wait_for()
    return Table(page, seats)


def signed(points: int) -> str:
    """Return points as the page writes them."""
    return str(points).replace("-", "−")


def counted(table: Table, event: Json) -> None:
    """Compare the ledger with what the server has scored, and with the spaces that lit up; then go on."""
    score = event["scores"][0]
    points = [*score["edicts"], score["coins"], -score["monsters"]]
    ledger = table.page.locator("dialog.count:not(.crowning)")
    expect(ledger.locator(".ledger-line .line-value b")).to_have_text([signed(each) for each in points])
    expect(ledger.locator(".ledger-sum b")).to_have_text(signed(sum(points)))
    for number in range(2):
        texts = ledger.locator(".ledger-line").nth(number).locator(".line-sums .num").all_text_contents()
        assert sum(int(text.split("=")[-1].replace("−", "-")) for text in texts) == points[number]
    ledger.locator(".main").click()


@pytest.mark.long
def test_every_season_and_the_ranking(open_page: OpenPage, server: Running) -> None:
    """Each count of a game with everything agrees with the server; the table stands in order; a scroll ends it."""
    setup = {"box": "mixed", "skills": "drawn", "ambush_by": "neighbour"}
    table = sit(open_page, server, 3, setup)
    page = table.page
    for season in range(4):
        event = table.answer_until("season-scored")
        page.locator("dialog.count").wait_for()
        if season == 0:
            assert violations(page) == []
        totals = sorted((seat["total"] for seat in table.board["seats"]), reverse=True)
        expect(page.locator("dialog.count .race-list li b")).to_have_text([signed(each) for each in totals])
        counted(table, event)
    result = table.board["result"]
    scroll = page.locator("dialog.crowning")
    expect(scroll.locator(".race-rank")).to_have_text([f"{rank}." for rank in sorted(result["ranks"])])
    expect(scroll.locator("[role=status]")).to_contain_text(f"Your place: {result['ranks'][0]}")
    expect(scroll.locator(".crown-map figcaption")).to_have_text(NAMES[result["ranks"].index(1)])
    scroll.locator(".main").click()
    expect(page.locator(".end .race-list li")).to_have_count(3)
    assert violations(page) == []
    page.locator(".end-crown").click()
    scroll.locator(".main").click()
    page.locator(".end-watch").click()
    expect(page).to_have_url(re.compile(rf"/g/{table.board['game']}$"))


def count_in_other_languages(table: Table) -> None:
    """Play a year; every season is counted in another language, and its words fit the window with all fonts."""
    for language in OTHERS:
        speak(table.page, language)
        event = table.answer_until("season-scored")
        table.page.locator("dialog.count").wait_for()
        for fonts in set_in_every_font(table.page):
            assert overflowing(table.page) == [], (language, fonts)
        counted(table, event)


@pytest.mark.thorough
@with_every_font
def test_alone_the_queen_explains_the_title(open_page: OpenPage, server: Running) -> None:
    """The rating is the stars less the numbers on the four cards; the picture stands by itself, as SVG and as PNG."""
    table = sit(open_page, server, 1, {"box": "base"}, viewport=PHONE, color_scheme="dark")
    page = table.page
    count_in_other_languages(table)
    result = table.board["result"]
    scroll = page.locator("dialog.crowning")
    expect(scroll.locator("h2")).to_have_text(catalogue(OTHERS[-1]).text(f"terms.title.{result['title']}"))
    numbers = [int(text.replace("−", "-")) for text in scroll.locator(".scroll-sum b.num").all_text_contents()]
    assert numbers[0] == result["totals"][0]
    assert sum(numbers[:-1]) == numbers[-1] == result["rating"]
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(scroll).to_have_count(0)
    speak(page, "en")
    page.locator(".end-share").click()
    page.locator(".share-picture").wait_for()
    assert violations(page) == []
    with page.expect_download() as drawn:
        page.locator(".share-svg").click()
    picture = self_contained(page, drawn.value.path().read_text(encoding="utf-8"))
    assert NAMES[0] in picture
    assert all(WORDS.text(f"cards.{card}.name").replace("'", "&#39;") in picture for card in table.board["edicts"])
    with page.expect_download() as saved:
        page.locator(".share-png").click()
    body = saved.value.path().read_bytes()
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(body[16:20], "big") == 1620


def self_contained(page: Page, picture: str) -> str:
    """Expect a well-formed file that needs no style sheet and refers to nothing outside itself."""
    script = "text => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null"
    assert page.evaluate(script, picture)
    assert "var(" not in picture
    assert "class=" not in picture
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture))
    assert used
    assert all(f'id="{first or second}"' in picture for first, second in used)
    return picture


def test_names_are_text_in_pictures(open_page: OpenPage) -> None:
    """Whatever people call themselves stays text."""
    page = open_page()
    page.locator("#set-out").wait_for()
    script = """async (name) => {
      const {escaped} = await import("/static/js/share/inline.js");
      const text = `<svg xmlns="http://www.w3.org/2000/svg"><text a="${escaped(name)}">${escaped(name)}</text></svg>`;
      return new DOMParser().parseFromString(text, "image/svg+xml").documentElement.textContent;
    }"""
    name = '"Ada" & <script>\''
    assert page.evaluate(script, name) == name


def test_a_count_can_be_held_hurried_and_skipped(open_page: OpenPage, server: Running) -> None:
    """Pause stops it, next goes a line further, Esc goes to the end, and a setting shows it all at once."""
    table = sit(open_page, server, 1, {"box": "base", "ambushes": "none"}, reduced_motion="no-preference")
    page = table.page
    stop_clock(page)
    table.answer_until("season-scored")
    open_menu_during(page, "dialog.count", "dialog.count .menu")
    expect(page.locator(".ledger-line.later")).to_have_count(4)
    hold, main = page.locator("dialog.count .hold"), page.locator("dialog.count .count-controls .main")
    hold.dispatch_event("click")
    expect(hold).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(10_000)
    expect(page.locator(".ledger-line.later")).to_have_count(4)
    main.dispatch_event("click")
    page.clock.run_for(10_000)
    expect(page.locator(".ledger-line.now h3")).to_have_text(WORDS.text(f"cards.{table.board['edicts'][1]}.name"))
    expect(page.locator(".ledger-line.later")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.count.done .ledger-line.later")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.count")).to_have_count(0)
    page.clock.resume()
    page.locator(".top .menu").click()
    page.get_by_role("button", name=WORDS.text("endings.settings")).click()
    assert violations(page) == []
    page.get_by_label(WORDS.text("endings.pace.at-once")).check()
    page.keyboard.press("Escape")
    table.answer_until("season-scored")
    expect(page.locator("dialog.count.done .ledger-line")).to_have_count(4)


def open_menu_during(page: Page, scene: str, menu: str) -> None:
    """Open the menu during a scene, and expect that the scene waits until it is closed again."""
    expect(page.locator(scene)).to_be_visible()
    page.clock.run_for(50)
    page.locator(menu).click()
    drawer = page.locator("dialog.drawer")
    expect(drawer).to_be_visible()
    page.clock.run_for(20_000)
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(page.locator(scene)).to_be_visible()


def test_clock_and_menu_are_there_during_scenes(open_page: OpenPage, server: Running) -> None:
    """While maps are handed on and monsters act, on the smallest phone; the menu holds the scene."""
    small, motion = {"width": 320, "height": 568}, "no-preference"
    setup = {"box": "base", "seed": "maps 5"}
    table = sit(open_page, server, 3, setup, CLOCK, viewport=small, reduced_motion=motion)
    page = table.page
    stop_clock(page)
    table.answer()
    open_menu_during(page, ".passing", ".passing .menu")
    expect(page.locator(".passing .clock")).to_be_visible()
    expect(page.locator(".passing .still")).to_have_text(WORDS.text("page.folk.drawing", count=3))
    page.clock.run_for(20_000)
    expect(page.locator(".passing")).to_have_count(0)
    table.answer()
    open_menu_during(page, ".scene-note", ".top .menu")
    page.clock.run_for(100)
    expect(page.locator(".top .clock")).to_be_visible()
    expect(page.locator(".top .drawing")).to_have_text("3")
    page.clock.run_for(20_000)
    expect(page.locator(".scene-note")).to_be_hidden()


@pytest.mark.parametrize(("seed", "is_clockwise"), [("maps 5", True), ("maps 8", False)], ids=["left", "right"])
def test_maps_are_handed_on_and_come_home(open_page: OpenPage, server: Running, seed: str, is_clockwise: bool) -> None:
    """It is shown who gets one's map and whose map comes, in the direction of the card; then what was drawn on it."""
    table = sit(open_page, server, 3, {"box": "base", "seed": seed}, reduced_motion="no-preference")
    page = table.page
    stop_clock(page)
    table.answer()
    assert table.board["ask"] == "ambush", "the second card of this deal is an ambush"
    holder, owner = (NAMES[1], NAMES[2]) if is_clockwise else (NAMES[2], NAMES[1])
    story = f"page.ambush.story-{'left' if is_clockwise else 'right'}.text"
    expect(page.locator(".passing .pass-text")).to_have_text(WORDS.text(story, owner=owner, holder=holder))
    names = page.locator(".passing .pass-name b")
    expect(names).to_have_text([NAMES[1], WORDS.text("page.you"), NAMES[2]])
    page.keyboard.press("Shift")
    page.clock.run_for(1000)
    expect(page.locator(".banner .whose span span")).to_have_text(WORDS.text("page.ambush.whose", owner=owner))
    expect(page.locator(".game.from-left")).to_have_count(0 if is_clockwise else 1)
    table.answer()
    expect(page.locator(".scene-note")).to_contain_text(WORDS.text("endings.scene.drawn.text", player=holder))
    page.keyboard.press("Shift")
    page.clock.run_for(1000)
    expect(page.locator(".game:not(.raiding) .scene-note")).to_be_hidden()


def test_sounds_are_off_until_somebody_wants_them(open_page: OpenPage, server: Running) -> None:
    """The loudspeaker stays closed; the switch opens it, and the device keeps switch and volume."""
    table = sit(open_page, server, 1, {"box": "base"})
    page = table.page
    page.evaluate(LISTEN)
    version = table.board["version"]
    table.answer()
    page.locator(f'.game:not([data-version="{version}"])').wait_for()
    assert page.evaluate("() => window.heard") == 0
    page.locator(".top .menu").click()
    page.get_by_role("button", name=WORDS.text("endings.settings")).click()
    page.get_by_role("switch", name=WORDS.text("endings.sound.on")).check()
    page.get_by_role("slider").fill("30")
    assert page.evaluate("() => window.heard") == 1
    page.reload()
    page.locator(".top .menu").click()
    page.get_by_role("button", name=WORDS.text("endings.settings")).click()
    expect(page.get_by_role("switch", name=WORDS.text("endings.sound.on"))).to_be_checked()
    expect(page.get_by_role("slider")).to_have_value("30")
    script = """async () => {
      const {SOUND_NAMES, play} = await import("/static/js/sounds.js");
      SOUND_NAMES.forEach(play);
      return SOUND_NAMES.length;
    }"""
    assert page.evaluate(script) == 7
