"""The rules to read in a browser: contents, search, chapters, a page for each card, examples in a game."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.fitting import resize
from browser.screen_checks import checked
from quillmap.locales import catalogue, languages
from quillmap.reference.art import cells_of, noise, outline
from quillmap.reference.book import maps_of
from quillmap.reference.cards import listed_cards
from quillmap.reference.chapters import CHAPTERS
from quillmap.reference.examples import example_figure, examples
from quillmap.rules.spaces import clusters
from server.harness import wait_until

WORDS = catalogue("en")
CLIPPED = """() => [...document.querySelectorAll("main :is(h2, h3, p, dd, dt, b, td, th, li), .rules-nav a, .btn")]
  .filter(each => each.checkVisibility() && getComputedStyle(each).display !== "inline")
  .filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent)"""
"""Texts that are wider than their box."""

EVERYTHING = """async ([language, cards, isFirst]) => {
  const {setLanguage} = await import("/static/js/words.js");
  const {chapterNodes} = await import("/static/js/reference/chapter.js");
  const {cardPage} = await import("/static/js/reference/card-page.js");
  const book = structuredClone(await (await import("/static/js/reference/book.js")).loadBook());
  const pictures = isFirst ? [] : [...Object.values(book.examples), ...Object.values(book.scenes)];
  for (const each of pictures) Object.assign(each, {sheet: {}, marks: {}, medals: []});
  const {el} = await import("/static/js/dom.js");
  await setLanguage(language);
  const link = (path, props, ...children) => el("a", {href: path, ...props}, ...children);
  const hiding = new CSSStyleSheet();
  hiding.replaceSync("#screen { display: none }");
  document.adoptedStyleSheets = [hiding];
  document.querySelector("main")?.remove();
  const main = document.body.appendChild(el("main", {class: "paper rules-part chapter"}));
  for (const chapter of book.chapters) main.append(...(await chapterNodes(chapter, book, link)));
  for (const id of cards) main.append(cardPage(id, "standard", book));
  return [main.querySelectorAll(".figure").length, main.querySelectorAll(".reference-card").length];
}"""
"""All chapters and all cards in one long page; pictures are drawn only in the first language: they have no words."""


def test_a_reader_goes_through_the_chapters(open_page: OpenPage) -> None:
    """From the contents through every chapter by its last button, and to the cards, on a desk and on a phone."""
    page = open_page("/rules")
    page.locator(".chapter-list a").first.click()
    page.locator(".ways .next").wait_for()
    for chapter in CHAPTERS:
        expect(page.locator("main h2")).to_have_text(WORDS.text(f"reference.chapter.{chapter.id}.title"))
        expect(page.locator(".rules-nav [aria-current]")).to_have_count(1)
        checked_in_both_windows(page)
        page.locator(".ways .next").click()
    page.locator("#card-search").wait_for()
    checked_in_both_windows(page)


def checked_in_both_windows(page: Page) -> None:
    """Expect what holds for every screen, on a desk and on a phone."""
    for viewport in (DESKTOP, PHONE):
        resize(page, viewport)
        checked(page)


@pytest.mark.thorough
def test_everything_in_every_language(open_page: OpenPage) -> None:
    """On a phone all chapters and all cards have their words and pictures, and no text is wider than its box."""
    page = open_page("/rules", viewport=PHONE)
    page.locator("#card-search").wait_for()
    parts = [part for each in CHAPTERS for part in each.parts]
    scenes = sum(len(maps_of(part.name)) if part.kind == "maps" else part.kind in ("scene", "count") for part in parts)
    for language in reversed(languages()):
        made = page.evaluate(EVERYTHING, [language, list(listed_cards()), language == "el"])
        assert made == [scenes + len(examples()), len(listed_cards())]
        assert page.evaluate(CLIPPED) == [], language
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), language


def found(page: Page) -> list[str]:
    """Return the ids of the cards that are listed, in order."""
    listed: list[str] = page.locator(".card-tile").evaluate_all("all => all.map(each => each.dataset.card)")
    return listed


def test_cards_are_found(open_page: OpenPage) -> None:
    """By name, by a word of the rule, by kind; a name comes before a rule, and marks on letters do not matter."""
    page = open_page("/rules")
    page.locator("#card-search").wait_for()
    expect(page.locator(".card-tile")).to_have_count(len(listed_cards()))
    page.locator("#card-search").fill("river")
    wait_until(lambda: found(page) == ["great-river"])
    page.locator("#card-search").fill("ruins")
    expect(page.locator(".results h2:visible")).to_have_text(
        [WORDS.text("reference.passages"), WORDS.text("reference.cards.found")]
    )
    expect(page.locator(".passages b").first).to_have_text(WORDS.text("rules.ruins.title"))
    expect(page.locator(".passages a").first).to_be_in_viewport()
    page.locator("#card-search").fill("neighbour")
    expect(page.locator(".passages mark").first).to_be_in_viewport()
    passage = page.locator(".passages a", has=page.locator("b", has_text=WORDS.text("rules.adjacent.title"))).first
    passage.click()
    expect(page.locator("#topic-adjacent")).to_be_focused()
    page.go_back()
    page.locator("#card-search").fill("forest")
    wait_until(lambda: set(found(page)[:3]) == {"forgotten-forest", "stoneside-forest", "heart-of-the-forest"})
    page.locator("#card-kind").select_option("hero")
    expect(page.locator(".finder [role=status]")).to_have_text(WORDS.text("reference.none.text"))
    expect(page.locator(".results h2:visible")).to_have_count(0)
    page.locator("#card-search").fill("")
    expect(page.locator(".card-tile")).to_have_count(8)
    page.get_by_role("button", name=WORDS.text("screens.tool.language")).click()
    page.get_by_role("button", name=languages()["pl"]).click()
    expect(page.locator("h1")).to_have_text(catalogue("pl").text("screens.rules.title"))
    expect(page.locator(".card-tile")).to_have_count(8)
    page.locator("#card-kind").select_option("all")
    page.locator("#card-search").fill("zloty spi")
    expect(page.locator(".card-tile b").first).to_have_text(catalogue("pl").text("cards.golden-granary.name"))


def test_a_card_has_its_page(open_page: OpenPage) -> None:
    """Its address opens it with rule, rulings and a counted example; another language keeps the place."""
    page = open_page("/rules/cards/shieldgate", viewport=PHONE)
    page.locator("main h2").wait_for()
    expect(page.locator("main h2")).to_have_text(WORDS.text("cards.shieldgate.name"))
    expect(page.locator(".rule-text")).to_have_text(WORDS.text("cards.shieldgate.rule"))
    expect(page.locator("main li")).to_have_count(2)
    expect(page.locator(".facts dd")).to_have_text("20")
    expect(page.locator(".figure .medal")).to_have_count(len(example_figure("shieldgate").medals))
    expect(page.locator(".figure .points")).to_contain_text("3 × 2")
    page.evaluate("() => scrollTo(0, 260)")
    page.evaluate("async () => (await import('/static/js/words.js')).setLanguage('el')")
    expect(page.locator("main h2")).to_have_text(catalogue("el").text("cards.shieldgate.name"))
    page.wait_for_function("() => scrollY === 260")
    page.locator(".ways .next").click()
    expect(page.locator("main h2")).not_to_have_text(catalogue("el").text("cards.shieldgate.name"))
    page.go_back()
    expect(page.locator("main h2")).to_have_text(catalogue("el").text("cards.shieldgate.name"))


def test_an_example_is_one_tap_away_in_a_game(open_page: OpenPage) -> None:
    """A card that is explained during a game shows its example without leaving the game."""
    page = open_page("/")
    page.locator("#play-alone").click()
    page.locator(".game .card h2").wait_for()
    address = page.url
    page.locator(".edict").first.click()
    page.locator("dialog .show-example").click()
    page.locator("dialog .figure .medal").first.wait_for()
    assert page.url == address


def test_pictures_are_the_same_everywhere(open_page: OpenPage) -> None:
    """The outlines in docs/rules are those that the page draws."""
    page = open_page("/rules")
    draw = """async ([cells, places]) => {
      const {noise, outline} = await import("/static/js/art.js");
      const lines = cells.map(each => outline(each, {inset: 2.5, wobble: 1.5, salt: 3}));
      return [lines, places.map(([x, y]) => noise(x, y, 7))];
    }"""
    sheet = examples()["cauldrons"].sheet
    shapes = [cells_of(cluster) for cluster in clusters(sheet.forest | sheet.village | sheet.farm | sheet.water)]
    places: list[tuple[float, float]] = [(0, 0), (3.22, 5), (10.5, 0.78)]
    lines, noises = page.evaluate(draw, [shapes, places])
    assert noises == [noise(x, y, 7) for x, y in places]
    assert lines == [outline(shape, 2.5, 1.5, 3) for shape in shapes]
