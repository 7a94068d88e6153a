"""``quillmap backup``: a consistent copy of a server's games, also while it runs."""

import argparse

from quillmap.cli.extras import server_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of this command."""
    server_command().add_backup_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Write the copy."""
    code: int = server_command().run_backup(args)
    return code
