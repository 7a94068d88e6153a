"""The compiled entry points. Each takes arrays, lets other threads run, and is cached on disk."""

from quillmap.fast.arrays import Diary, GameArrays, TableArrays
from quillmap.fast.cards import CardTables, Halves, Ints
from quillmap.fast.compile import kernel, part
from quillmap.fast.deal import redeal
from quillmap.fast.games import finish


@part
def one(games: GameArrays, number: int) -> GameArrays:
    """Return one game of a batch; its arrays are parts of the batch's."""
    return GameArrays(
        games.sheets[number],
        games.coins[number],
        games.scores[number],
        games.deck[number],
        games.ambushes[number],
        games.heroes[number],
        games.gone[number],
        games.facts[number],
    )


@part
def restart(games: GameArrays, start: GameArrays) -> None:
    """Make the first game of *games* a copy of *start*."""
    games.sheets[0] = start.sheets[0]
    games.coins[0] = start.coins[0]
    games.scores[0] = start.scores[0]
    games.deck[0] = start.deck[0]
    games.gone[0] = start.gone[0]
    games.facts[0] = start.facts[0]


@kernel
def playouts(
    table: TableArrays,
    cards: CardTables,
    start: GameArrays,
    work: GameArrays,
    diary: Diary,
    policies: Ints,
    chance: Halves,
    totals: Ints,
) -> None:
    """Play *start* to its end once for every row of *totals*, everything unseen dealt anew each time.

    *work* is room for one game; after the call it holds the last one.
    """
    for row in range(len(totals)):
        restart(work, start)
        game = one(work, 0)
        redeal(table, cards, game, chance)
        finish(table, cards, game, diary, policies, chance)
        for seat in range(len(game.coins)):
            total = 0
            for season in range(4):
                score = game.scores[seat, season]
                total += score[0] + score[1] + score[2] - score[3]
            totals[row, seat] = total

