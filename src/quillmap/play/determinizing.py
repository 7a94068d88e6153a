"""One deal out of all that agree with what a seat knows, so that a search can look ahead without cheating.

What a seat can't know is the order of the explore deck, which ambushes and heroes are in it or still to come, and what
other seats have answered. By symmetry every card that was not seen is as likely as every other one.
"""

import random
from dataclasses import replace
from typing import TypeAlias

from quillmap.errors import BadArgument, shown
from quillmap.play.sources import Played, state_of
from quillmap.play.view import View
from quillmap.rules.dealing import season_cards
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import ambush_pool, hero_pool
from quillmap.rules.state import State

Chance: TypeAlias = random.Random | int | str | None
"""Where chance comes from: a generator, a seed for one, or ``None`` for a new one each time."""


def chance_of(rng: Chance) -> random.Random:
    """Return the generator that *rng* is or seeds."""
    if isinstance(rng, random.Random):
        return rng
    if not isinstance(rng, int | float | str | bytes | None):
        raise BadArgument(f"chance is a random.Random, a seed (a whole number or a text) or None, not {shown(rng)}")
    return random.Random(rng)


def determinize(view: View | State | Played, rng: Chance = None) -> State:
    """Return a state that agrees with everything that *view* shows, its unseen cards dealt by *rng*.

    It can be played on like any other state. Seats whose answers the view does not show are asked again. Nothing of
    what else a full state or a game knows is used, so searching from it gives no more away than searching from a
    view; what seats of a game have answered already stays.
    """
    view = state_of(view)
    chance = chance_of(rng)
    setup = replace(view.setup, seed=f"{chance.getrandbits(128):032x}")
    ambushes = _deck_of_year(ambush_pool(setup), view, chance)
    heroes = _deck_of_year(hero_pool(setup), view, chance)
    hidden = {seat for seat, submitted in view.answers.items() if submitted.answer is None}
    return view.but(
        setup=setup,
        ambush_deck=ambushes,
        hero_deck=heroes,
        deck=_explore_deck(view, ambushes, heroes, chance) if view.season >= 0 else (),
        answers={seat: submitted for seat, submitted in view.answers.items() if seat not in hidden},
        waiting=view.waiting | hidden if view.waiting else view.waiting,
    )


def _deck_of_year(pool: tuple[CardId, ...], view: State, chance: random.Random) -> tuple[CardId, ...]:
    """Return the four ambushes or heroes of a game: those that were seen were among the first."""
    seen = [card for card in view.gone if card in pool]
    others = [card for card in pool if card not in seen]
    chance.shuffle(others)
    return (*seen, *others)[:YEAR]


def _explore_deck(
    view: State, ambushes: tuple[CardId, ...], heroes: tuple[CardId, ...], chance: random.Random
) -> tuple[CardId, ...]:
    """Return what is left of this season's deck, in some order."""
    added = ambushes[: view.season + 1] + heroes[: view.season + 1]
    left = [card for card in season_cards(view.setup.explore, view.setup.ruins) if card not in view.revealed]
    left += [card for card in added if card not in view.gone]
    chance.shuffle(left)
    return tuple(left)
