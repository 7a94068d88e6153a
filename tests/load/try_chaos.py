"""Games that go on while nodes are killed and frozen, and while their database crashes, in half a minute.

Run it by its name: ``pytest tests/load/try_chaos.py``. ``cluster.py`` does the same at full size.
"""

import signal
import time

import pytest

from server.cluster.chaos import Party, check
from server.cluster.processes import ProcessCluster
from server.harness import wait_until

TABLES = 3
FROZEN_SECONDS = 4.5


@pytest.mark.long
def test_games_outlive_everything() -> None:
    """No acknowledged move is lost or made twice, no former holder writes, and all games end and are honest."""
    cluster = ProcessCluster(3, has_proxy=False)
    try:
        party = Party(cluster, TABLES, think=0.25)
        first, second, third = cluster.nodes
        time.sleep(0.5)
        third.send(signal.SIGSTOP)
        cluster.replace(first, signal.SIGKILL)
        time.sleep(FROZEN_SECONDS)
        third.send(signal.SIGCONT)
        cluster.postgres.stop()
        cluster.postgres.start()
        wait_until(first.is_ready, seconds=60)
        cluster.replace(second, signal.SIGKILL)
        party.join(seconds=240)
        assert check(cluster, party) > 20 * TABLES
    finally:
        cluster.close()
