"""Games that go on while nodes freeze and are killed, and while their database crashes.

``tests/load/cluster.py`` does the same at full size.
"""

import signal

import pytest

from server.cluster.chaos import Party, check
from server.cluster.processes import ProcessCluster
from server.harness import LONGEST_GAME, wait_until

TABLES = 2


@pytest.mark.thorough
@pytest.mark.long
def test_games_outlive_everything() -> None:
    """No acknowledged move is lost or made twice, no former holder writes, and all games end and are honest."""
    cluster = ProcessCluster(2)
    try:
        party = Party(cluster, TABLES, think=0.25)
        first, second = cluster.nodes
        assert cluster.held_by(first)
        assert cluster.held_by(second)
        second.send(signal.SIGSTOP)
        wait_until(lambda: not cluster.held_by(second), seconds=60)  # it was taken for dead
        second.send(signal.SIGCONT)
        cluster.postgres.stop()
        cluster.postgres.start()
        wait_until(second.is_ready, seconds=60)
        cluster.replace(first, signal.SIGKILL)
        party.join(LONGEST_GAME)
        assert check(cluster, party) > 20 * TABLES
    finally:
        cluster.close()
