"""Reads the golden maps of ``tests/golden/scoring`` (their README describes the format)."""

from pathlib import Path
from typing import Final, NamedTuple

from helpers.maps import marked
from quillmap.play.textmap import read_rows
from quillmap.rules.ids import CardId
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import Mask

FOLDER: Final = Path(__file__).resolve().parent.parent / "golden" / "scoring"
KEYS: Final = ("case", "rules", "rulebook", "points", "marks")
REQUIRED: Final = {"case", "rules", "points"}
LINES: Final = 11
BLANKS: Final = 3


class GoldenMap(NamedTuple):
    """One case: a map and what a card gives for it."""

    card: CardId
    case: str
    rulebook: str
    points: int
    sheet: Sheet
    marks: Mask | None
    """The spaces that earn, or ``None`` where several answers tie."""

    def __str__(self) -> str:
        return f"{self.card}: {self.case}"


def golden_files() -> list[Path]:
    """Return the files of golden maps."""
    return sorted(FOLDER.glob("*"))


def golden_maps() -> list[GoldenMap]:
    """Return every case of every file."""
    return [each for path in golden_files() for each in read_golden_file(path)]


def read_golden_file(path: Path) -> list[GoldenMap]:
    """Return the cases of one file."""
    about, *cases = path.read_text(encoding="utf-8").strip().split("\n\n")
    assert about.startswith("# "), f"{path.name} does not begin with a sentence about its card"
    assert "\n" not in about, f"{path.name} has something between its first line and its first case"
    return [_read_case(CardId(path.stem), case.split("\n")) for case in cases]


def _read_case(card: CardId, lines: list[str]) -> GoldenMap:
    head, rows = lines[:-LINES], lines[-LINES:]
    values = dict(line.split(": ", 1) for line in head)
    assert list(values) == [key for key in KEYS if key in values], f"{card}: keys {list(values)}"
    assert values.keys() >= REQUIRED, f"{card}: keys {list(values)}"
    is_open = "marks" in values
    assert values.get("marks", "any") == "any", f"{card}: marks {values['marks']}"
    width = LINES if is_open else LINES + BLANKS + LINES
    assert all(len(row) == width for row in rows), f"{card}, {values['case']}: a line is not {width} long"
    return GoldenMap(
        card,
        values["case"],
        values.get("rulebook", "standard"),
        int(values["points"]),
        read_rows(row[:LINES] for row in rows),
        None if is_open else marked("\n".join(row[LINES:] for row in rows)),
    )
