"""What systemd and HAProxy say of ``deploy/``, on a machine that has them: ``pytest tests/proxies/try_deploy.py``."""

import subprocess
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def test_systemd_understands_the_units() -> None:
    """It complains of nothing but that the program is not installed where a host would have it."""
    checked = subprocess.run(
        ["systemd-analyze", "verify", *map(str, UNITS)], capture_output=True, text=True, check=False
    )
    lines = [line for line in checked.stderr.splitlines() if "not executable" not in line]
    assert [line for line in lines if "quillmap" in line] == []


def test_haproxy_understands_its_configuration() -> None:
    """The names of the nodes are known inside only."""
    checked = subprocess.run(
        ["haproxy", "-c", "-f", str(DEPLOY / "haproxy.cfg")], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
