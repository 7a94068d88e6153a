"""Many who set out on the daily expedition at the same moment."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quillmap.server.client import Refused, call
from server.harness import GENEROUS, Json, running

PLAYER = "a-secret-of-this-device-"


def set_out(url: str, player: object) -> Json:
    """Set out today."""
    found: Json = call(url, "POST", "/api/daily/today", {"player": f"{PLAYER}{player}", "name": "Ada"})
    return found


def test_nobody_waits_for_the_table_of_another(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may wait for its turn to be loaded for long, if its player has asked for many tables."""
    with running(data) as server:
        mine = set_out(server.url, 1)
    with running(data) as server, ThreadPoolExecutor(2) as threads:
        storage, may_go_on = server.registry.storage, asyncio.Event()
        load = storage.load_table

        async def slowly(table: str) -> Any:
            await may_go_on.wait()
            return await load(table)

        monkeypatch.setattr(storage, "load_table", slowly)
        again = threads.submit(set_out, server.url, 1)
        try:
            assert threads.submit(set_out, server.url, 2).result(20)["table"]["counted"]
            assert not again.done()
        finally:
            server.registry.loop.call_soon_threadsafe(may_go_on.set)
        assert again.result()["table"]["id"] == mine["table"]["id"]


def test_one_player_sets_out_once(data: Path) -> None:
    """However many requests come at the same moment."""
    with running(data) as server, ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: set_out(server.url, 1), range(8)))
        assert len({(each["table"]["id"], each["token"]) for each in found}) == 1
        assert call(server.url, "GET", "/api/daily/today")["attempts"] == 1


def test_a_network_has_no_more_attempts_at_once(data: Path) -> None:
    """Players who set out at the same moment are counted one after the other."""

    def code_of(number: int) -> str:
        try:
            set_out(server.url, number)
        except Refused as refused:
            return refused.code
        return ""

    with running(data, replace(GENEROUS, attempts_per_day=3)) as server, ThreadPoolExecutor(8) as threads:
        assert Counter(threads.map(code_of, range(8))) == {"": 3, "too-many-attempts": 5}
