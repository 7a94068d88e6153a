"""The outlooks compiled, each once, by itself; see ``compiled_scores`` for how and why."""

from typing import Any, Final

from quillmap.fast.compiler.symbols import load_written, symbol, types
from quillmap.fast.value.features import OUTLOOKS, ground
from quillmap.rules.scoring import SCORING, VARIANTS

_FUNCTIONS: Final[Any] = [*map(OUTLOOKS.get, SCORING), *(OUTLOOKS.get(card) for card, _ in VARIANTS), ground]
GROUND_NUMBER: Final = len(_FUNCTIONS) - 1
"""The number of the ground comes after those of all cards."""


def _source() -> str:
    """Return a module with a function for every outlook; ``outlook`` calls the one with a number on a sheet."""
    lines = [
        "from quillmap.fast.compiler.pointers import peek, poke",
        "from quillmap.fast.compiler.sheet_pointers import sheet_behind",
        "from quillmap.fast.value.compiled_scores import score_at",
    ]
    for number, function in enumerate(_FUNCTIONS):
        features = f"(score_at({number}, sheet),)"  # all there is to see on a card without an outlook
        if function is not None:
            lines += [f"from {function.__module__} import {function.__name__} as features_{number}"]
            features = f"features_{number}(sheet_behind(sheet))"
        lines += [
            "",
            "",
            f"def weigh_{number}(weights, out, sheet):",
            "    total = 0",
            "    place = 0",
            f"    for feature in {features}:",
            "        total += feature * peek(weights, place)",
            "        if out:",
            "            poke(out, place, feature)",
            "        place += 1",
            "    return total",
            "",
            "",
        ]
    lines += ["def outlook(card, weights, out, sheet):"]
    for number in range(len(_FUNCTIONS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}(weights, out, sheet)"]
    return "\n".join([*lines, "    return 0", ""])


_ADDRESSES: Final = [types.int64] * 3
_module: Final[Any] = load_written("outlooks", _source())
for _number in range(len(_FUNCTIONS)):
    _weighed = symbol(f"outlook_{_number}", getattr(_module, f"weigh_{_number}"), types.int64(*_ADDRESSES))
    setattr(_module, f"symbol_{_number}", _weighed)
weigh: Final[Any] = symbol("outlook", _module.outlook, types.int64(types.int64, *_ADDRESSES))
"""Returns what the outlook of a card is worth by the weights at an address; writes it to another, if that is not 0.

The sheet is given by its address, too.
"""
