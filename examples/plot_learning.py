"""Draw the curves of learners, with what bots score on the same edicts as lines across.

    python examples/train_afterstates.py --curve afterstates.json
    quillmap simulate --solo --edicts first-game --bots random,wanderer,surveyor --json > bots.json
    python examples/plot_learning.py learning.svg --bots bots.json afterstates.json

A point is the mean of the last thousand games while learning, and the dot behind a curve that of new games after it.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from quillmap.bots.plotting import COLOURS, WIDTH, label, picture, ticks

LEFT, RIGHT, TOP, HEIGHT = 48, 110, 44, 380
SMALL = 'class="small"'


def drawn(curves: list[dict[str, Any]], bots: dict[str, float]) -> str:
    """Return the picture."""
    points = [point for curve in curves for point in curve["points"]]
    longest: float = max(point["minutes"] for point in points)
    finals = [curve["final"]["stars"] for curve in curves if "final" in curve]
    highest: float = 1.04 * max([point["stars"] for point in points] + finals + list(bots.values()))
    bottom = TOP + HEIGHT

    def x(minutes: float) -> float:
        return LEFT + minutes / longest * (WIDTH - LEFT - RIGHT)

    def y(stars: float) -> float:
        return bottom - max(stars, 0) / highest * HEIGHT  # the first games of a learner may end below nought

    parts = [label(12, 22, "Stars on the edicts of a first game, by minutes of two cores")]
    for tick in ticks(0, highest):
        parts.append(f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#eee"/>')
        parts.append(label(LEFT - 6, y(tick) + 4, str(tick), f'{SMALL} text-anchor="end"'))
    parts += [label(x(tick), bottom + 16, str(tick), f'{SMALL} text-anchor="middle"') for tick in ticks(0, longest)]
    lowest = bottom + 12.0
    for name, stars in sorted(bots.items(), key=lambda bot: bot[1]):
        lowest = min(lowest - 12, y(stars) + 4)  # names of bots that score alike stand above each other
        parts.append(f'<path d="M{LEFT} {y(stars):.1f}H{WIDTH - RIGHT}" stroke="#999" stroke-dasharray="5 4"/>')
        parts.append(label(WIDTH - RIGHT + 6, lowest, f"{name} {stars:.0f}", SMALL))
    below = bottom + 40
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(f"{x(point['minutes']):.1f},{y(point['stars']):.1f}" for point in curve["points"])
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<path d="M{LEFT} {below - 4}h24" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(label(LEFT + 32, below, described(curve)))
        if "final" in curve:
            end = curve["points"][-1]["minutes"]
            parts.append(f'<circle cx="{x(end):.1f}" cy="{y(curve["final"]["stars"]):.1f}" r="5" fill="{colour}"/>')
        below += 20
    return picture(parts, below)


def described(curve: dict[str, Any]) -> str:
    """Return what a curve is, and where it ends."""
    last = curve["points"][-1]
    steps = f"{last['steps']:,.0f}".replace(",", " ")
    told = f"{curve['name']}: seed {curve['seed']}, {steps} steps, {last['minutes']:.1f} min"
    if "final" in curve:
        told += f", {curve['final']['stars']:.1f} ± {curve['final']['margin']:.1f} stars in new games"
    return told


def main() -> None:
    """Draw what the files hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path, help="the SVG file to write")
    parser.add_argument("curves", type=Path, nargs="+", help="what learners wrote with --curve")
    parser.add_argument("--bots", type=Path, help="what `quillmap simulate --solo --json` printed")
    asked = parser.parse_args()
    curves = [json.loads(path.read_text(encoding="utf-8")) for path in asked.curves]
    told = json.loads(asked.bots.read_text(encoding="utf-8"))["seats"] if asked.bots else []
    bots = {each["bot"]: each["mean"] for each in told}
    asked.picture.write_text(drawn(curves, bots), encoding="utf-8")


if __name__ == "__main__":
    main()
