"""Nodes that share a database, in threads of this process."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from quillmap.server.hosting.config import Limits
from server.harness import GENEROUS, Running, running
from server.ports import free_port
from server.test_daily import Days

SECRET = "a secret that only the nodes of this cluster know"

NOTICE_SECONDS = 0.3
"""Nobody balances here: no node has to wait until it is noticed that it stops."""


class Nodes:
    """Nodes of one cluster; all of them stop with *stack*."""

    def __init__(self, database: str, folder: Path, stack: ExitStack) -> None:
        self.database = database
        self.secret_file = folder / "secret"
        self.secret_file.write_text(f"{SECRET}\n", encoding="utf-8")
        self._folder = folder
        self._stack = stack
        self.running: list[Running] = []

    def start(self, limits: Limits = GENEROUS) -> Running:
        """Start one more node."""
        port = free_port()
        options: dict[str, Any] = {
            "calendar": Days(),
            "port": port,
            "database": self.database,
            "node_address": f"http://127.0.0.1:{port}",
            "cluster_secret_file": self.secret_file,
        }
        node = self._stack.enter_context(running(self._folder / "unused", limits, **options))
        node.registry.notice_seconds = NOTICE_SECONDS
        self.running.append(node)
        return node

    @property
    def urls(self) -> list[str]:
        """The addresses of all nodes."""
        return [node.url for node in self.running]
