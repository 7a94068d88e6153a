"""Two nodes whose database is reached through PgBouncer in transaction mode: ``python tests/load/try_pgbouncer.py``.

Needs PgBouncer (Debian has it). People play whole games while a node is killed and replaced; afterwards every log is
checked, as in ``cluster.py``. Prints one line, or ends with an error.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from signal import SIGKILL
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from server.cluster.chaos import Party, check  # the tests are put on the path above
from server.cluster.processes import NodeProcess, ProcessCluster  # as above
from server.harness import LONGEST_GAME, wait_until  # as above
from server.ports import free_port  # as above
from server.storage.postgres import PASSWORD, UNPRIVILEGED, WRITTEN_PASSWORD  # as above

BINARY: Final = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
SESSIONS: Final = 3
"""Of PostgreSQL, for all connections of both nodes: fewer than they open, so that sessions change hands often."""


class BehindPgBouncer(ProcessCluster):
    """Nodes that reach their database through PgBouncer; tests look at it directly."""

    def __init__(self) -> None:
        self._bouncer: subprocess.Popen[bytes] | None = None
        super().__init__(2)

    def _make_nodes(self, count: int) -> list[NodeProcess]:
        port = self._start_bouncer()
        name = self.database.rpartition("/")[2]
        url = f"postgresql://host:{WRITTEN_PASSWORD}@127.0.0.1:{port}/{name}"
        return [NodeProcess(url, self.folder) for _ in range(count)]

    def _start_bouncer(self) -> int:
        assert BINARY is not None, "PgBouncer is missing"
        port = free_port()
        (self.folder / "users").write_text(f'"host" "{PASSWORD}"\n', encoding="utf-8")
        config = self.folder / "pgbouncer.ini"
        config.write_text(
            f"[databases]\n* = host=127.0.0.1 port={self.postgres.port}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
            f"auth_type = plain\nauth_file = {self.folder / 'users'}\n"
            f"pool_mode = transaction\ndefault_pool_size = {SESSIONS}\nmax_client_conn = 200\n",
            encoding="utf-8",
        )
        options: dict[str, Any] = {}
        if os.geteuid() == 0:  # it refuses to run as root
            options = {"user": UNPRIVILEGED}
            for path in (self.folder, config, self.folder / "users"):
                shutil.chown(path, UNPRIVILEGED)
        with (self.folder / "bouncer").open("wb") as log:
            self._bouncer = subprocess.Popen([BINARY, str(config)], stdout=log, stderr=log, **options)
        return port

    def close(self) -> None:
        """End everything."""
        if self._bouncer is not None:
            self._bouncer.kill()
            self._bouncer.wait()
        super().close()


def main() -> int:
    """Run it."""
    cluster = BehindPgBouncer()
    try:
        party = Party(cluster, 4, think=0.1)
        node = cluster.nodes[0]
        cluster.replace(node, SIGKILL)
        wait_until(node.is_ready, seconds=120)
        party.join(LONGEST_GAME)
        moves = check(cluster, party)
        sys.stdout.write(f"{moves} acknowledged moves, {SESSIONS} sessions for both nodes: all stored once\n")
    finally:
        cluster.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
