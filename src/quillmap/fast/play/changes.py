"""What happens to the map and the coins of a seat (RULES 4 to 8)."""

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.layout.card_tables import FIRST_TURN, FIRST_WALK, LETTER, TURN_MASK, WALK, Ints
from quillmap.fast.layout.rows import COINS, DRAGONS, FREE, MOUNTAINS, PATHS, SEAT, SEAT_SIZE, SHEET, SLOPES
from quillmap.fast.layout.sheets import (
    HERO_SET,
    MONSTER_SET,
    PATH_SET,
    ZOMBIE_SET,
    entry,
    get,
    inked,
    load,
    put,
    save,
)
from quillmap.fast.play.drawings import turned
from quillmap.rules.ambush import first_of
from quillmap.rules.shapes import anchors
from quillmap.rules.sheet import COIN_SLOTS, Sheet, coins_between, destroy, mountain_coins, strike, zombie_wave
from quillmap.rules.spaces import Mask


@inlined
def after_drawing(sheet: Sheet, spaces: Mask, field: int, letter: int) -> Sheet:
    """Return *sheet* with a drawing on it, monsters on attack paths destroyed."""
    after = inked(sheet, spaces, field)
    if letter >= 0:
        after = inked(after, spaces, letter)
    struck = strike(after)
    if struck:
        after = destroy(after, struck)
    return after


@inlined
def after_hero(sheet: Sheet, space: Mask, path: Mask) -> Sheet:
    """Return *sheet* with a hero, its path, and what that destroys."""
    after = inked(inked(sheet, space, HERO_SET), path, PATH_SET)
    return destroy(after, strike(after))


@inlined
def become(game: Ints, seat: int, before: Sheet, after: Sheet, coin: int) -> None:
    """Replace a seat's sheet, and pay the coins that the change brings."""
    place = SEAT + seat * SEAT_SIZE + COINS
    game[place] = min(game[place] + coin + coins_between(before, after), COIN_SLOTS)
    save(game, seat, after)


@inlined
def draw(game: Ints, seat: int, spaces: Mask, field: int, letter: int, coin: int) -> None:
    """Draw on empty spaces of a seat's map, and pay coins for that."""
    block = SEAT + seat * SEAT_SIZE
    if letter >= 0 or get(game, block + DRAGONS) or (field == MONSTER_SET and get(game, block + PATHS)):
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
def place_hero(game: Ints, seat: int, space: Mask, path: Mask) -> None:
    """Put a hero on a seat's map (6)."""
    sheet = load(game, seat)
    become(game, seat, sheet, after_hero(sheet, space, path), 0)


@inlined
def destroy_space(game: Ints, seat: int, space: Mask) -> None:
    """Destroy a space of a seat's map."""
    sheet = load(game, seat)
    become(game, seat, sheet, destroy(sheet, space), 0)


@inlined
def slide(game: Ints, seat: int, card: int) -> None:
    """Let an ambush come to a seat's map by itself, if there is a place (8.2)."""
    turn = FIRST_TURN[card]
    places = anchors(turned(turn), get(game, SEAT + seat * SEAT_SIZE + FREE))
    place = first_of(places, WALK[FIRST_WALK[card] : FIRST_WALK[card + 1]])
    if place >= 0:
        draw(game, seat, entry(TURN_MASK, turn) << place, MONSTER_SET, LETTER[card], 0)


@inlined
def spread(game: Ints, seat: int) -> None:
    """Let Zombies spread over a map (7.4)."""
    sheet = load(game, seat)
    wave = zombie_wave(sheet)
    if wave:
        after = inked(inked(sheet, wave, MONSTER_SET), wave, ZOMBIE_SET)
        become(game, seat, sheet, destroy(after, strike(after)), 0)
