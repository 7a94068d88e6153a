"""Parts of a series kept in a file (``kept_lines``), so that an interrupted series goes on where it stopped."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from quillmap import __version__
from quillmap.bots.comparison import Difference
from quillmap.bots.fingerprints import UnknownSource, fingerprint
from quillmap.bots.kept_lines import Json, keep_line, kept_head, kept_lines
from quillmap.bots.series import Contender, Series, Standings
from quillmap.bots.tally import Subject, Tally
from quillmap.errors import CodedError
from quillmap.play.codec import write_setup


class OtherSeries(CodedError, ValueError):
    """The file holds parts of another series, or something else altogether, or nobody could tell later."""

    text_key = "command.trouble.series.{code}.text"


def resume(series: Series, path: Path) -> tuple[dict[range, Standings], Callable[[range, Standings], None]]:
    """Return the parts of *series* that the file at *path* holds, and what adds a part to it."""
    head = _head(series)
    try:
        lines = kept_lines(path, head)
        fitting = None if lines is None else _fitting(series, [_read(series, line) for line in lines])
    except (LookupError, TypeError, ValueError) as error:
        raise OtherSeries("other", file=str(path)) from error
    if fitting is None:
        raise _refusal(path, head)

    def keep(part: range, found: Standings) -> None:
        keep_line(path, _written(part, found))

    return fitting, keep


def _refusal(path: Path, head: Json) -> OtherSeries:
    """Return why the series of *head* can't go on with the file at *path*: a bot has changed, or more than that."""
    kept = kept_head(path)
    if isinstance(kept, dict) and {**kept, "prints": None} == {**head, "prints": None}:
        pairs = zip(head["bots"], head["prints"], kept.get("prints") or [None] * len(head["bots"]), strict=True)
        changed = dict.fromkeys(name for (name, _), now, then in pairs if now != then)
        return OtherSeries("changed-bot", file=str(path), bots=", ".join(changed))
    return OtherSeries("other", file=str(path))


def _fitting(series: Series, parts: list[tuple[range, Standings]]) -> dict[range, Standings]:
    """Return the parts that this series can use: with another number of deals some reach too far, or overlap."""
    fitting: dict[range, Standings] = {}
    done: set[int] = set()
    for part, found in parts:
        if part.stop <= series.games and done.isdisjoint(part):
            fitting[part] = found
            done.update(part)
    return fitting


def _head(series: Series) -> Json:
    """Return what makes a series what it is; how many deals are played may change."""
    return {
        "version": __version__,
        "setup": write_setup(series.setup),
        "bots": [[each.name, each.chance] for each in series.contenders],
        "prints": [_print(each) for each in series.contenders],
        "tables": [list(table) for table in series.tables],
        "pairs": [[list(pair.of), list(pair.to)] for pair in series.pairs],
    }


def _print(contender: Contender) -> str | None:
    try:
        return fingerprint(contender.bot)
    except UnknownSource as error:
        raise OtherSeries("unchecked-bot", bot=contender.name) from error


def _written(part: range, found: Standings) -> Json:
    return {
        "part": [part.start, part.stop],
        "tallies": [{name: _counts(getattr(tally, name)) for name in Tally.__slots__} for tally in found.tallies],
        "differences": [
            {"weight": each.weight, "counts": [[subject, _counts(counts)] for subject, counts in each.counts.items()]}
            for each in found.differences
        ],
    }


def _counts(counts: Counter[Any]) -> list[list[Any]]:
    return [[key, number] for key, number in counts.items()]


def _read(series: Series, written: Json) -> tuple[range, Standings]:
    standings = Standings.of(series)
    for tally, columns in zip(standings.tallies, written["tallies"], strict=True):
        for name in Tally.__slots__:
            getattr(tally, name).update(_counter(columns[name]))
    for difference, found in zip(standings.differences, written["differences"], strict=True):
        _read_difference(difference, found)
    return range(*written["part"]), standings


def _read_difference(difference: Difference, written: Json) -> None:
    difference.weight = written["weight"]
    difference.counts = {Subject(*subject): _counter(counts) for subject, counts in written["counts"]}


def _counter(counts: Iterable[list[Any]]) -> Counter[Any]:
    """Return what ``_counts`` has written: a list was a subject."""
    return Counter({Subject(*key) if isinstance(key, list) else key: number for key, number in counts})
