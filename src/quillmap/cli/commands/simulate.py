"""``quillmap simulate``: bots play many games; the results in tables or as JSON."""

import argparse
import logging
import os
import sys
import time
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

from quillmap.bots.bot_game import BotFailed
from quillmap.bots.contests import Contest
from quillmap.bots.lineups import against, alone, at_one_table
from quillmap.bots.registry import BOTS, BotLike, UnknownBot, bot_maker, uses_compiled_rules, weaker_level
from quillmap.bots.resuming import OtherSeries, resume
from quillmap.bots.series import Record, Series, Standings, check_strength, play_series
from quillmap.cli.arguments import at_least_one
from quillmap.cli.errors import CommandError
from quillmap.cli.files import check_writable, unusable, write_text
from quillmap.cli.language import say, trouble, words
from quillmap.cli.output import print_json
from quillmap.cli.series_report import print_result
from quillmap.cli.table_options import add_table_arguments, make_setup
from quillmap.cli.workers import add_worker_arguments, compile_first, progress_bar, workers
from quillmap.locales import explain, explain_inside

_DEFAULT_SEED: Final = "1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    bots = ", ".join(BOTS)
    parser.add_argument("--games", metavar="N", type=at_least_one, default=100, help=say("option.games"))
    parser.add_argument("--bots", metavar="X,Y", default="random", help=say("option.bots", bots=bots))
    parser.add_argument("--against", metavar="X,Y", help=say("option.against"))
    parser.add_argument("--solo", action="store_true", help=say("option.solo"))
    parser.add_argument("--rotate", action="store_true", help=say("option.rotate"))
    parser.add_argument("--seats", metavar="N", type=at_least_one, help=say("option.seats"))
    add_table_arguments(parser)
    parser.add_argument("--records", metavar="DIR", help=say("option.records"))
    parser.add_argument("--resume", metavar="FILE", help=say("option.resume"))
    parser.add_argument("--plot", metavar="FILE", help=say("option.plot"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    add_worker_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    try:
        return _simulate(args)
    except SystemExit as error:  # a third-party bot tried to end the program
        raise trouble("bot-failed", reason=f"SystemExit: {error}") from None


def _simulate(args: argparse.Namespace) -> int:
    series = _checked(_series(args))
    folder = _folder(args.records)
    for name in (args.plot, args.resume):
        if name is not None:
            check_writable(name)
    start = time.perf_counter()
    try:
        standings, resumed = _play(series, args, folder)
    except BotFailed as error:
        raise trouble("bot-failed", reason=explain_inside(error, words())) from None
    except UnknownBot as error:
        raise CommandError(explain(error, words())) from None
    except BrokenExecutor:
        raise trouble("part-lost") from None
    contest = Contest(series, standings, time.perf_counter() - start, resumed)
    if args.plot is not None:
        write_text(args.plot, contest.plot())
    if args.json:
        print_json(contest.to_dict())
    else:
        print_result(contest.to_dict(), series, args.box)
    return 0


def _checked(series: Series) -> Series:
    """Return *series* if every bot can play as its name says; a bot that plays alone only gets a warning."""
    try:
        check_strength(series)
    except UnknownBot as error:
        raise CommandError(explain(error, words())) from None
    bot = series.contenders[0]
    level = weaker_level(bot.bot)
    if level is not None:
        print(say("simulate.weaker.text", bot=bot.name, level=level), file=sys.stderr)
        logging.getLogger("quillmap.bots").setLevel(logging.ERROR)  # it has been said
    return series


def _series(args: argparse.Namespace) -> Series:
    """Return what *args* ask for."""
    named = _names(args.bots, args.seats)
    seats = args.seats or len(named)
    is_solo = args.solo or seats == 1
    if args.solo and (args.rotate or args.seats is not None):
        raise trouble("not-with-solo", option="--rotate" if args.rotate else "--seats")
    if seats == 1 and args.rotate:
        raise trouble("rotate-alone")
    seed = args.seed if args.seed is not None else _DEFAULT_SEED
    setup = make_setup(args, 1 if is_solo else seats, seed)  # before a table is filled that has too many seats
    bots = _in_turn(named, seats)
    if args.against is not None:
        named = _names(args.against, args.seats)
        others = _in_turn(named, args.seats or len(named))
        if len(others) != len(bots) or (args.solo and len(bots) > 1):
            raise trouble("against-other-size")
        series = against(setup, bots, others, args.games, is_rotated=args.rotate)
    elif is_solo:
        series = alone(setup, bots, args.games)
    else:
        series = at_one_table(setup, bots, args.games, is_rotated=args.rotate)
    return replace(series, keeps_records=args.records is not None)


def _names(written: str, seats: int | None) -> list[str]:
    """Return the bots named in *written*, no more than there are *seats*."""
    bots = [name.strip() for name in written.split(",") if name.strip()]
    if not bots:
        raise trouble("no-bots")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # where one's own module:Class usually is
    for name in bots:
        try:
            bot_maker(name)("")
        except UnknownBot as error:
            raise CommandError(explain(error, words())) from None
    if seats is not None and seats < len(bots):
        raise trouble("too-few-seats", seats=seats)
    return bots


def _in_turn(bots: list[str], seats: int) -> list[BotLike]:
    """Return *bots* again and again until the table is full."""
    return [bots[seat % len(bots)] for seat in range(seats)]


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unusable(name, error) from None
    return folder


def _play(series: Series, args: argparse.Namespace, folder: Path | None) -> tuple[Standings, int]:
    """Return what came of a series, and how many of its deals a file held already."""
    jobs, kept = min(args.jobs or os.cpu_count() or 1, series.games), args.resume

    def keep(record: Record) -> None:
        assert folder is not None
        write_text(str(folder / record.name), record.text)

    try:
        known, add = ({}, None) if kept is None else resume(series, Path(kept))
    except OtherSeries as error:
        raise CommandError(explain(error, words())) from None
    if jobs > 1 and args.cluster is None and any(uses_compiled_rules(each.bot) for each in series.contenders):
        compile_first()
    with progress_bar("simulate.progress", series.games) as progress, workers(jobs, args.cluster) as executor:
        return play_series(series, executor, progress, keep, known, add), sum(map(len, known))
