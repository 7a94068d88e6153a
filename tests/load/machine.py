"""A server in a process of its own, and what can be measured of it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from quillmap.server.client import call


@contextmanager
def server(
    data: Path, *options: str, command: Sequence[str] | None = None
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a server in a process of its own: this one, or the one that *command* starts."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = command or (sys.executable, str(Path(__file__).with_name("serve_for_load.py")))
    errors = (data.parent / "errors.log").open("wb")
    process = subprocess.Popen([*command, str(port), str(data), *options], stdout=errors, stderr=errors)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                call(url, "GET", "/readyz")
                break
            except OSError:
                time.sleep(0.01)
        yield url, process
    finally:
        process.terminate()
        process.wait(20)
        errors.close()


def memory_of(process: subprocess.Popen[bytes]) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return how long all threads of a process have computed; much finer than the ticks that the kernel also counts."""
    threads = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


def idle_seconds() -> float:
    """Return for how long the cores of the machine had nothing to do, all added up."""
    first = Path("/proc/stat").read_text().splitlines()[0]
    return sum(map(int, first.split()[4:6])) / os.sysconf("SC_CLK_TCK")


def figures(times: list[float]) -> dict[str, float]:
    """Return the middle and the tail of *times*, in milliseconds."""
    ordered = sorted(times)
    places = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) for name, part in places.items()
    }


def commits(url: str) -> dict[str, Any]:
    """Return how many commits the server made, how many changes each had, and how long they took in milliseconds."""
    with urlopen(url + "/metrics") as answer:
        lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if not line.startswith("#"))
    count = float(lines["quillmap_commit_seconds_count"])
    slow = [count - float(lines[f'quillmap_commit_seconds_bucket{{le="{s}"}}']) for s in (0.05, 0.1, 0.2, 0.5)]
    return {
        "count": count,
        "changes_each": round(float(lines["quillmap_units_stored_total"]) / count, 1),
        "mean_ms": round(1000 * float(lines["quillmap_commit_seconds_sum"]) / count, 2),
        "over_50_100_200_500_ms": slow,
    }
