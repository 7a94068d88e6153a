"""Puzzles in a browser: found from the first page, answered on the map, wrongly and rightly."""

import json
import re

from playwright.sync_api import Page, expect

from browser.axe import violations_by_day_and_night
from browser.conftest import PHONE, OpenPage
from browser.players import Finger, Keys, Mouse, Player
from quillmap.fast.value.weights import STAR
from quillmap.locales import catalogue
from quillmap.play.notation import space_names
from quillmap.puzzles.collection import puzzles
from quillmap.review.reasons import explain_reasons, reasons_of
from server.harness import Json

WORDS = catalogue("en")
ROW = {"answers": [{"number": number, "isRight": True, "at": number} for number in (5, 4)], "days": []}
"""Two puzzles that were solved before."""


def _answer(page: Page, player: Player) -> Json:
    """Draw something anywhere, and return what the server says of it."""
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    with page.expect_response(lambda answer: "/api/puzzles/" in answer.url and answer.request.method == "POST") as sent:
        player.find_and_draw()
    judged: Json = sent.value.json()
    return judged


def test_a_puzzle_is_missed_and_solved(open_page: OpenPage) -> None:
    """From the first page to the list, a wrong answer, the solution, the right one, and on to the next puzzle."""
    page = open_page()
    page.evaluate("kept => localStorage.setItem('quillmap.puzzles', kept)", json.dumps(ROW))
    page.get_by_role("button", name=WORDS.text("screens.home.puzzles")).click()
    expect(page.locator(".puzzle-row")).to_have_text(WORDS.text("puzzles.row", count=2))
    expect(page.locator(".puzzle-rooms > section")).to_have_count(4)
    assert violations_by_day_and_night(page) == []
    page.goto(f"{page.url}/1")
    expect(page.locator(".puzzle-note")).to_contain_text(WORDS.text("puzzles.number", number=1))
    expect(page.locator(".puzzle-note")).to_contain_text(WORDS.text("puzzles.first-try.text"))
    player = Mouse(page)
    assert not _answer(page, player)["right"]
    verdict = page.locator("dialog.puzzle-verdict")
    expect(verdict.locator("h2")).to_have_text(WORDS.text("puzzles.wrong"))
    expect(verdict.locator(".review-why")).not_to_be_empty()
    expect(verdict.locator(".puzzle-choices")).to_have_count(0)
    verdict.get_by_role("button", name=WORDS.text("puzzles.show")).click()
    expect(verdict).to_have_count(0)
    expect(page.locator(".puzzle-note")).to_contain_text(WORDS.text("puzzles.shown.text"))
    expect(player.confirm).not_to_have_attribute("aria-disabled", "true")
    player.confirm.click()
    expect(verdict.locator("h2")).to_have_text(WORDS.text("puzzles.solution"))  # it was shown, and not found
    expect(verdict.locator(".puzzle-choices")).to_contain_text(WORDS.text("puzzles.others.text"))
    choices = verdict.locator(".puzzle-choices li")
    expect(choices).to_have_count(len(puzzles()[0].right) + len(puzzles()[0].wrong))
    why = explain_reasons(reasons_of(puzzles()[0].wrong[0].difference, puzzles()[0].view().edicts), WORDS)
    expect(choices.nth(len(puzzles()[0].right))).to_contain_text(why)
    assert violations_by_day_and_night(page) == []
    choices.last.get_by_role("button").click()
    loss = f"{puzzles()[0].wrong[-1].loss / STAR:.1f}"
    expect(page.locator(".puzzle-note")).to_contain_text(WORDS.text("puzzles.tempting.text", loss=loss))
    page.locator(".puzzle-note").get_by_role("button", name=WORDS.text("puzzles.all")).click()
    page.goto(f"{page.url}/1")
    assert not _answer(page, player)["right"]
    verdict.get_by_role("button", name=WORDS.text("puzzles.next")).click()
    expect(page).to_have_url(re.compile(r"/puzzles/(?!1$)\d+$"))
    expect(page.locator(".puzzle-note")).to_be_visible()
    page.locator(".puzzle-note").get_by_role("button", name=WORDS.text("puzzles.all")).click()
    expect(page.locator(".puzzle-rooms > section")).to_have_count(4)
    expect(page.locator(".puzzle-row")).to_have_count(0)


def test_a_puzzle_is_answered_on_a_phone(open_page: OpenPage) -> None:
    """By taps; the verdict lies over the map, and the task stays in sight before."""
    page = open_page("/puzzles/2", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".puzzle-note")).to_be_visible()
    judged = _answer(page, Finger(page))
    verdict = page.locator("dialog.puzzle-verdict")
    expect(verdict.locator("h2")).to_have_text(WORDS.text("puzzles.right" if judged["right"] else "puzzles.wrong"))


def test_a_puzzle_is_answered_by_keys(open_page: OpenPage) -> None:
    """Drawn, missed or not, looked up, drawn again and on to the next one, without a pointer."""
    page = open_page("/puzzles/3")
    expect(page.locator(".puzzle-note")).to_be_visible()
    judged = _answer(page, Keys(page))
    verdict = page.locator("dialog.puzzle-verdict")
    expect(verdict.locator("h2")).to_have_text(WORDS.text("puzzles.right" if judged["right"] else "puzzles.wrong"))
    if not judged["right"]:
        verdict.get_by_role("button", name=WORDS.text("puzzles.show")).focus()
        page.keyboard.press("Enter")
        expect(verdict).to_have_count(0)
        expect(page.locator("#confirm")).not_to_have_attribute("aria-disabled", "true")
        page.locator("#confirm").focus()
        page.keyboard.press("Enter")
        expect(verdict.locator("h2")).to_have_text(WORDS.text("puzzles.solution"))
    verdict.get_by_role("button", name=WORDS.text("puzzles.next")).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/puzzles/(?!3$)\d+$"))


def test_a_row_is_told_with_the_answer(open_page: OpenPage) -> None:
    """The third puzzle that is right at the first try: its verdict says so, where one looks."""
    page = open_page("/puzzles/1")
    page.evaluate("kept => localStorage.setItem('quillmap.puzzles', kept)", json.dumps(ROW))
    best = puzzles()[0].right[0].move
    move = {"move": "draw", "spaces": space_names(best.spaces), "terrain": best.terrain}
    page.route(
        "**/api/puzzles/1",
        lambda route: (
            route.continue_(post_data=json.dumps({"move": move}))
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    assert _answer(page, Mouse(page))["right"], "whatever is drawn, the solution is sent"
    verdict = page.locator("dialog.puzzle-verdict")
    expect(verdict.locator("h2")).to_have_text(WORDS.text("puzzles.right"))
    expect(verdict.locator(".puzzle-row")).to_have_text(WORDS.text("puzzles.row", count=3))
