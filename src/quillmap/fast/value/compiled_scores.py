"""One compiled function that counts any scoring card.

Its source is generated from the register of cards, so that there is no second list of them. Every card is compiled
once, by itself, and called by symbol. Compiled into one function, every call would clear the memory of all their
generators.
"""

from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.sheet_pointers import address_of_sheet
from quillmap.fast.compiler.symbols import load_written, symbol, types
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.sheet import Sheet

_SCORERS: Final = (*(card.awards for card in SCORING.values()), *VARIANTS.values())


def _source() -> str:
    """Return a module with a function for every card; ``score`` calls the one with a number on a sheet."""
    lines = ["from quillmap.fast.compiler.sheet_pointers import sheet_behind"]
    for number, scorer in enumerate(_SCORERS):
        lines += [
            f"from {scorer.__module__} import {scorer.__name__} as card_{number}",
            "",
            "",
            f"def count_{number}(sheet):",
            "    total = 0",
            f"    for points, _ in card_{number}(sheet_behind(sheet)):",
            "        total += points",
            "    return total",
            "",
            "",
        ]
    lines += ["def score(card, sheet):"]
    for number in range(len(_SCORERS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}(sheet)"]
    return "\n".join([*lines, "    return 0", ""])


_module: Final[Any] = load_written("score_cards", _source())
for _number in range(len(_SCORERS)):
    _counted = symbol(f"card_{_number}", getattr(_module, f"count_{_number}"), types.int64(types.int64))
    setattr(_module, f"symbol_{_number}", _counted)
score_at: Final[Any] = symbol("score", _module.score, types.int64(types.int64, types.int64))
"""Returns the points that the card with this number gives for the sheet at an address."""


@inlined
def score(card: int, sheet: Sheet) -> int:
    """Return the points that the card with this number gives."""
    points: int = score_at(card, address_of_sheet(sheet))
    return points
