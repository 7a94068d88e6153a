"""HAProxy in front of some nodes, which it chooses from and checks as ``deploy/haproxy.cfg`` says."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from quillmap.server.client import Refused, call
from server.harness import wait_until
from server.ports import free_port

HAPROXY: Final = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")

CONFIG: Final = """
global
    maxconn 9000
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout check 2s
    retries 3
    option redispatch 1
frontend all
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance {balance}
    option httpchk GET /readyz
"""
SERVER: Final = "    server n{number} 127.0.0.1:{port} check inter 500ms fall 2 rise 1\n"


def start_haproxy(folder: Path, ports: Sequence[int], balance: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start HAProxy for the nodes at *ports*; return it, and where it is asked."""
    assert HAPROXY is not None, "HAProxy is missing"
    port = free_port()
    servers = "".join(SERVER.format(number=number, port=node) for number, node in enumerate(ports))
    config = folder / "haproxy.cfg"
    config.write_text(CONFIG.format(port=port, balance=balance) + servers, encoding="utf-8")
    command = [HAPROXY, "-db", "-q", "-f", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    wait_until(lambda: _answers(url))
    return process, url


def _answers(url: str) -> bool:
    try:
        return bool(call(url, "GET", "/healthz"))
    except (OSError, Refused, ValueError):
        return False
