"""``quillmap bench``: how fast the engine is here, on one core.

Another program on the same machine can only make a run slower. So everything is run again and again for a while, and
the best run is told; processor time is counted, not the clock on the wall.
"""

import argparse
import os
import platform
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from quillmap import __version__
from quillmap.cli.trouble import CommandError
from quillmap.cli.wording import plain, print_json
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.rules.counting import season_score
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING
from quillmap.rules.setup import MOST_SEATS, Setup
from quillmap.rules.sheet import Sheet

_GAMES: Final = 20
_COMPILED_GAMES: Final = 500
_MEGABYTE: Final = 1 << 20
_LONGEST: Final = 3600
_STARTS: Final = 3

TEXT: Final = {
    "json": "print JSON",
    "seconds": "how long to measure each figure (2)",
    "bad-seconds": "--seconds must be more than 0 and at most 3600",
    "games": "Random solo games, events kept:       {speed} games per second",
    "compiled": "Random solo games, compiled:          {speed} games per second",
    "round": "A round of 100 seats:                 {time} ms",
    "memory": "Memory of a game of 100 seats:        {memory} MB at most",
    "evaluations": "A map under two edicts and monsters:  {speed} per second",
    "startup": "Start of the command line:            {command} ms, of the rules: {rules} ms",
    "machine": "{implementation} {python}, {system}, {cores} cores",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("--json", action="store_true", help=TEXT["json"])
    parser.add_argument("--seconds", metavar="S", type=float, default=2.0, help=TEXT["seconds"])


def run(args: argparse.Namespace) -> int:
    """Measure everything and print it."""
    if not 0 < args.seconds <= _LONGEST:
        raise CommandError(TEXT["bad-seconds"])
    found = measure(args.seconds)
    if args.json:
        print_json(found)
    else:
        _print(found)
    return 0


def measure(seconds: float) -> dict[str, Any]:
    """Return every figure, each measured for about so many *seconds*."""
    sheets = _sheets()
    return {
        "random_solo_games_per_second": {
            "events": round(_GAMES / _best(_solo_games, seconds), 1),
            **_compiled_speed(seconds),
        },
        "round_of_100_seats_seconds": round(_best_round(seconds), 5),
        "memory_of_100_seats_megabytes": round(_memory(), 2),
        "evaluations_per_second": {"pure": round(len(sheets) / _best(lambda: _evaluate(sheets), seconds))},
        "startup_seconds": {
            "command": round(_startup("-m", "quillmap", "--version"), 4),
            "rules": round(_startup("-c", "import quillmap.rules"), 4),
        },
        "machine": _machine(),
    }


def _best(work: Callable[[], object], seconds: float) -> float:
    """Return the processor time of the fastest run of *work* among those that fit into *seconds*; at least one."""
    best = float("inf")
    end = time.process_time() + seconds
    while True:
        start = time.process_time()
        work()
        now = time.process_time()
        best = min(best, now - start)
        if now >= end:
            return best


def _solo_games() -> None:
    """Play a few whole solo games through the event-sourced engine, uniform over all legal drawings."""
    for number in range(_GAMES):
        game, chance = Game(Setup(seed=str(number))), random.Random(number)
        while not game.is_over:
            _round(game, chance)


def _compiled_speed(seconds: float) -> dict[str, int]:
    """Return how many random solo games are played compiled, on many tables, where numba is installed."""
    if not readiness.is_ready():
        return {}
    batch = import_module("quillmap.fast.batch")
    tables = [Setup(seed=str(number)) for number in range(_GAMES)]

    def games() -> None:
        for setup in tables:
            batch.play_games(setup, batch.RANDOM, _COMPILED_GAMES)

    return {"compiled": round(_GAMES * _COMPILED_GAMES / _best(games, seconds))}


def _large_game(seed: str) -> Game:
    return Game(Setup(seats=MOST_SEATS, seed=seed))


def _round(game: Game, chance: random.Random) -> None:
    """Let every seat answer what is asked, and the game go on to the next question."""
    for seat in game.waiting():
        game.play(game.options(seat).drawings.pick(chance.randrange))


def _best_round(seconds: float) -> float:
    """Return the time of a round of 100 seats: the mean of a whole game's rounds, in the fastest game."""
    rounds = 0

    def whole_game() -> None:
        nonlocal rounds
        game, chance, rounds = _large_game("bench"), random.Random(0), 0
        while not game.is_over:
            _round(game, chance)
            rounds += 1

    fastest = _best(whole_game, seconds)
    return fastest / rounds


def _memory() -> float:
    """Return the most memory that a whole game of 100 seats takes, its events kept, in megabytes."""
    tracemalloc.start()
    game, chance = _large_game("bench"), random.Random(0)
    while not game.is_over:
        _round(game, chance)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / _MEGABYTE


def _sheets() -> list[tuple[Sheet, CardId, CardId]]:
    """Return maps at the end of random games, each with two cards, so that every card comes as often as the others."""
    cards = list(SCORING)
    found = []
    for number in range(len(cards)):
        game, chance = Game(Setup(seed=f"sheet/{number}")), random.Random(number)
        while not game.is_over:
            _round(game, chance)
        found.append((game.state.seats[0].sheet, cards[number], cards[(number + 1) % len(cards)]))
    return found


def _evaluate(sheets: list[tuple[Sheet, CardId, CardId]]) -> None:
    for sheet, first, second in sheets:
        season_score(sheet, 0, (first, second), "standard")


def _startup(*arguments: str) -> float:
    """Return how long a new interpreter takes for something, the fastest of a few."""
    best = float("inf")
    for _ in range(_STARTS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def _machine() -> dict[str, Any]:
    return {
        "quillmap": __version__,
        "implementation": platform.python_implementation(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }


def _print(found: dict[str, Any]) -> None:
    startup = found["startup_seconds"]
    print(TEXT["games"].format(speed=plain(found["random_solo_games_per_second"]["events"])))
    if "compiled" in found["random_solo_games_per_second"]:
        print(TEXT["compiled"].format(speed=plain(found["random_solo_games_per_second"]["compiled"])))
    print(TEXT["round"].format(time=plain(1000 * found["round_of_100_seats_seconds"], 1)))
    print(TEXT["memory"].format(memory=plain(found["memory_of_100_seats_megabytes"], 1)))
    print(TEXT["evaluations"].format(speed=plain(found["evaluations_per_second"]["pure"])))
    milliseconds = {name: plain(1000 * seconds) for name, seconds in startup.items()}
    print(TEXT["startup"].format(**milliseconds))
    print(TEXT["machine"].format(**found["machine"]))
