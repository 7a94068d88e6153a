"""The core of the server: tables, games and their protocol, which also run in a browser, without a server around them.

In a browser there is Python with its standard library and msgspec; sockets, files, databases, processes, numba and
numpy are not there.
"""

from collections.abc import Iterator, Mapping
from typing import Final

CORE: Final = (
    *("problems", "rate_limits", "protocol.messages", "protocol.bodies", "protocol.moves"),
    *("tables.table", "tables.actions", "tables.document", "tables.clocks", "tables.quotas", "tables.calendar"),
    *("games.live_game", "games.board", "games.choices", "games.previews", "games.replay", "games.records"),
    *("games.finished_maps", "games.seat_history", "games.catalogue", "games.paper_score", "games.reviews"),
    *("sockets.connection", "bots.players", "storage.interface", "storage.rows"),
    *("http.handlers.tables", "http.handlers.games", "http.handlers.puzzles", "http.handlers.general"),
)
"""Modules of ``quillmap.server``; what they import belongs to the core, too."""
ON_A_DEVICE: Final = (*(f"quillmap.server.{name}" for name in CORE), "quillmap.device.worker")
"""What a browser's worker imports."""
MISSING: Final = frozenset(
    {
        *("starlette", "uvicorn", "websockets", "httptools", "uvloop", "prometheus_client", "segno", "cryptography"),
        *("sqlite3", "psycopg", "socket", "ssl", "subprocess", "multiprocessing", "fcntl", "msvcrt", "numba", "numpy"),
    }
)
"""What is not there in a browser."""


def reached(start: str, graph: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield all modules that importing *start* imports, the packages they are in included."""
    seen, waiting = set(), [start]
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        yield module
        parts = module.split(".")
        waiting += [*graph.get(module, ()), *(".".join(parts[:size]) for size in range(1, len(parts)))]
