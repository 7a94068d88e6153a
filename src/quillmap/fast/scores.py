"""One compiled function that counts any scoring card.

Its source is written out from the register of cards, so that there is no second list of them: a branch for
every card, and in each the card's own generator. It is compiled once, by itself, and called through a symbol:
compiled into its callers, all 32 cards would be optimised again for each of them, which takes minutes.
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

_SYMBOL: Final = "quillmap_score"
_SIGNATURE: Final = types.int64(types.int64, *[U128] * len(Sheet._fields))


def _source() -> str:
    """Return a module whose function ``score`` counts the card with this number for the sheet with these sets."""
    scorers = [*(card.awards for card in SCORING.values()), *VARIANTS.values()]
    lines = [
        f"from {scorer.__module__} import {scorer.__name__} as card_{number}" for number, scorer in enumerate(scorers)
    ]
    sets = ", ".join(Sheet._fields)
    lines += ["from quillmap.rules.sheet import Sheet", "", ""]
    lines += [f"def score(card, {sets}):", f"    sheet = Sheet({sets})", "    total = 0"]
    for number in range(len(scorers)):
        lines += [
            f"    {'if' if number == 0 else 'elif'} card == {number}:",
            f"        for points, _ in card_{number}(sheet):",
            "            total += points",
        ]
    return "\n".join([*lines, "    return total", ""])


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


_compiled: Final[Any] = cfunc(_SIGNATURE, cache=True)(_load(_written()).score)
binding.add_symbol(_SYMBOL, _compiled.address)

_external: Final[Any] = types.ExternalFunction(_SYMBOL, _SIGNATURE)


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
