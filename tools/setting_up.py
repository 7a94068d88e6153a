"""Make ``.venv`` and ``node_modules`` from the locked requirements, and again when these have changed."""

import hashlib
import shutil
import subprocess
import sys
import venv

from tools.node import npm
from tools.processes import ENVIRONMENT, PYTHON, ROOT, must

REQUIREMENTS = ROOT / "requirements"
INCLUDED = {"serve": ("serve",), "test": ("serve", "test")}
"""Which requirements are installed along with those of a name."""


def prepare(name: str) -> None:
    """Make ``.venv`` with the locked requirements called *name*, unless it is there already."""
    stamp = ENVIRONMENT / f"installed-{name}"
    if stamp.exists() and stamp.read_text() == _fingerprint(name):
        return
    print(f"Setting up .venv for {name} …", flush=True)
    if not PYTHON.exists():
        make_environment()
    must(*installer(), "--require-hashes", "-r", str(REQUIREMENTS / f"{name}.txt"), quiet=True)
    must(*installer(), "--no-deps", "--no-build-isolation", "-e", str(ROOT), quiet=True)
    for included in INCLUDED[name]:
        (ENVIRONMENT / f"installed-{included}").write_text(_fingerprint(included))


def _fingerprint(name: str) -> str:
    """Return what changes whenever the requirements called *name* have to be installed again."""
    parts = ((REQUIREMENTS / f"{name}.txt").read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def make_environment() -> None:
    """Make ``.venv``; without uv it needs its own pip."""
    try:
        venv.create(ENVIRONMENT, with_pip=shutil.which("uv") is None)
    except subprocess.CalledProcessError:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        print("Python can't make .venv: it lacks ensurepip. On Debian and Ubuntu: apt install python3-venv")
        sys.exit(2)


def installer() -> list[str]:
    """Return the command that installs packages: uv if there is one, else pip."""
    if shutil.which("uv"):
        return ["uv", "pip", "install", "--quiet", "--python", str(PYTHON)]
    # Modules are compiled when they are imported; compiling all of every package takes a fifth of the first start.
    return [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]


def prepare_page_tools() -> None:
    """Install the locked tools with which the page is tested into ``node_modules``, unless they are there already."""
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    stamp = ROOT / "node_modules" / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Setting up node_modules for the tests of the page …", flush=True)
    must(*npm(), "ci", "--loglevel=error", quiet=True)
    stamp.write_text(wanted)
