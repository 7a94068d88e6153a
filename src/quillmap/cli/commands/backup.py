"""``quillmap backup``: a consistent copy of a server's games, also while it runs."""

import argparse

from quillmap.cli.arguments import in_own_words
from quillmap.cli.extras import need_postgresql, need_server
from quillmap.cli.files import unwritable
from quillmap.cli.language import say, trouble
from quillmap.server import command as server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of this command."""
    server.add_backup_arguments(parser)
    in_own_words(parser, {"file": "copy-file", "data": "copy-data", "database": "copy-database"})


def run(args: argparse.Namespace) -> int:
    """Write the copy."""
    need_server()
    if args.database:
        need_postgresql()
        raise trouble("backup-database", file=args.file, database=server.shown_database(args.database))
    if not server.has_games(args.data):
        raise trouble("backup-missing", folder=args.data)
    try:
        server.backup(args.data, args.file)
    except (OSError, server.Unusable) as error:
        raise unwritable(args.file, error) from None
    print(say("backup.text", name=args.file))
    return 0
