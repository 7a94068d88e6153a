"""Measure playing without a server in a real Chromium, and kill its tab again and again.

``python tests/load/offline.py times`` prints how long it takes until a device has everything, until a game begins
without a network, cold and warm, how evenly the page draws and how much memory it has while a master thinks, and how
long one thinks there and here.
``python tests/load/offline.py kill 50`` kills the tab at random moments and looks for moves that were acknowledged and
are gone.
"""

import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.device_games import PLAY, open_table, play  # the tests and the tools are put on the path above
from load.frames import dragging, recorded  # as above
from quillmap.bots.master import MasterBot  # as above
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.server.hosting.config import Config
from server.harness import GENEROUS, Running  # as above
from tools.browser import chromium_path  # as above
from tools.engine import ENGINE, write_engine  # as above

STARTING: Final = 300_000
STARTS: Final = 3
"""How often a browser is started to play."""
SETUP: Final = {"seed": "offline"}
WHOLE: Final = """async () => Boolean(await caches.match("/static/whole.json"))"""
PREPARED: Final = """async () => (await (await caches.open("python-snapshots")).keys()).length > 0"""
UNPREPARE: Final = """() => caches.delete("python-snapshots")"""
"""Python then starts from the beginning."""


@contextmanager
def browser(playwright: Playwright, folder: Path) -> Iterator[BrowserContext]:
    """Open a browser with all that it has kept in *folder*."""
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=chromium_path(), args=["--no-sandbox"], reduced_motion="reduce"
    )
    try:
        yield context
    finally:
        context.close()


def say(*words: object) -> None:
    """Print a line at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def seconds_since(began: float) -> str:
    """Return how long it took, to be printed."""
    return f"{time.monotonic() - began:.1f} s"


def visit(page: Page, address: str) -> None:
    """Open the page, and wait until everything is on the device."""
    page.goto(address)
    until(page, WHOLE)


def until(page: Page, is_so: str) -> None:
    """Wait for something; Playwright's own waiting does not wait for what is promised."""
    while not page.evaluate(is_so):
        page.wait_for_timeout(50)


def memory() -> int:
    """Return the megabytes of the largest process that shows a page of ours, shared ones by their share."""
    found, waiting = [0], [os.getpid()]
    while waiting:
        process = Path(f"/proc/{waiting.pop()}")
        with suppress(OSError):  # it may have ended
            for task in process.glob("task/*/children"):
                waiting += map(int, task.read_text(encoding="ascii").split())
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                told = (process / "smaps_rollup").read_text(encoding="ascii")
                found += [int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")]
    return max(found) // 1024


def native_times() -> list[float]:
    """Return how many milliseconds a master takes here for each drawing of a game."""
    readiness.warm_up()
    game = Game("base seed=offline")
    found: list[float] = []
    while not game.is_over:
        view = game.view(0)
        options, bot = Options(view, Seat(0)), MasterBot(str(len(found)))
        began = time.perf_counter()
        answer = bot.choose(view, options)
        if options.ask is Ask.DRAW:
            found.append(1000 * (time.perf_counter() - began))
        game.play(answer)
    return found


def print_times(playwright: Playwright, folder: Path) -> None:
    """Measure everything once."""
    server = Running(Config(port=0, data=folder / "data", limits=GENEROUS, engine=ENGINE))
    with browser(playwright, folder / "browser") as context:
        began = time.monotonic()
        visit(context.pages[0], server.url)
        say("everything is on the device after", seconds_since(began))
        until(context.pages[0], PREPARED)
        say("Python's start is prepared after", seconds_since(began))
    server.stop()
    for number in range(1, STARTS + 1):
        with browser(playwright, folder / "browser") as context:
            page = context.pages[0]
            print_game(page, f"a cold start, time {number}", server.url)
            if number == STARTS:
                page.evaluate(UNPREPARE)
    with browser(playwright, folder / "browser") as context:
        page = context.pages[0]
        print_game(page, "a cold start that is not prepared", server.url)
        print_game(page, "a warm start")
        print_frames(page)
        there = play(page, open_table(page, SETUP, []), "master")["times"]
    here = native_times()
    for name, times in (("browser", there), ("native", here)):
        say(f"a master's drawing, {name}: {statistics.median(times):.0f} ms (p50 of {len(times)})")
    say(f"ratio {statistics.median(there) / statistics.median(here):.2f}")


def print_game(page: Page, name: str, address: str | None = None) -> None:
    """Measure how long it takes until a game is there, from the address of the page or from its first screen."""
    began = time.monotonic()
    if address:
        page.goto(address)
    else:
        page.locator(".top .brand").click()
    page.locator("#play-alone").click(timeout=STARTING)
    page.locator(".game .card h2").wait_for(timeout=STARTING)
    say(f"a game from {name} after", seconds_since(began))


def print_frames(page: Page) -> None:
    """Measure how evenly the page draws while a piece is moved, with and without a master that thinks in the worker."""
    move = dragging(page, page.context.new_cdp_session(page), by_touch=False)
    say(recorded(page, "piece under a mouse", move).line())
    wish = json.dumps({**open_table(page, SETUP, []), "level": "master", "most": -1})
    page.evaluate(f"void ({PLAY})({wish}).then(() => {{ window.isPlayed = true; }})")
    say(recorded(page, "the same while it thinks", move).line())
    say("memory of the page meanwhile:", memory(), "MB")
    while not page.evaluate("() => window.isPlayed"):
        page.wait_for_timeout(100)


def kill_tabs(playwright: Playwright, folder: Path, times: int) -> int:
    """Kill the tab while it plays, at random moments; return how many acknowledged moves were lost."""
    chance, lost, acknowledged, games = random.Random(5), 0, -1, 1
    server = Running(Config(port=0, data=folder / "data", limits=GENEROUS, engine=ENGINE))
    with browser(playwright, folder / "browser") as context:
        said: list[list[Any]] = []
        context.expose_function("told", lambda told: said.append(told))  # noqa: PLW0108  # Playwright marks it
        visit(context.pages[0], server.url)
        until(context.pages[0], PREPARED)
        server.stop()
        seat: dict[str, Any] = open_table(context.pages[0], SETUP, [])
        for number in range(times):
            page = context.pages[-1]
            said.clear()
            wish = json.dumps({**seat, "level": "apprentice", "most": -1})
            page.evaluate(f"void ({PLAY})({wish})")
            latest = time.monotonic() + STARTING / 1000
            while not any(kind == "acknowledged" for kind, _ in said) and ["found", 10**9] not in said:
                assert time.monotonic() < latest, "the page does not play"
                page.wait_for_timeout(20)
            page.wait_for_timeout(chance.uniform(0, 400))
            found = next(question for kind, question in said if kind == "found")
            lost += found <= acknowledged
            acknowledged = max([question for kind, question in said if kind == "acknowledged"], default=-1)
            is_over = ["found", 10**9] in said
            next_page = context.new_page()
            _crash(page)
            next_page.goto(server.url)
            if is_over:
                seat, acknowledged, games = open_table(next_page, SETUP, []), -1, games + 1
            say(f"{number + 1}: found {found}, acknowledged {acknowledged}")
        assert context.pages[-1].evaluate(PREPARED), "Python could not start from its memory"
    say(f"{times} times killed in {games} games: {lost} acknowledged moves lost")
    return lost


def _crash(page: Page) -> None:
    """End the process of a tab."""
    with page.expect_event("crash"), suppress(Error):  # nobody is left to answer
        page.goto("chrome://crash")
    page.close()


def main() -> int:
    """Do what the arguments say."""
    assert write_engine()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        if sys.argv[1:2] == ["kill"]:
            return kill_tabs(playwright, Path(folder), int(sys.argv[2]))
        print_times(playwright, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
