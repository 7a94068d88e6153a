"""Moves on the wire: read into the moves of the rules, and written as clients would send them."""

import msgspec
import pytest

from quillmap.play.notation import read_spaces
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Declare, Destroy, Draw, Move, PlaceHero, TakeBack
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain
from quillmap.server.protocol.messages import decode_client
from quillmap.server.protocol.moves import AnyMove, to_move, written

SEAT = Seat(3)
MOVES: list[Move] = [
    Draw(SEAT, read_spaces(["A1", "A2", "K11"]), Terrain.FOREST),
    Draw(SEAT, read_spaces(["B2"]), Terrain.WATER, Skill.HEALING, read_spaces(["C3", "C4"]), Terrain.FARM),
    PlaceHero(SEAT, read_spaces(["F6"]), read_spaces(["F7", "F8"])),
    PlaceHero(SEAT, read_spaces(["A1"]), 0),
    Destroy(SEAT, read_spaces(["C10"])),
    Declare(SEAT, use=True),
    TakeBack(SEAT),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_that_was_written_is_read_again(move: Move) -> None:
    """What the server writes as a hint or an answer can be sent back as it is."""
    sent = msgspec.json.decode(msgspec.json.encode(written(move)), type=AnyMove)
    assert to_move(sent, SEAT) == move


@pytest.mark.parametrize(
    ("move", "where"),
    [
        ({"move": "draw", "spaces": ["A12"], "terrain": "forest"}, "$.move.spaces[0]"),
        ({"move": "draw", "spaces": ["A1\n"], "terrain": "forest"}, "$.move.spaces[0]"),
        ({"move": "draw", "spaces": ["A1", "L1"], "terrain": "forest"}, "$.move.spaces[1]"),
        ({"move": "draw", "spaces": ["A1"] * 122, "terrain": "forest"}, "$.move.spaces"),
        ({"move": "draw", "spaces": ["A1"], "terrain": "lava"}, "$.move.terrain"),
        ({"move": "draw", "spaces": ["A1"], "terrain": "farm", "skill": "magic"}, "$.move.skill"),
        ({"move": "destroy", "space": ["A1"]}, "$.move.space"),
        ({"move": "destroy", "space": "A1", "seat": 0}, "$.move"),
        ({"move": "fly"}, "$.move"),
    ],
)
def test_what_is_no_move_is_refused_with_the_place_of_the_mistake(move: object, where: str) -> None:
    """A bot writer reads where in the message it is."""
    message = {"type": "move", "id": "m", "question": 0, "move": move}
    with pytest.raises(msgspec.ValidationError) as refused:
        decode_client(msgspec.json.encode(message))
    assert f"`{where}" in str(refused.value)
