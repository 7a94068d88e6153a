"""The paper scorer in a browser: points for a map that was drawn on paper, painted or pasted here."""

from typing import Final

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE, OpenPage
from browser.fitting import resize
from helpers.golden_maps import golden_maps
from quillmap.locales import catalogue
from quillmap.play.textmap import write_text_map
from quillmap.rules.scoring import SCORING, score

WORDS: Final = catalogue("en")
LETTERS: Final = "ABCD"


@pytest.mark.thorough
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
    resize(page, PHONE)
    page.locator("#read-text").click()
    trouble = page.get_by_text(WORDS.text("errors.server.bad-map"))
    expect(trouble).to_be_in_viewport(ratio=1)
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
    page.locator("#bring-back").click()
    expect(printed).to_have_value("A")
    expect(page.locator("#bring-back")).to_have_count(0)


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
