#!/usr/bin/env python3
"""Set up and run Quillmap: ``python3 dev.py serve`` and ``python3 dev.py test`` do everything.

Standard library only. It makes ``.venv``, installs the locked requirements (again only when they have changed),
and runs.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "requirements"
NEEDED = (3, 11)
COVERING = ("tests/unit/rules", "tests/golden")
"""The tests that have to reach every branch of the rules."""
PROPERTIES = ("tests/property",)
WAITING = ("tests/server", "tests/browser")
"""Tests that wait for servers and browsers much of their time."""
SOME_FAILED = 1
"""Pytest's exit code."""


def run(*command: str | Path, quiet: bool = False) -> int:
    """Run *command* in the project's folder and return its exit code."""
    output = subprocess.DEVNULL if quiet else None
    parts = [str(part) for part in command]
    return subprocess.run(parts, cwd=ROOT, env=variables(), stdout=output, check=False).returncode


def variables() -> dict[str, str]:
    """Return the environment of what is run: many processes read the same modules, so the first keeps them compiled."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def must(*command: str | Path, quiet: bool = False) -> None:
    """Run *command* and stop if it fails."""
    code = run(*command, quiet=quiet)
    if code:
        sys.exit(code)


def beside(*arguments: str) -> subprocess.Popen[bytes]:
    """Start Python with *arguments* in the project's folder and go on; what it says is kept for later."""
    return subprocess.Popen(
        [PYTHON, *arguments], cwd=ROOT, env=variables(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def ended(process: subprocess.Popen[bytes]) -> int:
    """Wait for what was started beside, print what it has said, and return its exit code."""
    said, _ = process.communicate()
    print(said.decode(errors="replace"), end="", flush=True)
    return process.returncode


def prepare(name: str) -> None:
    """Make the environment with the locked requirements called *name*, unless it is there already."""
    locked = REQUIREMENTS / f"{name}.txt"
    project = (ROOT / "pyproject.toml").read_bytes()
    wanted = hashlib.sha256(locked.read_bytes() + project + sys.version.encode()).hexdigest()
    stamp = ENVIRONMENT / f"installed-{name}"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Setting up .venv for {name} …", flush=True)
    if not PYTHON.exists():
        make_environment()
    must(*installer(), "--require-hashes", "-r", locked, quiet=True)
    must(*installer(), "--no-deps", "--no-build-isolation", "-e", ROOT, quiet=True)
    stamp.write_text(wanted)


def make_environment() -> None:
    """Make ``.venv``; without uv it needs pip of its own."""
    try:
        venv.create(ENVIRONMENT, with_pip=shutil.which("uv") is None)
    except subprocess.CalledProcessError:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        print("Python can't make .venv: it lacks ensurepip. On Debian and Ubuntu: apt install python3-venv")
        sys.exit(2)


def installer() -> list[str | Path]:
    """Return the command that installs packages: uv where it is there, else pip."""
    if shutil.which("uv"):
        return ["uv", "pip", "install", "--quiet", "--python", PYTHON]
    # What is imported is compiled then; compiling all of every package takes a fifth of the first start.
    return [PYTHON, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]


def prepare_page_tools() -> None:
    """Install the locked tools with which the page is tested into ``node_modules``, unless they are there already."""
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    stamp = ROOT / "node_modules" / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    npm = shutil.which("npm")
    if npm is None:
        print("The tests of the page need Node.js with npm: install it first. Serving the game does not need it.")
        sys.exit(2)
    print("Setting up node_modules for the tests of the page …", flush=True)
    must(npm, "ci", "--silent")
    stamp.write_text(wanted)


def serve(arguments: list[str]) -> int:
    """Serve the game, print the link and open it in a browser; arguments go to ``quillmap serve``."""
    prepare("serve")
    return run(PYTHON, "-m", "quillmap", "serve", "--host", "0.0.0.0", "--open", *arguments)


def test(arguments: list[str]) -> int:
    """Check style and types, then run the tests; arguments go to pytest."""
    prepare("test")
    prepare_page_tools()
    if arguments:
        return run(PYTHON, "-m", "pytest", *arguments)
    must(PYTHON, "-m", "ruff", "check", ".")
    must(PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")
    # Side by side: what computes fills the cores while servers and browsers are waited for. One process for each kind
    # of test needs less than workers who share them all, for each of these would have to find every test first.
    alone = ("-m", "pytest", "-q", "-p", "no:schemathesis", "-p", "no:cacheprovider")
    # The rules are to be covered by tests that a reader can follow; only these pay for being traced.
    covering = beside(*alone, *COVERING, "--cov", "--cov-report=term:skip-covered", "--cov-fail-under=100")
    typing = beside("-m", "mypy")
    properties = beside(*alone, *PROPERTIES)
    run(PYTHON, "-m", "quillmap", "warmup")  # or every process from here on would compile for itself
    if code := ended(typing) or ended(covering):
        for process in (covering, properties):
            process.terminate()
        return code
    rest = beside(*alone, *(f"--ignore={folder}" for folder in (*COVERING, *PROPERTIES, *WAITING)))
    codes = [test_what_waits(), ended(properties), ended(rest)]
    return next(filter(None, codes), 0)


def test_what_waits() -> int:
    """Test with servers and browsers; what fails once is looked at again, for a browser may have been too slow."""
    workers = str(os.cpu_count() or 1)
    code = run(PYTHON, "-m", "pytest", "-q", "-n", workers, "--dist", "load", "--maxschedchunk", "1", *WAITING)
    if code != SOME_FAILED:
        return code
    print("Once more, one at a time, what failed: on a busy machine a browser can be too slow. A fault fails twice.")
    return run(PYTHON, "-m", "pytest", "-q", "--last-failed", "--last-failed-no-failures", "none", *WAITING)


def pictures(arguments: list[str]) -> int:
    """Make the pictures of the docs anew."""
    prepare("test")
    return run(PYTHON, ROOT / "tests" / "browser" / "make_pictures.py", *arguments)


def types(arguments: list[str]) -> int:
    """Write the types of the page anew from the structs of the server."""
    prepare("test")
    return run(PYTHON, "-m", "quillmap.server.protocol.typescript", *arguments)


def reference(arguments: list[str]) -> int:
    """Make the rules to read, docs/rules, anew."""
    prepare("serve")
    return run(PYTHON, "-m", "quillmap.reference", *arguments)


def lock(arguments: list[str]) -> int:
    """Choose the newest versions anew and write the locked requirements; needs uv."""
    if shutil.which("uv") is None:
        print("Locking needs uv: install it first. Nothing else does.")
        return 2
    for name in ("serve", "test"):
        must(
            *("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--upgrade"),
            *("--python-version", ".".join(map(str, NEEDED)), "--no-emit-index-url", "--no-emit-find-links"),
            *("--no-header", "--no-annotate", *arguments),
            *(REQUIREMENTS / f"{name}.in", "-o", REQUIREMENTS / f"{name}.txt"),
        )
    return 0


COMMANDS = {"serve": serve, "test": test, "pictures": pictures, "reference": reference, "types": types, "lock": lock}


def main() -> int:
    """Do what the command line asks for."""
    if sys.version_info < NEEDED:
        print(f"Quillmap needs Python {NEEDED[0]}.{NEEDED[1]} or newer; this is {sys.version.split()[0]}.")
        return 2
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("command", choices=COMMANDS, help="; ".join(f"{n}: {c.__doc__}" for n, c in COMMANDS.items()))
    options, rest = parser.parse_known_args()
    try:
        return COMMANDS[options.command](rest)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
