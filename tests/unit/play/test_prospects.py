"""What an answer would bring."""

from helpers.moves import draw
from helpers.tables import Table
from quillmap.play.game import Game
from quillmap.play.prospects import counts_left, prospect, worth
from quillmap.rules.events import Ask, Destroyed, Drawn, HeroPlaced
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Declare
from quillmap.rules.setup import Setup

RIVER = "7"


def test_promised_points_are_the_points() -> None:
    """What the list says of a move is what the map is worth when the move has been made."""
    game = Game(Setup.of_box("mixed", seed=RIVER))
    for _ in range(8):
        state = game.state
        before = worth(state, state.seats[0])
        best = max(
            (prospect(state, answer, before) for answer in game.options(Seat(0))), key=lambda found: found.season
        )
        assert game.state is state
        for event in game.play(best.answer):
            state = evolve(state, event)
            if isinstance(event, Drawn | HeroPlaced | Destroyed):
                break
        after = worth(state, state.seats[0])
        assert state.seats[0] == best.after
        assert tuple(new - old for new, old in zip(after.points, before.points, strict=True)) == best.points
        assert (after.coins - before.coins, before.monsters - after.monsters) == (best.coins, best.monsters)


def test_what_is_worth_nothing_is_no_award() -> None:
    """A map without a drawing has no awards, and what it is worth is nothing."""
    table = Table("great-river")
    now = worth(table.state, table.state.seats[0])
    assert (now.points, now.coins, now.monsters) == ((0, 0, 0, 0), 0, 0)
    assert sum(map(len, now.edicts)) == 0


def test_the_changed_spaces_are_those_drawn() -> None:
    """The map after the answer differs from the one before in what was drawn."""
    table = Table("great-river")
    answer = draw("A1 A2 A3", "water")
    found = prospect(table.state, answer)
    assert (found.changed, found.coins) == (answer.spaces, 1)


def test_acrobatics_costs_two_coins() -> None:
    """Declaring it draws nothing yet and is paid at once; declining changes nothing."""
    game = Game(Setup.of_box("base", skills=("acrobatics", "lore", "search"), seed="acrobatics"))
    while game.state.ask is not Ask.DECLARE:
        best = max(game.options(Seat(0)).drawings, key=lambda move: prospect(game.state, move).coins)
        game.play(best)
    found = prospect(game.state, Declare(Seat(0), use=True))
    assert (found.coins, found.changed) == (-2, 0)
    found = prospect(game.state, Declare(Seat(0), use=False))
    assert found.before is found.after


def test_coins_and_monsters_are_counted_at_the_end_of_every_season() -> None:
    """In spring four counts are left, after each season one fewer, and none when the year is over."""
    game = Game(Setup.of_box("base", seed=RIVER))
    seen = []
    while not game.state.is_over:
        state = game.state
        seen.append((len(state.seats[0].scores), counts_left(state)))
        game.play(next(iter(game.options(Seat(0)))))
    assert set(seen) == {(0, 4), (1, 3), (2, 2), (3, 1)}
    assert counts_left(game.state) == 0
