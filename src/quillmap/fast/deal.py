"""Dealing compiled games: the decks of a game, of a season, and what nobody has seen yet (RULES 2.5)."""

from quillmap.fast.arrays import DECK_SIZE, DECK_TOP, GONE, IS_DEALT, RUINS_PENDING, SEASON, TIME, Diary, GameArrays, TableArrays
from quillmap.fast.cards import AMBUSH, HERO, CardTables, Halves, Ints
from quillmap.fast.chance import below
from quillmap.fast.compile import part


@part
def shuffle(items: Ints, first: int, last: int, chance: Halves) -> None:
    """Shuffle the items from *first* up to, not including, *last*."""
    for place in range(last - 1, first, -1):
        other = first + below(chance, place - first + 1)
        items[place], items[other] = items[other], items[place]


@part
def is_gone(game: GameArrays, card: int) -> bool:
    """Return whether an ambush or hero was already revealed."""
    for place in range(game.facts[GONE]):
        if game.gone[place] == card:
            return True
    return False


@part
def _redeal_deck(cards: CardTables, game: GameArrays, pool: Ints, deck: Ints, kind: int, chance: Halves) -> None:
    """Order a deck of ambushes or heroes: those revealed first, then any of the others."""
    size = 0
    for place in range(game.facts[GONE]):
        if cards.kind[game.gone[place]] == kind:
            deck[size] = game.gone[place]
            size += 1
    seen = 0  # reservoir sampling of those that nobody has seen, in a random order
    for card in pool:
        if is_gone(game, card):
            continue
        seen += 1
        if size + seen <= len(deck):
            deck[size + seen - 1] = card
        else:
            place = below(chance, seen)
            if size + place < len(deck):
                deck[size + place] = card
    shuffle(deck, size, min(len(deck), size + seen), chance)


@part
def redeal(table: TableArrays, cards: CardTables, game: GameArrays, chance: Halves) -> None:
    """Deal everything that nobody has seen: ambush and hero decks, and the rest of the explore deck."""
    _redeal_deck(cards, game, table.ambush_pool, game.ambushes, AMBUSH, chance)
    _redeal_deck(cards, game, table.hero_pool, game.heroes, HERO, chance)
    if game.facts[IS_DEALT]:
        _add_hidden(game)
        shuffle(game.deck, game.facts[DECK_TOP], game.facts[DECK_SIZE], chance)


@part
def _add_hidden(game: GameArrays) -> None:
    """Put the ambushes and heroes taken so far that have not been revealed into the explore deck."""
    for taken in range(game.facts[SEASON] + 1):
        for deck in (game.ambushes, game.heroes):
            card = deck[taken]
            if card >= 0 and not is_gone(game, card):
                game.deck[game.facts[DECK_SIZE]] = card
                game.facts[DECK_SIZE] += 1


@part
def begin_season(table: TableArrays, game: GameArrays, diary: Diary, chance: Halves) -> None:
    """Make and shuffle the explore deck of a season."""
    size = len(table.season_cards)
    game.deck[:size] = table.season_cards
    game.facts[DECK_SIZE] = size
    game.facts[DECK_TOP] = 0
    _add_hidden(game)
    shuffle(game.deck, 0, game.facts[DECK_SIZE], chance)
    game.facts[TIME] = 0
    game.facts[RUINS_PENDING] = 0
    game.facts[IS_DEALT] = 1
    if len(diary.decks):
        diary.decks[game.facts[SEASON], : game.facts[DECK_SIZE]] = game.deck[: game.facts[DECK_SIZE]]
