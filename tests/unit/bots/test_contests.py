"""The arena in one call, from Python."""

import json
from pathlib import Path
from typing import Any

import pytest

import quillmap as qm
from quillmap.bots.registry import UnknownBot
from quillmap.bots.resuming import OtherSeries
from quillmap.bots.series import _parts
from quillmap.fast import readiness


class First(qm.Bot):
    """Draws what comes at a place in the list."""

    def __init__(self, seed: str = "", place: int = 0) -> None:
        super().__init__(seed)
        self.place = place

    def choose(self, view: qm.View, options: qm.Options) -> qm.Answer:
        """Return that option."""
        del view
        return options[self.place]


def test_names_classes_and_bots_play() -> None:
    """Each is called by its name, and a bot that serves as a pattern keeps its settings."""
    contest = qm.arena("random", First, First(place=-1), games=3, solo=True)
    assert contest.names == ["random", "First", "First (2)"]
    class_alone, bot_alone = (qm.arena(each, games=3).standings.tallies[0].totals for each in (First, First(place=-1)))
    assert [tally.totals for tally in contest.standings.tallies[1:]] == [class_alone, bot_alone]
    assert class_alone != bot_alone


def test_a_contest_shows_itself() -> None:
    """As text, as a table of a notebook, as JSON and as a picture; parts of it have figures in their texts."""
    contest = qm.arena("apprentice", "random", games=4, rotate=True, setup="base map=B")
    assert str(contest).splitlines()[0].split() == ["bot", "mean", "±", "sd", "min", "max"]
    assert "apprentice − random" in repr(contest)
    assert contest._repr_html_().count("<tr>") == 4
    low, high = contest.to_dict()["seats"][0]["interval"]
    assert str(contest).splitlines()[1].split()[2] == f"{(high - low) / 2:.1f}"
    assert contest.plot().startswith("<svg ")
    found = json.loads(json.dumps(contest.to_dict()))
    assert (found["conditions"]["map"], found["differences"][0]["deals"]) == ("B", 4)
    difference = contest.differences["apprentice", "random"]
    assert repr(difference).startswith("<Difference: <Distribution: mean ")
    assert repr(contest.standings).startswith("<Standings: <Tally: ")
    assert difference.total.to_dict()["size"] == difference.to_dict()["deals"] == 4


def test_an_interrupted_contest_goes_on(tmp_path: Path) -> None:
    """The parts of the file count, and no other contest may use it."""
    kept = tmp_path / "kept"

    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        qm.arena("apprentice", "random", games=6, resume=kept, on_progress=stop)
    steps: list[int] = []
    contest = qm.arena("apprentice", "random", games=6, resume=kept, on_progress=steps.append)
    assert steps == [4, 5, 6]
    assert contest.standings.tallies[0].totals == qm.arena("apprentice", "random", games=6).standings.tallies[0].totals
    with pytest.raises(OtherSeries, match="another series"):
        qm.arena("apprentice", "random", games=6, seed="other", resume=kept)


def test_a_series_goes_on_to_more_games(tmp_path: Path) -> None:
    """Only those that are missing are played; fewer games take of the file what they need."""
    kept = tmp_path / "kept.jsonl"
    qm.arena("random", games=4, resume=kept)
    steps: list[int] = []
    more = qm.arena("random", games=7, resume=kept, on_progress=steps.append)
    assert steps == [5, 6, 7]
    fewer = qm.arena("random", games=3, resume=kept, on_progress=steps.append)
    assert len(steps) == 3
    for contest, games in ((more, 7), (fewer, 3)):
        assert str(contest) == str(qm.arena("random", games=games))


def test_a_file_without_deals_is_refused(tmp_path: Path) -> None:
    """Files of earlier versions don't tell which games had the same cards."""
    kept = tmp_path / "kept.jsonl"
    qm.arena("random", "apprentice", games=3, rotate=True, resume=kept)
    head, *lines = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    for tally in (tally for line in lines for tally in line["tallies"]):
        del tally["deals"]
    kept.write_text("".join(f"{json.dumps(line)}\n" for line in [head, *lines]), encoding="utf-8")
    with pytest.raises(OtherSeries):
        qm.arena("random", "apprentice", games=3, rotate=True, resume=kept)


def test_no_deal_counts_twice_whatever_the_parts_were(tmp_path: Path) -> None:
    """Parts of two deals, then one deal of such a part alone, then all of them again."""
    kept = tmp_path / "kept.jsonl"
    whole = qm.arena("random", games=400, resume=kept)
    assert str(qm.arena("random", games=3, resume=kept)) == str(qm.arena("random", games=3))
    assert str(qm.arena("random", games=400, resume=kept)) == str(whole)


@pytest.mark.parametrize("known", [[], [range(3)], [range(5, 8), range(2)], [range(10)]])
def test_what_is_not_known_is_played_once(known: list[range]) -> None:
    """In short parts, whatever was kept before."""
    deals = [deal for part in [*known, *_parts(10, known)] for deal in part]
    assert sorted(deals) == list(range(10))


@pytest.mark.parametrize("given", [["random", "apprentice"], lambda _view, options: options[0]])
def test_lists_and_functions_are_no_bots(given: Any) -> None:
    """The error says what a bot can be."""
    with pytest.raises(qm.BadArgument, match="one by one"):
        qm.arena(given, games=1)


def test_what_is_no_bot_is_refused() -> None:
    """Nobody, a class of another kind, and other things say so before a game begins."""
    with pytest.raises(ValueError, match="at least one bot"):
        qm.arena()
    for wrong in (int, 7, "nobody"):
        with pytest.raises(UnknownBot):
            qm.arena(wrong, games=1)  # type: ignore[arg-type]


def test_a_master_without_numba_is_not_compared(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In Python as on the command line; alone it plays, and is marked."""
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    with pytest.raises(UnknownBot, match="only play like surveyor"):
        qm.arena("master", "surveyor", games=1)
    assert qm.arena("master@playouts=9", games=1).to_dict()["seats"][0]["plays_as"] == "surveyor"
    assert all("pip install" in message for message in caplog.messages)


def test_play_outs_say_how_they_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled where that is possible, and otherwise interpreted by the same policies; the same seed repeats them."""
    game = qm.Game(seats=2, seed="ends")
    game.play(game.options(0)[0])
    compiled = qm.play_out(game, "random", games=5, seed=3)
    assert (compiled.backend, len(compiled.totals), len(compiled.totals[0])) == ("compiled", 5, 2)
    assert compiled.totals == qm.play_out(game.view(0), "random", games=5, seed=3).totals
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    for policy in ("random", "learned"):
        games = 2 if policy == "random" else 1  # it takes its time
        plain = qm.play_out(game, policy, games=games, seed=3)
        assert (plain.backend, plain.of(1).size) == ("interpreted", games)
        assert plain.totals == qm.play_out(game.view(0), policy, games=games, seed=3).totals
        assert repr(plain).startswith(f"<PlayOuts: {games} game")
        assert f", {policy}, interpreted; mean stars " in repr(plain)
    with pytest.raises(ValueError, match="numba"):
        qm.play_out(game, "greedy", games=1)
    with pytest.raises(ValueError, match="no policy"):
        qm.play_out(game, "lucky", games=1)  # type: ignore[arg-type]


def test_play_outs_repeat_unless_the_seed_differs() -> None:
    """Whatever order the deck of the given game is in: it is not looked at."""
    game = qm.Game(seed="ends")
    plain, again, other = (qm.play_out(each, "random", games=5).totals for each in (game, game, game.redeal(3)))
    assert plain == again == other != qm.play_out(game, "random", games=5, seed=1).totals
    assert "same deals" in (qm.play_out.__doc__ or "")


def test_no_comparison_is_lost_among_equal_names() -> None:
    """Bots of one class with other settings are told apart; every pair has its difference, row and place in JSON."""
    contest = qm.arena("random", First, First(place=-1), games=3, solo=True)
    assert list(contest.differences) == [("random", "First"), ("random", "First (2)")]
    assert [each["to"] for each in contest.to_dict()["differences"]] == ["First", "First (2)"]
    assert "random − First (2)" in str(contest)
    table = qm.arena(First(place=1), First(place=-1), games=2, rotate=True)
    assert list(table.differences) == [("First", "First (2)")]
    against = qm.arena("random", against="random", games=2)
    assert against.differences["random", "random (2)"].total.mean == 0


def test_line_ups_are_told_apart() -> None:
    """In the names, and by a line between them; those who are compared have the plain names."""
    contest = qm.arena("apprentice", "random", against=["random", "random"], games=2)
    assert contest.names == ["apprentice", "random (2)", "random", "random"]
    assert [line.split("  ")[0] for line in str(contest).splitlines()[1:5]] == [*contest.names[:2], "against", "random"]
    assert list(contest.differences) == [("apprentice", "random")]
    assert qm.arena("apprentice", "random", against=[First, "random"], games=1).names[1::2] == ["random", "random (2)"]


def test_a_difference_is_found_either_way_round() -> None:
    """With its sign changed; who was not compared is told who was."""
    contest = qm.arena("apprentice", "random", games=3, rotate=True)
    there, back = (contest.differences[pair] for pair in (("apprentice", "random"), ("random", "apprentice")))
    assert there.total.mean == -back.total.mean != 0
    assert there.total.margin == back.total.margin
    for wrong in (("random", "nobody"), "random"):
        with pytest.raises(KeyError, match=r"there are \('apprentice', 'random'\)") as refused:
            contest.differences[wrong]  # type: ignore[index]
        assert isinstance(refused.value, qm.QuillmapError)
    with pytest.raises(qm.QuillmapError, match="rotate, against or solo"):
        qm.arena("apprentice", "random", games=1).differences["apprentice", "random"]


def test_seats_that_did_not_play_are_refused() -> None:
    """With a sentence that tells how many did."""
    ends = qm.play_out(qm.Game(seed="ends"), "random", games=2)
    for wrong in (7, -1):
        with pytest.raises(qm.BadArgument, match=f"no seat {wrong}: 1 played"):
            ends.of(wrong)


def test_the_arena_ignores_nothing() -> None:
    """What can't be meant is refused, and the seed of a set-up counts."""
    refused: list[tuple[dict[str, Any], str]] = [
        ({"setup": "base seats=3"}, "3 seats, but 2"),
        ({"setup": qm.Setup(seats=4)}, "4 seats, but 2"),
        ({"setup": {"seats": 2}, "solo": True}, "2 seats, but 1"),
        ({"solo": True, "rotate": True}, "leave out rotate"),
        ({"solo": True, "against": ["random", "random"]}, "one bot is compared with one"),
        ({"setup": "base seed=a", "seed": "b"}, "two seeds"),
        ({"games": 0}, "games is"),
        ({"games": "5"}, "games is"),
        ({"against": "random"}, "name as many"),
    ]
    for wrong, problem in refused:
        with pytest.raises(qm.BadArgument, match=problem):
            qm.arena("random", "apprentice", **{"games": 1, **wrong})
    with pytest.raises(qm.BadArgument, match="leave out rotate"):
        qm.arena("random", rotate=True, games=1)
    meant: list[dict[str, Any]] = [{}, {"setup": "base seed=a"}, {"seed": 7}, {"seed": None}, {"seed": None}]
    seeds = [qm.arena("random", games=1, **given).to_dict()["conditions"]["seed"] for given in meant]
    assert seeds[:3] == ["1", "a", "7"]
    assert seeds[3] != seeds[4]
    by_itself = qm.Setup(seats=2, ambush_by="automatic")
    assert qm.arena("random", "random", games=1, setup=by_itself).series.setup.ambush_by == "automatic"
