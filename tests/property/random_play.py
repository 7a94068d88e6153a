"""Players that do anything the rules allow, skills and taking back included, each to some taste."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from property.strategies import random_setup, with_fields
from quillmap.play.game import Game
from quillmap.rules import Answer, CardId, Draw, Options, Seat, Setup, Sheet, Skill, State, TakeBack, Terrain
from quillmap.rules.events import Ask
from quillmap.rules.sheet import empty
from quillmap.rules.spaces import SIZE, above, below, beside, clusters, left_of, right_of
from quillmap.rules.terrain import DRAWABLE

MOST_ROUNDS: Final = 4 * (13 + 4 + 4)
"""No season reveals more than its whole deck: thirteen explore and ruins cards, four ambushes, four heroes."""
_TRIES: Final = 40
_LOOKED_THROUGH: Final = (20, 20, 20, 400)
"""How many of the ways to use a skill are looked at: mostly some, for there are thousands."""
_PERSISTENCE: Final = 0.1
"""How often all ways to use a skill are gone through when guessing found none."""

Taste: TypeAlias = Callable[[Sheet, int, Terrain], float]
"""How much a player likes to fill these spaces of a sheet with a terrain."""


def like_large(sheet: Sheet, spaces: int, terrain: Terrain) -> float:  # noqa: ARG001 - a taste is asked about all three
    """Like large shapes: they soon leave room for nothing but single spaces."""
    return spaces.bit_count()


def like_coins(sheet: Sheet, spaces: int, terrain: Terrain) -> float:  # noqa: ARG001 - as above
    """Like small shapes, which show coins, and spaces around mountains and the Dragon, which bring them."""
    paying = beside(sheet.mountain | sheet.dragon & sheet.monster)
    return 3 * (paying & spaces).bit_count() - spaces.bit_count()


def like_full(sheet: Sheet, spaces: int, terrain: Terrain) -> float:
    """Like what fills the map: large shapes, no ragged edges, and Zombies in the middle with room to spread."""
    centre = 1 << SIZE * SIZE // 2
    if terrain is Terrain.MONSTER and spaces.bit_count() == 1:
        row, column = divmod(spaces.bit_length() - 1, SIZE)
        return -abs(row - SIZE // 2) - abs(column - SIZE // 2)
    free = empty(sheet) & ~spaces
    border = sum((step(free) & ~free).bit_count() for step in (above, below, left_of, right_of))
    pockets = sum(cluster.bit_count() < 4 for cluster in clusters(free))
    zombies = sheet.zombie & sheet.monster
    # What Zombies reach in two waves need not be drawn on; what they could reach should wait for them.
    fringe = (beside(zombies) | beside(beside(zombies) & free)) & free
    room = beside(beside(beside(sheet.zombie or centre)))
    wish = 3 * spaces.bit_count() + 2 * fringe.bit_count() - 2 * (room & spaces).bit_count()
    return wish - border - 3 * pockets


@dataclass(frozen=True)
class Manner:
    """How random players play: how often they use a skill or take an answer back, and what they like."""

    skill: float = 0.4
    take_back: float = 0.0
    taste: Taste | None = None
    looks: int = 3
    """How many drawings they look at to find one to their taste."""


def play_out(setup: Setup, random: Random, manner: Manner | None = None) -> Game:
    """Return a whole game between random players; it ends, or this fails."""
    game = Game(setup)
    steps = 0
    for move in random_steps(game, random, manner or Manner()):
        steps += -1 if isinstance(move, TakeBack) else 1
        # A seat answers at most three times a round (declare, ambush, Gorgon), and once more at a season's end (Troll).
        assert steps <= setup.seats * (3 * MOST_ROUNDS + 3)
    assert game.is_over
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
        found = random_skilled(options, random.choice(options.skills), random, manner)
        if found is not None:
            return found
    return _random_drawing(options, random, manner)


def _random_drawing(options: Options, random: Random, manner: Manner) -> Draw:
    drawings, taste = options.drawings, manner.taste
    if taste is None:
        return drawings.pick(random.randrange)
    sheet = options.state.seats[drawings.sheet].sheet
    several = {drawings.pick(random.randrange): None for _ in range(manner.looks)}
    return max(several, key=lambda move: taste(sheet, move.spaces, move.terrain))


def random_skilled(options: Options, skill: Skill, random: Random, manner: Manner) -> Draw | None:
    """Return some legal drawing with *skill*, or None if none was found."""
    if skill in _EXTRAS:
        main = _random_drawing(options, random, manner)
        guesses = (_guess(options, main, skill, random) for _ in range(_TRIES))
        found = list(islice((move for move in guesses if move in options), manner.looks if manner.taste else 1))
        if found:
            sheet, taste = options.state.seats[options.seat].sheet, manner.taste or like_large
            return max(found, key=lambda move: taste(sheet, move.spaces | move.extra, move.terrain))
        if random.random() > _PERSISTENCE:
            return None
    several = list(islice(options.with_skill(skill), random.choice(_LOOKED_THROUGH)))
    return random.choice(several) if several else None


def _guess(options: Options, main: Draw, skill: Skill, random: Random) -> Draw:
    """Return *main* with something added at random, legal or not."""
    terrain = random.choice(DRAWABLE) if skill is Skill.HEALING else None
    return Draw(main.seat, main.spaces, main.terrain, skill, _EXTRAS[skill](options, random), terrain)


def _single(options: Options, random: Random) -> int:
    free = empty(options.state.seats[options.seat].sheet)
    return 1 << random.choice([space for space in range(SIZE * SIZE) if free >> space & 1])


def _pair(options: Options, random: Random) -> int:
    start = _single(options, random)
    return start | random.choice((above, below, left_of, right_of))(start)


def _again(options: Options, random: Random) -> int:
    return options.drawings.pick(random.randrange).spaces


_EXTRAS: Final[dict[Skill, Callable[[Options, Random], int]]] = {
    Skill.CONCENTRATION: _again,
    Skill.HEALING: _pair,
    Skill.DIPLOMACY: _single,
    Skill.SEARCH: _single,
}

MANNERS: Final = (
    Manner(),
    Manner(taste=like_large),
    Manner(taste=like_coins, skill=0.6),
    Manner(take_back=0.2),
)

_CROWDED: Final = ("crowded 3264", "crowded 3825", "crowded 10548", "crowded 12586", "crowded 38852")
"""Seeds that deal a long year with the Zombies early: only then can a map become full."""


def crowded_game(number: int) -> Game:
    """Return a game that fills its maps as far as possible."""
    setup = Setup(
        seats=3,
        map="generated-wasteland",
        pool="both",
        ambushes=tuple(map(CardId, ("zombie-plague", "dragon-inferno", "giant-troll-ravage", "gnoll-raid"))),
        heroes="drawn",
        skills=(Skill.SEARCH, Skill.CONCENTRATION, Skill.HEALING),
        seed=_CROWDED[number % len(_CROWDED)],
    )
    return play_out(setup, Random(f"crowded {number}"), Manner(skill=1, taste=like_full, looks=60))


def rich_game(number: int) -> Game:
    """Return a game of players who gather coins and spend none."""
    setup = Setup.of_box("mixed", seats=4, ambushes="heroes", seed=f"rich {number}")
    return play_out(setup, Random(f"rich {number}"), Manner(taste=like_coins, looks=60))


def some_games(name: str, count: int, manner: Manner, **changes: object) -> Iterator[tuple[Game, Random]]:
    """Yield finished games of all kinds with some randomness to go on with; the same under the same *name*.

    *changes* are made to every set-up.
    """
    for number in range(count):
        random = Random(f"{name} {number}")
        yield play_out(with_fields(random_setup(random, most_seats=3), **changes), random, manner), random


def onlookers(setup: Setup) -> list[Seat | None]:
    """Return everybody who looks at a game: a spectator, and each seat."""
    return [None, *(Seat(number) for number in range(setup.seats))]


@cache
def _positions(number: int, **changes: object) -> tuple[Game, list[tuple[int, State]]]:
    """Return a finished game of any kind, and each state in which somebody was asked with the length of its log."""
    random = Random(f"moments {number}")
    game = Game(with_fields(random_setup(random, most_seats=3), **changes))
    manner = random.choice(MANNERS)
    steps = random_steps(game, random, manner)
    return game, [(len(game.log), game.state) for _ in steps if game.state.waiting]


def moments(name: str, count: int, chance: float, **changes: object) -> Iterator[tuple[Game, Seat, Random]]:
    """Yield games at random moments, each with a seat that is asked something; the same under the same *name*.

    *changes* are made to every set-up. The games are played once for whoever looks at them; which of their moments
    are looked at depends on the *name*.
    """
    for number in range(count):
        random = Random(f"{name} {number}")
        played, positions = _positions(number, **changes)
        for length, state in positions:
            if random.random() < chance:
                game = played.copy()
                game.log, game.state = played.log[:length], state
                yield game, random.choice(game.waiting()), random
