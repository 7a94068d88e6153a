"""Tables on one node or several, with a PostgreSQL that stores durably and HAProxy, all on this machine."""

import asyncio
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import uvloop

from load.machine import processor_seconds, server
from load.processor_share import held_to
from load.scenarios import WARM_UP, Found, tables
from server.cluster.nodes import SECRET
from server.cluster.proxy import start_haproxy
from server.storage.postgres import PostgresServer


def tables_on_nodes(folder: Path, nodes: int, count: int, seconds: float, share: float | None) -> Found:
    """Play at many tables of four, whose people come to the nodes in turn; also return what each node computed.

    With a *share*, every node has that part of a core and no more once all sit: then the cores of this machine are not
    what limits three of them.
    """
    folder.mkdir()
    secret = folder / "cluster-secret"
    secret.write_text(SECRET, encoding="utf-8")
    postgres = PostgresServer(is_durable=True)
    with ExitStack() as running:
        running.callback(postgres.close)
        options = postgres.new_database(), str(secret)
        started = [running.enter_context(server(folder / f"node-{number}", *options)) for number in range(nodes)]
        proxy, url = start_haproxy(folder, [urlsplit(address).port or 80 for address, _ in started], "roundrobin")
        running.callback(proxy.wait)
        running.callback(proxy.kill)
        processes = [process for _, process in started]
        held = None if share is None else _held(share, [each.pid for each in processes], WARM_UP + seconds)
        found = uvloop.run(tables(url, processes[0], count, seconds, held))
        return found | {"nodes": nodes, "node_seconds": [round(processor_seconds(each), 1) for each in processes]}


async def _held(share: float, pids: list[int], seconds: float) -> Found:
    """Hold processes to a part of a core for a while."""
    with ExitStack() as held:
        for pid in pids:
            held.enter_context(held_to(share, pid))
        await asyncio.sleep(seconds)
    return {"share": share}
