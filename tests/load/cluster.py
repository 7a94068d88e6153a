"""Chaos in a cluster: ``python tests/load/cluster.py --tables 40 --kills 200 --restarts 20 --freezes 20``.

Three nodes, HAProxy in front of them if there is one, a PostgreSQL that stores durably; people play at full speed while
nodes are killed, frozen and replaced, and the database crashes. Afterwards every log is checked. Prints figures as a
Markdown table, and ends with an error if something that has to hold does not.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from quillmap.server.client import Seat
from server.cluster.chaos import Party, check  # the tests are put on the path above
from server.cluster.processes import ProcessCluster  # as above
from server.cluster.proxy import HAPROXY  # as above
from server.harness import wait_until  # as above

NODES: Final = 3
FROZEN_SECONDS: Final = 6.0
CALM_SECONDS: Final = 6.0
"""In which the tables of a killed node are taken over before the next one is killed."""
ROLL_SECONDS: Final = 8.0
"""In which a replaced node stops, and its tables go on elsewhere."""
OPENED_AT_ONCE: Final = 8
PINGS: Final = 500


def percentiles(seconds: Sequence[float]) -> str:
    """Return what a list of times looks like."""
    if len(seconds) < 2:
        return "too few"
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s, longest {max(seconds):.2f} s ({len(seconds)} tables)"


def ping_seconds(url: str, seat: Seat) -> float:
    """Return the usual time of a question over a socket at one node."""
    client = Seat(url, seat.table, seat.token)
    client.connect()
    times = []
    for number in range(PINGS):
        began = time.perf_counter()
        client.send({"type": "ping", "id": str(number)})
        while client.receive()["type"] != "pong":
            pass
        times.append(time.perf_counter() - began)
        time.sleep(0.01)
    client.close()
    return statistics.median(times)


def measure_passing(cluster: ProcessCluster) -> str:
    """Return what a detour costs."""
    first, second = (node.url for node in cluster.nodes[:2])
    seat = Seat.create(first, "Ada")
    direct, passed = ping_seconds(first, seat), ping_seconds(second, seat)
    return f"p50 {1000 * direct:.2f} ms at the node itself, {1000 * passed:.2f} ms passed on"


def ready(cluster: ProcessCluster) -> None:
    """Wait until all nodes take moves."""
    wait_until(cluster.is_ready, seconds=300)


def roll(cluster: ProcessCluster, party: Party, rounds: int, tables: int) -> None:
    """Replace one node after the other, as for another version of the program."""
    for number in range(rounds):
        for node in cluster.nodes:
            ready(cluster)
            fill(party, tables, number)
            party.lost.append((time.monotonic(), frozenset(cluster.held_by(node))))
            cluster.replace(node, SIGTERM)
    ready(cluster)


def kill_singly(cluster: ProcessCluster, party: Party, kills: int, tables: int, chance: random.Random) -> None:
    """Kill one node after the other, each when its tables are known and the others are well."""
    for number in range(kills):
        ready(cluster)
        fill(party, tables, number)
        node = chance.choice(cluster.nodes)
        sys.stderr.write(f"{number + 1}/{kills} killed alone, {party.running} play\n")
        party.lost.append((time.monotonic(), frozenset(cluster.held_by(node))))
        cluster.replace(node, SIGKILL)
        time.sleep(CALM_SECONDS)


def fill(party: Party, tables: int, number: int) -> None:
    """Open as many tables as have ended, several at once: games at full speed end soon."""
    missing = tables - party.running // 2
    with ThreadPoolExecutor(OPENED_AT_ONCE) as openers:
        for opened in [openers.submit(party.open_table, number + more) for more in range(missing)]:
            opened.result()


def wreck(cluster: ProcessCluster, party: Party, deeds: Sequence[str], tables: int, chance: random.Random) -> None:
    """Do all these deeds, one after the other, while people play."""
    for number, deed in enumerate(deeds):
        fill(party, tables, number)
        node = chance.choice(cluster.nodes)
        sys.stderr.write(f"{number + 1}/{len(deeds)} {deed}, {party.running} play\n")
        if deed == "kill":
            wait_until(node.is_ready, seconds=300)
            party.lost.append((time.monotonic(), frozenset(cluster.held_by(node))))
            cluster.replace(node, SIGKILL)
        elif deed == "freeze":
            node.send(SIGSTOP)
            time.sleep(FROZEN_SECONDS)
            node.send(SIGCONT)
        else:
            cluster.postgres.stop()
            cluster.postgres.start()
        time.sleep(chance.uniform(0, 2))


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--single-kills", type=int, default=40, help="beforehand, with nothing else that goes wrong")
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--freezes", type=int, default=20)
    parser.add_argument("--rolls", type=int, default=2)
    parser.add_argument("--balance", choices=("leastconn", "roundrobin", "none"), default="leastconn")
    parser.add_argument("--think", type=float, default=0.05, help="seconds before a move")
    parser.add_argument("--seed", default="chaos")
    wishes = parser.parse_args()
    chance = random.Random(wishes.seed)
    deeds = ["kill"] * wishes.kills + ["restart"] * wishes.restarts + ["freeze"] * wishes.freezes
    chance.shuffle(deeds)
    balance = None if HAPROXY is None or wishes.balance == "none" else wishes.balance
    cluster = ProcessCluster(NODES, balance=balance, is_durable=True)
    try:
        passing = measure_passing(cluster)
        rolled = Party(cluster, wishes.tables, 0.5)
        roll(cluster, rolled, wishes.rolls, wishes.tables)
        rolled.join(seconds=300)
        sys.stderr.write(f"rolled: {percentiles(rolled.gaps())}\n")
        sys.stderr.write(f"waited meanwhile: {percentiles(rolled.interruptions(ROLL_SECONDS))}\n")
        single = Party(cluster, wishes.tables, 0.5)
        kill_singly(cluster, single, wishes.single_kills, wishes.tables, chance)
        single.join(seconds=300)
        sys.stderr.write(f"killed alone: {percentiles(single.gaps())}\n")
        party = Party(cluster, wishes.tables, wishes.think)
        wreck(cluster, party, deeds, wishes.tables, chance)
        ready(cluster)
        party.join(seconds=600)
        moves = check(cluster, party, single, rolled)
        figures = {
            "a question over a socket": passing,
            "rolling replacement: the longest wait at a table": percentiles(rolled.interruptions(ROLL_SECONDS)),
            "from the signal to the next acknowledgement, thought included": percentiles(rolled.gaps()),
            "a node killed: to the next acknowledgement at its tables": percentiles(single.gaps()),
            "the same while other nodes and the database crash": percentiles(party.gaps()),
            "acknowledged moves, all stored once, by holders only": moves,
        }
        sys.stdout.write("| what | figure |\n|---|---|\n")
        sys.stdout.writelines(f"| {what} | {figure} |\n" for what, figure in figures.items())
    finally:
        cluster.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
