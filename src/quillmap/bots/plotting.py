"""A picture of how the stars of bots are distributed, and how far they are apart; SVG by hand, nothing to install."""

from collections.abc import Callable
from html import escape
from math import ceil, floor
from typing import Final, NamedTuple

from quillmap.bots.distribution import Distribution

WIDTH: Final = 720
_LEFT: Final = 170
_RIGHT: Final = 24
_ROW: Final = 56
_TOP: Final = 44
_BINS: Final = 48
COLOURS: Final = ("#2f6f4f", "#b5562f", "#3a6ea5", "#8a5aa0", "#a08a2f", "#555555")
_STYLE: Final = "text{font:13px sans-serif;fill:#333}.small{font-size:11px;fill:#666}"


class Plotted(NamedTuple):
    """Numbers with a name."""

    name: str
    found: Distribution


def plot(title: str, spreads: list[Plotted], apart: list[Plotted]) -> str:
    """Return a picture: a histogram for each of *spreads*, and for those *apart* the mean with its interval."""
    parts = [label(12, 22, title)]
    y = _panel(parts, spreads, _TOP)
    if apart:
        parts.append(label(12, y + 22, "Difference on the same deals, 95 %"))
        y = _panel(parts, apart, y + 34, is_zero_marked=True)
    return picture(parts, y + 12)


def picture(parts: list[str], height: int) -> str:
    """Return *parts* on white paper, as wide as all plots."""
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    paper = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{paper}{"".join(parts)}</svg>\n'


def _panel(parts: list[str], spreads: list[Plotted], top: int, *, is_zero_marked: bool = False) -> int:
    """Draw rows over one axis; return where they end."""
    values = [value * each.found.unit for each in spreads for value in each.found.counts]
    low, high = min(values), max(values)
    if is_zero_marked:
        low, high = min(low, 0), max(high, 0)
    span = (high - low) or 1

    def x(value: float) -> float:
        return _LEFT + (value - low) / span * (WIDTH - _LEFT - _RIGHT)

    bottom = top + len(spreads) * _ROW
    for tick in ticks(low, high):
        parts.append(f'<path d="M{x(tick):.1f} {top}V{bottom}" stroke="#ddd"/>')
        parts.append(label(x(tick), bottom + 14, f"{tick:g}", 'class="small" text-anchor="middle"'))
    if is_zero_marked:
        parts.append(f'<path d="M{x(0):.1f} {top}V{bottom}" stroke="#333"/>')
    for number, each in enumerate(spreads):
        base = top + (number + 1) * _ROW - 8
        colour = COLOURS[number % len(COLOURS)]
        parts.append(_bars(each.found, low, span, base, colour))
        parts.append(_mean(each.found, x, base, colour))
        parts.append(label(12, base - 18, each.name))
        margin = "" if each.found.margin is None else f" ± {each.found.margin:.1f}"
        parts.append(label(12, base - 3, f"{each.found.mean:.1f}{margin}", 'class="small"'))
    return bottom + 20


def _bars(found: Distribution, low: float, span: float, base: int, colour: str) -> str:
    bins = [0] * _BINS
    for value, count in found.counts.items():
        bins[min(int((value * found.unit - low) / span * _BINS), _BINS - 1)] += count
    most = max(bins)
    width = (WIDTH - _LEFT - _RIGHT) / _BINS
    return "".join(
        f'<rect x="{_LEFT + place * width:.1f}" y="{base - 36 * count / most:.1f}" width="{width - 1:.1f}"'
        f' height="{36 * count / most:.1f}" fill="{colour}" fill-opacity=".45"/>'
        for place, count in enumerate(bins)
        if count
    )


def _mean(found: Distribution, x: Callable[[float], float], base: int, colour: str) -> str:
    """Return a point for the mean and a line for its interval."""
    margin = found.margin or 0.0
    line = f'<path d="M{x(found.mean - margin):.1f} {base}H{x(found.mean + margin):.1f}"'
    point = f'<circle cx="{x(found.mean):.1f}" cy="{base}" r="4.5" fill="{colour}"/>'
    return f'{line} stroke="{colour}" stroke-width="3"/>{point}'


def ticks(low: float, high: float) -> list[int]:
    """Return round numbers between two ends, about six of them."""
    span = max(high - low, 1)
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if span / each <= 8 or each == 1000)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def label(x: float, y: float, text: str, more: str = "") -> str:
    """Return a text at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>'
