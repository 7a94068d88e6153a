"""Your turn where the pace is days: in the title, on the first page, and as a notification that leads to the table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import PHONE
from quillmap.locales import catalogue
from quillmap.server.client import Seat
from server.harness import running, wait_until
from server.push_service import Device, PushService, push_service

WORDS: Final = catalogue("en")
BY_DAYS: Final = {"kind": "days", "amount": 1, "timeout": "wait"}

SUBSCRIBE: Final = """subscription => {
  // A browser without a window never lets a page show notifications, and has no push service: the test lets it, and
  // is its push service itself.
  let current = null;
  const permission = () => sessionStorage.getItem("permission") ?? "default";
  Object.defineProperty(Notification, "permission", {get: permission});
  Notification.requestPermission = async () => {
    sessionStorage.setItem("permission", navigator.userActivation.isActive ? "granted" : "denied");
    return permission();
  };
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async ({applicationServerKey}) => {
    const text = applicationServerKey.replaceAll("-", "+").replaceAll("_", "/");
    const key = Uint8Array.from(atob(text), each => each.charCodeAt(0)).buffer;
    return current = {
      ...subscription, options: {applicationServerKey: key}, toJSON: () => subscription, unsubscribe: async () => true,
    };
  };
}"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """Run a push service."""
    with push_service(tmp_path_factory.mktemp("service")) as started:
        yield started


def test_a_table_by_days_calls_its_people(browser: Browser, service: PushService, tmp_path: Path) -> None:
    """One allows notifications with a tap, goes away, and is called: by push, by the title, on the first page."""
    device = Device("phone")
    with running(tmp_path / "data", push_hosts=service.hosts()) as server:
        host = Seat.create(server.url, "Ada", pace=BY_DAYS)
        context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
        context.add_init_script(f"({SUBSCRIBE})({json.dumps(device.subscription)})")
        page = context.new_page()
        page.goto(f"{server.url}/t/{host.table}")
        page.click("#sit")
        page.click("#tell")
        expect(page.locator("dialog")).to_contain_text(WORDS.text("turns.offer.text"))
        page.click("#push-on")
        expect(page.locator("dialog")).to_contain_text(WORDS.text("turns.on.text"))
        page.goto("about:blank")
        # Whoever is still here when the game begins is not called: the server has to have seen them go.
        wait_until(lambda: not server.registry.live[host.table].presence.seats_here())
        host.start()
        wait_until(lambda: bool(service.messages(device)))
        assert service.messages(device)[0]["text"] == "At the table: Ada. You have until {time}."
        page.goto(f"{server.url}/rules")
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        # The icon says so, too, and a way leads there from the first page.
        page.goto(server.url)
        expect(page).to_have_title(re.compile("^● Your turn · "))
        expect(page.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("icon-turn"))
        page.click(".my-turns .btn")
        page.wait_for_selector(".game[data-version]")
        assert page.url.endswith(f"/t/{host.table}")
        expect(page).to_have_title(re.compile("^● Your turn · Table "))
        context.close()
