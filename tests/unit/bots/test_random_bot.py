"""The random bot."""

from collections import Counter

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules.events import Declared, Drawn, HeroPlaced
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.skills import Skill

SKILLS = tuple(Skill)


def _game(setup: Setup, seed: str) -> Game:
    return play_game(setup, [RandomBot(f"{seed}/{seat}") for seat in range(setup.seats)])


def test_same_seed_same_game() -> None:
    """A bot's chance is its seed and nothing else."""
    setup = Setup.of_box("mixed", seed="deal", seats=2, skills="drawn")
    assert _game(setup, "one").log == _game(setup, "one").log
    assert _game(setup, "one").log != _game(setup, "two").log


def test_drawings_are_uniform() -> None:
    """Every legal drawing comes about as often as any other."""
    game = Game(Setup(seed="uniform"))
    seen = view(game.state, Seat(0))
    options = Options(seen, Seat(0))
    bot = RandomBot("uniform")
    count = options.count()
    found = Counter(bot.choose(seen, options) for _ in range(40 * count))
    assert found.keys() == set(options)
    # Around 40 each, with a deviation of about 6: a drawing left out or doubled is far outside.
    assert min(found.values()) >= 12
    assert max(found.values()) <= 76


@pytest.mark.parametrize("skills", [SKILLS[start : start + 3] for start in range(0, 6, 3)] + [SKILLS[5:]])
def test_every_skill_is_used_and_legally(skills: tuple[Skill, ...]) -> None:
    """Over some games each open skill is used; an illegal use would end the game with an error."""
    used: set[Skill] = set()
    for number in range(25):
        game = _game(Setup(seed=f"skill/{number}", skills=skills), str(number))
        used |= {event.skill for event in game.log if isinstance(event, Drawn) and event.skill is not None}
        if any(isinstance(event, Declared) for event in game.log):
            used.add(Skill.ACROBATICS)
    assert used == set(skills)


def test_heroes_are_placed() -> None:
    """The bot answers what Heroes asks too."""
    game = _game(Setup.of_box("heroes", seed="heroes", seats=2), "heroes")
    assert game.is_over
    assert any(isinstance(event, HeroPlaced) for event in game.log)


def test_without_skills_none_is_used() -> None:
    """A table without skill cards sees no skill."""
    game = _game(Setup(seed="plain"), "plain")
    assert all(event.skill is None for event in game.log if isinstance(event, Drawn))
