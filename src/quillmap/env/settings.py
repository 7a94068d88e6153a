"""Which table an environment plays at."""

from dataclasses import replace
from typing import Any

import numpy as np

from quillmap.rules.dealing import begin
from quillmap.rules.setup import Setup


def checked(setup: Setup, *, solo: bool) -> Setup:
    """Return *setup* if it can be played in an environment, or raise ``ValueError`` or ``InvalidSetup``."""
    if setup.skills != "none":
        raise ValueError("skills are not among the actions: choose skills='none'")
    if solo and setup.seats != 1:
        raise ValueError(f"a solo environment has one seat, not {setup.seats}")
    begin(setup if setup.seed else replace(setup, seed="check"))
    return setup


def chosen(setup: Setup, options: dict[str, Any] | None, *, solo: bool) -> Setup:
    """Return the set-up that the options of ``reset`` ask for."""
    if not options:
        return setup  # checked when the environment was made
    wanted = options.get("setup", setup)
    if isinstance(wanted, dict):
        wanted = replace(setup, **wanted)
    if not isinstance(wanted, Setup):
        raise ValueError("options['setup'] is a Setup, or a dict of its fields")
    return checked(wanted, solo=solo)


def with_seed(setup: Setup, random: np.random.Generator) -> Setup:
    """Return *setup* with its own seed, or else one from *random*."""
    return setup if setup.seed else replace(setup, seed=random.bytes(16).hex())
