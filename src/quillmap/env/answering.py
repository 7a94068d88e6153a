"""From actions to answers. Most are one action; a drawing with a skill is several: the skill, the shape, what is added.

Only tables with skills have more actions than others: one for every skill, after all others. While a skill is chosen,
the numbers of drawings mean what the skill allows:

| skill | turn and anchor of the shape | of what it adds |
|---|---|---|
| Concentration | as usual | the same shape again |
| Healing | as usual | a 1×2: turn 0 or 1 |
| Diplomacy, Search | as usual | a 1×1: turn 12; for Diplomacy the field is that of farms |
| Lore | as usual | |
| Negotiation | the 2×2: turn 0 | |
| Acrobatics | on the map of a seat that uses it, an ambush is a 1×2: turn 0 or 1 | |
| Stealth | turn × 121 + anchor is the number of the part left on the map, in the order of these sets of spaces | |
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

from quillmap.env.observation import SKILLS, Plan, actions_of, bits, skill_observation, turn_starts
from quillmap.fast.layout.actions import ACTIONS, SINGLE_TURN, TERRAIN_OF, TURNS, WAIT, action_parts, answer_of
from quillmap.fast.layout.card_tables import FIELD, SPACES
from quillmap.fast.layout.observation import Bytes
from quillmap.rules.cards import CARDS, ExploreCard
from quillmap.rules.drawings import Drawings, drawings
from quillmap.rules.events import Ask
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer, Declare, Draw
from quillmap.rules.setup import Setup
from quillmap.rules.shapes import PAIR, SINGLE, SQUARE, anchors, hanging, reach
from quillmap.rules.skill_drawings import addition, addition_to, main_terrains, usable_skills
from quillmap.rules.skills import NEEDS_PRINTED_SHAPE, WITH_EXTRA, Skill
from quillmap.rules.spaces import Mask, numbers
from quillmap.rules.state import State, drawing_sheet
from quillmap.rules.terrain import Terrain

ACTIONS_WITH_SKILLS: Final = ACTIONS + len(SKILLS)


def has_skills(setup: Setup) -> bool:
    """Return whether a table plays with skills."""
    return setup.skills != "none"


def action_count(setup: Setup) -> int:
    """Return how many actions there are at a table."""
    return ACTIONS_WITH_SKILLS if has_skills(setup) else ACTIONS


class Answering:
    """How one seat of an environment answers."""

    def __init__(self, seat: Seat, setup: Setup) -> None:
        self.seat = seat
        self.plan = Plan()
        self._size = action_count(setup)

    def seen(self, state: State) -> dict[str, Any]:
        """Return what the seat sees in addition at a table with skills."""
        return {} if self._size == ACTIONS else skill_observation(state, self.seat, self.plan)

    def mask(self, state: State) -> Bytes:
        """Return the actions that the seat may take; one that is not asked can only wait."""
        found = actions_of(state, self.seat) if self._size == ACTIONS else _actions(state, self.seat, self.plan)
        return bits(found, self._size)

    def take(self, state: State, action: int) -> Answer | None:
        """Return the answer that a legal action makes complete, or None if there is none yet."""
        if state.ask is Ask.DECLARE and self.seat in state.waiting:
            return Declare(self.seat, use=action != WAIT)
        if action == WAIT:
            return None
        if action >= ACTIONS:
            self.plan = Plan(SKILLS[action - ACTIONS])
            return None
        skill, main = self.plan
        if skill is None:
            return _evaded(state, self.seat, action) or answer_of(state, self.seat, action)
        if main is None:
            main = _main(state, self.seat, skill, action)
            if skill in WITH_EXTRA:
                self.plan = Plan(skill, main)
                return None
        else:
            main = _with_addition(state, main, action)
        self.plan = Plan()
        return main


def _actions(state: State, seat: Seat, plan: Plan) -> int:
    """Return the actions of a seat at a table with skills as one number, with the bit of each set."""
    if seat in state.waiting and state.ask is Ask.DECLARE:
        return 1 << WAIT | 1 << ACTIONS + SKILLS.index(Skill.ACROBATICS)
    if plan.main is not None:
        return _additions(state, plan.main)
    if plan.skill is not None:
        return sum(1 << action for action in _mains(state, drawings(state, seat), plan.skill))
    if seat in state.waiting and _is_evaded(state, seat):
        return _pairs(drawings(state, seat))
    found = actions_of(state, seat)
    if seat in state.waiting and state.ask is Ask.DRAW:
        options = drawings(state, seat)
        for skill in usable_skills(state, seat):
            if next(_mains(state, options, skill), None) is not None:
                found |= 1 << ACTIONS + SKILLS.index(skill)
    return found


def _is_evaded(state: State, seat: Seat) -> bool:
    """Return whether the ambush that a seat draws is only a 1×2, by Acrobatics."""
    return state.ask is Ask.AMBUSH and drawing_sheet(state, seat) in state.evading


def _pairs(options: Drawings) -> int:
    places = options.free << SINGLE_TURN * SPACES if options.is_fallback else 0
    if not places:
        for _, orientation, where in options.places():
            places |= where << PAIR.orientations.index(orientation) * SPACES
    return _with_terrains(places, (Terrain.MONSTER,))


def _evaded(state: State, seat: Seat, action: int) -> Draw | None:
    """Return the 1×2 that an action draws, or None where another shape is drawn."""
    _, turn, anchor = action_parts(action)
    if turn == SINGLE_TURN or not _is_evaded(state, seat):
        return None
    return Draw(seat, PAIR.orientations[turn].mask << anchor, Terrain.MONSTER)


def _with_terrains(places: int, terrains: tuple[Terrain, ...]) -> int:
    found = 0
    for terrain in terrains:
        found |= places << FIELD[terrain] * TURNS * SPACES
    return found


def _mains(state: State, options: Drawings, skill: Skill) -> Iterator[int]:
    """Yield the shapes that *skill* allows and, where it adds something, leave room for that."""
    for terrain in main_terrains(options, skill):
        first = FIELD[terrain] * TURNS * SPACES
        yield from (first + place for place in _places(state, options, skill, terrain))


def _places(state: State, options: Drawings, skill: Skill, terrain: Terrain) -> Iterator[int]:
    assert state.card is not None
    match skill:
        case Skill.STEALTH:
            for number, part in enumerate(parts_left(state.card)):
                if not part & ~options.free and (options.wanted is None or part & options.wanted):
                    yield number
        case Skill.NEGOTIATION:
            (square,) = SQUARE.orientations
            where = anchors(square, options.free)
            yield from numbers(where if options.wanted is None else where & reach(square, options.wanted))
        case _:
            if not (options.is_fallback and skill in NEEDS_PRINTED_SHAPE):
                yield from _usual_places(state, options, skill, terrain)


def _usual_places(state: State, options: Drawings, skill: Skill, terrain: Terrain) -> Iterator[int]:
    assert state.card is not None
    starts = turn_starts(state.card)
    for name, orientation, where in options.places():
        start = SINGLE_TURN * SPACES if options.is_fallback else starts[orientation.mask]
        for anchor in numbers(where):
            if skill in WITH_EXTRA:
                added = addition(state, options, orientation.mask << anchor, terrain, skill, name)
                if next(added.places(), None) is None:
                    continue
            yield start + anchor


@cache
def parts_left(card: CardId) -> tuple[Mask, ...]:
    """Return what shapes of an explore card can leave on the map when they hang over its edge, by their number."""
    found = CARDS[card]
    assert isinstance(found, ExploreCard)
    return tuple(sorted({part for _, shape in found.named_shapes for part in hanging(shape)}))


def _main(state: State, seat: Seat, skill: Skill, action: int) -> Draw:
    field, turn, anchor = action_parts(action)
    if skill is Skill.STEALTH:
        assert state.card is not None
        return Draw(seat, parts_left(state.card)[turn * SPACES + anchor], TERRAIN_OF[field], skill)
    if skill is Skill.NEGOTIATION:
        return Draw(seat, SQUARE.orientations[0].mask << anchor, TERRAIN_OF[field], skill)
    usual = answer_of(state, seat, action)
    assert isinstance(usual, Draw)
    return replace(usual, skill=skill)


def _additions(state: State, main: Draw) -> int:
    added = addition_to(state, main)
    assert state.card is not None
    found = 0
    for turn, orientation in enumerate(added.shape.orientations):
        where = anchors(orientation, added.free) & reach(orientation, added.beside)
        if added.shape is SINGLE:
            start = SINGLE_TURN * SPACES
        else:
            start = turn * SPACES if added.shape is PAIR else turn_starts(state.card)[orientation.mask]
        found |= _with_terrains(where << start, tuple(choice[0] for choice in added.choices))
    return found


def _with_addition(state: State, main: Draw, action: int) -> Draw:
    field, turn, anchor = action_parts(action)
    terrain = TERRAIN_OF[field] if main.skill is Skill.HEALING else None
    if main.skill is Skill.CONCENTRATION:
        again = answer_of(state, main.seat, action)
        assert isinstance(again, Draw)
        return replace(main, extra=again.spaces)
    shape = SINGLE if turn == SINGLE_TURN else PAIR
    turned = shape.orientations[0 if shape is SINGLE else turn]
    return replace(main, extra=turned.mask << anchor, extra_terrain=terrain)
