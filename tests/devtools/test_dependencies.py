"""What ``dev.py dependencies`` makes of what indexes tell."""

from typing import Any

from tools.dependencies import Dependency, from_index, from_npm, locked_in, report, vulnerability_report

LOCKED = """anyio==4.16.0 \\
    --hash=sha256:0011
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:0022
"""
PROJECT: dict[str, Any] = {
    "info": {"version": "1.1"},
    "releases": {
        "1.0": [{"upload_time": "2026-03-05T10:00:00"}, {"upload_time": "2026-03-04T10:00:00"}],
        "1.1": [{"upload_time": "2026-09-01T10:00:00"}],
    },
    "vulnerabilities": [],
}


def test_locked_versions_are_read() -> None:
    """Names and versions, without markers and hashes."""
    assert locked_in(LOCKED) == [("anyio", "4.16.0"), ("numpy", "2.4.6")]


def test_an_old_version_is_dated_by_its_first_file() -> None:
    """What is known about the newest version says nothing about an older one."""
    old = from_index("a", "1.0", PROJECT, None)
    assert old == Dependency("a", "1.0", "2026-03-04", "1.1", "2026-09-01", None)
    assert from_index("a", "1.1", PROJECT, None).vulnerabilities == ()


def test_withdrawn_vulnerabilities_do_not_count() -> None:
    """Those of the locked release do."""
    release = {"vulnerabilities": [{"id": "X-1"}, {"id": "X-2", "withdrawn": "2026-01-01"}]}
    assert from_index("a", "1.0", PROJECT, release).vulnerabilities == ("X-1",)


def test_what_npm_does_not_tell_stays_unknown() -> None:
    """A package without dates has none."""
    told = {"time": {"2.0": "2026-07-08T17:37:37"}, "dist-tags": {"latest": "2.0"}}
    assert from_npm("b", "2.0", told) == Dependency("b", "2.0", "2026-07-08", "2.0", "2026-07-08")
    assert from_npm("b", "1.0", {}) == Dependency("b", "1.0")


def test_the_report_names_what_is_old_or_bad() -> None:
    """And says for which packages nothing is known."""
    bad = from_index("a", "1.0", PROJECT, {"vulnerabilities": [{"id": "X-1"}]})
    silent = Dependency("b", "2.0", "2026-07-08", "2.0", "2026-07-08")
    lines = list(report("Python", [bad, silent]))
    assert lines == [
        "a  1.0 of 2026-03-04, newest 1.1 of 2026-09-01  known: X-1",
        "Python: 2 locked, 1 of them the newest, released 2026-03-04 to 2026-07-08.",
    ]
    known = list(vulnerability_report([bad, silent], None))
    assert known[0] == "Python: known vulnerabilities in a of the 1 packages asked about."
    assert known[1] == "The index tells nothing about the locked versions of b."
    assert "does not answer" in known[2]
    assert list(vulnerability_report([], ("c",)))[-1] == "npm: known vulnerabilities in c."
