"""Kernels for games that stop at every question and go on with an answer.

A batch is an array with a row for every game. Tables and blank sheets are dealt by the rules beforehand (a *stock*);
a game that begins takes one of them and shuffles its own decks.
"""

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.compiler.u128 import first_number, single
from quillmap.fast.layout.actions import SINGLE_TURN, TURNS, WAIT
from quillmap.fast.layout.card_tables import (
    FIRST_PATH,
    FIRST_TURN,
    LETTER,
    PATH,
    SPACES,
    TERRAINS,
    TURN_COIN,
    TURN_MASK,
    Ints,
)
from quillmap.fast.layout.observation import Bytes
from quillmap.fast.layout.rows import (
    AMBUSHES,
    AMBUSHING,
    CARD,
    CHANCE,
    DRAWING,
    FREE,
    GAZING,
    LASTING,
    PLACING,
    SEASON,
    SEAT,
    SEAT_SIZE,
    SEATS,
    STAGE,
    TURN,
)
from quillmap.fast.layout.sheets import clear, copy, entry, get, load, save
from quillmap.fast.play.chance import below
from quillmap.fast.play.changes import after_drawing, after_hero, destroy_space, draw, place_hero
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.drawings import (
    is_hostile,
    owner_of,
    places_of,
    single_terrains_row,
    terrains_row,
    wanted_on,
)
from quillmap.fast.play.flow import advance, is_over, targets_on, total_of
from quillmap.fast.play.observing import paint
from quillmap.fast.play.policies import WORST, gain
from quillmap.rules.sheet import Sheet, destroy
from quillmap.rules.spaces import Mask


@inlined
def allow(mask: Bytes, row: int, turn: int, places: Mask) -> int:
    """Mark the drawings of a turn with each of a row of terrains; return how many there are."""
    for choice in range(TERRAINS[row, 0]):
        paint(mask, (TERRAINS[row, choice + 1] * TURNS + turn) * SPACES, places)
    return TERRAINS[row, 0] * places.bit_count()


@inlined
def allow_drawings(table: Ints, game: Ints, mask: Bytes, owner: int) -> int:
    """Mark the drawings of the revealed card on the owner's map; return how many there are."""
    free = get(game, SEAT + owner * SEAT_SIZE + FREE)
    wanted = wanted_on(table, game, owner, free)
    first = FIRST_TURN[game[CARD]]
    count = 0
    for turn in range(first, FIRST_TURN[game[CARD] + 1]):
        places = places_of(turn, free, wanted)
        if places:
            count += allow(mask, terrains_row(game), turn - first, places)
    if count == 0:
        count = allow(mask, single_terrains_row(table, game), SINGLE_TURN, free)
    return count


@inlined
def allow_heroes(game: Ints, mask: Bytes, seat: int) -> int:
    """Mark the places of the revealed hero with its paths; return how many there are."""
    count = 0
    rest = get(game, SEAT + seat * SEAT_SIZE + FREE)
    while rest:
        space = first_number(rest)
        rest = rest ^ (rest & -rest)
        row = game[CARD] * SPACES + space
        for turn in range(FIRST_PATH[row + 1] - FIRST_PATH[row]):
            mask[turn * SPACES + space] = 1
            count += 1
    return count


@inlined
def allow_all(table: Ints, game: Ints, mask: Bytes) -> int:
    """Mark every answer of the seat that is asked; return how many there are."""
    clear(mask)
    if is_over(game):
        mask[WAIT] = 1
        return 1
    owner = owner_of(table, game, game[TURN])
    stage = game[STAGE]
    if stage in (DRAWING, AMBUSHING):
        return allow_drawings(table, game, mask, owner)
    if stage == PLACING:
        return allow_heroes(game, mask, owner)
    targets = targets_on(game, load(game, owner))
    paint(mask, 0, targets)
    return targets.bit_count()


@inlined
def drawing_of(game: Ints, action: int) -> tuple[Mask, int, int, int]:
    """Return the drawing that an action stands for: spaces, set, set of its letter or -1, coin of its shape."""
    card = game[CARD]
    turn = action // SPACES % TURNS
    space = single(action % SPACES)
    field = action // SPACES // TURNS
    if turn == SINGLE_TURN:
        return space, field, -1, 0
    place = FIRST_TURN[card] + turn
    return entry(TURN_MASK, place) * space, field, LETTER[card], TURN_COIN[place]


@inlined
def path_of(game: Ints, action: int) -> Mask:
    """Return the path of a hero that is placed by an action."""
    return entry(PATH, FIRST_PATH[game[CARD] * SPACES + action % SPACES] + action // SPACES % TURNS)


@inlined
def outcome(game: Ints, sheet: Sheet, action: int) -> tuple[Sheet, int]:
    """Return what an action makes of the map that is drawn on, and the coin of its shape."""
    space = single(action % SPACES)
    stage = game[STAGE]
    if stage == PLACING:
        return after_hero(sheet, space, path_of(game, action)), 0
    if stage in (GAZING, LASTING):
        return destroy(sheet, space), 0
    spaces, field, letter, coin = drawing_of(game, action)
    return after_drawing(sheet, spaces, field, letter), coin


@inlined
def act(table: Ints, game: Ints, action: int) -> None:
    """Let the seat that is asked answer with a legal action."""
    seat = game[TURN]
    owner = owner_of(table, game, seat)
    space = single(action % SPACES)
    stage = game[STAGE]
    if stage == PLACING:
        place_hero(game, seat, space, path_of(game, action))
    elif stage in (GAZING, LASTING):
        destroy_space(game, owner, space)
    else:
        spaces, field, letter, coin = drawing_of(game, action)
        draw(game, owner, spaces, field, letter, coin)
    game[TURN] = seat + 1


@kernel
def begin(stock: Ints, sheets: Ints, tables: Ints, games: Ints, which: Bytes) -> None:
    """Begin the games that are marked in *which*, each at a random table of the stock."""
    for number in range(len(games)):
        if which[number]:
            game = games[number]
            place = below(game, len(stock))
            chance, seats = game[CHANCE], game[SEATS]
            clear(game)
            game[CHANCE], game[SEATS] = chance, seats
            for card in range(AMBUSHES, SEAT):
                game[card] = -1
            copy(stock[place], tables[number])
            for seat in range(seats):
                save(game, seat, load(sheets[place], 0))
            redeal(tables[number], game)


@kernel
def settle(tables: Ints, games: Ints, diaries: Ints, totals: Ints, overs: Bytes) -> None:
    """Play every game until a seat is asked or it is over; write the stars of its first seat and whether it is over."""
    for number in range(len(games)):
        game = games[number]
        while not is_over(game) and advance(tables[number], game, diaries[number]):
            pass
        totals[number] = total_of(game, 0)
        overs[number] = 1 if is_over(game) else 0


@kernel
def answer(tables: Ints, games: Ints, masks: Bytes, actions: Ints, wrong: Bytes) -> None:
    """Take the action of the seat asked in every game; mark in *wrong* those not in *masks*, which do nothing."""
    for number in range(len(games)):
        action = actions[number]
        wrong[number] = 1
        if 0 <= action <= WAIT and masks[number][action]:
            wrong[number] = 0
            if action != WAIT:
                act(tables[number], games[number], action)


@kernel
def allow_batch(tables: Ints, games: Ints, masks: Bytes, counts: Ints) -> None:
    """Mark the legal answers in every game, and count them."""
    for number in range(len(games)):
        counts[number] = allow_all(tables[number], games[number], masks[number])


@inlined
def marked(mask: Bytes, left: int) -> int:
    """Return the marked action with this many marked ones before it."""
    action = 0
    while action < WAIT:
        here = 0
        for place in range(action, action + SPACES):
            here += mask[place]
        if left < here:
            break
        left -= here
        action += SPACES
    while action < WAIT and (left or not mask[action]):
        left -= mask[action]
        action += 1
    return action


@kernel
def sample(games: Ints, masks: Bytes, counts: Ints, actions: Ints) -> None:
    """Choose one of the legal answers in every game, each as likely as the others."""
    for number in range(len(games)):
        actions[number] = marked(masks[number], below(games[number], counts[number]))


@kernel
def evaluate(tables: Ints, games: Ints, masks: Bytes, values: Ints) -> None:
    """Write what every legal answer is worth by the edicts still to come, to the seat that gives it."""
    for number in range(len(games)):
        table, game = tables[number], games[number]
        owner = owner_of(table, game, game[TURN])
        sign = -1 if is_hostile(table, game) else 1
        sheet = load(game, owner)
        mask, row = masks[number], values[number]
        for action in range(WAIT):
            row[action] = WORST
            if mask[action]:
                after, coin = outcome(game, sheet, action)
                row[action] = sign * gain(table, sheet, after, game[SEASON], coin)
        row[WAIT] = 0 if mask[WAIT] else WORST
