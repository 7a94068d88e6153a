"""The puzzles of the package: a compressed file of JSON lines, one a puzzle, and which of them is the one of a day."""

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final

from quillmap.play.texts import parse_move
from quillmap.puzzles.difficulty import Solver
from quillmap.puzzles.puzzle import Choice, Puzzle
from quillmap.rules.chance import shuffle
from quillmap.rules.moves import Draw
from quillmap.rules.setup import Setup

Json = dict[str, Any]
FILE: Final = "puzzles.jsonl.gz"
FORMAT: Final = "quillmap-puzzles"
VERSION: Final = 1
MOST_WRONG: Final = 4
"""How many wrong drawings are kept of a puzzle."""
ROUNDED: Final = 100
"""Numbers are kept in tenths of a star."""
BETWEEN: Final = ","


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles of the package."""
    return read((files("quillmap.puzzles") / FILE).read_bytes())


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, the same wherever these puzzles are; none comes twice before all have come."""
    found = puzzles()
    order = _order(len(found))
    return found[order[day.toordinal() % len(order)]]


@cache
def _order(count: int) -> tuple[int, ...]:
    return tuple(map(int, shuffle("puzzles", "days", map(str, range(count)))))


def write(made: Iterable[Json], table_of: Callable[[int], Setup]) -> bytes:
    """Return the file of puzzles that ``making`` has made; *table_of* tells the table of a game."""
    head = {"format": FORMAT, "version": VERSION}
    lines = [head, *(_line(puzzle, table_of(puzzle["game"])) for puzzle in made)]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    return gzip.compress(text.encode(), 9, mtime=0)


def read(content: bytes) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file."""
    head, *lines = gzip.decompress(content).decode().splitlines()
    assert json.loads(head) == {"format": FORMAT, "version": VERSION}
    return tuple(_puzzle(number, json.loads(line)) for number, line in enumerate(lines, start=1))


def _line(made: Json, setup: Setup) -> Json:
    return {
        "box": _box(setup),
        "map": setup.map,
        "edicts": setup.edicts,
        "seed": setup.seed,
        "answers": BETWEEN.join(made["answers"]),
        "right": [_short(each) for each in made["right"]],
        "wrong": [_short(each) for each in made["wrong"][:MOST_WRONG]],
        "failures": [made["failures"][level] for level in Solver],
    }


def _box(setup: Setup) -> str:
    return "mixed" if setup.pool == "both" else setup.pool


def _short(choice: Sequence[Any]) -> list[Any]:
    move, loss, _, difference = choice
    return [move, _tenths(loss), [_tenths(part) for part in difference]]


def _tenths(value: int) -> int:
    return (value + ROUNDED // 2) // ROUNDED


def _puzzle(number: int, line: Json) -> Puzzle:
    setup = Setup.of_box(line["box"], map=line["map"], edicts=tuple(line["edicts"]), seed=line["seed"])
    return Puzzle(
        number=number,
        setup=setup,
        answers=tuple(line["answers"].split(BETWEEN)) if line["answers"] else (),
        right=tuple(_choice(each) for each in line["right"]),
        wrong=tuple(_choice(each) for each in line["wrong"]),
        failures=dict(zip(Solver, line["failures"], strict=True)),
    )


def _choice(short: list[Any]) -> Choice:
    text, loss, difference = short
    move = parse_move(text)
    assert isinstance(move, Draw)
    return Choice(move, loss * ROUNDED, tuple(part * ROUNDED for part in difference))
