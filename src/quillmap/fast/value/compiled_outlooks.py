"""The outlooks compiled, each once, by itself; see ``compiled_scores`` for how and why."""

from collections.abc import Callable
from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.symbols import SET_TYPES, SETS, SHEET_SETS, load_written, symbol, types
from quillmap.fast.value.features import OUTLOOKS, ground
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.sheet import Sheet

_FUNCTIONS: Final[Any] = [*map(OUTLOOKS.get, SCORING), *(OUTLOOKS.get(card) for card, _ in VARIANTS), ground]
GROUND_NUMBER: Final = len(_FUNCTIONS) - 1
"""The number of the ground comes after those of all cards."""


def _source() -> str:
    """Return a module with a function for every outlook; ``weigh`` calls the one with a number on a sheet."""
    lines = [
        "from quillmap.fast.compiler.pointers import peek, poke",
        "from quillmap.fast.value.compiled_scores import score",
        "from quillmap.rules.sheet import Sheet",
    ]
    for number, function in enumerate(_FUNCTIONS):
        features = f"(score({number}, Sheet({SETS})),)"  # all there is to see on a card without an outlook
        if function is not None:
            lines += [f"from {function.__module__} import {function.__name__} as features_{number}"]
            features = f"features_{number}(Sheet({SETS}))"
        lines += [
            "",
            "",
            f"def weigh_{number}(weights, out, {SETS}):",
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
    lines += [f"def outlook(card, weights, out, {SETS}):"]
    for number in range(len(_FUNCTIONS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}(weights, out, {SETS})"]
    lines += ["    return 0", "", "", "def weigh(card, weights, out, sheet):"]
    return "\n".join([*lines, f"    return external(card, weights, out, {SHEET_SETS})", ""])


_ADDRESSES: Final = [types.int64, types.int64]
_module: Final[Any] = load_written("outlooks", _source())
for _number in range(len(_FUNCTIONS)):
    _weighed = symbol(f"outlook_{_number}", getattr(_module, f"weigh_{_number}"), types.int64(*_ADDRESSES, *SET_TYPES))
    setattr(_module, f"symbol_{_number}", _weighed)
_module.external = symbol("outlook", _module.outlook, types.int64(types.int64, *_ADDRESSES, *SET_TYPES))
weigh: Final[Callable[[int, int, int, Sheet], int]] = inlined(_module.weigh)
"""Returns what the outlook of a card is worth by the weights at an address; writes it to another, if that is not 0."""
