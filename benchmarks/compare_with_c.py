"""Random solo games: the compiled rules against the same game in plain C, in one run, on one core.

    python benchmarks/compare_with_c.py

It needs a C compiler (``CC``, or else ``cc``). Both play the same games, which is checked, and take turns, so that
other work on the machine slows down both.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from quillmap.fast.batch import RANDOM, play_games
from quillmap.fast.layout import card_tables as cards
from quillmap.fast.layout.conversion import table_row
from quillmap.fast.layout.plain_rows import sown
from quillmap.fast.layout.rows import AMBUSH_POOL, EDICTS, ROOM, SEASON_CARDS, THRESHOLDS, TRIES
from quillmap.rules import Setup, begin
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING
from quillmap.rules.spaces import BOARD, COLUMNS, DIAGONALS, EDGE, ROWS

TABLES, GAMES, TURNS = 20, 2000, 20
SETUPS = [Setup(seed=str(number)) for number in range(TABLES)]


def _set(spaces: int) -> str:
    return f"SET({spaces >> 64:#x}u, {spaces & 2**64 - 1:#x}u)"


def _array(kind: str, name: str, values: Iterable[str], shape: str = "") -> str:
    return f"static const {kind} {name}[]{shape} = {{{', '.join(values)}}};\n"


def _sets(name: str, spaces: Iterable[int]) -> str:
    return _array("set", name, map(_set, spaces))


def _ints(name: str, numbers: Any) -> str:
    array = np.asarray(numbers)
    if array.ndim == 1:
        return _array("int", name, map(str, array.tolist()))
    rows = ("{" + ", ".join(map(str, row)) + "}" for row in array.tolist())
    return _array("int", name, rows, f"[{array.shape[1]}]")


def _joined(halves: cards.Halves) -> list[int]:
    return [int(low) | int(high) << 64 for low, high in halves]


def tables() -> str:
    """Return the cards as a header."""
    rows = np.array([table_row(setup, begin(setup).edicts) for setup in SETUPS])
    names = [card.upper().replace("-", "_") for card in SCORING]
    first = rows[0]
    sheet = PRINTED["A"].sheet
    return "".join(
        [
            f"enum {{{', '.join(names)}}};\n",
            f"enum {{TABLES = {TABLES}, ANY_TERRAIN = {cards.ANY_TERRAIN}, TRIES = {TRIES}, ROOM = {ROOM}}};\n",
            *(
                f"#define {name} {_set(spaces)}\n"
                for name, spaces in {
                    "BOARD": BOARD,
                    "EDGE": EDGE,
                    "NOT_LEFT": BOARD & ~COLUMNS[0],
                    "NOT_RIGHT": BOARD & ~COLUMNS[-1],
                    "MOUNTAIN": sheet.mountain,
                    "RUINS": sheet.ruins,
                }.items()
            ),
            *(_sets(name, each) for name, each in (("ROW", ROWS), ("COLUMN", COLUMNS), ("DIAGONAL", DIAGONALS))),
            *(_sets(name, _joined(getattr(cards, name))) for name in ("PLACEMENT", "TURN_MASK", "TURN_ROOM")),
            *(
                _ints(name, getattr(cards, name))
                for name in (
                    *("KIND", "CARD_TIME", "FIRST_PLACEMENT", "PLACEMENT_COIN", "FIRST_TURN", "TURN_SIZE"),
                    *("TURN_STEPS", "TURN_COIN", "FIRST_WALK", "WALK"),
                )
            ),
            _ints("CARD_TERRAINS", cards.TERRAINS),
            _ints("SEASON_CARDS", first[SEASON_CARDS + 1 : SEASON_CARDS + 1 + first[SEASON_CARDS]]),
            _ints("AMBUSH_POOL", first[AMBUSH_POOL + 1 : AMBUSH_POOL + 1 + first[AMBUSH_POOL]]),
            _ints("THRESHOLD", first[THRESHOLDS : THRESHOLDS + 4]),
            _ints("EDICTS", rows[:, EDICTS : EDICTS + 4]),
            _array("uint64_t", "CHANCE", (f"{sown(table) & 2**64 - 1:#x}u" for table in range(TABLES))),
        ]
    )


def build(folder: Path) -> Path:
    """Compile the C program."""
    (folder / "tables.h").write_text(tables(), encoding="utf-8")
    program = folder / "random_solo"
    source = Path(__file__).with_name("random_solo.c")
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-march=native", f"-I{folder}", "-o", program, source], check=True)
    return program


def run_compiled() -> tuple[float, list[int]]:
    """Return the time and the stars of the compiled kernel."""
    start = time.process_time()
    totals = [play_games(setup, RANDOM, GAMES, table) for table, setup in enumerate(SETUPS)]
    return time.process_time() - start, [int(each.sum()) for each in totals]


def run_c(program: Path) -> tuple[float, list[int]]:
    """Return the time and the stars of the C program."""
    printed = subprocess.run([program, str(GAMES), "1"], check=True, capture_output=True, text=True).stdout.split()
    return float(printed[0]), [int(each) for each in printed[1:]]


def main() -> None:
    """Let them take turns, and print the best run of each."""
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        assert run_compiled()[1] == run_c(program)[1], "they play different games"
        pairs = [(run_compiled()[0], run_c(program)[0]) for _ in range(TURNS)]
    compiled, plain = (TABLES * GAMES / min(each) for each in zip(*pairs, strict=True))
    print(f"compiled rules: {compiled:9.0f} random solo games a second")
    print(f"plain C:        {plain:9.0f}")
    print(f"ratio:          {compiled / plain:9.2f}")


if __name__ == "__main__":
    main()
