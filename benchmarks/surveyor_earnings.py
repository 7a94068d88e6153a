"""Measure what the bot ``surveyor`` earns with every edict, for the page's statistics.

Run it in the project's environment: ``python benchmarks/surveyor_earnings.py [games]``. The games are hashed from a
fixed seed, so that the same version of the bot writes the same file. A card is played in its own box, on both of its
maps: alone, and by three surveyors against each other.
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any, Final

FILE: Final = Path(__file__).parent.parent / "src/quillmap/web/js/statistics/surveyor.js"
MAPS: Final = {"base": ("A", "B"), "heroes": ("C", "D")}
SEATS: Final = {"alone": 1, "together": 3}
SEED: Final = "statistics"
GAMES: Final = 500
"""Alone, for each map; three at a table need a third of them for as many results."""

HEADER: Final = """// @ts-check
/**
 * What the bot `surveyor` earns with every edict in a game, on average; made by `benchmarks/surveyor_earnings.py`. A
 * card is played in its own box: alone, and by three surveyors against each other.
 */

/** @type {Record<import("./figures.js").Company, {games: number, cards: Record<string, number>}>} */
export const SURVEYOR = {
"""


def simulated(box: str, map_id: str, seats: int, games: int) -> list[dict[str, Any]]:
    """Return the figures of every seat in this many games of surveyors."""
    command = [sys.executable, "-m", "quillmap", "simulate", "--json", "--seed", SEED, "--bots", "surveyor"]
    command += ["--games", str(games), "--box", box, "--map", map_id]
    if seats > 1:
        command += ["--seats", str(seats)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found: list[dict[str, Any]] = answer["seats"]
    return found


def measured(seats: int, games: int) -> dict[str, float]:
    """Return the mean of every card, over both maps of its box and all seats."""
    means: dict[str, list[float]] = defaultdict(list)
    for box, maps in MAPS.items():
        for map_id in maps:
            for seat in simulated(box, map_id, seats, games):
                for card, mean in seat["cards"].items():
                    means[card].append(mean)
    return {card: round(fmean(found), 1) for card, found in sorted(means.items())}


def main() -> None:
    """Write the file."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    text = HEADER
    for company, seats in SEATS.items():
        dealt = max(1, games // seats)
        text += f"  {company}: {{\n    games: {dealt * sum(map(len, MAPS.values()))},\n    cards: {{\n"
        for card, mean in measured(seats, dealt).items():
            name = f'"{card}"' if "-" in card else card
            text += f"      {name}: {mean:g},\n"
        text += "    },\n  },\n"
    FILE.write_text(text + "};\n", encoding="utf-8")
    sys.stdout.write(f"{FILE.name} written\n")


if __name__ == "__main__":
    main()
