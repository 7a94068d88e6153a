"""The outlooks compiled, each once, by itself; see ``scores`` for how and why."""

from typing import Any, Final

from numba import types

from quillmap.fast.compile import part
from quillmap.fast.features import OUTLOOKS, ground
from quillmap.fast.symbols import SET_TYPES, SETS, load_written, symbol
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.sheet import Sheet

_FUNCTIONS: Final[Any] = [*(OUTLOOKS[card] for card in SCORING), *(OUTLOOKS[card] for card, _ in VARIANTS), ground]
GROUND_NUMBER: Final = len(_FUNCTIONS) - 1
"""What every value looks at comes after all cards."""


def _source() -> str:
    """Return a module with a function for every outlook, and ``outlook``, which calls the one with a number."""
    lines = ["from quillmap.fast.memory import peek, poke", "from quillmap.rules.sheet import Sheet"]
    for number, function in enumerate(_FUNCTIONS):
        lines += [
            f"from {function.__module__} import {function.__name__} as features_{number}",
            "",
            "",
            f"def weigh_{number}(weights, out, {SETS}):",
            "    total = 0",
            "    place = 0",
            f"    for feature in features_{number}(Sheet({SETS})):",
            "        total += feature * peek(weights, place)",
            "        if out:",
            "            poke(out, place, feature)",
            "        place += 1",
            "    return total",
            "",
            "",
        ]
    lines += [f"def outlook(card, weights, out, {SETS}):"]
    for number in range(len(_FUNCTIONS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}(weights, out, {SETS})"]
    return "\n".join([*lines, "    return 0", ""])


_ADDRESSES: Final = [types.int64, types.int64]
_module: Final[Any] = load_written("outlooks", _source())
for _number in range(len(_FUNCTIONS)):
    _weighed = symbol(f"outlook_{_number}", getattr(_module, f"weigh_{_number}"), types.int64(*_ADDRESSES, *SET_TYPES))
    setattr(_module, f"symbol_{_number}", _weighed)
_external: Final[Any] = symbol("outlook", _module.outlook, types.int64(types.int64, *_ADDRESSES, *SET_TYPES))


@part
def weigh(card: int, weights: int, out: int, sheet: Sheet) -> int:
    """Return what an outlook is worth by the weights at an address; write it to the address *out*, if that is not 0."""
    worth: int = _external(
        card,
        weights,
        out,
        sheet.forest,
        sheet.village,
        sheet.farm,
        sheet.water,
        sheet.monster,
        sheet.hero,
        sheet.mountain,
        sheet.wasteland,
        sheet.destroyed,
        sheet.ruins,
        sheet.path,
        sheet.gorgon,
        sheet.dragon,
        sheet.zombie,
        sheet.troll,
    )
    return worth
