"""Every legal answer of a seat: to iterate, to count, to test."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, assert_never, overload

from quillmap.display import move_of
from quillmap.rules.cards import HeroCard
from quillmap.rules.drawings import Drawings, drawings
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.shapes import PAIR, fits
from quillmap.rules.sheet import empty, gorgon_targets, troll_targets
from quillmap.rules.skill_drawings import (
    count_skill_drawings,
    plan,
    skill_drawings,
    usable_skills,
)
from quillmap.rules.skills import COST, Skill
from quillmap.rules.spaces import BOARD, SIZE, Mask, singles, space_at
from quillmap.rules.state import State, Step, ambush_sheet

_SHOWN: Final = 3
"""How many answers a ``repr`` names."""


class Options(Sequence[Answer]):
    """The legal answers of one seat, in a fixed order; each is worked out when it is needed.

    Iterate, take the ``len``, index or slice, test with ``in``; ``options.index(move)`` is the place of one, and
    ``random.choice(options)`` picks one. An answer may be written as ``str(answer)`` writes it.
    """

    __slots__ = ("ask", "seat", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        if state.ask is None:
            raise IllegalMove("game-over") if state.is_over else IllegalMove("not-asked", seat=seat)
        self.state = state
        self.seat = seat
        self.ask = state.ask

    @property
    def drawings(self) -> Drawings:
        """The drawings without a skill; only when a drawing is asked for."""
        return drawings(self.state, self.seat)

    @property
    def skills(self) -> tuple[Skill, ...]:
        """The skills that could be paid for now."""
        return usable_skills(self.state, self.seat) if self.ask is Ask.DRAW else ()

    def with_skill(self, skill: Skill) -> Iterator[Draw]:
        """Yield the drawings with *skill*: none unless it is one of ``skills``."""
        return skill_drawings(self.state, self.seat, skill) if skill in self.skills else iter(())

    def __iter__(self) -> Iterator[Answer]:
        match self.ask:
            case Ask.DRAW | Ask.AMBUSH:
                yield from self.drawings
                for skill in self.skills:
                    yield from self.with_skill(skill)
            case Ask.HERO:
                yield from self._heroes()
            case Ask.GORGON | Ask.TROLL:
                for space in singles(targets(self.state, self.seat)):
                    yield Destroy(self.seat, space)
            case Ask.DECLARE:
                yield Declare(self.seat, use=False)
                yield Declare(self.seat, use=True)
            case _:
                assert_never(self.ask)

    def _heroes(self) -> Iterator[PlaceHero]:
        card = self.state.revealed_card
        assert isinstance(card, HeroCard)
        for space in singles(empty(self.state.seats[self.seat].sheet)):
            for path in attack_paths(card, space):
                yield PlaceHero(self.seat, space, path)

    def count(self, value: object = None) -> int:
        """Return how many legal answers there are, or how many of them are *value*: one or none."""
        if value is not None:
            return int(value in self)
        if self.ask in (Ask.DRAW, Ask.AMBUSH):
            skilled = (count_skill_drawings(self.state, self.seat, each) for each in self.skills)
            return self.drawings.count() + sum(skilled)
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        """Return True: a seat that is asked always has an answer, and nothing need be counted to know it."""
        return True

    @overload
    def __getitem__(self, place: int) -> Answer: ...
    @overload
    def __getitem__(self, place: slice) -> list[Answer]: ...
    def __getitem__(self, place: int | slice) -> Answer | list[Answer]:
        if isinstance(place, slice):
            return list(self)[place]
        number = place if place >= 0 else place + len(self)
        found = next(islice(self, number, None), None) if number >= 0 else None
        if found is None:
            raise IndexError(f"seat {self.seat} has {len(self)} options, so there is none at {place}")
        return found

    def index(self, value: Answer | str, start: int = 0, stop: int | None = None) -> int:
        """Return the place of the answer *value*; raise ``ValueError`` if it is not one of them."""
        answer = self._read(value)
        first, last, _ = slice(start, stop).indices(len(self))
        for place, each in enumerate(islice(self, last)):
            if place >= first and each == answer:
                return place
        raise ValueError(f"{answer} is not one of the options of seat {self.seat}")

    def _read(self, value: object) -> object:
        """Return *value*, or the move that it describes if it is a text, as ``Game.play`` reads it."""
        return move_of(value, self.seat) if isinstance(value, str) else value

    def __repr__(self) -> str:
        count = len(self)
        named = ", ".join(map(str, islice(self, _SHOWN)))
        return f"<{count} options of seat {self.seat}: {named}{', …' if count > _SHOWN else ''}>"

    def __contains__(self, value: object) -> bool:
        answer = self._read(value)
        if not isinstance(answer, Draw | PlaceHero | Destroy | Declare):
            return False
        if answer.seat != self.seat:
            return False
        try:
            self.check(answer)
        except IllegalMove:
            return False
        return True

    def check(self, answer: Answer) -> None:
        """Raise ``IllegalMove`` unless the rules allow *answer*."""
        match self.ask, answer:
            case ((Ask.DRAW | Ask.AMBUSH), Draw()):
                plan(self.state, answer)
            case Ask.HERO, PlaceHero():
                self._check_hero(answer)
            case ((Ask.GORGON | Ask.TROLL), Destroy()):
                self._check_target(answer)
            case Ask.DECLARE, Declare():
                pass
            case _:
                raise IllegalMove("wrong-answer", asked=str(self.ask))

    def _check_target(self, answer: Destroy) -> None:
        if answer.space not in singles(targets(self.state, self.seat)):
            raise IllegalMove("not-a-target")

    def _check_hero(self, answer: PlaceHero) -> None:
        if answer.space <= 0 or answer.space & ~BOARD or answer.space.bit_count() != 1:
            raise IllegalMove("off-the-map")
        if answer.space & ~empty(self.state.seats[self.seat].sheet):
            raise IllegalMove("space-filled", spaces=answer.space)
        card = self.state.revealed_card
        assert isinstance(card, HeroCard)
        if answer.path not in attack_paths(card, answer.space):
            raise IllegalMove("wrong-path")


@lru_cache(maxsize=8 * SIZE * SIZE)
def attack_paths(card: HeroCard, space: Mask) -> tuple[Mask, ...]:
    """Return the distinct paths of a hero on *space*, turned and flipped, as far as they lie on the map (6.1)."""
    row, column = divmod(space.bit_length() - 1, SIZE)
    paths: dict[Mask, None] = {}
    for flip in (1, -1):
        steps = [(down, flip * right) for down, right in card.attack]
        for _ in range(4):
            paths[_on_map(row, column, steps)] = None
            steps = [(right, -down) for down, right in steps]
    return tuple(paths)


def _on_map(row: int, column: int, steps: list[tuple[int, int]]) -> Mask:
    return sum(
        1 << space_at(row + down, column + right)
        for down, right in steps
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )


def targets(state: State, seat: Seat) -> Mask:
    """Return the spaces of which *seat* may choose one for the Gorgon or the Troll to destroy."""
    if state.step is Step.LASTING:
        return troll_targets(state.seats[seat].sheet)
    return gorgon_targets(state.seats[ambush_sheet(state, seat)].sheet)


def may_declare(state: State, seat: Seat) -> bool:
    """Return whether *seat* could use Acrobatics against the revealed ambush (9.3)."""
    owner = state.seats[seat]
    return (
        Skill.ACROBATICS in state.skills
        and not owner.used_skill
        and owner.purse >= COST[Skill.ACROBATICS]
        and fits(PAIR, empty(owner.sheet))
    )
