"""Which table an environment plays at, and how it shows it."""

from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from quillmap.errors import BadArgument, shown
from quillmap.play.tables import SetupLike, setup_of
from quillmap.rules.dealing import begin
from quillmap.rules.setup import Setup

Layout: TypeAlias = Literal["dict", "flat", "classic"]
"""How observations are laid out: named parts, one vector, or the vector with the mask beside it as in PettingZoo."""
MOST_ILLEGAL: Final = 100
"""After that many actions in a row that are not allowed, a game is cut off."""


def checked(given: SetupLike, *, solo: bool, compiled: bool = False) -> Setup:
    """Return the set-up that *given* describes if it can be played in an environment; raise a ``BadArgument``."""
    setup = given if isinstance(given, Setup) else setup_of(given)
    if compiled and setup.skills != "none":
        raise BadArgument("compiled games know no skills: choose skills='none', or play them with SoloEnv or TableEnv")
    if solo and setup.seats != 1:
        raise BadArgument(f"a solo environment has one seat, not {setup.seats}")
    begin(setup if setup.seed else replace(setup, seed="check"))
    return setup


def chosen(
    setup: Setup, options: dict[str, Any] | None, *, solo: bool, compiled: bool = False, known: tuple[str, ...] = ()
) -> Setup:
    """Return the set-up that the options of ``reset`` ask for."""
    unknown = [name for name in options or () if name not in ("setup", *known)]
    if unknown:
        example = f"options={{'setup': {{{unknown[0]!r}: …}}}}"
        raise BadArgument(f"reset has no option {unknown[0]!r}: fields of a set-up are given as {example}")
    if not options or "setup" not in options:
        return setup  # checked when the environment was made
    wanted = options["setup"]
    if isinstance(wanted, dict) and "box" not in wanted:
        wanted = setup_of(setup, **wanted)
    found = checked(wanted, solo=solo, compiled=compiled)
    if (found.skills == "none") != (setup.skills == "none"):
        raise BadArgument("tables with skills have more actions: make another environment for them")
    return found


def check_settings(layout: str, most_illegal: int | None, render_mode: str | None, render_modes: list[str]) -> None:
    """Raise ``BadArgument`` for settings that no environment has."""
    if render_mode not in (None, *render_modes):
        raise BadArgument(f"there is no render mode {shown(render_mode)}: choose {' or '.join(render_modes)}")
    if layout not in get_args(Layout):
        raise BadArgument(f"there is no layout {shown(layout)}: choose {', '.join(get_args(Layout))}")
    if most_illegal is not None and most_illegal < 1:
        raise BadArgument("most_illegal is a number from 1, or None")


def with_seed(setup: Setup, random: np.random.Generator) -> Setup:
    """Return *setup* with its own seed, or else one from *random*."""
    return setup if setup.seed else replace(setup, seed=random.bytes(16).hex())
