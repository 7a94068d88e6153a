"""A bot in a few lines: it opens a table with two bots of the server and plays a whole game.

Start a server with ``quillmap serve``, then ``python examples/play_a_game.py http://127.0.0.1:8000``.
"""

import argparse
import sys
from typing import Any

from quillmap.errors import QuillmapError
from quillmap.server.client import Seat, legal_moves


def main(address: str) -> None:
    """Play one game and say how it ended."""
    seat = Seat.create(address, name="Example bot")
    seat.add_bots("random", count=2)
    seat.start()

    def choose(board: dict[str, Any], choices: dict[str, Any]) -> dict[str, Any]:
        """Look at some of the moves, and take the one that brings most by the end of the season."""
        moves = legal_moves(choices)
        some = moves[:: 1 + len(moves) // 10]
        worths = [seat.preview(move) for move in some]
        gains = [worth["season_after"] - worth["season_before"] for worth in worths]
        best = min(gains) if board["ask"] == "ambush" else max(gains)  # an ambush is drawn on somebody else's map
        return some[gains.index(best)]

    result = seat.play(choose)
    sys.stdout.write(f"stars {result['totals']}, places {result['ranks']}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="of the server, for example http://127.0.0.1:8000")
    try:
        main(parser.parse_args().address)
    except QuillmapError as error:  # no server there, or one that refuses
        sys.exit(str(error))
