"""A picture of the stars that a seat could expect, moment by moment; SVG by hand, nothing to install."""

from typing import Final, TypeAlias

from quillmap.bots.plotting import COLOURS, WIDTH, label, picture, ticks

Point: TypeAlias = tuple[int, float, str]
"""An event, the stars to be expected after it, and the class of the decision, if it was one."""
_LEFT: Final = 44
_RIGHT: Final = 16
_TOP: Final = 40
_HEIGHT: Final = 220
_MARKED: Final = {"slip": "#a08a2f", "mistake": "#b5562f", "blunder": "#a02f2f"}
"""Classes that are marked, each in its own colour and size, with its name to be read when it is pointed at."""
_RADIUS: Final = {"slip": 3, "mistake": 4, "blunder": 6}


def plot_curve(title: str, points: list[Point]) -> str:
    """Return *points* as a line, with marks where stars were lost."""
    low, high = (bound(stars for _, stars, _ in points) for bound in (min, max))
    last, span = max(points[-1][0], 1), (high - low) or 1

    def x(event: float) -> float:
        return _LEFT + event / last * (WIDTH - _LEFT - _RIGHT)

    def y(stars: float) -> float:
        return _TOP + (high - stars) / span * _HEIGHT

    parts = [label(12, 22, title)]
    for tick in ticks(low, high):
        parts.append(f'<path d="M{_LEFT} {y(tick):.1f}H{WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(label(_LEFT - 6, y(tick) + 4, f"{tick:g}", 'class="small" text-anchor="end"'))
    middle = 'class="small" text-anchor="middle"'
    parts += [label(x(tick), _TOP + _HEIGHT + 16, f"{tick:g}", middle) for tick in ticks(0, last)]
    line = " ".join(f"{x(event):.1f},{y(stars):.1f}" for event, stars, _ in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[0]}" stroke-width="2"/>')
    for event, stars, grade in points:
        if grade in _MARKED:
            told = f"<title>event {event}: {grade}, {stars:.1f}</title>"
            spot = f'cx="{x(event):.1f}" cy="{y(stars):.1f}" r="{_RADIUS[grade]}" fill="{_MARKED[grade]}"'
            parts.append(f"<circle {spot}>{told}</circle>")
    parts.append(label(WIDTH - _RIGHT, _TOP + _HEIGHT + 32, "line of the record", 'class="small" text-anchor="end"'))
    return picture(parts, _TOP + _HEIGHT + 44)
