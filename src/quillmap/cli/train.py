"""``quillmap train``: learn the weights of the bots' value anew."""

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from quillmap.cli.files import check_writable, write_text
from quillmap.cli.parser import at_least_one
from quillmap.cli.speech import figure, say, trouble
from quillmap.fast import readiness

_SHOWN: Final = 500
"""Progress is shown after so many games."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("file", metavar="FILE", help=say("option.weights"))
    parser.add_argument("--games", metavar="N", type=at_least_one, default=40_000, help=say("option.training-games"))
    parser.add_argument("--decisions", metavar="N", type=at_least_one, default=16_000, help=say("option.decisions"))
    parser.add_argument("--seed", metavar="N", type=at_least_one, default=1, help=say("option.training-seed"))


def run(args: argparse.Namespace) -> int:
    """Learn, and write the weights."""
    if not readiness.is_possible():
        raise trouble("fast-missing", install="pip install 'quillmap[fast]'")
    check_writable(args.file)
    readiness.warm_up()
    training: Any = import_module("quillmap.bots.training")
    weights: Any = import_module("quillmap.bots.training.weights")
    start = time.perf_counter()
    share = args.games / training.Course().games
    first = tuple(max(1, round(share * games)) for games in training.Course().first)
    course = training.Course(first=first, games=args.games, decisions=args.decisions, seed=args.seed)
    kept = training.train(course, _progress() if sys.stderr.isatty() else None)
    write_text(args.file, weights.written(kept))
    print(say("train.text", file=args.file, minutes=figure((time.perf_counter() - start) / 60, 1)))
    return 0


def _progress() -> Callable[[int, int], None]:
    """Return what shows how far the learning is."""

    def show(done: int, total: int) -> None:
        if done % _SHOWN == 0 or done == total:
            end = "\n" if done == total else ""
            print(f"\r{say('train.progress', done=done, total=total)}", end=end, file=sys.stderr, flush=True)

    return show
