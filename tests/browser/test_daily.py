"""The daily expedition in the page: before, after and by days."""

import re
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import PHONE, OpenPage
from browser.every_language import Fitting
from browser.fitting import resize
from browser.font_families import with_every_font
from quillmap.locales import catalogue
from quillmap.server.client import Seat, call
from server.harness import Json, Running, play_out, running
from server.test_daily import Days

LOW_PHONE: Final[ViewportSize] = {"width": 375, "height": 667}
KEEP_PICTURES: Final = """() => {
  const old = URL.createObjectURL;
  window.pictures = [];
  URL.createObjectURL = blob => { pictures.push(blob); return old(blob); };
}"""


def finished(server: Running, secret: str) -> Json:
    """Play today's expedition to its end; return its table."""
    seated: Json = call(server.url, "POST", "/api/daily/today", {"player": secret, "name": "Ada"})
    play_out([Seat(server.url, seated["table"]["id"], seated["token"])])
    return seated


def as_device(page: Page, secret: str) -> None:
    """Let the page be that of the device with this secret."""
    page.evaluate("secret => localStorage.setItem('quillmap.device', secret)", secret)
    page.reload()


def test_a_result_is_told_at_home_at_the_end_and_by_days(open_page: OpenPage, server: Running) -> None:
    """With one's place and the next day; the picture to share gives nothing of the deal away."""
    secret = f"device-of-a-browser-test-{time.time_ns()}"
    page = open_page("/", viewport=PHONE)
    page.locator("#set-out").wait_for()
    seated = finished(server, secret)
    as_device(page, secret)
    page.locator(".trip .share-result").wait_for()
    expect(page.locator(".trip-left")).to_contain_text("The next one starts in")
    page.locator(".days-link").click()
    expect(page.locator(".day-grid .done")).to_have_count(1)
    expect(page.locator(".day-letters span")).to_have_count(7)
    expect(page.locator(".day-grid li").first.locator("strong")).not_to_be_empty()
    page.goto(f"{server.url}/t/{seated['table']['id']}#{seated['token']}")
    page.locator(".end-daily .share-result").wait_for()
    expect(page.locator(".end-place")).to_contain_text("So far place")
    resize(page, LOW_PHONE)
    for button in page.locator(".end-daily .btn").all():
        expect(button).to_be_in_viewport(ratio=1)
    page.evaluate(KEEP_PICTURES)
    page.locator(".end-share").click()
    page.locator(".share-picture").wait_for()
    picture = page.evaluate("pictures[0].text()")
    seat = Seat(server.url, seated["table"]["id"], seated["token"])
    edicts = [catalogue("en").text(f"cards.{edict}.name") for edict in seat.connect()["board"]["edicts"]]
    seat.close()
    assert "Daily expedition" in picture
    assert catalogue("en").text("daily.sealed.text") in picture
    assert not any(edict in picture for edict in edicts)
    assert "p-forest" not in picture


def test_the_ranking_of_a_day_is_at_home_and_at_the_end(open_page: OpenPage, tmp_path: Path) -> None:
    """When the day is over: who was best, with their replays."""
    days, secret = Days(), "device-of-a-browser-test"
    with running(tmp_path, calendar=days) as server:
        seated = finished(server, secret)
        days.turn()
        page = open_page("/rules")
        page.goto(f"{server.url}/")
        as_device(page, secret)
        best = page.locator(".yesterday .day-ranking li")
        expect(best).to_have_count(1)
        expect(best).to_contain_text("Ada")
        page.goto(f"{server.url}/t/{seated['table']['id']}#{seated['token']}")
        page.locator(".end-daily .best .own").wait_for()
        page.locator(".end-daily .best a").click()
        page.locator(".watching").wait_for()
        page.goto("about:blank")  # the server goes first


def test_todays_finished_expedition_leads_to_its_own_map(open_page: OpenPage, server: Running) -> None:
    """There is no replay before the day is over: My games shows the map and leads to the table."""
    seated = finished(server, f"device-of-a-browser-test-{time.time_ns()}")
    page = open_page(f"/t/{seated['table']['id']}#{seated['token']}")
    page.locator(".end-daily").wait_for()
    page.goto(f"{server.url}/g")
    line = page.locator(f'[data-table="{seated["table"]["id"]}"]')
    line.wait_for()
    page.wait_for_function("() => JSON.parse(localStorage['quillmap.tables'])[0].results?.[0]?.sheet")
    line.locator(".game-words").click()  # as the button beside it does
    expect(page.locator(".end-daily")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/t/{seated['table']['id']}"))


@with_every_font
def test_another_devices_expeditions_are_taken_only_if_one_wants_them(
    open_page: OpenPage, server: Running, is_thorough: bool
) -> None:
    """The secret is taken out of the address at once; what one does not take leaves everything as it was."""
    secret = f"device-of-a-browser-test-{time.time_ns()}"
    finished(server, secret)
    page = open_page(f"/daily#{secret}", viewport=PHONE)
    page.locator("#take-secret").wait_for()
    assert page.url == f"{server.url}/daily"
    expect(page.locator(".day-grid .done")).to_have_count(0)
    page.locator("#take-secret").click()
    expect(page.locator(".day-grid .done")).to_have_count(1)
    Fitting(page, is_thorough=is_thorough).in_every_language(".bar-top h1", "daily.title", is_checked=True)
