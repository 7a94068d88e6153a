"""``quillmap bots``: the levels of bots, the weakest first, with their sentences and what they score."""

import argparse

from quillmap.bots.levels import DEFAULT, LEVELS, PEOPLE
from quillmap.cli.language import say, words
from quillmap.cli.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def run(args: argparse.Namespace) -> int:
    """List all levels."""
    if args.json:
        print_json(
            [
                {"level": level.id, "stars": level.stars, "offered": level.id in PEOPLE, "default": level.id == DEFAULT}
                for level in LEVELS.values()
            ]
        )
        return 0
    width = max(map(len, LEVELS))
    for level in LEVELS.values():
        label, sentence = (words().text(f"setup.bot.{level.id}.{part}") for part in ("label", "help"))
        print(f"{level.id:{width}}  {level.stars:3}  {label}: {sentence}")
    return 0
