"""``quillmap train``: learn the weights by which the bots value a map."""

import argparse
import os
import time
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import replace
from typing import TYPE_CHECKING

from quillmap.cli.arguments import at_least_one
from quillmap.cli.extras import need_compiler
from quillmap.cli.files import check_writable, write_text
from quillmap.cli.language import figure, say, trouble
from quillmap.cli.workers import add_worker_arguments, progress_bar, workers
from quillmap.fast import readiness

if TYPE_CHECKING:
    from quillmap.bots.training import Course


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("file", metavar="FILE", help=say("option.weights"))
    parser.add_argument("--games", metavar="N", type=at_least_one, help=say("option.training-games"))
    parser.add_argument("--decisions", metavar="N", type=at_least_one, help=say("option.decisions"))
    parser.add_argument("--seed", metavar="N", type=at_least_one, default=1, help=say("option.training-seed"))
    add_worker_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Learn, and write the weights."""
    need_compiler()
    check_writable(args.file)
    if args.cluster is None:
        return _train(args, None)
    with workers(1, args.cluster) as executor:  # before anything is compiled: nobody may be there
        return _train(args, executor)


def _train(args: argparse.Namespace, cluster: Executor | None) -> int:
    readiness.warm_up()
    from quillmap.bots.training import Course, train  # noqa: PLC0415  # needs numba
    from quillmap.bots.training.weight_arrays import written  # noqa: PLC0415  # needs numpy

    start = time.perf_counter()
    course = _course(Course(), args)
    jobs = args.jobs or os.cpu_count() or 1
    try:
        with progress_bar("train.progress", course.length) as progress:
            if cluster is not None:
                kept = train(course, cluster, progress)
            else:
                with workers(jobs) as executor:
                    kept = train(course, executor, progress)
    except BrokenExecutor:
        raise trouble("part-lost") from None
    write_text(args.file, written(kept))
    print(say("train.text", file=args.file, minutes=figure((time.perf_counter() - start) / 60, 1)))
    return 0


def _course(usual: "Course", args: argparse.Namespace) -> "Course":
    """Return the usual course, as long as *args* want it; with fewer games its short rounds are shorter, too."""
    games = args.games or usual.games
    first = tuple(max(1, round(each * games / usual.games)) for each in usual.first)
    return replace(usual, first=first, games=games, decisions=args.decisions or usual.decisions, seed=args.seed)
