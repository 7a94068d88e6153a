"""Tables on one node or several, with a PostgreSQL that stores durably and HAProxy, all on this machine."""

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import uvloop

from load.machine import processor_seconds, server
from load.scenarios import Found, tables
from server.cluster.nodes import SECRET
from server.cluster.proxy import start_haproxy
from server.storage.postgres import PostgresServer


def tables_on_nodes(folder: Path, nodes: int, count: int, seconds: float) -> Found:
    """Play at many tables of four, whose people come to the nodes in turn; also return what each node computed."""
    folder.mkdir()
    secret = folder / "cluster-secret"
    secret.write_text(SECRET, encoding="utf-8")
    postgres = PostgresServer(is_durable=True)
    with ExitStack() as running:
        running.callback(postgres.close)
        options = postgres.new_database(), str(secret)
        started = [running.enter_context(server(folder / f"node-{number}", *options)) for number in range(nodes)]
        proxy, url = start_haproxy(folder, [urlsplit(address).port or 80 for address, _ in started])
        running.callback(proxy.wait)
        running.callback(proxy.kill)
        found = uvloop.run(tables(url, started[0][1], count, seconds))
        return found | {"nodes": nodes, "node_seconds": [round(processor_seconds(each), 1) for _, each in started]}
