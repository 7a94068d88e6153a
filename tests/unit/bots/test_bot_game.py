"""One game with a bot in every seat."""

from dataclasses import replace
from pathlib import Path

import pytest

from quillmap.bots.bot import Bot
from quillmap.bots.bot_game import BotFailed, play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.errors import BadArgument
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Draw, TakeBack
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.terrain import Terrain


class FirstBot(Bot):
    """Draws the first thing that is allowed."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return the first option."""
        del view
        return next(iter(options))


class Spy(FirstBot):
    """Writes down what it is shown."""

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.seen: list[View] = []

    def choose(self, view: View, options: Options) -> Answer:
        """Look, then return the first option."""
        assert options.state is view
        self.seen.append(view)
        return super().choose(view, options)


def test_ten_lines_make_a_bot() -> None:
    """A class with one method plays whole games of every kind."""
    for box in ("base", "heroes", "mixed"):
        assert play_game(Setup.of_box(box, seats=2, seed="first", skills="drawn"), [FirstBot(), FirstBot()]).is_over


def test_bots_are_shown_no_secret() -> None:
    """Neither the seed nor a deck nor what another seat has chosen is in what a bot is shown."""
    spies = [Spy(), Spy()]
    play_game(Setup.of_box("heroes", seats=2, seed="secret"), spies)
    for spy in spies:
        assert len(spy.seen) > 20
        for seen in spy.seen:
            assert (seen.setup.seed, seen.deck, seen.ambush_deck, seen.hero_deck) == ("", (), (), ())
            assert seen.answers == {}


def test_every_seat_has_its_bot() -> None:
    """Too few bots for the table are refused."""
    with pytest.raises(ValueError, match="2 seats, but 1 bots"):
        play_game(Setup(seats=2, seed="few"), [FirstBot()])


class Cheat(Bot):
    """Draws all over the map."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return what the rules don't allow."""
        del view
        return Draw(options.seat, (1 << 121) - 1, Terrain.WATER)


class Intruder(FirstBot):
    """Answers for the other seat."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return what would be right for the neighbour."""
        answer = super().choose(view, options)
        return replace(answer, seat=Seat(1 - options.seat))


class Waverer(Bot):
    """Gives what is no answer at all."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return a move that answers nothing."""
        del view
        return TakeBack(options.seat)  # type: ignore[return-value]  # a bot that is not type-checked


class Invalid(Bot):
    """Breaks down."""

    def choose(self, view: View, options: Options) -> Answer:
        """Raise something."""
        del view, options
        raise KeyError("nowhere")


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Cheat, "seat 0 made an illegal move: This covers filled? spaces?"),
        (Intruder, "seat 0 gave <Draw.* which is not a move for that seat"),
        (Waverer, "seat 0 gave <TakeBack.* which is not a move for that seat"),
        (Invalid, r"seat 0 broke down: KeyError: 'nowhere' \(test_bot_game.py, line \d+\)"),
    ],
)
def test_a_bot_that_fails_is_named(bot: type[Bot], words: str) -> None:
    """Whatever a bot does wrong, the seat and the reason are told."""
    with pytest.raises(BotFailed, match=words):
        play_game(Setup(seats=2, seed="fail"), [bot(), FirstBot()])


def test_random_bot_is_a_bot() -> None:
    """What the register calls random follows the interface."""
    assert issubclass(RandomBot, Bot)


class Sampler(Bot):
    """Calls something of Python's that fails."""

    def choose(self, view: View, options: Options) -> Answer:
        """Ask for more than there is."""
        del view
        return self.random.sample(options, len(options) + 1)[0]


def test_a_failure_is_placed_in_the_bots_own_file() -> None:
    """Not in the file of what it called."""
    with pytest.raises(BotFailed, match=r"Sample larger than population.*test_bot_game\.py, line") as failed:
        play_game("base seed=sample", [Sampler])
    line = failed.value.params["line"]
    assert isinstance(line, int)
    assert "sample(options" in Path(__file__).read_text(encoding="utf-8").splitlines()[line - 1]


def test_one_name_plays_all_seats() -> None:
    """A class does, too; a bot that was made plays one seat."""
    whole = play_game("base seats=3 seed=all", ["random"] * 3).totals
    assert play_game("base seats=3 seed=all", "random").totals == play_game("base seats=3 seed=all", RandomBot).totals
    assert play_game("base seats=3 seed=all", "random").totals == whole
    assert play_game("base seed=all", FirstBot()).is_over
    with pytest.raises(BadArgument, match="one bot can't play 3 seats"):
        play_game("base seats=3", FirstBot())
