"""The compiled rules as WebAssembly: built from these sources, and doing what native code does."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fast import wasm_calls
from fast.wasm_calls import Calls
from page.tools import run_node
from quillmap.fast.native_search import MOST_DRAWINGS
from tools.processes import ROOT
from tools.wasm.environment import build_variables, prepare_wasm_tools
from tools.wasm.exports import MOST
from tools.wasm.sources import MODULE, changed_since, code_of, read_manifest

SCRIPT = Path(__file__).with_name("compare_wasm.js")


def differing(calls: Calls, folder: Path) -> list[str]:
    """Return the names of the calls that Node finds to differ."""
    calls.write(folder)
    done = run_node(SCRIPT, MODULE, folder)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def calls() -> Calls:
    """Return calls with what native code makes of them: cards and awards, whole games, positions."""
    found = Calls()
    wasm_calls.scores(found)
    wasm_calls.whole_games(found)
    wasm_calls.positions(found)
    return found


def test_the_module_was_built_from_these_sources() -> None:
    """Nothing that it was built from has changed since: if this fails, run ``python3 dev.py wasm``."""
    assert changed_since(read_manifest()) == []


@pytest.mark.thorough
@pytest.mark.long
def test_the_same_sources_make_the_same_bytes(tmp_path: Path) -> None:
    """Built again with the locked tools, the module is the one in the package."""
    prepare_wasm_tools()
    command = [sys.executable, "-m", "tools.wasm.build", str(tmp_path / "again.wasm")]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **build_variables()}, check=True)
    assert (tmp_path / "again.wasm").read_bytes() == MODULE.read_bytes()


def test_node_does_what_native_code_does(calls: Calls, tmp_path: Path) -> None:
    """Every card scores and marks the same, every game ends the same, every position is worth the same."""
    assert differing(calls, tmp_path) == []


def test_a_difference_would_be_noticed(calls: Calls, tmp_path: Path) -> None:
    """Something else expected of a function, of each of them, is reported."""
    for name, wrong in wasm_calls.falsified(calls):
        assert differing(wrong, tmp_path) == [name]


def test_there_is_room_for_every_drawing() -> None:
    """Whoever searches and whoever built the module mean the same room for the drawings of a card."""
    assert MOST == MOST_DRAWINGS


def test_only_code_counts() -> None:
    """Comments, docstrings and blank lines are for readers; everything else asks for another build."""
    told = '"""Tell."""\n\nLIMIT = 3  # of them\n"""How many."""\n\n\ndef f():\n    """Do."""\n    return "# 1"\n'
    assert code_of(told) == 'LIMIT = 3\ndef f():\n    return "# 1"'
    assert code_of(told) != code_of(told.replace("3", "4"))
