"""What is behind an event: who paid its coins, and what attack paths destroyed (RULES 4.5, 5.3, 6.2)."""

import pytest

from helpers.maps import BLANK, full_but, sheet_of, spaces
from helpers.moves import destroy, draw, place_hero
from helpers.tables import Table
from quillmap.rules.causes import NO_COINS, CoinSources, before_strike, coin_sources
from quillmap.rules.events import Destroyed, Drawn, Event, HeroPlaced, RoundEnded, Spread
from quillmap.rules.evolve import evolve
from quillmap.rules.moves import Move
from quillmap.rules.sheet import Sheet
from quillmap.rules.state import State

TWO_MOUNTAINS = Sheet(mountain=spaces("F5 F7"), farm=spaces("E5 G5 F4 E7 G7 F8"))
"""F6 is the last empty neighbour of both."""


def seen(table: Table, kind: type[Event], *moves: Move) -> tuple[State, Event, State]:
    """Return the state before the first event of a *kind* that *moves* lead to, the event, and the state after it."""
    state = table.state
    for event in table.play(*moves):
        after = evolve(state, event)
        if isinstance(event, kind):
            return state, event, after
        state = after
    raise AssertionError(f"there is no {kind.__name__}")


def test_a_coin_shape_beside_two_mountains_is_no_dragon() -> None:
    """Three coins at once on a map with a Dragon that is not hemmed in come from elsewhere."""
    sheet = TWO_MOUNTAINS._replace(monster=spaces("A1"), dragon=spaces("A1"))
    steps = seen(Table("great-river", sheet, box="mixed"), Drawn, draw("E6 F6 G6", "water"))
    assert coin_sources(*steps) == CoinSources(dragon=0, mountains=2, shape=1)


@pytest.mark.parametrize(("coins", "paid"), [(0, 3), (11, 3), (12, 2), (13, 1)])
def test_a_hemmed_in_dragon_is_named_however_full_the_track_is(coins: int, paid: int) -> None:
    """Where there is no room for all three coins, those that fit are the Dragon's."""
    sheet = full_but("F7 F8 F9 A1", monster="F6", dragon="F6")
    table = Table("great-river", sheet, box="mixed", coins=coins)
    assert coin_sources(*seen(table, Drawn, draw("F7 F8 F9", "water"))).dragon == paid


def test_the_dragon_comes_before_mountains_and_shape() -> None:
    """Of six coins the track takes four."""
    sheet = full_but("E6 F6 G6", monster="E5", dragon="E5", mountain="F5 F7")
    steps = seen(Table("great-river", sheet, box="mixed", coins=10), Drawn, draw("E6 F6 G6", "water"))
    assert coin_sources(*steps) == CoinSources(dragon=3, mountains=1, shape=0)


def test_a_drawing_without_coins_has_no_source() -> None:
    """Nobody paid."""
    assert coin_sources(*seen(Table("fishing-village", BLANK), Drawn, draw("A1 A2 A3 A4", "water"))) == NO_COINS


def test_other_events_have_no_source() -> None:
    """Only what fills spaces pays."""
    assert coin_sources(*seen(Table("great-river", BLANK), RoundEnded, draw("A1 A2 A3", "water"))) == NO_COINS


def test_a_hero_beside_a_mountain() -> None:
    """Whatever fills the last neighbour, the mountain pays."""
    table = Table("freyla-the-true", TWO_MOUNTAINS, box="heroes")
    steps = seen(table, HeroPlaced, place_hero("F6", "F7 F8 F9"))
    assert coin_sources(*steps) == CoinSources(mountains=2)
    assert before_strike(*steps[:2]) is None


def test_a_space_that_is_destroyed_hems_the_dragon_in() -> None:
    """The Troll destroys the last empty space beside the Dragon."""
    sheet = full_but("F7 A1", monster="F6 A2", dragon="F6", troll="F6 A2")
    table = Table("fishing-village", sheet, box="heroes", time=6, gone="giant-troll-ravage")
    table.play(draw("A1", "water"))
    assert coin_sources(*seen(table, Destroyed, destroy("F7"))) == CoinSources(dragon=3)


def test_zombies_fill_too() -> None:
    """A wave that closes a mountain in pays its coin."""
    sheet = TWO_MOUNTAINS._replace(monster=spaces("E6"), zombie=spaces("E6"))
    table = Table("fishing-village", sheet, box="heroes", time=6, gone="zombie-plague")
    assert coin_sources(*seen(table, Spread, draw("K1 K2 K3 K4", "water"))) == CoinSources(mountains=2)


def test_monsters_stand_before_an_attack_path_strikes() -> None:
    """They are there, and then destroyed in the same step."""
    sheet = Sheet(hero=spaces("A1"), path=spaces("A2 A3"), monster=spaces("B2"), zombie=spaces("B2"))
    table = Table("fishing-village", sheet, box="heroes", time=6, gone="zombie-plague")
    before, event, after = seen(table, Spread, draw("K1 K2 K3 K4", "water"))
    drawn = before_strike(before, event)
    assert drawn is not None
    assert (drawn.monster, drawn.destroyed) == (spaces("A2 B1 B2 B3 C2"), 0)
    assert after.seats[0].sheet.destroyed == spaces("A2")


def test_nothing_was_struck() -> None:
    """Without an attack path there is one picture."""
    before, event, _ = seen(Table("great-river", sheet_of(BLANK)), Drawn, draw("A1 A2 A3", "water"))
    assert before_strike(before, event) is None
