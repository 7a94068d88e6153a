"""``quillmap simulate``: bots play many games; the results in tables or as JSON."""

import argparse
import os
import sys
import time
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from quillmap.bots.arena import BotFailed
from quillmap.bots.lineups import against, alone, at_one_table
from quillmap.bots.registry import BOTS, UnknownBot, bot_maker
from quillmap.bots.series import Record, Series, Standings, play_series
from quillmap.cli.arguments import at_least_one
from quillmap.cli.errors import CommandError
from quillmap.cli.files import unusable, write_text
from quillmap.cli.language import say, trouble, words
from quillmap.cli.output import print_json
from quillmap.cli.series_report import print_result
from quillmap.cli.table_options import add_table_arguments, make_setup
from quillmap.cli.workers import progress_bar, workers
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
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    parser.add_argument("--jobs", metavar="N", type=at_least_one, help=say("option.jobs"))


def run(args: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    try:
        return _simulate(args)
    except SystemExit as error:  # a third-party bot tried to end the program
        raise trouble("bot-failed", reason=f"SystemExit: {error}") from None


def _simulate(args: argparse.Namespace) -> int:
    series = _series(args)
    folder = _folder(args.records)
    start = time.perf_counter()
    try:
        standings = _play(series, min(args.jobs or os.cpu_count() or 1, series.games), folder)
    except BotFailed as error:
        raise trouble("bot-failed", reason=explain_inside(error, words())) from None
    except BrokenExecutor:
        raise trouble("part-lost") from None
    speed = series.games * len(series.tables) / (time.perf_counter() - start)
    found = result(series, standings, speed)
    if args.json:
        print_json(found)
    else:
        print_result(found, series, args.box)
    return 0


def _series(args: argparse.Namespace) -> Series:
    """Return what *args* ask for."""
    named = _names(args.bots, args.seats)
    seats = args.seats or len(named)
    is_solo = args.solo or seats == 1
    if args.solo and (args.rotate or args.seats is not None):
        raise trouble("not-with-solo", option="--rotate" if args.rotate else "--seats")
    seed = args.seed if args.seed is not None else _DEFAULT_SEED
    setup = make_setup(args, 1 if is_solo else seats, seed)  # before a table is filled that has too many seats
    bots = _in_turn(named, seats)
    if args.against is not None:
        others = _names(args.against, args.seats)
        others = _in_turn(others, args.seats or len(others))
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
            bot_maker(name)
        except UnknownBot as error:
            raise CommandError(explain(error, words())) from None
    if seats is not None and seats < len(bots):
        raise trouble("too-few-seats", seats=seats)
    return bots


def _in_turn(bots: list[str], seats: int) -> list[str]:
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


def _play(series: Series, jobs: int, folder: Path | None) -> Standings:
    def keep(record: Record) -> None:
        assert folder is not None
        write_text(str(folder / record.name), record.text)

    with progress_bar("simulate.progress", series.games) as progress, workers(jobs) as executor:
        return play_series(series, executor, progress, keep)


def result(series: Series, standings: Standings, speed: float) -> dict[str, Any]:
    """Return what the games came to, as a JSON object."""
    bots = [contender.bot for contender in series.contenders]
    contenders = [
        tally.summary(bot) | {"milliseconds_per_move": round(tally.milliseconds_per_move, 4)}
        for tally, bot in zip(standings.tallies, bots, strict=True)
    ]
    # Those who play against the others sit at other tables, in as many seats.
    seats = len(bots) // 2 if _is_against(series) else len(bots)
    found = {"games": series.games, "games_per_second": round(speed, 2), "seats": contenders[:seats]}
    if contenders[seats:]:
        found["against"] = contenders[seats:]
    if series.pairs:
        found["differences"] = [
            difference.summary(bots[pair.of[0]], bots[pair.to[0]])
            for pair, difference in zip(series.pairs, standings.differences, strict=True)
        ]
    return found


def _is_against(series: Series) -> bool:
    return len({contender.chance for contender in series.contenders}) < len(series.contenders)
