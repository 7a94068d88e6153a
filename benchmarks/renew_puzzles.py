"""Prove the puzzles of the package again, after the learned value has changed.

    quillmap puzzles make made.jsonl.gz --resume made.part --count 200
    python benchmarks/renew_puzzles.py proofs.jsonl made.part puzzles.jsonl.gz

People remember puzzles by their numbers. So whatever still has one clearly best idea, and the same, stays in its place
with what it is worth now. In the place of every other comes a new one of those in the second file. What is proved is
kept in the first, so that this can be stopped and continued.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from quillmap.bots.kept_lines import keep_line, kept_lines
from quillmap.fast import readiness
from quillmap.puzzles.attempts import failures
from quillmap.puzzles.collection import puzzles, write
from quillmap.puzzles.finding import TIMES, Found, is_missed
from quillmap.puzzles.making import EDITION, is_certain, written
from quillmap.puzzles.proving import prove
from quillmap.puzzles.tables import table_of
from quillmap.rules.setup import Setup

Json = dict[str, Any]


def main() -> None:
    """Prove what was not proved yet, then write the file of puzzles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proofs", type=Path)
    parser.add_argument("made", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", default="quillmap", help="by which the new ones were made")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    readiness.warm_up()
    done = kept_lines(args.proofs, {"edition": EDITION, "times": TIMES})
    if done is None:
        parser.error(f"{args.proofs} holds something else, or proofs of another edition")
    known = {line["number"] for line in done}
    left = [puzzle.number for puzzle in puzzles() if puzzle.number not in known]
    with ProcessPoolExecutor(args.jobs) as executor:
        for line in executor.map(proved, left):
            keep_line(args.proofs, line)
            done.append(line)
    held = {line["number"]: line["puzzle"] for line in done if line["puzzle"] is not None}
    fresh = new_ones(args.made, args.seed)
    if len(held) + len(fresh) < len(puzzles()):
        parser.error(f"{args.made} has {len(fresh)} new ones, and {len(puzzles()) - len(held)} are needed")
    args.file.write_bytes(put_in_place(held, fresh, args.seed))
    print(f"{len(held)} of {len(puzzles())} hold")


def put_in_place(held: dict[int, Json], fresh: list[Json], seed: str) -> bytes:
    """Return the file of puzzles: those that are *held* under their numbers, *fresh* ones in all other places."""
    others = iter(fresh)
    places: list[Json] = []
    setups: list[Setup] = []
    for puzzle in puzzles():
        place = held.get(puzzle.number) or next(others)
        setups.append(puzzle.setup if puzzle.number in held else table_of(seed, place["game"]))
        places.append({**place, "game": len(places)})
    return write(places, setups.__getitem__)


def proved(number: int) -> Json:
    """Return a puzzle of the package as it is by the value of today; without it if it does not hold."""
    readiness.warm_up()
    puzzle = puzzles()[number - 1]
    seed, view = f"renewed/{puzzle.setup.seed}/{len(puzzle.answers)}", puzzle.view()
    moves = tuple(each.move for each in (*puzzle.right, *puzzle.wrong))
    proof = prove(view, seed, times=TIMES, others=moves)
    if proof is None or puzzle.best not in [each.move for each in proof.right]:
        return {"number": number, "puzzle": None}
    missed = failures(view, [each.move for each in proof.right], seed)
    found = {**written(0, Found((), view, proof, missed)), "answers": list(puzzle.answers)}
    return {"number": number, "puzzle": found if is_missed(missed) and is_certain(found) else None}


def new_ones(made: Path, seed: str) -> list[Json]:
    """Return the certain ones of a file that ``quillmap puzzles make`` has kept, none of which is in the package."""
    known = {(puzzle.setup.seed, puzzle.answers) for puzzle in puzzles()}
    lines = [json.loads(line) for line in made.read_text(encoding="utf-8").splitlines()[1:]]
    found = [puzzle for line in lines for puzzle in line["puzzles"] if is_certain(puzzle)]
    return [each for each in found if (table_of(seed, each["game"]).seed, tuple(each["answers"])) not in known]


if __name__ == "__main__":
    main()
