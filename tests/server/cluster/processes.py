"""Nodes as processes that can be killed and frozen, with a PostgreSQL that can crash, and HAProxy in front of them."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from signal import Signals
from typing import Final

import psycopg

from quillmap.server.client import Refused, call
from server.cluster.nodes import SECRET
from server.cluster.proxy import start_haproxy
from server.harness import wait_until
from server.ports import free_port
from server.storage.postgres import PostgresServer

_AUDIT: Final = (
    "CREATE TABLE audit (game text, seq integer, writer text, holder text)",
    # A transaction renews the row of its node: whose row it has written tells who writes.
    """
    CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO audit SELECT new.game, new.seq,
            (SELECT id FROM nodes WHERE xmin = pg_current_xact_id()::xid),
            (SELECT node FROM leases JOIN games USING (table_id) WHERE games.id = new.game);
        RETURN NULL;
    END $$
    """,
    "CREATE CONSTRAINT TRIGGER note_writer AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED"
    " FOR EACH ROW EXECUTE FUNCTION note_writer()",
)


UNUSABLE: Final = 2
"""The exit code of a server that can't use its database."""


class NodeProcess:
    """A node as a host starts it."""

    def __init__(self, database: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._command = [
            *(sys.executable, "-m", "quillmap", "serve", "--port", str(self.port), "--database", database),
            *("--node-address", self.url, "--cluster-secret-file", str(folder / "secret")),
            *("--trusted-proxy", "127.0.0.1"),  # clients say themselves which address they have
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start; nobody waits until it is ready."""
        with (self._folder / f"log-{self.port}").open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=log)

    def is_ready(self) -> bool:
        """Return whether it takes moves; if it could not start because the database was away, it is started again."""
        if self._process is not None and self._process.poll() == UNUSABLE:
            self.start()
        try:
            return bool(call(self.url, "GET", "/readyz"))
        except (OSError, Refused):
            return False

    def send(self, number: Signals) -> None:
        """Send a signal, if there is somebody to get it."""
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self, number: Signals) -> None:
        """End the process, and wait for that."""
        self.send(number)
        assert self._process is not None
        self._process.wait(timeout=60)

    def close(self) -> None:
        """End the process, whatever state it is in."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


class ProcessCluster:
    """Some nodes on one database; HAProxy is asked if it is told how to *balance*, otherwise each node in turn."""

    def __init__(self, count: int, *, balance: str | None = None, is_durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quillmap-cluster-"))
        (self.folder / "secret").write_text(SECRET, encoding="utf-8")
        self.postgres = PostgresServer(is_durable=is_durable)
        self.database = self.postgres.new_database()
        self.nodes: list[NodeProcess] = []
        self._proxy: subprocess.Popen[bytes] | None = None
        try:
            self.nodes += self._make_nodes(count)
            for node in self.nodes:
                node.start()
            try:
                wait_until(self.is_ready, seconds=120)
            except AssertionError:
                raise AssertionError(self.logs()) from None
            with psycopg.connect(self.database) as connection:
                for statement in _AUDIT:
                    connection.execute(statement.encode())
            self.urls = [node.url for node in self.nodes]
            if balance is not None:
                self._proxy, proxy = start_haproxy(self.folder, [node.port for node in self.nodes], balance)
                self.urls = [proxy]
        except BaseException:
            self.close()
            raise

    def _make_nodes(self, count: int) -> list[NodeProcess]:
        return [NodeProcess(self.database, self.folder) for _ in range(count)]

    def is_ready(self) -> bool:
        """Return whether all nodes take moves."""
        return all(node.is_ready() for node in self.nodes)

    def held_by(self, node: NodeProcess) -> set[str]:
        """Return the tables of a node, if the database can tell."""
        sql = "SELECT table_id FROM leases JOIN nodes ON nodes.id = leases.node WHERE address = %s"
        with suppress(psycopg.OperationalError), psycopg.connect(self.database, connect_timeout=2) as connection:
            return {row[0] for row in connection.execute(sql, (node.url,))}
        return set()

    def replace(self, node: NodeProcess, number: Signals) -> float:
        """End a node by a signal and start it again; return when the signal was sent."""
        sent = time.monotonic()
        node.stop(number)
        node.start()
        return sent

    def logs(self) -> str:
        """Return what the nodes have said that went wrong."""
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("log-*")))

    def close(self) -> None:
        """End everything."""
        for node in self.nodes:
            with suppress(ProcessLookupError):
                node.close()
        if self._proxy is not None:
            self._proxy.kill()
            self._proxy.wait()
        self.postgres.close()
        if not os.environ.get("QUILLMAP_KEEP_LOGS"):
            shutil.rmtree(self.folder, ignore_errors=True)
