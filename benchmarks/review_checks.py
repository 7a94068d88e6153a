"""Are the numbers of a review right? Games of all bots reviewed, and values checked with twenty times the budget.

    python benchmarks/review_checks.py games FILE --bots random,apprentice,surveyor,master --games 20
    python benchmarks/review_checks.py values FILE --positions 200
    python benchmarks/review_checks.py report FILE

Every game and position is one line of FILE, written when it is done. What is there already is not done again, so a run
can be stopped and continued, or divided: `--part 1/4` does every fourth. ``report`` reads the lines of both kinds and
prints what the scale (``quillmap.review.scale``) and ``docs/review.md`` are made of.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

from quillmap.analysis.answers import PLAYOUTS, Analysis, analyse, candidates_of
from quillmap.analysis.positions import ONLY, alone
from quillmap.bots.arena import play_game
from quillmap.bots.registry import BOTS, bot_maker
from quillmap.fast.value.weights import STAR
from quillmap.play.game import Game
from quillmap.play.record import public_events
from quillmap.play.view import View, view
from quillmap.review.results import SeatReview
from quillmap.review.reviewing import review_seat
from quillmap.review.scale import Grade
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup

TIMES = 20
"""How much larger the budget is by which values are checked."""
RANKS = (2, 10)


def main() -> None:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("games", "values", "report"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--box", default="base")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--budget", type=int, default=PLAYOUTS)
    parser.add_argument("--seed", default="checks")
    parser.add_argument("--part", default="1/1")
    args = parser.parse_args()
    if args.what == "report":
        report(read(args.file))
        return
    done = {each["key"] for each in read(args.file)}
    part, parts = map(int, args.part.split("/"))
    jobs = games(args) if args.what == "games" else positions(args)
    for number, (key, job) in enumerate(jobs):
        if key not in done and number % parts == part - 1:
            with args.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, **job()}) + "\n")


def read(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a file; none if there is no file."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def games(args: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Yield the games to review, one after the other of each bot."""
    for number in range(args.games):
        for bot in args.bots.split(","):
            key = f"{bot} {args.box} {args.seats} {args.budget} {args.seed}-{number}"
            yield key, lambda bot=bot, number=number: reviewed(args, bot, number)


def reviewed(args: argparse.Namespace, bot: str, number: int) -> dict[str, Any]:
    """Return what the review of one game says: of its first seat, all seats played by one bot."""
    setup = Setup.of_box(args.box, seats=args.seats, seed=f"{args.seed}-{number}")
    game = play_game(setup, [bot_maker(bot)(f"{args.seed}-{number}-{seat}") for seat in range(args.seats)])
    *_, last = review_seat(public_events(game.log), Seat(0), playouts=args.budget)
    review = last.result
    assert isinstance(review, SeatReview)
    names = ("expected", "luck", "loss", "remainder", "final")
    return {
        "kind": "game",
        "bot": bot,
        "table": f"{args.box} {args.seats}",
        "budget": args.budget,
        **{name: sum(getattr(review, name)) / STAR for name in names},
        "losses": [each / STAR for each in review.losses],
        "grades": [each.grade for each in review.decisions if each.has_choice],
        "accuracy": review.accuracy,
        "strength": review.strength,
    }


def positions(args: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Yield the positions to check."""
    for number in range(args.positions):
        yield f"values {args.box} {args.budget} {args.seed}-{number}", lambda number=number: checked(args, number)


def checked(args: argparse.Namespace, number: int) -> dict[str, Any]:
    """Return how far the values of the second and the tenth best answer are off in one position."""
    chance = random.Random(f"{args.seed}-{number}")
    seen = position(Setup.of_box(args.box, seed=f"{args.seed}-{number}"), chance.randrange(2, 26))
    first = analyse(seen, Seat(0), playouts=args.budget, seed="first")
    ranked = candidates_of(alone(seen, Seat(0), is_asked=True), max(RANKS))
    found: dict[str, Any] = {"kind": "values"}
    for rank in RANKS:
        if len(ranked) < rank or len(first.candidates) < 2:
            continue
        best = first.candidates[0].move
        move = first.candidates[1].move if rank == 2 else ranked[rank - 1]
        if move == best:
            continue
        few = analyse(seen, Seat(0), playouts=args.budget, seed="few", played=move, others=[best])
        many = analyse(seen, Seat(0), playouts=TIMES * args.budget, seed="many", played=move, others=[best])
        behind = [difference(each, best) for each in (few, many)]
        found[str(rank)] = {
            "few": behind[0],
            "many": behind[1],
            "margin": few.played.margin / STAR if few.played else 0,
        }
    return found


def difference(found: Analysis, best: Answer) -> float:
    """Return how far the played answer is behind *best*."""
    value = next(each.value for each in found.candidates if each.move == best)
    assert found.played is not None
    return (value - found.played.value) / STAR


def position(setup: Setup, drawings: int) -> View:
    """Return a moment of a surveyor's game when a drawing is asked for, after this many of them or the last one."""
    game = Game(setup)
    bot = bot_maker("surveyor")("")
    seen = view(game.state, None)
    while not game.is_over:
        now = view(game.state, None)
        if game.state.ask is Ask.DRAW:
            seen = now
            drawings -= 1
            if drawings < 0:
                break
        game.play(bot.choose(now, Options(now, ONLY)))
    return seen


def report(lines: list[dict[str, Any]]) -> None:
    """Print the figures."""
    groups = defaultdict(list)
    for line in lines:
        if line["kind"] == "game":
            groups[line["table"], line["budget"], line["bot"]].append(line)
    for (table, budget, bot), group in sorted(groups.items()):
        losses = [loss for each in group for loss in each["losses"]]
        bad = sum(grade in (Grade.MISTAKE, Grade.BLUNDER) for each in group for grade in each["grades"])
        print(f"{table}, {budget} playouts, {bot}: {len(group)} games, {len(losses)} decisions")
        for name in ("final", "expected", "luck", "loss", "remainder", "accuracy", "strength"):
            print(f"  {name:10} {told([each[name] for each in group])}")
        print(f"  loss a decision {sum(losses) / len(losses):.3f}; ", end="")
        print(f"mistakes and blunders {bad}, one in {len(losses) / max(bad, 1):.0f}")
    for rank in map(str, RANKS):
        found = [line[rank] for line in lines if line["kind"] == "values" and rank in line]
        if found:
            errors = [each["few"] - each["many"] for each in found]
            within = sum(abs(error) <= each["margin"] for error, each in zip(errors, found, strict=True))
            typical = sqrt(sum(error * error for error in errors) / len(errors))
            print(
                f"best less number {rank}: {len(errors)} positions, mean error {told(errors)}, typical {typical:.3f}, ",
                end="",
            )
            print(f"within the margin {100 * within / len(errors):.0f} %")


def told(numbers: list[float]) -> str:
    """Return a mean with its 95 % interval."""
    mean = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return f"{mean:.2f}"
    spread = sqrt(sum((each - mean) ** 2 for each in numbers) / (len(numbers) - 1) / len(numbers))
    return f"{mean:.2f} ± {1.96 * spread:.2f}"


if __name__ == "__main__":
    main()
