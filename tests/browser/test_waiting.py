"""A table before its game in a browser: how guests come and go, who is seen there, and what the host chooses."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import DESKTOP, PHONE, OpenPage, stop_clock
from browser.fitting import resize
from quillmap.locales import catalogue
from server.harness import Running

WORDS: Final = catalogue("en")


@pytest.fixture
def quiet_page(browser: Browser, server: Running) -> Iterator[Page]:
    """Return a page whose requests may be refused: browsers write every refusal into the console."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    troubles: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(server.url)
    yield page
    context.close()
    assert not troubles


def test_friends_come_by_code_and_all_begin(host: Page, open_page: OpenPage) -> None:
    """A guest types the code, sits, is named and crested; the host seats and removes bots, and starts for both."""
    expect(host.locator(".big-code")).to_have_text(re.compile(r"^\w{6}$"))
    code = host.locator(".big-code").inner_text()
    guest = open_page(viewport=PHONE)
    guest.locator("#code").fill(code.lower())
    guest.keyboard.press("Enter")
    guest.locator("#sit").click()
    expect(guest.locator("#leave")).to_be_visible()
    guest.locator("#my-name").fill("Marta")
    guest.locator("#my-name").blur()
    guest.locator(".crest-ready").first.click()
    expect(guest.locator("#start")).to_be_hidden()
    expect(host.locator(".seat-rows b").nth(1)).to_have_text("Marta")
    host.locator("#add-bot").click()
    host.locator("#add-bot").click()
    expect(guest.locator(".seat-rows li")).to_have_count(4)
    host.locator(".seat-rows li").nth(3).get_by_role("button", name="Remove").click()
    for page in (guest, host):
        expect(page.locator(".seat-rows li")).to_have_count(3)
    host.locator(".seat-rows .grip").nth(1).press("ArrowUp")
    expect(guest.locator(".seat-rows b").first).to_have_text("Marta")
    expect(host.locator(".seat-rows .grip").first).to_be_focused()
    host.locator(".seat-rows .grip").first.drag_to(host.locator(".seat-rows li").nth(2))
    expect(guest.locator(".seat-rows b").nth(2)).to_have_text("Marta")
    host.locator("[data-preset=heroes]").click()
    expect(guest.locator(".gist")).to_contain_text(WORDS.text("setup.map.C.label"))
    host.locator("#start").click()
    for page in (host, guest):
        page.locator(".game .card h2").wait_for()


def test_a_wrong_code_is_told_and_typed_again(quiet_page: Page) -> None:
    """A code that no table has is answered in a sentence, which goes with the first key; typing replaces the code."""
    page, code, trouble = quiet_page, quiet_page.locator("#code"), quiet_page.locator(".hero .trouble")
    page.set_viewport_size({"width": 360, "height": 640})
    code.fill("ZZZZZZ")
    page.locator("#join").click()
    expect(trouble).to_have_text(WORDS.text("errors.server.no-such-code"))
    expect(trouble).to_be_in_viewport(ratio=1)
    expect(page.locator(".boxes .at")).to_have_count(6)
    page.keyboard.type("7zg")
    expect(trouble).to_have_text("")
    expect(code).to_have_value("7ZG")
    code.click(position={"x": 5, "y": 20})
    page.keyboard.type("vkg")
    expect(code).to_have_value("7ZGVKG")
    code.click(position={"x": 5, "y": 20})
    page.keyboard.type("ab")
    expect(code).to_have_value("AB")


def test_a_link_in_the_place_of_a_code_leads_to_its_table(host: Page, open_page: OpenPage) -> None:
    """Whoever pastes the whole link is at the table."""
    guest = open_page(viewport=PHONE)
    guest.locator("#code").fill(host.url)
    expect(guest.locator("#sit")).to_be_visible()


def test_a_guest_leaves(host: Page, open_page: OpenPage) -> None:
    """A guest who leaves before the start is on the first page again, and the seat is free."""
    guest = open_page("/t/" + host.url.rsplit("/", 1)[1])
    guest.locator("#sit").click()
    expect(host.locator(".seat-rows li")).to_have_count(2)
    guest.locator("#leave").click()
    guest.locator("#play-alone").wait_for()
    expect(host.locator(".seat-rows li")).to_have_count(1)
    expect(guest).to_have_title("Quillmap")


def test_a_person_is_removed_only_on_a_second_word(host: Page, open_page: OpenPage) -> None:
    """The host is asked once before somebody loses their seat."""
    guest = open_page("/t/" + host.url.rsplit("/", 1)[1])
    guest.locator("#sit").click()
    remove = host.locator(".seat-rows li").nth(1).get_by_role("button", name="Remove")
    remove.click()
    expect(host.locator("#remove-seat")).to_be_visible()
    host.keyboard.press("Escape")
    expect(host.get_by_role("dialog")).to_have_count(0)
    expect(host.locator(".seat-rows li")).to_have_count(2)
    remove.click()
    host.locator("#remove-seat").click()
    expect(host.locator(".seat-rows li")).to_have_count(1)
    guest.locator("#closed-sit").click()
    expect(host.locator(".seat-rows li")).to_have_count(2)


def test_open_tables_are_listed(host: Page, open_page: OpenPage) -> None:
    """A table that is open to all comes to everybody's first page, also to one that is open already."""
    page = open_page()
    stop_clock(page)
    page.reload()
    expect(page.locator(".tables .nobody, .tables .list")).not_to_have_count(0)
    host.locator(".more-options summary").click()
    host.get_by_role("switch", name=WORDS.text("screens.setup.listed.label")).check(force=True)
    expect(host.get_by_role("switch", name=WORDS.text("screens.setup.listed.label"))).to_be_checked()
    host.locator("#my-name").fill("Zsófi")
    host.locator("#my-name").blur()
    expect(host.locator(".seat-rows b")).to_have_text("Zsófi")
    sit = page.get_by_role("button", name=WORDS.text("screens.home.sit-with", table="Zsófi’s table"))
    for _ in range(50):  # the server reads its list once a second
        if sit.is_visible():
            break
        page.clock.run_for(15_000)
        page.wait_for_timeout(200)
    sit.click()
    page.locator("#sit").wait_for()


def test_start_stays_in_sight_beside_many_seats(host: Page) -> None:
    """All free seats get their bots by one press, and nobody has to look for the button below them."""
    host.locator("#fill-bots").click()
    expect(host.locator(".seat-rows li")).to_have_count(6)
    for window in (DESKTOP, PHONE):
        resize(host, window)
        expect(host.locator("#start")).to_be_in_viewport(ratio=1)


def test_a_drawn_crest_is_seen_by_all(host: Page, open_page: OpenPage) -> None:
    """Strokes on the shield are strokes on everybody's screen."""
    pad = host.locator(".crest-pad")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    host.mouse.move(box["x"] + 40, box["y"] + 40)
    host.mouse.down()
    host.mouse.move(box["x"] + 70, box["y"] + 70, steps=5)
    host.mouse.up()
    guest = open_page("/t/" + host.url.rsplit("/", 1)[1])
    expect(guest.locator(".seat-crest path[stroke-width='1.6']")).to_have_count(1)


def test_an_impossible_combination_is_explained(quiet_page: Page) -> None:
    """What the rules refuse stays visible with the reason, and the table stays as it was."""
    page = quiet_page
    page.locator("#play-friends").click()
    page.locator("[data-preset=everything]").click()
    expect(page.locator("[data-preset=everything]")).to_have_attribute("aria-pressed", "true")
    page.locator(".more-options summary").click()
    ruins = page.get_by_role("switch", name=WORDS.text("setup.ruins.label"))
    ruins.click(force=True)  # it springs back, perhaps at once
    expect(page.locator(".why:visible")).to_have_text(WORDS.text("errors.setup.ruins-required"))
    expect(ruins).to_be_checked()


def test_cards_are_chosen_by_hand(quiet_page: Page) -> None:
    """Three skills are three skills: two are refused with the reason, three are taken."""
    page = quiet_page
    page.locator("#play-friends").click()
    page.locator(".more-options summary").click()
    skills = page.get_by_role("radiogroup", name=WORDS.text("setup.skills.label"))
    skills.get_by_label(WORDS.text("setup.skills.chosen.label")).click()
    boxes = page.locator("dialog .card-choice input")
    for n in range(2):
        boxes.nth(n).check()
    page.locator("dialog .btn.main").click()
    expect(page.locator("dialog .trouble")).to_have_text(WORDS.text("errors.setup.skills-not-three"))
    boxes.nth(2).check()
    page.locator("dialog .btn.main").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(skills.get_by_label(WORDS.text("setup.skills.chosen.label"))).to_be_checked()
