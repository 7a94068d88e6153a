"""What to draw from: every set-up the rules allow, set-ups that need not be, maps, sets of spaces, JSON.

A set-up is put together by one function from a *chooser*, so that Hypothesis and a seeded ``random.Random`` draw from
the same ones: the first for finding and shrinking, the second for thousands of games.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeVar

from hypothesis import strategies as st

from checker.facts import AMBUSHES, EXPLORE, HEROES, SCORING, SKILL_COSTS, SUITS
from oracle.sheet import CELLS
from property.setup_rules import (
    AMBUSH_BY,
    AMBUSH_WORDS,
    BOXES,
    EDICT_WORDS,
    HERO_WORDS,
    POOLS,
    RULEBOOKS,
    SIDES,
    SKILL_WORDS,
    boxes_of,
)
from quillmap.rules import CardId, Setup, Skill
from quillmap.rules.spaces import BOARD, SIZE

T = TypeVar("T")


class Chooser(Protocol):
    """Something that picks one of several things."""

    def __call__(self, choices: Sequence[T], /) -> T:
        """Return one of *choices*."""
        ...


def choose_some(choose: Chooser, choices: Sequence[T], count: int) -> tuple[T, ...]:
    """Return *count* different ones of *choices*, in any order."""
    rest = list(choices)
    return tuple(rest.pop(choose(range(len(rest)))) for _ in range(count))


_SIDES_OF: Final = {
    "base": ("A", "B", "generated", "generated-wasteland"),
    "heroes": ("C", "D", "generated", "generated-wasteland"),
}
_EDICTS: Final = ("drawn", "drawn", "first-game", "by hand")
_BY_HAND: Final = (True, False, False, False)


def make_setup(choose: Chooser, seats: int, seed: str) -> Setup:
    """Return any set-up that the rules allow for this many seats."""
    # Without ruins cards all is of one box (10.1), which independent choices would seldom be.
    box = choose((None, None, "base", "heroes"))
    pool = box or choose(POOLS)
    promos = choose((True, False))
    setup = with_fields(
        Setup(),
        seats=seats,
        explore=box or choose(BOXES),
        seasons=box or choose(BOXES),
        map=choose(_SIDES_OF[box] if box else SIDES),
        pool=pool,
        edicts=_make_edicts(choose, pool),
        ruins=choose((True, False)),
        ambushes=_make_ambushes(choose, box, promos=promos),
        ambush_by="automatic" if seats == 1 else choose(AMBUSH_BY),
        heroes="none" if box == "base" else _make_heroes(choose, promos=promos),
        promos=promos,
        skills=_make_skills(choose),
        rulebook=choose(RULEBOOKS),
        seed=seed,
    )
    return _mended(setup)


def _mended(setup: Setup) -> Setup:
    changes: dict[str, Any] = {}
    if len(boxes_of(setup)) > 1:
        changes["ruins"] = True
    if setup.ambushes == "none" and setup.heroes == "none":
        changes["promos"] = False
    return with_fields(setup, **changes)


def with_fields(setup: Setup, **changes: Any) -> Setup:
    """Return *setup* with these fields changed."""
    fields = {name: getattr(setup, name) for name in Setup.__dataclass_fields__}
    return Setup(**{**fields, **changes})


def _make_edicts(choose: Chooser, pool: str) -> str | tuple[CardId | None, ...]:
    how = choose(_EDICTS)
    if how == "by hand":
        suits = choose_some(choose, SUITS, 4)
        cards = [[c.id for c in SCORING.values() if c.suit == suit and pool in ("both", c.box)] for suit in suits]
        return tuple(CardId(choose(each)) if choose((True, False)) else None for each in cards)
    return "drawn" if pool == "both" else how


def _make_ambushes(choose: Chooser, box: str | None, *, promos: bool) -> str | tuple[CardId, ...]:
    if not choose(_BY_HAND):
        return choose(("none", box, box)) if box else choose(AMBUSH_WORDS)
    boxes = {box} if box else {"base", "heroes"}
    pool = [CardId(c.id) for c in AMBUSHES.values() if c.box in boxes or (promos and c.box == "promo")]
    return choose_some(choose, pool, 4)


def _make_heroes(choose: Chooser, *, promos: bool) -> str | tuple[CardId, ...]:
    if not choose(_BY_HAND):
        return choose(HERO_WORDS)
    return choose_some(choose, [CardId(c.id) for c in HEROES.values() if promos or c.box != "promo"], 4)


def _make_skills(choose: Chooser) -> str | tuple[Skill, ...]:
    if not choose(_BY_HAND):
        return choose(SKILL_WORDS)
    return choose_some(choose, [Skill(each) for each in SKILL_COSTS], 3)


def random_setup(random: Random, most_seats: int = 6) -> Setup:
    """Return any set-up for up to this many seats, small tables being likelier."""
    seats = random.choice([each for each in (1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8) if each <= most_seats])
    return make_setup(random.choice, seats, f"seed {random.getrandbits(64)}")


@st.composite
def setups(draw: st.DrawFn, most_seats: int = 100) -> Setup:
    """Every set-up that the rules allow; mostly few seats, now and then as many as there can be."""
    small = st.integers(1, min(4, most_seats))
    larger = st.integers(1, most_seats)
    is_small = draw(st.integers(0, 24)) > 0
    seed = draw(st.text(st.characters(codec="utf-8"), min_size=1, max_size=200))
    return make_setup(_chooser(draw), draw(small if is_small else larger), seed)


def _chooser(draw: st.DrawFn) -> Chooser:
    def choose(choices: Sequence[T], /) -> T:
        return draw(st.sampled_from(choices))

    return choose


# -- set-ups that need not be allowed ----------------------------------------------------------------

_JUNK: Final = ("", "Base", "both", "none", "drawn", "first-game", "C", "el", "promo", "automatic")
_CARDS: Final = (*SCORING, *AMBUSHES, *HEROES, *EXPLORE, "no-such-card", "")


def _word(*words: str) -> Callable[[Chooser], Any]:
    return lambda choose: choose(choose((words, words, _JUNK)))


def _by_hand(words: Sequence[str], printed: Sequence[str | None], count: int) -> Callable[[Chooser], Any]:
    """Return a chooser of a word or of cards: often the right number of the right kind, and often not."""

    def make(choose: Chooser) -> Any:
        match choose(("word", "right", "right", "too many", "any")):
            case "word":
                return choose((*words, *_JUNK))
            case "right":
                return choose_some(choose, printed, count)
            case "too many":
                return tuple(choose(printed) for _ in range(choose((count - 1, count, count + 1))))
        others = (*_CARDS, None) if None in printed else _CARDS
        return tuple(choose(others) for _ in range(choose((0, count, count))))

    return make


_ANY: Final[dict[str, Callable[[Chooser], Any]]] = {
    "seats": lambda choose: choose((-1, 0, 1, 2, 99, 100, 101, 10**30)),
    "explore": _word(*BOXES),
    "seasons": _word(*BOXES),
    "map": _word(*SIDES),
    "pool": _word(*POOLS),
    "edicts": _by_hand(EDICT_WORDS, (*SCORING, None, None, None, None), 4),
    "ruins": lambda choose: choose((True, False)),
    "ambushes": _by_hand(AMBUSH_WORDS, tuple(AMBUSHES), 4),
    "ambush_by": _word(*AMBUSH_BY),
    "heroes": _by_hand(HERO_WORDS, tuple(HEROES), 4),
    "promos": lambda choose: choose((True, False)),
    "skills": _by_hand(SKILL_WORDS, tuple(SKILL_COSTS), 3),
    "rulebook": _word(*RULEBOOKS),
    # JSON can hold half a character.
    "seed": lambda choose: choose(("", "\ud800", "x\udfff", "x" * 200, "x" * 201)),
}


def make_any_setup(choose: Chooser) -> Setup:
    """Return a set-up of the right types, allowed or not: an allowed one with up to four fields changed."""
    setup = make_setup(choose, choose((1, 2, 3, 100)), "seed")
    changed = choose_some(choose, sorted(_ANY), choose((0, 1, 1, 2, 3, 4)))
    return with_fields(setup, **{name: _ANY[name](choose) for name in changed})


@st.composite
def any_setups(draw: st.DrawFn) -> Setup:
    """Draw set-ups of the right types, allowed or not."""
    return make_any_setup(_chooser(draw))


# -- maps, sets of spaces, JSON ----------------------------------------------------------------------


def text_rows() -> st.SearchStrategy[list[str]]:
    """Draw maps as eleven rows of text, any character of the format anywhere."""
    few = st.sets(st.sampled_from(sorted(CELLS)), min_size=1, max_size=5).flatmap(
        lambda characters: _rows_of("".join(sorted(characters)))
    )
    return _rows_of("".join(sorted(CELLS))) | few


def _rows_of(characters: str) -> st.SearchStrategy[list[str]]:
    row = st.text(characters, min_size=SIZE, max_size=SIZE)
    return st.lists(row, min_size=SIZE, max_size=SIZE)


def masks() -> st.SearchStrategy[int]:
    """Draw sets of spaces, from none to all, sparse and dense ones alike."""
    even = st.integers(0, BOARD)
    few = st.sets(st.integers(0, SIZE * SIZE - 1), max_size=12).map(lambda spaces: sum(1 << each for each in spaces))
    combine: list[Callable[[int, int], int]] = [lambda one, other: one & other, lambda one, other: one | other]
    mixed = st.builds(lambda how, one, other: how(one, other), st.sampled_from(combine), even, even)
    return st.one_of(few, few.map(lambda spaces: BOARD & ~spaces), even, mixed)


def json_values() -> st.SearchStrategy[Any]:
    """Draw whatever JSON can say."""
    plain = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(("A1", "K11", "forest", "draw", "great-river", "drawn", "spring", "shape-1")),
    )
    return st.recursive(
        plain,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=8,
    )
