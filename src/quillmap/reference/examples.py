"""Reads the maps of the reference, and lets the rules count what they show.

A file is a few lines ``key: value``, an empty line and a text map (``docs/text-map.md``). Lines that begin with ``//``
are comments. Spaces are written as players write them: ``C4 C5``.

| key | |
|---|---|
| ``points`` | what the card gives, counted by hand: a test compares it with the rules |
| ``points-<rulebook>`` | the same for a rulebook that counts the card differently |
| ``count`` | how many spaces the rules have to mark in a scene |
| ``medals`` | ``spaces``, ``lines`` or nothing: where the points are written |
| ``marks`` | ``haunted``, ``wave``, ``troll``, ``gorgon``, ``ruins``, ``coins``: what the rules mark in a scene |
| ``edicts``, ``coins`` | two scoring cards and a number of coins, for a scene in which a season is counted |
| ``card`` | the card with which a skill is used |
| ``ambush`` | the card that looks for its place by itself |
| ``misses``, ``drawn``, ``extra`` | spaces that are marked as they are written here |
| ``path``, ``gorgon``, ``dragon``, ``zombie``, ``troll`` | what a text map does not hold |
| ``window`` | the first and the last space shown; without it what is drawn, and a little around |
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from quillmap.play.notation import read_spaces
from quillmap.play.textmap import read_text_map
from quillmap.reference.figures import (
    Awards,
    Figure,
    Point,
    Window,
    medals_on_awards,
    medals_on_lines,
    medals_on_spaces,
    route_through,
    sum_of,
    window_round,
)
from quillmap.rules.ambush import slide, walk
from quillmap.rules.cards import AMBUSHES, AmbushCard
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, awards
from quillmap.rules.sheet import (
    Sheet,
    empty,
    filled,
    gorgon_targets,
    haunted,
    troll_targets,
    with_terrain,
    zombie_wave,
)
from quillmap.rules.spaces import BOARD, SIZE, Mask, beside
from quillmap.rules.terrain import Terrain

KEYS: Final = frozenset(
    {
        *("points", "points-el", "count", "medals", "marks", "edicts", "coins", "card", "ambush"),
        *("misses", "drawn", "extra", "path", "gorgon", "dragon", "zombie", "troll", "window"),
    }
)
ON_SHEET: Final = ("path", "gorgon", "dragon", "zombie", "troll")


@dataclass(frozen=True, slots=True)
class Example:
    """A map of the reference, as it is written."""

    name: str
    values: dict[str, str]
    sheet: Sheet

    def spaces(self, key: str) -> Mask:
        """Return the spaces written under *key*."""
        return read_spaces(self.values.get(key, "").split())


class BadExample(ValueError):
    """A file that can't be read; the message names it."""


@cache
def examples() -> dict[str, Example]:
    """Return the example of each card that has one, by the card's id."""
    return _read_folder("examples")


@cache
def scenes() -> dict[str, Example]:
    """Return the maps of the chapters by their names."""
    return _read_folder("scenes")


def _read_folder(folder: str) -> dict[str, Example]:
    found = files("quillmap.reference").joinpath(folder).iterdir()
    texts = {each.name.removesuffix(".txt"): each.read_text(encoding="utf-8") for each in found}
    return {name: read_example(name, texts[name]) for name in sorted(texts)}


def read_example(name: str, text: str) -> Example:
    """Return the example written in *text*."""
    lines = [line for line in text.strip().splitlines() if not line.startswith("//")]
    if "" not in lines:
        raise BadExample(f"{name}: an empty line has to stand before the map")
    values = {}
    for line in lines[: lines.index("")]:
        key, colon, value = line.partition(": ")
        if not colon or key not in KEYS:
            raise BadExample(f"{name}: {line!r} is not a key and a value")
        values[key] = value
    sheet = read_text_map("\n".join(lines[lines.index("") :]))
    example = Example(name, values, sheet)
    return Example(name, values, sheet._replace(**{key: example.spaces(key) for key in ON_SHEET}))


# -- figures -----------------------------------------------------------------------------------------


@cache
def example_figure(card: str, rulebook: str = "standard") -> Figure:
    """Return the picture of a card's example, counted by the rules."""
    example = examples()[card]
    if card not in SCORING:
        return _plain(example)
    found: Awards = [(points, spaces) for points, spaces in awards(CardId(card), example.sheet, rulebook) if points]
    earning = 0
    for _, spaces in found:
        earning |= spaces
    where = example.values.get("medals")
    misses = example.spaces("misses")
    window = _window(example, drawn_on(example.sheet) | earning | misses)
    if where == "spaces":
        medals = medals_on_spaces(found)
    elif where == "lines":
        medals = medals_on_lines(found, window)
    else:
        medals = medals_on_awards(found, example.sheet)
    return Figure(
        example.sheet,
        window,
        points=sum(points for points, _ in found),
        sum=sum_of(found, by_space=where == "spaces"),
        medals=medals,
        earning=earning,
        misses=misses,
    )


@cache
def scene_figure(name: str) -> Figure:
    """Return the picture of a scene."""
    return _plain(scenes()[name])


def _plain(example: Example) -> Figure:
    sheet, drawn, tried = example.sheet, example.spaces("drawn"), 0
    route: tuple[Point, ...] = ()
    if "ambush" in example.values:
        (card,) = (each for each in AMBUSHES if each.id == example.values["ambush"])
        drawn = slide(card, empty(sheet))
        tried, route = _search(card, drawn)
        sheet = with_terrain(sheet, drawn, Terrain.MONSTER)
    marks = marked(example, sheet)
    seen = drawn_on(sheet) | drawn | example.spaces("extra") | example.spaces("misses") | tried | sheet.path
    for spaces in marks.values():
        seen |= spaces
    figure = Figure(
        sheet,
        _window(example, seen),
        misses=example.spaces("misses"),
        drawn=drawn,
        extra=example.spaces("extra"),
        tried=tried,
        route=route,
    )
    return replace(figure, **marks)


def _search(card: AmbushCard, found: Mask) -> tuple[Mask, tuple[Point, ...]]:
    """Return the first place that an ambush tried, and its way from there to the place it found (RULES 8.2)."""
    printed = card.shape.orientations[0]
    corners = walk(printed.height, printed.width, card.corner, card.clockwise)
    last = next(place for place, corner in enumerate(corners) if printed.mask << corner == found)
    middles = [
        (corner % SIZE + printed.width / 2, corner // SIZE + printed.height / 2) for corner in corners[: last + 1]
    ]
    return printed.mask << corners[0], route_through(middles)


def marked(example: Example, sheet: Sheet) -> dict[str, Any]:
    """Return what the rules mark on the map of a scene, by the name of the mark."""
    match example.values.get("marks"):
        case None:
            return {}
        case "haunted":
            return {"costs": haunted(sheet)}
        case "wave":
            return {"spread": zombie_wave(sheet)}
        case "troll":
            return {"targets": troll_targets(sheet)}
        case "gorgon":
            return {"targets": gorgon_targets(sheet)}
        case "ruins":
            return {"wanted": sheet.ruins & empty(sheet)}
        case "coins":
            return {"paying": sheet.mountain & beside(example.spaces("drawn")) & ~beside(empty(sheet))}
        case other:
            raise BadExample(f"{example.name}: nothing is marked by {other!r}")


def drawn_on(sheet: Sheet) -> Mask:
    """Return the spaces on which players have drawn something."""
    return filled(sheet) & ~sheet.mountain & ~sheet.wasteland


def _window(example: Example, spaces: Mask) -> Window:
    if "window" not in example.values:
        return window_round(spaces & BOARD)
    corners = example.spaces("window")
    (top, left), (bottom, right) = (
        divmod((corners & -corners).bit_length() - 1, SIZE),
        divmod(corners.bit_length() - 1, SIZE),
    )
    return Window(top, left, bottom - top + 1, right - left + 1)
