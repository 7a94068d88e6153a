"""A server whose bots think at a Dask cluster."""

from pathlib import Path

from distributed import LocalCluster

from quillmap.play.verify import verify
from quillmap.server.client import Seat
from quillmap.server.work.cluster_pool import ClusterPool
from server.harness import play_out, running, wait_until
from unit.bots.test_cluster import address, cluster, long_waits

__all__ = ["address", "cluster", "long_waits"]  # fixtures


def test_bots_of_a_game_think_at_the_cluster(data: Path, cluster: LocalCluster, address: str) -> None:
    """All of it there, and nothing in processes of the server."""
    with running(data, bots_at=address) as server:
        pool = server.registry.bots.pool
        assert isinstance(pool, ClusterPool)
        wait_until(lambda: pool.is_connected)
        before = cluster.scheduler.transition_counter
        host = Seat.create(server.url, "Ada")
        host.add_bots("random", 2)
        host.start()
        (result,) = play_out([host])
        assert len(result["totals"]) == 3
        assert host.board is not None
        assert verify(server.log(host.board["game"])).code == "honest"
        assert cluster.scheduler.transition_counter > before
        assert pool.own.idle == []
