"""Dealing a table and the explore deck of a season (RULES 2)."""

from typing import Any

import pytest

from quillmap.rules.cards import EXPLORE, RUINS
from quillmap.rules.chance import seed_hash
from quillmap.rules.dealing import begin, begin_season
from quillmap.rules.events import GameBegan
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import CardId
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING, Suit
from quillmap.rules.setup import InvalidSetup, Setup
from quillmap.rules.skills import Skill
from quillmap.rules.state import State

SEEDS = [f"seed {number}" for number in range(60)]


def dealt(seed: str = "a seed", **setup: Any) -> GameBegan:
    """Return the start of a game."""
    return begin(Setup.of_box("base", seed=seed, **setup))


def before_season(season: int, gone: tuple[str, ...] = (), **setup: Any) -> State:
    """Return a game just before a season, 0 to 3, with these cards out of it."""
    return initial_state(dealt(**setup)).but(season=season - 1, gone=tuple(CardId(card) for card in gone))


def test_a_known_deal() -> None:
    """Edicts and ambushes are those worked out with another program after docs/record.md (RULES 2.2, 2.5)."""
    began = dealt()
    assert began.edicts == ("wildholds", "broken-road", "treetower", "canal-lake")
    assert began.ambush_deck == ("goblin-attack", "gnoll-raid", "kobold-onslaught", "bugbear-assault")


def test_known_heroes_and_skills() -> None:
    """Hero deck and open skills are those worked out with another program (RULES 2.5, 9.1)."""
    began = dealt(heroes="drawn", skills="drawn")
    assert began.hero_deck == ("dal-of-jolev", "freyla-the-true", "wren-the-lioness", "dobrik-of-lorkheim")
    assert began.skills == (Skill.CONCENTRATION, Skill.STEALTH, Skill.NEGOTIATION)


def test_the_first_event_says_what_everybody_may_know() -> None:
    """The map and the hash of the seed are in the first event."""
    began, side = dealt(map="B"), PRINTED["B"].sheet
    assert (began.mountains, began.ruins, began.wasteland) == (side.mountain, side.ruins, side.wasteland)
    assert began.seed_hash == seed_hash("a seed")


def test_an_invalid_table_is_not_dealt() -> None:
    """What is not allowed is refused before anything is dealt."""
    with pytest.raises(InvalidSetup, match="A game needs a seed"):
        begin(Setup())


@pytest.mark.parametrize("pool", ["base", "heroes", "both"])
def test_one_scoring_card_of_each_suit(pool: str) -> None:
    """Whatever the pool, the four edicts are one of each suit (RULES 2.2)."""
    for seed in SEEDS:
        assert {SCORING[card].suit for card in dealt(seed, pool=pool).edicts} == set(Suit)


def test_every_scoring_card_of_the_pool_is_drawn_some_time() -> None:
    """PITFALLS: the last card of a list is drawn like any other (RULES 2.2)."""
    drawn = {card for seed in range(200) for card in dealt(str(seed), pool="both").edicts}
    assert drawn == set(SCORING)


def test_any_suit_comes_under_any_edict() -> None:
    """The four cards are dealt at random to A to D (RULES 2.2)."""
    for place in range(4):
        assert {SCORING[dealt(seed).edicts[place]].suit for seed in SEEDS} == set(Suit)


def test_first_game_edicts() -> None:
    """The first-game set lies as the rulebook says (RULES 2.2)."""
    assert dealt(edicts="first-game").edicts == ("sentinel-wood", "mages-valley", "wildholds", "borderlands")


def test_edicts_chosen_by_hand_keep_their_places() -> None:
    """Open edicts are drawn from the suits that are left (RULES 2.2)."""
    edicts = dealt(edicts=(None, "greenbough", None, "mages-valley")).edicts
    assert edicts == ("broken-road", "greenbough", "wildholds", "mages-valley")


def test_ambushes_chosen_by_hand_are_shuffled() -> None:
    """The four chosen ambushes come in the order of the seed, not of the choice (RULES 2.5)."""
    chosen = ("gnoll-raid", "zombie-plague", "gorgon-gaze", "goblin-attack")
    orders = {dealt(seed, ambushes=chosen).ambush_deck for seed in SEEDS}
    assert len(orders) > 1
    assert {frozenset(order) for order in orders} == {frozenset(chosen)}


def test_four_ambushes_of_a_larger_pool() -> None:
    """With both boxes, four of the eight are in the game (RULES 2.5, 10.1)."""
    assert len(set(dealt(ambushes="both").ambush_deck)) == 4


def test_no_ambushes_no_heroes_no_skills() -> None:
    """What is left out at the table has no deck (RULES 2.6, 9)."""
    began = dealt(ambushes="none")
    assert (began.ambush_deck, began.hero_deck, began.skills) == ((), (), ())


def test_chosen_skills_lie_open() -> None:
    """Three skills chosen by hand lie open as chosen (RULES 9.1)."""
    chosen = (Skill.LORE, Skill.SEARCH, Skill.STEALTH)
    assert dealt(skills=chosen).skills == chosen


def test_a_known_spring_deck() -> None:
    """The deck of spring holds the explore cards, the ruins and the first ambush (RULES 2.4, 2.5)."""
    assert begin_season(before_season(0)).deck == (
        *("fishing-village", "outpost-ruins", "temple-ruins", "orchard", "rift-lands", "homestead"),
        *("forgotten-forest", "great-river", "treetop-village", "farmland", "hinterland-stream", "marshlands"),
        *("hamlet", "goblin-attack"),
    )


def test_a_known_summer_deck() -> None:
    """PITFALLS: every season reshuffles the whole deck; an ambush not revealed stays in it (RULES 2.5)."""
    assert begin_season(before_season(1)).deck == (
        *("homestead", "outpost-ruins", "farmland", "goblin-attack", "forgotten-forest", "fishing-village"),
        *("great-river", "hinterland-stream", "rift-lands", "marshlands", "gnoll-raid", "orchard"),
        *("treetop-village", "temple-ruins", "hamlet"),
    )


def test_a_revealed_ambush_is_out() -> None:
    """PITFALLS: only the ambush that was revealed has gone (RULES 2.5, 5.4)."""
    deck = set(begin_season(before_season(2, gone=("gnoll-raid",))).deck)
    assert {"goblin-attack", "kobold-onslaught"} <= deck
    assert "gnoll-raid" not in deck


def test_winter_may_hold_all_four_ambushes_and_heroes() -> None:
    """One of each is taken every season, and none is lost (RULES 2.5)."""
    state = before_season(3, heroes="drawn")
    assert {*state.ambush_deck, *state.hero_deck} <= set(begin_season(state).deck)


def test_one_hero_a_season() -> None:
    """Spring holds the first hero of its deck alone (RULES 2.5)."""
    state = before_season(0, heroes="drawn")
    assert set(state.hero_deck) & set(begin_season(state).deck) == {state.hero_deck[0]}


@pytest.mark.parametrize("explore", ["base", "heroes"])
@pytest.mark.parametrize("ruins", [True, False])
def test_explore_and_ruins_cards(explore: str, ruins: bool) -> None:
    """One explore set, with the ruins cards or without (RULES 2.4, 2.6)."""
    of_one_box: dict[str, Any] = {"map": "C", "seasons": "heroes", "pool": "heroes"} if explore == "heroes" else {}
    state = before_season(0, explore=explore, ruins=ruins, ambushes="none", **of_one_box)
    expected = {card.id for card in EXPLORE if card.box == explore} | ({card.id for card in RUINS} if ruins else set())
    assert sorted(begin_season(state).deck) == sorted(expected)
