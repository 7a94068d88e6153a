"""Measure how evenly the page draws while a piece is dragged on a slow phone: ``python tests/load/frames.py``.

The processor of the page is slowed down four times. A loop that does nothing is measured in the same run: on a busy
machine that one is late, too, and only the difference is the page's own doing.
"""

import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from quillmap.server.client import Seat  # the tests and the tools are put on the path above
from server.harness import play_some, running  # as above
from tools.browser import chromium_path  # as above

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SLOWER: Final = 4
SECONDS: Final = 5.0
ROUNDS: Final = 9
"""How much is drawn on the map before a piece is dragged over it: it is the second season, and edicts earn."""
PIXELS: Final = 2
"""Pixels of the screen to a pixel of the page, as phones have them."""

RECORD: Final = """() => {
  window.frameTimes = [];
  window.framesWithGains = 0;
  window.placesSeen = new Set();
  let last = performance.now();
  const step = (now) => {
    window.frameTimes?.push(now - last);
    last = now;
    if (document.querySelector(".layer-over .flag")) window.framesWithGains++;
    window.placesSeen.add(document.querySelector(".ghost").style.transform);
    if (window.frameTimes) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""
TAKE: Final = "() => { const found = window.frameTimes; window.frameTimes = null; return found.slice(2); }"
SEEN: Final = "() => [window.framesWithGains, window.placesSeen.size]"


@dataclass
class Frames:
    """Times from one frame to the next, in milliseconds."""

    name: str
    times: list[float]
    with_gains: int
    places: int

    def quantile(self, share: float) -> float:
        """Return the time that this share of the frames does not exceed."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def line(self) -> str:
        """Return the figures in a line."""
        found = f"p50 {self.quantile(0.5):5.1f} ms  p95 {self.quantile(0.95):5.1f} ms  worst {max(self.times):5.1f} ms"
        seen = f"{len(self.times):4} frames  {self.with_gains:3} with gains  {self.places:3} places"
        return f"{self.name:28} {found}  {seen}"


def begun(url: str) -> Seat:
    """Return a seat in the midst of a solo game."""
    seat = Seat.create(
        url, "Slow phone", setup={"box": "base", "seed": "frames", "ambush_by": "automatic"}, most_seats=1
    )
    seat.start()
    play_some(seat, ROUNDS, "frames")
    return seat


def path(box: dict[str, float]) -> Iterator[tuple[float, float]]:
    """Yield points of a curve that comes everywhere on the sheet, one for each sixtieth of a second."""
    start = time.monotonic()
    while (gone := time.monotonic() - start) < SECONDS:
        x, y = 0.5 + 0.45 * math.sin(1.3 * gone), 0.5 + 0.45 * math.sin(2.1 * gone + 1)
        yield box["x"] + x * box["width"], box["y"] + y * box["height"]
        time.sleep(max(0.0, start + gone + 1 / 60 - time.monotonic()))


def recorded(page: Page, name: str, act: Callable[[], None]) -> Frames:
    """Return the frames while *act* goes on."""
    page.evaluate(RECORD)
    act()
    return Frames(name, page.evaluate(TAKE), *page.evaluate(SEEN))


def idle() -> None:
    """Do nothing for a while."""
    time.sleep(SECONDS)


def dragging(page: Page, session: CDPSession, *, by_touch: bool) -> Callable[[], None]:
    """Return how to drag the piece all over the sheet."""
    box = page.locator(".spaces").bounding_box()
    assert box is not None
    found = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}

    def move(x: float, y: float, kind: str) -> None:
        if by_touch:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        else:
            session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y, "pointerType": "mouse"})

    def act() -> None:
        x = y = 0.0
        for n, (x, y) in enumerate(path(found)):
            move(x, y, "touchMove" if n else "touchStart")
        move(x, y, "touchEnd")
        page.keyboard.press("Escape")

    return act


def measure(browser: Browser, url: str, seat: Seat) -> list[Frames]:
    """Return the figures of a drag by touch and of a mouse that hovers, and of doing nothing before and after."""
    context = browser.new_context(
        viewport=PHONE,
        has_touch=True,
        device_scale_factor=PIXELS,
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(f"{url}/t/{seat.table}#{seat.token}")
    page.locator(".game .card h2").wait_for()
    page.wait_for_timeout(1500)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found = [
        recorded(page, "nothing", idle),
        recorded(page, "piece dragged by a finger", dragging(page, session, by_touch=True)),
        recorded(page, "nothing", idle),
        recorded(page, "piece under a mouse", dragging(page, session, by_touch=False)),
    ]
    context.close()
    return found


def main() -> None:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        seat = begun(server.url)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for frames in measure(browser, server.url, seat):
            sys.stdout.write(frames.line() + "\n")
            sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main()
