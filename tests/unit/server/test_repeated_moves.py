"""Which moves are repeats: the same message from the same seat, and nothing else."""

import pytest

from quillmap.rules.setup import Setup
from quillmap.server.games.live_game import LiveGame, client_key, first_moment, server_key
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
    game = LiveGame(NOW, **{place: {"1:m1": 7}})
    assert game.version_after(client_key(1, "m1", ASKED + 1, MOVE)) == 7
    with pytest.raises(Problem, match="had this id"):
        game.version_after(client_key(1, "m1", ASKED, MOVE))
