"""What is built to be installed elsewhere: it installs, works without the source, and its page needs nothing else."""

import re
import subprocess
import sys
import tarfile
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

from architecture.modules import ROOT
from quillmap import __version__

RELATIVE = re.compile(r"\]\((?!https?://)[^)]*\)|src=\"(?!https?://)")
PROGRAM = """
import sys, quillmap as qm
assert qm.__file__.startswith(sys.argv[1]), qm.__file__
game = qm.Game(seed="installed")
while not game.is_over:
    game.play(game.options()[0])
print(qm.verify(game.log).is_honest, len(game._repr_svg_()) > 1000)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


def _plays(wheel: Path, folder: Path) -> bool:
    """Return whether a wheel, alone in a folder without anything else installed, plays, verifies and draws a game."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(folder), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    program = f"import sys; sys.path.insert(0, sys.argv[1])\n{PROGRAM}"
    command = [sys.executable, "-S", "-E", "-c", program, str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return (done.stdout, done.stderr) == ("True True\n", "")


def test_the_wheel_installs_and_plays(built: Path, tmp_path: Path) -> None:
    """Without the source."""
    (wheel,) = built.glob("*.whl")
    assert _plays(wheel, tmp_path)


def test_the_source_distribution_installs_and_plays(built: Path, tmp_path: Path) -> None:
    """The wheel that is built from it has the same files, and plays."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as found:
        found.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source, check=True, capture_output=True
    )
    (wheel,), (first,) = (source / "dist").glob("*.whl"), built.glob("*.whl")
    files = [{name for name in ZipFile(each).namelist() if "/engine/" not in name} for each in (wheel, first)]
    assert files[0] == files[1]
    assert _plays(wheel, tmp_path / "installed")


def test_the_page_of_the_package_stands_alone(built: Path) -> None:
    """On a package index nothing leads into a source that is not there, and every supported Python is named."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith("METADATA"))
        about = message_from_string(archive.read(name).decode("utf-8"))
    text = about.get_payload()
    assert isinstance(text, str)
    assert "pip install 'quillmap[server,fast]'" in text
    assert not RELATIVE.search(text)
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= set(
        about.get_all("Classifier") or ()
    )


def test_the_source_distribution_can_be_built_again(built: Path) -> None:
    """It has the sources with their data, the page and the licence, and nothing that is installed here."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as found:
        names = {each.partition("/")[2] for each in found.getnames()}
    assert {"pyproject.toml", "LICENSE", "docs/package.md", "src/quillmap/py.typed"} <= names
    assert "src/quillmap/fast/value/weights.json" in names
    assert not any(name.startswith((".venv", "node_modules", "dist")) for name in names)


def test_the_changelog_begins_with_this_version() -> None:
    """With its date, and with what to mind when upgrading."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (.*)$", text, re.MULTILINE)[1].startswith(f"[{__version__}] – 20")  # type: ignore[index]
    assert "### Upgrading" in text
