"""``validate`` accepts what a plain restatement of the rules accepts, and refuses the rest for one of its reasons."""

from collections import Counter
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings

from helpers.errors import codes_of
from property.effort import times
from property.setup_rules import objections
from property.strategies import any_setups, make_any_setup, setups, with_fields
from quillmap.rules import InvalidSetup, Setup, begin, validate


def refusal(setup: Setup) -> str | None:
    """Return the code for which *setup* is refused, or None."""
    try:
        validate(setup)
    except InvalidSetup as error:
        problem = error
    else:
        return None
    assert str(problem).endswith((".", "?"))  # it may ask whether another card was meant
    return problem.code


def check_refusal(setup: Setup) -> str | None:
    """Check that *setup* is refused exactly if there is something against it, and for that; return the code."""
    against = objections(setup)
    code = refusal(setup)
    assert (code is not None) == bool(against)
    assert code is None or code in against
    return code


@settings(max_examples=times(40))
@given(any_setups())
def test_refusals(setup: Setup) -> None:
    """A set-up is refused exactly if there is something against it, and for that."""
    check_refusal(setup)


def test_thousands_of_refusals() -> None:
    """So are thousands of them, among which every reason is met many times and many have nothing against them."""
    random = Random("refusals")
    codes = Counter(check_refusal(make_any_setup(random.choice)) for _ in range(15_000))
    assert codes.keys() == {None, *codes_of(InvalidSetup)}
    assert min(codes.values()) >= 10


@settings(max_examples=times(50))
@given(setups())
def test_allowed_setups(setup: Setup) -> None:
    """What the strategy of allowed set-ups draws is allowed, and can be dealt."""
    assert not objections(setup)
    assert refusal(setup) is None
    assert begin(setup).setup == setup


@settings(max_examples=times(40))
@given(any_setups())
def test_accepted_setups_can_be_dealt(setup: Setup) -> None:
    """Dealing refuses what ``validate`` refuses and deals all the rest."""
    if refusal(setup) is None:
        began = begin(setup)
        assert len(began.edicts) == 4
        assert len(began.ambush_deck) in (0, 4)
        assert len(began.hero_deck) in (0, 4)
        assert len(began.skills) in (0, 3)
    else:
        with pytest.raises(InvalidSetup):
            begin(setup)


BROKEN: Final[dict[str, dict[str, Any]]] = {
    "seats-out-of-range": {"seats": 101},
    "unknown-value": {"map": "E"},
    "seed-missing": {"seed": ""},
    "seed-too-long": {"seed": "x" * 201},
    "seed-not-text": {"seed": "\ud800"},
    "edicts-not-four": {"edicts": (None, None, None)},
    "unknown-card": {"edicts": (None, "great-river", None, None)},
    "card-outside-pool": {"edicts": (None, None, None, "silos")},
    "suit-twice": {"edicts": ("treetower", None, None, "greenbough")},
    "first-game-needs-one-box": {"edicts": "first-game", "pool": "both"},
    "ruins-required": {"ruins": False, "map": "C"},
    "ambushes-not-four": {"ambushes": ("gnoll-raid", "gorgon-gaze", "gnoll-raid", "goblin-attack")},
    "heroes-not-four": {"heroes": ("freyla-the-true",)},
    "promo-not-allowed": {"ambushes": ("gnoll-raid", "gorgon-gaze", "ogre-charge", "goblin-attack")},
    "promos-unused": {"promos": True, "ambushes": "none"},
    "skills-not-three": {"skills": ("lore", "search")},
    "no-neighbour": {"ambush_by": "neighbour"},
}
"""For every reason one thing that is wrong with a solo table of the base box."""


def test_every_reason_is_known() -> None:
    """No reason is missing below."""
    assert codes_of(InvalidSetup) == BROKEN.keys()


@pytest.mark.parametrize("code", BROKEN)
def test_reason(code: str) -> None:
    """A single thing that is wrong is named, by the rules and by their restatement."""
    setup = with_fields(Setup(seed="x"), **BROKEN[code])
    assert objections(setup) == {code}
    assert refusal(setup) == code
