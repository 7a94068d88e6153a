"""An answer in the making: what the player holds over the map, and what was put down of it already.

The hand offers shapes, terrains and skills to choose from. Whether an answer is legal, the rules say.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from quillmap.cli.screen.piece import Piece, held
from quillmap.rules.cards import HeroCard
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.shapes import SINGLE, SQUARE, Cells, Shape
from quillmap.rules.skill_drawings import addition_to, main_terrains
from quillmap.rules.skills import WITH_EXTRA, Skill
from quillmap.rules.spaces import SIZE, Mask
from quillmap.rules.terrain import Terrain

MIDDLE: Final = (SIZE // 2, SIZE // 2)


class Hand:
    """What the player holds at one question of the game."""

    def __init__(self, options: Options, place: tuple[int, int] = MIDDLE) -> None:
        self.options = options
        self.skill: Skill | None = None
        self.main: Draw | None = None
        """The main shape, once it was put down and something that its skill adds is held."""
        self.is_yes = False
        """What is answered to a question of yes or no."""
        self._shape = 0
        self._terrain = 0
        self.piece = self._held(place)

    @property
    def is_question(self) -> bool:
        """Whether only yes or no is asked for, so that nothing is held."""
        return self.options.ask is Ask.DECLARE

    @property
    def is_drawing(self) -> bool:
        """Whether a shape is drawn, which can be turned and filled."""
        return self.options.ask in (Ask.DRAW, Ask.AMBUSH)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes to choose from."""
        if not self.is_drawing:
            return (SINGLE,)
        if self.main is not None:
            return (addition_to(self.options.state, self.main).shape,)
        if self.skill is Skill.NEGOTIATION:
            return (SQUARE,)
        drawings = self.options.drawings
        if drawings.is_fallback and self.skill is not Skill.STEALTH:
            return (SINGLE,)
        return tuple(shape for _, shape in drawings.shapes)

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        """The terrains to choose from; what a skill adds often leaves no choice."""
        if not self.is_drawing:
            return ()
        if self.main is None:
            return main_terrains(self.options.drawings, self.skill)
        if self.skill is not Skill.HEALING:
            return ()
        return tuple(terrain for (terrain,) in addition_to(self.options.state, self.main).choices)

    @property
    def shape(self) -> int:
        """Which of the shapes is held."""
        return self._shape % len(self.shapes)

    @property
    def terrain(self) -> Terrain | None:
        """What the shape is to be filled with, where there is something to choose."""
        terrains = self.terrains
        return terrains[self._terrain % len(terrains)] if terrains else None

    @property
    def fills(self) -> tuple[Terrain, ...]:
        """What the shape is filled with, chosen or not: two terrains at once for Diplomacy."""
        if self.terrain is not None:
            return (self.terrain,)
        return addition_to(self.options.state, self.main).choices[0] if self.main is not None else ()

    @property
    def covered(self) -> Mask:
        """The spaces that are put down or held over."""
        put = self.main.spaces if self.main is not None else 0
        return put | (0 if self.is_question else self.piece.spaces)

    def move(self, down: int, right: int) -> None:
        """Move the piece, or choose the other answer of yes and no."""
        if self.is_question:
            self.is_yes = not self.is_yes
        else:
            self.piece = self.piece.moved(down, right)

    def move_to(self, row: int, column: int) -> None:
        """Hold the piece over this space, or as near to it as it can be."""
        self.piece = self.piece.at(row, column)

    def turn(self, quarters: int = 1) -> None:
        """Turn the piece clockwise."""
        self.piece = self.piece.turned(quarters)

    def flip(self) -> None:
        """Exchange left and right of the piece."""
        self.piece = self.piece.flipped()

    def next_shape(self) -> None:
        """Hold the next shape, in the same place, or choose the other answer of yes and no."""
        if self.is_question:
            self.is_yes = not self.is_yes
        elif len(self.shapes) > 1:
            self._hold(self.shape + 1)

    def next_terrain(self) -> None:
        """Choose the next terrain."""
        self._terrain += 1

    def next_skill(self) -> None:
        """Choose the next skill that can be paid for; after the last one none. What was put down is taken up."""
        if self.main is not None:
            self.lift()
        choices = (None, *self.options.skills)
        self._choose(choices[(choices.index(self.skill) + 1) % len(choices)])

    def lift(self) -> None:
        """Take the main shape up again, or leave the skill."""
        main, self.main = self.main, None
        if main is not None:
            self._find(main.spaces)
            self._fill(main.terrain)
        elif self.skill is not None:
            self._choose(None)

    def answer(self) -> Answer:
        """Return what the player would answer now, legal or not."""
        seat = self.options.seat
        match self.options.ask:
            case Ask.DRAW | Ask.AMBUSH:
                return self._drawing()
            case Ask.HERO:
                return PlaceHero(seat, self.piece.spaces, self.piece.path_spaces)
            case Ask.GORGON | Ask.TROLL:
                return Destroy(seat, self.piece.spaces)
            case Ask.DECLARE:
                return Declare(seat, use=self.is_yes)

    def _drawing(self) -> Draw:
        if self.main is not None:
            return replace(self.main, extra=self.piece.spaces, extra_terrain=self.terrain)
        assert self.terrain is not None
        return Draw(self.options.seat, self.piece.spaces, self.terrain, self.skill)

    @property
    def is_half(self) -> bool:
        """Whether something is to be added to what is held now, so that there is no whole answer yet."""
        return self.skill in WITH_EXTRA and self.main is None

    def whole_answer(self) -> Answer:
        """Return the answer as far as it goes: without its skill while that has still to add something."""
        answer = self.answer()
        return replace(answer, skill=None) if self.is_half and isinstance(answer, Draw) else answer

    def check(self) -> None:
        """Raise ``IllegalMove`` unless what is held may be put down here."""
        answer = self.answer()
        if self.is_half:
            assert isinstance(answer, Draw)
            addition_to(self.options.state, answer)
        else:
            self.options.check(answer)

    def put(self) -> Answer | None:
        """Put down what is held; return the answer, or nothing if its skill adds something, which is held then."""
        self.check()
        answer = self.answer()
        if not self.is_half:
            return answer
        assert isinstance(answer, Draw)
        self.main = answer
        self._terrain = 0
        self._hold(0)
        return None

    def jump(self) -> bool:
        """Hold the piece over the next place where it may be put down, turned another way if need be."""
        shape, here = self._shape, self.piece
        for piece in self._places():
            self.piece = piece
            if self._is_legal():
                return True
        self._shape, self.piece = shape, here
        return False

    def take(self, answer: Answer) -> None:
        """Hold what *answer* says, as it lies; where a skill adds something, that is held, the main shape put down."""
        match answer:
            case Draw():
                self.main = None
                self._choose(answer.skill)
                self._find(answer.spaces)
                self._fill(answer.terrain)
                if self.is_half:
                    self.put()
                    self._find(answer.extra)
                    self._fill(answer.extra_terrain)
            case PlaceHero():
                self._find(answer.space, answer.path)
            case Destroy():
                self._find(answer.space)
            case Declare():
                self.is_yes = answer.use

    def _choose(self, skill: Skill | None) -> None:
        before = self.shapes
        self.skill = skill
        if self.shapes == before:
            self.piece = self.piece._replace(hangs=skill is Skill.STEALTH).at(self.piece.row, self.piece.column)
        else:
            self._hold(0)

    def _fill(self, terrain: Terrain | None) -> None:
        if terrain is not None:
            self._terrain = self.terrains.index(terrain)

    def _hold(self, shape: int) -> None:
        self._shape = shape
        self.piece = self._held((self.piece.row, self.piece.column))

    def _held(self, place: tuple[int, int]) -> Piece:
        hangs = self.skill is Skill.STEALTH
        return held(self.shapes[self.shape], *place, path=self._path(), hangs=hangs)

    def _path(self) -> Cells:
        if self.options.ask is not Ask.HERO:
            return ()
        card = self.options.state.revealed_card
        assert isinstance(card, HeroCard)
        return card.attack

    def _is_legal(self) -> bool:
        try:
            self.check()
        except IllegalMove:
            return False
        return True

    def _places(self) -> Iterator[Piece]:
        """Choose each shape in turn, and yield everywhere it can be held: first as it is, from here on."""
        here, first = self.piece, self.shape
        # What hangs over the edge can be held by a space beside the map.
        beside = max(shape.size for shape in self.shapes) if here.hangs else 0
        side = range(-beside, SIZE + beside)
        spaces = sorted(
            ((row, column) for row in side for column in side),
            key=lambda space: (space <= (here.row, here.column), space),
        )
        for number in range(first, first + len(self.shapes)):
            self._shape = number
            piece = here if number == first else self._held((here.row, here.column))
            for way in piece.ways():
                pieces = (way.at(*space) for space in spaces)
                yield from (each for space, each in zip(spaces, pieces, strict=True) if space == each[1:3])

    def _find(self, spaces: Mask, path: Mask = 0) -> None:
        """Hold the shape that lies on these spaces, one of those to choose from."""
        self._hold(0)
        self.piece = next(each for each in self._places() if (each.spaces, each.path_spaces) == (spaces, path))
