"""``quillmap serve``: tables for the browser."""

import argparse

from quillmap.cli.arguments import in_own_words
from quillmap.cli.errors import CommandError
from quillmap.cli.extras import need_cluster, need_postgresql, need_server
from quillmap.cli.files import reason
from quillmap.cli.language import say, trouble, words
from quillmap.locales import explain
from quillmap.server import command as server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of this command."""
    server.add_serve_arguments(parser)
    in_own_words(parser, {"open_browser": "open", "allow_hosts": "allow-host"})


def run(args: argparse.Namespace) -> int:
    """Serve until it is stopped, or only check the options."""
    need_server()
    if args.database:
        need_postgresql()
    if args.bots_at:
        need_cluster()
    config = server.config_of(args)
    try:
        server.check(config)
        if args.check_config:
            print(say("serve.fine.text"))
            return 0
        greeting = server.Greeting(say("serve.here"), say("serve.others"), say("serve.stop.text"))
        return server.serve(config, greeting)
    except server.BadConfig as error:
        raise CommandError(explain(error, words())) from None
    except server.FolderInUse as error:
        raise trouble("serve.data-in-use", folder=error.folder) from None
    except server.WrongVersion as error:
        raise trouble("serve.wrong-version", version=error.version, known=error.known) from None
    except server.DatabaseInUse as error:
        database = server.shown_database(args.database)
        if isinstance(error, server.AddressTaken):
            raise trouble("serve.address-taken", url=args.node_address, owner=error.owner) from None
        if isinstance(error, server.OtherCluster):
            raise trouble("serve.other-cluster", database=database, owner=error.owner) from None
        raise trouble("serve.database-in-use", database=database, owner=error.owner) from None
    except (OSError, server.Unusable) as error:
        raise _unusable(args, reason(error).rstrip(".")) from None


def _unusable(args: argparse.Namespace, why: str) -> CommandError:
    if args.database:
        return trouble("serve.database-unusable", database=server.shown_database(args.database), reason=why)
    return trouble("serve.data-unusable", folder=args.data, reason=why)
