"""The addresses that the page has screens for are those at which the server gives the page."""

import re
from typing import Final

from starlette.routing import Match, Route

from page.modules import SCRIPTS
from quillmap.server.http.page_routes import PAGE_ADDRESSES

ROUTES: Final = re.findall(r"path: /(\^.*?\$)/", (SCRIPTS / "main.js").read_text(encoding="utf-8"))
"""The addresses of ``main.js``, as regular expressions that mean the same in Python."""
EXAMPLES: Final = [re.sub(r"{\w+}", "some-one", address) for address in PAGE_ADDRESSES]
"""An address of every kind that the server knows."""


async def _nothing() -> None:
    """Stand in for a handler."""


def serves(path: str) -> bool:
    """Return whether the server gives the page at *path*."""
    scope = {"type": "http", "method": "GET", "path": path}
    return any(Route(each, _nothing).matches(scope)[0] is Match.FULL for each in PAGE_ADDRESSES)


def test_every_address_of_the_server_has_a_screen() -> None:
    """Otherwise the page would be served and then say that nothing is there."""
    assert [each for each in EXAMPLES if not any(re.search(route, each) for route in ROUTES)] == []


def test_every_screen_has_an_address_of_the_server() -> None:
    """Otherwise a reload of that screen would answer 404."""
    assert len(ROUTES) > 5
    assert [route for route in ROUTES if not any(re.search(route, each) for each in EXAMPLES)] == []


def test_addresses_with_other_ids_are_served_too() -> None:
    """Ids are letters, digits, - and _; what has one part too many is nowhere."""
    assert all(serves(path) for path in ("/t/aB-3_x", "/t/aB-3_x/screen", "/rules/cards/lost-barony"))
    assert not any(serves(path) for path in ("/t", "/t/a/b", "/nowhere"))
