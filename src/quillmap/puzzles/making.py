"""Making puzzles, game after game; what is found is kept in a file, so that making can be stopped and continued.

Games are searched in any order and kept in theirs, so a seed gives the same puzzles with any number of processes.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from quillmap.bots.kept_lines import Json, keep_line, kept_lines
from quillmap.errors import QuillmapError
from quillmap.fast import readiness
from quillmap.play.texts import move_text
from quillmap.puzzles.finding import TIMES, Found, find
from quillmap.puzzles.proving import LEAD, TIE, Judged

EDITION: Final = 3
"""Raised whenever the same seed gives other puzzles than before."""
AHEAD: Final = 2
"""How many games wait for each process."""


class OtherPuzzles(QuillmapError, ValueError):
    """The file holds puzzles of another seed, or something else altogether."""


def make(
    path: Path,
    *,
    wanted: int,
    seed: str,
    times: int = TIMES,
    executor: Executor | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Json]:
    """Search games until there are as many certain puzzles as *wanted*; return them, those that *path* holds first."""
    games = kept_lines(path, {"edition": EDITION, "seed": seed, "times": times})
    if games is None:
        raise OtherPuzzles(f"{path} holds other puzzles: name another file, or remove it")
    found = [puzzle for game in games for puzzle in game["puzzles"] if is_certain(puzzle)]
    if len(found) >= wanted:
        return found[:wanted]
    search = partial(searched, seed, times=times)
    for game in _in_order(search, len(games), executor, AHEAD * processes):
        keep_line(path, game)
        found += filter(is_certain, game["puzzles"])
        if progress is not None and found:
            progress(len(found))
        if len(found) >= wanted:
            break
    return found[:wanted]


def is_certain(puzzle: Json) -> bool:
    """Return whether what is right and what is wrong stays so if everything is off by its margin."""
    is_far = all(behind - margin >= LEAD for _, behind, margin, _ in puzzle["wrong"])
    return is_far and all(behind + margin < TIE for _, behind, margin, _ in puzzle["right"])


def searched(seed: str, number: int, times: int = TIMES) -> Json:
    """Return the puzzles of one game as JSON."""
    readiness.warm_up()
    return {"game": number, "puzzles": [written(number, each) for each in find(seed, number, times)]}


def _in_order(search: Callable[[int], Json], first: int, executor: Executor | None, ahead: int) -> Iterator[Json]:
    """Yield game after game, some of them searched ahead."""
    if executor is None:
        yield from map(search, count(first))
        return
    numbers = count(first)
    waiting: list[Future[Json]] = [executor.submit(search, next(numbers)) for _ in range(ahead)]
    while True:
        yield waiting.pop(0).result()
        waiting.append(executor.submit(search, next(numbers)))


def written(number: int, found: Found) -> Json:
    """Return a puzzle of a game as JSON."""
    return {
        "game": number,
        "answers": [move_text(each) for each in found.answers],
        "right": [_written_move(each) for each in found.proof.right],
        "wrong": [_written_move(each) for each in found.proof.wrong],
        "failures": {str(level): share for level, share in found.failures.items()},
    }


def _written_move(judged: Judged) -> list[Any]:
    return [move_text(judged.move), judged.behind, judged.margin, list(judged.difference)]
