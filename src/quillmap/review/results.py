"""What a review finds, and its JSON. Numbers are whole thousandths of a star, so that sums are exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from quillmap.analysis.foresight import Method
from quillmap.analysis.parts import NOTHING, Worth, add, part_names, subtract
from quillmap.fast.value.weights import STAR
from quillmap.locales import catalogue
from quillmap.play.codec import write_move
from quillmap.review.plotting import plot_curve
from quillmap.review.scale import Grade, accuracy_of, level_of, strength_of
from quillmap.review.telling import tell_decision, tell_review
from quillmap.rules.events import Ask
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer


@dataclass(frozen=True, slots=True)
class Valued:
    """An answer and what it leads to."""

    move: Answer
    value: int
    """The stars to be expected after it, in thousandths."""


@dataclass(frozen=True, slots=True, repr=False)
class JudgedDecision:
    """A decision, and what it cost, in thousandths of a star."""

    event: int
    """The line of the record that tells what was decided."""
    seat: Seat
    ask: Ask
    card: CardId
    owner: Seat
    """Whose map it was about; a neighbour's, if the decision was about harm."""
    grade: Grade
    loss: int
    """0 if the played answer is within the margin of the best."""
    margin: int
    played: Valued
    best: tuple[Valued, ...]
    """The best answers, the best first."""
    difference: Worth
    """What the best answer has more than the played one, by part."""
    has_choice: bool = True
    edicts: tuple[CardId, ...] = ()
    """The edicts of the game, by which the parts are called."""

    def sentence(self, language: str = "en") -> str:
        """Return how good it was, what would have been better and why: in ``en``, ``pl``, ``de``, ``hu`` or ``el``."""
        return tell_decision(self, catalogue(language))

    def __repr__(self) -> str:
        best = f", best {self.best[0].move}" if self.loss and self.best else ""
        lost = f"{self.grade}, −{stars(self.loss):.1f} stars" if self.loss else str(self.grade)
        return f"<JudgedDecision at event {self.event}, {self.card}: {self.played.move}; {lost}{best}>"

    @property
    def lost(self) -> Worth:
        """What the seat itself lost, by part: nothing, if it was about a neighbour's map."""
        return self.difference if self.loss and self.owner == self.seat else NOTHING


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A card that came, or what a neighbour made of it, and the luck in that."""

    event: int
    seat: Seat
    card: CardId
    worth: Worth
    is_harm: bool = False
    """Whether it is what a neighbour did, not the card itself."""

    @property
    def luck(self) -> int:
        """What it brought more than what could be expected, in thousandths of a star."""
        return sum(self.worth)


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's whole game. Numbers are thousandths of a star; ``to_dict()`` and ``curve()`` have stars.

    A worth has eight parts: the four edicts, coins, monsters, room and skills.
    """

    seat: Seat
    edicts: tuple[CardId, ...]
    final: Worth
    """The score sheet."""
    expected: Worth
    """What could be expected at the start."""
    master: Worth | None
    """The score sheet of the master with the same cards; None where nothing can be compiled."""
    decisions: tuple[JudgedDecision, ...]
    cards: tuple[JudgedCard, ...]
    method: Method
    playouts: int
    seed: str

    @property
    def luck(self) -> Worth:
        """All luck, by part."""
        return _sum([each.worth for each in self.cards])

    @property
    def loss(self) -> Worth:
        """All losses, by part."""
        return _sum([each.lost for each in self.decisions])

    @property
    def remainder(self) -> Worth:
        """What the estimates missed: expected + luck − loss + this = stars, part by part."""
        return add(subtract(subtract(self.final, self.expected), self.luck), self.loss)

    @property
    def losses(self) -> list[int]:
        """What each decision cost, where there was a choice."""
        return [each.loss for each in self.decisions if each.has_choice]

    @property
    def accuracy(self) -> float:
        """From 0 to 100."""
        return accuracy_of(self.losses)

    @property
    def level(self) -> str:
        """The bot that draws most nearly like this."""
        return level_of(self.losses)

    @property
    def strength(self) -> float:
        """The same between the levels, 0 for the weakest bot."""
        return strength_of(self.losses)

    def curve(self) -> list[tuple[int, float]]:
        """Return the stars to be expected at the start and after each decision about the own map, by event.

        The first is that of a player who never loses a star, all others go on as the surveyor would.
        """
        own = [(each.event, stars(each.played.value)) for each in self.decisions if each.owner == self.seat]
        return [(0, stars(sum(self.expected))), *own]

    def text(self, language: str = "en") -> str:
        """Return the account, and every decision that cost something: in ``en``, ``pl``, ``de``, ``hu`` or ``el``."""
        return tell_review(self, catalogue(language))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as the JSON object of ``docs/review.md``; numbers are stars."""
        return _write_seat(self)

    def __repr__(self) -> str:
        sums = [stars(sum(each)) for each in (self.final, self.expected, self.luck, self.loss, self.remainder)]
        account = "{:.0f} stars = {:.1f} expected {:+.1f} luck − {:.1f} lost {:+.1f} missed".format(*sums)
        return f"<SeatReview of seat {self.seat}: {account}; accuracy {self.accuracy:.1f}, {self.level}>"

    def _repr_svg_(self) -> str:
        return self.plot()

    def plot(self) -> str:
        """Return a picture of the curve, as SVG."""
        title = f"Stars to be expected, seat {self.seat}"
        marks = {each.event: str(each.grade) for each in self.decisions}
        return plot_curve(title, [(event, value, marks.get(event, "")) for event, value in self.curve()])


Result: TypeAlias = JudgedDecision | JudgedCard | SeatReview


def stars(value: int) -> float:
    """Return thousandths of a star as stars."""
    return value / STAR


def _sum(worths: Sequence[Worth]) -> Worth:
    found = NOTHING
    for each in worths:
        found = add(found, each)
    return found


def write_result(result: Result, edicts: Sequence[CardId]) -> dict[str, Any]:
    """Return a result as a JSON object."""
    match result:
        case JudgedDecision():
            return _write_decision(result, edicts)
        case JudgedCard():
            found: dict[str, Any] = {"event": result.event, "card": result.card, "luck": stars(result.luck)}
            return {**found, "by": "neighbour"} if result.is_harm else found
        case SeatReview():
            return _write_seat(result)


def _write_decision(decision: JudgedDecision, edicts: Sequence[CardId]) -> dict[str, Any]:
    return {
        "event": decision.event,
        "ask": decision.ask,
        "card": decision.card,
        "class": decision.grade,
        "loss": stars(decision.loss),
        "margin": stars(decision.margin),
        "sheet": decision.owner,
        "played": _write_valued(decision.played),
        "best": [_write_valued(each) for each in decision.best],
        "reasons": write_reasons(decision.difference, edicts) if decision.loss else [],
    }


def write_reasons(difference: Worth, edicts: Sequence[CardId]) -> list[dict[str, Any]]:
    """Return what two answers differ in as JSON, the largest difference first."""
    parts = sorted(zip(part_names(edicts), difference, strict=True), key=lambda each: -abs(each[1]))
    return [{"part": part, "difference": stars(value)} for part, value in parts if value]


def _write_valued(valued: Valued) -> dict[str, Any]:
    return {"move": write_move(valued.move), "value": stars(valued.value)}


def _write_seat(review: SeatReview) -> dict[str, Any]:
    lines = {
        "expected": review.expected,
        "luck": review.luck,
        "loss": review.loss,
        "remainder": review.remainder,
        "stars": review.final,
        **({} if review.master is None else {"master": review.master}),
    }
    return {
        "seat": review.seat,
        "stars": sum(review.final) // STAR,
        "expected": stars(sum(review.expected)),
        "luck": stars(sum(review.luck)),
        "loss": stars(sum(review.loss)),
        "remainder": stars(sum(review.remainder)),
        "accuracy": round(review.accuracy, 1),
        "level": review.level,
        "strength": round(review.strength, 2),
        "master": None if review.master is None else sum(review.master) // STAR,
        "parts": [
            {"part": part, **{name: stars(worth[place]) for name, worth in lines.items()}}
            for place, part in enumerate(part_names(review.edicts))
        ],
        "decisions": [_write_decision(each, review.edicts) for each in review.decisions],
        "cards": [write_result(each, review.edicts) for each in review.cards],
    }


def write_review(reviews: Sequence[SeatReview]) -> dict[str, Any]:
    """Return a whole review as a JSON object."""
    first = reviews[0]
    return {
        "method": first.method,
        "playouts": first.playouts,
        "seed": first.seed,
        "seats": [_write_seat(each) for each in reviews],
    }
