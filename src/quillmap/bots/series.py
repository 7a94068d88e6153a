"""Series of games: who sits where, played on all cores or on a cluster, and the results.

Every deal is played at one table or at several, all with the same cards. A series is the same whatever runs it: the
cards and the chance of a bot depend on nothing but the seed of the series, the number of the deal and the contender.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field, replace
from hashlib import sha256
from time import thread_time_ns
from typing import Final, NamedTuple

from quillmap.bots.bot import Bot
from quillmap.bots.bot_game import BotFailed, play_game
from quillmap.bots.comparison import Difference, Pair
from quillmap.bots.registry import BotLike, UnknownBot, bot_maker, bot_name, weaker_level
from quillmap.bots.tally import Subject, Tally
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup

_PARTS: Final = 200
_LONGEST_PART: Final = 50
"""A series is split into about 200 parts of at most 50 deals: enough to share, and to show progress."""


class Contender(NamedTuple):
    """A bot whose results are counted together."""

    bot: BotLike
    """Its name, its class or a pattern of it, as ``registry.bot_maker`` takes it."""
    chance: int
    """Two with the same number have the same random numbers on the same deal."""

    @property
    def name(self) -> str:
        """What it is called."""
        return bot_name(self.bot)


@dataclass(frozen=True, slots=True)
class Series:
    """Many deals of the same kind, each for the same tables; ``lineups`` makes the usual ones."""

    setup: Setup
    """The table of every game; its seed is the seed of the series."""
    games: int
    """How many deals."""
    contenders: tuple[Contender, ...]
    tables: tuple[tuple[int, ...], ...]
    """Who sits at each table on which every deal is played: the numbers of contenders, by seat."""
    pairs: tuple[Pair, ...] = ()
    """Who is compared with whom."""
    keeps_records: bool = False


class Record(NamedTuple):
    """The record of one game, with a name for its file."""

    name: str
    text: str


@dataclass(slots=True, repr=False)
class Standings:
    """The results of a series, or of a part of one."""

    tallies: list[Tally]
    """By contender."""
    differences: list[Difference]
    """By pair."""
    records: list[Record] = field(default_factory=list)
    """Of a part only, and only if the series keeps them: a whole series hands them on."""

    @classmethod
    def of(cls, series: Series) -> "Standings":
        """Return the standings before the first game."""
        return cls([Tally() for _ in series.contenders], [Difference() for _ in series.pairs])

    def __repr__(self) -> str:
        return f"<Standings: {', '.join(map(repr, [*self.tallies, *self.differences]))}>"

    def merge(self, part: "Standings") -> None:
        """Add the figures of *part*."""
        for tally, more in zip(self.tallies, part.tallies, strict=True):
            tally.merge(more)
        for difference, other in zip(self.differences, part.differences, strict=True):
            difference.merge(other)


def derive(seed: str, *labels: object) -> str:
    """Return the seed that *seed* gives under some labels: any two differ, and none tells another."""
    return sha256("/".join([seed, *map(str, labels)]).encode()).hexdigest()


def play_series(
    series: Series,
    executor: Executor | None = None,
    on_progress: Callable[[int], object] | None = None,
    on_record: Callable[[Record], object] | None = None,
    known: Mapping[range, Standings] | None = None,
    on_part: Callable[[range, Standings], object] | None = None,
) -> Standings:
    """Play a series and return its results; raise ``BotFailed`` if a bot fails, ``UnknownBot`` if it is too weak.

    *executor* runs parts of it in parallel, here or elsewhere: parts and what they return can be pickled, and they
    touch no files. Without one, everything runs here. *on_progress* is called from time to time with the number of
    deals done, *on_record* with every record if the series keeps them. *known* are parts that were played before, as
    *on_part* was given them (``resuming``).
    """
    check_strength(series)
    standings = Standings.of(series)
    known = known or {}
    for before in known.values():
        standings.merge(before)
    done = sum(map(len, known))
    for part, found in _results(series, _parts(series.games, known), executor):
        standings.merge(found)
        if on_part is not None:
            on_part(part, found)
        if on_record is not None:
            for record in found.records:
                on_record(record)
        done += len(part)
        if on_progress is not None:
            on_progress(done)
    return standings


def check_strength(series: Series) -> None:
    """Raise ``UnknownBot`` if bots are compared of which one can't play as its name says."""
    if len(series.contenders) < 2:
        return
    for contender in series.contenders:
        level = weaker_level(contender.bot)
        if level is not None:
            raise UnknownBot("weaker", bot=contender.name, level=level, install="pip install 'quillmap[fast]'")


def _parts(games: int, known: Iterable[range] = ()) -> list[range]:
    """Return the deals that are not *known* yet, in parts that can be shared out."""
    size = min(max(games // _PARTS, 1), _LONGEST_PART)
    ends = [(part.start, part.stop) for part in sorted(known, key=lambda part: part.start)]
    gaps = zip([0, *(stop for _, stop in ends)], [*(start for start, _ in ends), games], strict=True)
    return [range(start, min(start + size, last)) for first, last in gaps for start in range(first, last, size)]


def _results(series: Series, parts: list[range], executor: Executor | None) -> Iterator[tuple[range, Standings]]:
    if executor is None:
        for part in parts:
            yield part, play_part(series, part)
        return
    futures: dict[Future[Standings], range] = {executor.submit(play_part, series, part): part for part in parts}
    try:
        for future in as_completed(futures):
            # Popped, so that the records of a part are not kept longer than they are needed.
            yield futures.pop(future), future.result()
    finally:
        # After an error or an interruption nobody waits for the rest.
        for future in futures:
            future.cancel()


def play_part(series: Series, numbers: range) -> Standings:
    """Play the deals of a series with these numbers, at all tables."""
    makers = [bot_maker(contender.bot) for contender in series.contenders]
    standings = Standings.of(series)
    for number in numbers:
        accounts: list[list[dict[Subject, int]]] = [[] for _ in series.contenders]
        for table, seated in enumerate(series.tables):
            bots = [_Timed(makers[who](_chance(series, number, who))) for who in seated]
            game = _play(series, number, seated, bots)
            for seat, (who, bot) in enumerate(zip(seated, bots, strict=True)):
                accounts[who].append(standings.tallies[who].add(game.state, Seat(seat)))
                standings.tallies[who].speeds[bot.microseconds_per_move] += 1
            if series.keeps_records:
                standings.records.append(Record(_name(series, number, table), write_record(game.log)))
        for tally, played in zip(standings.tallies, accounts, strict=True):
            tally.add_deal(played)
        for pair, difference in zip(series.pairs, standings.differences, strict=True):
            of, to = ([each for who in side for each in accounts[who]] for side in pair)
            difference.add(of, to)
    return standings


def _chance(series: Series, number: int, who: int) -> str:
    return derive(series.setup.seed, "game", number, "bot", series.contenders[who].chance)


def _play(series: Series, number: int, seated: Sequence[int], bots: Sequence[Bot]) -> Game:
    setup = replace(series.setup, seed=derive(series.setup.seed, "game", number))
    try:
        return play_game(setup, bots)
    except BotFailed as error:
        names = ", ".join(series.contenders[who].name for who in seated)
        raise BotFailed("in-game", game=number + 1, bots=names, problem=error) from error


def _name(series: Series, number: int, table: int) -> str:
    name = f"game-{number + 1:06}"
    return f"{name}.jsonl" if len(series.tables) == 1 else f"{name}-{table + 1}.jsonl"


class _Timed(Bot):
    """A bot, and how long it thinks."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._moves = 0
        self._nanoseconds = 0

    def choose(self, view: View, options: Options) -> Answer:
        """Return what the bot chooses."""
        start = thread_time_ns()
        answer = self._bot.choose(view, options)
        self._nanoseconds += thread_time_ns() - start
        self._moves += 1
        return answer

    @property
    def microseconds_per_move(self) -> int:
        """The mean over its moves."""
        return self._nanoseconds // (1000 * max(self._moves, 1))
