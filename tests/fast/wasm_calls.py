"""Calls of the compiled rules with what native code, or the interpreted rules, make of them, for Node to repeat."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from fast.kinds import KINDS, table
from oracle.random_sheets import random_lines
from quillmap.fast.layout.card_numbers import NUMBER, SCORING_NUMBER
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.conversion import new_game, no_diary
from quillmap.fast.layout.plain_rows import sheet_numbers, signed_halves, sown
from quillmap.fast.layout.rows import (
    CARD,
    CHANCE,
    DRAWING,
    GLANCE_SIZE,
    GREEDY,
    HOSTILITY,
    LEARNED,
    RANDOM,
    SEAT,
    STAGE,
)
from quillmap.fast.native_search import MOST_DRAWINGS, everywhere, learned_table
from quillmap.fast.play.glances import glance_after
from quillmap.fast.play.playouts import playouts
from quillmap.fast.play.rollouts import appraise, next_values, rollouts, values
from quillmap.play.textmap import read_rows
from quillmap.rules.cards import CARDS, ExploreCard
from quillmap.rules.dealing import begin
from quillmap.rules.evolve import initial_state
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.sheet import Sheet

SHEETS: Final = 40
GAMES: Final = {RANDOM: 60, GREEDY: 3, LEARNED: 3}
"""How many games are played by each policy at each kind of table."""
POSITIONS: Final = 12
EXPLORE: Final = [card for card, kind in CARDS.items() if isinstance(kind, ExploreCard)]


@dataclass
class Calls:
    """Calls, and the arrays that they take and leave."""

    arrays: dict[str, Ints] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)

    def add(
        self,
        name: str,
        arguments: Sequence[object],
        returns: int | None,
        after: dict[int, Ints],
    ) -> None:
        """Add a call of a function, the first word of *name*, with what it returns and what its arrays hold after."""
        self.calls.append(
            {
                "name": name,
                "function": name.split(maxsplit=1)[0],
                "arguments": [each if isinstance(each, int) else self._keep(each) for each in arguments],
                "returns": None if returns is None else str(returns),
                "after": {place: self._keep(numbers) for place, numbers in after.items()},
            }
        )

    def _keep(self, numbers: object) -> str:
        name = str(len(self.arrays))
        self.arrays[name] = np.array(numbers, dtype=np.int64).ravel()
        return name

    def write(self, folder: Path) -> None:
        """Write everything into *folder*."""
        places, first = {}, 0
        with (folder / "numbers.bin").open("wb") as file:
            for name, numbers in self.arrays.items():
                file.write(numbers.astype("<i8").tobytes())
                places[name] = [first, len(numbers)]
                first += len(numbers)
        (folder / "calls.json").write_text(json.dumps({"arrays": places, "calls": self.calls}), encoding="utf-8")


def scores(calls: Calls) -> None:
    """Every card on random sheets: its points, and points and spaces of every award, by the interpreted rules."""
    random = Random(7)
    sheets = [_sheet(random) for _ in range(SHEETS)]
    scorers = {(card, ""): kind.awards for card, kind in SCORING.items()} | dict(VARIANTS)
    for key, scorer in scorers.items():
        for number, sheet in enumerate(sheets):
            row = np.array(sheet_numbers(sheet))
            awards = [(points, *signed_halves(spaces)) for points, spaces in scorer(sheet)]
            found = np.array(awards, dtype=np.int64).ravel()
            name = f"{'.'.join(filter(None, key))} on sheet {number}"
            card = SCORING_NUMBER[key]
            calls.add(f"score {name}", [card, row], sum(points for points, *_ in awards), {})
            calls.add(f"awards {name}", [card, row, np.zeros(3 * 121, dtype=np.int64)], len(awards), {2: found})


def whole_games(calls: Calls) -> None:
    """Every kind of table, by every policy, to the end."""
    for (number, kind), (policy, games) in ((each, more) for each in enumerate(KINDS) for more in GAMES.items()):
        setup = table(kind, f"wasm {number}")
        began = begin(setup)
        rules = learned_table(setup, began.edicts)
        start = new_game(initial_state(began).seats[0].sheet, [policy] * setup.seats, number)
        work, moved, diary = start.copy(), start.copy(), no_diary()
        totals = np.zeros((games, setup.seats), dtype=np.int64)
        playouts(rules, moved, work, diary, totals)
        taken = [rules, start, start, len(start), diary, 1, np.zeros_like(totals), games, setup.seats]
        calls.add(f"playouts {kind}, policy {policy}", taken, None, {1: moved, 2: work, 6: totals})


def positions(calls: Calls) -> None:
    """Positions in the middle of games: every drawing, the best of them looked ahead from, the value of the map."""
    random = Random(8)
    for number, kind in zip(range(POSITIONS), KINDS, strict=False):
        setup = table(kind, f"wasm {number}")
        edicts = begin(setup).edicts
        rules = learned_table(setup, edicts)
        start = _position(number, _sheet(random))
        spaces, ways, worth = (np.zeros(size * MOST_DRAWINGS, dtype=np.int64) for size in (2, 2, 1))
        count = appraise(rules, start, spaces, ways, worth)
        empty = [np.zeros_like(each) for each in (spaces, ways, worth)]
        calls.add(f"appraise {kind}", [rules, start, *empty], count, {2: spaces, 3: ways, 4: worth})
        best = np.argsort(-worth[:count], kind="stable")[:20].astype(np.int64)
        deals = np.array([random.getrandbits(62) for _ in range(2)])
        glances = np.zeros((len(best), GLANCE_SIZE), dtype=np.int64)
        work, room = start.copy(), np.zeros(MOST_DRAWINGS, dtype=np.int64)
        for each, glance in zip(best, glances, strict=True):
            glance_after(rules, start, work, spaces, ways, each, room, glance)
            taken = [rules, start, start, spaces, ways, int(each), np.zeros_like(room), np.zeros_like(glance)]
            calls.add(f"glance_after {kind}", taken, None, {7: glance})
        for seen in (everywhere(len(best)), glances):
            totals = np.zeros(MOST_DRAWINGS, dtype=np.int64)
            rollouts(rules, start, work, spaces, ways, best, seen, deals, 3, totals)
            taken = [rules, start, start, spaces, ways, best, len(best), seen, seen.shape[1]]
            taken += [deals, len(deals), 3, np.zeros_like(totals)]
            calls.add(f"rollouts {kind}", taken, None, {2: work.copy(), 12: totals})
        sheets = np.array([sheet_numbers(_sheet(random)) for _ in range(20)], dtype=np.int64)
        found = np.zeros(len(sheets), dtype=np.int64)
        values(rules, number % 4, number % 9, sheets, found)
        taken = [rules, number % 4, number % 9, sheets, len(sheets), np.zeros_like(found)]
        calls.add(f"values {kind}", taken, None, {5: found})
        few, cards = sheets[:4], np.array([NUMBER[card] for card in random.sample(EXPLORE, 3)])
        promised, scratch = np.zeros(len(few), dtype=np.int64), np.zeros_like(start)
        next_values(rules, scratch, number % 4, number % 9, few, cards, promised)
        taken = [rules, start, number % 4, number % 9, few, len(few), cards, len(cards), np.zeros_like(promised)]
        calls.add(f"next_values {kind}", taken, None, {8: promised})


def _sheet(random: Random) -> Sheet:
    return read_rows(random_lines(random))


def _position(number: int, sheet: Sheet) -> Ints:
    """Return a game with one seat, an explore card before it, and a map on which much is drawn already."""
    start = new_game(sheet, [LEARNED], number)
    start[SEAT + HOSTILITY], start[CHANCE] = RANDOM, sown(number)
    start[STAGE], start[CARD] = DRAWING, NUMBER[EXPLORE[5 * number % len(EXPLORE)]]
    return start


def falsified(calls: Calls) -> Iterator[tuple[str, Calls]]:
    """Yield calls of each function with something wrong about what they should do: another result, another number."""
    for function in dict.fromkeys(call["function"] for call in calls.calls):
        call = next(each for each in calls.calls if each["function"] == function and (each["after"] or each["returns"]))
        wrong = Calls(dict(calls.arrays), [dict(call)])
        if call["returns"] is not None:
            wrong.calls[0]["returns"] = str(int(call["returns"]) + 1)
        else:
            name = next(iter(call["after"].values()))
            wrong.arrays[name] = wrong.arrays[name].copy()
            wrong.arrays[name][-1] += 1
        yield call["name"], wrong
