"""The commands of ``dev.py``."""

import argparse
import os
import shutil

from dev import NEEDED
from tools.browser_installing import prepare_browser
from tools.dependencies import tell_dependencies
from tools.engine import ENGINE, build_wheel, write_engine, write_engine_if_possible
from tools.engine_fetching import fetch_in_background
from tools.firefox import prepare_firefox
from tools.node import node
from tools.processes import PYTHON, ROOT, become, exit_on_sigterm, must, run
from tools.pyodide import prepare_pyodide
from tools.setting_up import REQUIREMENTS, prepare, prepare_page_tools
from tools.testing import THOROUGH, test_everything
from tools.wasm.environment import build_variables, prepare_wasm_tools


def serve(arguments: list[str]) -> int:
    """Serve the game, print the link and open it in a browser; arguments go to ``quillmap serve``."""
    prepare("serve")
    if not write_engine_if_possible():
        fetch_in_background()
    engine = ("--engine", ENGINE)
    return become(PYTHON, "-m", "quillmap", "serve", "--host", "0.0.0.0", "--open", *engine, *arguments)


def test(arguments: list[str]) -> int:
    """Check style and types, then run the tests, with all their combinations if --thorough; others go to pytest."""
    prepare("test")
    prepare_page_tools()
    prepare_pyodide()
    prepare_browser()
    if arguments in ([], [THOROUGH]):
        return test_everything(*arguments)
    return run(PYTHON, "-m", "pytest", *arguments)


def try_firefox(arguments: list[str]) -> int:
    """Try the page in Firefox, which is installed if there is none; arguments go to pytest."""
    prepare("test")
    prepare_firefox()
    return run(PYTHON, "-m", "pytest", "tests/firefox/smoke.py", "tests/firefox/offline.py", *arguments)


def format_all(arguments: list[str]) -> int:
    """Format Python with ruff, and the page's scripts with Biome."""
    if arguments:
        print("dev.py format takes no arguments: it formats everything.")
        return 2
    prepare("test")
    prepare_page_tools()
    biome = ROOT / "node_modules" / "@biomejs" / "biome" / "bin" / "biome"
    return max(run(PYTHON, "-m", "ruff", "format"), run(node(), biome, "format", "--write"))


def pictures(arguments: list[str]) -> int:
    """Take the pictures of the docs again."""
    prepare("test")
    prepare_browser()
    return run(PYTHON, "tests/browser/make_pictures.py", *arguments)


def types(arguments: list[str]) -> int:
    """Write the page's types from the structs of the server."""
    prepare("test")
    return run(PYTHON, "-m", "quillmap.server.protocol.typescript", *arguments)


def reference(arguments: list[str]) -> int:
    """Write the rules to read, docs/rules."""
    prepare("serve")
    return run(PYTHON, "-m", "quillmap.reference", *arguments)


def api(arguments: list[str]) -> int:
    """Write the names of the library, docs/api.md."""
    return run(PYTHON, "tools/api_reference.py", *arguments)


def wasm(arguments: list[str]) -> int:
    """Build the compiled rules for browsers, src/quillmap/fast/kernels.wasm, if their sources have changed."""
    prepare("serve")
    if arguments != ["--anyway"] and run(PYTHON, "-m", "tools.wasm.sources") == 0:
        print("The sources of kernels.wasm have not changed since it was built. Build it --anyway?")
        return 0
    prepare_wasm_tools()
    os.environ.update(build_variables())
    return run(PYTHON, "-m", "tools.wasm.build")


def wheel(arguments: list[str]) -> int:
    """Build the wheel of a release into dist, with what lets browsers play without a server."""
    prepare("test")
    return build_wheel(arguments)


def site(arguments: list[str]) -> int:
    """Write the page as a folder for static hosts; arguments go to ``quillmap export-site``."""
    prepare("test")
    if not write_engine():
        return 1
    return run(PYTHON, "-m", "quillmap", "export-site", "--engine", ENGINE, *arguments)


def lock(arguments: list[str]) -> int:
    """Lock the newest versions of all requirements; needs uv."""
    if shutil.which("uv") is None:
        print("Locking needs uv: install it first. Nothing else does.")
        return 2
    for name in ("serve", "test", "deploy", "wasm"):
        must(
            *("uv", "pip", "compile", "--quiet", "--no-strip-extras", "--universal", "--generate-hashes", "--upgrade"),
            *("--python-version", ".".join(map(str, NEEDED)), "--no-emit-index-url", "--no-emit-find-links"),
            *("--no-header", "--no-annotate", *arguments),
            *(REQUIREMENTS / f"{name}.in", "-o", REQUIREMENTS / f"{name}.txt"),
        )
    return 0


def dependencies(_arguments: list[str]) -> int:
    """Tell how old the locked dependencies are, and what is known to be wrong with them."""
    prepare("test")
    prepare_page_tools()
    return tell_dependencies()


COMMANDS = {
    "serve": serve,
    "test": test,
    "firefox": try_firefox,
    "format": format_all,
    "pictures": pictures,
    "reference": reference,
    "types": types,
    "api": api,
    "wasm": wasm,
    "wheel": wheel,
    "site": site,
    "lock": lock,
    "dependencies": dependencies,
}


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="dev.py", description="Set up and run Quillmap.")
    parser.add_argument("command", choices=COMMANDS, help="; ".join(f"{n}: {c.__doc__}" for n, c in COMMANDS.items()))
    options, rest = parser.parse_known_args()
    exit_on_sigterm()
    try:
        return COMMANDS[options.command](rest)
    except KeyboardInterrupt:
        return 130
