"""What players send each other without words, and the end of a game that leads to the next one."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import expect

from browser.axe import violations
from browser.conftest import PHONE, OpenPage
from quillmap.locales import catalogue
from server.harness import GENEROUS, Running, play_out, receive_until, running, table_of, wait_until

WORDS: Final = catalogue("en")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server at which nobody is waited for long."""
    with running(tmp_path_factory.mktemp("data"), replace(GENEROUS, away_seconds=0.5)) as started:
        yield started


def test_a_reaction_and_a_nudge_go_both_ways(server: Running, open_page: OpenPage) -> None:
    """Chosen from the menu, shown to the other by name, and muted by whoever wants that."""
    host, guest = table_of(server.url, 2, setup={"seed": "signals"})  # its first card is no ambush
    host.start()
    host.connect()
    page = open_page(f"/t/{guest.table}#{guest.token}", viewport=PHONE)
    page.locator(".top .menu").click()
    page.get_by_role("button", name=WORDS.text("signals.title")).click()
    assert violations(page) == []
    page.get_by_role("button", name=WORDS.text("signals.kind.bravo")).click()
    assert receive_until(host, "signal")["kind"] == "bravo"
    page.locator(".top .menu").click()
    page.get_by_role("button", name=WORDS.text("signals.title")).click()
    page.get_by_role("button", name=WORDS.text("signals.nudge", name="Player 1")).click()
    assert receive_until(host, "signal")["seat"] == 1
    expect(page.locator(".signal")).to_contain_text(WORDS.text("signals.nudge-sent.text", name="Player 1"))
    host.send({"type": "signal", "id": "s", "kind": "nudge", "seat": 2})
    expect(page.locator(".signal")).to_contain_text(WORDS.text("signals.nudged.text", name="Player 1"))
    host.close()
    stranger = open_page(f"/t/{guest.table}")
    expect(stranger.get_by_text(WORDS.text("absence.watching.text"))).to_be_visible()
    expect(stranger.locator(".game")).to_contain_text(WORDS.text("page.ambush.map", owner="Player 1"))


def test_a_guest_wishes_for_another_game_and_goes_when_they_like(server: Running, open_page: OpenPage) -> None:
    """The host sees the wish; the end stays on the guest's page, even while the next game is on, until they leave."""
    host, guest = table_of(server.url, 2)
    host.start()
    play_out([host, guest])
    page = open_page(f"/t/{guest.table}#{guest.token}", viewport=PHONE)
    page.locator(".end-wish").click()
    expect(page.locator(".end")).to_contain_text(WORDS.text("signals.wished"))
    wait_until(lambda: host.connect()["progress"]["again"] == [2])
    host.ask("POST", "/rematch")
    expect(page.locator(".end-next")).to_be_visible()
    expect(page.locator(".end .ranks")).to_contain_text("Player 1")
    host.start()
    expect(page.locator(".end-next")).to_have_text(WORDS.text("signals.begun"))
    expect(page.locator(".end .ranks")).to_contain_text("Player 1")
    expect(page.locator(".begun")).to_be_in_viewport()
    expect(page).to_have_title(re.compile(f"^● {WORDS.text('turns.title', count=1)} · .*Quillmap$"))
    assert violations(page) == []
    other = open_page(f"/t/{host.table}#{host.token}")
    expect(other.locator(".notice")).to_contain_text(WORDS.text("absence.looking.text", name="Player 2"))
    other.locator(".notice .btn").click()
    expect(other.locator("dialog .stand-ins li")).to_have_count(1)
    page.locator(".begun .btn").click()
    expect(page.locator(".game:not(.over) .controls")).to_be_visible()
    expect(other.locator("dialog")).to_have_count(0)
    host.close()
