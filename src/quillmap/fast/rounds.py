"""The rounds of a compiled game: explore cards, ambushes, heroes, lasting effects (RULES 4 to 7)."""

from quillmap.fast.arrays import (
    ANY_SINGLE,
    AUTOMATIC,
    COVER,
    FALLBACK_ANY,
    MOVE_AMBUSH,
    MOVE_DRAW,
    MOVE_GORGON,
    MOVE_HERO,
    MOVE_TROLL,
    RUINS_PENDING,
    SEASON,
    Diary,
    GameArrays,
    TableArrays,
)
from quillmap.fast.cards import CardTables, Halves, Ints
from quillmap.fast.chance import below
from quillmap.fast.choices import (
    GREEDY,
    MONSTER,
    after_drawing,
    after_hero,
    greedy_ambush,
    greedy_drawing,
    greedy_hero,
    greedy_single,
    greedy_target,
    places_of,
    random_hero,
    random_place,
    random_space,
    turned,
)
from quillmap.fast.compile import part
from quillmap.fast.sheets import get, inked, load, put, save
from quillmap.fast.u128 import single
from quillmap.rules.ambush import first_of
from quillmap.rules.shapes import anchors, covered
from quillmap.rules.sheet import (
    COIN_SLOTS,
    Sheet,
    coins_between,
    destroy,
    empty,
    gorgon_targets,
    strike,
    troll_targets,
    zombie_wave,
)
from quillmap.rules.spaces import BOARD, NOWHERE, Mask

@part
def note(diary: Diary, kind: int, seat: int, field: int, spaces: Mask, path: Mask) -> None:
    """Write a decision into the diary, if one is kept."""
    row = diary.length[0]
    if row < len(diary.moves):
        diary.moves[row, 0] = kind
        diary.moves[row, 1] = seat
        diary.moves[row, 2] = field
        put(diary.spaces, row, spaces)
        put(diary.paths, row, path)
        diary.length[0] = row + 1


@part
def become(game: GameArrays, seat: int, before: Sheet, after: Sheet, coin: int) -> None:
    """Let a seat's sheet be *after*, with the coins for that."""
    coins = game.coins[seat] + coin + coins_between(before, after)
    game.coins[seat] = min(coins, COIN_SLOTS)
    save(game.sheets, seat, after)


@part
def single_fields(cards: CardTables, card: int, is_any: bool) -> Ints:
    """Return what the 1×1 of 4.3 may be drawn on: all five sets, or those of the card."""
    if is_any:
        return cards.any_terrain
    return cards.terrains[card, 1 : cards.terrains[card, 0] + 1]


@part
def explore(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, seat: int, card: int, policy: int, chance: Halves
) -> None:
    """Let a seat draw an explore card (4)."""
    sheet = load(game.sheets, seat)
    free = empty(sheet)
    if free == 0:
        return
    is_pending = game.facts[RUINS_PENDING] != 0
    wanted = sheet.ruins & free if is_pending else BOARD
    season = game.facts[SEASON]
    if policy == GREEDY:
        spaces, field, coin = greedy_drawing(table, cards, sheet, card, season, wanted)
    else:
        spaces, coin = random_place(cards, card, free, wanted, chance)
        field = cards.terrains[card, 1 + below(chance, cards.terrains[card, 0])]
    if spaces == 0:
        coin = 0
        fields = single_fields(cards, card, table.options[FALLBACK_ANY] != 0 or is_pending)
        if policy == GREEDY:
            spaces, field = greedy_single(table, sheet, season, fields, 1)
        else:
            spaces = random_space(free, chance)
            field = fields[below(chance, len(fields))]
    note(diary, MOVE_DRAW, seat, field, spaces, NOWHERE)
    become(game, seat, sheet, after_drawing(sheet, spaces, field, -1), coin)


@part
def slide(cards: CardTables, card: int, free: Mask) -> Mask:
    """Return where an ambush comes to rest by itself (8.2)."""
    turn = cards.first_turn[card]
    places = anchors(turned(cards, turn), free)
    order = cards.walk[cards.first_walk[card] : cards.first_walk[card + 1]]
    place = first_of(places, order)
    if place < 0:
        return NOWHERE
    return get(cards.turn_mask, turn) << place


@part
def first_to_cover(cards: CardTables, card: int, free: Mask) -> Mask:
    """Return the first space going round that an ambush can cover (8.2, ``cover``)."""
    coverable = NOWHERE
    for turn in range(cards.first_turn[card], cards.first_turn[card + 1]):
        coverable = coverable | covered(turned(cards, turn), places_of(cards, turn, free, BOARD))
    place = first_of(coverable, cards.corner_walk[card])
    if place < 0:
        return NOWHERE
    return single(place)


@part
def ambush_alone(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, seat: int, card: int, policy: int, chance: Halves
) -> None:
    """Let an ambush come to a seat's map without a neighbour (8.2)."""
    sheet = load(game.sheets, seat)
    free = empty(sheet)
    if table.options[COVER]:
        wanted = first_to_cover(cards, card, free)
        if wanted == 0:
            return
        if policy == GREEDY:
            spaces = greedy_ambush(table, cards, sheet, card, game.facts[SEASON], wanted, 1)
        else:
            spaces, _ = random_place(cards, card, free, wanted, chance)
        note(diary, MOVE_AMBUSH, seat, MONSTER, spaces, NOWHERE)
    else:
        spaces = slide(cards, card, free)
        if spaces == 0:
            return
    become(game, seat, sheet, after_drawing(sheet, spaces, MONSTER, cards.letter[card]), 0)


@part
def ambush_neighbour(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, seat: int, card: int, policy: int, chance: Halves
) -> None:
    """Let a seat draw an ambush on a neighbour's map (5)."""
    victim = neighbour(cards, game, seat, card)
    sheet = load(game.sheets, victim)
    free = empty(sheet)
    if free == 0:
        return
    season = game.facts[SEASON]
    letter = cards.letter[card]
    field = MONSTER
    if policy == GREEDY:
        spaces = greedy_ambush(table, cards, sheet, card, season, BOARD, -1)
    else:
        spaces, _ = random_place(cards, card, free, BOARD, chance)
    if spaces == 0:
        letter = -1
        fields = cards.any_terrain if table.options[ANY_SINGLE] else cards.only_monster
        if policy == GREEDY:
            spaces, field = greedy_single(table, sheet, season, fields, -1)
        else:
            spaces = random_space(free, chance)
            field = fields[below(chance, len(fields))]
    note(diary, MOVE_AMBUSH, seat, field, spaces, NOWHERE)
    become(game, victim, sheet, after_drawing(sheet, spaces, field, letter), 0)


@part
def neighbour(cards: CardTables, game: GameArrays, seat: int, card: int) -> int:
    """Return whose map a seat draws an ambush on (5.1)."""
    seats = len(game.coins)
    return (seat + seats - 1) % seats if cards.clockwise[card] else (seat + 1) % seats


@part
def gorgon(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, seat: int, card: int, policy: int, chance: Halves
) -> None:
    """Let whoever drew the Gorgon destroy a space (5.3)."""
    is_alone = table.options[AUTOMATIC] != 0
    owner = seat if is_alone else neighbour(cards, game, seat, card)
    sheet = load(game.sheets, owner)
    _destroy_one(table, game, diary, owner, sheet, gorgon_targets(sheet), MOVE_GORGON, seat, policy, chance)


@part
def _destroy_one(
    table: TableArrays,
    game: GameArrays,
    diary: Diary,
    owner: int,
    sheet: Sheet,
    targets: Mask,
    kind: int,
    seat: int,
    policy: int,
    chance: Halves,
) -> None:
    if targets == 0:
        return
    if policy == GREEDY:
        space = greedy_target(table, sheet, targets, game.facts[SEASON], 1 if owner == seat else -1)
    else:
        space = random_space(targets, chance)
    note(diary, kind, seat, -1, space, NOWHERE)
    become(game, owner, sheet, destroy(sheet, space), 0)


@part
def hero(
    table: TableArrays, cards: CardTables, game: GameArrays, diary: Diary, seat: int, card: int, policy: int, chance: Halves
) -> None:
    """Let a seat place a hero (6)."""
    sheet = load(game.sheets, seat)
    if empty(sheet) == 0:
        return
    if policy == GREEDY:
        space, path = greedy_hero(table, cards, sheet, card, game.facts[SEASON])
    else:
        space, path = random_hero(cards, sheet, card, chance)
    note(diary, MOVE_HERO, seat, -1, space, path)
    become(game, seat, sheet, after_hero(sheet, space, path), 0)


@part
def spread(game: GameArrays, seat: int) -> None:
    """Let Zombies spread over a map (7.4)."""
    sheet = load(game.sheets, seat)
    wave = zombie_wave(sheet)
    if wave:
        after = inked(inked(sheet, wave, MONSTER), wave, 13)
        become(game, seat, sheet, destroy(after, strike(after)), 0)


@part
def troll(
    table: TableArrays, game: GameArrays, diary: Diary, seat: int, policy: int, chance: Halves
) -> None:
    """Let the owner of a map choose what the Troll destroys (7.4)."""
    sheet = load(game.sheets, seat)
    _destroy_one(table, game, diary, seat, sheet, troll_targets(sheet), MOVE_TROLL, seat, policy, chance)
