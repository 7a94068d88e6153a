"""A finished game reviewed in a browser: mistakes on the curve, the better answer on the map, the account."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from browser.axe import violations_by_day_and_night
from browser.conftest import PHONE, OpenPage
from browser.fitting import pass_frames, resize
from browser.players import Finger, Keys, Mouse, Nimble
from quillmap.locales import Catalogue, catalogue
from quillmap.play.record import read_record
from quillmap.review.results import JudgedDecision
from quillmap.review.scale import Grade
from quillmap.rules.events import Asked, GameEnded
from quillmap.server.client import call
from server.harness import Json, Running, play_out, table_of, wait_until

WORDS: Final = catalogue("en")
LOW_PHONE: Final[ViewportSize] = {"width": 375, "height": 667}
ON_ITS_SIDE: Final[ViewportSize] = {"width": 844, "height": 390}
PATIENCE: Final = 300_000
"""Milliseconds: the rules may have to be compiled first."""
GRAVE: Final = ("mistake", "blunder")
MARKED: Final = ("slip", *GRAVE)


@pytest.fixture(scope="module")
def solo(server: Running) -> str:
    """Play a game alone, badly; return its id."""
    return finished(server, 1, 0)


@pytest.fixture(scope="module")
def three(server: Running) -> str:
    """Play a game of one person and two bots."""
    return finished(server, 1, 2)


def finished(server: Running, people: int, bots: int) -> str:
    """Play a game to its end, at random."""
    seats = table_of(server.url, people, setup={"seed": "review"})
    if bots:
        seats[0].add_bots("random", bots)
    seats[0].start()
    play_out(seats)
    game: str = seats[0].ask("GET")["table"]["game"]
    return game


def wait_for_review(page: Page, server: Running, game: str, seat: int = 0) -> Json:
    """Wait until the page shows the whole review of a seat; return it as the server has it."""
    expect(page.locator(".review-sum")).to_be_visible(timeout=PATIENCE)
    found: Json = call(server.url, "GET", f"/api/games/{game}/seats/{seat}/review")
    return found


def shown(value: float) -> str:
    """Return stars as the page writes a change of them."""
    return f"{value:+.1f}".replace("-", "−")


def number(node: Locator) -> int:
    """Return what a node shows, in tenths of a star."""
    return round(10 * float(node.inner_text().replace("−", "-")))


def press(page: Page, control: Locator) -> None:
    """Press a button that the tab key leads to."""
    control.focus()
    expect(control).to_be_focused()
    page.keyboard.press("Enter")


COVERED: Final = """() => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const marks = boxes(".curve-mark"), [curve] = boxes(".review-curve");
  return boxes(".curve-high, .curve-low").filter(box => !box.width || marks.some(mark => meet(mark, box)) ||
    box.left < curve.left - 1 || box.right > curve.right + 1).length;
}"""
"""How many figures of the curve lie under a mark, or beside the curve."""


def test_a_solo_game_is_reviewed(open_page: OpenPage, server: Running, solo: str) -> None:
    """The button starts it; keys and the curve lead from mistake to mistake; the account adds up; a link shows it."""
    page = open_page(f"/g/{solo}")
    page.get_by_role("button", name=WORDS.text("replay.review")).click()
    review = wait_for_review(page, server, solo)
    grave = [each for each in review["decisions"] if each["class"] in GRAVE]
    assert grave
    where = page.locator(".review-where")
    expect(where).to_have_text(WORDS.text("review.faults", count=len(grave)))
    expect(page.locator(".curve-now")).to_have_text(f"{review['account']['expected']:.1f}")
    page.keyboard.press("End")
    expect(page.locator(".curve-now")).to_have_text(f"{review['account']['stars']:.1f}".replace("-", "−"))
    page.keyboard.press("Home")
    page.get_by_role("button", name=WORDS.text("review.first")).click()
    expect(where).to_have_text(WORDS.text("review.fault", number=1, count=len(grave)))
    expect(page.locator(".review-first")).to_have_count(0)
    for keys in (("ArrowDown", "ArrowUp"), ("Shift+ArrowRight", "Shift+ArrowLeft")):
        for key, reached in zip(keys, (2, 1), strict=True):
            page.keyboard.press(key)
            expect(where).to_have_text(WORDS.text("review.fault", number=reached, count=len(grave)))
    expect(page.locator(".review-judged")).to_contain_text(shown(-grave[0]["loss"]))
    expect(page.locator(".review-judged")).to_contain_text(WORDS.text(f"review.class.{grave[0]['class']}"))
    expect(page.get_by_role("status").filter(has_text=f" {shown(-grave[0]['loss'])}. ")).to_be_attached()
    expect(page.locator(".board-box .better")).to_have_count(0)
    page.get_by_role("button", name=WORDS.text("review.best.show")).click()
    expect(page.locator(".board-box .better")).to_have_count(1)
    marks = page.locator(".curve-mark")
    expect(marks).to_have_count(len([each for each in review["decisions"] if each["class"] in MARKED]))
    assert page.evaluate(COVERED) == 0
    page.locator(".curve-mark:is(.mistake, .blunder)").last.click(force=True)
    expect(where).to_have_text(WORDS.text("review.fault", number=len(grave), count=len(grave)))
    assert violations_by_day_and_night(page) == []
    page.get_by_role("button", name=WORDS.text("review.account")).click()
    expect(page.locator(".waterfall b").nth(4)).to_be_visible()
    figures = [number(node) for node in page.locator(".waterfall b").all()]
    assert sum(figures[:4]) == figures[4] == 10 * review["account"]["stars"]
    page.locator(".review-list summary").click()
    assert violations_by_day_and_night(page) == []
    page.locator(".review-list button").nth(review["decisions"].index(grave[0])).click()
    expect(where).to_have_text(WORDS.text("review.fault", number=1, count=len(grave)))
    at = int(page.locator(".watching").get_attribute("data-at") or "")
    expect(page).to_have_url(re.compile(rf"#{at + 1}\.1r$"))
    page.reload()
    expect(where).to_have_text(WORDS.text("review.fault", number=1, count=len(grave)))
    page.get_by_role("button", name=WORDS.text("review.close")).click()
    expect(page.locator(".better, .review-curve")).to_have_count(0)


def test_arrow_keys_know_whether_there_is_a_review(open_page: OpenPage, three: str) -> None:
    """Up and down leaf through maps, and with a review through mistakes, also on the slider; the help says which."""
    page = open_page(f"/g/{three}")
    slider = page.locator(".scrub")
    expect(slider).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(r"#1\.2$"))
    slider.press("ArrowUp")
    expect(page).to_have_url(re.compile(r"#2\.2$"))  # as any slider does
    page.get_by_role("button", name=WORDS.text("replay.review")).click()
    expect(page.locator(".curve-mark:is(.mistake, .blunder)").first).to_be_attached(timeout=PATIENCE)
    slider.press("ArrowDown")
    expect(page.locator(".review-judged")).to_be_visible()
    page.keyboard.press("Shift+ArrowDown")
    expect(page).to_have_url(re.compile(r"\.3r$"))
    slider.press("?")
    keys = page.locator("dialog[open] .keys dd")
    expect(keys.nth(1)).to_have_text(WORDS.text("replay.keys.fault"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name=WORDS.text("review.close")).click()
    page.keyboard.press("?")
    expect(keys.nth(1)).to_have_text(WORDS.text("replay.keys.seat"))


@pytest.mark.thorough
def test_every_map_of_a_table_is_reviewed(open_page: OpenPage, server: Running, three: str) -> None:
    """On a phone: whoever's map is chosen, its own review comes; what was found stands before all else."""
    page = open_page(f"/g/{three}#1.1r", viewport=PHONE, has_touch=True, is_mobile=True)
    for seat in range(3):
        page.locator(".seats-box .wall-in").nth(seat).tap()
        review = wait_for_review(page, server, three, seat)
        expect(page.locator(".review-sum b")).to_have_text(f"{review['account']['accuracy']:.1f}")
    page.get_by_role("button", name=WORDS.text("review.next")).tap()
    expect(page.locator(".review-judged").first).to_be_visible()
    assert violations_by_day_and_night(page) == []


UNCOVERED: Final = """node => {
  const {left, right, top, bottom} = node.getBoundingClientRect();
  const corners = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth &&
    corners.every(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      return found && (node.contains(found) || found.contains(node));
    });
}"""
"""Whether the whole of a node is seen, and nothing lies over it."""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LOW_PHONE, PHONE], ids=["low", "usual"])
def test_a_mistake_fits_a_phone(open_page: OpenPage, server: Running, solo: str, size: ViewportSize) -> None:
    """Why it is one, the way to try again and those to other mistakes all stand on the screen, in long words, too."""
    words = catalogue("el")
    page = open_page("/rules", viewport=size, has_touch=True, is_mobile=True, locale="el")
    replay = call(server.url, "GET", f"/api/games/{solo}/replay")
    help_ = {
        "hints": 22,
        "stand_ins": 0,
        "drawn_for": 0,
        "take_backs": 0,
        "trainer": 0,
        "trained": False,
        "resigned": False,
    }
    replay["summary"]["help"] = [help_]  # it has to find room, too
    page.route(f"**/api/games/{solo}/replay*", lambda route: route.fulfill(json=replay))
    page.goto(f"{server.url}/g/{solo}")
    button = page.get_by_role("button", name=words.text("replay.review"))
    expect(button).to_be_visible()
    wait_until(lambda: bool(button.evaluate(UNCOVERED)))
    button.tap()
    wait_for_review(page, server, solo)
    page.get_by_role("button", name=words.text("review.next")).tap()
    expect(page.locator(".review-why")).to_be_visible()
    buttons = ("review.retry", "review.best.show", "review.next", "review.previous", "review.account")
    seen = [page.get_by_role("button", name=words.text(key), exact=True) for key in buttons]
    told = [page.locator(f".review-{each}") for each in ("judged", "why", "sum .helped")]
    for node in (*told, *seen):
        wait_until(lambda node=node: bool(node.evaluate(UNCOVERED)))  # type: ignore[misc]
    assert page.evaluate(COVERED) == 0
    if size == PHONE:
        try_by_taps(page, seen[0], words)
    resize(page, ON_ITS_SIDE)
    for key in ("review.account", "review.close"):
        button = page.get_by_role("button", name=words.text(key), exact=True)
        wait_until(lambda button=button: bool(button.evaluate(UNCOVERED)))  # type: ignore[misc]


def test_a_review_shows_how_far_it_is(open_page: OpenPage, server: Running, solo: str) -> None:
    """On a phone: a wide bar, the way out at the edge; no mistake is called the first before all are known."""
    page = open_page("/rules", viewport=PHONE, has_touch=True, is_mobile=True, locale="hu")
    address = f"/api/games/{solo}/seats/0/review"
    wait_until(lambda: call(server.url, "GET", address)["account"] is not None)
    begun = {**call(server.url, "GET", address), "done": 7, "length": 46, "account": None}
    page.route(f"**{address}", lambda route: route.fulfill(json=begun))
    page.goto(f"{server.url}/g/{solo}#1.1r")
    expect(page.locator(".review-working")).to_contain_text("46")
    box, bar, close = (
        page.locator(each).bounding_box() for each in (".review-box", ".review-bar", ".review-box header .quiet")
    )
    assert box is not None
    assert bar is not None
    assert close is not None
    assert bar["width"] > 0.75 * box["width"]
    assert close["x"] + close["width"] > box["x"] + box["width"] - 15
    expect(page.locator(".review-first")).to_have_count(0)


def try_by_taps(page: Page, retry: Locator, words: Catalogue) -> None:
    """Lay the position on the table, draw something, and go back to the review."""
    retry.tap()
    expect(page.locator(".retry-note")).to_be_visible()
    player = Finger(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    player.find_and_draw()
    page.locator("dialog.tried").get_by_role("button", name=words.text("review.back")).tap()
    expect(page.locator(".review-why")).to_be_visible()


def test_a_mistake_is_tried_again(open_page: OpenPage, server: Running, solo: str) -> None:
    """The table shows the position; whatever is drawn there is judged, and then one is back in the review."""
    page = open_page(f"/g/{solo}#1.1r")
    review = wait_for_review(page, server, solo)
    faults = sum(each["class"] in GRAVE for each in review["decisions"])
    for number in (1, 2, 3):  # with the few playouts of tests, some of them can't be told from the best
        page.keyboard.press("Shift+ArrowRight")
        where = WORDS.text("review.fault", number=number, count=faults)
        expect(page.locator(".review-where")).to_have_text(where)
    page.get_by_role("button", name=WORDS.text("review.retry")).first.click()
    expect(page.locator(".retry-note")).to_be_visible()
    assert violations_by_day_and_night(page) == []
    player = Mouse(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    with page.expect_response(lambda answer: "/decisions/" in answer.url and answer.request.method == "POST") as sent:
        player.find_and_draw()
    judged = sent.value.json()
    verdict = page.locator("dialog.tried")
    is_better = judged["loss"] and round(judged["gain"] * 10) > 0
    title = "review.right" if not judged["loss"] else "review.better" if is_better else "review.not-yet"
    expect(verdict).to_contain_text(WORDS.text(title))
    if not is_better:
        expect(verdict).to_contain_text(WORDS.text(f"review.class.{judged['class']}"))
    expect(verdict).to_contain_text(WORDS.text("review.gain.text", gain=shown(judged["gain"]).replace("+0.0", "0.0")))
    assert judged["loss"], "a first guess is hardly the best"
    expect(verdict).to_contain_text(shown(-judged["loss"]))
    assert violations_by_day_and_night(page) == []
    verdict.get_by_role("button", name=WORDS.text("review.best.show")).click()
    expect(page.locator(".retry-note")).to_contain_text(WORDS.text("review.shown.text"))
    player.confirm.click()
    expect(verdict).to_contain_text(WORDS.text("review.right"))
    verdict.get_by_role("button", name=WORDS.text("review.back")).click()
    expect(page.locator(".review-where")).to_have_text(where)
    page.go_forward()
    expect(page.locator(".retry-note")).to_be_visible()
    page.reload()
    held: list[Route] = []
    page.route(
        "**/decisions/*", lambda route: held.append(route) if route.request.method == "POST" else route.fallback()
    )
    page.locator(".retry-note").wait_for()
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    with page.expect_request(lambda asked: "/decisions/" in asked.url and asked.method == "POST"):
        player.find_and_draw()
    page.locator(".retry-note").get_by_role("button", name=WORDS.text("review.back")).click()
    expect(page.locator(".review-where")).to_have_text(where)
    with page.expect_event("requestfinished", lambda asked: "/decisions/" in asked.url and asked.method == "POST"):
        held[0].continue_()
    pass_frames(page)
    expect(verdict).to_have_count(0)  # it belongs to the task, which was left


def test_a_game_is_played_on_from_a_moment(open_page: OpenPage, server: Running, solo: str) -> None:
    """Before its last question; it is marked as not counting, and both endings are compared."""
    frames = call(server.url, "GET", f"/api/games/{solo}/replay")["frames"]
    line = max(number for number, frame in enumerate(frames, start=2) if frame["event"]["event"] == "asked")
    page = open_page(f"/g/{solo}#e{line}.1")
    page.get_by_role("button", name=WORDS.text("page.tool.menu")).click()
    page.get_by_role("button", name=WORDS.text("replay.play-on"), exact=True).click()
    assert violations_by_day_and_night(page) == []
    page.get_by_role("button", name=WORDS.text("replay.play-on.begin"), exact=True).click()
    expect(page.locator(".brand small")).to_have_text(WORDS.text("page.head.continued"))
    expect(page.locator(".notice")).to_have_text(WORDS.text("absence.continued.text"))
    Nimble(page).play_to_the_end()
    end = page.locator(".end")
    expect(end).to_contain_text(WORDS.text("endings.continued.text"))
    table = page.url.rsplit("/", 1)[1].partition("#")[0]
    game = call(server.url, "GET", f"/api/tables/{table}")["table"]["game"]
    before, now = (call(server.url, "GET", f"/api/games/{each}")["totals"][0] for each in (solo, game))
    total = end.locator(".both-endings .total td")
    expect(total).to_have_text([str(before), str(now), f"{now - before:+}".replace("-", "−").replace("+0", "0")])
    expect(page.locator("dialog.crowning, .end-again:visible, .end-share:visible")).to_have_count(0)
    assert violations_by_day_and_night(page) == []
    page.goto(f"{server.url}/g")
    expect(page.locator(".game-list li")).to_contain_text(WORDS.text("games.continued"))
    expect(page.locator(".game-title")).to_have_count(0)


@pytest.mark.thorough
def test_a_mistake_is_played_on_from_on_a_phone(open_page: OpenPage, server: Running, solo: str) -> None:
    """By taps, from the last mistake to the end of the year, where both endings stand side by side."""
    moments = len(call(server.url, "GET", f"/api/games/{solo}/replay")["frames"])
    page = open_page(f"/g/{solo}#{moments}.1r", viewport=PHONE, has_touch=True, is_mobile=True)
    wait_for_review(page, server, solo)
    page.get_by_role("button", name=WORDS.text("review.previous")).tap()
    page.get_by_role("button", name=WORDS.text("replay.play-on"), exact=True).tap()
    page.get_by_role("button", name=WORDS.text("replay.play-on.begin"), exact=True).tap()
    expect(page.locator(".brand small")).to_have_text(WORDS.text("page.head.continued"))
    Finger(page).play_to_the_end()
    expect(page.locator(".end .both-endings .total td")).to_have_count(3)


@pytest.mark.thorough
def test_a_record_is_tried_again_by_keys_and_played_on(
    open_page: OpenPage, server: Running, solo: str, tmp_path: Path
) -> None:
    """Opened from a file it has an address in this tab; review, task and verdict need no pointer."""
    file = tmp_path / "quillmap.jsonl"
    with urlopen(f"{server.url}/api/games/{solo}/record") as answer:
        file.write_bytes(answer.read())
    page = open_page("/g")
    page.locator("#replay-file").set_input_files(file)
    expect(page).to_have_url(re.compile("/g/file"))
    press(page, page.get_by_role("button", name=WORDS.text("replay.review")))
    expect(page.locator(".review-sum")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Shift+ArrowRight")
    where = page.locator(".review-where").inner_text()
    press(page, page.get_by_role("button", name=WORDS.text("review.retry")).first)
    expect(page.locator(".retry-note")).to_be_visible()
    player = Keys(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    with page.expect_response("**/api/replay/try") as sent:
        player.find_and_draw()
    judged = sent.value.json()
    verdict = page.locator("dialog.tried")
    expect(verdict).to_contain_text(WORDS.text(f"review.class.{judged['class']}"))
    press(page, verdict.get_by_role("button", name=WORDS.text("review.back")))
    expect(page.locator(".review-where")).to_have_text(where)
    events = read_record(file.read_text(encoding="utf-8"))
    line = max(number for number, event in enumerate(events, start=1) if isinstance(event, Asked))
    page.goto(f"{server.url}/g/file#e{line}.1")
    page.reload()
    press(page, page.get_by_role("button", name=WORDS.text("page.tool.menu")))
    press(page, page.get_by_role("button", name=WORDS.text("replay.play-on"), exact=True))
    press(page, page.get_by_role("button", name=WORDS.text("replay.play-on.begin"), exact=True))
    expect(page.locator(".brand small")).to_have_text(WORDS.text("page.head.continued"))
    Nimble(page).play_to_the_end()
    end = events[-1]
    assert isinstance(end, GameEnded)
    total = page.locator(".end .both-endings .total td")
    expect(total.first).to_have_text(str(end.totals[0]).replace("-", "−"))
    expect(page.locator(".end .end-both a")).to_have_count(0)


@pytest.fixture
def strict_trainer(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let trainers call everything a mistake but what they last called the best."""
    judge = server.registry.bots.judge
    advised: list[Any] = []

    async def strict(*about: Any) -> JudgedDecision:
        found = await judge(*about)
        assert found is not None
        better = tuple(each for each in found.best if each.move != found.played.move)
        if advised and found.played.move == advised[-1]:
            return replace(found, grade=Grade.BEST, loss=0)
        advised.append(better[0].move)
        return replace(found, grade=Grade.MISTAKE, loss=3200, margin=400, best=better)

    monkeypatch.setattr(server.registry.bots, "judge", strict)


@pytest.mark.usefixtures("strict_trainer")
def test_a_trainer_warns_before_a_slip_counts(open_page: OpenPage, server: Running) -> None:
    """Taken back, it stays in the hand; the better one can be looked at and drawn; who insists gets their way."""
    page = open_page()
    page.locator("#solo-options").click()
    options, start = page.locator("dialog.solo-options"), page.locator("#start-solo")
    where = start.bounding_box()
    options.get_by_role("radio", name=WORDS.text("screens.trainer.mistake.label")).check()
    expect(options.get_by_role("switch", name=WORDS.text("screens.trainer.shows-best.label"))).to_be_checked()
    assert start.bounding_box() == where, "the start stays where it is"
    assert violations_by_day_and_night(page) == []
    start.click()
    expect(page.locator(".brand small")).to_have_text(WORDS.text("page.head.trainer"))
    warning = page.locator("dialog.tried[open]")
    player = Mouse(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    version = page.locator(".game").get_attribute("data-version")
    player.find_and_draw()
    expect(warning.locator("h2")).to_have_text(WORDS.text("review.trainer.title", loss="3.2"))
    assert violations_by_day_and_night(page) == []
    warning.get_by_role("button", name=WORDS.text("review.trainer.take-back")).click()
    expect(warning).to_have_count(0)
    expect(page.locator(".game")).to_have_attribute("data-version", version or "")
    player.confirm.click()  # it lies where it lay
    warning.get_by_role("button", name=WORDS.text("review.trainer.show")).click()
    expect(player.confirm).not_to_have_attribute("aria-disabled", "true")
    player.confirm.click()
    page.locator(f'.game:not([data-version="{version}"])').wait_for(state="attached")
    page.locator(".layer-places circle").first.wait_for(state="attached")
    version = page.locator(".game").get_attribute("data-version")
    Keys(page).find_and_draw()
    press(page, warning.get_by_role("button", name=WORDS.text("review.trainer.keep")))
    page.locator(f'.game:not([data-version="{version}"])').wait_for(state="attached")
    table = page.url.rsplit("/", 1)[1]
    assert server.registry.live[table].document.help[0].trainer == 2
    page.goto(server.url)
    expect(page.locator("#solo-options small")).to_have_text(WORDS.text("screens.trainer.label"))


@pytest.mark.usefixtures("strict_trainer")
def test_a_trainer_warns_on_a_phone(open_page: OpenPage, server: Running) -> None:
    """By taps: taken back, and then insisted on; the whole warning stands on the screen."""
    page = open_page(viewport=LOW_PHONE, has_touch=True, is_mobile=True)
    page.locator("#solo-options").tap()
    options = page.locator("dialog.solo-options")
    options.locator("label", has_text=WORDS.text("screens.trainer.mistake.label")).tap()
    shows_best = page.get_by_role("switch", name=WORDS.text("screens.trainer.shows-best.label"))
    options.locator("label.switch").filter(has=shows_best).tap()
    page.locator("#start-solo").tap()
    expect(page.locator(".brand small")).to_have_text(WORDS.text("page.head.trainer"))
    player = Finger(page)
    player.show_places()
    page.locator(".layer-places circle").first.wait_for(state="attached")
    version = page.locator(".game").get_attribute("data-version")
    player.find_and_draw()
    warning = page.locator("dialog.tried[open]")
    back, keep = (
        warning.get_by_role("button", name=WORDS.text(f"review.trainer.{each}")) for each in ("take-back", "keep")
    )
    expect(warning.get_by_role("button", name=WORDS.text("review.trainer.show"))).to_have_count(0)
    for node in (warning.locator("h2"), back, keep):
        wait_until(lambda node=node: bool(node.evaluate(UNCOVERED)))  # type: ignore[misc]
    back.tap()
    expect(page.locator(".game")).to_have_attribute("data-version", version or "")
    player.confirm.tap()
    keep.tap()
    page.locator(f'.game:not([data-version="{version}"])').wait_for(state="attached")
    table = page.url.rsplit("/", 1)[1]
    assert server.registry.live[table].document.help[0].trainer == 1
