"""The preview of a shared link: title, description and picture, as meta tags in the page.

They name nobody, because messengers, search engines and browsers keep them.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from starlette.requests import Request

from quillmap.locales import Catalogue, best_language, catalogue
from quillmap.rules.maps import PRINTED
from quillmap.server.games.puzzles import puzzle_of
from quillmap.server.hosting.links import base_for_others
from quillmap.server.http.client_address import address_of
from quillmap.server.http.page_file import QUICK, PageFile, page_file
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.daily import read_day, setup_of
from quillmap.server.tables.registry import TableRegistry

TITLE_TAG: Final = b"<title>Quillmap</title>"
"""What stands in the page where the tags belong."""
LOGO: Final = "/static/icons/icon-512.png"
LONGEST_LINK: Final = 200
"""Characters of a link that is told; those to tables, games and days have about fifty."""
MOST_KEPT: Final = 200
"""Pages that are kept, two kilobytes each: most who ask are at the same few addresses."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown for a link."""

    title: str
    description: str
    picture: str
    """Its path on this server."""
    path: str = ""
    """The path of what it leads to, if that is known: whatever else stands in an address was made up by somebody."""

    @property
    def is_wide(self) -> bool:
        """Whether the picture is wide, like that of a map."""
        return self.picture != LOGO


Finder = Callable[[str, Catalogue], Awaitable[Preview]]


class LinkPreviews:
    """Finds out what a link leads to."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._looks = RateLimiter(*registry.config.limits.address_rate)
        self._kept: OrderedDict[tuple[str, str], PageFile] = OrderedDict()
        """Pages by what is in them: the shell, and its tags."""
        self._finders: dict[str, Finder] = {
            "t": self._table,
            "g": self._game,
            "daily": self._day,
            "puzzles": self._puzzle,
        }

    async def shell(self, request: Request, shell: PageFile) -> PageFile:
        """Return the page with tags that fit the address that is asked for."""
        if TITLE_TAG not in shell.body:  # a page of the host's own
            return shell
        words = catalogue(best_language(request.headers.get("accept-language", "")))
        base = base_for_others(self._registry.config, str(request.base_url))
        return self._page(shell, _tags(await self._preview(request, words), base))

    def _page(self, shell: PageFile, tags: str) -> PageFile:
        """Return the page with these tags, the same one as long as it is kept, so that it is packed once."""
        key = (shell.etag, tags)
        found = self._kept.get(key)
        if found is None:
            page = page_file("index.html", shell.body.replace(TITLE_TAG, tags.encode(), 1))
            found = self._kept[key] = replace(page, level=QUICK)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return found

    async def _preview(self, request: Request, words: Catalogue) -> Preview:
        kind = request.url.path.split("/")[1]
        finder, ids = self._finders.get(kind), list(request.path_params.values())
        try:
            # Looking into the storage costs more than the page itself, which opens without it, too.
            if finder is not None and (ids or kind == "daily") and self._looks.take(address_of(request)):
                found = await finder(ids[0] if ids else "today", words)
                return replace(found, path=request.url.path)
        except Problem:  # what it leads to does not exist: the page will say so
            pass
        path = "" if ids else request.url.path
        return Preview(words.text("links.home.title"), words.text("links.home.text"), LOGO, path)

    async def _table(self, table: str, words: Catalogue) -> Preview:
        document = await self._registry.sketch(table)
        status = "day" if document.day else document.status
        return Preview(
            words.text(f"links.table.{status}.title"),
            words.text(
                "links.table.text",
                map=words.text(f"setup.map.{document.setup['map']}.label"),
                count=len(document.seats),
                most=document.most_seats,
            ),
            _map_picture(document.setup["map"]),
        )

    async def _game(self, game: str, words: Catalogue) -> Preview:
        summary = await self._registry.game_summary(game)
        if self._registry.calendar.is_secret(summary.day):
            return Preview(words.text("links.game.title"), words.text("links.home.text"), LOGO)
        return Preview(words.text("links.game.title"), _told(summary, words), f"/api/games/{game}/picture")

    async def _day(self, day: str, words: Catalogue) -> Preview:
        date = read_day(day, self._registry.calendar.today())
        return Preview(
            words.text("links.daily.title", day=date.isoformat()),
            words.text("links.daily.text", map=words.text(f"setup.map.{setup_of(date)['map']}.label")),
            _map_picture(setup_of(date)["map"]),
        )

    async def _puzzle(self, number: str, words: Catalogue) -> Preview:
        puzzle = puzzle_of(int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0)
        return Preview(
            words.text("links.puzzle.title", number=puzzle.number),
            words.text("links.puzzle.text", map=words.text(f"setup.map.{puzzle.setup.map}.label")),
            f"/api/puzzles/{puzzle.number}/picture",
        )


def _told(summary: GameSummary, words: Catalogue) -> str:
    """Return what is told of a finished game; one that was played on has won nothing."""
    stars = words.text("terms.stars", count=max(summary.totals))
    if summary.continued_from is not None:
        return words.text("links.game.continued.text", stars=stars)
    if summary.title is not None:
        return words.text("links.game.solo.text", stars=stars, title=words.text(f"terms.title.{summary.title}"))
    return words.text("links.game.text", stars=stars)


def _map_picture(map_id: str) -> str:
    """Return the path of the picture of a printed map; a generated map is secret until it is played."""
    return f"/static/pictures/map-{map_id}.png" if map_id in PRINTED else LOGO


def _tags(preview: Preview, base: str) -> str:
    title, text = escape(preview.title), escape(preview.description)
    properties = {
        "og:site_name": "Quillmap",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        **({"og:url": escape(base + preview.path)} if 0 < len(preview.path) <= LONGEST_LINK - len(base) else {}),
        "og:image": escape(base + preview.picture),
    }
    lines = [
        f"<title>{title}</title>",
        f'<meta name="description" content="{text}">',
        *(f'<meta property="{name}" content="{value}">' for name, value in properties.items()),
        f'<meta name="twitter:card" content="{"summary_large_image" if preview.is_wide else "summary"}">',
    ]
    return "\n".join(lines)
