"""Find a Firefox for the smoke test: the one named in ``QUILLMAP_FIREFOX``, or one of the system.

Where there is none, Debian's or Ubuntu's package is installed, which takes root; without root a sentence says what to
do. Other sources of a Firefox, such as packages of npm or PyPI, are not used.
"""

import os
import shutil
import sys
from pathlib import Path

from tools.browser_installing import succeeds

VARIABLE = "QUILLMAP_FIREFOX"
SYSTEM = ("firefox", "firefox-esr")


def find_firefox() -> Path | None:
    """Return the Firefox to test with, or None."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    return next((Path(path) for path in map(shutil.which, SYSTEM) if path), None)


def prepare_firefox() -> None:
    """Make sure that there is a Firefox, or stop."""
    named = os.environ.get(VARIABLE)
    if named and shutil.which(named) is None:
        print(f"{VARIABLE} names {named}, which can't be run.")
        sys.exit(2)
    if find_firefox() or (_install_package() and find_firefox()):
        return
    print(f"There is no Firefox here: install it, or name one in {VARIABLE}.")
    sys.exit(2)


def _install_package() -> bool:
    """Install Debian's or Ubuntu's Firefox if we are root; return whether that was possible."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    print("Installing Firefox with apt-get …", flush=True)
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet")
    succeeds(*apt, "update")
    return any(succeeds(*apt, "install", "--yes", "--no-install-recommends", name) for name in reversed(SYSTEM))
