"""Python for browsers (Pyodide), in ``.venv/pyodide``, with the wheels that the package needs there.

Both are locked: Pyodide in ``requirements/pyodide/package-lock.json``, the wheels beside it by their hashes. Without
them everything works but playing without a server, and the tests of ``tests/offline``.
"""

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tools.browser_installing import succeeds
from tools.node import npm
from tools.processes import ENVIRONMENT, PYTHON, ROOT, variables

LOCKED: Final = ROOT / "requirements" / "pyodide"
WHEELS: Final = LOCKED / "wheels.txt"
FOLDER: Final = ENVIRONMENT / "pyodide"
RUNTIME: Final = FOLDER / "node_modules" / "pyodide"
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary", ":all:")
"""What the wheels have to be made for: the Python of the locked Pyodide."""
MISSING: Final = "Pyodide is not installed: `python3 dev.py test` fetches it, and without it tests/offline can't run."


def prepare_pyodide() -> bool:
    """Install the locked Pyodide and wheels, unless they are there already; return whether that was possible."""
    if is_installed():
        return True
    print("Setting up Pyodide …", flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    for file in (LOCKED / "package.json", LOCKED / "package-lock.json", ROOT / ".npmrc"):
        shutil.copy(file, FOLDER)
    if succeeds(*npm(), "ci", "--loglevel=error", folder=FOLDER) and _fetch_wheels():
        _stamp().write_text(fingerprint(), encoding="utf-8")
        return True
    print(MISSING)
    return False


def is_installed() -> bool:
    """Return whether the locked versions are there."""
    return _stamp().exists() and _stamp().read_text(encoding="utf-8") == fingerprint()


def wheels() -> list[Path]:
    """Return the wheels that the package needs in Pyodide."""
    return sorted(FOLDER.glob("*.whl"))


def _fetch_wheels() -> bool:
    command = [*_pip(), "download", "--quiet", "--no-deps", "--require-hashes", *PLATFORM]
    return succeeds(*command, "-r", WHEELS, "-d", FOLDER)


def _pip() -> list[str]:
    """Return the command that runs pip, which can fetch wheels for other machines; uv can't."""
    own = [str(PYTHON), "-m", "pip"]
    has_own = subprocess.run([*own, "--version"], env=variables(), capture_output=True, check=False).returncode == 0
    return own if has_own else ["uv", "tool", "run", "pip"]


def _stamp() -> Path:
    return FOLDER / "installed"


def fingerprint() -> str:
    """Return what changes whenever another version has been locked."""
    return hashlib.sha256((LOCKED / "package-lock.json").read_bytes() + WHEELS.read_bytes()).hexdigest()
