"""What lets browsers play without a server: Python for browsers, and this package for it (``tools/engine.py``).

The files lie in folders that are named after what is in them, one for Python, which changes seldom, and one for the
package. ``engine.json`` tells the page where they are; it is empty if this server has none.
"""

import json
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from quillmap.server.http.page_file import NEVER_ASK, PageFile, page_file

DESCRIPTION: Final = "engine.json"
CONTENTS: Final = "contents.json"
FOLDER: Final = "engine"


class Engine:
    """The files of one folder."""

    def __init__(self, instead: Path | None = None) -> None:
        self._folder: Traversable = files("quillmap").joinpath(FOLDER) if instead is None else instead
        contents = self._folder.joinpath(CONTENTS)
        self._contents: dict[str, Any] = json.loads(contents.read_text(encoding="utf-8")) if contents.is_file() else {}

    @property
    def is_there(self) -> bool:
        """Whether there are any files."""
        return bool(self._contents)

    def description(self) -> bytes:
        """Return what the page has to know: addresses below ``/static/``, and how many bytes they are on their way."""
        if not self.is_there:
            return b"{}"
        about = {
            "info": self._contents["info"],
            "runtime": self._address(""),
            "files": [self._address(name) for name in self._contents["runtime"]],
            "packages": [self._address(name) for name in self._contents["packages"]],
            "bytes": sum(self._contents["sizes"].values()),
        }
        return json.dumps(about).encode()

    def _address(self, name: str) -> str:
        hashes: dict[str, str] = self._contents["hashes"]
        if name in self._contents["packages"]:
            return f"{FOLDER}/{hashes[name][:16]}/{name}"
        whole = "".join(hashes[f"{each}.gz"] for each in self._contents["runtime"])
        return f"{FOLDER}/{sha256(whole.encode()).hexdigest()[:16]}/{name}"

    def files(self) -> dict[str, PageFile]:
        """Return all files by their addresses."""
        if not self.is_there:
            return {}
        found = {}
        for name in self._contents["runtime"]:
            packed = self._folder.joinpath(f"{name}.gz").read_bytes()
            found[self._address(name)] = page_file(name, packed, NEVER_ASK, is_packed=True)
        for name in self._contents["packages"]:
            found[self._address(name)] = page_file(name, self._folder.joinpath(name).read_bytes(), NEVER_ASK)
        return found
