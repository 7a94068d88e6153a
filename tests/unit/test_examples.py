"""The programs in ``examples``: each says what it does, whatever is installed."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quillmap as qm

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))
LEARNERS = {
    "train_afterstates.py": "numba",
    "train_ppo.py": "torch",
    "train_sb3.py": "sb3_contrib",
    "train_tianshou.py": "tianshou",
}
"""What every learner needs beside the environments."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_help_is_there(name: str) -> None:
    """``--help`` says what the program does and which options it has."""
    command = [sys.executable, str(EXAMPLES / name), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"usage: {name}")
    assert "python examples/" in done.stdout


def test_the_bot_beats_the_random_one() -> None:
    """As its file says."""
    command = [sys.executable, str(EXAMPLES / "my_bot.py"), "--games", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    *_, difference = done.stdout.splitlines()
    assert difference.startswith("MyBot − random ")
    assert float(difference.split()[3]) > 5


def test_the_bot_that_looks_ahead_plays_by_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays well, and the same when the cards that it can't see are others."""
    monkeypatch.syspath_prepend(EXAMPLES)
    from look_ahead_bot import LookAhead  # noqa: PLC0415

    contest = qm.arena(LookAhead("", width=3, deals=1), "random", games=2, solo=True)
    assert contest.differences["LookAhead", "random"].total.mean > 20
    game = qm.Game(seed="seen")
    answers = {str(LookAhead("1").choose(each.view(0), each.options())) for each in (game, game.redeal(1))}
    assert len(answers) == 1


def test_the_bot_that_looks_ahead_deals_every_round_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """All answers of a round are played out on the same deals, those of the next round on others."""
    monkeypatch.syspath_prepend(EXAMPLES)
    from look_ahead_bot import LookAhead  # noqa: PLC0415

    seeds: list[int] = []
    play_out = qm.play_out

    def noted(position: qm.Game, policy: Any, games: int, seed: int = 0) -> Any:
        seeds.append(seed)
        return play_out(position, policy, games, seed)

    monkeypatch.setattr(qm, "play_out", noted)
    game = qm.Game(seed="seen")
    LookAhead("1", width=3, deals=2).choose(game.view(0), game.options())
    assert [seeds.count(seed) for seed in seeds] == [3] * 6


@pytest.mark.thorough
@pytest.mark.parametrize("name", LEARNERS)
def test_learners_write_a_curve_or_say_what_they_need(name: str, tmp_path: Path) -> None:
    """Where its library is installed, a learner learns and writes; elsewhere one line says what to install."""
    curve = tmp_path / "curve.json"
    told = ["--minutes", "0.02", "--games", "40", "--curve", str(curve)]
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *told], capture_output=True, text=True, check=False)
    if find_spec(LEARNERS[name]) is None:
        assert done.returncode == 1
        assert "No module named" in done.stderr
        assert "pip install" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        return
    assert done.returncode == 0, done.stderr
    found = json.loads(curve.read_text(encoding="utf-8"))
    assert found["seed"] == 1
    assert found["final"]["games"] >= 40
    assert all(set(point) == {"steps", "minutes", "clock", "stars"} for point in found["points"])
    if name == "train_afterstates.py":
        assert found["final"]["stars"] > 30  # random play gets 19


def test_advantages_are_what_is_gained_beyond_the_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reward counts for the moves before it, less the longer ago they were, and not across the end of a game."""
    monkeypatch.syspath_prepend(EXAMPLES)
    from train_ppo import TRACE, advantages  # noqa: PLC0415

    rewards = np.array([[0.0], [2.0], [5.0]])
    overs = np.array([[False], [True], [False]])
    stars = np.array([[1.0], [1.0], [3.0], [4.0]])
    assert advantages(rewards, overs, stars) == pytest.approx(np.array([[TRACE], [1.0], [6.0]]))


def test_lists_of_covered_spaces_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learners' lists hold, for every action, the spaces that ``covered_spaces`` marks."""
    monkeypatch.syspath_prepend(EXAMPLES)
    from learning import SPACES, spaces_of_actions  # noqa: PLC0415

    from quillmap.env import covered_spaces  # noqa: PLC0415

    lists = spaces_of_actions()
    for card in (0, 8, 20, 43):
        marked = np.zeros((len(lists[card]), SPACES + 1), dtype=np.bool_)
        np.put_along_axis(marked, lists[card].astype(np.int64), values=True, axis=1)
        assert np.array_equal(marked[:, :SPACES], covered_spaces(card))


def test_the_picture_of_the_docs_shows_the_curves_beside_it(tmp_path: Path) -> None:
    """``docs/pictures/learning.svg`` is what the program draws from ``docs/learning``."""
    curves = sorted(str(path) for path in (ROOT / "docs/learning").glob("*.json") if path.name != "bots.json")
    made = tmp_path / "learning.svg"
    told = [str(made), *curves, "--bots", str(ROOT / "docs/learning/bots.json")]
    subprocess.run([sys.executable, str(EXAMPLES / "plot_learning.py"), *told], check=True)
    assert made.read_text(encoding="utf-8") == (ROOT / "docs/pictures/learning.svg").read_text(encoding="utf-8")
