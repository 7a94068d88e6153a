"""The order of a compiled game: which card comes, who is asked, and what happens without a question (RULES 3 to 8).

Only ``advance`` knows it. Where it stops, whole games let a policy answer (``whole_games``), and stepped games return
to their caller (``stepping``).
"""

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.layout.card_tables import (
    AMBUSH,
    CARD_TIME,
    EXPLORE,
    KIND,
    LETTER,
    RUINS,
    TROLL_NUMBER,
    ZOMBIE_NUMBER,
    Ints,
)
from quillmap.fast.layout.rows import (
    AMBUSHING,
    AUTOMATIC,
    CARD,
    COINS,
    COVER,
    DECK,
    DECK_TOP,
    DRAWING,
    EDICTS,
    EFFECT,
    FREE,
    GAZING,
    GONE,
    GONE_CARDS,
    IS_DEALT,
    LASTING,
    NEXT,
    PLACING,
    RUINS_PENDING,
    SCORES,
    SEASON,
    SEAT,
    SEAT_SIZE,
    SEATS,
    STAGE,
    THRESHOLDS,
    TIME,
    TURN,
)
from quillmap.fast.layout.sheets import GORGON_SET, get, load
from quillmap.fast.play.changes import slide, spread
from quillmap.fast.play.decks import begin_season
from quillmap.fast.play.drawings import first_to_cover, owner_of
from quillmap.fast.value.compiled_scores import score
from quillmap.rules.seasons import WINTER, YEAR, edicts_of
from quillmap.rules.sheet import Sheet, gorgon_targets, haunted, troll_targets
from quillmap.rules.spaces import NOWHERE, Mask


@inlined
def reveal(game: Ints) -> None:
    """Reveal the top card (3)."""
    top = game[DECK_TOP]
    game[DECK_TOP] = top + 1
    game[CARD] = card = game[DECK + top]
    kind = KIND[card]
    if kind == EXPLORE:
        game[TIME] += CARD_TIME[card]
        game[STAGE] = DRAWING
    elif kind == RUINS:
        game[RUINS_PENDING] = 1
    else:
        game[GONE_CARDS + game[GONE]] = card
        game[GONE] += 1
        game[STAGE] = AMBUSHING if kind == AMBUSH else PLACING


@inlined
def targets_on(game: Ints, sheet: Sheet) -> Mask:
    """Return what the Gorgon or a lasting effect lets somebody destroy (5.3, 7.4)."""
    if game[STAGE] == GAZING:
        return gorgon_targets(sheet)
    return troll_targets(sheet) if game[CARD] == TROLL_NUMBER else NOWHERE


@inlined
def is_asked(table: Ints, game: Ints, seat: int) -> bool:
    """Return whether a seat has something to decide."""
    owner = owner_of(table, game, seat)
    stage = game[STAGE]
    if stage in (GAZING, LASTING):
        return targets_on(game, load(game, owner)) != 0
    free = get(game, SEAT + owner * SEAT_SIZE + FREE)
    if stage == AMBUSHING and table[AUTOMATIC]:
        return table[COVER] != 0 and first_to_cover(game[CARD], free) != 0
    return free != 0


@inlined
def pass_by(table: Ints, game: Ints, seat: int) -> None:
    """Do to a seat what the rules do without asking it."""
    stage = game[STAGE]
    if stage == AMBUSHING:
        if table[AUTOMATIC] and not table[COVER]:
            slide(game, seat, game[CARD])
    elif stage == LASTING and game[CARD] == ZOMBIE_NUMBER:
        spread(game, seat)


@inlined
def end_stage(game: Ints) -> None:
    """Go on after every seat has dealt with the card."""
    stage = game[STAGE]
    game[TURN] = 0
    game[STAGE] = NEXT
    if stage == DRAWING:
        game[RUINS_PENDING] = 0
    elif stage == AMBUSHING:
        if LETTER[game[CARD]] == GORGON_SET:
            game[STAGE] = GAZING
    elif stage == LASTING:
        next_effect(game)


@inlined
def next_effect(game: Ints) -> None:
    """Turn to the next lasting ambush, in the order in which they came, or to the next season (7.4)."""
    while game[EFFECT] < game[GONE]:
        card = game[GONE_CARDS + game[EFFECT]]
        game[EFFECT] += 1
        if card in (ZOMBIE_NUMBER, TROLL_NUMBER):
            game[STAGE] = LASTING
            game[CARD] = card
            return
    game[STAGE] = NEXT
    game[SEASON] += 1
    game[IS_DEALT] = 0


@inlined
def score_season(table: Ints, game: Ints) -> None:
    """Write every seat's part of the score sheet for the present season (7.2)."""
    season = game[SEASON]
    first, second = edicts_of(season)
    for seat in range(game[SEATS]):
        sheet = load(game, seat)
        block = SEAT + seat * SEAT_SIZE
        place = block + SCORES + 4 * season
        game[place] = score(table[EDICTS + first], sheet)
        game[place + 1] = score(table[EDICTS + second], sheet)
        game[place + 2] = game[block + COINS]
        game[place + 3] = haunted(sheet).bit_count()


@inlined
def is_card_due(table: Ints, game: Ints) -> bool:
    """Return whether a card comes next, not the scoring of the season."""
    return not game[IS_DEALT] or game[TIME] < table[THRESHOLDS + game[SEASON]]


@inlined
def go_on(table: Ints, game: Ints, diary: Ints) -> None:
    """Reveal the next card, of a new deck at the start of a season; or score the season (3.1, 7.1)."""
    if not game[IS_DEALT]:
        begin_season(table, game, diary)
    if is_card_due(table, game):
        reveal(game)
    else:
        score_season(table, game)
        game[EFFECT] = game[GONE] if game[SEASON] == WINTER else 0
        next_effect(game)


@inlined
def advance(table: Ints, game: Ints, diary: Ints) -> bool:
    """Do the next thing that needs no decision; return False if the seat in ``TURN`` has to decide first."""
    seat = game[TURN]
    if game[STAGE] == NEXT:
        go_on(table, game, diary)
    elif seat == game[SEATS]:
        end_stage(game)
    elif is_asked(table, game, seat):
        return False
    else:
        pass_by(table, game, seat)
        game[TURN] = seat + 1
    return True


@inlined
def is_over(game: Ints) -> bool:
    """Return whether the year is over."""
    return game[SEASON] == YEAR


@inlined
def total_of(game: Ints, seat: int) -> int:
    """Return the stars of a seat so far."""
    total = 0
    first = SEAT + seat * SEAT_SIZE + SCORES
    for place in range(first, first + 16, 4):
        total += game[place] + game[place + 1] + game[place + 2] - game[place + 3]
    return total
