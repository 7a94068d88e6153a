"""Players that do anything the rules allow, skills and taking back included."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from quillmap.play.game import Game
from quillmap.rules import Answer, Draw, Options, Seat, Setup, Sheet, Skill, TakeBack, Terrain
from quillmap.rules.events import Ask
from quillmap.rules.sheet import empty
from quillmap.rules.spaces import BOARD, SIZE, beside, clusters, neighbours

MOST_ROUNDS: Final = 4 * (13 + 4 + 4)
"""No season reveals more than its whole deck: thirteen explore and ruins cards, four ambushes, four heroes."""
_TRIES: Final = 30
_LOOKED_THROUGH: Final = 400


Taste: TypeAlias = Callable[[Sheet, Draw], float]
"""How much a player likes a drawing on a sheet."""


def large(sheet: Sheet, move: Draw) -> float:  # noqa: ARG001 - a taste is asked about a sheet too
    """Like large shapes: they leave no room soon, so that fallbacks come about."""
    return move.spaces.bit_count()


def tidy(sheet: Sheet, move: Draw) -> float:
    """Like large shapes that touch what is filled, with no holes left: it can fill the map."""
    free = empty(sheet) & ~move.spaces
    pockets = sum(cluster.bit_count() < 3 for cluster in clusters(free))
    return 3 * move.spaces.bit_count() - neighbours(move.spaces & BOARD & ~free).bit_count() / 2 - 8 * pockets


def thrifty(sheet: Sheet, move: Draw) -> float:
    """Like small shapes, which show coins, and spaces around mountains, which bring them."""
    around = beside(sheet.mountain) & move.spaces
    return 3 * around.bit_count() - move.spaces.bit_count()


@dataclass(frozen=True)
class Manner:
    """How random players play: how often they use a skill or take an answer back, and what they like."""

    skill: float = 0.4
    take_back: float = 0.0
    taste: Taste | None = None
    looks: int = 8
    """How many drawings they look at to find one to their taste."""


def play_out(setup: Setup, random: Random, manner: Manner | None = None) -> Game:
    """Return a whole game between random players; each step asks somebody, so it ends or fails."""
    game = Game(setup)
    steps = list(random_steps(game, random, manner or Manner()))
    assert game.is_over
    # A seat is asked at most three times in a round (declare, ambush, Gorgon) and three times at a season's end.
    answers = [step for step in steps if not isinstance(step, TakeBack)]
    taken_back = len(steps) - len(answers)
    assert len(answers) - taken_back <= setup.seats * 3 * (MOST_ROUNDS + 4)
    return game


def random_steps(game: Game, random: Random, manner: Manner) -> Iterator[Answer | TakeBack]:
    """Play *game* to its end, yielding each move after it was made."""
    while not game.is_over:
        waiting = game.waiting()
        assert waiting, "nobody is asked, and the game is not over"
        for seat in random.sample(waiting, len(waiting)):
            move = random_answer(game.options(seat), random, manner)
            game.play(move)
            yield move
            if game.state.waiting and game.state.answers and random.random() < manner.take_back:
                back = TakeBack(random.choice(sorted(game.state.answers)))
                game.play(back)
                yield back


def random_answer(options: Options, random: Random, manner: Manner) -> Answer:
    """Return any legal answer."""
    if options.ask not in (Ask.DRAW, Ask.AMBUSH):
        return random.choice(list(options))
    if options.skills and random.random() < manner.skill:
        found = random_skilled(options, random.choice(options.skills), random)
        if found is not None:
            return found
    return _random_drawing(options, random, manner)


def _random_drawing(options: Options, random: Random, manner: Manner) -> Draw:
    drawings, taste = options.drawings, manner.taste
    if taste is None:
        return drawings.pick(random.randrange)
    sheet = options.state.seats[drawings.sheet].sheet
    several = [drawings.pick(random.randrange) for _ in range(manner.looks)]
    return max(several, key=lambda move: taste(sheet, move))


def random_skilled(options: Options, skill: Skill, random: Random) -> Draw | None:
    """Return some legal drawing with *skill*, or None if none was found."""
    for _ in range(_TRIES if skill in _EXTRAS else 0):
        move = _guess(options, skill, random)
        if move in options:
            return move
    found = list(islice(options.with_skill(skill), _LOOKED_THROUGH))
    return random.choice(found) if found else None


def _guess(options: Options, skill: Skill, random: Random) -> Draw:
    """Return a drawing with something added at random, legal or not."""
    main = options.drawings.pick(random.randrange)
    extra = _EXTRAS[skill](options, random)
    terrain = random.choice(list(Terrain)[:5]) if skill is Skill.HEALING else None
    return Draw(main.seat, main.spaces, main.terrain, skill, extra, terrain)


def _single(options: Options, random: Random) -> int:  # noqa: ARG001 - as the other two
    return 1 << random.randrange(SIZE * SIZE)


def _pair(options: Options, random: Random) -> int:
    sheet = options.state.seats[options.seat].sheet
    monsters = [space for space in range(SIZE * SIZE) if sheet.monster >> space & 1]
    if not monsters:
        return 0
    start = random.choice(monsters) + random.choice((1, -1, SIZE, -SIZE))
    both = (start, start + random.choice((1, -1, SIZE, -SIZE)))
    return sum(1 << space for space in both if 0 <= space < SIZE * SIZE)


def _again(options: Options, random: Random) -> int:
    return options.drawings.pick(random.randrange).spaces


_EXTRAS: Final[dict[Skill, Callable[[Options, Random], int]]] = {
    Skill.CONCENTRATION: _again,
    Skill.HEALING: _pair,
    Skill.DIPLOMACY: _single,
    Skill.SEARCH: _single,
}


def some_games(name: str, count: int, manner: Manner) -> Iterator[Game]:
    """Yield games of all kinds, always the same ones under the same *name*."""
    from property.strategies import random_setup  # noqa: PLC0415 - strategies stand on their own

    for number in range(count):
        random = Random(f"{name} {number}")
        yield play_out(random_setup(random, most_seats=4), random, manner)


def seats_and_spectator(setup: Setup) -> list[Seat | None]:
    """Return everybody who looks at a game: each seat, and nobody in particular."""
    return [None, *(Seat(number) for number in range(setup.seats))]
