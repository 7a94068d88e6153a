"""The options that describe a table, the same for every command that plays."""

import argparse
from dataclasses import replace
from typing import Final

from quillmap.cli.trouble import CommandError
from quillmap.rules.maps import MAPS
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.setup import PRESETS, InvalidSetup, Setup, boxes, validate

TEXT: Final = {
    "box": "base (the default), heroes or mixed",
    "map": "{maps} (by default A, with heroes C)",
    "skills": "play with three of the skill cards",
    "rulebook": "{rulebooks}: whose options to play by",
    "bad-seed": "the seed is not a text",
    "seed": "a text that decides all chance; the same seed deals the same game",
}


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the table."""
    parser.add_argument("--box", metavar="BOX", default="base", choices=tuple(PRESETS), help=TEXT["box"])
    parser.add_argument("--map", metavar="MAP", choices=MAPS, help=TEXT["map"].format(maps=", ".join(MAPS)))
    parser.add_argument("--skills", action="store_true", help=TEXT["skills"])
    parser.add_argument(
        "--rulebook",
        metavar="R",
        default="standard",
        choices=tuple(RULEBOOKS),
        help=TEXT["rulebook"].format(rulebooks=", ".join(RULEBOOKS)),
    )
    parser.add_argument("--seed", metavar="S", help=TEXT["seed"])


def make_setup(args: argparse.Namespace, seats: int, seed: str) -> Setup:
    """Return the table that *args* describe."""
    changes: dict[str, object] = {} if args.map is None else {"map": args.map}
    skills = "drawn" if args.skills else "none"
    setup = Setup.of_box(args.box, seats=seats, seed=seed, skills=skills, rulebook=args.rulebook, **changes)
    if len(boxes(setup)) > 1:  # a map of the other box is a mix, and then ruins cards are in (RULES 10.1)
        setup = replace(setup, ruins=True)
    try:
        seed.encode()
        validate(setup)
    except UnicodeEncodeError:
        raise CommandError(TEXT["bad-seed"]) from None
    except InvalidSetup as error:
        raise CommandError(str(error)) from None
    return setup
