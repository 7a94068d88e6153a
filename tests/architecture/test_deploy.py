"""What hosts start from (``deploy/``): it can be parsed, and every command line in it is one that the program takes."""

import json
import re
import shlex
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from quillmap.cli import main
from quillmap.server.hosting.metrics import Metrics

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
SECRET = "x" * 32
FILLED_IN = {
    "${ADDRESS}": "10.0.0.11",
    "${DATABASE}": "postgresql://quillmap@db.example.org/quillmap",
    "${PUBLIC_URL}": "https://maps.example.org",
    "${PROXY}": "10.0.0.2",
    "${BOTS_AT}": "tcp://10.0.0.20:8786",
    "%i": "8001",
}


def compose() -> dict[str, Any]:
    """Return the services that run together."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def unit(path: Path) -> RawConfigParser:
    """Return a unit of systemd; it may have options twice, which none of ours has."""
    parser = RawConfigParser(comment_prefixes=("#",), delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # they are written as they are
    parser.read_string(path.read_text(encoding="utf-8"))
    return parser


def commands(folder: Path) -> list[tuple[str, list[str]]]:
    """Return every command line of the program that a host is given, with something in place of what they fill in."""
    (folder / "cluster-secret").write_text(SECRET, encoding="utf-8")
    filled = {**FILLED_IN, "${STATE_DIRECTORY}": str(folder), "${CREDENTIALS_DIRECTORY}": str(folder)}
    found = []
    for path in UNITS:
        for option in ("ExecStartPre", "ExecStart"):
            line = unit(path)["Service"].get(option, "")
            for name, value in filled.items():
                line = line.replace(name, value)
            if "/quillmap " in line:
                found.append((f"{path.name} {option}", shlex.split(line)[1:]))
    for name, service in compose()["services"].items():
        if service.get("image") == "quillmap" and "entrypoint" not in service:
            arguments = [each.replace("/run/secrets", str(folder)) for each in service["command"]]
            found.append((f"compose {name}", arguments))
    [last] = re.findall(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    found.append(("Dockerfile", [each.replace("/srv/quillmap/data", str(folder)) for each in json.loads(last)]))
    return found


def test_every_command_line_can_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever hosts copy is checked as the program checks it."""
    found = commands(tmp_path)
    assert len(found) == 3 + 3 + 1
    for name, arguments in found:
        checked = [each for each in arguments if each != "--check-config"]
        assert main([*checked, "--check-config"]) == 0, (name, capsys.readouterr().err)


def test_nodes_differ_only_in_their_address() -> None:
    """Three of them, behind one proxy, watched and balanced under their names."""
    services = compose()["services"]
    nodes = {name: service["command"] for name, service in services.items() if name.startswith("node")}
    assert len(nodes) == 3
    assert len({tuple(each.replace(name, "node") for each in command) for name, command in nodes.items()}) == 1
    [scrape] = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())["scrape_configs"]
    assert scrape["static_configs"] == [{"targets": [f"{name}:8000" for name in nodes]}]
    servers = re.findall(r"^ +server (\w+) (\S+)$", (DEPLOY / "haproxy.cfg").read_text(), re.MULTILINE)
    assert servers == [(name, f"{name}:8000") for name in nodes]
    [proxy] = {each.partition("=")[2] for each in nodes["node1"] if each.startswith("--trusted-proxy")}
    assert services["proxy"]["networks"]["inside"]["ipv4_address"] == proxy
    [bots] = {each.partition("=")[2] for each in nodes["node1"] if each.startswith("--bots-at")}
    assert bots in services["worker"]["command"]


def test_mounted_files_are_there() -> None:
    """What a service is given of this folder."""
    services = compose()["services"].values()
    volumes = [volume.split(":")[0] for service in services for volume in service.get("volumes", ())]
    files = [volume for volume in volumes if volume.startswith("./")]
    assert len(files) == 5
    assert [file for file in files if not (DEPLOY / file).is_file()] == []


def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    """A metric that was renamed would leave an empty picture."""
    board = json.loads((DEPLOY / "grafana" / "quillmap.json").read_text())
    asked = set(re.findall(r"quillmap_\w+", json.dumps(board["panels"])))
    told = Metrics().text().decode()
    assert asked
    assert [name for name in asked if not re.search(rf"^(# TYPE )?{name}\b", told, re.MULTILINE)] == []


def test_images_are_small_and_not_root() -> None:
    """Nothing but what a server needs, as somebody without rights, with the rules compiled."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER quillmap$", last, re.MULTILINE)
    assert last.index("USER quillmap") < last.index("RUN quillmap warmup")
    assert "slim" in last.splitlines()[0]
    assert (DEPLOY / "Dockerfile.dockerignore").read_text().startswith("*\n")


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_have_no_rights(path: Path) -> None:
    """Nobody's files but their own, no new rights; they are started again when they fail."""
    service = unit(path)["Service"]
    wanted = {"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "Restart": "on-failure"}
    assert {name: service[name] for name in wanted} == wanted
