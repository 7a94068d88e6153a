"""Whole compiled games, from any point between two rounds to the end."""

from typing import Final

from quillmap.fast.arrays import (
    AUTOMATIC,
    DECK_TOP,
    GONE,
    IS_DEALT,
    RUINS_PENDING,
    SEASON,
    TIME,
    Diary,
    GameArrays,
    TableArrays,
)
from quillmap.fast.cards import AMBUSH, EXPLORE, FIELD, RUINS, TROLL_NUMBER, ZOMBIE_NUMBER, CardTables, Halves, Ints
from quillmap.fast.compile import part
from quillmap.fast.deal import begin_season
from quillmap.fast.rounds import ambush_alone, ambush_neighbour, explore, gorgon, hero, spread, troll
from quillmap.fast.scores import score
from quillmap.fast.sheets import load
from quillmap.rules.sheet import haunted


GORGON_FIELD: Final = FIELD["gorgon"]


@part
def reveal(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, policies: Ints, chance: Halves
) -> None:
    """Reveal the top card and let everybody deal with it (3)."""
    card = game.deck[game.facts[DECK_TOP]]
    game.facts[DECK_TOP] += 1
    kind = cards.kind[card]
    if kind == RUINS:
        game.facts[RUINS_PENDING] = 1
    elif kind == EXPLORE:
        game.facts[TIME] += cards.time[card]
        resolve_explore(table, cards, game, diary, card, policies, chance)
    else:
        game.gone[game.facts[GONE]] = card
        game.facts[GONE] += 1
        if kind == AMBUSH:
            resolve_ambush(table, cards, game, diary, card, policies, chance)
        else:
            for seat in range(len(game.coins)):
                hero(table, cards, game, diary, seat, card, policies[seat], chance)


@part
def resolve_explore(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, card: int, policies: Ints, chance: Halves
) -> None:
    """Let every seat draw, then the ruins are no longer pending (4)."""
    for seat in range(len(game.coins)):
        explore(table, cards, game, diary, seat, card, policies[seat], chance)
    game.facts[RUINS_PENDING] = 0


@part
def resolve_ambush(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, card: int, policies: Ints, chance: Halves
) -> None:
    """Let an ambush come to every map (5, 8.2)."""
    is_alone = table.options[AUTOMATIC] != 0
    for seat in range(len(game.coins)):
        if is_alone:
            ambush_alone(table, cards, game, diary, seat, card, policies[seat], chance)
        else:
            ambush_neighbour(table, cards, game, diary, seat, card, policies[seat], chance)
    if cards.letter[card] == GORGON_FIELD:
        for seat in range(len(game.coins)):
            gorgon(table, cards, game, diary, seat, card, policies[seat], chance)


@part
def score_season(table: TableArrays, game: GameArrays) -> None:
    """Write every seat's part of the score sheet for the present season (7.2)."""
    season = game.facts[SEASON]
    for seat in range(len(game.coins)):
        sheet = load(game.sheets, seat)
        game.scores[seat, season, 0] = score(table.edicts[season], sheet)
        game.scores[seat, season, 1] = score(table.edicts[(season + 1) % 4], sheet)
        game.scores[seat, season, 2] = game.coins[seat]
        game.scores[seat, season, 3] = haunted(sheet).bit_count()


@part
def lasting(table: TableArrays, game: GameArrays, diary: Diary, policies: Ints, chance: Halves) -> None:
    """Let the lasting ambushes act, in the order in which they came (7.4)."""
    for place in range(game.facts[GONE]):
        card = game.gone[place]
        if card != ZOMBIE_NUMBER and card != TROLL_NUMBER:
            continue
        for seat in range(len(game.coins)):
            if card == ZOMBIE_NUMBER:
                spread(game, seat)
            else:
                troll(table, game, diary, seat, policies[seat], chance)


@part
def finish(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, policies: Ints, chance: Halves
) -> None:
    """Play a game to its end."""
    while game.facts[SEASON] < 4:
        if not game.facts[IS_DEALT]:
            begin_season(table, game, diary, chance)
        while game.facts[TIME] < table.thresholds[game.facts[SEASON]]:
            reveal(table, cards, game, diary, policies, chance)
        score_season(table, game)
        if game.facts[SEASON] < 3:
            lasting(table, game, diary, policies, chance)
        game.facts[SEASON] += 1
        game.facts[IS_DEALT] = 0
