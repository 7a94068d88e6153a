"""Rounds of explore and ruins cards: reveal, draw, check (RULES 3, 4, 7.1)."""

from helpers.maps import BLANK, full_but, picture, spaces, text_of
from helpers.moves import draw, place_hero
from helpers.tables import Table
from quillmap.rules.events import Ask, Asked, CardRevealed, Drawn, Passed, RoundEnded, SeasonScored
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.settle import settle
from quillmap.rules.shapes import ShapeName
from quillmap.rules.terrain import Terrain

RUINS_AT_E8 = "...........\n" * 4 + ".......:...\n" + "...........\n" * 6


def test_a_round() -> None:
    """Reveal, ask everybody, draw in the order of the seats, check (RULES 3.3, 4.1, 7.1)."""
    table = Table("great-river", BLANK, BLANK)
    table.play(draw("C1 C2 C3", "water", seat=1), draw("A1 A2 A3", "water", seat=0))
    kept = [event for event in table.log if not hasattr(event, "answer")]
    assert kept == [
        CardRevealed(CardId("great-river")),
        Asked(Ask.DRAW, (Seat(0), Seat(1))),
        Drawn(Seat(0), Seat(0), ShapeName.FIRST, Terrain.WATER, spaces("A1 A2 A3"), 1, 0, None, 0, None),
        Drawn(Seat(1), Seat(1), ShapeName.FIRST, Terrain.WATER, spaces("C1 C2 C3"), 1, 0, None, 0, None),
        RoundEnded(1),
    ]


def test_everybody_draws_on_their_own_map() -> None:
    """An explore card is drawn on one's own map (RULES 4.1)."""
    table = Table("great-river", BLANK, BLANK)
    table.play(draw("A1 A2 A3", "water", seat=0), draw("C1 C2 C3", "water", seat=1))
    assert [table.sheet(seat).water for seat in (0, 1)] == [spaces("A1 A2 A3"), spaces("C1 C2 C3")]


def test_a_drawing_fills_its_spaces() -> None:
    """What was drawn is on the map, on the ruins it covers too (RULES 1.2, 4.1)."""
    table = Table("treetop-village", RUINS_AT_E8)
    table.play(draw("E7 E8 F5 F6 F7", "village"))
    assert text_of(table.sheet()) == picture("""
        ...........
        ...........
        ...........
        ...........
        ......Vv...
        ....VVV....
        ...........
        ...........
        ...........
        ...........
        ...........
    """)


def test_nothing_happens_while_a_seat_must_act() -> None:
    """The game waits for the last answer (RULES 4.1)."""
    table = Table("great-river", BLANK, BLANK)
    table.play(draw("A1 A2 A3", "water"))
    assert settle(table.state) is None


def test_a_full_map_passes() -> None:
    """Whoever has no empty space is not asked and draws nothing (RULES 4.4)."""
    table = Table("great-river", full_but(""), BLANK)
    table.play(draw("A1 A2 A3", "water", seat=1))
    assert (table.only(Asked).seats, table.only(Passed)) == ((1,), Passed(Seat(0), Seat(0)))


def test_a_pass_stands_in_the_place_of_its_seat() -> None:
    """After the question, among what the others drew (docs/record.md)."""
    table = Table("great-river", BLANK, full_but(""), BLANK)
    table.play(*(draw("A1 A2 A3", "water", seat=seat) for seat in (2, 0)))
    told = [event for event in table.log if isinstance(event, Asked | Drawn | Passed)]
    assert told[0] == Asked(Ask.DRAW, (Seat(0), Seat(2)))
    assert [(type(event), event.seat) for event in told[1:] if isinstance(event, Drawn | Passed)] == [
        (Drawn, 0),
        (Passed, 1),
        (Drawn, 2),
    ]


def test_nobody_is_asked_when_all_maps_are_full() -> None:
    """The round ends by itself (RULES 4.4)."""
    table = Table("great-river", full_but(""), full_but(""))
    assert (table.all(Asked), len(table.all(Passed)), table.state.time) == ([], 2, 1)


def test_the_next_card_follows() -> None:
    """Below the threshold the next round begins (RULES 7.1)."""
    table = Table("great-river farmland", BLANK)
    table.play(draw("A1 A2 A3", "water"))
    assert (table.state.card, table.state.revealed) == ("farmland", ("great-river", "farmland"))


# -- ruins (3.1, 4.2) ---------------------------------------------------------------------------------


def test_ruins_are_laid_out_and_the_next_card_revealed() -> None:
    """A ruins card is no round of its own (RULES 3.1)."""
    table = Table("temple-ruins great-river", RUINS_AT_E8)
    assert (table.state.ruins_pending, table.state.card, table.all(RoundEnded)) == (True, "great-river", [])


def test_two_ruins_cards_bind_one_card() -> None:
    """Both ruins cards in a row are met by the same drawing (RULES 3.1)."""
    table = Table("temple-ruins outpost-ruins great-river farmland", RUINS_AT_E8)
    table.play(draw("E8 E9 E10", "water"))
    assert not table.state.ruins_pending


def test_ruins_bind_only_the_next_card() -> None:
    """After that card ruins are no longer pending (RULES 4.2)."""
    table = Table("temple-ruins great-river farmland", RUINS_AT_E8)
    table.play(draw("E8 E9 E10", "water"))
    assert draw("A1 A2", "farm") in table.options()


def test_ruins_are_done_with_even_by_a_fallback() -> None:
    """Whoever could not cover ruins is not bound by the next card (RULES 4.2)."""
    table = Table("temple-ruins great-river farmland", BLANK)
    table.play(draw("A1", "water"))
    assert not table.state.ruins_pending


def test_ruins_stay_pending_over_an_ambush() -> None:
    """PITFALLS: an ambush in between does not lift the ruins rule (RULES 3.2)."""
    table = Table("temple-ruins gnoll-raid great-river", RUINS_AT_E8)
    assert table.refusal(draw("F1 F2 F3", "water")) == "ruins-not-covered"


def test_ruins_stay_pending_over_a_hero() -> None:
    """PITFALLS: nor does a hero (RULES 3.2, 6.3)."""
    table = Table("temple-ruins dal-of-jolev great-river", RUINS_AT_E8, heroes="drawn")
    table.play(place_hero("A1", "B2"))
    assert table.refusal(draw("F1 F2 F3", "water")) == "ruins-not-covered"


def test_a_hero_on_the_last_ruins_leaves_the_fallback() -> None:
    """The hero may stand on ruins; then no empty ruins space is left to cover (RULES 4.3, 6.3)."""
    table = Table("temple-ruins dal-of-jolev great-river", RUINS_AT_E8, heroes="drawn")
    table.play(place_hero("E8", "D7 D9 F7 F9"))
    assert table.options().drawings.is_fallback


# -- the end of a season (7.1) ------------------------------------------------------------------------


def test_the_season_goes_on_below_its_threshold() -> None:
    """Seven of eight is not enough (RULES 7.1)."""
    table = Table("great-river farmland", BLANK, time=6)
    table.play(draw("A1 A2 A3", "water"))
    assert (table.all(SeasonScored), table.state.card) == ([], "farmland")


def test_the_season_ends_at_its_threshold() -> None:
    """Eight is (RULES 7.1)."""
    table = Table("great-river farmland", BLANK, time=7)
    table.play(draw("A1 A2 A3", "water"))
    assert table.only(SeasonScored).season == 0


def test_the_season_ends_above_its_threshold() -> None:
    """And nine (RULES 7.1)."""
    table = Table("fishing-village farmland", BLANK, time=7)
    table.play(draw("A1 A2 A3 A4", "water"))
    assert len(table.all(SeasonScored)) == 1


def test_the_last_card_is_drawn_before_the_season_ends() -> None:
    """PITFALLS: the check comes after everybody has drawn (RULES 7.1)."""
    table = Table("great-river", BLANK, time=7)
    assert (table.all(SeasonScored), set(table.state.waiting)) == ([], {0})


def test_a_card_without_time_does_not_end_a_season() -> None:
    """Rift Lands takes no time (RULES 7.1)."""
    table = Table("rift-lands farmland", BLANK, time=7)
    table.play(draw("A1", "water"))
    assert (table.only(RoundEnded).time, table.all(SeasonScored)) == (7, [])


def test_an_ambush_takes_no_time() -> None:
    """PITFALLS: the check after an ambush finds the same sum (RULES 7.1)."""
    table = Table("gnoll-raid farmland", BLANK, time=7)
    assert (table.only(RoundEnded).time, table.all(SeasonScored)) == (7, [])


def test_summer_of_the_heroes_box_ends_at_seven() -> None:
    """PITFALLS: the threshold is that of the season set played with (RULES 2.3)."""
    table = Table("great-river", BLANK, season=1, time=6, seasons="heroes")
    table.play(draw("A1 A2 A3", "water"))
    assert len(table.all(SeasonScored)) == 1


def test_summer_of_the_base_box_ends_at_eight() -> None:
    """PITFALLS: and the other way round (RULES 2.3)."""
    table = Table("great-river farmland", BLANK, season=1, time=6)
    table.play(draw("A1 A2 A3", "water"))
    assert table.all(SeasonScored) == []
