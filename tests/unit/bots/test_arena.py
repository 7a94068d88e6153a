"""One game and many."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from quillmap.bots.arena import BotFailed, Series, derive, play_game, play_part, play_series
from quillmap.bots.bot import Bot
from quillmap.bots.random_bot import RandomBot
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Draw, TakeBack
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.terrain import Terrain

SERIES = Series(Setup(seats=2, seed="series"), ("random", "random"), 12)


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
    with pytest.raises(ValueError, match="1 bots can't take 2 seats"):
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
        (Cheat, "seat 0 made an illegal move: the drawing covers a filled space"),
        (Intruder, "seat 0 gave Draw.* which is no answer of its own"),
        (Waverer, "seat 0 gave TakeBack.* which is no answer of its own"),
        (Invalid, r"seat 0 broke down: KeyError: 'nowhere' \(test_arena.py, line \d+\)"),
    ],
)
def test_a_bot_that_fails_is_named(bot: type[Bot], words: str) -> None:
    """Whatever a bot does wrong, the seat and the reason are told."""
    with pytest.raises(BotFailed, match=words):
        play_game(Setup(seats=2, seed="fail"), [bot(), FirstBot()])


def test_a_series_is_the_same_however_it_is_shared() -> None:
    """No executor, one worker or three: the figures are equal."""
    alone = [tally.summary("random") for tally in play_series(SERIES)]
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            shared = [tally.summary("random") for tally in play_series(SERIES, executor)]
        assert shared == alone


def test_progress_ends_with_all_games() -> None:
    """The number of games done rises to the number of games."""
    told: list[int] = []
    play_series(SERIES, on_progress=told.append)
    assert told == sorted(told)
    assert told[-1] == SERIES.games


def test_another_seed_is_another_series() -> None:
    """The seed of the series decides the deals and the bots' chance."""
    other = replace(SERIES, setup=replace(SERIES.setup, seed="other"))
    assert play_series(other)[0].totals != play_series(SERIES)[0].totals


def test_seeds_of_games_and_bots_differ() -> None:
    """No two games share a deal, and no bot has the chance of another."""
    seeds = {derive("s", "game", number) for number in range(100)}
    seeds |= {derive("s", "game", number, "bot", seat) for number in range(100) for seat in range(3)}
    assert len(seeds) == 400


def test_solo_series_is_paired(tmp_path: Path) -> None:
    """With several bots alone, all of them get the same deals, and all records verify."""
    series = Series(
        Setup(seed="pair"), ("random", "quillmap.bots.random_bot:RandomBot"), 2, is_solo=True, records=tmp_path
    )
    tallies = play_series(series)
    assert [tally.totals.total() for tally in tallies] == [2, 2]
    assert all("rating" in tally.summary("random") for tally in tallies)
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 4
    records = [read_record(path.read_text(encoding="utf-8")) for path in paths]
    assert all(verify(record).is_honest for record in records)
    assert records[0][0] == records[1][0] != records[2][0] == records[3][0]
    assert records[0] != records[1]


def test_a_failing_bot_of_a_series_is_named() -> None:
    """The message names the game and the bot."""
    series = replace(SERIES, bots=("random", f"{__name__}:Invalid"))
    with pytest.raises(BotFailed, match=r"game 1 \(random, .*:Invalid\): seat 1 broke down"):
        play_part(series, range(1))


def test_random_bot_is_a_bot() -> None:
    """What the register calls random follows the interface."""
    assert issubclass(RandomBot, Bot)
