"""The static page: files of the package ``quillmap.web``, kept in memory with the headers for caching."""

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from quillmap.rules.maps import PRINTED
from quillmap.server.games.map_pictures import map_picture

_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".html": "text/html",
    ".woff2": "font/woff2",
    ".md": "text/markdown",
}
_TEXT: Final = ("text/", "application/json", "application/manifest", "image/svg")


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page."""

    body: bytes
    compressed: bytes | None
    media_type: str
    etag: str


def load_page(instead: Path | None = None) -> dict[str, PageFile]:
    """Return the files of the page by their path, or those of the folder *instead*; none where none is installed."""
    found: dict[str, PageFile] = {}
    for package, prefix in (("web", ""), ("locales", "locales/")):
        folder: Traversable = files("quillmap").joinpath(package)
        if package == "web" and instead is not None:
            folder = instead
        if folder.is_dir():
            _load(folder, prefix, found)
    for name, printed in PRINTED.items():
        found[f"pictures/map-{name}.png"] = page_file("map.png", map_picture(printed.sheet))
    return found


def _load(folder: Traversable, prefix: str, found: dict[str, PageFile]) -> None:
    for each in folder.iterdir():
        if each.name.startswith(("_", ".")) or each.name.endswith(".py"):
            continue
        if each.is_dir():
            _load(each, f"{prefix}{each.name}/", found)
        else:
            found[prefix + each.name] = page_file(each.name, each.read_bytes())


def page_file(name: str, body: bytes) -> PageFile:
    """Return *body* as the file called *name*."""
    suffix = name[name.rfind(".") :]
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = media_type.startswith(_TEXT)
    compressed = gzip.compress(body, 9, mtime=0) if is_text and len(body) > 500 else None
    if is_text:
        media_type += "; charset=utf-8"
    return PageFile(body, compressed, media_type, f'"{sha256(body).hexdigest()[:32]}"')


def page_response(request: Request, file: PageFile) -> Response:
    """Return *file*, or 304 if the browser has it already."""
    # Names carry no version, so a browser asks each time; the answer is short when nothing has changed.
    headers = {"cache-control": "no-cache", "etag": file.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, headers={**headers, "content-encoding": "gzip"}, media_type=file.media_type)
    return Response(file.body, headers=headers, media_type=file.media_type)


def lost_response(shell: PageFile) -> Response:
    """Return the page for an unknown address, uncached: its script says that there is nothing here."""
    return Response(shell.body, 404, {"cache-control": "no-store"}, shell.media_type)
