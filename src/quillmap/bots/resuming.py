"""Parts of a series kept in a file, so that an interrupted series goes on where it stopped.

The file has a line of JSON for the series and one for every part that is done. It is only added to: whatever ends the
program, what was written stays.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from quillmap import __version__
from quillmap.bots.comparison import Difference
from quillmap.bots.series import Series, Standings
from quillmap.bots.tally import Subject, Tally
from quillmap.errors import QuillmapError
from quillmap.play.codec import write_setup

Json = dict[str, Any]


class OtherSeries(QuillmapError, ValueError):
    """The file holds parts of another series, or something else altogether."""


def resume(series: Series, path: Path) -> tuple[dict[range, Standings], Callable[[range, Standings], None]]:
    """Return the parts of *series* that the file at *path* holds, and what adds a part to it."""
    head = json.dumps(_head(series), ensure_ascii=False)
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    if lines and lines[0] != head:
        raise OtherSeries(f"{path} holds another series: name another file, or remove it")
    known = dict(_read(series, json.loads(line)) for line in lines[1:])
    # A line that was cut off in the middle is played again, and must not stand before the next one.
    path.write_text("".join(f"{line}\n" for line in lines or [head]), encoding="utf-8")

    def keep(part: range, found: Standings) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_written(part, found)) + "\n")

    return known, keep


def _head(series: Series) -> Json:
    return {
        "version": __version__,
        "setup": write_setup(series.setup),
        "games": series.games,
        "bots": [[each.name, each.chance] for each in series.contenders],
        "tables": [list(table) for table in series.tables],
        "pairs": [[list(pair.of), list(pair.to)] for pair in series.pairs],
    }


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
