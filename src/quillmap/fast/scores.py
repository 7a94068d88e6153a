"""One compiled function that counts any scoring card.

It is written out by the register of cards, so that there is no second list of them: a branch for every card, and in each the
card's own generator.
"""

from typing import Any

from numba import njit

from quillmap.fast import compile as _compile  # noqa: F401  # makes the rules known to numba
from quillmap.rules.scoring import SCORING, VARIANTS


def _counting_function() -> Any:
    scorers = [*(card.awards for card in SCORING.values()), *VARIANTS.values()]
    lines = ["def score(card, sheet):", "    total = 0"]
    for number in range(len(scorers)):
        lines += [
            f"    {'if' if number == 0 else 'elif'} card == {number}:",
            f"        for points, _ in card_{number}(sheet):",
            "            total += points",
        ]
    lines.append("    return total")
    names: dict[str, Any] = {f"card_{number}": scorer for number, scorer in enumerate(scorers)}
    exec("\n".join(lines), names)
    return names["score"]


score = njit(nogil=True)(_counting_function())
"""``score(number of the card, sheet)``: the points it gives."""
