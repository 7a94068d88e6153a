"""One compiled function that counts any scoring card.

Its source is generated from the register of cards, so that there is no second list of them. Every card is compiled
once, by itself, and called by symbol. Compiled into one function, every call would clear the memory of all their
generators.
"""

from collections.abc import Callable
from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.symbols import SET_TYPES, SETS, SHEET_SETS, load_written, symbol, types
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.sheet import Sheet

_SCORERS: Final = (*(card.awards for card in SCORING.values()), *VARIANTS.values())


def _source() -> str:
    """Return a module with a function for every card; ``score_of`` calls the one with a number on a sheet."""
    lines = ["from quillmap.rules.sheet import Sheet"]
    for number, scorer in enumerate(_SCORERS):
        lines += [
            f"from {scorer.__module__} import {scorer.__name__} as card_{number}",
            "",
            "",
            f"def count_{number}({SETS}):",
            "    total = 0",
            f"    for points, _ in card_{number}(Sheet({SETS})):",
            "        total += points",
            "    return total",
            "",
            "",
        ]
    lines += [f"def score(card, {SETS}):"]
    for number in range(len(_SCORERS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}({SETS})"]
    lines += ["    return 0", "", "", "def score_of(card, sheet):", f"    return external(card, {SHEET_SETS})", ""]
    return "\n".join(lines)


_module: Final[Any] = load_written("score_cards", _source())
for _number in range(len(_SCORERS)):
    _counted = symbol(f"card_{_number}", getattr(_module, f"count_{_number}"), types.int64(*SET_TYPES))
    setattr(_module, f"symbol_{_number}", _counted)
_module.external = symbol("score", _module.score, types.int64(types.int64, *SET_TYPES))
score: Final[Callable[[int, Sheet], int]] = inlined(_module.score_of)
"""Returns the points that the card with this number gives."""
