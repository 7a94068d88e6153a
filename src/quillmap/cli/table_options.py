"""The options that describe a table, the same for every command that plays."""

import argparse
import shlex

from quillmap.cli.arguments import one_of
from quillmap.cli.errors import CommandError
from quillmap.cli.language import say, words
from quillmap.locales import explain
from quillmap.play.tables import setup_of
from quillmap.rules.maps import MAPS
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.setup import PRESETS, InvalidSetup, Setup, check_chosen_seed, validate

EDICT_WORDS = ("drawn", "first-game")


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the table."""
    rulebooks = tuple(RULEBOOKS)
    parser.add_argument("--box", metavar="BOX", default="base", type=one_of(tuple(PRESETS)), help=say("option.box"))
    parser.add_argument("--map", metavar="MAP", type=one_of(MAPS), help=say("option.map", maps=", ".join(MAPS)))
    parser.add_argument("--skills", action="store_true", help=say("option.skills"))
    parser.add_argument(
        "--rulebook",
        metavar="R",
        default="standard",
        type=one_of(rulebooks),
        help=say("option.rulebook", rulebooks=", ".join(rulebooks)),
    )
    parser.add_argument("--edicts", metavar="A,B,C,D", help=say("option.edicts"))
    parser.add_argument("--seed", metavar="S", help=say("option.seed"))


def command_again(command: str, args: argparse.Namespace, seed: str) -> str:
    """Return the command line that sets up the same table again."""
    typed = ["quillmap", command, "--seed", shlex.quote(seed)]
    typed += ["--box", args.box] if args.box != "base" else []
    typed += ["--map", args.map] if args.map is not None else []
    typed += ["--rulebook", args.rulebook] if args.rulebook != "standard" else []
    typed += ["--edicts", args.edicts] if args.edicts is not None else []
    return " ".join([*typed, *(["--skills"] if args.skills else [])])


def make_setup(args: argparse.Namespace, seats: int, seed: str) -> Setup:
    """Return the table that *args* describe."""
    described: dict[str, object] = {
        "box": args.box,
        "rulebook": args.rulebook,
        "skills": "drawn" if args.skills else "none",
    }
    if args.map is not None:
        described["map"] = args.map
    if args.edicts is not None:
        described["edicts"] = _edicts(args.edicts)
    try:
        setup = setup_of(described, seats=seats, seed=seed)
        validate(setup)
        check_chosen_seed(seed)
    except InvalidSetup as error:
        raise CommandError(explain(error, words())) from None
    return setup


def _edicts(written: str) -> str | tuple[str | None, ...]:
    """Return edicts by their ids, those left empty to be drawn, or the word for all of them."""
    # Any other word alone is one card of four, and is refused as such.
    return written if written in EDICT_WORDS else tuple(each.strip() or None for each in written.split(","))
