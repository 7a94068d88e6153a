"""The page in Firefox: home, a solo drawing, a replay. Run by ``python3 dev.py firefox``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from firefox.bidi import Tab, firefox
from quillmap.server.client import Seat
from server.harness import Running, play_out, running, table_of
from tools.firefox import find_firefox

FITS: Final = "document.documentElement.scrollWidth <= innerWidth"
SPACE: Final = "document.querySelector('.spaces [data-n=\"{space}\"]').getBoundingClientRect().{side}"
PLACE: Final = """(circle => circle ? Math.floor(circle.cy.baseVal.value / 64) * 11
  + Math.floor(circle.cx.baseVal.value / 64) : null)(document.querySelectorAll(".layer-places circle")[{number}])"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Run a server."""
    with running(tmp_path / "data") as started:
        yield started


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[Tab]:
    """Return a tab of a Firefox; whatever its console complains of fails the test."""
    found = find_firefox()
    assert found is not None, "run: python3 dev.py firefox"
    (tmp_path / "profile").mkdir()
    with firefox(found, tmp_path / "profile") as opened:
        yield opened
        assert opened.complaints == []


def played(server: Running) -> str:
    """Return the id of a finished game."""
    seats = table_of(server.url, 2)
    seats[0].start()
    play_out(seats)
    game: str = seats[0].ask("GET")["table"]["game"]
    return game


def draw(tab: Tab) -> None:
    """Try the places that the page shows, one after the other, until the piece fits, and draw it."""
    tab.click(".controls .places")
    tab.wait_for("document.querySelector('.layer-places circle')")
    for number in range(121):
        space = tab.evaluate(PLACE.replace("{number}", str(number)))
        assert space is not None, "nothing fits"
        x, y = (tab.evaluate(SPACE.format(space=int(space), side=side)) for side in ("x", "y"))
        tab.click_at(x + 10, y + 10)
        if tab.evaluate("!document.querySelector('#confirm').hasAttribute('aria-disabled')"):
            tab.click("#confirm")
            return


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_home_a_drawing_and_a_replay(tab: Tab, server: Running, size: tuple[int, int]) -> None:
    """All load without a word in the console and fit the window; a drawing is taken; a replay steps."""
    tab.resize(*size)
    tab.open(server.url)
    tab.wait_for("document.querySelector('#play-alone')")
    assert tab.evaluate(FITS)

    seat = Seat.create(server.url, "Ada", setup={"box": "base", "seed": "firefox", "ambushes": "none"}, most_seats=1)
    seat.start()
    tab.open(f"{server.url}/t/{seat.table}#{seat.token}")
    tab.wait_for("document.querySelector('.game .card h2')")
    assert tab.evaluate(FITS)
    version = tab.evaluate("document.querySelector('.game').dataset.version")
    draw(tab)
    tab.wait_for(f"document.querySelector('.game').dataset.version !== '{version}'")

    tab.open(f"{server.url}/g/{played(server)}")
    tab.wait_for("document.querySelector('.watching')?.dataset.at === '0'")
    tab.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
    tab.wait_for("document.querySelector('.watching').dataset.at === '1'")
    assert tab.evaluate(FITS)
