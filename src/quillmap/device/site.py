"""The page as a folder that any static host can serve: nobody answers there but the device of the player.

All addresses in it are relative, so the folder may lie anywhere on a site. Its document says that no server belongs to
it (``web/js/base.js``); what the page asks first is there as files, and Python answers the rest.
"""

import asyncio
import gzip
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from quillmap.device.records import RecordsInMemory
from quillmap.device.requests import DeviceRequests
from quillmap.device.tables import DeviceTables
from quillmap.server.http.engine_files import DESCRIPTION, Engine
from quillmap.server.http.page_file import PageFile
from quillmap.server.http.page_files import load_page

WRITTEN: Final = ("bots", "paces", "cards", "reference")
"""What the page asks without anybody's doing: nobody is to wait for Python to start."""
AT_ROOT: Final = ("service-worker.js", "icon.svg", "manifest.webmanifest", "index.html")
PACKED: Final = ".packed"
"""The end of the names of compressed files: static hosts do things of their own with ``.gz``."""
COMPRESSED: Final = ".wasm"
"""What is worth it, and what the worker unpacks (``web/worker/python.js``)."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
_ALONE: Final = (
    f'<meta name="quillmap-alone" content="">\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
)
_VERSION: Final = re.compile(r'"/static/([0-9a-f]{16})/')


def site_files(engine: Engine) -> dict[str, bytes]:
    """Return all files of the site by their paths."""
    written = asyncio.run(_written())
    written[DESCRIPTION] = _description(engine)
    page = load_page(engine=engine, more=written)
    shell = page["index.html"].body.decode()
    version = _VERSION.search(shell)
    assert version is not None
    kept = {path: file for path, file in page.items() if path.startswith((f"{version[1]}/", "engine/"))}
    found = dict(_packed(f"static/{path}", file) for path, file in kept.items())
    for name in AT_ROOT:
        found[name] = _relative(name, page[name].body.decode(), version[1]).encode()
    return found


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site into a folder."""
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


async def _written() -> dict[str, bytes]:
    """Return the answers that are the same for everybody."""
    requests = DeviceRequests(DeviceTables(RecordsInMemory()), "")
    return {f"api/{name}.json": (await requests.answer("GET", f"/api/{name}", None, b"")).body for name in WRITTEN}


def _description(engine: Engine) -> bytes:
    """Return what the page has to know of the engine, with the names of what is compressed."""
    about = json.loads(engine.description())
    about["files"] = [path + PACKED if path.endswith(COMPRESSED) else path for path in about["files"]]
    return json.dumps(about).encode()


def _packed(path: str, file: PageFile) -> tuple[str, bytes]:
    if not file.is_packed:
        return path, file.body
    return (path + PACKED, file.body) if path.endswith(COMPRESSED) else (path, gzip.decompress(file.body))


def _relative(name: str, text: str, version: str) -> str:
    """Return a file at the root with addresses that lead on from its own folder."""
    if name == "service-worker.js":
        return text
    if name == "index.html":
        text = text.replace("<title>", f"{_ALONE}<title>", 1)
    return text.replace('"/static/icons/', f'"/static/{version}/icons/').replace('"/', '"./')
