"""The command line: ``quillmap score | simulate | replay | cards | play | bench`` (``docs/command-line.md``)."""

from quillmap.cli.main import main

__all__ = ["main"]
