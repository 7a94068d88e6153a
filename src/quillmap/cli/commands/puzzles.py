"""``quillmap puzzles``: find the best drawing in positions of bots' games; making such puzzles, and checking them."""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from quillmap.cli.answers import read_answer
from quillmap.cli.arguments import at_least_one
from quillmap.cli.errors import CommandError
from quillmap.cli.extras import need_compiler
from quillmap.cli.files import check_writable, unwritable
from quillmap.cli.language import figure, say, trouble, words
from quillmap.cli.output import printable
from quillmap.cli.solo_text import answer_text, ask_for, describe
from quillmap.cli.terminal import wrapped
from quillmap.cli.workers import compile_first, progress_bar, workers
from quillmap.fast.value.weights import STAR
from quillmap.locales import explain
from quillmap.puzzles.collection import puzzle_of_day, puzzles
from quillmap.puzzles.difficulty import Difficulty
from quillmap.puzzles.judging import Assessment, judge
from quillmap.puzzles.puzzle import Puzzle
from quillmap.review.reasons import explain_reasons, reasons_of
from quillmap.rules.decide import decide
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.rules.options import Options

MAKE: Final = "make"
CHECK: Final = "check"
TODAY: Final = "today"
COUNT: Final = 600
SEED: Final = "quillmap"
TIMES: Final = 20
"""How many times the deals of a review a check plays, unless told otherwise."""
_SEAT: Final = Seat(0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("what", metavar="N", nargs="?", help=say("option.puzzle", today=TODAY, make=MAKE, check=CHECK))
    parser.add_argument("rest", metavar="ANSWER", nargs="*", help=say("option.puzzle-answer", make=MAKE))
    parser.add_argument(
        "--count", metavar="N", type=at_least_one, default=COUNT, help=say("option.puzzle-count", usual=COUNT)
    )
    parser.add_argument("--seed", metavar="S", default=SEED, help=say("option.puzzle-seed"))
    parser.add_argument("--resume", metavar="FILE", help=say("option.resume"))
    parser.add_argument("--processes", metavar="N", type=at_least_one, help=say("option.jobs"))
    parser.add_argument("--sample", metavar="N", type=at_least_one, help=say("option.puzzle-sample"))
    parser.add_argument(
        "--budget", metavar="N", type=at_least_one, default=TIMES, help=say("option.puzzle-budget", usual=TIMES)
    )


def run(args: argparse.Namespace) -> int:
    """Do what is asked for."""
    if args.what == MAKE:
        return _make(args)
    if args.what == CHECK:
        return _check(args)
    if args.what is None:
        _print_list()
        return 0
    puzzle = _find(args.what)
    if args.rest:
        return _try(puzzle, " ".join(args.rest))
    print("\n".join(map(printable, _shown(puzzle))))
    return 0


def _print_list() -> None:
    today = puzzle_of_day(_today())
    print(say("puzzles.today", number=today.number, difficulty=_difficulty(today.difficulty)))
    for difficulty in Difficulty:
        numbers = [str(each.number) for each in puzzles() if each.difficulty is difficulty]
        print(f"\n{_difficulty(difficulty)} ({len(numbers)})")
        print("\n".join(wrapped(" ".join(numbers))))


def _today() -> datetime:
    return datetime.now(UTC)


def _difficulty(difficulty: Difficulty) -> str:
    return words().text(f"puzzles.difficulty.{difficulty}")


def _find(what: str) -> Puzzle:
    if what == TODAY:
        return puzzle_of_day(_today())
    number = int(what) if what.isascii() and what.isdigit() and len(what) < 9 else 0
    if not 1 <= number <= len(puzzles()):
        raise trouble("no-puzzle", number=what, count=len(puzzles()))
    return puzzles()[number - 1]


def _shown(puzzle: Puzzle) -> Iterator[str]:
    state = puzzle.game().state
    yield f"{words().text('puzzles.number', number=puzzle.number)} ({_difficulty(puzzle.difficulty)})"
    yield from describe(state)
    yield ""
    yield from ask_for(Options(state, _SEAT))
    yield ""
    yield words().text("puzzles.task.text")


def _try(puzzle: Puzzle, typed: str) -> int:
    """Tell whether an answer is right; the exit code is 0 if it is, and 1 if not."""
    state = puzzle.game().state
    move = read_answer(typed, Options(state, _SEAT))
    assert isinstance(move, Draw)  # a puzzle asks for a drawing
    try:
        decide(state, move)
    except IllegalMove as error:
        raise CommandError(explain(error, words())) from None
    verdict = judge(puzzle, move)
    for line in _told(puzzle, verdict):
        print("\n".join(wrapped(printable(line))))
    return 0 if verdict.is_right else 1


def _told(puzzle: Puzzle, verdict: Assessment) -> Iterator[str]:
    if verdict.is_right:
        lead = figure(min(each.loss for each in puzzle.wrong) / STAR, 1)
        yield f"{words().text('puzzles.right')}: {words().text('puzzles.right.text', lead=lead)}"
        return
    loss = f" (−{figure(verdict.loss / STAR, 1)})" if verdict.loss else ""
    yield words().text("puzzles.wrong") + loss
    if why := explain_reasons(reasons_of(verdict.difference, puzzle.view().edicts), words()):
        yield why
    yield f"{words().text('puzzles.solution')}: {answer_text(puzzle.best)}"


def _make(args: argparse.Namespace) -> int:
    """Make the file of puzzles; what is found meanwhile is kept beside it, or where it is asked for."""
    need_compiler()
    if len(args.rest) != 1:
        raise trouble("puzzle-file", make=MAKE)
    file = Path(args.rest[0])
    check_writable(str(file))
    compile_first()
    from quillmap.puzzles.collection import write  # noqa: PLC0415  # only for those who make puzzles
    from quillmap.puzzles.making import OtherPuzzles, make  # noqa: PLC0415  # needs numba
    from quillmap.puzzles.tables import table_of  # noqa: PLC0415  # as above

    processes = args.processes or os.cpu_count() or 1
    kept = Path(args.resume or f"{file}.part")
    try:
        with progress_bar("puzzles.progress", args.count) as progress, workers(processes) as executor:
            found = make(
                kept, wanted=args.count, seed=args.seed, executor=executor, processes=processes, progress=progress
            )
        content = write(found, partial(table_of, args.seed))
        file.write_bytes(content)
    except BrokenExecutor:
        raise trouble("part-lost") from None
    except OtherPuzzles as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(file, error) from None
    print(say("puzzles.made.text", count=len(found), file=file, size=figure(len(content) / 1000, 1)))
    return 0


def _check(args: argparse.Namespace) -> int:
    """Compare the drawings of puzzles again, on more deals; the exit code is 1 if one has turned over."""
    need_compiler()
    compile_first()
    from quillmap.puzzles.checking import check  # noqa: PLC0415  # needs numba

    chosen = _sample(args.sample or len(puzzles()))
    processes = args.processes or os.cpu_count() or 1
    turned: list[int] = []
    job = partial(check, times=args.budget)
    try:
        with progress_bar("puzzles.progress", len(chosen)) as progress, workers(processes) as executor:
            results = map(job, chosen) if executor is None else executor.map(job, chosen)
            for done, found in enumerate(results, start=1):
                if found.has_turned_over:
                    turned.append(found.number)
                if progress is not None:
                    progress(done)
    except BrokenExecutor:
        raise trouble("part-lost") from None
    print(say("puzzles.checked.text", count=len(chosen), turned=len(turned), times=args.budget))
    if turned:
        print(" ".join(map(str, turned)))
    return 1 if turned else 0


def _sample(size: int) -> list[Puzzle]:
    """Return some puzzles, evenly spread over all."""
    found = puzzles()
    size = min(size, len(found))
    return [found[place * len(found) // size] for place in range(size)]
