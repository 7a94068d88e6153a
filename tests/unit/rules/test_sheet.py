"""Sheets: what is filled, what pays, what is destroyed."""

import pytest

from helpers.maps import full_but, picture, sheet_of, spaces, terrain_at, text_of
from quillmap.rules.sheet import (
    Sheet,
    closed_mountains,
    coins_between,
    destroy,
    empty,
    filled,
    gorgon_targets,
    haunted,
    is_dragon_tamed,
    strike,
    troll_targets,
    with_hero,
    with_letter,
    with_terrain,
    with_zombies,
    zombie_wave,
)
from quillmap.rules.terrain import Terrain

ONE_OF_EACH = """
    FVAWMHB^#X.
    fvawmhbx:..
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
"""


def test_everything_but_ruins_marks_is_filled() -> None:
    """Terrain, wasteland and destroyed spaces are filled; an empty ruins space is not (RULES 1.1 to 1.3)."""
    row_a = spaces("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10")
    row_b = spaces("B1 B2 B3 B4 B5 B6 B7 B8")
    assert filled(sheet_of(ONE_OF_EACH)) == row_a | row_b


def test_empty_is_what_is_not_filled() -> None:
    """An empty ruins space can be drawn on (RULES 1.2)."""
    sheet = sheet_of(ONE_OF_EACH)
    assert empty(sheet) & spaces("A10 A11 B8 B9 C1") == spaces("A11 B9 C1")


def test_an_empty_space_beside_two_monsters_is_haunted_once() -> None:
    """PITFALLS: B2 lies beside two monsters and costs one star (RULES 7.2)."""
    sheet = sheet_of("""
        FM.........
        M.F........
        FF.........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
    """)
    assert haunted(sheet) == spaces("A3 B2")


def test_destroyed_monsters_haunt_nothing() -> None:
    """PITFALLS: no star is lost to a destroyed monster (RULES 7.2)."""
    monster = Sheet(monster=spaces("F6"))
    assert haunted(destroy(monster, spaces("F6"))) == 0


@pytest.mark.parametrize("last", ["forest", "monster", "hero", "destroyed", "wasteland"])
def test_a_mountain_pays_whatever_fills_its_last_neighbour(last: str) -> None:
    """PITFALLS: a coin when all four neighbours are filled, by a monster too (RULES 4.5)."""
    before = Sheet(mountain=spaces("F6"), farm=spaces("E6 F5 F7"))
    assert coins_between(before, before._replace(**{last: spaces("G6")})) == 1


def test_a_mountain_with_an_empty_neighbour_pays_nothing() -> None:
    """Three neighbours are not enough; the corners don't matter (RULES 4.5)."""
    before = Sheet(mountain=spaces("F6"), farm=spaces("E6 F5"))
    assert coins_between(before, with_terrain(before, spaces("E5 E7 G5 G7 F7"), Terrain.FARM)) == 0


def test_a_mountain_at_the_edge_needs_only_its_neighbours() -> None:
    """There is nothing to fill beyond the edge (RULES 4.5)."""
    before = Sheet(mountain=spaces("A1"), farm=spaces("A2"))
    assert coins_between(before, with_terrain(before, spaces("B1"), Terrain.FARM)) == 1


def test_a_mountain_pays_in_the_step_that_surrounds_it() -> None:
    """PITFALLS: one coin when the last neighbour is filled, none afterwards (RULES 4.5)."""
    before = Sheet(mountain=spaces("F6"), farm=spaces("E6 F5 F7"))
    closed = with_terrain(before, spaces("G6"), Terrain.MONSTER)
    later = with_terrain(closed, spaces("H6"), Terrain.FARM)
    assert (coins_between(before, closed), coins_between(closed, later)) == (1, 0)


def test_one_step_may_surround_two_mountains() -> None:
    """Each mountain pays its own coin (RULES 4.5)."""
    before = Sheet(mountain=spaces("F5 F7"), farm=spaces("E5 G5 F4 E7 G7 F8"))
    assert coins_between(before, with_terrain(before, spaces("F6"), Terrain.WATER)) == 2


def test_closed_mountains_have_no_empty_neighbour() -> None:
    """What is filled counts, whatever it is, and so does the edge (RULES 4.5)."""
    sheet = sheet_of("^F........." + "\nM.........^" + "\n..........." * 9)
    assert closed_mountains(sheet) == spaces("A1")


def test_without_a_dragon_nothing_is_tamed() -> None:
    """A map without a Dragon never pays for one (RULES 5.3)."""
    assert not is_dragon_tamed(full_but(""))


@pytest.mark.parametrize(
    ("free", "destroyed", "tamed"),
    [
        ("F7", "", False),
        ("", "", True),
        ("F7", "F6", True),
        ("F4", "F6", False),
        ("F4 F7", "F5 F6", True),
    ],
)
def test_dragon_is_tamed(free: str, destroyed: str, tamed: bool) -> None:
    """Each of its spaces is destroyed or has no empty neighbour (RULES 5.3)."""
    sheet = full_but(free, monster="F5 F6", dragon="F5 F6")
    assert is_dragon_tamed(destroy(sheet, spaces(destroyed))) is tamed


def test_the_dragon_pays_three_coins_once() -> None:
    """Three coins in the step that tames it, none afterwards (RULES 5.3)."""
    before = full_but("F7 A1", monster="F6", dragon="F6")
    tamed = with_terrain(before, spaces("F7"), Terrain.FARM)
    later = destroy(tamed, spaces("F6"))
    assert (coins_between(before, tamed), coins_between(tamed, later)) == (3, 0)


def test_with_terrain_adds_to_what_is_there() -> None:
    """Drawing twice on one space is how a space comes to have two terrains (RULES 1.4)."""
    once = with_terrain(Sheet(farm=spaces("A1")), spaces("A2"), Terrain.FARM)
    both = with_terrain(once, spaces("A2"), Terrain.VILLAGE)
    assert (terrain_at(both, "A1"), terrain_at(both, "A2")) == ({"farm"}, {"farm", "village"})


def test_with_letter_remembers() -> None:
    """A letter marks spaces and draws nothing by itself (RULES 5.3)."""
    sheet = with_letter(Sheet(troll=spaces("A1")), spaces("A2"), "troll")
    assert sheet == Sheet(troll=spaces("A1 A2"))


def test_with_hero_adds_hero_and_path() -> None:
    """A path is a mark and fills nothing (RULES 6.2)."""
    sheet = with_hero(Sheet(path=spaces("C1")), spaces("A1"), spaces("A2 A3"))
    assert sheet == Sheet(hero=spaces("A1"), path=spaces("A2 A3 C1"))
    assert filled(sheet) == spaces("A1")


def test_with_zombies_are_monsters_with_the_letter() -> None:
    """New zombies are monsters and spread on (RULES 7.4)."""
    assert with_zombies(Sheet(), spaces("A1")) == Sheet(monster=spaces("A1"), zombie=spaces("A1"))


def test_destroy_takes_the_terrain_and_leaves_the_marks() -> None:
    """Destroyed spaces are filled, have no terrain, and keep ruins mark and path (RULES 1.3, 6.2)."""
    sheet = sheet_of(ONE_OF_EACH, path="A6")
    gone = destroy(sheet, spaces("A1 A2 A3 A4 A5 A6 A7 A11 B1 B9"))
    assert text_of(gone).split("\n")[:2] == ["XXXXXXX^#XX", "xvawmhbxx.."]
    assert gone.path == spaces("A6")


@pytest.mark.parametrize("field", ["mountain", "wasteland", "ruins", "path", "gorgon", "dragon", "zombie", "troll"])
def test_destroy_leaves_what_is_no_drawn_terrain(field: str) -> None:
    """Letters, paths, ruins and what is printed are remembered as they were (RULES 1.3, 5.3, 6.2)."""
    sheet = Sheet(monster=spaces("A1 A2"))._replace(**{field: spaces("A1 C3")})
    assert destroy(sheet, spaces("A1")) == sheet._replace(monster=spaces("A2"), destroyed=spaces("A1"))


def test_strike_finds_monsters_on_paths() -> None:
    """Only monsters are struck, not other terrain on a path (RULES 6.2)."""
    assert strike(Sheet(monster=spaces("A1 A2"), farm=spaces("A3"), path=spaces("A2 A3 A4"))) == spaces("A2")


def test_gorgon_targets() -> None:
    """Empty or filled, but not mountain, wasteland or destroyed, beside an undestroyed Gorgon (RULES 5.3)."""
    sheet = sheet_of(
        """
        .^.........
        #M.........
        .X.........
        ...........
        ......F....
        .....HM....
        ......M....
        ...........
        .X.........
        ...........
        ...........
        """,
        gorgon="B2 F7 I2",
    )
    assert gorgon_targets(sheet) == spaces("B3 E7 F6 F8 G7")


def test_troll_targets() -> None:
    """Empty spaces beside an undestroyed Troll space (RULES 7.4)."""
    sheet = Sheet(monster=spaces("A1 A2"), destroyed=spaces("F6"), farm=spaces("B1"), troll=spaces("A1 A2 F6"))
    assert troll_targets(sheet) == spaces("A3 B2")


def test_zombie_wave_is_one_step_wide() -> None:
    """PITFALLS: the wave reaches empty neighbours and does not flood on; other monsters don't spread (RULES 7.4)."""
    sheet = Sheet(monster=spaces("F6 A1"), farm=spaces("F5"), destroyed=spaces("K11"), zombie=spaces("F6 K11"))
    assert zombie_wave(sheet) == spaces("E6 F7 G6")


def test_picture_of_a_sheet() -> None:
    """A sheet shows what was put on it."""
    assert text_of(sheet_of(ONE_OF_EACH)) == picture(ONE_OF_EACH)


def test_a_sheet_shows_itself() -> None:
    """It prints as its text map, and in notebooks as a picture."""
    sheet = sheet_of(ONE_OF_EACH)
    assert str(sheet) == text_of(sheet).strip()
    assert sheet.to_svg().startswith("<svg")
    assert sheet._repr_svg_() == sheet.to_svg()


def test_a_sheet_among_other_values_is_one_line() -> None:
    """In lists and error messages it names what is on the map, by terrain."""
    shown = repr(Sheet(forest=spaces("A1 B1"), mountain=spaces("C3")))
    assert shown.startswith("<Sheet: ")
    assert "\n" not in shown
    assert "forest" in shown
    assert "mountain" in shown
