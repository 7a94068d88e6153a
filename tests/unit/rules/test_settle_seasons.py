"""The end of a season, lasting effects, the end of the game (RULES 7)."""

import pytest

from helpers.maps import BLANK, full_but, picture, sheet_of, spaces, text_of
from helpers.moves import destroy, draw
from helpers.tables import Table
from quillmap.rules.events import (
    Ask,
    Asked,
    Destroyed,
    Event,
    GameEnded,
    LastingResolved,
    SeasonBegan,
    SeasonScore,
    SeasonScored,
    Spread,
)
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.state import Step

ZOMBIE = sheet_of(BLANK, monster="F6", zombie="F6")
TROLL = sheet_of(BLANK, monster="A1 A2 A3 B2", troll="A1 A2 A3 B2")
BOTH = sheet_of(BLANK, monster="A1 F6", zombie="F6", troll="A1")


def kinds(events: list[Event]) -> list[type]:
    """Return the kinds of *events*, in order."""
    return [type(event) for event in events]


# -- scoring (7.2) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("season", "points"), [(0, (4, 0)), (1, (0, 8)), (2, (8, 0)), (3, (0, 4))])
def test_each_season_scores_its_two_edicts(season: int, points: tuple[int, int]) -> None:
    """AB, BC, CD, DA (RULES 2.3, 7.2): here A gives 4, C gives 8, B and D nothing."""
    sheet = sheet_of("FFFF.......\n" + "...........\n" * 9 + ".VVVVVV....\n")
    time = (8, 8, 7, 6)[season]
    table = Table("", sheet, season=season, time=time, edicts="first-game")
    assert table.only(SeasonScored).scores[0].edicts == points


def test_all_parts_of_the_score_are_recorded() -> None:
    """Edicts, coins that are left, and stars lost to monsters (RULES 7.2)."""
    table = Table("", sheet_of("FM.........\n" + "...........\n" * 10), time=8, coins=3, edicts="first-game")
    assert table.only(SeasonScored).scores == (SeasonScore((1, 0), 3, 2),)
    assert table.seat().scores[0].total == 1 + 0 + 3 - 2


def test_coins_score_every_season() -> None:
    """A filled slot scores again in each season (RULES 7.2)."""
    table = Table("", BLANK, season=2, time=7, coins=4)
    assert table.only(SeasonScored).scores[0].coins == 4


def test_every_seat_scores_its_own_map() -> None:
    """One entry per seat (RULES 7.2)."""
    table = Table("", "FF.........\n" + "...........\n" * 10, BLANK, time=8, edicts="first-game")
    assert [score.edicts for score in table.only(SeasonScored).scores] == [(2, 0), (0, 0)]


def test_greek_wildholds_scores_six() -> None:
    """The table's rulebook counts the card (RULES 12)."""
    sheet = "VVVVVV.....\n" + "...........\n" * 10
    scores = [
        Table("", sheet, season=1, time=8, edicts="first-game", rulebook=rulebook).only(SeasonScored).scores[0].edicts
        for rulebook in ("standard", "el")
    ]
    assert scores == [(0, 8), (0, 6)]


def test_the_next_season_begins() -> None:
    """Without lasting effects the next season begins at once, with time at 0 (RULES 2.5)."""
    table = Table("", BLANK, time=8)
    assert kinds(table.log) == [SeasonScored, SeasonBegan]
    assert (table.state.season, table.state.time, table.state.revealed) == (1, 0, ())


def test_an_unrevealed_ambush_stays_in_the_deck() -> None:
    """PITFALLS: summer's deck holds both ambushes taken so far (RULES 2.5)."""
    table = Table("", BLANK, time=8)
    began = table.only(SeasonBegan)
    assert set(table.state.ambush_deck[:2]) <= set(began.deck)


# -- lasting effects (7.4) ----------------------------------------------------------------------------


def test_zombies_spread_in_one_wave() -> None:
    """PITFALLS: only the neighbours of the Zombies that are there, not a flood (RULES 7.4)."""
    table = Table("", ZOMBIE, time=8, gone="zombie-plague")
    assert text_of(table.sheet()) == picture("""
        ...........
        ...........
        ...........
        ...........
        .....M.....
        ....MMM....
        .....M.....
        ...........
        ...........
        ...........
        ...........
    """)


def test_new_zombies_spread_after_the_next_season() -> None:
    """They are Zombies themselves (RULES 7.4)."""
    table = Table("", ZOMBIE, time=8, gone="zombie-plague")
    assert table.sheet().zombie == table.sheet().monster == spaces("E6 F5 F6 F7 G6")


def test_new_zombies_on_a_path_are_destroyed() -> None:
    """At once, as any monster on a path (RULES 7.4)."""
    table = Table("", ZOMBIE._replace(path=spaces("E6")), time=8, gone="zombie-plague")
    assert table.only(Spread) == Spread(Seat(0), spaces("E6 F5 F7 G6"), spaces("E6"), 0)
    assert (table.sheet().monster, table.sheet().destroyed) == (spaces("F5 F6 F7 G6"), spaces("E6"))


def test_zombies_spread_on_every_map_that_has_room() -> None:
    """A hemmed-in or destroyed Zombie does not spread (RULES 7.4)."""
    destroyed = sheet_of(BLANK, destroyed="F6", zombie="F6")
    table = Table("", full_but("", monster="F6", zombie="F6"), ZOMBIE, destroyed, ZOMBIE, time=8, gone="zombie-plague")
    assert [spread.sheet for spread in table.all(Spread)] == [1, 3]


def test_lasting_effects_come_after_the_score() -> None:
    """PITFALLS: the season is scored before the Zombies spread (RULES 7.2, 7.4)."""
    table = Table("", ZOMBIE, time=8, gone="zombie-plague")
    assert kinds(table.log) == [SeasonScored, Spread, LastingResolved, SeasonBegan]
    assert table.only(SeasonScored).scores[0].monsters == 4


def test_the_troll_destroys_a_space_of_its_owners_choice() -> None:
    """Every owner with an empty space beside a Troll is asked (RULES 7.4)."""
    table = Table("", TROLL, BLANK, TROLL, time=8, gone="giant-troll-ravage")
    assert table.only(Asked) == Asked(Ask.TROLL, (Seat(0), Seat(2)))
    table.play(destroy("B1", seat=0), destroy("C2", seat=2))
    assert [(event.seat, event.sheet, event.space) for event in table.all(Destroyed)] == [
        (0, 0, spaces("B1")),
        (2, 2, spaces("C2")),
    ]
    assert table.sheet(2).destroyed == spaces("C2")


def test_the_troll_destroys_only_empty_spaces() -> None:
    """Not its own, and not a filled one (RULES 7.4)."""
    table = Table("", TROLL._replace(farm=spaces("B1")), time=8, gone="giant-troll-ravage")
    assert table.refusal(destroy("B1")) == "not-a-target"
    assert destroy("B3") in table.options()


def test_the_cause_is_told() -> None:
    """The event names the card (RULES 7.4)."""
    table = Table("", TROLL, time=8, gone="giant-troll-ravage")
    table.play(destroy("B1"))
    assert table.only(Destroyed).cause == "giant-troll-ravage"


def test_a_troll_without_an_empty_neighbour_rests() -> None:
    """Nobody is asked (RULES 7.4)."""
    table = Table("", full_but("", monster="F6", troll="F6"), time=8, gone="giant-troll-ravage")
    assert kinds(table.log) == [SeasonScored, LastingResolved, SeasonBegan]


@pytest.mark.parametrize(
    ("gone", "order"),
    [
        ("zombie-plague giant-troll-ravage", ["zombie-plague", "giant-troll-ravage"]),
        ("giant-troll-ravage goblin-attack zombie-plague", ["giant-troll-ravage", "zombie-plague"]),
    ],
)
def test_lasting_effects_come_in_the_order_of_their_cards(gone: str, order: list[str]) -> None:
    """One card at a time, in the order in which they were revealed (RULES 7.4)."""
    table = Table("", BOTH, time=8, gone=gone)
    table.play(destroy("A2"))
    assert [event.card for event in table.all(LastingResolved)] == order
    assert table.state.season == 1


def test_the_order_is_that_in_which_the_cards_were_revealed() -> None:
    """Ambushes lie beside the table in the order of their coming (RULES 5.4, 7.4)."""
    table = Table("giant-troll-ravage zombie-plague", BLANK, gone="goblin-attack", ambushes="heroes")
    assert table.state.gone == ("goblin-attack", "giant-troll-ravage", "zombie-plague")


def test_the_troll_finds_what_the_zombies_left() -> None:
    """With the Zombies first, their new spaces are no longer empty (RULES 7.4)."""
    sheet = full_but("F6 F7", monster="F5 E7", zombie="F5", troll="E7")
    table = Table("", sheet, time=8, gone="zombie-plague giant-troll-ravage")
    assert list(table.options()) == [destroy("F7")]


def test_the_zombies_find_what_the_troll_left() -> None:
    """With the Troll first, its destroyed space is no longer empty (RULES 7.4)."""
    sheet = full_but("F6 F4", monster="F5", zombie="F5", troll="F5")
    table = Table("", sheet, time=8, gone="giant-troll-ravage zombie-plague")
    table.play(destroy("F6"))
    assert table.only(Spread).spaces == spaces("F4")


def test_lasting_effects_act_after_every_season() -> None:
    """A Zombie of spring spreads after summer and autumn too (RULES 7.4)."""
    waves = [len(Table("", ZOMBIE, season=season, time=8, gone="zombie-plague").all(Spread)) for season in (0, 1, 2)]
    assert waves == [1, 1, 1]


# -- the end of the game (7.3) ------------------------------------------------------------------------


def test_winter_ends_the_game() -> None:
    """After its score there is the result and nothing else (RULES 7.3)."""
    table = Table("orchard", BLANK, season=3, time=4)
    table.play(draw("A1 A2 A3 B3", "farm"))
    assert kinds(table.log[-2:]) == [SeasonScored, GameEnded]
    assert (table.state.step, table.state.is_over) == (Step.OVER, True)


def test_no_lasting_effects_after_winter() -> None:
    """They could no longer change a score, and are left out (RULES 7.4)."""
    table = Table("", BOTH, season=3, time=6, gone="zombie-plague giant-troll-ravage")
    assert kinds(table.log) == [SeasonScored, GameEnded]


def test_the_seed_is_published_at_the_end() -> None:
    """Then anybody can deal the game again (docs/record.md)."""
    table = Table("", BLANK, season=3, time=6, seed="published")
    assert table.only(GameEnded).seed == "published"
    assert table.state.result == table.only(GameEnded)


def test_a_finished_game_stays_finished() -> None:
    """Nothing happens by itself any more (RULES 7.3)."""
    table = Table("", BLANK, season=3, time=6)
    assert table.log[-1:] == table.all(GameEnded)
    assert table.state.waiting == frozenset()


def test_lasting_cards_are_those_revealed() -> None:
    """A Zombie that never came does not spread (RULES 7.4)."""
    table = Table("", ZOMBIE, time=8, gone="goblin-attack")
    assert table.all(Spread) == []
    assert CardId("zombie-plague") not in table.state.gone
