"""Dealing a table: edicts, decks, map and skills (RULES 2), and the explore deck of a season (2.5)."""

from functools import cache

from quillmap.rules.cards import EXPLORE, RUINS, Box
from quillmap.rules.chance import seed_hash, shuffle
from quillmap.rules.events import GameBegan, SeasonBegan
from quillmap.rules.ids import CardId
from quillmap.rules.maps import blank_sheet
from quillmap.rules.scoring import SCORING, Suit
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import Setup, ambush_pool, hero_pool, scoring_boxes, validate
from quillmap.rules.skills import OPEN, Skill
from quillmap.rules.state import State

FIRST_GAME: dict[str, tuple[CardId, ...]] = {
    "base": (
        CardId("sentinel-wood"),
        CardId("mages-valley"),
        CardId("wildholds"),
        CardId("borderlands"),
    ),
    "heroes": (
        CardId("faunlost-thicket"),
        CardId("gnomish-colony"),
        CardId("ulems-wallow"),
        CardId("dwarvenholds"),
    ),
}
"""The edicts A to D that the rulebooks suggest to newcomers."""


def begin(setup: Setup) -> GameBegan:
    """Return the first event of a game at this table, or raise ``InvalidSetup``."""
    validate(setup)
    sheet = blank_sheet(setup.map, setup.seed)
    return GameBegan(
        setup=setup,
        seed_hash=seed_hash(setup.seed),
        edicts=_edicts(setup),
        mountains=sheet.mountain,
        ruins=sheet.ruins,
        wasteland=sheet.wasteland,
        skills=_skills(setup),
        ambush_deck=shuffle(setup.seed, "ambush", ambush_pool(setup))[:YEAR],
        hero_deck=shuffle(setup.seed, "hero", hero_pool(setup))[:YEAR],
    )


def _edicts(setup: Setup) -> tuple[CardId, ...]:
    if setup.edicts == "first-game":
        return FIRST_GAME[setup.pool]
    chosen = (None,) * YEAR if isinstance(setup.edicts, str) else setup.edicts
    taken = {SCORING[card].suit for card in chosen if card is not None}
    drawn = [_scoring_card(setup, suit) for suit in Suit if suit not in taken]
    open_places = iter(shuffle(setup.seed, "edicts", drawn))
    return tuple(next(open_places) if card is None else card for card in chosen)


def _scoring_card(setup: Setup, suit: Suit) -> CardId:
    return shuffle(setup.seed, f"suit/{suit}", _suit_pool(suit, scoring_boxes(setup)))[0]


@cache
def _suit_pool(suit: Suit, boxes: tuple[Box, ...]) -> tuple[CardId, ...]:
    return tuple(card.id for card in SCORING.values() if card.suit is suit and card.box in boxes)


def _skills(setup: Setup) -> tuple[Skill, ...]:
    match setup.skills:
        case "none":
            return ()
        case "drawn":
            return tuple(Skill(each) for each in shuffle(setup.seed, "skill", Skill)[:OPEN])
        case chosen:
            return tuple(Skill(each) for each in chosen)


def begin_season(state: State) -> SeasonBegan:
    """Return the start of the season after the present one, its explore deck shuffled."""
    season = state.season + 1
    cards = season_cards(state.setup.explore, state.setup.ruins) + tuple(
        card for card in state.ambush_deck[: season + 1] + state.hero_deck[: season + 1] if card not in state.gone
    )
    return SeasonBegan(season, shuffle(state.setup.seed, f"season/{season + 1}", cards))


@cache
def season_cards(explore: str, ruins: bool) -> tuple[CardId, ...]:
    """Return the explore and ruins cards that are in every season's deck."""
    cards = tuple(card.id for card in EXPLORE if card.box == explore)
    return cards + tuple(card.id for card in RUINS) if ruins else cards
