"""What a seat may answer now, as the page needs it: one mask of legal anchors per shape and way of turning it.

The space of a shape that lies in row r and column c of its outline comes to the anchor's row + r and column + c. So
hovering needs no rules and no round trip: a place is legal if the bit of its anchor is set.
"""

from collections.abc import Iterator
from typing import Final, assert_never

import msgspec

from quillmap.play.notation import to_hex
from quillmap.rules.cards import HeroCard
from quillmap.rules.drawings import Drawings
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.rules.options import Options, attack_paths, targets
from quillmap.rules.shapes import (
    SQUARE,
    Orientation,
    ShapeName,
    anchors,
    hanging,
    reach,
)
from quillmap.rules.sheet import empty
from quillmap.rules.skill_drawings import addition_to, main_terrains
from quillmap.rules.skills import COST, NEEDS_PRINTED_SHAPE, WITH_EXTRA, Skill
from quillmap.rules.spaces import SIZE, Mask, numbers, space_at
from quillmap.rules.state import State, drawing_sheet
from quillmap.server.protocol.moves import WrittenMove, written
from quillmap.server.protocol.values import Hex

_MIDDLE: Final = 1 << space_at(SIZE // 2, SIZE // 2)


class Place(msgspec.Struct, frozen=True):
    """A shape turned one way, and every anchor at which it may be drawn."""

    shape: str
    turn: int
    """Which of the shape's ways to turn and flip it; 0 is as printed."""
    spaces: Hex
    """The shape in the top-left corner of the map."""
    height: int
    width: int
    anchors: Hex


class SkillChoice(msgspec.Struct, frozen=True):
    """A skill that can be paid for now."""

    skill: str
    cost: int
    terrains: tuple[str, ...]
    places: tuple[Place, ...]
    """Of the main shape."""
    parts: tuple[Hex, ...] = ()
    """Stealth: what may stay on the map of a shape that hangs over the edge."""
    has_extra: bool = False
    """Whether it draws something in addition; ask ``extras`` for its places."""


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat was asked, and everything it may answer."""

    ask: Ask
    sheet: int
    """On whose map."""
    places: tuple[Place, ...] = ()
    terrains: tuple[str, ...] = ()
    is_fallback: bool = False
    """Whether no shape of the card fits, so that a single space is drawn."""
    wanted: Hex | None = None
    """Spaces of which one has to be covered."""
    skills: tuple[SkillChoice, ...] = ()
    spaces: Hex | None = None
    """Where a hero may stand, or what may be destroyed."""
    attacks: tuple[tuple[tuple[int, int], ...], ...] = ()
    """The hero's attack path in every turn, as (row, column) steps from the hero."""


class OwnPart(msgspec.Struct, frozen=True):
    """What only one seat sees."""

    seat: int
    answer: WrittenMove | None
    """What it has answered; it can be taken back until everybody has."""
    choices: Choices | None
    """What it may answer, if it is asked."""


def own_part(state: State, seat: Seat) -> OwnPart:
    """Return what only *seat* sees of *state*."""
    submitted = state.answers.get(seat) if state.waiting else None
    answer = None if submitted is None or submitted.answer is None else written(submitted.answer)
    return OwnPart(seat, answer, choices(state, seat) if seat in state.waiting else None)


def choices(state: State, seat: Seat) -> Choices:
    """Return what *seat*, which is being asked, may answer."""
    options = Options(state, seat)
    match options.ask:
        case Ask.DRAW | Ask.AMBUSH:
            return _drawing(state, seat, options)
        case Ask.HERO:
            return _hero(state, seat)
        case Ask.GORGON | Ask.TROLL:
            sheet = seat if options.ask is Ask.TROLL else drawing_sheet(state, seat)
            return Choices(options.ask, sheet, spaces=to_hex(targets(state, seat)))
        case Ask.DECLARE:
            return Choices(options.ask, seat)
        case _:
            assert_never(options.ask)


def _drawing(state: State, seat: Seat, options: Options) -> Choices:
    drawings = options.drawings
    places = _places(drawings)
    return Choices(
        ask=options.ask,
        sheet=drawing_sheet(state, seat),
        places=places,
        terrains=drawings.single_terrains if drawings.is_fallback else drawings.terrains,
        is_fallback=drawings.is_fallback,
        wanted=None if drawings.wanted is None or drawings.is_fallback else to_hex(drawings.wanted),
        skills=tuple(_skill(drawings, places, skill) for skill in options.skills),
    )


def _places(drawings: Drawings) -> tuple[Place, ...]:
    turns = {name: shape.orientations for name, shape in drawings.shapes}
    return tuple(
        [
            _place(name, turns[name].index(orientation) if name in turns else 0, orientation, where)
            for name, orientation, where in drawings.places()
        ]
    )


def _place(name: ShapeName, turn: int, orientation: Orientation, where: Mask) -> Place:
    return Place(name, turn, to_hex(orientation.mask), orientation.height, orientation.width, to_hex(where))


def _skill(drawings: Drawings, places: tuple[Place, ...], skill: Skill) -> SkillChoice:
    parts: tuple[str, ...] = ()
    if drawings.is_fallback and skill in NEEDS_PRINTED_SHAPE:
        places = ()
    match skill:
        case Skill.STEALTH:
            places, parts = (), tuple(to_hex(part) for part in _parts(drawings))
        case Skill.NEGOTIATION:
            places = _squares(drawings)
    return SkillChoice(skill, COST[skill], main_terrains(drawings, skill), places, parts, skill in WITH_EXTRA)


def _parts(drawings: Drawings) -> Iterator[Mask]:
    parts = {part for _, shape in drawings.shapes for part in hanging(shape)}
    for part in sorted(parts):
        if not part & ~drawings.free and (drawings.wanted is None or part & drawings.wanted):
            yield part


def _squares(drawings: Drawings) -> tuple[Place, ...]:
    square = SQUARE.orientations[0]
    where = anchors(square, drawings.free)
    if drawings.wanted is not None:
        where &= reach(square, drawings.wanted)
    return (_place(ShapeName.SQUARE, 0, square, where),) if where else ()


def _hero(state: State, seat: Seat) -> Choices:
    card = state.revealed_card
    assert isinstance(card, HeroCard)
    attacks = tuple(tuple(_steps(path)) for path in attack_paths(card, _MIDDLE))
    return Choices(Ask.HERO, seat, spaces=to_hex(empty(state.seats[seat].sheet)), attacks=attacks)


def _steps(path: Mask) -> Iterator[tuple[int, int]]:
    """Yield a path around a hero in the middle of the map, where no path leaves it, as steps from the hero."""
    for space in numbers(path):
        row, column = divmod(space, SIZE)
        yield row - SIZE // 2, column - SIZE // 2


class ExtraPlaces(msgspec.Struct, frozen=True):
    """Where a skill may draw in addition to a main shape, and with which terrain, if there is a choice."""

    spaces: tuple[Hex, ...]
    terrains: tuple[str, ...]


def extras(state: State, main: Draw) -> ExtraPlaces:
    """Return what may be drawn in addition to the main shape of *main*: nothing if that is not legal."""
    try:
        added = addition_to(state, main)
    except IllegalMove:
        return ExtraPlaces((), ())
    terrains = added.choices if main.skill is Skill.HEALING else ()
    places = tuple(to_hex(spaces) for spaces in sorted(added.places()))
    return ExtraPlaces(places, tuple(terrain for choice in terrains for terrain in choice) if places else ())
