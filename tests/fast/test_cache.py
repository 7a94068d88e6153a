"""Where compiled code is kept."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from architecture.modules import PACKAGE, SOURCE, import_graph, module_name, read_modules
from quillmap.fast import progress, readiness
from quillmap.fast.compiler.cache import cache_folder, compiled_sources, sources_hash

_choose = cache_folder.__wrapped__
"""What a process does once."""


def test_the_folder_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made below the one that is named, or else where the system keeps such things."""
    monkeypatch.setenv("QUILLMAP_CACHE", str(tmp_path / "new"))
    folder = _choose()
    assert folder.is_dir()
    assert folder.parent == tmp_path / "new"


@pytest.mark.parametrize("name", [os.devnull, f"{os.devnull}/below"])
def test_without_a_folder_code_lasts_as_long_as_its_process(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be kept, bots still play: a line says so, and a folder is lent to this process."""
    monkeypatch.setenv("QUILLMAP_CACHE", name)
    folder = _choose()
    assert folder.parent == Path(tempfile.gettempdir())
    assert not list(folder.iterdir())
    assert ["QUILLMAP_CACHE" in message for message in caplog.messages] == [True]


def _copy(folder: Path) -> Path:
    """Return a copy of the sources that can be changed."""
    package = folder / "quillmap"
    shutil.copytree(SOURCE / PACKAGE / "rules", package / "rules")
    shutil.copytree(SOURCE / PACKAGE / "fast", package / "fast")
    return package


def test_a_changed_source_gets_a_new_folder(tmp_path: Path) -> None:
    """Whichever source is compiled: code of an older one is never loaded."""
    package = _copy(tmp_path)
    before = sources_hash(package)
    assert before == sources_hash(SOURCE / PACKAGE)
    for changed in compiled_sources(package):
        text = changed.read_text(encoding="utf-8")
        changed.write_text(text + "# changed\n", encoding="utf-8")
        assert sources_hash(package) != before
        changed.write_text(text, encoding="utf-8")
    assert sources_hash(package) == before


def test_a_caller_that_changes_keeps_the_folder(tmp_path: Path) -> None:
    """What only calls compiled code can be changed without compiling again."""
    package = _copy(tmp_path)
    before = sources_hash(package)
    for caller in (package / "fast").glob("*.py"):
        caller.write_text("# changed\n", encoding="utf-8")
    assert sources_hash(package) == before


def test_compiled_code_imports_nothing_else() -> None:
    """Nothing that kernels import escapes the hash: it is in the folders or in the rules."""
    hashed = {module_name(path) for path in compiled_sources(SOURCE / PACKAGE)}
    graph = import_graph(read_modules())
    assert {"quillmap.fast.play.flow", "quillmap.rules.spaces"} <= hashed
    beside = {
        PACKAGE,
        "quillmap.display",
        "quillmap.errors",
        "quillmap.fast.progress",
    }  # what every package may import; there is nothing to compile in it
    assert {(name, other) for name in hashed for other in graph[name] - hashed - beside} == set()


def test_the_bar_ends_where_compiling_does() -> None:
    """All functions that bots and learners need are counted; those of the training are compiled when one trains."""
    readiness.warm_up_all()
    training = cache_folder() / "quillmap.fast.play.training_games"
    # Beside them numba keeps what programs that use the package compile for themselves.
    kept = [each for each in cache_folder().glob("quillmap*/*.nbi") if each.parent != training]
    assert len(kept) == progress.FUNCTIONS
    assert readiness.is_kept()


_OTHER_PLACE = """
import sys
sys.path.insert(0, sys.argv[1])
from quillmap.fast import progress, readiness
readiness.warm_up()
print(readiness.__file__.startswith(sys.argv[1]), progress._progress.done)
"""


def test_another_place_of_the_same_sources_compiles_nothing(tmp_path: Path) -> None:
    """An equal environment elsewhere, its files of another time, loads what was compiled here."""
    readiness.warm_up()
    package = tmp_path / PACKAGE
    shutil.copytree(
        SOURCE / PACKAGE, package, ignore=shutil.ignore_patterns("web", "__pycache__"), copy_function=shutil.copy
    )
    command = [sys.executable, "-c", _OTHER_PLACE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True 0\n", "")


_COMPILE = """
from quillmap.fast.compiler import function_cache
compiled = 0
def count(cache, signature, data, save=function_cache.SharedCache.save_overload):
    global compiled
    compiled += 1
    save(cache, signature, data)
function_cache.SharedCache.save_overload = count
import small
small.add(1, 2)
print(compiled)
"""


def test_one_process_compiles_and_the_other_waits(tmp_path: Path) -> None:
    """Both find nothing and want to compile; one does, the other takes what it has kept."""
    source = "from quillmap.fast.compiler.decorators import kernel\n@kernel\ndef add(a, b):\n    return a + b\n"
    (tmp_path / "small.py").write_text(source, encoding="utf-8")
    environment = os.environ | {"QUILLMAP_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", _COMPILE]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate()[0] for process in both]
    assert sorted(said) == ["0\n", "1\n"]
