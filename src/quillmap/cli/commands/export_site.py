"""``quillmap export-site``: the page as a folder that any static host can serve."""

import argparse
from pathlib import Path

from quillmap.cli.arguments import in_own_words
from quillmap.cli.extras import need_server
from quillmap.cli.files import unwritable
from quillmap.cli.language import figure, say, trouble


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of this command."""
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--engine", type=Path, metavar="DIR")
    in_own_words(parser, {"folder": "site-folder", "engine": "site-engine"})


def run(args: argparse.Namespace) -> int:
    """Write the folder."""
    need_server()
    from quillmap.device.site import site_files, write_site  # noqa: PLC0415  # needs what the server needs
    from quillmap.server.http.engine_files import Engine  # noqa: PLC0415  # as above

    engine = Engine(args.engine)
    if not engine.is_there:
        raise trouble("site-engine")
    files = site_files(engine)
    try:
        if args.folder.exists() and any(args.folder.iterdir()):
            raise trouble("site-not-empty", folder=args.folder)
        write_site(args.folder, files)
    except OSError as error:
        raise unwritable(args.folder, error) from None
    size = sum(map(len, files.values()))
    print(say("export-site.text", folder=args.folder, megabytes=figure(size / 1e6, 1)))
    return 0
