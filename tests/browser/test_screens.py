"""The screens around the game in a browser: the first page, its ways into a game, languages, themes, and going back."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.conftest import PHONE, OpenPage
from browser.fitting import resize, speak
from browser.screen_checks import is_open_to_everybody
from quillmap.locales import catalogue, languages

WORDS: Final = catalogue("en")


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


BROKEN: Final = """labels => [...document.querySelectorAll(labels)].flatMap(label => {
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
"""Words of names, such as those of maps, that go on in a second line."""


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
    assert page.evaluate(BROKEN, "dialog .maps label") == []
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


@pytest.mark.parametrize("language", languages())
def test_names_of_edicts_break_between_words(open_page: OpenPage, language: str) -> None:
    """Also the longest, on the narrow cards of a phone among which edicts are chosen."""
    words = catalogue(language)
    page = open_page("/", viewport={"width": 375, "height": 667})
    page.locator("#solo-options").wait_for()
    speak(page, language)
    page.locator("#solo-options").click()
    page.locator("dialog .seg label", has_text=words.text("setup.edicts.chosen.label")).click()
    page.locator(".edict-pick").first.click()
    page.locator(".edict-tile[data-card=canal-lake]").scroll_into_view_if_needed()
    assert page.evaluate(BROKEN, ".edict-tile b") == []
