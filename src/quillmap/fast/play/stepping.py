"""Compiled games in which every seat is asked: they stop at each question, and go on with an answer.

A batch is an array with a row for every game. Tables and first sheets are dealt by the rules beforehand (a *stock*);
a game that begins takes one of them, and deals its own decks.
"""

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.compiler.u128 import first_number, single
from quillmap.fast.layout.actions import SINGLE_TURN, TURNS, WAIT
from quillmap.fast.layout.card_tables import (
    FIRST_PATH,
    FIRST_TURN,
    LETTER,
    ONLY_MONSTER,
    PATH,
    SPACES,
    TERRAINS,
    TROLL_NUMBER,
    TURN_COIN,
    TURN_MASK,
    ZOMBIE_NUMBER,
    Ints,
)
from quillmap.fast.layout.observation import Bytes
from quillmap.fast.layout.rows import (
    AMBUSHES,
    AMBUSHING,
    AUTOMATIC,
    CARD,
    CHANCE,
    COVER,
    DRAWING,
    GAZING,
    LASTING,
    NEXT,
    PLACING,
    RUINS_PENDING,
    SEASON,
    SEAT,
    SEATS,
    STAGE,
    TURN,
)
from quillmap.fast.layout.sheets import clear, copy, entry, load, save
from quillmap.fast.play.chance import below
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.flow import end_stage, go_on, total_of
from quillmap.fast.play.observing import paint
from quillmap.fast.play.policies import WORST, after_drawing, after_hero, gain, places_of
from quillmap.fast.play.turns import ambush_slides, become, first_to_cover, neighbour, single_terrains, spread
from quillmap.rules.setup import YEAR
from quillmap.rules.sheet import Sheet, destroy, empty, gorgon_targets, troll_targets
from quillmap.rules.spaces import BOARD, NOWHERE, Mask


@inlined
def owner_of(table: Ints, game: Ints, seat: int) -> int:
    """Return whose map a seat draws on now."""
    if table[AUTOMATIC] or (game[STAGE] != AMBUSHING and game[STAGE] != GAZING):
        return seat
    return neighbour(game, seat, game[CARD])


@inlined
def targets_of(game: Ints, sheet: Sheet) -> Mask:
    """Return what the Gorgon or a lasting effect lets somebody destroy."""
    if game[STAGE] == GAZING:
        return gorgon_targets(sheet)
    return troll_targets(sheet) if game[CARD] == TROLL_NUMBER else NOWHERE


@inlined
def is_asked(table: Ints, game: Ints, seat: int) -> bool:
    """Return whether a seat has something to decide."""
    sheet = load(game, owner_of(table, game, seat))
    stage = game[STAGE]
    if stage in (GAZING, LASTING):
        return targets_of(game, sheet) != 0
    free = empty(sheet)
    if stage == AMBUSHING and table[AUTOMATIC]:
        return table[COVER] != 0 and first_to_cover(game[CARD], free) != 0
    return free != 0


@inlined
def pass_by(table: Ints, game: Ints, seat: int) -> None:
    """Let happen what comes to a seat without a question."""
    stage = game[STAGE]
    if stage == AMBUSHING:
        if table[AUTOMATIC] and not table[COVER]:
            ambush_slides(game, seat, game[CARD])
    elif stage == LASTING and game[CARD] == ZOMBIE_NUMBER:
        spread(game, seat)


@inlined
def play_on(table: Ints, game: Ints, diary: Ints) -> None:
    """Play until a seat has something to decide, or the game is over."""
    while game[SEASON] < YEAR:
        seat = game[TURN]
        if game[STAGE] == NEXT:
            go_on(table, game, diary)
        elif seat == game[SEATS]:
            end_stage(game)
        elif is_asked(table, game, seat):
            return
        else:
            pass_by(table, game, seat)
            game[TURN] = seat + 1


@inlined
def allow(mask: Bytes, row: int, turn: int, places: Mask) -> int:
    """Mark the drawings of a turn with each of a row of terrains; return how many there are."""
    for choice in range(TERRAINS[row, 0]):
        paint(mask, (TERRAINS[row, choice + 1] * TURNS + turn) * SPACES, places)
    return TERRAINS[row, 0] * places.bit_count()


@inlined
def allow_drawings(table: Ints, game: Ints, mask: Bytes, sheet: Sheet) -> int:
    """Mark the drawings of the revealed card; return how many there are."""
    card = game[CARD]
    free = empty(sheet)
    wanted: Mask = BOARD
    row = card
    if game[STAGE] == AMBUSHING:
        row = ONLY_MONSTER
        if table[AUTOMATIC]:
            wanted = first_to_cover(card, free)
    elif game[RUINS_PENDING]:
        wanted = sheet.ruins & free
    first = FIRST_TURN[card]
    count = 0
    for turn in range(first, FIRST_TURN[card + 1]):
        places = places_of(turn, free, wanted)
        if places:
            count += allow(mask, row, turn - first, places)
    if count == 0:
        count = allow(mask, single_terrains(table, game), SINGLE_TURN, free)
    return count


@inlined
def allow_heroes(game: Ints, mask: Bytes, sheet: Sheet) -> int:
    """Mark the places of the revealed hero with its paths; return how many there are."""
    count = 0
    rest = empty(sheet)
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
    if game[SEASON] == YEAR:
        mask[WAIT] = 1
        return 1
    sheet = load(game, owner_of(table, game, game[TURN]))
    stage = game[STAGE]
    if stage in (DRAWING, AMBUSHING):
        return allow_drawings(table, game, mask, sheet)
    if stage == PLACING:
        return allow_heroes(game, mask, sheet)
    targets = targets_of(game, sheet)
    paint(mask, 0, targets)
    return targets.bit_count()


@inlined
def outcome(game: Ints, sheet: Sheet, action: int) -> tuple[Sheet, int]:
    """Return what an action makes of the map that is drawn on, and the coin of its shape."""
    anchor = action % SPACES
    turn = action // SPACES % TURNS
    card = game[CARD]
    stage = game[STAGE]
    if stage == PLACING:
        path = entry(PATH, FIRST_PATH[card * SPACES + anchor] + turn)
        return after_hero(sheet, single(anchor), path), 0
    if stage in (GAZING, LASTING):
        return destroy(sheet, single(anchor)), 0
    field = action // SPACES // TURNS
    if turn == SINGLE_TURN:
        return after_drawing(sheet, single(anchor), field, -1), 0
    place = FIRST_TURN[card] + turn
    spaces = entry(TURN_MASK, place) << anchor
    return after_drawing(sheet, spaces, field, LETTER[card]), TURN_COIN[place]


@inlined
def act(table: Ints, game: Ints, action: int) -> None:
    """Let the seat that is asked answer with a legal action."""
    seat = game[TURN]
    owner = owner_of(table, game, seat)
    sheet = load(game, owner)
    after, coin = outcome(game, sheet, action)
    become(game, owner, sheet, after, coin)
    game[TURN] = seat + 1


@kernel
def begin(stock: Ints, sheets: Ints, tables: Ints, games: Ints, which: Bytes) -> None:
    """Begin anew those games that are marked in *which*, at any table of the stock."""
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
        play_on(tables[number], game, diaries[number])
        totals[number] = total_of(game, 0)
        overs[number] = 1 if game[SEASON] == YEAR else 0


@kernel
def answer(tables: Ints, games: Ints, masks: Bytes, actions: Ints, wrong: Bytes) -> None:
    """Give the seat that is asked in every game its action; mark in *wrong* those not in *masks*, which do nothing."""
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
    """Return the action that is marked and has so many marked ones before it."""
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
        sign = 1 if owner == game[TURN] else -1
        sheet = load(game, owner)
        mask, row = masks[number], values[number]
        for action in range(WAIT):
            row[action] = WORST
            if mask[action]:
                after, coin = outcome(game, sheet, action)
                row[action] = sign * gain(table, sheet, after, game[SEASON], coin)
        row[WAIT] = 0 if mask[WAIT] else WORST
