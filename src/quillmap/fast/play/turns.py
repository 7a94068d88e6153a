"""The rounds of a compiled game: explore ambushes, heroes, lasting effects (RULES 4 to 7)."""

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.u128 import single
from quillmap.fast.layout.card_tables import (
    ANY_TERRAIN,
    CLOCKWISE,
    CORNER_WALK,
    FIRST_TURN,
    FIRST_WALK,
    LETTER,
    ONLY_MONSTER,
    TURN_MASK,
    WALK,
    Ints,
)
from quillmap.fast.layout.rows import (
    AMBUSHING,
    ANY_SINGLE,
    AUTOMATIC,
    CARD,
    COINS,
    COVER,
    DRAGONS,
    ENTRIES,
    ENTRY_SIZE,
    FALLBACK_ANY,
    FREE,
    HOSTILITY,
    LENGTH,
    MOUNTAINS,
    MOVE_AMBUSH,
    MOVE_DRAW,
    MOVE_GORGON,
    MOVE_HERO,
    MOVE_TROLL,
    PATHS,
    POLICY,
    RUINS_MARKS,
    RUINS_PENDING,
    SEAT,
    SEAT_SIZE,
    SEATS,
    SHEET,
    SLOPES,
    STAGE,
)
from quillmap.fast.layout.sheets import entry, get, inked, load, put, save
from quillmap.fast.play.policies import (
    MONSTER,
    RANDOM,
    after_drawing,
    after_hero,
    coming_season,
    greedy_ambush,
    greedy_drawing,
    greedy_hero,
    greedy_single,
    greedy_target,
    moment_of,
    places_of,
    random_field,
    random_hero,
    random_place,
    random_space,
    turned,
)
from quillmap.rules.ambush import first_of
from quillmap.rules.shapes import anchors, covered
from quillmap.rules.sheet import (
    COIN_SLOTS,
    Sheet,
    coins_between,
    destroy,
    gorgon_targets,
    mountain_coins,
    strike,
    troll_targets,
    zombie_wave,
)
from quillmap.rules.spaces import BOARD, NOWHERE, Mask


@inlined
def note(diary: Ints, kind: int, seat: int, field: int, spaces: Mask, path: Mask) -> None:
    """Write a decision into the diary."""
    place = ENTRIES + ENTRY_SIZE * diary[LENGTH]
    diary[place] = kind
    diary[place + 1] = seat
    diary[place + 2] = field
    put(diary, place + 3, spaces)
    put(diary, place + 5, path)
    diary[LENGTH] += 1


@inlined
def draw(game: Ints, seat: int, spaces: Mask, field: int, letter: int, coin: int) -> None:
    """Draw on empty spaces of a seat's map, and pay coins for that."""
    block = SEAT + seat * SEAT_SIZE
    if letter >= 0 or get(game, block + DRAGONS) or (field == MONSTER and get(game, block + PATHS)):
        sheet = load(game, seat)
        become(game, seat, sheet, after_drawing(sheet, spaces, field, letter), coin)
    else:  # Nothing is destroyed and there is no Dragon: only one set changes, and only mountains pay.
        free = get(game, block + FREE)
        if spaces & get(game, block + SLOPES):
            coin += mountain_coins(get(game, block + MOUNTAINS), free, spaces)
        if coin:
            game[block + COINS] = min(game[block + COINS] + coin, COIN_SLOTS)
        place = block + SHEET + 2 * field
        put(game, place, get(game, place) | spaces)
        put(game, block + FREE, free ^ spaces)


@inlined
def policy_of(game: Ints, seat: int) -> int:
    """Return how a seat decides."""
    return game[SEAT + seat * SEAT_SIZE + POLICY]


@inlined
def hostility_of(game: Ints, seat: int) -> int:
    """Return how a seat decides about other maps."""
    return game[SEAT + seat * SEAT_SIZE + HOSTILITY]


@inlined
def become(game: Ints, seat: int, before: Sheet, after: Sheet, coin: int) -> None:
    """Let a seat's sheet be *after*, with the coins for that."""
    place = SEAT + seat * SEAT_SIZE + COINS
    game[place] = min(game[place] + coin + coins_between(before, after), COIN_SLOTS)
    save(game, seat, after)


@inlined
def single_terrains(table: Ints, game: Ints) -> int:
    """Return the row of terrains for a 1×1 where no shape fits (4.3, 5.2)."""
    if game[STAGE] == AMBUSHING:
        return ANY_TERRAIN if table[ANY_SINGLE] else ONLY_MONSTER
    return ANY_TERRAIN if table[FALLBACK_ANY] or game[RUINS_PENDING] else game[CARD]


@inlined
def explore(table: Ints, game: Ints, diary: Ints, seat: int, card: int) -> None:
    """Let a seat draw an explore card (4)."""
    block = SEAT + seat * SEAT_SIZE
    free = get(game, block + FREE)
    if free:
        wanted = get(game, block + RUINS_MARKS) & free if game[RUINS_PENDING] else BOARD
        policy = game[block + POLICY]
        if policy == RANDOM:
            spaces, coin = random_place(game, card, free, wanted)
            field = random_field(game, card)
            if spaces == 0:
                spaces = random_space(game, free)
                field = random_field(game, single_terrains(table, game))
        else:
            sheet = load(game, seat)
            moment = moment_of(table, game, policy)
            spaces, field, coin = greedy_drawing(table, sheet, card, moment, wanted)
            if spaces == 0:
                spaces, field = greedy_single(table, sheet, moment, single_terrains(table, game), 1)
        if len(diary) > 1:
            note(diary, MOVE_DRAW, seat, field, spaces, NOWHERE)
        draw(game, seat, spaces, field, -1, coin)


@inlined
def slide(card: int, free: Mask) -> Mask:
    """Return where an ambush comes to rest by itself (8.2)."""
    turn = FIRST_TURN[card]
    places = anchors(turned(turn), free)
    order = WALK[FIRST_WALK[card] : FIRST_WALK[card + 1]]
    place = first_of(places, order)
    if place < 0:
        return NOWHERE
    return entry(TURN_MASK, turn) << place


@inlined
def first_to_cover(card: int, free: Mask) -> Mask:
    """Return the first space going round that an ambush can cover (8.2, ``cover``)."""
    coverable = NOWHERE
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        coverable = coverable | covered(turned(turn), places_of(turn, free, BOARD))
    place = first_of(coverable, CORNER_WALK[card])
    if place < 0:
        return NOWHERE
    return single(place)


@inlined
def ambush_slides(game: Ints, seat: int, card: int) -> None:
    """Let an ambush come to a seat's map by itself, if there is a place (8.2)."""
    spaces = slide(card, get(game, SEAT + seat * SEAT_SIZE + FREE))
    if spaces:
        draw(game, seat, spaces, MONSTER, LETTER[card], 0)


@inlined
def ambush_alone(table: Ints, game: Ints, diary: Ints, seat: int, card: int) -> None:
    """Let an ambush come to a seat's map without a neighbour (8.2)."""
    if not table[COVER]:
        ambush_slides(game, seat, card)
        return
    free = get(game, SEAT + seat * SEAT_SIZE + FREE)
    wanted = first_to_cover(card, free)
    if wanted == 0:
        return
    policy = policy_of(game, seat)
    if policy == RANDOM:
        spaces, _ = random_place(game, card, free, wanted)
    else:
        spaces = greedy_ambush(table, load(game, seat), card, moment_of(table, game, policy), wanted, 1)
    if len(diary) > 1:
        note(diary, MOVE_AMBUSH, seat, MONSTER, spaces, NOWHERE)
    draw(game, seat, spaces, MONSTER, LETTER[card], 0)


@inlined
def ambush_neighbour(table: Ints, game: Ints, diary: Ints, seat: int, card: int) -> None:
    """Let a seat draw an ambush on a neighbour's map (5)."""
    victim = neighbour(game, seat, card)
    free = get(game, SEAT + victim * SEAT_SIZE + FREE)
    if free == 0:
        return
    policy = hostility_of(game, seat)
    sheet = load(game, victim)
    moment = moment_of(table, game, policy)
    letter = LETTER[card]
    field = MONSTER
    if policy == RANDOM:
        spaces, _ = random_place(game, card, free, BOARD)
    else:
        spaces = greedy_ambush(table, sheet, card, moment, BOARD, -1)
    if spaces == 0:
        letter = -1
        row = single_terrains(table, game)
        if policy == RANDOM:
            spaces = random_space(game, free)
            field = random_field(game, row)
        else:
            spaces, field = greedy_single(table, sheet, moment, row, -1)
    if len(diary) > 1:
        note(diary, MOVE_AMBUSH, seat, field, spaces, NOWHERE)
    draw(game, victim, spaces, field, letter, 0)


@inlined
def neighbour(game: Ints, seat: int, card: int) -> int:
    """Return whose map a seat draws an ambush on (5.1)."""
    seats = game[SEATS]
    return (seat + seats - 1) % seats if CLOCKWISE[card] else (seat + 1) % seats


@inlined
def gorgon(table: Ints, game: Ints, diary: Ints, seat: int, card: int) -> None:
    """Let whoever drew the Gorgon destroy a space (5.3)."""
    if table[AUTOMATIC]:
        sheet = load(game, seat)
        policy = policy_of(game, seat)
        moment = moment_of(table, game, policy)
        space = chosen_target(table, game, sheet, gorgon_targets(sheet), policy, moment, 1)
        destroy_one(game, diary, seat, sheet, space, MOVE_GORGON, seat)
    else:
        owner = neighbour(game, seat, card)
        sheet = load(game, owner)
        policy = hostility_of(game, seat)
        moment = moment_of(table, game, policy)
        space = chosen_target(table, game, sheet, gorgon_targets(sheet), policy, moment, -1)
        destroy_one(game, diary, owner, sheet, space, MOVE_GORGON, seat)


@inlined
def chosen_target(table: Ints, game: Ints, sheet: Sheet, targets: Mask, policy: int, moment: int, sign: int) -> Mask:
    """Return which of *targets* to destroy, for the map's owner or, with *sign* -1, against them."""
    if targets == 0:
        return NOWHERE
    if policy != RANDOM:
        return greedy_target(table, sheet, targets, moment, sign)
    return random_space(game, targets)


@inlined
def destroy_one(game: Ints, diary: Ints, owner: int, sheet: Sheet, space: Mask, kind: int, seat: int) -> None:
    """Destroy a space of the *owner*'s map that *seat* chose, if there is one."""
    if space:
        if len(diary) > 1:
            note(diary, kind, seat, -1, space, NOWHERE)
        become(game, owner, sheet, destroy(sheet, space), 0)


@inlined
def hero(table: Ints, game: Ints, diary: Ints, seat: int, card: int) -> None:
    """Let a seat place a hero (6)."""
    sheet = load(game, seat)
    if get(game, SEAT + seat * SEAT_SIZE + FREE) == 0:
        return
    if policy_of(game, seat) != RANDOM:
        space, path = greedy_hero(table, sheet, card, moment_of(table, game, policy_of(game, seat)))
    else:
        space, path = random_hero(game, sheet, card)
    if len(diary) > 1:
        note(diary, MOVE_HERO, seat, -1, space, path)
    become(game, seat, sheet, after_hero(sheet, space, path), 0)


@inlined
def spread(game: Ints, seat: int) -> None:
    """Let Zombies spread over a map (7.4)."""
    sheet = load(game, seat)
    wave = zombie_wave(sheet)
    if wave:
        after = inked(inked(sheet, wave, MONSTER), wave, 13)
        become(game, seat, sheet, destroy(after, strike(after)), 0)


@inlined
def troll(table: Ints, game: Ints, diary: Ints, seat: int) -> None:
    """Let the owner of a map choose what the Troll destroys (7.4)."""
    sheet = load(game, seat)
    policy = policy_of(game, seat)
    moment = coming_season(table, game, policy)
    space = chosen_target(table, game, sheet, troll_targets(sheet), policy, moment, 1)
    destroy_one(game, diary, seat, sheet, space, MOVE_TROLL, seat)
