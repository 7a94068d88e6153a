"""Copies of the program, in which tests follow the recipes of CONTRIBUTING.md."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from architecture.modules import SOURCE
from tools.processes import variables

WITHOUT_NUMBA: Final = """
import importlib.util, sys
sys.modules["numba"] = None
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "numba" else real(name, *rest)
"""
"""Put before other code: the rules of a copy would take a minute to compile."""


def copy_program(folder: Path) -> Path:
    """Copy the program into *folder*, and return that."""
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def replace_once(file: Path, old: str, new: str) -> None:
    """Replace a text that occurs once in *file*."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def add_words(copy: Path, catalogue: str, words: dict[str, str]) -> None:
    """Add *words* to a file of every language."""
    for file in (copy / "quillmap" / "locales").glob(f"*/{catalogue}.json"):
        known = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps(known | words), encoding="utf-8")


def run(copy: Path, *arguments: str) -> str:
    """Run Python with the copy, and return what it prints."""
    environ = {**variables(), "PYTHONPATH": str(copy), "LANG": "C"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environ, cwd=copy, capture_output=True, text=True, input="", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
