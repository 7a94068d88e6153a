"""One compiled function that counts any scoring card.

Its source is written out from the register of cards, so that there is no second list of them. Every card is
compiled once, by itself, and called through a symbol. Compiled into its callers, all cards would be optimised
again for each of them, which takes minutes; compiled into one function, every call would clear the memory of
all their generators.
"""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from llvmlite import binding
from numba import cfunc, types

from quillmap.fast.compile import cache_folder, part
from quillmap.fast.u128 import U128
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.sheet import Sheet

_SIGNATURE: Final = types.int64(types.int64, *[U128] * len(Sheet._fields))
_CARD_SIGNATURE: Final = types.int64(*[U128] * len(Sheet._fields))
_SETS: Final = ", ".join(Sheet._fields)
_SCORERS: Final = (*(card.awards for card in SCORING.values()), *VARIANTS.values())


def _source() -> str:
    """Return a module with a function for every card, and ``score``, which calls the one with a number."""
    lines = ["from quillmap.rules.sheet import Sheet"]
    for number, scorer in enumerate(_SCORERS):
        lines += [
            f"from {scorer.__module__} import {scorer.__name__} as card_{number}",
            "",
            "",
            f"def count_{number}({_SETS}):",
            "    total = 0",
            f"    for points, _ in card_{number}(Sheet({_SETS})):",
            "        total += points",
            "    return total",
            "",
            "",
        ]
    lines += [f"def score(card, {_SETS}):"]
    for number in range(len(_SCORERS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}({_SETS})"]
    return "\n".join([*lines, "    return 0", ""])


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("quillmap_score_cards", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # or numba can't find it again when it loads the cached code
    spec.loader.exec_module(module)
    return module


def _written() -> Path:
    """Write the source into the cache folder, where numba can find it again, unless it is there."""
    path = cache_folder() / "score_cards.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(_source(), encoding="utf-8")
        fresh.replace(path)  # two processes may start at once
    return path


_module: Final[Any] = _load(_written())
_compiled: Final[list[Any]] = []
"""The functions behind the symbols: they must stay alive."""


def _symbol(name: str, function: Any, signature: Any) -> Any:
    """Compile *function*, or take it from the cache, and return what compiled code calls."""
    compiled = cfunc(signature, cache=True)(function)
    _compiled.append(compiled)
    binding.add_symbol(f"quillmap_{name}", compiled.address)
    return types.ExternalFunction(f"quillmap_{name}", signature)


for _number in range(len(_SCORERS)):
    _counted = _symbol(f"card_{_number}", getattr(_module, f"count_{_number}"), _CARD_SIGNATURE)
    setattr(_module, f"symbol_{_number}", _counted)
_external: Final[Any] = _symbol("score", _module.score, _SIGNATURE)


@part
def score(card: int, sheet: Sheet) -> int:
    """Return the points that the card with this number gives."""
    points: int = _external(
        card,
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
    return points
