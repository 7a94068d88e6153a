"""A bot of somebody's own that has changed is noticed before its results are mixed with older ones."""

import importlib
import linecache
import subprocess
import sys
from pathlib import Path

import pytest

import quillmap as qm
from quillmap.bots.fingerprints import UnknownSource, fingerprint
from quillmap.bots.random_bot import RandomBot
from quillmap.bots.resuming import OtherSeries

BOT = '''
from dataclasses import dataclass

import quillmap as qm

PLACE = 0

class Mine(qm.Bot):
    """Draws what comes at a place in the list."""

    def choose(self, view, options):
        return options[PLACE]
'''


def write_bot(folder: Path, text: str) -> type[qm.Bot]:
    """Return the bot of a module that was just written."""
    (folder / "changing_bot.py").write_text(text, encoding="utf-8")
    sys.modules.pop("changing_bot", None)
    importlib.invalidate_caches()
    linecache.clearcache()
    found: type[qm.Bot] = importlib.import_module("changing_bot").Mine
    return found


@pytest.fixture(autouse=True)
def _importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # files are written faster than their times can tell


def test_a_changed_bot_does_not_go_on(tmp_path: Path) -> None:
    """Neither if its class has changed, nor what stands beside it; one that is the same again does."""
    kept = tmp_path / "kept"
    qm.arena(write_bot(tmp_path, BOT), games=3, resume=kept)
    steps: list[int] = []
    qm.arena(write_bot(tmp_path, BOT), games=4, resume=kept, on_progress=steps.append)
    assert steps == [4]
    for changed in (BOT.replace("PLACE = 0", "PLACE = 1"), BOT.replace("[PLACE]", "[-1]")):
        bot = write_bot(tmp_path, changed)
        with pytest.raises(OtherSeries, match=r"Mine has changed since .*: name another file, or remove it"):
            qm.arena(bot, games=4, resume=kept)
        with pytest.raises(OtherSeries) as refused:
            qm.arena("random", games=4, resume=kept)
        assert refused.value.code == "other"


def test_a_class_of_the_same_name_is_another() -> None:
    """Also in one module, and if both were made by one function."""

    def made(place: int) -> type[qm.Bot]:
        class Mine(qm.Bot):
            def choose(self, view: qm.View, options: qm.Options) -> qm.Answer:
                del view
                return options[place]

        return Mine

    class Mine(qm.Bot):
        def choose(self, view: qm.View, options: qm.Options) -> qm.Answer:
            del view
            return options[-1]

    prints = [fingerprint(each) for each in (made(0), made(1), Mine)]
    assert len({*prints}) == 3
    assert prints[0] == fingerprint(made(0))


def test_settings_of_a_bot_count_and_its_chance_does_not() -> None:
    """A bot that was made is known by what it holds."""

    class Set(qm.Bot):
        def __init__(self, seed: str = "", place: object = 0) -> None:
            super().__init__(seed)
            self.place = place

        def choose(self, view: qm.View, options: qm.Options) -> qm.Answer:
            raise NotImplementedError

    assert fingerprint(Set("a")) == fingerprint(Set("b")) != fingerprint(Set("a", place=1))
    with pytest.raises(UnknownSource):
        fingerprint(Set("a", place=lambda: 1))


def test_bots_of_the_package_need_none() -> None:
    """The version tells them apart."""
    assert fingerprint("master") is None
    assert fingerprint(RandomBot) is None


def test_what_a_dataclass_writes_has_no_source(tmp_path: Path) -> None:
    """The class is known all the same."""
    text = BOT.replace("class Mine", "@dataclass\nclass Mine").replace(
        "    def choose", "    wild: int = 0\n    def choose"
    )
    assert fingerprint(write_bot(tmp_path, text)) != fingerprint(write_bot(tmp_path, BOT))


def test_a_bot_typed_at_a_prompt_is_refused(tmp_path: Path) -> None:
    """Nobody could tell later whether it has changed, and that is said at once."""
    space: dict[str, object] = {"__name__": "__main__"}
    exec(BOT, space)
    bot = space["Mine"]
    assert isinstance(bot, type)
    with pytest.raises(OtherSeries, match="source of Mine can’t be read"):
        qm.arena(bot, games=1, resume=tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_a_script_may_ask_for_more_games(tmp_path: Path) -> None:
    """Of the script that asks only the class counts: the number of games stands beside it."""
    outcomes = []
    for games, place in ((2, 0), (3, 0), (3, 1)):
        ending = f"\nprint(qm.arena(Mine, games={games}, resume='kept').series.games)\n"
        script = BOT.replace("[PLACE]", f"[{place}]") + ending
        (tmp_path / "script.py").write_text(script, encoding="utf-8")
        found = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, check=False)
        outcomes.append(found.returncode)
    assert outcomes == [0, 0, 1]
