"""Coins: for shapes, mountains and the Dragon (RULES 4.5, 5.3)."""

import pytest

from helpers.maps import BLANK, full_but, sheet_of, spaces
from helpers.moves import destroy, draw, place_hero
from helpers.tables import Table
from quillmap.rules.events import Destroyed, Drawn, HeroPlaced, Spread
from quillmap.rules.sheet import Sheet

MOUNTAIN = """
    ...........
    ...........
    ...........
    ...........
    .....A.....
    ....A^A....
    ...........
    ...........
    ...........
    ...........
    ...........
"""
"""G6 is the last empty neighbour of the mountain at F6."""


def test_a_coin_shape_pays() -> None:
    """The shape that shows a coin gives one (RULES 4.5)."""
    table = Table("great-river", BLANK)
    table.play(draw("A1 A2 A3", "water"))
    assert (table.only(Drawn).coins, table.seat().coins) == (1, 1)


def test_the_other_shape_pays_nothing() -> None:
    """The larger shape of the card shows no coin (RULES 4.5)."""
    table = Table("great-river", BLANK)
    table.play(draw("A3 B2 B3 C1 C2", "water"))
    assert table.only(Drawn).coins == 0


def test_covering_ruins_pays_nothing() -> None:
    """PITFALLS: there is no coin for ruins (RULES 4.5)."""
    table = Table("temple-ruins fishing-village", full_but("A1 A2 A3 A4", ruins="A1"))
    table.play(draw("A1 A2 A3 A4", "water"))
    assert table.only(Drawn).coins == 0


def test_the_fallback_pays_nothing() -> None:
    """PITFALLS: no coin for the single space, though the card's shape shows one (RULES 4.3)."""
    table = Table("great-river", full_but("A1"))
    table.play(draw("A1", "water"))
    assert table.only(Drawn).coins == 0


def test_the_last_neighbour_of_a_mountain_pays() -> None:
    """One coin, at once (RULES 4.5)."""
    table = Table("fishing-village", MOUNTAIN)
    table.play(draw("G5 G6 G7 G8", "water"))
    assert table.seat().coins == 1


def test_shape_and_mountain_pay_together() -> None:
    """A coin each (RULES 4.5)."""
    table = Table("great-river", MOUNTAIN)
    table.play(draw("G5 G6 G7", "water"))
    assert table.only(Drawn).coins == 2


def test_a_mountain_closed_by_the_fallback_pays() -> None:
    """The single space gives no coin of its own, but the mountain does (RULES 4.3, 4.5)."""
    table = Table("fishing-village", full_but("G6", mountain="F6"))
    table.play(draw("G6", "water"))
    assert table.seat().coins == 1


def test_a_mountain_pays_only_once() -> None:
    """PITFALLS: what is drawn later brings nothing for it (RULES 4.5)."""
    table = Table("fishing-village orchard", MOUNTAIN)
    table.play(draw("G5 G6 G7 G8", "water"), draw("H5 H6 H7 I7", "farm"))
    assert [drawn.coins for drawn in table.all(Drawn)] == [1, 0]


def test_a_mountain_amid_wasteland_pays_nothing() -> None:
    """Its neighbours were filled from the start: nothing fills the last of them (RULES 4.5)."""
    sheet = Sheet(mountain=spaces("F6"), wasteland=spaces("E6 F5 F7 G6"))
    table = Table("fishing-village", sheet)
    table.play(draw("D5 D6 D7 D8", "water"))
    assert (table.only(Drawn).coins, table.seat().coins) == (0, 0)


def test_an_ambush_closes_a_mountain_for_the_owner() -> None:
    """PITFALLS: the map's owner gets the coin, whoever filled the last neighbour (RULES 4.5)."""
    table = Table("goblin-attack", BLANK, MOUNTAIN)
    table.play(draw("G6 H7 I8", "monster", seat=0), draw("A1 B2 C3", "monster", seat=1))
    assert [seat.coins for seat in table.state.seats] == [0, 1]


def test_a_solo_ambush_closes_a_mountain() -> None:
    """PITFALLS: an ambush that finds its own place pays as well (RULES 4.5, 8.2)."""
    sheet = Sheet(mountain=spaces("A2"), farm=spaces("A3 B2"))
    table = Table("zombie-plague", sheet, ambushes="heroes")
    assert table.only(Drawn).coins == 1


def test_a_hero_closes_a_mountain() -> None:
    """Drawing a hero may fill the last neighbour (RULES 4.5, 6.1)."""
    table = Table("dal-of-jolev", MOUNTAIN, heroes="drawn")
    table.play(place_hero("G6", "F5 F7 H5 H7"))
    assert (table.only(HeroPlaced).coins, table.seat().coins) == (1, 1)


def test_the_gorgon_closes_a_mountain() -> None:
    """An empty space that is destroyed is filled (RULES 1.3, 4.5)."""
    table = Table("gorgon-gaze", sheet_of(MOUNTAIN), BLANK, ambushes="heroes")
    table.play(draw("A1 A3 B2", "monster", seat=0), draw("H6 G7 I7", "monster", seat=1))
    table.play(destroy("A2", seat=0), destroy("G6", seat=1))
    assert [(event.sheet, event.coins) for event in table.all(Destroyed)] == [(1, 0), (0, 1)]
    assert table.seat(0).coins == 1


def test_the_troll_closes_a_mountain() -> None:
    """Coins are checked after lasting effects too (RULES 7.4)."""
    sheet = sheet_of(MOUNTAIN, monster="H6", troll="H6")
    table = Table("", sheet, time=8, gone="giant-troll-ravage")
    table.play(destroy("G6"))
    assert (table.only(Destroyed).coins, table.seat().coins) == (1, 1)


def test_zombies_close_a_mountain() -> None:
    """Coins are checked after the wave (RULES 7.4)."""
    sheet = sheet_of(MOUNTAIN, monster="H6", zombie="H6")
    table = Table("", sheet, time=8, gone="zombie-plague")
    assert (table.only(Spread).coins, table.seat().coins) == (1, 1)


@pytest.mark.parametrize(("held", "gained"), [(12, 2), (13, 1), (14, 0)])
def test_the_track_has_fourteen_slots(held: int, gained: int) -> None:
    """PITFALLS: what does not fit is lost (RULES 4.5)."""
    table = Table("great-river", MOUNTAIN, coins=held)
    table.play(draw("G5 G6 G7", "water"))
    assert (table.only(Drawn).coins, table.seat().coins) == (gained, 14)


# -- the Dragon (5.3) ---------------------------------------------------------------------------------


def test_the_dragon_pays_three_coins_when_hemmed_in() -> None:
    """As soon as its last empty neighbour is filled, the owner gains three coins (RULES 5.3)."""
    sheet = full_but("F8 A1 A2 A3", dragon="F6 F7", monster="F6 F7")
    table = Table("great-river rift-lands", sheet)
    table.play(draw("A1 A2 A3", "water"), draw("F8", "water"))
    assert [drawn.coins for drawn in table.all(Drawn)] == [1, 3]


def test_the_dragon_pays_once() -> None:
    """Later drawings bring nothing more (RULES 5.3)."""
    sheet = full_but("F8 A1", dragon="F6 F7", monster="F6 F7")
    table = Table("rift-lands kethras-gates", sheet)
    table.play(draw("F8", "water"), draw("A1", "water"))
    assert table.seat().coins == 3


def test_a_dragon_drawn_into_a_tight_place_pays_at_once() -> None:
    """It may be tamed by the very drawing that puts it there (RULES 5.3)."""
    table = Table("dragon-inferno", full_but("F7 G5 G6 G7 H5"), ambushes="heroes")
    assert table.only(Drawn).coins == 3


def test_a_dragon_destroyed_whole_pays() -> None:
    """A destroyed space counts as tamed (RULES 5.3, 6.2)."""
    table = Table("dragon-inferno", sheet_of(BLANK, path="I3 J1 J2 J3 K1"), ambushes="heroes")
    assert table.only(Drawn).coins == 3


def test_a_hero_tames_a_dragon() -> None:
    """A monster destroyed by the hero counts at once (RULES 5.3, 6.2)."""
    sheet = full_but("F5 F7", dragon="F6", monster="F6")
    table = Table("freyla-the-true", sheet, heroes="drawn")
    table.play(place_hero("F5", "F6 F7 F8"))
    assert table.only(HeroPlaced).coins == 3


def test_the_single_space_of_an_ambush_is_no_dragon() -> None:
    """Without a letter there is nothing to tame (RULES 5.2)."""
    table = Table("dragon-inferno", full_but("A1"), full_but("A1"), ambushes="heroes")
    table.play(draw("A1", "monster", seat=0), draw("A1", "monster", seat=1))
    assert [seat.coins for seat in table.state.seats] == [0, 0]
