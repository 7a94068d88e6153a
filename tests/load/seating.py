"""Opens many tables of four."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from load.player import Player
from quillmap.server.client import Seat

TABLES_AT_ONCE: Final = 8


def seat_all(url: str, count: int, seed: str = "") -> list[Player]:
    """Return those who sit at *count* tables whose games have begun; with a *seed* they are the same every time."""
    with ThreadPoolExecutor(TABLES_AT_ONCE) as threads:
        tables = threads.map(partial(_open_table, url, seed), range(count))
        return [player for table in tables for player in table]


def _open_table(url: str, seed: str, number: int) -> list[Player]:
    setup = {"seed": f"{seed} {number}"} if seed else {}
    host = Seat.create(url, f"Host {number}", setup=setup)
    rest = [Seat.join(url, host.table, f"Guest {place}") for place in range(3)]
    host.start()
    return [Player(seat.table, seat.token, (number, place)) for place, seat in enumerate((host, *rest))]
