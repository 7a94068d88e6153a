"""What must not be written anywhere: paths of somebody's machine, and hosts that packages come from."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import pytest

from architecture.modules import ROOT

# Put together from pieces, or this file would be the first to break its rule.
_FOLDERS: Final = ("home", "work", "root", "Users", "mnt", "workspace")
_HOSTS: Final = (
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("yarnpkg", "com"),
    ("jsdelivr", "net"),
    ("unpkg", "com"),
    ("anaconda", "org"),
    ("ghcr", "io"),
    ("docker", "io"),
)
OWN_PATH: Final = re.compile(rf"(?<![\w.:/])/(?:{'|'.join(_FOLDERS)})/".encode())
HOST: Final = re.compile("|".join(rf"\b{name}\.{ending}\b" for name, ending in _HOSTS).encode(), re.IGNORECASE)

CONFLICT: Final = re.compile(rb"^(?:<{7}|>{7}|\|{7}) ", re.MULTILINE)


def ignored_names() -> list[str]:
    """Return the patterns of files that are not part of the project."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return [".git", *(line.strip().strip("/") for line in lines if line.strip() and not line.startswith("#"))]


def project_files() -> Iterator[Path]:
    """Yield every file of the project."""
    ignored = ignored_names()
    waiting = [ROOT]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            if any(fnmatch(path.name, pattern) for pattern in ignored):
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                yield path


FILES: Final = [str(path.relative_to(ROOT)) for path in project_files()]


def test_files_are_found() -> None:
    """The scan sees source, tests, docs and files whose names begin with a dot, and nothing that is ignored."""
    for known in ("src/quillmap/__init__.py", "tests/architecture/modules.py", "docs/record.md", ".gitignore"):
        assert known in FILES
    assert not any("__pycache__" in name or name.startswith(".venv") for name in FILES)


def found(pattern: re.Pattern[bytes]) -> list[str]:
    """Return where *pattern* is written."""
    places = []
    for name in FILES:
        text = (ROOT / name).read_bytes()
        places += [f"{name}:{1 + text.count(10, 0, match.start())}: {match[0]!r}" for match in pattern.finditer(text)]
    return places


def test_no_path_of_a_machine() -> None:
    """Nothing refers to a folder that only one machine has."""
    assert found(OWN_PATH) == []


def test_no_host_of_a_registry() -> None:
    """Nothing refers to the hosts that packages come from: everybody who installs has their own."""
    assert found(HOST) == []


def test_no_conflict_is_left() -> None:
    """Both sides of a merge were put together."""
    assert found(CONFLICT) == []


def test_requirements_name_no_source() -> None:
    """Requirement files name packages, versions and hashes, and nowhere to get them."""
    for name in FILES:
        if re.fullmatch(r".*requirements.*\.(txt|in)", name):
            text = (ROOT / name).read_text(encoding="utf-8")
            assert "://" not in text
            assert "index-url" not in text


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (OWN_PATH, "see /" + "home/somebody/notes"),
        (OWN_PATH, '"/' + 'work/main"'),
        (HOST, "https://files." + "pythonhosted" + ".org/packages"),
        (HOST, "PyPI" + ".org"),
        (CONFLICT, "a line\n" + 7 * "<" + " HEAD\n"),
    ],
)
def test_patterns_find(pattern: re.Pattern[bytes], text: str) -> None:
    """The patterns find what they are for."""
    assert pattern.search(text.encode())


@pytest.mark.parametrize("text", ["https://example.com/" + "home/page", "art" + "work/map.svg", "a/" + "root/b"])
def test_patterns_spare(text: str) -> None:
    """Addresses and folders of the project are no paths of a machine."""
    assert not OWN_PATH.search(text.encode())
