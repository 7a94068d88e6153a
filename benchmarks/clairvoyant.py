"""How far is a bot from a player who knows all decks? No honest bot can reach one, but it shows where stars lie.

    python benchmarks/clairvoyant.py --games 64 --width 100 --bots surveyor,master

The clairvoyant plays solo games by a beam search over the cards as they will come: of all answers to a card, on all
maps kept so far, it keeps the WIDTH maps that are worth most by the surveyor's learned value; the stars of a year that
is over are exact. The bots play the same deals: those of ``quillmap simulate --solo`` with the same seed.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from heapq import nlargest
from itertools import islice
from typing import Final, NamedTuple

from quillmap.bots.appraisal import STAR
from quillmap.bots.bot_game import play_game
from quillmap.bots.distribution import Distribution
from quillmap.bots.ranking import ranked
from quillmap.bots.registry import bot_maker
from quillmap.bots.series import derive
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules.advance import question_after
from quillmap.rules.counting import TITLES, lost_by, rating_of, total_of
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import Setup
from quillmap.rules.state import State

SEAT: Final = Seat(0)
LEGENDARY: Final = TITLES[0][0]
"""The rating that earns the highest title."""


class Branch(NamedTuple):
    """A map of the beam, an answer on it, and what the year is worth after that."""

    worth: int
    state: State
    move: Answer


def clairvoyant(state: State, width: int) -> State:
    """Return the best end of a solo game that a beam of this width finds, knowing all decks."""
    beam, ended = [state], list[State]()
    while beam:
        branches = (branch for each in beam for branch in _branches(each))
        best = nlargest(2 * width, branches, key=lambda each: each.worth)
        afters = _different(question_after(branch.state, branch.move) for branch in best)
        beam = []
        for after in islice(afters, width):
            (ended if after.is_over else beam).append(after)
    return max(ended, key=lambda each: total_of(each.seats[SEAT]))


def _branches(state: State) -> Iterator[Branch]:
    """Yield every answer to the question of *state*, with the stars so far and those that the map promises."""
    seat = state.seats[SEAT]
    coins_to_come = seat.coins * (YEAR - state.season)
    known = STAR * (total_of(seat) + coins_to_come)
    for value, move in ranked(view(state, SEAT), Options(state, SEAT)):
        yield Branch(known + value, state, move)


def _different(states: Iterator[State]) -> Iterator[State]:
    """Yield states that differ in what counts: the same spaces can be filled in another order."""
    seen = set[tuple[object, ...]]()
    for state in states:
        seat = state.seats[SEAT]
        if (key := (seat.sheet, seat.coins, total_of(seat))) not in seen:
            seen.add(key)
            yield state


class Result(NamedTuple):
    """How one solo game ended."""

    total: int
    rating: int
    lost_to_monsters: int


def _result(state: State) -> Result:
    total = total_of(state.seats[SEAT])
    return Result(total, rating_of(total, state.edicts), lost_by(state.seats[SEAT]))


def play_deal(setup: Setup, player: str | int, number: int) -> Result:
    """Play one deal with a bot, or with a clairvoyant of this width."""
    dealt = replace(setup, seed=derive(setup.seed, "game", number))
    if isinstance(player, int):
        return _result(clairvoyant(Game(dealt).state, player))
    return _result(play_game(dealt, [bot_maker(player)(derive(setup.seed, "game", number, "bot", 0))]).state)


def _figures(name: str, results: list[Result], first: list[Result]) -> str:
    """Return the line of one player; *first* are the results of the one with whom all are compared."""
    mean, rating, monsters = (Distribution(Counter(column)).mean for column in zip(*results, strict=True))
    legendary = sum(each.rating >= LEGENDARY for each in results) / len(results)
    ahead = Distribution(Counter(each.total - other.total for each, other in zip(results, first, strict=True)))
    margin = f" ± {ahead.margin:.1f}" if ahead.margin else ""
    return f"{name:16} {mean:7.1f} {rating:+7.1f} {legendary:7.0%} {monsters:9.1f} {ahead.mean:+7.1f}{margin}"


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare bots with a player who knows all decks.")
    parser.add_argument("--games", type=int, default=16, help="how many deals (default: 16)")
    parser.add_argument("--width", type=int, nargs="+", default=[10, 100], help="maps kept (default: 10 100)")
    parser.add_argument(
        "--bots", default="surveyor,master", help="who plays the same deals; the first is compared with"
    )
    parser.add_argument("--seed", default="figures")
    parser.add_argument("--box", default="base", choices=("base", "heroes", "mixed"))
    parser.add_argument("--map", default="A", choices=("A", "B", "C", "D"))
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    """Print a table of all players."""
    args = _read_arguments()
    setup = Setup.of_box(args.box, map=args.map, seed=args.seed)
    players: list[str | int] = [*args.bots.split(","), *args.width]
    print(f"{'player':16} {'stars':>7} {'rating':>7} {'legend.':>7} {'monsters':>9} {'ahead':>7}")
    with ProcessPoolExecutor(args.processes) as executor:
        first: list[Result] = []
        for player in players:
            results = list(executor.map(partial(play_deal, setup, player), range(args.games)))
            first = first or results
            print(_figures(player if isinstance(player, str) else f"clairvoyant {player}", results, first), flush=True)


if __name__ == "__main__":
    main()
