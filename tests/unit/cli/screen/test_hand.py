"""An answer in the making: every answer that the rules allow can be held and put down, and no other."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from quillmap.cli.screen.hand import Hand
from quillmap.play.game import Game
from quillmap.play.notation import space_names
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Draw, IllegalMove
from quillmap.rules.options import Options
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import WITH_EXTRA, Skill
from quillmap.rules.spaces import BOARD, SIZE, singles, space_at
from quillmap.rules.terrain import Terrain


def put_whole(hand: Hand) -> Answer:
    """Return the answer of a hand that holds the last piece of it."""
    answer = hand.put()
    assert answer is not None
    return answer


def some_answers(options: Options, rng: random.Random) -> list[Answer]:
    """Return a few answers, with every skill that can be paid for among them."""
    plain = [*islice(options, 300)]
    found = rng.sample(plain, min(2, len(plain)))
    for skill in options.skills:
        skilled = [*islice(options.with_skill(skill), 300)]
        found += rng.sample(skilled, min(2, len(skilled)))
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("box", "rulebook"), [("base", "standard"), ("heroes", "pl"), ("mixed", "de")])
def test_every_legal_answer_can_be_held(box: str, rulebook: str, seed: int) -> None:
    """Through whole games, what is taken up is what is put down, whatever is asked and with whatever skill."""
    rng = random.Random(seed)
    game = Game(box, seed=f"held {seed}", skills="drawn", rulebook=rulebook)
    while not game.is_over:
        options = game.options()
        answers = some_answers(options, rng)
        for answer in answers:
            hand = Hand(options)
            hand.take(answer)
            assert hand.answer() == answer
            hand.check()
            assert put_whole(hand) == answer
        game.play(rng.choice(answers))


def test_jumping_goes_round_all_places() -> None:
    """In reading order, and after the last one from the first; the shape is not turned as long as it fits so."""
    hand = Hand(Game("mixed", seed="7").options())
    _, orientation, where = hand.options.drawings.places()[0]
    found = []
    for _ in range(where.bit_count()):
        assert hand.jump()
        hand.check()
        found.append(hand.piece.spaces)
    assert {*found} == {orientation.mask * anchor for anchor in singles(where)}
    assert hand.jump()
    assert hand.piece.spaces == found[0]


def test_jumping_turns_what_does_not_fit_otherwise() -> None:
    """Where only another way of holding it fits, it is held that way."""
    options = Hand(Game("mixed", seed="7").options()).options
    column = sum(1 << space_at(row, 0) for row in range(SIZE))
    state = options.state
    seat = state.seats[0]
    full = replace(state, seats=(seat._replace(sheet=Sheet(wasteland=BOARD & ~column)),))
    hand = Hand(Options(full, Seat(0)))
    hand.turn()
    assert hand.jump()
    assert space_names(hand.covered) == ["F1", "G1", "H1"]


def test_what_lies_badly_is_refused_and_stays_in_the_hand() -> None:
    """A mountain lies in the middle of the map."""
    hand = Hand(Game("mixed", seed="7").options())
    with pytest.raises(IllegalMove, match="F6"):
        hand.put()
    assert "F6" in space_names(hand.covered)


def test_shapes_and_terrains_go_round() -> None:
    """After the last comes the first; the shape is changed where it is."""
    hand = Hand(Game("mixed", seed="7").options())
    assert len(hand.shapes) == 2
    first = hand.piece
    hand.next_shape()
    assert (hand.shape, hand.piece.row, hand.piece.column) == (1, first.row, first.column)
    hand.next_shape()
    assert hand.piece == first
    terrain = hand.terrain
    for _ in hand.terrains:
        hand.next_terrain()
    assert hand.terrain == terrain


def skilled_game(skill: Skill) -> Game:
    """Return a game in which *skill* can be paid for."""
    for number in range(400):
        game = Game("heroes", seed=f"skilled {number}", skills="drawn")
        rng = random.Random(number)
        while skill in game.state.skills and not game.is_over:
            options = game.options()
            if skill in options.skills and next(options.with_skill(skill), None) is not None:
                return game
            game.play(rng.choice([*islice(options, 40)]))
    raise AssertionError(f"no game has {skill}")


@pytest.mark.parametrize(
    "skill", [Skill.CONCENTRATION, Skill.HEALING, Skill.DIPLOMACY, Skill.SEARCH, Skill.LORE, Skill.STEALTH]
)
def test_a_skill_is_chosen_and_left(skill: Skill) -> None:
    """It is reached by going through the skills; what was put down can be lifted again, and the skill be left."""
    hand = Hand(skilled_game(skill).options())
    plain = hand.piece
    while hand.skill is not skill:
        hand.next_skill()
    assert hand.jump()
    lying = hand.piece.spaces
    if hand.is_half:
        assert hand.put() is None
        assert hand.covered & lying == lying
        hand.lift()
        assert (hand.piece.spaces, hand.skill) == (lying, skill)
    else:
        drawn = put_whole(hand)
        assert isinstance(drawn, Draw)
        assert drawn.skill is skill
    hand.lift()
    assert [hand.skill, hand.main] == [None, None]
    assert hand.piece.spaces.bit_count() == plain.spaces.bit_count()


def test_healing_leaves_a_choice_and_diplomacy_none() -> None:
    """The terrain of what is added is chosen, given, or both farm and village."""
    healing, diplomacy = (Hand(skilled_game(skill).options()) for skill in (Skill.HEALING, Skill.DIPLOMACY))
    healing.take(next(healing.options.with_skill(Skill.HEALING)))
    assert healing.terrain in healing.terrains
    assert healing.fills == (healing.terrain,)
    diplomacy.take(next(diplomacy.options.with_skill(Skill.DIPLOMACY)))
    assert diplomacy.terrains == ()
    assert {*diplomacy.fills} == {Terrain.FARM, Terrain.VILLAGE}


def test_yes_and_no_are_chosen_by_any_arrow() -> None:
    """Where Acrobatics could be used, no is the answer until it is changed."""
    game = declaring_game()
    hand = Hand(game.options())
    assert hand.is_question
    assert hand.put() == Declare(hand.options.seat, use=False)
    hand.move(0, 1)
    assert hand.put() == Declare(hand.options.seat, use=True)
    hand.next_shape()
    assert not hand.is_yes


def declaring_game() -> Game:
    """Return a game that asks whether Acrobatics is used."""
    for number in range(200):
        game = Game("heroes", seed=f"declare {number}", skills="drawn")
        rng = random.Random(number)
        while Skill.ACROBATICS in game.state.skills and not game.is_over:
            if game.options().ask is Ask.DECLARE:
                return game
            game.play(rng.choice([*game.options().drawings] if game.options().ask is Ask.DRAW else [*game.options()]))
    raise AssertionError("no game asks")


def test_another_skill_takes_up_what_was_put_down() -> None:
    """What the skill before it added is gone, and the main shape is held as it lay, to be turned and filled again."""
    for seed in range(20):
        hand = Hand(Game("mixed", seed=f"skills {seed}", skills="drawn").options())
        for skill in (each for each in hand.options.skills if each in WITH_EXTRA):
            while hand.skill is not skill:
                hand.next_skill()
            assert hand.jump()
            assert hand.put() is None
            main = hand.main
            assert main is not None
            hand.jump()
            hand.next_skill()
            assert hand.main is None
            found = hand.answer()
            assert isinstance(found, Draw)
            assert (found.skill, found.extra, found.extra_terrain) == (hand.skill, 0, None)
            if found.skill is None:
                assert found == replace(main, skill=None)
                fresh = Hand(hand.options)
                assert (hand.shapes, hand.terrains) == (fresh.shapes, fresh.terrains)
