"""The arena in one call: bots play the same deals, and what comes of it can be read, kept, shown and drawn."""

import platform
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from html import escape
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from quillmap import __version__
from quillmap.bots.bot import Bot
from quillmap.bots.comparison import Differences
from quillmap.bots.lineups import against as meet
from quillmap.bots.lineups import alone, at_one_table
from quillmap.bots.plotting import Plotted, plot
from quillmap.bots.registry import BotLike, weaker_level
from quillmap.bots.resuming import resume as resume_from
from quillmap.bots.series import Series, Standings, play_series
from quillmap.errors import BadArgument, shown
from quillmap.fast import readiness
from quillmap.play.codec import write_setup
from quillmap.play.tables import SetupLike, described, setup_of
from quillmap.rules.setup import Setup

Json = dict[str, Any]
SEED: Final = "1"
"""What deals the games of a contest, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A series and what came of it."""

    series: Series
    standings: Standings
    seconds: float
    resumed: int = 0
    """How many of its deals were played before, and read from a file."""

    @property
    def names(self) -> list[str]:
        """What the contenders are called, line-up by line-up.

        Another of the same name, with settings of its own or in the other line-up, is ``First (2)``.
        """
        contenders = self.series.contenders
        sides: dict[int, object] = {who: side for pair in self.series.pairs for side in pair for who in side}
        first = len(contenders) // 2 if _is_against(self.series) else None
        kinds: dict[str, list[object]] = {}
        names = [contender.name for contender in contenders]
        # Those who are compared come first, so that comparisons have the plain names.
        for number in sorted(range(len(contenders)), key=lambda who: who not in sides):
            name, bot = contenders[number].name, contenders[number].bot
            known = kinds.setdefault(name, [])
            kind = sides.get(number, bot) if first is None else (number < first, bot)
            if kind not in known:
                known.append(kind)
            place = known.index(kind) + 1
            names[number] = name if place == 1 else f"{name} ({place})"
        return names

    @property
    def differences(self) -> Differences:
        """By how much one beat the other on the same deals, by their names in either order."""
        names = self.names
        pairs = zip(self.series.pairs, self.standings.differences, strict=True)
        return Differences({(names[pair.of[0]], names[pair.to[0]]): difference for pair, difference in pairs})

    def to_dict(self) -> Json:
        """Return everything as a JSON object, with the conditions under which it can be repeated."""
        contenders = [self._contender(number) for number in range(len(self.names))]
        # Those who play against the others sit at other tables, in as many seats.
        seats = len(contenders) // 2 if _is_against(self.series) else len(contenders)
        played = (self.series.games - self.resumed) * len(self.series.tables)
        found: Json = {
            "games": self.series.games,
            "games_per_second": round(played / self.seconds, 2) if played and self.seconds else None,
            "conditions": conditions(self.series),
            "seats": contenders[:seats],
        }
        if contenders[seats:]:
            found["against"] = contenders[seats:]
        if self.series.pairs:
            found["differences"] = [each.summary(of, to) for (of, to), each in self.differences.items()]
        return found

    def _contender(self, number: int) -> Json:
        contender = self.series.contenders[number]
        found = self.standings.tallies[number].to_dict(contender.name)
        level = weaker_level(contender.bot)
        return found if level is None else found | {"plays_as": level}

    def plot(self) -> str:
        """Return a picture of the distributions and differences, as SVG."""
        names = self.names
        spreads = [Plotted(name, tally.total) for name, tally in zip(names, self.standings.tallies, strict=True)]
        apart = [Plotted(f"{of} − {to}", each.total) for (of, to), each in self.differences.items()]
        setup = self.series.setup
        return plot(f"{self.series.games} deals, map {setup.map}, seed {setup.seed}", spreads, apart)

    def __str__(self) -> str:
        return "\n".join("  ".join(row).rstrip() for row in _aligned(self._rows()))

    def __repr__(self) -> str:
        return f"<Contest of {self.series.games} deals>\n{self}"

    def _repr_html_(self) -> str:
        first, *others = self._rows()
        head = "".join(f"<th>{escape(cell)}</th>" for cell in first)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in others)
        title = escape(
            ", ".join(f"{name} {value}" for name, value in conditions(self.series).items() if name != "setup")
        )
        return f"<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _rows(self) -> list[list[str]]:
        rows = [["bot", "mean", "±", "sd", "min", "max"]]
        spreads = [*zip(self.names, [each.total for each in self.standings.tallies], strict=True)]
        others = len(spreads) // 2 if _is_against(self.series) else None
        spreads += [(f"{of} − {to}", each.total) for (of, to), each in self.differences.items()]
        for number, (name, found) in enumerate(spreads):
            if number == others:
                rows.append(["against", *[""] * (len(rows[0]) - 1)])
            margin = "" if found.margin is None else f"{found.margin:.1f}"
            ends = [f"{end * found.unit:.0f}" for end in (min(found.counts), max(found.counts))]
            rows.append([name, f"{found.mean:.1f}", margin, f"{found.deviation:.1f}", *ends])
        return rows


def _aligned(rows: list[list[str]]) -> list[list[str]]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [f"{cell:{width}}" if place == 0 else f"{cell:>{width}}" for place, (cell, width) in enumerate(cells)]
        for cells in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def _is_against(series: Series) -> bool:
    return len({contender.chance for contender in series.contenders}) < len(series.contenders)


def conditions(series: Series) -> Json:
    """Return under which conditions a series is the same again."""
    return {
        "seed": series.setup.seed,
        "map": series.setup.map,
        "rulebook": series.setup.rulebook,
        "setup": {name: value for name, value in write_setup(series.setup).items() if name != "seed"},
        "version": __version__,
        "python": platform.python_version(),
        "backend": "compiled" if readiness.is_possible() else "interpreted",
    }


def arena(
    *bots: BotLike,
    against: BotLike | Sequence[BotLike] = (),
    setup: SetupLike = None,
    games: int = 100,
    seed: str | int | None = "",
    solo: bool = False,
    rotate: bool = False,
    executor: Executor | None = None,
    on_progress: Callable[[int], object] | None = None,
    resume: str | Path | None = None,
) -> Contest:
    """Let bots play *games* deals, at one table, or *against* another line-up, or each *solo*; return what came of it.

    A bot is a name, a class or a bot. There are as many seats as bots. *seed* deals the games, or else the seed of
    *setup*, or else "1"; ``None`` is a fresh one, which ``to_dict()["conditions"]`` tells. *resume* names a file that
    keeps what is done, so that the same call goes on where it was interrupted, also to more games. *on_progress* is
    called with the number of deals done so far.
    """
    if not bots:
        raise BadArgument("name at least one bot: arena('surveyor', 'random')")
    for bot in bots:
        if isinstance(bot, list | tuple | FunctionType):
            raise BadArgument(
                f"a bot is a name, a class derived from Bot, or a bot, named one by one, not {shown(bot)}"
            )
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise BadArgument(f"games is a whole number from 1, not {shown(games)}")
    others = [against] if isinstance(against, str | Bot | type) else list(against)
    seats = 1 if solo else len(bots)
    if seats == 1 and rotate:
        raise BadArgument("alone nobody can change seats: leave out rotate, or name several bots without solo")
    if others and solo and len(bots) > 1:
        raise BadArgument("solo, one bot is compared with one: arena('surveyor', against='random', solo=True)")
    table = _table(setup, seats, seed)
    if others:
        series = meet(table, bots, others, games, is_rotated=rotate)
    elif seats == 1:
        series = alone(table, bots, games)
    else:
        series = at_one_table(table, bots, games, is_rotated=rotate)
    known, keep = ({}, None) if resume is None else resume_from(series, Path(resume))
    start = time.perf_counter()
    standings = play_series(series, executor, on_progress, known=known, on_part=keep)
    return Contest(series, standings, time.perf_counter() - start, sum(map(len, known)))


def _table(given: SetupLike, seats: int, seed: str | int | None) -> Setup:
    """Return the table of a contest; raise ``BadArgument`` if *given* says otherwise than the other arguments."""
    said = described(given)
    wanted, own = said.get("seats", seats), said.get("seed")
    if str(wanted) != str(seats):
        hint = "name a bot for each seat, or leave seats out of the set-up"
        raise BadArgument(f"the set-up has {wanted} seats, but {seats} would be taken: {hint}")
    if seed == "":
        seed = own or SEED
    elif own and str(own) != str(seed):
        raise BadArgument(f"there are two seeds, {own!r} and {seed!r}: leave one out")
    return setup_of(given, seats=seats, seed=secrets.token_hex(8) if seed is None else seed)
