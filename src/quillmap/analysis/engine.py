"""Which foresight this machine has, and what can be expected at a table."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from quillmap.analysis.browser_foresight import BrowserForesight
from quillmap.analysis.foresight import Foresight, deals_for
from quillmap.analysis.levels import NO_LEVELS, Levels, Waypoint, learn_levels
from quillmap.analysis.parts import Worth, mean
from quillmap.analysis.plain_foresight import PlainForesight
from quillmap.bots.steps import Steps, finish
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.ids import CardId
from quillmap.rules.setup import Setup

if TYPE_CHECKING:
    from quillmap.analysis.compiled_foresight import CompiledForesight

YEARS_OF_STEP: Final = 4
"""So many years are played in one step: some hundredths of a second."""


def foresight_of(setup: Setup, edicts: tuple[CardId, ...]) -> Foresight:
    """Return the best foresight that this machine has; it waits for the compiler, so it is always the same.

    It has no levels: differences between the answers of one moment are right, and only they.
    """
    return _looking_ahead(setup, edicts) if readiness.is_possible() else PlainForesight(setup, edicts)


def _looking_ahead(
    setup: Setup, edicts: tuple[CardId, ...], levels: Levels = NO_LEVELS
) -> "BrowserForesight | CompiledForesight":
    """Return what plays further with the compiled rules that this machine has."""
    if (kernels := readiness.browser_kernels()) is not None:
        return BrowserForesight(kernels, setup, edicts, levels)
    readiness.warm_up()
    from quillmap.analysis.compiled_foresight import CompiledForesight  # noqa: PLC0415  # needs numba

    return CompiledForesight(setup, edicts, levels)


def foresight_now(setup: Setup, edicts: tuple[CardId, ...]) -> Foresight:
    """Return the best foresight that can be had at once: the plain one while the rules are being compiled."""
    return foresight_of(setup, edicts) if readiness.is_ready() else PlainForesight(setup, edicts)


class Outset(NamedTuple):
    """A foresight with levels, and what the surveyor can expect at the start of the year, by part."""

    foresight: Foresight
    expected: Worth


def outset_of(start: View, years: int, seed: str) -> Outset:
    """Return what many years from *start*, the game before its first card, teach about its table."""
    return finish(outset_in_steps(start, years, seed))


def outset_in_steps(start: View, years: int, seed: str) -> Steps[Outset]:
    """Do the same in steps, between which it may be put aside."""
    if not readiness.is_possible():
        plain = PlainForesight(start.setup, start.edicts)
        return Outset(plain, plain.look(start, [0])[0])
    player, deals = _looking_ahead(start.setup, start.edicts), deals_for(start, years, f"{seed}/years")
    played: list[list[Waypoint]] = []
    for first in range(0, len(deals), YEARS_OF_STEP):
        played += yield partial(player.years, start, deals[first : first + YEARS_OF_STEP])
    outset: Outset = yield partial(_learned, start, played)  # a step: whoever goes on later need not learn again
    return outset


def _learned(start: View, played: Sequence[Sequence[Waypoint]]) -> Outset:
    """Return what these years teach."""
    foresight = _looking_ahead(start.setup, start.edicts, learn_levels(played))
    return Outset(foresight, mean([year[-1].worth for year in played]))
