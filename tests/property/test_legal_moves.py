"""The legal moves are complete, each is there once, and all ways to ask for them agree."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Final, TypeVar

from checker.facts import AMBUSHES
from checker.geometry import PAIR, placements
from oracle.random_sheets import random_lines
from property.naive_moves import (
    affordable_skills,
    empty_spaces,
    mask_of,
    other_answers,
    plain_drawings,
    skilled_drawings,
)
from property.random_play import MANNERS, moments, some_games
from quillmap.play.textmap import read_rows
from quillmap.rules import Answer, Draw, Options, Seat, SeatState, Skill, State, Terrain, decide, fold, settle
from quillmap.rules.events import Ask, Asked, CardRevealed, Submitted
from quillmap.rules.skill_drawings import count_skill_drawings

T = TypeVar("T")

MANY: Final = 1000
"""More drawings than this with one skill are not compared one by one."""
DRAWN: Final = (Ask.DRAW, Ask.AMBUSH)


def kind_of(state: State, seat: Seat) -> str:
    """Name the situation a seat is in when it has to draw."""
    plain = plain_drawings(state, seat)
    words = [str(state.ask)]
    if state.ask is Ask.AMBUSH and state.setup.ambush_by == "automatic":
        words.append("automatic")
    if state.ask is Ask.DRAW and state.ruins_pending:
        words.append("ruins")
    if seat in state.evading:
        words.append("evading")
    if plain.is_single:
        words.append("single")
        if state.setup.rulebook == "el":
            words.append("greek")
    return " ".join(words)


EXPECTED: Final = {
    "draw",
    "draw ruins",
    "draw single",
    "draw single greek",
    "draw ruins single",
    "draw ruins single greek",
    "ambush",
    "ambush automatic",
    "ambush automatic evading",
    "ambush single",
    "ambush single greek",
}
"""The situations that the drawings below have to come from."""


def drawing_moments() -> Iterator[tuple[State, Seat]]:
    """Yield situations in which a seat has to draw, the rarer ones more often than they come."""
    greek = {"rulebook": "el", "ambushes": "base", "ruins": True}
    for game, seat, _ in chain(moments("drawings", 60, 0.15), moments("greek drawings", 30, 0.1, **greek)):
        if game.state.ask in DRAWN:
            yield game.state, seat
    greek |= {"seats": 2, "ambush_by": "neighbour"}
    for game, seat, _ in chain(moments("ambushes", 60, 1), moments("greek ambushes", 90, 1, **greek)):
        if game.state.ask is Ask.AMBUSH:
            yield game.state, seat


def test_drawings_are_what_naive_search_finds() -> None:
    """Without a skill a seat may draw what trying every placement finds, and nothing else."""
    kinds = Counter[str]()
    for state, seat in drawing_moments():
        plain = plain_drawings(state, seat)
        naive = {Draw(seat, mask_of(place), Terrain(each)) for place in plain.places for each in plain.terrains}
        drawings = Options(state, seat).drawings
        found = list(drawings)
        assert len(found) == drawings.count() == len(naive)
        assert set(found) == naive
        kinds[kind_of(state, seat)] += 1
    assert kinds.keys() >= EXPECTED


def test_skills_are_what_naive_search_finds() -> None:
    """With each skill that can be paid a seat may draw what trying everything finds."""
    kinds = Counter[Skill]()
    for game, seat, _ in moments("skills", 40, 0.5):
        state = game.state
        if state.ask is not Ask.DRAW:
            continue
        assert set(game.options(seat).skills) == affordable_skills(state, seat)
        for skill in game.options(seat).skills:
            count = count_skill_drawings(state, seat, skill)
            if count <= MANY:
                found = list(game.options(seat).with_skill(skill))
                assert len(found) == count
                assert set(found) == skilled_drawings(state, seat, skill)
                kinds[skill] += count > 0
    assert kinds.keys() == {*Skill} - {Skill.ACROBATICS}
    assert min(kinds.values()) > 0


def test_healing_finds_monsters_just_drawn() -> None:
    """Healing may touch a monster that the same drawing has just put there, unless a path destroyed it at once."""
    fresh = 0
    skills = (Skill.HEALING, Skill.DIPLOMACY, Skill.CONCENTRATION)
    for game, seat, _ in moments("healing", 60, 1, skills=skills):
        state = game.state
        if state.ask is not Ask.DRAW or Skill.HEALING not in game.options(seat).skills:
            continue
        if Terrain.MONSTER in game.options(seat).drawings.terrains and fresh < 6:
            found = set(game.options(seat).with_skill(Skill.HEALING))
            assert found == skilled_drawings(state, seat, Skill.HEALING)
            fresh += any(move.terrain is Terrain.MONSTER for move in found if isinstance(move, Draw))
    assert fresh == 6


def test_acrobatics_is_offered() -> None:
    """Acrobatics is offered to whoever has two coins, has used no skill, and has room for a 1×2 (9.1, 9.3)."""
    offered = Counter[bool]()
    skills = (Skill.ACROBATICS, Skill.LORE, Skill.SEARCH)
    for game, _ in some_games("acrobatics", 60, MANNERS[0], skills=skills):
        random = Random(game.state.seed_hash)
        for number, event in enumerate(game.log, start=1):
            if not isinstance(event, CardRevealed) or event.card not in AMBUSHES:
                continue
            state = fold(game.log[:number])
            seats = tuple(random_seat(random) for _ in state.seats)
            allowed = [place for place, seat in enumerate(seats) if may_evade(seat)]
            asked = settle(state.but(seats=seats))
            found = asked.seats if isinstance(asked, Asked) and asked.ask is Ask.DECLARE else ()
            assert list(found) == allowed
            offered.update(place in allowed for place in range(len(seats)))
    assert min(offered[True], offered[False]) > 20


def random_seat(random: Random) -> SeatState:
    """Return a seat with anything on its map, which may be nearly full, and some coins."""
    rows = random_lines(random)
    if random.random() < 0.5:
        rows = ["".join("F" if random.random() < 0.9 or each in ".:" else each for each in row) for row in rows]
        rows[random.randrange(11)] = random.choice(("F.F.F.F.F.F", "FFFFF.FFFFF", "FFFFF..FFFF"))
    coins = random.randrange(5)
    return SeatState(read_rows(rows), coins, random.randint(0, coins), used_skill=random.random() < 0.3)


def may_evade(seat: SeatState) -> bool:
    """Return whether a seat could use Acrobatics."""
    has_room = any(pair <= empty_spaces(seat.sheet) for pair in placements(PAIR))
    return seat.coins - seat.spent >= 2 and not seat.used_skill and has_room


def test_other_answers_are_what_naive_search_finds() -> None:
    """Heroes, the Gorgon, the Troll and Acrobatics offer what the rules say."""
    kinds = Counter[Ask]()
    for game, seat, _ in moments("others", 100, 1.0):
        options = game.options(seat)
        if options.ask not in DRAWN:
            found = list(options)
            assert len(found) == options.count() == len(set(found))
            assert set(found) == other_answers(game.state, seat)
            kinds[options.ask] += 1
    assert kinds.keys() == {Ask.HERO, Ask.GORGON, Ask.TROLL, Ask.DECLARE}


def test_ways_to_ask_agree() -> None:
    """What is iterated is counted, is distinct, is contained, and is accepted."""
    for game, seat, random in moments("agreement", 40, 0.15):
        options = game.options(seat)
        if options.count() > 8 * MANY:
            continue
        found = list(options)
        assert options.count() == len(found) == len(set(found)) > 0
        for answer in random.sample(found, min(len(found), 150)):
            assert answer in options
            event = decide(game.state, answer)
            assert isinstance(event, Submitted)
            assert (event.seat, event.answer) == (seat, answer)


def chances(pick: Callable[[Callable[[int], int]], T]) -> Iterator[tuple[T, Fraction]]:
    """Yield every outcome of *pick* with its chance, by giving each number that it could be given."""
    script: list[int] = []
    while True:
        sizes: list[int] = []

        def below(size: int, sizes: list[int] = sizes) -> int:
            sizes.append(size)
            if len(sizes) > len(script):
                script.append(0)
            return script[len(sizes) - 1]

        outcome = pick(below)
        chance = Fraction(1)
        for size in sizes:
            chance /= size
        yield outcome, chance
        while script and script[-1] + 1 == sizes[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


def test_chances_of_a_known_pick() -> None:
    """The helper above finds out that choosing a group first favours whoever is alone in one."""

    def pick(below: Callable[[int], int]) -> str:
        group = ("a", "bc")[below(2)]
        return group[below(len(group))]

    assert dict(chances(pick)) == {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 4)}


def test_pick_is_uniform() -> None:
    """Every drawing is picked with the same chance."""
    looked_at = 0
    for game, seat, _ in moments("picks", 40, 0.3):
        options = game.options(seat)
        if options.ask in DRAWN and options.drawings.count() <= 300:
            picked = Counter[Answer]()
            total = options.drawings.count()
            for drawing, chance in chances(options.drawings.pick):
                picked[drawing] += (chance * total).numerator
                assert (chance * total).denominator == 1
            assert picked == Counter(list(options.drawings))
            looked_at += 1
    assert looked_at > 50


def test_nothing_else_is_contained() -> None:
    """What is no answer at all, or another seat's, is not among the options."""
    asked = set()
    for game, seat, random in moments("strangers", 50, 0.5):
        options = game.options(seat)
        answer = next(iter(options))
        assert answer in options
        assert object() not in options
        other = Seat(random.randrange(len(game.state.seats)))
        assert other == seat or answer not in Options(game.state, other)
        asked.add(options.ask)
    assert asked == {*Ask}
