"""Many games, shared or not, and the ways to let bots meet."""

import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from quillmap.bots.bot_game import BotFailed
from quillmap.bots.comparison import Pair
from quillmap.bots.distribution import Distribution
from quillmap.bots.lineups import against, alone, at_one_table
from quillmap.bots.series import Record, Series, Standings, derive, play_part, play_series
from quillmap.bots.tally import TOTAL, interval
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.rules.events import CardRevealed, GameBegan
from quillmap.rules.setup import Setup

TWO = Setup(seats=2, seed="series")
SERIES = at_one_table(TWO, ("random", "apprentice"), 4, is_rotated=True)
FIRST = "unit.bots.test_bot_game:FirstBot"
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _figures(standings: Standings) -> list[dict[str, Any]]:
    return [
        *(tally.summary("a bot") for tally in standings.tallies),
        *(difference.summary("one", "other") for difference in standings.differences),
    ]


class Cluster(Executor):
    """An executor somewhere else: all that goes there and comes back is pickled."""

    def __init__(self) -> None:
        self.sent = 0

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        """Run *fn* at once, on copies."""
        self.sent += 1
        future: Future[Result] = Future()
        there, given, named = pickle.loads(pickle.dumps((fn, args, kwargs)))
        future.set_result(pickle.loads(pickle.dumps(there(*given, **named))))
        return future


def test_a_series_is_the_same_however_it_is_shared() -> None:
    """No executor, one worker, three, or a cluster: the figures are equal."""
    expected = _figures(play_series(SERIES))
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            assert _figures(play_series(SERIES, executor)) == expected
    cluster = Cluster()
    assert _figures(play_series(SERIES, cluster)) == expected
    assert cluster.sent == SERIES.games


def test_progress_ends_with_all_games() -> None:
    """The number of deals done rises to the number of deals."""
    told: list[int] = []
    play_series(SERIES, on_progress=told.append)
    assert told == sorted(told)
    assert told[-1] == SERIES.games


def test_another_seed_is_another_series() -> None:
    """The seed of the series decides the deals and the bots' chance."""
    other = replace(SERIES, setup=replace(SERIES.setup, seed="other"))
    assert play_series(other).tallies[0].totals != play_series(SERIES).tallies[0].totals


def test_seeds_of_games_and_bots_differ() -> None:
    """No two games share a deal, and no bot has the chance of another."""
    seeds = {derive("s", "game", number) for number in range(100)}
    seeds |= {derive("s", "game", number, "bot", seat) for number in range(100) for seat in range(3)}
    assert len(seeds) == 400


def _deal(record: Record) -> list[object]:
    """Return what was dealt: the beginning and the explore cards and ambushes in their order."""
    events = read_record(record.text)
    assert verify(events).is_honest
    return [event for event in events if isinstance(event, GameBegan | CardRevealed)]


@pytest.mark.parametrize(
    "series",
    [
        alone(Setup(seed="pair"), ("random", FIRST), 2),
        at_one_table(TWO, ("random", FIRST), 2, is_rotated=True),
        against(TWO, ("random", FIRST), (FIRST, "random"), 2),
    ],
    ids=["alone", "rotated", "against"],
)
def test_all_tables_of_a_deal_have_the_same_cards(series: Series) -> None:
    """Whoever sits at them, both tables are dealt the same, and play differently; all records verify."""
    records: list[Record] = []
    standings = play_series(replace(series, keeps_records=True), on_record=records.append)
    assert [record.name for record in records] == [
        "game-000001-1.jsonl",
        "game-000001-2.jsonl",
        "game-000002-1.jsonl",
        "game-000002-2.jsonl",
    ]
    deals = [_deal(record) for record in records]
    assert deals[0] == deals[1] != deals[2] == deals[3]
    assert records[0].text != records[1].text
    assert standings.records == []


def test_one_table_needs_no_number() -> None:
    """A deal that is played once has one record under its own number."""
    found = play_part(replace(at_one_table(TWO, ("random", "random"), 3), keeps_records=True), range(1, 3))
    assert [record.name for record in found.records] == ["game-000002.jsonl", "game-000003.jsonl"]


def test_those_who_are_compared_have_the_same_chance() -> None:
    """A line-up against itself plays the very same games, so nothing differs; two bots alone have their own chance."""
    same = play_series(against(TWO, ("random", "random"), ("random", "random"), 3))
    assert same.differences[0].of(TOTAL).counts == {0: 3}
    apart = play_series(alone(Setup(seed="apart"), ("random", "random"), 3))
    assert apart.differences[0].of(TOTAL).counts != {0: 3}


def test_rotation_gives_every_bot_every_seat() -> None:
    """Each way to sit is played once, and ways that look the same are not repeated."""
    two = at_one_table(TWO, ("a", "b"), 1, is_rotated=True)
    assert (two.tables, two.pairs) == (((0, 1), (1, 0)), (Pair((0,), (1,)),))
    four = at_one_table(replace(TWO, seats=4), ("a", "b", "a", "b"), 1, is_rotated=True)
    assert (four.tables, four.pairs) == (((0, 1, 2, 3), (1, 2, 3, 0)), (Pair((0, 2), (1, 3)),))
    three = at_one_table(replace(TWO, seats=3), ("a", "b", "c"), 1, is_rotated=True)
    assert len(three.tables) == 3
    assert three.pairs == (Pair((0,), (1,)), Pair((0,), (2,)))
    assert at_one_table(TWO, ("a", "a"), 1, is_rotated=True).pairs == ()


def test_against_rotated_compares_the_first_of_each() -> None:
    """Both line-ups move round their tables."""
    series = against(TWO, ("a", "b"), ("c", "b"), 1, is_rotated=True)
    assert series.tables == ((0, 1), (1, 0), (2, 3), (3, 2))
    assert series.pairs == (Pair((0,), (2,)),)


def test_line_ups_have_one_size() -> None:
    """Two bots can't be compared with one."""
    with pytest.raises(ValueError, match="2 bots can't be compared with 1"):
        against(TWO, ("random", "random"), ("random",), 1)


def test_a_difference_is_that_of_the_means() -> None:
    """The mean of the paired differences is the difference of the means."""
    found = play_series(SERIES)
    ours, theirs = (tally.summary("")["mean"] for tally in found.tallies)
    summary = found.differences[0].summary("", "")
    assert (summary["deals"], found.tallies[0].totals.total()) == (SERIES.games, 2 * SERIES.games)
    assert summary["mean"] == pytest.approx(ours - theirs, abs=1e-3)
    assert sum(each["mean"] for each in summary["seasons"]) == pytest.approx(summary["mean"], abs=1e-3)


def test_a_deal_in_several_seatings_counts_once() -> None:
    """How far to trust a bot's mean is told by its means on the deals, not by games that share their cards."""
    found = play_series(SERIES)
    for who, tally in enumerate(found.tallies):
        alone = [play_part(SERIES, range(deal, deal + 1)).tallies[who].total for deal in range(SERIES.games)]
        deals = Counter(round(2 * each.mean) for each in alone)
        expected = Distribution(deals, 0.5)
        assert tally.total.mean == pytest.approx(expected.mean)
        assert tally.total.margin == pytest.approx(expected.margin)
        assert tally.total.margin != pytest.approx(Distribution(tally.totals).margin)
        assert tally.summary("")["interval"] == interval(expected)
        assert alone[0].margin is None


def test_the_page_about_the_arena_runs(tmp_path: Path) -> None:
    """The program in ``docs/arena.md`` does what it says."""
    page = (Path(__file__).parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "compare.py"
    path.write_text(program.replace("games=20", "games=3"), encoding="utf-8")
    command = [sys.executable, "-X", "utf8", str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"1\n2\n3\n-?\d+\.\d ± \d+\.\d\n", done.stdout)


def test_time_is_taken() -> None:
    """How long a move takes is measured for every contender."""
    assert all(tally.milliseconds_per_move > 0 for tally in play_series(SERIES).tallies)


def test_a_failing_bot_of_a_series_is_named() -> None:
    """The message names the game and the bot."""
    series = at_one_table(TWO, ("random", "unit.bots.test_bot_game:Invalid"), 1)
    with pytest.raises(BotFailed, match=r"game 1 \(random, .*:Invalid\): seat 1 broke down"):
        play_part(series, range(1))
