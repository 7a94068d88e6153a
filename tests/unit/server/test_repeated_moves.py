"""Which moves are repeats: the same message from the same seat, and nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from quillmap.rules.setup import Setup
from quillmap.server.games.live_game import REMEMBERED_MOVES, LiveGame, client_key, first_moment, server_key
from quillmap.server.problems import Problem

NOW = first_moment("game", Setup(seed="repeats"))[1]
ASKED = NOW.question
MOVE, OTHER = b'{"move":"draw"}', b'{"move":"take-back"}'


def test_only_the_same_message_is_a_repeat() -> None:
    """With another question or move, an id that was used is refused; another seat may use it."""
    key = client_key(1, "m:1", ASKED, MOVE)
    game = LiveGame(NOW, {key: 7})
    assert game.version_after(key) == 7
    assert game.version_after(client_key(2, "m:1", ASKED, MOVE)) is None
    assert game.version_after(client_key(1, "m:2", ASKED, MOVE)) is None
    for question, move in ((ASKED, OTHER), (ASKED + 1, MOVE)):
        with pytest.raises(Problem, match="another move had this id"):
            game.version_after(client_key(1, "m:1", question, move))


def test_of_the_previous_game_the_last_move_of_a_seat_is_known() -> None:
    """What could be meant for either game is refused, and an earlier id is free again."""
    first, last = client_key(1, "m1", ASKED, MOVE), client_key(1, "m2", ASKED + 50, MOVE)
    game = LiveGame(NOW, earlier={last: 60, first: 7, server_key(1, ASKED, 70): 71})
    assert game.version_after(first) is None
    assert game.version_after(last) == 60
    assert game.version_after(client_key(1, "m2", ASKED, MOVE)) is None
    assert game.version_after(server_key(1, ASKED, 70)) is None
    with pytest.raises(Problem, match="previous game"):
        LiveGame(NOW, earlier={first: 7}).version_after(first)


@pytest.mark.parametrize("place", ["moves", "earlier"])
def test_keys_of_earlier_versions_are_understood(place: str) -> None:
    """They tell no question: a repeat is acknowledged unless it could be a new move."""
    known: dict[str, Any] = {place: {"1:m1": 7}}
    game = LiveGame(NOW, **known)
    assert game.version_after(client_key(1, "m1", ASKED + 1, MOVE)) == 7
    with pytest.raises(Problem, match="had this id"):
        game.version_after(client_key(1, "m1", ASKED, MOVE))


def test_of_questions_that_are_over_the_last_moves_of_a_seat_are_known() -> None:
    """Who changes their mind often does not fill the memory; what was forgotten can't be made again either."""
    keys = [client_key(1, f"m{number}", ASKED, MOVE) for number in range(100)]
    game = LiveGame(NOW)
    for number, key in enumerate(keys):
        game.note(key, ASKED + number + 1)
    assert all(game.version_after(key) for key in keys), "all of them while the question is open"
    game.now = replace(NOW, question=ASKED + 200, version=ASKED + 201)
    game.note(client_key(2, "m1", ASKED, MOVE), ASKED + 201)
    loaded = LiveGame(game.now, {key: ASKED + number + 1 for number, key in enumerate(keys)})
    for each in (game, loaded):
        known = [key for key in keys if each.version_after(key) is not None]
        assert known == keys[-REMEMBERED_MOVES:]
    assert (len(game.moves), game.made) == (REMEMBERED_MOVES + 1, 101)
    assert game.version_after(client_key(1, "m5", game.now.question, OTHER)) is None, "its id is free again"


def test_an_id_that_was_used_again_stays_known() -> None:
    """The move that had it before was forgotten, also when the game is loaded."""
    old = [client_key(1, f"m{number}", ASKED, MOVE) for number in range(20)]
    later = replace(NOW, question=ASKED + 50)
    again = client_key(1, "m0", later.question, MOVE)
    game = LiveGame(later, {**{key: ASKED + number for number, key in enumerate(old)}, again: later.question + 1})
    assert game.version_after(again) == later.question + 1
    with pytest.raises(Problem, match="another move had this id"):
        game.version_after(client_key(1, "m0", later.question, OTHER))
