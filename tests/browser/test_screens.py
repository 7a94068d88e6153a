"""The screens around the game in a browser: first page, waiting table and its set-up, paper scorer, rules."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import violations
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.fitting import resize, speak
from helpers.golden_maps import golden_maps
from quillmap.locales import catalogue, languages
from quillmap.play.textmap import write_text_map
from quillmap.rules.scoring import SCORING, score
from server.harness import Running

WORDS: Final = catalogue("en")
LETTERS: Final = "ABCD"
UNNAMED: Final = """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=gridcell]")]
  .filter(each => each.checkVisibility() && !each.getAttribute("aria-label"))
  .filter(each => !each.labels?.length && !each.textContent.trim())
  .map(each => each.outerHTML.slice(0, 120))"""
"""Controls that a screen reader could not name."""

SMALL: Final = """() => [...document.querySelectorAll("button, select, a.brand, .seg label, .switch, .brushes label")]
  .filter(each => each.checkVisibility()).map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""
"""Targets that a finger could miss."""


BROKEN: Final = """() => [...document.querySelectorAll("dialog .maps label")].flatMap(label => {
  const walk = document.createTreeWalker(label, NodeFilter.SHOW_TEXT), found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (const {0: word, index} of node.data.matchAll(/\\S+/g)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) found.push(word);
    }
  return found;
})"""
"""Words of the maps' names that go on in a second line."""


def checked(page: Page) -> None:
    """Expect what holds for every screen: nothing unnamed, nothing too small, nothing wider than the window."""
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def host(open_page: OpenPage) -> Page:
    """Return the page of somebody who has just made a table for friends."""
    page = open_page()
    page.locator("#play-friends").click()
    page.locator("#start").wait_for()
    return page


def is_open_to_everybody(page: Page) -> None:
    """Expect the checker to find nothing, neither by day on a phone nor by night on a desk."""
    resize(page, PHONE)
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    resize(page, DESKTOP)
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []


def test_going_back_closes_what_lies_over_the_screen(host: Page) -> None:
    """Only then it leaves the screen; and what was closed otherwise costs no step of its own."""
    address = host.url
    opener, dialog = host.locator(".tools button").first, host.locator("dialog")
    for _ in range(2):
        opener.click()
        expect(dialog).to_have_count(1)
        host.evaluate("() => history.back()")
        expect(dialog).to_have_count(0)
        assert host.url == address
    opener.click()
    expect(dialog).to_have_count(1)
    host.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    host.wait_for_function("() => !history.state?.over")
    opener.click()
    expect(dialog).to_have_count(1)
    host.reload()
    host.locator("#start").wait_for()
    host.evaluate("() => history.back()")
    host.locator("#play-friends").wait_for()
    expect(dialog).to_have_count(0)


@pytest.mark.long
def test_screens_are_open_to_everybody(open_page: OpenPage) -> None:
    """The accessibility checker finds nothing around the game: names, landmarks, headings, contrast in both themes."""
    page = open_page()
    page.locator("#play-friends").click()
    page.locator("#add-bot").click()
    page.locator(".seat-rows li").nth(1).wait_for()
    is_open_to_everybody(page)
    page.locator("#start").click()
    page.locator(".game .card h2").wait_for()
    page.goto(page.url.split("/t/")[0])
    page.locator(".mine li button").wait_for()
    page.locator("#set-out").wait_for()
    is_open_to_everybody(page)
    page.get_by_role("button", name=WORDS.text("screens.home.paper")).click()
    page.locator("#total").wait_for()
    is_open_to_everybody(page)
    page.goto(page.url.split("/score")[0] + "/rules")
    page.locator(".card-tile").first.wait_for()
    is_open_to_everybody(page)


def test_dialogs_are_open_to_everybody(open_page: OpenPage) -> None:
    """The checker finds nothing in what opens above the table, either."""
    page = open_page()
    page.locator("#play-alone").click()
    for opener in (".edict", ".top .tools button:nth-child(1)", ".top .tools button:nth-child(2)", ".top .tools .menu"):
        page.locator(opener).first.click()
        page.locator("dialog[open]").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


def test_language_and_theme_change_at_once(open_page: OpenPage) -> None:
    """Nothing has to be loaded again for another language or for candlelight."""
    page = open_page()
    page.get_by_role("button", name=WORDS.text("screens.tool.language")).click()
    page.get_by_role("button", name=languages()["hu"]).click()
    expect(page.locator("#play-alone")).to_contain_text(catalogue("hu").text("screens.home.alone"))
    page.get_by_role("button", name=catalogue("hu").text("screens.tool.theme")).click()
    page.get_by_role("button", name=catalogue("hu").text("page.theme.dark")).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_another_language_is_no_other_place(host: Page) -> None:
    """A reader who changes it far down in the set-up stays there."""
    resize(host, PHONE)
    host.locator(".more-options summary").click()
    host.evaluate("() => scrollTo(0, 700)")
    speak(host, "hu")
    expect(host.locator("#start")).to_contain_text(catalogue("hu").text("screens.table.start", count=1))
    host.wait_for_function("() => scrollY === 700")


@pytest.mark.parametrize("button", ["#play-alone", "#set-out", ".more button >> nth=0"])
def test_one_tap_begins_a_game_and_this_device_keeps_it(open_page: OpenPage, button: str) -> None:
    """Alone, the expedition and the first game need one tap; the game is then among those of this device."""
    page = open_page()
    page.locator(button).click()
    page.locator(".game .card h2").wait_for()
    address = page.url
    page.goto(address.split("/t/")[0])
    page.locator(".mine li button").click()
    expect(page).to_have_url(address)
    page.locator(".game .card h2").wait_for()


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
    """A table that is open to all is on everybody's first page."""
    host.locator(".more-options summary").click()
    host.get_by_role("switch", name=WORDS.text("screens.setup.listed.label")).check(force=True)
    expect(host.get_by_role("switch", name=WORDS.text("screens.setup.listed.label"))).to_be_checked()
    host.locator("#my-name").fill("Zsófi")
    host.locator("#my-name").blur()
    expect(host.locator(".seat-rows b")).to_have_text("Zsófi")
    page = open_page()
    page.get_by_role("button", name=WORDS.text("screens.home.sit-with", table="Zsófi’s table")).click()
    page.locator("#sit").wait_for()


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


def test_a_wrong_code_is_told_and_typed_again(quiet_page: Page) -> None:
    """A code that no table has is answered in a sentence, which goes with the first key; typing replaces the code."""
    page, code, trouble = quiet_page, quiet_page.locator("#code"), quiet_page.locator(".hero .trouble")
    code.fill("ZZZZZZ")
    page.locator("#join").click()
    expect(trouble).to_have_text(WORDS.text("errors.server.no-such-code"))
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
    """Who pastes the whole link is at the table."""
    guest = open_page(viewport=PHONE)
    guest.locator("#code").fill(host.url)
    expect(guest.locator("#sit")).to_be_visible()


@pytest.mark.long
def test_the_paper_scorer_agrees_on_every_card(open_page: OpenPage) -> None:
    """A pasted map gets the points that the engine gives it, four cards at a time."""
    page = open_page("/score")
    page.locator("summary").click()
    maps = [case.sheet for case in golden_maps()]
    cards = list(SCORING)
    for four in (cards[start : start + len(LETTERS)] for start in range(0, len(cards), len(LETTERS))):
        # The map on which most of the four earn something.
        sheet = max(maps, key=lambda sheet: sum(score(card, sheet) > 0 for card in four))
        for season, letters in (("spring", LETTERS[:2]), ("autumn", LETTERS[2:])):
            page.locator(f"[data-season={season}]").click()
            page.locator("textarea").fill(write_text_map(sheet))
            page.locator("#read-text").click()
            for letter in letters:
                line, card = page.locator(f"[data-letter={letter}]"), four[LETTERS.index(letter)]
                line.locator("select").select_option(card)
                expect(line.locator("button b.num")).to_have_text(str(score(card, sheet)))


def test_a_count_leaves_the_text_that_was_put_in(open_page: OpenPage) -> None:
    """Whoever has pasted a map and not yet read it still has it when the points of the old one come."""
    page = open_page("/score")
    page.locator("summary").click()
    page.locator("textarea").fill("a map of mine")
    page.locator("textarea").blur()
    with page.expect_response("**/api/score/year"):
        page.locator("[data-letter=A] select").select_option("borderlands")
    expect(page.locator("[data-letter=A] select")).to_have_value("borderlands")
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    expect(page.locator("textarea")).to_have_value("a map of mine")
    page.emulate_media(media="print")
    expect(page.locator(".paper-board")).to_be_visible()
    expect(page.locator("#total")).to_be_visible()
    for pressed in (".bar-top", ".palette", ".season-tabs"):
        expect(page.locator(pressed)).to_be_hidden()


def test_a_year_on_paper(open_page: OpenPage) -> None:
    """Season by season the two edicts of each; a new season begins with the last map, and four make a rating."""
    page = open_page("/score")
    further = page.get_by_role("button", name=WORDS.text("screens.paper.further"))
    further.click()
    expect(page.locator("#total")).to_contain_text("1")
    for season, letters in (("summer", "BC"), ("autumn", "CD"), ("winter", "AD")):
        page.locator(f"[data-season={season}]").click()
        for letter in LETTERS:
            expect(page.locator(f"[data-letter={letter}]")).to_be_visible(visible=letter in letters)
    expect(page.locator("#season-total")).to_contain_text("1")
    expect(page.locator("#total")).to_contain_text("4")
    expect(page.locator("#rating")).to_contain_text(WORDS.text("terms.title.oblivious-inkdrinker"))
    page.locator("summary").click()
    page.locator("textarea").fill("no map")
    page.locator("#read-text").click()
    expect(page.locator(".palette .trouble")).to_have_text(WORDS.text("errors.server.bad-map"))


def test_a_sheet_is_painted_by_keyboard(open_page: OpenPage) -> None:
    """Arrows, Enter and figures paint; the map's edge earns for Sentinel Wood, and every award is named."""
    page = open_page("/score")
    line = page.locator("[data-letter=A]")
    line.locator("select").select_option("sentinel-wood")
    page.locator('.space[data-n="0"]').focus()
    for key in ("1", "Enter", "ArrowRight", "Enter", "ArrowDown", "2", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('.space[data-n="1"]')).to_have_attribute("aria-label", "A2, Forest")
    expect(page.locator('.space[data-n="12"]')).to_have_attribute("aria-label", "B2, Village")
    expect(line.locator("button b.num")).to_have_text("2")
    line.get_by_role("button").first.click()
    expect(line.locator(".awards")).to_contain_text("A1")
    page.locator("#undo").click()
    expect(page.locator('.space[data-n="12"]')).to_have_attribute("aria-label", "B2, Empty")
    printed = page.get_by_label(WORDS.text("screens.paper.printed"))
    expect(printed).to_have_value("A")
    printed.select_option("C")
    page.locator("#undo").click()
    expect(printed).to_have_value("A")


IN_REACH: Final = """() => {
  const [board, ...brushes] = [...document.querySelectorAll(".paper-board .spaces, .brushes label, #undo")]
    .map(each => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return brushes.every(box => box.top >= 0 && box.bottom <= innerHeight && !meet(board, box));
}"""
"""Whether brushes and the way back are in sight beside the map, without a scroll."""


def test_a_sheet_is_painted_by_finger(open_page: OpenPage) -> None:
    """A tap paints, a second tap wipes; ruins stay what they are under a drawing; coins count. Brushes are in reach."""
    page = open_page("/score", viewport=PHONE, has_touch=True)
    for size in ((667, 375), (375, 667), (390, 844)):
        resize(page, {"width": size[0], "height": size[1]})
        page.locator(".paper-board").scroll_into_view_if_needed()
        assert page.evaluate(IN_REACH), size
    page.locator(".brushes label").nth(2).tap()
    space = page.locator('.space[data-n="16"]')
    expect(space).to_have_attribute("aria-label", "B6, Empty, Ruins")
    space.tap()
    expect(space).to_have_attribute("aria-label", "B6, Farm, Ruins")
    space.tap()
    expect(space).to_have_attribute("aria-label", "B6, Empty, Ruins")
    page.get_by_role("button", name=WORDS.text("screens.paper.further")).tap()
    expect(page.locator("#total")).to_contain_text("1")


def test_alone_with_a_map_of_the_other_box(open_page: OpenPage) -> None:
    """The options say that ruins cards are added, and the table is what they say, at the first request."""
    page = open_page("/")
    page.locator("#solo-options").click()
    page.locator("dialog .seg label", has_text=WORDS.text("setup.box.heroes.label")).click()
    page.locator("dialog .maps label", has_text=WORDS.text("setup.map.A.label")).click()
    expect(page.locator("dialog .opt:has(.maps) > p")).to_have_text(WORDS.text("screens.solo.ruins.text"))
    page.locator("dialog .seg label", has_text=WORDS.text("setup.skills.drawn.label")).last.click()
    with page.expect_response(lambda answer: answer.url.endswith("/api/tables")) as opened:
        page.locator("#start-solo").click()
    setup = opened.value.json()["table"]["setup"]
    chosen = {"explore": "heroes", "map": "A", "ruins": True}
    assert {name: setup[name] for name in chosen} == chosen


def test_alone_with_options(open_page: OpenPage) -> None:
    """Heroes is one tap away, and the last choice is what the first button plays from then on."""
    page = open_page("/")
    page.locator("#solo-options").click()
    page.locator("dialog .maps label").first.wait_for()
    assert page.evaluate(BROKEN) == []
    page.locator("dialog .seg label", has_text=WORDS.text("setup.box.heroes.label")).click()
    expect(page.locator("dialog .maps input[value=C]")).to_be_checked()
    page.locator("dialog .maps label", has_text=WORDS.text("setup.map.D.label")).click()
    page.locator("dialog .seg label", has_text=WORDS.text("setup.edicts.chosen.label")).click()
    page.locator(".edict-pick[data-letter=B]").click()
    page.locator(".edict-tile[data-card=deepwood]").click()
    page.locator("#start-solo").click()
    page.locator(".desk, .game").first.wait_for()
    page.evaluate("() => location.assign('/')")
    expect(page.locator("#solo-options")).to_contain_text(WORDS.text("setup.box.heroes.label"))
