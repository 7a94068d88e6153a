"""Heroes and their attack paths (RULES 6)."""

from helpers.maps import BLANK, full_but, picture, sheet_of, spaces, text_of
from helpers.moves import destroy, draw, place_hero
from helpers.tables import Table
from quillmap.rules.events import Ask, Asked, HeroPlaced, Passed, RoundEnded
from quillmap.rules.ids import Seat
from quillmap.rules.sheet import filled

MONSTERS = """
    ...........
    ...........
    ...........
    ...........
    ...........
    ......MM...
    ..........M
    ...........
    ...........
    ...........
    ...........
"""


def test_everybody_draws_a_hero_on_their_own_map() -> None:
    """One space each (RULES 6.1)."""
    table = Table("dal-of-jolev", BLANK, BLANK, heroes="drawn")
    table.play(place_hero("A1", "B2", seat=1), place_hero("K11", "J10", seat=0))
    assert [sheet.hero for sheet in (table.sheet(0), table.sheet(1))] == [spaces("K11"), spaces("A1")]


def test_monsters_on_the_path_are_destroyed() -> None:
    """Those there now, at once (RULES 6.2)."""
    table = Table("freyla-the-true", MONSTERS, heroes="drawn")
    table.play(place_hero("F6", "F7 F8 F9"))
    assert text_of(table.sheet()) == picture("""
        ...........
        ...........
        ...........
        ...........
        ...........
        .....HXX...
        ..........M
        ...........
        ...........
        ...........
        ...........
    """)


def test_the_event_says_what_was_destroyed() -> None:
    """Path and struck monsters are told (RULES 6.2)."""
    table = Table("freyla-the-true", MONSTERS, heroes="drawn")
    table.play(place_hero("F6", "F7 F8 F9"))
    assert table.only(HeroPlaced) == HeroPlaced(Seat(0), spaces("F6"), spaces("F7 F8 F9"), spaces("F7 F8"), 0)


def test_a_path_is_marked_and_fills_nothing() -> None:
    """A path mark is not a filled space (RULES 6.2)."""
    table = Table("freyla-the-true", BLANK, heroes="drawn")
    table.play(place_hero("F6", "F7 F8 F9"))
    assert (table.sheet().path, filled(table.sheet())) == (spaces("F7 F8 F9"), spaces("F6"))


def test_paths_of_several_heroes_add_up() -> None:
    """An earlier path stays (RULES 6.2)."""
    table = Table("freyla-the-true dal-of-jolev", BLANK, heroes="drawn")
    table.play(place_hero("F6", "F7 F8 F9"), place_hero("A1", "B2"))
    assert table.sheet().path == spaces("B2 F7 F8 F9")


def test_a_destroyed_hero_keeps_its_path() -> None:
    """PITFALLS: the Gorgon destroys the hero, and a monster on the path still falls (RULES 6.2)."""
    hero_at_j10 = sheet_of(BLANK, hero="J10", path="I10")
    table = Table("gorgon-gaze rift-lands", hero_at_j10, ambushes="heroes")
    table.play(destroy("J10"), draw("I10", "monster"))
    assert table.sheet().hero == 0
    assert table.sheet().destroyed == spaces("J10 I10")


def test_a_full_map_has_no_hero() -> None:
    """No empty space: nothing (RULES 6.3)."""
    table = Table("dal-of-jolev", full_but(""), BLANK, heroes="drawn")
    table.play(place_hero("A1", "B2", seat=1))
    assert (table.only(Asked), table.only(Passed)) == (Asked(Ask.HERO, (Seat(1),)), Passed(Seat(0), Seat(0)))


def test_nobody_is_asked_when_all_maps_are_full() -> None:
    """The round ends by itself (RULES 6.3)."""
    table = Table("dal-of-jolev", full_but(""), heroes="drawn")
    assert (table.all(Asked), len(table.all(RoundEnded))) == ([], 1)


def test_a_hero_takes_no_time() -> None:
    """The check after a hero finds the same sum (RULES 7.1)."""
    table = Table("dal-of-jolev", BLANK, time=5, heroes="drawn")
    table.play(place_hero("A1", "B2"))
    assert table.only(RoundEnded).time == 5


def test_a_hero_card_is_out_of_the_game() -> None:
    """A revealed hero does not come back (RULES 6.3)."""
    assert Table("dal-of-jolev", BLANK, heroes="drawn").state.gone == ("dal-of-jolev",)
