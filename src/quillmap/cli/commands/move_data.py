"""``quillmap move-data``: everything that a server has kept in a folder, moved to a PostgreSQL database."""

import argparse
from pathlib import Path

from quillmap.cli.errors import CommandError
from quillmap.cli.extras import need_postgresql, need_server
from quillmap.cli.files import reason
from quillmap.cli.language import say, trouble, words
from quillmap.locales import explain
from quillmap.server import command as server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the arguments of this command."""
    parser.add_argument("source", type=Path, metavar="SOURCE", help=say("option.move-source"))
    parser.add_argument("target", metavar="TARGET", help=say("option.move-target"))


def run(args: argparse.Namespace) -> int:
    """Move everything, and tell how much of it there was."""
    need_server()
    need_postgresql()
    if not server.has_games(args.source):
        raise trouble("backup-missing", folder=args.source)
    try:
        server.check_database(args.target)
        for kind, rows, new, mended in server.move_data(args.source, args.target):
            print(say("move-data.count", kind=say(f"move-data.{kind}"), rows=rows, new=new), flush=True)
            if mended:
                print(say("move-data.mended.text", kind=say(f"move-data.{kind}"), rows=mended), flush=True)
    except server.BadConfig as error:
        raise CommandError(explain(error, words())) from None
    except server.FolderInUse as error:
        raise trouble("move-data.in-use", place=error.folder) from None
    except server.DatabaseInUse:
        raise trouble("move-data.in-use", place=server.shown_database(args.target)) from None
    except server.WrongVersion as error:
        raise trouble("serve.wrong-version", version=error.version, known=error.known) from None
    except (OSError, server.Unusable) as error:
        raise trouble("move-data.failed", reason=reason(error).rstrip(".")) from None
    print(say("move-data.done.text", database=server.shown_database(args.target)))
    return 0
