"""Are the numbers of a review right? Games of all bots reviewed, and values checked with twenty times the budget.

    python benchmarks/review_checks.py games FILE --bots surveyor,master --games 200
    python benchmarks/review_checks.py luck FILE --games 100
    python benchmarks/review_checks.py values FILE --positions 200
    python benchmarks/review_checks.py blunders FILE --games 40
    python benchmarks/review_checks.py report FILE
    python benchmarks/review_checks.py scale FILE

``luck`` judges only the cards of a game, which takes a third of the time. ``blunders`` plants one in each of the games
of a surveyor. Every game and position is one line of FILE, written when it is done. What is there already is not done
again, so a run can be stopped and continued, or divided: `--part 1/4` does every fourth. ``report`` prints the figures
of ``docs/review.md``; ``scale`` prints ``LEVELS`` and ``LOOKING_AHEAD``, which are kept in ``quillmap.review.scale``.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

from quillmap.analysis.answers import FINALISTS, PLAYOUTS, ROUNDS, SHARE, Analysis, Candidate, analyse, candidates_of
from quillmap.analysis.comparing import total
from quillmap.analysis.engine import foresight_of
from quillmap.analysis.foresight import deals_for
from quillmap.analysis.parts import scored
from quillmap.bots.bot_game import play_game
from quillmap.bots.positions import ONLY, alone, answered
from quillmap.bots.ranking import ranked
from quillmap.bots.registry import BOTS, bot_maker
from quillmap.fast.batch import LEARNED, play_out
from quillmap.fast.value.weights import STAR
from quillmap.play.game import Game
from quillmap.play.record import public_events
from quillmap.play.view import View, view
from quillmap.review.judging import judge
from quillmap.review.results import JudgedCard, JudgedDecision, SeatReview
from quillmap.review.reviewing import SEED, prepare, review_seat
from quillmap.review.scale import Grade, looking_ahead
from quillmap.review.tasks import Decision, Reveal, tasks_of
from quillmap.rules.advance import question_after
from quillmap.rules.events import Ask, Event
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup

TIMES = 20
"""How much larger the budget is by which values are checked."""
RANKS = (2, 10)
LAST = FINALISTS + 2
"""How many answers are in the last round of an analysis: the best, the surveyor's and the one that was played."""
PLANTED = 8
"""How many stars a planted blunder loses at least, played to the end of the year."""
GRAVE = (Grade.MISTAKE, Grade.BLUNDER)

Line = dict[str, Any]
Job = Callable[[], Line | None]


def main() -> None:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=(*WORK, *SHOWN))
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
    if args.what in SHOWN:
        SHOWN[args.what](read(args.file))
        return
    done = {each["key"] for each in read(args.file)}
    part, parts = map(int, args.part.split("/"))
    for number, (key, job) in enumerate(WORK[args.what](args)):
        if key not in done and number % parts == part - 1:
            line = json.dumps({"key": key, **(job() or {"kind": "none"})})
            with args.file.open("a", encoding="utf-8") as file:
                file.write(line + "\n")


def read(file: Path) -> list[Line]:
    """Return the lines of a file; none if there is no file."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# -- games -------------------------------------------------------------------------------------------


def games(args: argparse.Namespace) -> Iterator[tuple[str, Job]]:
    """Yield the games to review, one after the other of each bot."""
    for number in range(args.games):
        for bot in args.bots.split(","):
            key = f"{bot} {args.box} {args.seats} {args.budget} {args.seed}-{number}"
            yield key, partial(reviewed, args, bot, number)


def played(args: argparse.Namespace, bot: str, number: int) -> list[Event]:
    """Return a game whose seats are all played by one bot; no two bots play the same deal."""
    seed = f"{args.seed}-{bot}-{number}"
    setup = Setup.of_box(args.box, seats=args.seats, seed=seed)
    return public_events(play_game(setup, [bot_maker(bot)(f"{seed}-{seat}") for seat in range(args.seats)]).log)


def reviewed(args: argparse.Namespace, bot: str, number: int) -> Line:
    """Return what the review of one game says, of its first seat."""
    *_, last = review_seat(played(args, bot, number), Seat(0), playouts=args.budget)
    review = last.result
    assert isinstance(review, SeatReview)
    names = ("expected", "luck", "loss", "remainder", "final")
    return {
        "kind": "game",
        "bot": bot,
        "table": f"{args.box} {args.seats}",
        "budget": args.budget,
        **{name: sum(getattr(review, name)) / STAR for name in names},
        "ahead": looking_ahead(args.box) / STAR,
        "losses": [each / STAR for each in review.losses],
        "grades": [each.grade for each in review.decisions if each.has_choice],
        "accuracy": review.accuracy,
        "strength": review.strength,
    }


def luck(args: argparse.Namespace) -> Iterator[tuple[str, Job]]:
    """Yield games of which only the cards are judged."""
    for key, _ in games(args):
        bot, *_, seed = key.split()
        number = int(seed.rpartition("-")[2])
        yield f"luck {key}", partial(lucky, args, bot, number)


def lucky(args: argparse.Namespace, bot: str, number: int) -> Line:
    """Return the luck of one game, as its review would."""
    events = played(args, bot, number)
    foresight, expected = prepare(events, args.budget)
    found = [
        judge(task, foresight, args.budget, SEED) for task in tasks_of(events, Seat(0)) if isinstance(task, Reveal)
    ]
    return {
        "kind": "luck",
        "bot": bot,
        "table": f"{args.box} {args.seats}",
        "luck": sum(each.luck for each in found if isinstance(each, JudgedCard)) / STAR,
        "expected": sum(expected) / STAR,
        "final": sum(scored(fold(events).seats[0].scores)) / STAR,
    }


# -- planted blunders --------------------------------------------------------------------------------


def blunders(args: argparse.Namespace) -> Iterator[tuple[str, Job]]:
    """Yield surveyor's games with a blunder in each, sooner or later in the year."""
    for number in range(args.games):
        key = f"blunder {args.box} {args.budget} {args.seed}-{number}"
        yield key, partial(planted, args, number)


def planted(args: argparse.Namespace, number: int) -> Line | None:
    """Return how a planted blunder is judged; None if a game had no place for one."""
    game = Game(Setup.of_box(args.box, seed=f"{args.seed}-planted-{number}"))
    bot = bot_maker("surveyor")("")
    drawings, blunder, loss = 0, None, 0.0
    place = random.Random(f"{args.seed}-{number}").randrange(1, 20)
    while not game.is_over:
        seen = view(game.state, None)
        answer = bot.choose(seen, Options(seen, ONLY))
        if game.state.ask is Ask.DRAW:
            drawings += 1
            if blunder is None and drawings > place:
                blunder, loss = worst(game)
                answer = blunder or answer
        game.play(answer)
    if blunder is None:
        return None
    events = public_events(game.log)
    task = next(each for each in tasks_of(events, ONLY) if isinstance(each, Decision) and each.played == blunder)
    judged = judge(task, prepare(events, args.budget).foresight, args.budget, SEED)
    assert isinstance(judged, JudgedDecision)
    return {"kind": "blunder", "lost": loss, "loss": judged.loss / STAR, "grade": judged.grade}


def worst(game: Game) -> tuple[Answer | None, float]:
    """Return the drawing that the learned value likes least and what it loses, if it loses enough by playouts."""
    seen = view(game.state, None)
    found = ranked(seen, Options(seen, ONLY))
    best, last = (
        float(play_out(question_after(game.state, move), LEARNED, 100).mean())
        for move in (found[0].move, found[-1].move)
    )
    return (found[-1].move, best - last) if best - last > PLANTED else (None, 0.0)


# -- values ------------------------------------------------------------------------------------------


def values(args: argparse.Namespace) -> Iterator[tuple[str, Job]]:
    """Yield the positions to check."""
    for number in range(args.positions):
        yield f"values {args.box} {args.budget} {args.seed}-{number}", partial(checked, args, number)


def checked(args: argparse.Namespace, number: int) -> Line:
    """Return how far the values of the second and the tenth best answer are off in one position.

    Best and second are those of an analysis of its own. Another one values them and the tenth as a review does; then
    the three are played on twenty times as many fresh deals as an answer gets there among seven.
    """
    chance = random.Random(f"{args.seed}-{number}")
    seen = position(Setup.of_box(args.box, seed=f"{args.seed}-{number}"), chance.randrange(2, 26))
    first = analyse(seen, ONLY, playouts=args.budget, seed="first")
    best = first.best.move
    moves = {2: first.candidates[1].move} if len(first.candidates) > 1 else {}
    likely = candidates_of(alone(seen, ONLY, is_asked=True), max(RANKS))
    if len(likely) >= max(RANKS) and likely[-1] != best:
        moves[max(RANKS)] = likely[-1]
    few = analyse(seen, ONLY, playouts=args.budget, seed="few", others=[best, *moves.values()])
    deals = TIMES * (args.budget * (SHARE - len(ROUNDS)) // SHARE // LAST)
    many = {move: worth_of(seen, move, deals) for move in dict.fromkeys([best, *moves.values()])}
    found: Line = {"kind": "values", "deals": deals}
    for rank, move in moves.items():
        here, there = candidate(few, best), candidate(few, move)
        found[str(rank)] = {
            "few": (here.value - there.value) / STAR,
            "many": (many[best] - many[move]) / STAR,
            "margin": max(here.margin, there.margin) / STAR,
        }
    return found


def worth_of(seen: View, move: Answer, deals: int) -> float:
    """Return what an answer leads to on many deals, the same for all answers of a position."""
    before = alone(seen, ONLY, is_asked=True)
    after = answered(before, move)
    found = foresight_of(before.setup, before.edicts).look_after(before, after, deals_for(after, deals, "many"))
    return total(found) / len(found)


def candidate(found: Analysis, move: Answer) -> Candidate:
    """Return an answer among those that were compared."""
    return next(each for each in found.candidates if each.move == move)


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


# -- what comes out ----------------------------------------------------------------------------------


def grouped(lines: list[Line]) -> dict[tuple[str, int, str], list[Line]]:
    """Return reviewed games by table, budget and bot."""
    groups = defaultdict(list)
    for line in lines:
        if line["kind"] == "game":
            groups[line["table"], line["budget"], line["bot"]].append(line)
    order = list(BOTS)
    return dict(sorted(groups.items(), key=lambda each: (each[0][:2], order.index(each[0][2]))))


def report(lines: list[Line]) -> None:
    """Print the figures."""
    for (table, budget, bot), group in grouped(lines).items():
        losses = [loss for each in group for loss in each["losses"]]
        bad = sum(grade in GRAVE for each in group for grade in each["grades"])
        print(f"{table}, {budget} playouts, {bot}: {len(group)} games, {len(losses)} decisions")
        for name in ("final", "expected", "luck", "loss", "remainder", "accuracy", "strength"):
            print(f"  {name:10} {told([each[name] for each in group])}")
        accuracies = [each["accuracy"] for each in group]
        print(f"  accuracy from {min(accuracies):.0f} to {max(accuracies):.0f}; ", end="")
        print(f"loss a decision {sum(losses) / len(losses):.3f}; ", end="")
        print(f"mistakes and blunders {bad}, one in {len(losses) / max(bad, 1):.0f}")
    cards = [line["luck"] for line in lines if line["kind"] in ("game", "luck")]
    if cards:
        print(f"luck of all {len(cards)} games: {told(cards)}")
    for bot in BOTS:
        rest = [
            line["final"] - line["expected"] - line["luck"]
            for line in lines
            if line["kind"] in ("game", "luck") and line["bot"] == bot
        ]
        if rest:
            print(f"stars less expected and luck, {bot}, {len(rest)} games: {told(rest)}")
    found = [line for line in lines if line["kind"] == "blunder"]
    if found:
        missed = [line["key"] for line in found if line["grade"] not in GRAVE]
        print(f"planted blunders: {len(found)}, not found: {missed or 'none'}")
    for rank in map(str, RANKS):
        report_values(rank, [line[rank] for line in lines if line["kind"] == "values" and rank in line])


def report_values(rank: str, found: list[Line]) -> None:
    """Print how far the values of one rank are off."""
    if not found:
        return
    errors = [each["few"] - each["many"] for each in found]
    within = sum(abs(error) <= each["margin"] for error, each in zip(errors, found, strict=True))
    typical = sqrt(sum(error * error for error in errors) / len(errors))
    print(
        f"best less number {rank}: {len(errors)} positions, mean error {told(errors)}, typical {typical:.3f}, ", end=""
    )
    print(f"within the margin {100 * within / len(errors):.0f} %")


def scale(lines: list[Line]) -> None:
    """Print what ``quillmap.review.scale`` is made of: losses of a decision by bot, and what evens out accounts by box.

    Every second game of the surveyor is taken for that, so that the others can tell whether it is right.
    """
    levels, ahead = {}, {}
    for (table, _, bot), group in grouped(lines).items():
        losses = [loss for each in group for loss in each["losses"]]
        if table == "base 1":
            levels[bot] = round(sum(losses) / len(losses), 2)
        if bot == "surveyor":
            in_order = sorted(group, key=lambda each: int(each["key"].rpartition("-")[2]))
            wanted = [each["ahead"] + each["remainder"] for each in in_order[::2]]
            ahead[table.split()[0]] = round(1000 * sum(wanted) / len(wanted), -3)
    print(f"LEVELS: {levels}\nLOOKING_AHEAD: {ahead}")


def told(numbers: list[float]) -> str:
    """Return a mean with its 95 % interval."""
    mean = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return f"{mean:.2f}"
    spread = sqrt(sum((each - mean) ** 2 for each in numbers) / (len(numbers) - 1) / len(numbers))
    return f"{mean:.2f} ± {1.96 * spread:.2f}"


WORK = {"games": games, "luck": luck, "values": values, "blunders": blunders}
SHOWN = {"report": report, "scale": scale}

if __name__ == "__main__":
    main()
