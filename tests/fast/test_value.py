"""The learned value: its outlooks know the score, its file is whole, and compiled it is what it is interpreted."""

from random import Random

import numpy as np
import pytest

from fast.kinds import KINDS, table
from oracle.random_sheets import random_lines
from quillmap.bots.ranking import ranked
from quillmap.fast import readiness, searching
from quillmap.fast.layout import rows as layout
from quillmap.fast.layout.conversion import new_game, table_row
from quillmap.fast.native_search import everywhere, learned_table, values_of
from quillmap.fast.play.rollouts import rollouts
from quillmap.fast.play.training_games import describe_drawings
from quillmap.fast.value.features import GROUND, OUTLOOKS, ROOM, SIZES, WIDTH, ground
from quillmap.fast.value.learned_value import LearnedValue
from quillmap.fast.value.weights import KNOTS, PARTS, ROW, STAR, TIMES, expand, load, shares, weights_of
from quillmap.play.game import Game
from quillmap.play.textmap import read_rows
from quillmap.play.view import view
from quillmap.rules.cards import ExploreCard
from quillmap.rules.dealing import begin
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.rules.scoring import SCORING, score
from quillmap.rules.seasons import YEAR, scorings_left
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet


def _sheets(count: int) -> list[Sheet]:
    chance = Random(7)
    return [read_rows(random_lines(chance)) for _ in range(count)]


def test_every_card_has_an_outlook() -> None:
    """There is one for each scoring card, none too long, and the first number of each is the score."""
    assert set(OUTLOOKS) == set(SCORING)
    assert max(SIZES.values()) <= WIDTH
    for sheet in _sheets(40):
        for card, outlook in OUTLOOKS.items():
            numbers = outlook(sheet)
            assert len(numbers) == SIZES[card]
            assert numbers[0] == score(card, sheet)
        assert len(ground(sheet)) == GROUND


def test_compiled_outlooks_are_the_interpreted_ones() -> None:
    """On random maps every number of every outlook is the same."""
    readiness.warm_up()
    suits = [[card.id for card in SCORING.values() if card.suit is suit] for suit in {c.suit for c in SCORING.values()}]
    for number, sheet in enumerate(_sheets(40)):
        edicts = tuple(suit[number % len(suit)] for suit in suits)
        row = table_row(table("mixed", "outlooks"), edicts)
        game = new_game(sheet, [layout.RANDOM], 0)
        seen = np.zeros((1, ROW), dtype=np.int64)
        nothing = np.zeros(2, dtype=np.int64)
        describe_drawings(row, game, nothing, nothing, np.zeros(1, dtype=np.int64), seen)
        for edict, card in enumerate(edicts):
            assert seen[0, WIDTH * edict : WIDTH * edict + SIZES[card]].tolist() == list(OUTLOOKS[card](sheet))
        assert seen[0, 4 * WIDTH :].tolist() == list(ground(sheet))


@pytest.mark.parametrize("kind", KINDS)
def test_compiled_value_is_the_interpreted_one(kind: str) -> None:
    """Whatever the table, the season and the time."""
    readiness.warm_up()
    setup = table(kind, "value")
    edicts = begin(setup).edicts
    learned = LearnedValue(setup, edicts)
    sheets = _sheets(3)
    for season in range(YEAR):
        for left in range(learned.times[season] + 1):
            values = [learned.of(sheet, season, left) for sheet in sheets]
            assert values_of(setup, edicts, season, left, sheets) == values


def test_the_file_is_whole() -> None:
    """There are weights for every card wherever it is still scored, for room and ground, and they fit together."""
    kept = load()
    assert set(kept["cards"]) == set(SCORING)
    for card, edicts in kept["cards"].items():
        for edict in range(4):
            for season in range(YEAR):
                knots = edicts[edict][season]
                assert len(knots) == (len(KNOTS) if scorings_left(edict, season) else 0)
                assert all(len(knot) == SIZES[card] + ROOM for knot in knots)
    for kind in ("table", "alone"):
        assert all(len(knot) == GROUND for season in kept["ground"][kind] for knot in season)
    assert len(weights_of(tuple(list(SCORING)[:4]), True)) == YEAR * TIMES * ROW


def test_weights_blend_between_knots() -> None:
    """At a knot its own weight counts alone, and the parts are always twelve."""
    assert all(sum(shares(left)) == PARTS for left in range(TIMES))
    for place, knot in enumerate(KNOTS):
        assert shares(knot)[place] == PARTS


def test_cards_take_turns_to_come_first() -> None:
    """A search on as many deals as there are cards begins with each of them once: the draws that follow differ."""
    readiness.warm_up()
    setup = table("solo", "turns")
    edicts = begin(setup).edicts
    game = new_game(Sheet(), [layout.LEARNED], 1)
    row = learned_table(setup, edicts)
    numbers = row[layout.SEASON_CARDS + 1 : layout.SEASON_CARDS + 1 + row[layout.SEASON_CARDS]]
    game[layout.IS_DEALT] = 1
    game[layout.DECK_SIZE] = len(numbers)
    game[layout.DECK : layout.DECK + len(numbers)] = numbers
    work, spaces = game.copy(), np.array([1, 0], dtype=np.int64)
    first = set()
    for deal in range(len(numbers) + 1):  # one more: the ambush of spring
        deals = np.array([deal + 1000 * (len(numbers) + 1)], dtype=np.int64)
        rollouts(
            row, game, work, spaces, np.zeros(2, dtype=np.int64), deals * 0, everywhere(len(deals)), deals, 0, deals * 0
        )
        first.add(int(work[layout.DECK]))
    assert first > set(numbers.tolist())


def test_a_card_without_weights_is_worth_its_points() -> None:
    """Each time that it will still be scored: the first number of its outlook, and nothing else."""
    edicts = tuple(list(SCORING)[::8])
    others = {card: weights for card, weights in load()["cards"].items() if card not in edicts}
    weights = expand({**load(), "cards": others}, edicts, True)
    for season in range(YEAR):
        for left in range(TIMES):
            row = weights[ROW * (TIMES * season + left) :][:ROW]
            for edict in range(4):
                points, *rest = row[WIDTH * edict : WIDTH * (edict + 1)]
                assert points == STAR * scorings_left(edict, season)
                assert not any(rest)


@pytest.mark.parametrize("box", ["base", "heroes"])
def test_every_terrain_of_a_place_is_valued_by_itself(box: str) -> None:
    """Rift Lands may be monsters as well, and those are worth less, whatever stands beside them."""
    readiness.warm_up()
    game, chance = Game(Setup.of_box(box, seed="rift")), Random(3)
    while not isinstance(game.state.revealed_card, ExploreCard) or len(game.state.revealed_card.terrains) < 5:
        game.play(chance.choice(list(game.options())))
    seen = view(game.state, Seat(0))
    found = searching.search(seen, Seat(0))
    compiled = {found.drawing(number): int(worth) for number, worth in enumerate(found.values)}
    assert {move.terrain for move in compiled} == set(game.state.revealed_card.terrains)
    assert compiled == {each.move: each.value for each in ranked(seen, Options(seen, Seat(0)))}
