"""The command line, called as a host does."""

from quillmap.cli import main


def quillmap(*arguments: str) -> int:
    """Run the command line in English; return its exit code."""
    return main(["--lang", "en", *arguments])
