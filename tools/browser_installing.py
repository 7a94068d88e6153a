"""Install a Chromium for the tests on a machine that has none.

First from npm: that version is locked, needs no root, lies in ``.venv`` and brings the libraries and fonts that a bare
machine lacks, but it exists only for Linux on x86-64. Then, as root, from Debian's or Ubuntu's packages. Last with
Playwright's own installer.
"""

import hashlib
import html
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.browser import OWN, VARIABLE, find_browser
from tools.node import node, npm
from tools.processes import PYTHON, ROOT, variables

LOCKED = ROOT / "requirements" / "chromium"
ERROR = re.compile(r"error|^E:", re.IGNORECASE)
UNPACK = """
const {createReadStream, createWriteStream} = require("node:fs");
const [, packed, unpacked] = process.argv;
const out = createWriteStream(unpacked);
createReadStream(packed).pipe(require("node:zlib").createBrotliDecompress()).pipe(out);
"""
START = """#!/bin/sh
here=${0%/*}
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="${FONTCONFIG_FILE:-$here/fonts.conf}"
exec "$here/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/fonts-cache</cachedir></fontconfig>
"""
"""The browser sees its own fonts and not the machine's, unless told otherwise."""


def prepare_browser() -> None:
    """Make sure that there is a browser to test with, or stop."""
    named = os.environ.get(VARIABLE)
    if named and shutil.which(named) is None:
        print(f"{VARIABLE} names {named}, which can't be run.")
        sys.exit(2)
    discard_outdated()
    if find_browser():
        return
    for install in (install_from_npm, install_packages, install_with_playwright):
        if install() and find_browser():
            return
    print(f"The tests need Chromium, and it could not be installed: install it, or name one in {VARIABLE}.")
    sys.exit(2)


def install_from_npm() -> bool:
    """Install the locked Chromium into ``.venv``; return whether that was possible."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return False
    print("Installing Chromium from npm …", flush=True)
    shutil.rmtree(OWN, ignore_errors=True)
    OWN.mkdir()
    for file in (LOCKED / "package.json", LOCKED / "package-lock.json", ROOT / ".npmrc"):
        shutil.copy(file, OWN)
    if not succeeds(*npm(), "ci", "--loglevel=error", folder=OWN):
        return False
    packed = OWN / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for name in ("chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"):
        if not succeeds(node(), "-e", UNPACK, packed / f"{name}.br", OWN / name):
            return False
        if name.endswith(".tar"):
            shutil.unpack_archive(OWN / name, OWN)
            (OWN / name).unlink()
    shutil.rmtree(OWN / "node_modules")
    (OWN / "fonts.conf").write_text(FONTS.format(folder=html.escape(str(OWN))), encoding="utf-8")
    (OWN / "browser").write_text(START, encoding="utf-8")
    for name in ("browser", "chromium"):
        (OWN / name).chmod(0o755)
    (OWN / "installed").write_text(_fingerprint(), encoding="utf-8")
    return True


def discard_outdated() -> None:
    """Remove the Chromium in ``.venv`` if another version has been locked since."""
    installed = OWN / "installed"
    if installed.exists() and installed.read_text(encoding="utf-8") != _fingerprint():
        shutil.rmtree(OWN)


def install_packages() -> bool:
    """Install Debian's or Ubuntu's Chromium if we are root; return whether that was possible."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    print("Installing Chromium with apt-get …", flush=True)
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet")
    install = (*apt, "install", "--yes", "--no-install-recommends")
    succeeds(*apt, "update")
    return any(succeeds(*install, name) for name in ("chromium-headless-shell", "chromium"))


def install_with_playwright() -> bool:
    """Let Playwright download its Chromium, and as root the libraries for it; return whether that was possible."""
    print("Installing Chromium with Playwright …", flush=True)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    more = ("--with-deps",) if is_root and sys.platform == "linux" else ()
    return succeeds(PYTHON, "-m", "playwright", "install", "--only-shell", *more, "chromium")


def succeeds(*command: str | Path, folder: Path = ROOT) -> bool:
    """Run *command* and return whether it went well; of its output only the first error line is shown."""
    parts = [str(part) for part in command]
    ended = subprocess.run(parts, cwd=folder, env=variables(), capture_output=True, text=True, check=False)
    if ended.returncode:
        print("  " + next(filter(ERROR.search, ended.stderr.splitlines()), f"exit code {ended.returncode}"), flush=True)
    return ended.returncode == 0


def _fingerprint() -> str:
    """Return what changes whenever another version is locked or it is started in another way."""
    return hashlib.sha256((LOCKED / "package-lock.json").read_bytes() + START.encode() + FONTS.encode()).hexdigest()
