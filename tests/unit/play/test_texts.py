"""Moves as text, and back."""

import random
from itertools import islice

import pytest

import quillmap as qm
from helpers.moves import destroy, draw, place_hero
from quillmap.play.texts import BadMoveText, move_text, parse_move
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Declare, Move, TakeBack

TEXTS: list[tuple[str, Move]] = [
    ("D7 D8 E7 water", draw("D7 D8 E7", "water")),
    ("A1 B1 farm with search C1", draw("A1 B1", "farm", skill="search", extra="C1")),
    ("A1 farm with healing C1 forest", draw("A1", "farm", skill="healing", extra="C1", extra_terrain="forest")),
    ("A1 A2 village with lore", draw("A1 A2", "village", skill="lore")),
    ("hero F6 path F7 F8 F9", place_hero("F6", "F7 F8 F9")),
    ("hero A1", place_hero("A1", "")),
    ("destroy C4", destroy("C4")),
    ("acrobatics yes", Declare(Seat(0), use=True)),
    ("acrobatics no", Declare(Seat(0), use=False)),
    ("take back", TakeBack(Seat(0))),
]


@pytest.mark.parametrize(("text", "move"), TEXTS, ids=[text for text, _ in TEXTS])
def test_a_move_is_written_and_read(text: str, move: Move) -> None:
    """Both ways, in either case of the letters; ``repr`` names the seat, too."""
    assert str(move) == move_text(move) == text
    assert parse_move(text) == parse_move(text.upper()) == move
    assert repr(move) == f"<{type(move).__name__} of seat 0: {text}>"


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
def test_every_option_of_a_game_is_read_back(box: str) -> None:
    """Whatever a seat may answer, with skills too, its text is that move and no other."""
    game, chance = qm.Game(box, seats=2, seed="texts", skills="drawn"), random.Random(1)
    while not game.is_over:
        for seat in game.waiting():
            options = game.options(seat)
            move = chance.choice(list(options.drawings) if options.ask in ("draw", "ambush") else options[:])
            skilled = (each for skill in options.skills for each in islice(options.with_skill(skill), 2))
            some = [*islice(options, 3), *skilled, move]
            assert [parse_move(str(each), seat) for each in some] == some
            game.play(move)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "write spaces and a terrain"),
        ("water", "write spaces and a terrain"),
        ("D7 D8", "write spaces and a terrain"),
        ("D7 D8 wood", "'wood' is none of forest"),
        ("D7 L8 water", "row A to K"),
        ("D7 D7 water", "D7 is there twice"),
        ("D7 water with", "looks like"),
        ("D7 water with luck", "'luck' is none of"),
        ("acrobatics perhaps", "none of yes, no"),
    ],
)
def test_a_wrong_text_says_what_is_wrong(text: str, problem: str) -> None:
    """The error names the word, and shows how a move looks."""
    with pytest.raises(BadMoveText, match=problem):
        parse_move(text)
