"""The command line (``docs/command-line.md``): ``main`` has the list of its commands, each a module of its name."""

from quillmap.cli.main import main

__all__ = ["main"]
