"""A host's mistakes with several servers: one line each, exit code 2."""

from pathlib import Path

import pytest

from quillmap.cli import main
from server.cluster.nodes import Nodes

NODE = ("--node-address", "http://127.0.0.1:9")
DATABASE = ("--database", "postgresql://127.0.0.1:1/quillmap")


def complaint(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the line with which options are refused."""
    capsys.readouterr()
    assert main(["--lang", "en", "serve", "--port", "0", *options]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_options_that_can_not_work_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is started."""
    good, short = tmp_path / "good", tmp_path / "short"
    good.write_text("x" * 32)
    short.write_text("x" * 31 + "\n")
    secret = ("--cluster-secret-file", str(good))
    assert "need a PostgreSQL database" in complaint(capsys, *NODE, *secret)
    assert "need both" in complaint(capsys, *NODE, *DATABASE)
    assert "need both" in complaint(capsys, *secret, *DATABASE)
    for address in ("10.0.0.5:8000", "http://", "http://host/path", "ws://host:1"):
        assert "is not an address" in complaint(capsys, *DATABASE, *secret, "--node-address", address)
    for file, words in ((tmp_path / "missing", "can’t be read"), (short, "at least 32 characters")):
        assert words in complaint(capsys, *DATABASE, *NODE, "--cluster-secret-file", str(file))


def test_two_clusters_never_share_a_database(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither with another secret nor without one."""
    monkeypatch.setattr("quillmap.server.storage.postgresql.storage.PATIENCE_SECONDS", 0.1)
    other = tmp_path / "other"
    other.write_text("another secret that is long enough")
    shared = ("--database", nodes.database)
    assert "with another cluster secret" in complaint(capsys, *shared, *NODE, "--cluster-secret-file", str(other))
    assert "another server is using this database" in complaint(capsys, *shared)


def test_two_nodes_never_have_one_address(
    nodes: Nodes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is easily copied from one machine to another."""
    monkeypatch.setattr("quillmap.server.storage.postgresql.storage.PATIENCE_SECONDS", 0.1)
    address = ("--node-address", nodes.urls[0], "--cluster-secret-file", str(nodes.secret_file))
    assert "already has this address" in complaint(capsys, "--database", nodes.database, *address)
