"""``quillmap analyse``: the answers of a seat at one moment."""

import json
from pathlib import Path

import pytest

import quillmap as qm
from unit.cli.conftest import Run


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a game of two that is not over."""
    game = qm.Game(seats=2, seed="analysed", edicts="first-game")
    for _ in range(6):
        game.play(game.options(game.waiting()[0])[0])
    path = tmp_path_factory.mktemp("analysed") / "game.jsonl"
    path.write_text(qm.write_record(game.log), encoding="utf-8")
    return path


def test_answers_are_compared(run: Run, record: Path) -> None:
    """The best first, each with what makes the difference; the moment is the last question up to an event."""
    found = run("analyse", record, "--seat", 1, "--budget", 60)
    assert (found.code, found.err) == (0, "")
    head, first, *others = found.out.splitlines()
    assert head.startswith("Event ")
    assert first.startswith(" 1. ")
    assert all(" ± " in line for line in others)
    earlier = json.loads(run("analyse", record, "--at", 5, "--budget", 60, "--json").out)
    later = json.loads(run("analyse", record, "--budget", 60, "--json").out)
    assert earlier["event"] < later["event"]
    best = earlier["candidates"][0]
    assert best["value"] == pytest.approx(sum(best["parts"].values()), abs=0.05)
    assert str(qm.parse_move(best["text"])) == best["text"]


def test_values_are_stars_to_be_expected(run: Run, tmp_path: Path) -> None:
    """The best first answer leads to about what the review of the game expects at its start."""
    game = qm.bots.play_game("base seed=worth", ["random"])
    (tmp_path / "game.jsonl").write_text(qm.write_record(game), encoding="utf-8")
    first = json.loads(run("analyse", tmp_path / "game.jsonl", "--at", 5, "--budget", 48, "--json").out)
    review = qm.whole_review(game, playouts=48)
    assert first["candidates"][0]["value"] == pytest.approx(review.curve()[0][1], abs=15)


def test_without_numba_it_says_so(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers are only valued then."""
    monkeypatch.setattr("quillmap.fast.readiness.is_ready", lambda: False)
    monkeypatch.setattr("quillmap.fast.readiness.is_possible", lambda: False)
    assert "only valued" in run("analyse", record).out


@pytest.mark.parametrize("arguments", [("--at", 1), ("--seat", 5), ("--seat", -1)])
def test_where_nobody_is_asked_there_is_nothing_to_compare(
    run: Run, record: Path, arguments: tuple[object, ...]
) -> None:
    """Before the first question, and for a seat that there is not."""
    refused = run("analyse", record, *arguments)
    assert (refused.code, "asked nothing" in refused.err) == (2, True)


def test_a_file_that_is_no_record_is_refused(run: Run, tmp_path: Path) -> None:
    """In one line."""
    (tmp_path / "bad").write_text("[]", encoding="utf-8")
    assert run("analyse", tmp_path / "bad").code == 2
