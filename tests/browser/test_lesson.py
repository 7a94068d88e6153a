"""The guided first game in a browser: it teaches by playing, waits for the player, and never stands in the way."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.axe import violations
from browser.conftest import PHONE, OpenPage
from browser.fitting import resize
from browser.players import Finger, Keys, Player
from quillmap.locales import catalogue
from quillmap.play.game import Game
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard, RuinsCard
from quillmap.rules.setup import Setup

WORDS: Final = catalogue("en")
STEPS: Final = "() => import('/static/js/lesson/steps.js').then(found => found.CARDS)"
LESSON: Final = "() => import('/static/js/lesson/start.js').then(found => found.LESSON)"
FIRST: Final = ".more button >> nth=0"
LOW: Final[ViewportSize] = {"width": 375, "height": 667}
NARROW: Final[tuple[ViewportSize, ...]] = (
    LOW,
    {"width": 667, "height": 375},
    {"width": 320, "height": 568},
    PHONE,
)
"""The last is what a test goes on with."""
NEXT: Final = ("#confirm", ".card .card-title", ".edict-list")
"""What is needed while one plays."""


def taught(page: Page, step: str) -> None:
    """Expect the note of a step, in words that a screen reader is told of."""
    expect(page.locator(".coach [role=status]")).to_have_text(WORDS.text(f"lesson.{step}.text"))


IN_THE_WAY: Final = """selectors => {
  const note = document.querySelector(".coach"), box = note.getBoundingClientRect();
  const meets = ({left, top, right, bottom}) =>
    left < box.right - 1 && box.left < right - 1 && top < box.bottom - 1 && box.top < bottom - 1;
  const isHidden = node => node.checkVisibility() && meets(node.getBoundingClientRect());
  const isOut = box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth;
  return [...selectors.filter(each => [...document.querySelectorAll(each)].some(isHidden)),
    ...(isOut ? ["the note is outside of the window"] : []),
    ...(note.scrollHeight > note.clientHeight + 1 ? ["the note is cut"] : [])];
}"""
"""What a note lies over though it must not."""


def stands_aside(page: Page, *selectors: str) -> None:
    """Expect the note to leave to be seen what it speaks of and what is pressed next, on phones of every kind."""
    for window in NARROW:
        resize(page, window)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(IN_THE_WAY, list(selectors)) == [], (window, selectors)


def folds(page: Page) -> None:
    """Fold a note that is read first on a low phone: the card comes back, and nothing that is pressed is hidden."""
    resize(page, LOW)
    expect(page.locator(".tray")).to_be_hidden()
    page.get_by_role("button", name=WORDS.text("lesson.fold")).click()
    expect(page.locator("#confirm")).to_be_visible()
    stands_aside(page, ".controls .btn", ".card", ".board", ".edict-list", ".top .tools")
    resize(page, LOW)
    page.locator(".coach-pill").click()
    expect(page.locator(".tray")).to_be_hidden()


def draws(player: Player) -> None:
    """Let the player draw somewhere."""
    assert not player.is_over()
    player.answer()


@pytest.mark.long
def test_the_lesson_is_played(open_page: OpenPage) -> None:
    """Each thing is said when its moment has come, and the next one when the player has done it.

    On low phones, too, no note lies over what it speaks of.
    """
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator(FIRST).click()
    player = Finger(page)
    taught(page, "place")
    assert violations(page) == []
    player.aim(60)
    taught(page, "turn")
    page.locator(".controls .turn").click()
    taught(page, "terrain")
    page.locator(".terrains .pick").nth(1).click()
    taught(page, "edict")
    page.locator(".terrains .pick").nth(0).click()
    player.aim(55)
    taught(page, "draw")
    player.show_places()
    spoken_of = {
        "coin": (*NEXT, ".card .shapes-row", ".purse .coins"),
        "ruins": (*NEXT, ".card .must", ".layer-wanted *"),
        "ambush": (".purse .loss", ".edict-list"),
    }
    for step, things in spoken_of.items():
        draws(player)
        taught(page, step)
        stands_aside(page, *things)
    folds(page)
    page.get_by_role("button", name=WORDS.text("lesson.understood")).click()
    taught(page, "mountain")
    expect(page.locator("#confirm")).to_be_visible()
    resize(page, PHONE)
    draws(player)
    taught(page, "time")
    stands_aside(page, *NEXT, ".timebar")
    player.answer()
    page.locator("dialog.count.done").wait_for()
    taught(page, "count")
    assert violations(page) == []
    assert not player.is_over()
    taught(page, "goodbye")
    stands_aside(page, ".board", ".edict-list")
    folds(page)
    page.get_by_role("button", name=WORDS.text("lesson.play-on")).click()
    expect(page.locator(".coach")).to_have_count(0)
    page.locator(".card .hint").click()
    page.locator(".card.hinted").wait_for()
    expect(page.locator("#confirm")).to_be_visible()
    player.answer()


def menu(page: Page, entry: str) -> None:
    """Choose something in the menu of the table, and wait until its entry in the history has gone."""
    page.locator(".top .tools .menu").click()
    page.locator("dialog").get_by_role("button", name=WORDS.text(f"page.menu.lesson.{entry}")).click()
    page.wait_for_function("() => !history.state?.over")


def test_it_is_ended_resumed_and_played_again(open_page: OpenPage) -> None:
    """A reload goes on with it; a tap folds a tip away and no more; the menu ends it, and brings it back."""
    page = open_page(viewport=PHONE)
    page.locator("#play-first").click()
    taught(page, "place.keys")
    page.reload()
    taught(page, "place.keys")
    page.get_by_role("button", name=WORDS.text("lesson.fold")).click()
    expect(page.locator(".coach [role=status]")).to_be_hidden()
    page.get_by_role("button", name=WORDS.text("lesson.unfold", number="1/12")).click()
    expect(page.locator(".coach [role=status]")).to_be_visible()
    page.get_by_role("button", name=WORDS.text("lesson.fold")).click()
    player = Keys(page)
    player.aim(82)
    page.keyboard.press("Enter")
    taught(page, "turn.keys")
    expect(page.locator(".coach [role=status]")).to_be_visible()
    menu(page, "end")
    expect(page.locator(".coach")).to_have_count(0)
    page.reload()
    page.locator(".game .card h2").wait_for()
    expect(page.locator(".coach")).to_have_count(0)
    menu(page, "resume")
    taught(page, "place.keys")
    menu(page, "end")
    page.goto(page.url.split("/t/")[0])
    page.locator(FIRST).click()
    expect(page.locator("#play-first")).to_have_count(0)
    taught(page, "place.keys")


def test_the_keyboard_is_left_alone(open_page: OpenPage) -> None:
    """Notes come and go while the focus stays on the map; players who ignore them simply play."""
    page = open_page()
    page.locator(FIRST).click()
    taught(page, "place.keys")
    player = Keys(page)
    player.aim(82)
    taught(page, "place.keys")  # it hovers: not before it lies there is it put down
    page.keyboard.press("Enter")
    taught(page, "turn.keys")
    assert player.where() == 82
    player.show_places()
    draws(player)
    taught(page, "coin")
    assert player.where() is not None


def test_the_lessons_cards_come_in_its_order(open_page: OpenPage) -> None:
    """The seed deals what the steps speak of: plain cards, then a ruin, then an ambush, all in spring."""
    page = open_page()
    setup, wanted = page.evaluate(LESSON), page.evaluate(STEPS)
    game = Game(Setup(edicts=setup["edicts"], ambush_by=setup["ambush_by"], seed=setup["seed"]))
    assert game.state.card is not None
    order = [CARDS[card] for card in (game.state.card, *game.state.deck)]
    assert [card.id for card in order if isinstance(card, ExploreCard)][: len(wanted)] == wanted
    assert isinstance(order[2], RuinsCard)
    assert isinstance(order[4], AmbushCard)
