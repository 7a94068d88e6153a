"""The page as browsers get it: few files, in a folder whose name changes with them, so that they are asked for once.

``index.html`` names the folder, and the scripts in it find all other files beside themselves.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from quillmap.server.http.script_bundles import Bundles

SCRIPTS: Final = "js/"
FIRST_STYLE: Final = "css/first.css"
LIST: Final = "files.json"
"""The names of all files of a version, for devices that keep it."""
_KEPT: Final = ("api/", "art/", "css/", "icons/", "locales/", "worker/", "engine.json")
"""What is in the folder of the page's version as it is."""
_LINK: Final = re.compile(r'<link rel="stylesheet" href="/static/(?P<path>css/[\w-]+\.css)">\n')
_COMMENT: Final = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)


def bundled(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], str]:
    """Return the *files* of the page with bundles among them, and the name of the folder of this version.

    The address of each script still gives what that script exports.
    """
    scripts = {
        path.removeprefix(SCRIPTS): body.decode()
        for path, body in files.items()
        if path.startswith(SCRIPTS) and path.endswith(".js")
    }
    bundles = Bundles(scripts)
    folder = _fingerprint(files)
    shell, styles = _shell(files["index.html"].decode(), folder)
    version = {
        **{path: _plain(path, body) for path, body in files.items() if path.startswith(_KEPT)},
        **{SCRIPTS + name: text.encode() for name, text in bundles.files().items()},
        FIRST_STYLE: b"".join(_plain(path, files[path]) for path in styles),
    }
    version[LIST] = json.dumps(sorted(version)).encode()
    return {
        **files,
        **{SCRIPTS + path: bundles.stand_in(path, f"/static/{folder}/js").encode() for path in bundles.paths},
        **{f"{folder}/{path}": body for path, body in version.items()},
        "index.html": shell.encode(),
    }, folder


def _fingerprint(files: Mapping[str, bytes]) -> str:
    """Return a name that is another one as soon as anything of the page is."""
    whole = sha256()
    for path, body in sorted(files.items()):
        whole.update(f"{path}\0{len(body)}\0".encode() + body)
    return whole.hexdigest()[:16]


def _shell(text: str, folder: str) -> tuple[str, list[str]]:
    """Return ``index.html`` with one style sheet and all files from *folder*, and the sheets that became one."""
    styles = [match["path"] for match in _LINK.finditer(text)]
    first, rest = _LINK.split(text)[0], _LINK.sub("", text)
    link = f'<link rel="stylesheet" href="/static/{FIRST_STYLE}">\n'
    whole = first + link + rest[len(first) :] if styles else text
    return whole.replace('"/static/', f'"/static/{folder}/'), styles


def _plain(path: str, body: bytes) -> bytes:
    """Return a file as it is sent: a style sheet without its comments."""
    return _COMMENT.sub(b"", body) if path.endswith(".css") else body
