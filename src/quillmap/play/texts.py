"""Moves as a line of text, and back; sheets as text maps; what a state shows.

| move | text |
|---|---|
| ``Draw`` | ``D7 D8 E7 water``; with a skill ``D7 D8 E7 water with healing C4 forest`` |
| ``PlaceHero`` | ``hero F6 path F7 F8 F9`` |
| ``Destroy`` | ``destroy C4`` |
| ``Declare`` | ``acrobatics yes``, ``acrobatics no`` |
| ``TakeBack`` | ``take back`` |

Like a move in chess notation, the text does not name who makes the move: whoever reads it says which seat it is.
"""

from collections.abc import Iterator
from typing import Final, TypeVar, assert_never

from quillmap.errors import BadArgument, QuillmapError, shown
from quillmap.play.notation import read_space, space_names
from quillmap.play.textmap import write_text_map
from quillmap.rules.counting import total_of
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Declare, Destroy, Draw, Move, PlaceHero, TakeBack
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import State
from quillmap.rules.terrain import DRAWABLE

_TERRAINS: Final = {str(terrain): terrain for terrain in DRAWABLE}
_SKILLS: Final = {str(skill): skill for skill in Skill}
_DECLARED: Final = {"yes": True, "no": False}
Choice = TypeVar("Choice")


class BadMoveText(QuillmapError, ValueError):
    """A text that is not a move, and what it should look like."""


def text_of(value: Move | Sheet | State) -> str:
    """Return a move as a line, a sheet as a text map without its last line break, a state as both."""
    match value:
        case Sheet():
            return write_text_map(value).rstrip("\n")
        case State():
            return "\n\n".join([moment_text(value), *(text_of(seat.sheet) for seat in value.seats)])
    return move_text(value)


def sheet_fields(sheet: Sheet) -> str:
    """Return a sheet as a line: every set that is not empty, with the names of its spaces."""
    sets = zip(Sheet._fields, sheet, strict=True)
    return "; ".join(f"{name} {' '.join(space_names(spaces))}" for name, spaces in sets if spaces) or "empty"


def moment_text(state: State) -> str:
    """Return where a game stands, as a line."""
    stars = f"stars {', '.join(str(total_of(seat)) for seat in state.seats)}"
    if state.is_over:
        return f"over, {stars}"
    if state.season < 0:
        return f"before the first card; {stars}"
    time = f"{SEASON_IDS[state.season]}, time {state.time} of {state.season_card.time}"
    waiting = ", ".join(map(str, sorted(state.waiting)))
    asked = f", waiting for seat {waiting}" if waiting else ""
    return f"{time}: {state.card or 'no card'}{asked}; {stars}"


def move_text(move: Move) -> str:
    """Return *move* as ``parse_move`` reads it."""
    match move:
        case Draw():
            return " ".join(_drawing_words(move))
        case PlaceHero():
            return " ".join(
                ["hero", *space_names(move.space), *(["path"] if move.path else []), *space_names(move.path)]
            )
        case Destroy():
            return f"destroy {' '.join(space_names(move.space))}"
        case Declare():
            return "acrobatics yes" if move.use else "acrobatics no"
        case TakeBack():
            return "take back"
    assert_never(move)


def _drawing_words(move: Draw) -> Iterator[str]:
    yield from space_names(move.spaces)
    yield str(move.terrain)
    if move.skill is not None:
        yield from ("with", str(move.skill), *space_names(move.extra))
        if move.extra_terrain is not None:
            yield str(move.extra_terrain)


def parse_move(text: str, seat: int = 0) -> Move:
    """Return the move of *seat* that *text* describes, or raise ``BadMoveText``; the rules say whether it is legal."""
    if not isinstance(text, str):
        raise BadMoveText(f"a move is written as text, such as 'D7 D8 E7 water', not {shown(text)}")
    words = text.lower().split()
    match words:
        case ["take", "back"]:
            return TakeBack(Seat(seat))
        case ["acrobatics", said]:
            return Declare(Seat(seat), use=_choice(said, _DECLARED))
        case ["destroy", space]:
            return Destroy(Seat(seat), _spaces([space]))
        case ["hero", space, "path", *path]:
            return PlaceHero(Seat(seat), _spaces([space]), _spaces(path))
        case ["hero", space]:
            return PlaceHero(Seat(seat), _spaces([space]), 0)
        case _ if "with" in words:
            place = words.index("with")
            return _skilled(words[:place], words[place + 1 :], Seat(seat))
        case [*spaces, terrain] if spaces and not terrain[-1].isdigit():
            return Draw(Seat(seat), _spaces(spaces), _choice(terrain, _TERRAINS))
    raise BadMoveText(f"{shown(text)} is not a move: write spaces and a terrain, such as 'D7 D8 E7 water'")


def move_of(given: Move | str, seat: int) -> Move:
    """Return a move that is given as itself or as its text, then of *seat*; raise ``BadArgument`` for other things."""
    if isinstance(given, str):
        return parse_move(given, seat)
    if not isinstance(given, Draw | PlaceHero | Destroy | Declare | TakeBack):
        raise BadArgument(f"a move is one of game.options(), or its text, not {shown(given)}")
    return given


def _skilled(drawn: list[str], added: list[str], seat: Seat) -> Draw:
    if len(drawn) < 2 or not added:
        raise BadMoveText("a drawing with a skill looks like 'D7 D8 E7 water with search E8'")
    skill, *extra = added
    healed = _TERRAINS.get(extra[-1]) if extra else None
    spaces = _spaces(extra[:-1] if healed else extra)
    *main, terrain = drawn
    return Draw(seat, _spaces(main), _choice(terrain, _TERRAINS), _choice(skill, _SKILLS), spaces, healed)


def _choice(word: str, choices: dict[str, Choice]) -> Choice:
    if word not in choices:
        raise BadMoveText(f"{shown(word)} is none of {', '.join(choices)}")
    return choices[word]


def _spaces(names: list[str]) -> Mask:
    found = 0
    for name in names:
        try:
            space = read_space(name.upper())
        except ValueError as error:
            raise BadMoveText(str(error)) from None
        if found & space:
            raise BadMoveText(f"{name.upper()} is there twice")
        found |= space
    return found
