"""How compiled seats decide: at random, or greedily by what the edicts still to come would give.

A policy only chooses among what ``drawings`` and ``flow`` allow. Each decision is made, noted in the diary, and carried
out (``decide``).
"""

from typing import Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.u128 import first_number
from quillmap.fast.layout.card_tables import (
    FIRST_PATH,
    FIRST_PLACEMENT,
    FIRST_TURN,
    LETTER,
    PATH,
    PLACEMENT,
    PLACEMENT_COIN,
    SPACES,
    TERRAINS,
    TURN_COIN,
    TURN_MASK,
    Ints,
)
from quillmap.fast.layout.rows import (
    CARD,
    DRAWING,
    ENTRIES,
    ENTRY_SIZE,
    FREE,
    GAZING,
    HOSTILITY,
    LASTING,
    LEARNED,
    LENGTH,
    PLACING,
    POLICY,
    RANDOM,
    ROOM,
    SEASON,
    SEAT,
    SEAT_SIZE,
    STAGE,
    THRESHOLDS,
    TIME,
    TRIES,
    TURN,
)
from quillmap.fast.layout.sheets import MONSTER_SET, entry, get, load, put
from quillmap.fast.play.chance import below
from quillmap.fast.play.changes import after_drawing, after_hero, destroy_space, draw, place_hero
from quillmap.fast.play.drawings import (
    drawing_places,
    is_hostile,
    owner_of,
    places_of,
    single_terrains_row,
    terrains_row,
    wanted_on,
)
from quillmap.fast.play.flow import targets_on
from quillmap.fast.value.compiled_value import STAR, TIMES, edicts_worth, ground_worth
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet, coins_between, destroy, empty
from quillmap.rules.spaces import BOARD, NOWHERE, ONE, Mask

WORST: Final = -1_000_000_000


@inlined
def note(game: Ints, diary: Ints, field: int, spaces: Mask, path: Mask) -> None:
    """Write a decision of the seat that is asked into the diary, if one is kept."""
    if len(diary) > 1:
        place = ENTRIES + ENTRY_SIZE * diary[LENGTH]
        diary[place] = game[STAGE] - DRAWING
        diary[place + 1] = game[TURN]
        diary[place + 2] = field
        put(diary, place + 3, spaces)
        put(diary, place + 5, path)
        diary[LENGTH] += 1


@inlined
def policy_of(table: Ints, game: Ints, seat: int) -> int:
    """Return how a seat decides now: about its own map, or about a neighbour's."""
    return game[SEAT + seat * SEAT_SIZE + (HOSTILITY if is_hostile(table, game) else POLICY)]


@inlined
def nth(spaces: Mask, index: int) -> Mask:
    """Return the space of a set with this many before it."""
    for _ in range(index):
        spaces = spaces & (spaces - ONE)
    return spaces & -spaces


@inlined
def random_space(game: Ints, spaces: Mask) -> Mask:
    """Return one of *spaces*, which must not be empty."""
    return nth(spaces, below(game, spaces.bit_count()))


@inlined
def random_field(game: Ints, row: int) -> int:
    """Return one of a row of terrains."""
    count = TERRAINS[row, 0]
    return TERRAINS[row, 1] if count == 1 else TERRAINS[row, 1 + below(game, count)]


@inlined
def random_place(game: Ints, card: int, free: Mask, wanted: Mask) -> tuple[Mask, int]:
    """Return a place of a card's shapes, each as likely as the others, and its coin; no spaces if none fits."""
    if wanted == 0:
        return NOWHERE, 0
    first = FIRST_PLACEMENT[card]
    count = FIRST_PLACEMENT[card + 1] - first
    tries = TRIES if wanted == BOARD and free.bit_count() >= ROOM else 0
    for _ in range(tries):
        placement = first + below(game, count)
        spaces = entry(PLACEMENT, placement)
        if spaces & ~free == 0:
            return spaces, PLACEMENT_COIN[placement]
    total = 0
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        total += places_of(turn, free, wanted).bit_count()
    if total == 0:
        return NOWHERE, 0
    index = below(game, total)
    chosen = FIRST_TURN[card] - 1
    places: Mask = NOWHERE
    while index >= places.bit_count():
        index -= places.bit_count()
        chosen += 1
        places = places_of(chosen, free, wanted)
    return entry(TURN_MASK, chosen) * nth(places, index), TURN_COIN[chosen]


@inlined
def random_drawing(table: Ints, game: Ints, free: Mask, wanted: Mask) -> tuple[Mask, int, int, int]:
    """Return a drawing, each as likely as the others."""
    spaces, coin = random_place(game, game[CARD], free, wanted)
    field = random_field(game, terrains_row(game))
    if spaces:
        return spaces, field, LETTER[game[CARD]], coin
    spaces = random_space(game, free)
    return spaces, random_field(game, single_terrains_row(table, game)), -1, 0


@inlined
def random_hero(game: Ints, free: Mask) -> tuple[Mask, Mask]:
    """Return a space for a hero and one of its paths there."""
    space = random_space(game, free)
    row = game[CARD] * SPACES + first_number(space)
    first = FIRST_PATH[row]
    return space, entry(PATH, first + below(game, FIRST_PATH[row + 1] - first))


@inlined
def moment_of(table: Ints, game: Ints, policy: int) -> int:
    """Return when a decision first counts, as ``edicts_worth`` takes it: a season, or for the learned policy a time.

    Lasting effects come after the season's scoring: for them it is the next season, at its start.
    """
    is_next = game[STAGE] == LASTING
    season = game[SEASON] + (1 if is_next else 0)
    if policy != LEARNED:
        return season
    left = table[THRESHOLDS + season] - (0 if is_next else game[TIME])
    return YEAR + TIMES * season + max(left, 0)


@inlined
def plain_gain(table: Ints, before: Sheet, after: Sheet, moment: int, coin: int) -> int:
    """Return what *after* is worth at a moment beside its edicts, with the coins earned on the way to it.

    That is the same whichever terrain is drawn, unless it is a monster, which comes last in every row of terrains.
    """
    season, star = moment, 1
    if moment >= YEAR:
        season, star = (moment - YEAR) // TIMES, STAR
    return ground_worth(table, moment, after) + star * (YEAR - season) * (coin + coins_between(before, after))


@inlined
def gain(table: Ints, before: Sheet, after: Sheet, moment: int, coin: int) -> int:
    """Return what *after* is worth at a moment, with the coins earned on the way to it."""
    return edicts_worth(table, moment, after) + plain_gain(table, before, after, moment, coin)


@inlined
def greedy_drawing(
    table: Ints, game: Ints, sheet: Sheet, wanted: Mask, moment: int, sign: int, glance: Ints
) -> tuple[Mask, int, int, int]:
    """Return the drawing that helps the map's owner most, or least with *sign* -1."""
    best, best_spaces, best_field, best_letter, best_coin = WORST, NOWHERE, 0, 0, 0
    for spaces, row, letter, coin in drawing_places(table, game, empty(sheet), wanted, glance):
        plain = 0
        for choice in range(TERRAINS[row, 0]):
            field = TERRAINS[row, choice + 1]
            if letter < 0:  # nearly always: with a constant there, the sheet is not copied a second time
                after = after_drawing(sheet, spaces, field, -1)
                if choice == 0 or field == MONSTER_SET:
                    plain = plain_gain(table, sheet, after, moment, coin)
                value = sign * (edicts_worth(table, moment, after) + plain)
            else:
                value = sign * gain(table, sheet, after_drawing(sheet, spaces, field, letter), moment, coin)
            if value > best:
                best, best_spaces, best_field, best_letter, best_coin = value, spaces, field, letter, coin
    return best_spaces, best_field, best_letter, best_coin


@inlined
def greedy_hero(table: Ints, game: Ints, sheet: Sheet, moment: int) -> tuple[Mask, Mask]:
    """Return where a hero is worth most, and its path."""
    best, best_space, best_path = WORST, NOWHERE, NOWHERE
    rest = empty(sheet)
    while rest:
        space = rest & -rest
        rest = rest ^ space
        row = game[CARD] * SPACES + first_number(space)
        for number in range(FIRST_PATH[row], FIRST_PATH[row + 1]):
            path = entry(PATH, number)
            value = gain(table, sheet, after_hero(sheet, space, path), moment, 0)
            if value > best:
                best, best_space, best_path = value, space, path
    return best_space, best_path


@inlined
def greedy_target(table: Ints, sheet: Sheet, targets: Mask, moment: int, sign: int) -> Mask:
    """Return the space to destroy that helps the map's owner most, or least with *sign* -1."""
    best, best_space = WORST, NOWHERE
    rest = targets
    while rest:
        space = rest & -rest
        rest = rest ^ space
        value = sign * gain(table, sheet, destroy(sheet, space), moment, 0)
        if value > best:
            best, best_space = value, space
    return best_space


@inlined
def decide_drawing(table: Ints, game: Ints, diary: Ints, owner: int, policy: int, glance: Ints) -> None:
    """Draw the revealed card on the owner's map."""
    free = get(game, SEAT + owner * SEAT_SIZE + FREE)
    wanted = wanted_on(table, game, owner, free)
    if policy == RANDOM:
        spaces, field, letter, coin = random_drawing(table, game, free, wanted)
    else:
        moment, sign = moment_of(table, game, policy), -1 if is_hostile(table, game) else 1
        spaces, field, letter, coin = greedy_drawing(table, game, load(game, owner), wanted, moment, sign, glance)
    note(game, diary, field, spaces, NOWHERE)
    draw(game, owner, spaces, field, letter, coin)


@inlined
def decide_hero(table: Ints, game: Ints, diary: Ints, seat: int, policy: int) -> None:
    """Place the revealed hero."""
    if policy == RANDOM:
        space, path = random_hero(game, get(game, SEAT + seat * SEAT_SIZE + FREE))
    else:
        space, path = greedy_hero(table, game, load(game, seat), moment_of(table, game, policy))
    note(game, diary, -1, space, path)
    place_hero(game, seat, space, path)


@inlined
def decide_target(table: Ints, game: Ints, diary: Ints, owner: int, policy: int) -> None:
    """Destroy a space of the owner's map."""
    sheet = load(game, owner)
    targets = targets_on(game, sheet)
    if policy == RANDOM:
        space = random_space(game, targets)
    else:
        sign = -1 if is_hostile(table, game) else 1
        space = greedy_target(table, sheet, targets, moment_of(table, game, policy), sign)
    note(game, diary, -1, space, NOWHERE)
    destroy_space(game, owner, space)


@inlined
def decide(table: Ints, game: Ints, diary: Ints, glance: Ints) -> None:
    """Let the seat that is asked decide by its policy; of what it may draw it looks at the places of a *glance*."""
    seat = game[TURN]
    owner = owner_of(table, game, seat)
    policy = policy_of(table, game, seat)
    stage = game[STAGE]
    if stage == PLACING:
        decide_hero(table, game, diary, seat, policy)
    elif stage in (GAZING, LASTING):
        decide_target(table, game, diary, owner, policy)
    else:
        decide_drawing(table, game, diary, owner, policy, glance)
    game[TURN] = seat + 1
