"""``quillmap serve``: tables for the browser."""

import argparse

from quillmap.cli.extras import server_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of this command."""
    server_command().add_serve_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    code: int = server_command().run_serve(args)
    return code
