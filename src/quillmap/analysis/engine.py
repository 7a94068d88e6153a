"""Which foresight this machine has."""

from quillmap.analysis.foresight import Foresight
from quillmap.analysis.plain_foresight import PlainForesight
from quillmap.fast import readiness
from quillmap.rules.ids import CardId
from quillmap.rules.setup import Setup


def foresight_of(setup: Setup, edicts: tuple[CardId, ...]) -> Foresight:
    """Return the best foresight that this machine has; it waits for the compiler, so it is always the same."""
    if not readiness.is_possible():
        return PlainForesight(setup, edicts)
    readiness.warm_up()
    from quillmap.analysis.compiled_foresight import CompiledForesight  # noqa: PLC0415  # needs numba

    return CompiledForesight(setup, edicts)
