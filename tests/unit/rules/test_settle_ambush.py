"""Ambushes: who draws on whose map, what they leave, the Gorgon (RULES 5, 8.2, 9.3)."""

import pytest

from helpers.maps import BLANK, full_but, picture, sheet_of, spaces, text_of
from helpers.moves import declare, destroy, draw
from helpers.tables import Table, table_with_skill
from quillmap.rules.events import Ask, Asked, Declared, Destroyed, Drawn, Passed, RoundEnded
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.shapes import ShapeName
from quillmap.rules.state import map_holders

THREE = (BLANK, BLANK, BLANK)


def asks(table: Table) -> list[Ask]:
    """Return what was asked for, in order."""
    return [asked.ask for asked in table.all(Asked)]


# -- directions (5.1) ---------------------------------------------------------------------------------


def test_clockwise_the_next_seat_draws_on_my_map() -> None:
    """PITFALLS: my map goes to the left-hand neighbour, who draws on it (RULES 5.1)."""
    table = Table("kobold-onslaught", *THREE)
    table.play(*(draw("A1 B1 B2 C1", "monster", seat=seat) for seat in (0, 1, 2)))
    assert [(drawn.seat, drawn.sheet) for drawn in table.all(Drawn)] == [(0, 2), (1, 0), (2, 1)]


def test_counterclockwise_the_seat_before_draws_on_my_map() -> None:
    """PITFALLS: the other arrow, the other neighbour (RULES 5.1)."""
    table = Table("goblin-attack", *THREE)
    table.play(*(draw("A1 B2 C3", "monster", seat=seat) for seat in (0, 1, 2)))
    assert [(drawn.seat, drawn.sheet) for drawn in table.all(Drawn)] == [(0, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize(
    ("cards", "maps", "holders"),
    [
        ("kobold-onslaught", 3, (1, 2, 0)),
        ("goblin-attack", 3, (2, 0, 1)),
        ("goblin-attack", 2, (1, 0)),
        ("great-river", 3, ()),
    ],
)
def test_maps_are_in_the_hands_of_neighbours(cards: str, maps: int, holders: tuple[int, ...]) -> None:
    """While an ambush is drawn, and no longer (RULES 5.1)."""
    table = Table(cards, *THREE[:maps])
    assert map_holders(table.state) == holders
    shape = {"kobold-onslaught": "A1 B1 B2 C1", "goblin-attack": "A1 B2 C3", "great-river": "A1 A2 A3"}[cards]
    terrain = "water" if cards == "great-river" else "monster"
    table.play(*(draw(shape, terrain, seat=seat) for seat in range(maps)))
    assert map_holders(table.state) == ()


def test_without_neighbours_everybody_keeps_their_map() -> None:
    """An automatic ambush hands no map on, also where the player draws it (RULES 8.2)."""
    table = Table("goblin-attack", *THREE, rulebook="de", ambush_by="automatic")
    assert asks(table) == [Ask.AMBUSH]
    assert map_holders(table.state) == ()


def test_the_drawing_lands_on_the_neighbours_map() -> None:
    """What the first seat draws is on the second one's map (RULES 5.1)."""
    table = Table("goblin-attack", *THREE)
    table.play(draw("A1 B2 C3", "monster", seat=0), draw("A3 B2 C1", "monster", seat=1))
    table.play(draw("I1 J2 K3", "monster", seat=2))
    assert [table.sheet(seat).monster for seat in (1, 2, 0)] == [
        spaces("A1 B2 C3"),
        spaces("A3 B2 C1"),
        spaces("I1 J2 K3"),
    ]


def test_legality_is_that_of_the_map_drawn_on() -> None:
    """A space that is filled on the neighbour's map can't be drawn on, though one's own is empty (RULES 5.1)."""
    table = Table("goblin-attack", BLANK, "F..........\n" + "...........\n" * 10)
    assert table.refusal(draw("A1 B2 C3", "monster", seat=0)) == "space-filled"


def test_with_two_seats_each_draws_on_the_other() -> None:
    """Both arrows lead to the other map (RULES 5.1)."""
    table = Table("kobold-onslaught", BLANK, BLANK)
    table.play(*(draw("A1 B1 B2 C1", "monster", seat=seat) for seat in (0, 1)))
    assert [(drawn.seat, drawn.sheet) for drawn in table.all(Drawn)] == [(0, 1), (1, 0)]


def test_the_next_card_is_drawn_on_ones_own_map_again() -> None:
    """Maps go back to their owners (RULES 5.2)."""
    table = Table("goblin-attack great-river", BLANK, BLANK)
    table.play(*(draw("A1 B2 C3", "monster", seat=seat) for seat in (0, 1)))
    table.play(draw("E1 E2 E3", "water", seat=0), draw("F1 F2 F3", "water", seat=1))
    assert [table.sheet(seat).water for seat in (0, 1)] == [spaces("E1 E2 E3"), spaces("F1 F2 F3")]


# -- no room (5.2) ------------------------------------------------------------------------------------


def test_nothing_is_drawn_on_a_full_map() -> None:
    """Whoever receives it is not asked (RULES 5.2)."""
    table = Table("goblin-attack", BLANK, full_but(""))
    table.play(draw("A1 B2 C3", "monster", seat=1))
    assert (table.only(Asked).seats, table.only(Passed)) == ((1,), Passed(Seat(0), Seat(1)))


def test_nobody_draws_when_all_maps_are_full() -> None:
    """The round ends by itself (RULES 5.2)."""
    table = Table("goblin-attack", full_but(""), full_but(""))
    assert (table.all(Asked), len(table.all(Passed)), len(table.all(RoundEnded))) == ([], 2, 1)


def test_the_single_monster_has_no_letter() -> None:
    """A Troll without room leaves a monster like any other (RULES 5.2)."""
    table = Table("giant-troll-ravage", full_but("A1"), full_but("A1"), ambushes="heroes")
    table.play(*(draw("A1", "monster", seat=seat) for seat in (0, 1)))
    assert (table.sheet().monster, table.sheet().troll) == (spaces("A1"), 0)


def test_the_single_gorgon_destroys_nothing() -> None:
    """Without a letter there is no effect (RULES 5.2)."""
    table = Table("gorgon-gaze", full_but("A1"), full_but("A1"), ambushes="heroes")
    table.play(*(draw("A1", "monster", seat=seat) for seat in (0, 1)))
    assert asks(table) == [Ask.AMBUSH]


def test_a_greek_single_fills_the_map_with_another_terrain() -> None:
    """Under `el` the single space may be a farm (RULES 12)."""
    table = Table("goblin-attack", full_but("A1"), full_but("A1"), rulebook="el")
    table.play(draw("A1", "forest", seat=0), draw("A1", "monster", seat=1))
    assert table.sheet(1).forest == spaces("A1")


# -- letters and paths (5.3, 6.2) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "names", "letter"),
    [
        ("gorgon-gaze", "A1 A3 B2", "gorgon"),
        ("dragon-inferno", "A3 B1 B2 B3 C1", "dragon"),
        ("zombie-plague", "A1", "zombie"),
        ("giant-troll-ravage", "A1 A2 A3 B2", "troll"),
    ],
)
def test_heroes_ambushes_leave_their_letter(card: str, names: str, letter: str) -> None:
    """The spaces remember who they are (RULES 5.3)."""
    table = Table(card, BLANK, BLANK, ambushes="heroes")
    table.play(*(draw(names, "monster", seat=seat) for seat in (0, 1)))
    assert getattr(table.sheet(), letter) == spaces(names)


def test_base_ambushes_have_no_letter() -> None:
    """Goblins are monsters and nothing else (RULES 5.3)."""
    table = Table("goblin-attack", BLANK)
    assert table.sheet() == sheet_of(BLANK, monster="I9 J10 K11")


def test_monsters_drawn_on_a_path_are_destroyed_at_once() -> None:
    """PITFALLS: a monster drawn later on an attack path does not stand (RULES 6.2)."""
    table = Table("goblin-attack", sheet_of(BLANK, path="B2"), BLANK)
    table.play(draw("A1 B2 C3", "monster", seat=0), draw("A1 B2 C3", "monster", seat=1))
    assert [drawn.destroyed for drawn in table.all(Drawn)] == [0, spaces("B2")]
    assert (table.sheet(0).monster, table.sheet(0).destroyed) == (spaces("A1 C3"), spaces("B2"))


def test_a_monster_of_rift_lands_on_a_path_is_destroyed() -> None:
    """By whatever means it is drawn (RULES 6.2)."""
    table = Table("rift-lands", sheet_of(BLANK, path="B2"))
    table.play(draw("B2", "monster"))
    assert (table.only(Drawn).destroyed, table.sheet().monster) == (spaces("B2"), 0)


def test_other_terrain_on_a_path_stays() -> None:
    """A path mark is not a filled space, and only monsters are struck (RULES 6.2)."""
    table = Table("rift-lands", sheet_of(BLANK, path="B2"))
    table.play(draw("B2", "forest"))
    assert table.sheet().forest == spaces("B2")


def test_an_ambush_is_out_of_the_game() -> None:
    """A revealed ambush does not come back (RULES 5.4)."""
    assert Table("goblin-attack", BLANK).state.gone == ("goblin-attack",)


# -- the Gorgon (5.3) ---------------------------------------------------------------------------------


def test_the_gorgon_destroys_after_the_drawing() -> None:
    """Whoever drew it chooses, on the map they drew on (RULES 5.3)."""
    table = Table("gorgon-gaze", *THREE, ambushes="heroes")
    table.play(*(draw("A1 A3 B2", "monster", seat=seat) for seat in (0, 1, 2)))
    table.play(*(destroy("B1", seat=seat) for seat in (0, 1, 2)))
    assert asks(table) == [Ask.AMBUSH, Ask.GORGON]
    assert [(event.seat, event.sheet, event.cause) for event in table.all(Destroyed)] == [
        (0, 2, "gorgon-gaze"),
        (1, 0, "gorgon-gaze"),
        (2, 1, "gorgon-gaze"),
    ]


def test_the_gorgon_destroys_filled_spaces_too() -> None:
    """A village beside it loses its terrain and stays filled (RULES 1.3, 5.3)."""
    table = Table("gorgon-gaze", "...........\n" * 9 + ".........v.\n...........\n", ambushes="heroes")
    table.play(destroy("J10"))
    assert text_of(table.sheet()) == picture("""
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ........MxM
        .........M.
    """)


def test_a_gorgon_with_no_target_destroys_nothing() -> None:
    """Mountains, wasteland and destroyed spaces all round: only the other seat is asked (RULES 5.3)."""
    walled = "...........\n" * 8 + "........^.#\n.......X.#.\n........^.X\n"
    table = Table("gorgon-gaze", walled, BLANK, ambushes="heroes")
    table.play(draw("A1 A3 B2", "monster", seat=0), draw("J9 J11 K10", "monster", seat=1))
    assert (table.state.ask, set(table.state.waiting)) == (Ask.GORGON, {0})


def test_a_gorgon_struck_down_whole_destroys_nothing() -> None:
    """Only undestroyed spaces of it look (RULES 5.3)."""
    table = Table("gorgon-gaze", sheet_of(BLANK, path="J9 J11 K10"), ambushes="heroes")
    assert (asks(table), len(table.all(RoundEnded))) == ([], 1)


def test_the_round_ends_after_the_gorgon() -> None:
    """Nothing is asked twice (RULES 5.3)."""
    table = Table("gorgon-gaze", BLANK, ambushes="heroes")
    table.play(destroy("K9"))
    assert table.log[-1] == RoundEnded(0)


# -- alone, and automatic (8.2) -----------------------------------------------------------------------


def test_alone_an_ambush_finds_its_own_place() -> None:
    """The rules place it; nobody is asked (RULES 8.2)."""
    table = Table("gnoll-raid", BLANK)
    drawn = table.only(Drawn)
    assert (table.all(Asked), drawn.seat, drawn.sheet, drawn.shape) == ([], None, 0, ShapeName.FIRST)
    assert table.sheet().monster == spaces("A1 A2 B1 C1 C2")


def test_alone_an_ambush_without_room_has_no_effect() -> None:
    """No single monster is drawn instead (RULES 8.2)."""
    table = Table("gnoll-raid", full_but("A1 A2"))
    assert (table.only(Passed), table.sheet().monster) == (Passed(None, Seat(0)), 0)


def test_automatic_ambushes_on_every_map() -> None:
    """At a table that plays it so, each map has the solo procedure of its own (RULES 8.2)."""
    table = Table("gnoll-raid", BLANK, full_but("F5 F6 G5 H5 H6"), full_but(""), ambush_by="automatic")
    assert [table.sheet(seat).monster for seat in (0, 1)] == [spaces("A1 A2 B1 C1 C2"), spaces("F5 F6 G5 H5 H6")]
    assert table.only(Passed) == Passed(None, Seat(2))


def test_automatic_gorgons_are_the_owners() -> None:
    """Without a neighbour the choice is the owner's, on the own map (RULES 8.3)."""
    table = Table("gorgon-gaze", BLANK, BLANK, ambush_by="automatic", ambushes="heroes")
    table.play(destroy("J10", seat=0), destroy("K9", seat=1))
    assert [(event.seat, event.sheet) for event in table.all(Destroyed)] == [(0, 0), (1, 1)]


def test_german_ambush_is_drawn_by_the_player() -> None:
    """Under `de` the player chooses among the places over the first space (RULES 8.2)."""
    table = Table("gnoll-raid", BLANK, rulebook="de")
    table.play(draw("A1 A2 A3 B1 B3", "monster"))
    drawn = table.only(Drawn)
    assert (asks(table), drawn.seat, drawn.shape) == ([Ask.AMBUSH], 0, ShapeName.FIRST)


def test_german_ambush_without_room_has_no_effect() -> None:
    """No place at all: the card has no effect (RULES 8.2)."""
    table = Table("gnoll-raid", full_but("A1 A2"), rulebook="de")
    assert (table.all(Asked), table.only(Passed)) == ([], Passed(None, Seat(0)))


def test_german_rule_is_for_maps_without_a_neighbour() -> None:
    """With neighbours the German table draws anywhere (RULES 5.1, 12)."""
    table = Table("gnoll-raid", BLANK, BLANK, rulebook="de")
    assert draw("F5 F6 G5 H5 H6", "monster") in table.options(0)


# -- Acrobatics (9.3) ---------------------------------------------------------------------------------


def test_acrobatics_replaces_the_ambush_on_ones_own_map() -> None:
    """The same player as ever draws, but a pair of monsters (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", *THREE)
    table.play(declare(use=False, seat=0), declare(use=True, seat=1), declare(use=False, seat=2))
    table.play(draw("A1 A2", "monster", seat=0))
    table.play(*(draw("A1 B2 C3", "monster", seat=seat) for seat in (1, 2)))
    assert asks(table) == [Ask.DECLARE, Ask.AMBUSH]
    assert [(drawn.sheet, drawn.shape) for drawn in table.all(Drawn)] == [
        (1, ShapeName.PAIR),
        (2, ShapeName.FIRST),
        (0, ShapeName.FIRST),
    ]


def test_acrobatics_is_paid_and_used() -> None:
    """Two coins, and the skill of the season (RULES 9.1, 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK, BLANK)
    table.play(declare(use=True, seat=0), declare(use=True, seat=1))
    assert table.all(Declared) == [Declared(Seat(0), 2), Declared(Seat(1), 2)]
    assert [(seat.purse, seat.used_skill) for seat in table.state.seats] == [(3, True), (3, True)]


def test_declining_costs_nothing() -> None:
    """Whoever says no keeps coins and skill (RULES 9.1)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK)
    table.play(declare(use=False))
    assert (table.all(Declared), table.seat().purse, table.seat().used_skill) == ([], 5, False)
    assert table.only(Drawn).shape is ShapeName.FIRST


def test_alone_the_player_draws_the_pair() -> None:
    """Freely turned, anywhere (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK)
    table.play(declare(use=True), draw("F5 G5", "monster"))
    assert (table.only(Drawn).seat, table.sheet().monster) == (0, spaces("F5 G5"))


def test_at_an_automatic_table_the_owner_draws_the_pair() -> None:
    """No map is handed on: whoever uses Acrobatics draws the pair, on the own map (RULES 8.5, 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK, BLANK, ambush_by="automatic")
    table.play(declare(use=False, seat=0), declare(use=True, seat=1), draw("F5 G5", "monster", seat=1))
    assert table.all(Asked)[-1] == Asked(Ask.AMBUSH, (Seat(1),))
    assert [(drawn.seat, drawn.sheet, drawn.shape) for drawn in table.all(Drawn)] == [
        (None, 0, ShapeName.FIRST),
        (1, 1, ShapeName.PAIR),
    ]


def test_the_pair_was_paid_before() -> None:
    """The drawing itself names no skill and costs nothing (docs/record.md)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK)
    table.play(declare(use=True), draw("F5 G5", "monster"))
    assert (table.only(Declared).paid, table.only(Drawn).skill, table.only(Drawn).paid) == (2, None, 0)


def test_under_the_german_rule_the_pair_goes_anywhere() -> None:
    """The pair is not bound to the first space that the ambush would cover (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK, rulebook="de")
    table.play(declare(use=True))
    assert draw("F5 G5", "monster") in table.options()


def test_the_pair_has_no_letter() -> None:
    """A Gorgon evaded is a plain monster and destroys nothing (RULES 9.3)."""
    table = table_with_skill("acrobatics", "gorgon-gaze", BLANK, ambushes="heroes")
    table.play(declare(use=True), draw("F5 G5", "monster"))
    assert (asks(table), table.sheet().gorgon) == ([Ask.DECLARE, Ask.AMBUSH], 0)


def test_the_next_ambush_is_not_evaded() -> None:
    """Acrobatics is for the ambush just revealed (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack gnoll-raid", BLANK)
    table.play(declare(use=True), draw("F5 G5", "monster"))
    assert [drawn.shape for drawn in table.all(Drawn)] == [ShapeName.PAIR, ShapeName.FIRST]


def test_acrobatics_is_declared_before_anyone_draws() -> None:
    """First the declarations, then the drawings (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK, BLANK)
    table.play(declare(use=True, seat=0))
    assert (table.state.ask, set(table.state.waiting), table.state.card) == (
        Ask.DECLARE,
        {1},
        CardId("goblin-attack"),
    )
