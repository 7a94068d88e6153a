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


def test_where_nobody_is_asked_there_is_nothing_to_compare(run: Run, record: Path) -> None:
    """Before the first question."""
    assert run("analyse", record, "--at", 1).fails_with("asked nothing")


def test_a_file_that_is_no_record_is_refused(run: Run, tmp_path: Path) -> None:
    """In one line."""
    (tmp_path / "bad").write_text("[]", encoding="utf-8")
    assert run("analyse", tmp_path / "bad").code == 2


@pytest.mark.parametrize("seat", [2, -1])
def test_a_seat_that_is_not_there_is_named(run: Run, record: Path, seat: int) -> None:
    """And not said to be asked nothing."""
    assert run("analyse", record, "--seat", seat).fails_with(f"There is no seat {seat}")


def test_a_record_that_was_changed_is_refused(run: Run, tmp_path: Path) -> None:
    """As a review refuses it: what is told of it would be about a game that never was."""
    path = tmp_path / "game.jsonl"
    text = qm.write_record(qm.bots.play_game("base seed=changed", "random"))
    changed = text.replace('"coins": ', '"coins": 1', 1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    assert run("analyse", path).fails_with("not that of a fair game")
