"""``quillmap simulate``: bots play many games, and what comes of it."""

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from quillmap.bots.arena import BotFailed, Series, play_series
from quillmap.bots.registry import BOTS, UnknownBot, load_bot
from quillmap.bots.tally import Tally
from quillmap.cli.files import reason
from quillmap.cli.names import name_of
from quillmap.cli.table import add_table_arguments, make_setup
from quillmap.cli.trouble import CommandError
from quillmap.cli.wording import plain, print_json
from quillmap.rules.seasons import SEASON_IDS

_DEFAULT_SEED: Final = "1"
_MOST_COLUMNS: Final = 8
"""With more seats the tables of seasons and cards would no longer fit a screen."""
_BAR: Final = 30

TEXT: Final = {
    "games": "how many games to play (100)",
    "bots": "who plays, separated by commas: {bots}, or module:Class (random)",
    "solo": "every bot plays alone, all on the same deals",
    "records": "a folder for the record of every game",
    "json": "print JSON",
    "jobs": "how many games to play side by side (all cores)",
    "too-few": "{option} must be at least 1",
    "no-bots": "name at least one bot",
    "bad-records": "{name}: {reason}",
    "lost": "a part of the games broke down; try --jobs 1",
    "progress": "{bar} {done}/{games} games",
    "head": "{games} games on map {map}, {box} box, seed {seed}: {speed} games per second",
    "seat": "seat",
    "bot": "bot",
    "mean": "mean",
    "sd": "sd",
    "median": "median",
    "min": "min",
    "max": "max",
    "rating": "rating",
    "coins": "coins, {season}",
    "monsters": "monsters, {season}",
    "cards": "points per card",
    "titles": "titles",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("--games", metavar="N", type=int, default=100, help=TEXT["games"])
    parser.add_argument("--bots", metavar="X,Y", default="random", help=TEXT["bots"].format(bots=", ".join(BOTS)))
    parser.add_argument("--solo", action="store_true", help=TEXT["solo"])
    add_table_arguments(parser)
    parser.add_argument("--records", metavar="DIR", help=TEXT["records"])
    parser.add_argument("--json", action="store_true", help=TEXT["json"])
    parser.add_argument("--jobs", metavar="N", type=int, help=TEXT["jobs"])


def run(args: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    series = _series(args)
    jobs = args.jobs if args.jobs is not None else os.cpu_count() or 1
    _at_least_one("--jobs", jobs)
    start = time.perf_counter()
    try:
        tallies = _play(series, min(jobs, series.games))
    except BotFailed as error:
        raise CommandError(str(error)) from None
    except BrokenExecutor:
        raise CommandError(TEXT["lost"]) from None
    except OSError as error:
        if isinstance(error, BrokenPipeError) or series.records is None:
            raise
        raise CommandError(TEXT["bad-records"].format(name=series.records, reason=reason(error))) from None
    speed = series.games * (len(series.bots) if series.is_solo else 1) / (time.perf_counter() - start)
    found = result(series, tallies, speed)
    if args.json:
        print_json(found)
    else:
        _print(found, args.box, series)
    return 0


def _series(args: argparse.Namespace) -> Series:
    _at_least_one("--games", args.games)
    bots = tuple(name.strip() for name in args.bots.split(",") if name.strip())
    if not bots:
        raise CommandError(TEXT["no-bots"])
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # where one's own module:Class usually is
    for name in bots:
        try:
            load_bot(name)
        except UnknownBot as error:
            raise CommandError(str(error)) from None
    is_solo = args.solo or len(bots) == 1
    seed = args.seed if args.seed is not None else _DEFAULT_SEED
    setup = make_setup(args, 1 if is_solo else len(bots), seed)
    return Series(setup, bots, args.games, is_solo, _folder(args.records))


def _at_least_one(option: str, number: int) -> None:
    if number < 1:
        raise CommandError(TEXT["too-few"].format(option=option))


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise CommandError(TEXT["bad-records"].format(name=name, reason=reason(error))) from None
    return folder


def _play(series: Series, jobs: int) -> list[Tally]:
    progress = _progress(series.games) if sys.stderr.isatty() else None
    try:
        if jobs == 1:
            return play_series(series, None, progress)
        # Fresh processes work the same on every system, and next to threads.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interruptions) as executor:
            return play_series(series, executor, progress)
    finally:
        if progress is not None:
            print(file=sys.stderr)


def _leave_interruptions() -> None:
    """Let Ctrl-C be the business of the process that was started by hand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _progress(games: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        bar = "#" * (_BAR * done // games)
        line = TEXT["progress"].format(bar=f"[{bar:{_BAR}}]", done=done, games=games)
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    return show


def result(series: Series, tallies: list[Tally], speed: float) -> dict[str, Any]:
    """Return what the games came to, as a JSON object."""
    return {
        "games": series.games,
        "games_per_second": round(speed, 2),
        "seats": [tally.summary(bot) for tally, bot in zip(tallies, series.bots, strict=True)],
    }


def _print(found: dict[str, Any], box: str, series: Series) -> None:
    setup, seats = series.setup, found["seats"]
    speed = plain(found["games_per_second"], 1)
    print(TEXT["head"].format(games=found["games"], map=setup.map, box=box, seed=setup.seed, speed=speed))
    print()
    figures = ["mean", "sd", "median", "min", "max"]
    head = [TEXT["seat"], TEXT["bot"], *(TEXT[figure] for figure in figures)]
    rows = [
        [
            str(number),
            seat["bot"],
            *(plain(seat[figure], int(figure in ("mean", "sd", "median"))) for figure in figures),
        ]
        for number, seat in enumerate(seats)
    ]
    if "rating" in seats[0]:
        head.append(TEXT["rating"])
        for row, seat in zip(rows, seats, strict=True):
            row.append(plain(seat["rating"]["mean"], 1))
    _print_table([head, *rows], words=2)
    if len(seats) <= _MOST_COLUMNS:
        _print_details(seats)


def _print_details(seats: list[dict[str, Any]]) -> None:
    names = [seat["bot"] for seat in seats]
    print()
    rows = [["", *names]]
    for kind in ("coins", "monsters"):
        for place, season in enumerate(SEASON_IDS):
            rows.append([TEXT[kind].format(season=season), *(plain(seat[kind][place], 1) for seat in seats)])
    _print_table(rows)
    print()
    rows = [[TEXT["cards"], *names]]
    rows += [[name_of(card), *(plain(seat["cards"][card], 1) for seat in seats)] for card in seats[0]["cards"]]
    _print_table(rows)
    if "titles" in seats[0]:
        print()
        titles = dict.fromkeys(title for seat in seats for title in seat["titles"])
        rows = [[TEXT["titles"], *names]]
        rows += [[name_of(title), *(str(seat["titles"].get(title, 0)) for seat in seats)] for title in titles]
        _print_table(rows)


def _print_table(rows: list[list[str]], words: int = 1) -> None:
    """Print rows under each other: *words* columns to the left, the numbers after them to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            f"{cell:<{width}}" if column < words else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
