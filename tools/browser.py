"""Find a Chromium for the tests.

In this order: the one named in ``QUILLMAP_CHROMIUM``, one of the system, one that Playwright has downloaded, and the
one that ``tools.browser_installing`` has put into ``.venv``. A browser that has opened a page once is trusted from then
on.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.processes import ENVIRONMENT, PYTHON, variables

VARIABLE = "QUILLMAP_CHROMIUM"
SYSTEM = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"),
)
"""The first one opens a page in less than half the time of the others, because it prepares no window."""
DOWNLOADED = (
    "chromium_headless_shell-*/*/*headless*shell*",
    "chromium-*/*/chrome",
    "chromium-*/*/chrome.exe",
    "chromium-*/*/*.app/Contents/MacOS/*",
)
"""Where Playwright keeps what it has downloaded."""
OWN = ENVIRONMENT / "chromium"
"""The folder of the browser that we install."""
TRUSTED = ENVIRONMENT / "trusted-browser"
"""The file with the path of the browser that worked last."""
SECONDS_TO_OPEN = 180
TRIAL = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"], timeout=0)
    page = browser.new_page()
    page.set_default_timeout(0)
    page.set_content("<h1>Quillmap</h1>")
    page.screenshot()
    sys.exit(not page.evaluate("document.querySelector('h1').getBoundingClientRect().height > 0"))
"""


def chromium_path() -> Path:
    """Return the browser to test with, or say what to do if there is none."""
    found = find_browser()
    if found is None:
        raise FileNotFoundError(
            f"No Chromium was found: `python3 dev.py test` installs one, or name one in {VARIABLE}."
        )
    return found


def find_browser() -> Path | None:
    """Return the first browser that works, or None."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    trusted = TRUSTED.read_text(encoding="utf-8") if TRUSTED.exists() else None
    for candidate in candidates():
        if str(candidate) == trusted:
            return candidate
        if opens_a_page(candidate):
            TRUSTED.write_text(str(candidate), encoding="utf-8")
            return candidate
    return None


def candidates() -> Iterator[Path]:
    """Yield all browsers that are there, the preferred ones first."""
    yield from map(Path, filter(None, map(shutil.which, SYSTEM)))
    for pattern in DOWNLOADED:
        yield from sorted(filter(Path.is_file, playwright_folder().glob(pattern)), reverse=True)
    if (OWN / "installed").exists():
        yield OWN / "browser"


def playwright_folder() -> Path:
    """Return the folder into which Playwright downloads browsers."""
    if named := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    cache = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME")
    return Path(cache or Path.home() / ".cache") / "ms-playwright"


def opens_a_page(candidate: Path) -> bool:
    """Return whether a browser shows a page: Ubuntu's ``chromium-browser`` may only ask one to install a snap."""
    command = [str(PYTHON), "-c", TRIAL, str(candidate)]
    try:
        ended = subprocess.run(command, env=variables(), capture_output=True, timeout=SECONDS_TO_OPEN, check=False)
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0
