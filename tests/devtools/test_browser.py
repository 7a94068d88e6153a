"""The browser to test with: found in the right order, and only if it works."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import browser, browser_installing, firefox
from tools.browser import chromium_path, find_browser
from tools.processes import ROOT

SNAP = 'echo "Install it with: snap install chromium" >&2; exit 1'


def script(path: Path, text: str) -> Path:
    """Write a shell script that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def working() -> Path:
    """Return a browser that works."""
    return chromium_path()


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a machine on which no browser has been found yet: ``bin`` there is the whole PATH."""
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setattr(browser, "TRUSTED", tmp_path / "trusted")
    monkeypatch.setattr(browser, "OWN", tmp_path / "own")
    return tmp_path


def test_a_machine_without_any(bare: Path) -> None:
    """None is found, and whoever needs one is told what to do."""
    assert not (bare / "trusted").exists()
    assert find_browser() is None
    with pytest.raises(FileNotFoundError, match=r"dev\.py test"):
        chromium_path()


def test_one_that_does_not_work_is_passed_over(working: Path, bare: Path) -> None:
    """What only looks like a browser is not taken; the next one is, and is trusted from then on."""
    script(bare / "bin" / "chromium", SNAP)
    downloaded = bare / "playwright" / "chromium_headless_shell-1" / "linux" / "headless_shell"
    script(downloaded, f'exec "{working}" "$@"')
    assert find_browser() == downloaded
    assert (bare / "trusted").read_text(encoding="utf-8") == str(downloaded)
    script(downloaded, SNAP)
    assert find_browser() == downloaded  # without being tried again


def test_the_named_one_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names a browser gets that one."""
    script(bare / "bin" / "chromium", SNAP)
    monkeypatch.setenv(browser.VARIABLE, "/opt/another/chromium")
    assert find_browser() == Path("/opt/another/chromium")


def test_a_named_one_that_is_not_there() -> None:
    """``dev.py test`` says so in a sentence and ends with exit code 2."""
    variables = {**os.environ, browser.VARIABLE: "/nowhere/chromium"}
    command = [sys.executable, "dev.py", "test"]
    ended = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stdout == f"{browser.VARIABLE} names /nowhere/chromium, which can't be run.\n"


def test_an_outdated_one_is_discarded(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was installed for another lock is installed again."""
    own = bare / "own"
    own.mkdir()
    monkeypatch.setattr(browser_installing, "OWN", own)
    (own / "installed").write_text("another lock", encoding="utf-8")
    browser_installing.discard_outdated()
    assert not own.exists()


def test_firefox_is_named_or_the_system_s(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one named comes first, then the machine's; without any, a sentence says what to do."""
    monkeypatch.delenv(firefox.VARIABLE, raising=False)
    assert firefox.find_firefox() is None
    with pytest.raises(SystemExit, match="2"):
        firefox.prepare_firefox()
    system = script(bare / "bin" / "firefox-esr", SNAP)
    assert firefox.find_firefox() == system
    firefox.prepare_firefox()
    monkeypatch.setenv(firefox.VARIABLE, "/opt/another/firefox")
    assert firefox.find_firefox() == Path("/opt/another/firefox")
    with pytest.raises(SystemExit, match="2"):
        firefox.prepare_firefox()
