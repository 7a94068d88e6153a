"""Where bots meet: one game, or many on all cores.

A series is the same whatever runs it: the deal of a game and the chance of a bot depend on nothing but the seed of the
series, the number of the game and the seat.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from typing import Final

from quillmap.bots.bot import Bot
from quillmap.bots.registry import load_bot
from quillmap.bots.tally import Tally
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.play.view import View, view
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup

_PARTS: Final = 200
_LONGEST_PART: Final = 50
"""A series is split into about 200 parts of at most 50 games: enough to share, and to show progress."""


class BotFailed(Exception):
    """A bot that broke the rules or broke down; the message says which, when and how."""


@dataclass(frozen=True, slots=True)
class Series:
    """Many games with the same bots at the same kind of table."""

    setup: Setup
    """The table of every game; its seed is the seed of the series."""
    bots: tuple[str, ...]
    """Their names, as ``registry.load_bot`` takes them, by seat."""
    games: int
    is_solo: bool = False
    """Every bot plays alone, all of them on the same deals, instead of all at one table."""
    records: Path | None = None
    """A folder for the record of every game."""


def derive(seed: str, *labels: object) -> str:
    """Return the seed that *seed* gives under some labels: any two differ, and none tells another."""
    return sha256("/".join([seed, *map(str, labels)]).encode()).hexdigest()


def play_game(setup: Setup, bots: Sequence[Bot]) -> Game:
    """Play a whole game, one bot in each seat; raise ``BotFailed`` for one that can't play."""
    if len(bots) != setup.seats:
        raise ValueError(f"{len(bots)} bots can't take {setup.seats} seats")
    game = Game(setup)
    while not game.is_over:
        # Nobody has answered yet: this is what each of the waiting seats may see, and nobody sees what another chooses.
        seen = view(game.state, None)
        for answer in [_answer(bots[seat], seen, seat) for seat in game.waiting()]:
            try:
                game.play(answer)
            except IllegalMove as error:
                raise BotFailed(f"seat {answer.seat} made an illegal move: {error}") from error
    return game


def _answer(bot: Bot, seen: View, seat: Seat) -> Answer:
    try:
        answer = bot.choose(seen, Options(seen, seat))
    except Exception as error:  # somebody else's code runs here, and can fail in any way
        place = extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise BotFailed(f"seat {seat} broke down: {type(error).__name__}: {error} ({where})") from error
    if not isinstance(answer, Draw | PlaceHero | Destroy | Declare) or answer.seat != seat:
        raise BotFailed(f"seat {seat} gave {answer!r}, which is no answer of its own")
    return answer


def play_series(
    series: Series, executor: Executor | None = None, on_progress: Callable[[int], object] | None = None
) -> list[Tally]:
    """Play a series and return a tally for each bot.

    *executor* runs parts of it side by side; without one, all of it runs here.
    *on_progress* is told how many games are done, now and then.
    """
    tallies = [Tally() for _ in series.bots]
    done = 0
    for part, found in _results(series, _parts(series.games), executor):
        for tally, more in zip(tallies, found, strict=True):
            tally.merge(more)
        done += len(part)
        if on_progress is not None:
            on_progress(done)
    return tallies


def _parts(games: int) -> list[range]:
    size = min(max(games // _PARTS, 1), _LONGEST_PART)
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _results(series: Series, parts: list[range], executor: Executor | None) -> Iterator[tuple[range, list[Tally]]]:
    if executor is None:
        for part in parts:
            yield part, play_part(series, part)
        return
    futures: dict[Future[list[Tally]], range] = {executor.submit(play_part, series, part): part for part in parts}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        # After an error or an interruption nobody waits for the rest.
        for future in futures:
            future.cancel()


def play_part(series: Series, numbers: range) -> list[Tally]:
    """Play the games of a series with these numbers; return a tally for each bot."""
    classes = [load_bot(name) for name in series.bots]
    tallies = [Tally() for _ in series.bots]
    for number in numbers:
        for seats, table in _tables(series, number):
            bots = [classes[seat](derive(series.setup.seed, "game", number, "bot", seat)) for seat in seats]
            try:
                game = play_game(table, bots)
            except BotFailed as error:
                names = ", ".join(series.bots[seat] for seat in seats)
                raise BotFailed(f"game {number + 1} ({names}): {error}") from error
            for place, seat in enumerate(seats):
                tallies[seat].add(game.state, Seat(place))
            if series.records is not None:
                _keep(series, number, seats, game)
    return tallies


def _tables(series: Series, number: int) -> Iterator[tuple[Sequence[int], Setup]]:
    """Yield which bots sit at each table of a deal, and how the table is set."""
    setup = replace(series.setup, seed=derive(series.setup.seed, "game", number))
    if not series.is_solo:
        yield range(len(series.bots)), setup
        return
    for bot in range(len(series.bots)):
        yield (bot,), setup


def _keep(series: Series, number: int, seats: Sequence[int], game: Game) -> None:
    assert series.records is not None
    is_apart = series.is_solo and len(series.bots) > 1
    name = f"game-{number + 1:06}-{series.bots[seats[0]]}-{seats[0]}" if is_apart else f"game-{number + 1:06}"
    path = series.records / f"{name.replace(':', '.')}.jsonl"
    path.write_text(write_record(game.log), encoding="utf-8", newline="\n")
