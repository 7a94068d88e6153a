"""A server as a host starts it, but without limits for one address: in most load tests all clients have the same."""

import sys
from dataclasses import replace
from pathlib import Path

from quillmap.server.hosting.config import Config, Limits
from quillmap.server.hosting.launch import serve

if __name__ == "__main__":
    unlimited = Limits(
        address_rate=(1e9, 1e9),
        message_rate=(1e9, 1e9),
        table_rate=(1e9, 1e9),
        work_rate=(1e9, 1e9),
        review_rate=(1e9, 1e9),
        disk_rate=(1e15, 1e9),
        sockets_per_address=100_000,
        sockets_per_site=100_000,
        connections_per_address=100_000,
        connections_per_site=100_000,
        bots_per_address=100_000,
        playing_per_address=1_000_000,
        playing_per_site=1_000_000,
        watched_per_address=1_000_000,
        watched_per_site=1_000_000,
        signal_rate=(1e9, 1e9),
    )
    port, data, *options = sys.argv[1:]
    limits = Limits() if "limited" in options else unlimited
    database = next((each for each in options if "://" in each), "")
    config = Config(port=int(port), data=Path(data), database=database, limits=limits)
    for secret in (Path(each) for each in options if each.endswith("cluster-secret")):
        config = replace(config, node_address=f"http://127.0.0.1:{port}", cluster_secret_file=secret)
    raise SystemExit(serve(config))
