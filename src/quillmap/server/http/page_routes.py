"""The routes of the page: its addresses, all the same document but for the preview, and its files."""

from typing import Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Route

from quillmap.server.http.error_responses import error_response
from quillmap.server.http.link_previews import LinkPreviews
from quillmap.server.http.page_file import PageFile
from quillmap.server.http.page_files import Packing, lost_response, page_response
from quillmap.server.problems import Problem

SHELL: Final = "index.html"
PAGE_ADDRESSES: Final = (
    "/",
    "/t/{table}",
    "/t/{table}/screen",
    "/g",
    "/g/{game}",
    "/g/{game}/retry",
    "/daily",
    "/daily/{day}",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/score",
    "/statistics",
    "/print",
    "/print/{game}",
    "/setup",
    "/lobby",
    "/rules",
    "/rules/{chapter}",
    "/rules/cards/{card}",
)
"""The addresses that the page has a screen for (``ROUTES`` in ``web/js/main.js``; a test compares the two)."""

ROOT_FILES: Final = ("/service-worker.js", "/manifest.webmanifest", "/favicon.ico", "/icon.svg")
"""Files of the page that lie at the root: a service worker serves the folder it lies in."""


class PageRoutes:
    """Serves the page from its files."""

    def __init__(self, files: dict[str, PageFile], previews: LinkPreviews) -> None:
        self._files = files
        self._previews = previews
        self._packing = Packing()

    def offer(self, files: dict[str, PageFile]) -> None:
        """Serve a newer version; files of the one before stay, for pages that are open."""
        self._files = self._files | files

    def routes(self) -> list[Route]:
        """Return the routes of the page."""
        return [
            *(Route(path, self._shell) for path in PAGE_ADDRESSES),
            Route("/static/{path:path}", self._static),
            *(Route(path, self._at_root) for path in ROOT_FILES),
        ]

    async def _shell(self, request: Request) -> Response:
        shell = self._files.get(SHELL)
        if shell is None:
            return error_response(Problem("not-found", "the page is not installed; the API answers under /api"))
        response = await page_response(request, await self._previews.shell(request, shell), self._packing)
        response.headers["vary"] = "accept-encoding, accept-language"
        return response

    async def _static(self, request: Request) -> Response:
        return await self._file(request, request.path_params["path"])

    async def _at_root(self, request: Request) -> Response:
        return await self._file(request, request.url.path.removeprefix("/"))

    async def _file(self, request: Request, name: str) -> Response:
        file = self._files.get(name)
        if file is None:
            return error_response(Problem("not-found"))
        return await page_response(request, file, self._packing)

    async def no_such_address(self, request: Request, error: Exception) -> Response:
        """Answer an unknown address or method: people get the page, which says so, programs an error."""
        assert isinstance(error, HTTPException)
        shell = self._files.get(SHELL)
        if error.status_code == 404 and (known := _without_slash(request)) is not None:
            return RedirectResponse(known)
        if error.status_code == 404 and shell is not None and _is_for_people(request):
            return lost_response(shell)
        response = error_response(Problem("method-not-allowed" if error.status_code == 405 else "not-found"))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response


def _without_slash(request: Request) -> str | None:
    """Return an address that is known without the slash at its end: a path alone, whatever name and scheme people see.

    It begins with one slash: with two it would be the name of another server.
    """
    path = "/" + request.scope["path"].strip("/")
    shown = {**request.scope, "path": path}
    is_known = any(route.matches(shown)[0] is not Match.NONE for route in request.app.routes)
    if not request.scope["path"].endswith("/") or not is_known:
        return None
    return f"{quote(path)}?{request.url.query}" if request.url.query else quote(path)


def _is_for_people(request: Request) -> bool:
    """Return whether a browser asks for a page to show; nothing under ``/api`` is one."""
    is_shown = "text/html" in request.headers.get("accept", "")
    return is_shown and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")
