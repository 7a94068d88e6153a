"""``import quillmap``: everything at one door, nothing read before it is used."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import quillmap as qm


def test_nothing_is_imported_before_it_is_used() -> None:
    """The package itself reads none of its modules, nor anything installed."""
    program = "import sys, quillmap; print([name for name in sys.modules if name.startswith(('quillmap.', 'numpy'))])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", qm.__all__)
def test_every_name_is_there(name: str) -> None:
    """Each can be had, is listed, and a second look finds the same thing."""
    assert name in dir(qm)
    assert getattr(qm, name) is getattr(qm, name)


def test_a_wrong_name_is_an_attribute_error() -> None:
    """As in any module."""
    with pytest.raises(AttributeError, match="Bord"):
        _ = qm.Bord  # type: ignore[attr-defined]


def test_environments_say_what_to_install() -> None:
    """Without Gymnasium the package of environments has a sentence, not only the name of a module."""
    program = (
        "import importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'gymnasium' else real(name, *rest)\n"
        "import quillmap\n"
        "try: quillmap.env\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "environments need gymnasium: pip install 'quillmap[rl]'\n"


def test_names_are_listed_once() -> None:
    """``dir`` has what ``__all__`` has, and nothing that the package itself imports."""
    _ = qm.Game
    listed = [name for name in dir(qm) if not name.startswith("_")]
    assert listed == sorted(qm.__all__)


def test_our_errors_have_one_base() -> None:
    """Whoever wants to catch everything that the library refuses can; each still has its own class."""
    provoked: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: qm.Game(seats=0), qm.InvalidSetup),
        (lambda: qm.Game(seats="two"), qm.InvalidSetup),
        (lambda: qm.Game(colour="red"), ValueError),
        (lambda: qm.Game(seed="e").play("B4 water"), qm.IllegalMove),
        (lambda: qm.Game(seed="e").play("B4 wine"), ValueError),
        (lambda: qm.read_record("x"), ValueError),
        (lambda: qm.read_text_map("x"), ValueError),
        (lambda: qm.read_spaces(["Z9"]), ValueError),
        (lambda: qm.score("sentinelwood", qm.Sheet()), KeyError),
        (lambda: qm.arena("nobody"), ValueError),
        (qm.arena, ValueError),
        (lambda: qm.play_out(qm.Game(), "lucky"), ValueError),  # type: ignore[arg-type]
    ]
    for provoke, kind in provoked:
        with pytest.raises(qm.QuillmapError) as caught:
            provoke()
        assert isinstance(caught.value, kind)
        assert len(str(caught.value)) > 15


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        ("analyse", ("game",)),
        ("analyse", (qm.Game(seed="wrong").view(0), 7)),
        ("view", ("game", None)),
        ("play_out", (qm.Game(seed="wrong"), "random", 1, "seed")),
        ("read_text_map", (3,)),
        ("review_seat", (qm.Game(seed="wrong"), 0)),
    ],
)
def test_what_can_not_be_meant_is_said_in_words(function: str, arguments: tuple[object, ...]) -> None:
    """Nothing of Python's own comes out."""
    with pytest.raises(qm.QuillmapError):
        getattr(qm, function)(*arguments)


def test_seats_and_bots_that_are_not_there_are_refused() -> None:
    """A view of nobody is no view of a spectator."""
    game = qm.Game(seed="wrong", seats=2)
    for seat in (2, -1, "a"):
        for look in (game.view, game.options):
            with pytest.raises(qm.IllegalMove, match="no such seat"):
                look(seat)  # type: ignore[arg-type]
    for bots in (["random", "random"], ["nobody"], []):
        with pytest.raises(qm.QuillmapError):
            qm.bots.play_game("base", bots)


def test_games_and_names_will_do() -> None:
    """Where a state, a record or a bot is wanted."""
    game = qm.bots.play_game("base seed=names", ["random"])
    assert qm.bots.play_game("base seed=names", [qm.bots.load_bot("random")]).totals == game.totals
    assert qm.view(game, None) == game.view()
    *_, last = qm.review_seat(game, qm.Seat(0), playouts=2)
    assert isinstance(last.result, qm.SeatReview)
    ends = [qm.play_out(qm.Game(seed="ends"), "random", games=5, seed=None).totals for _ in range(2)]
    assert ends[0] != ends[1]


def test_what_is_long_is_shown_in_short() -> None:
    """A message is a line, whatever was given."""
    long: Any = ["a very long text"] * 1000
    for call in (qm.play_out, qm.Game, qm.Game().play, qm.parse_move, qm.write_record, qm.arena, qm.space_names):
        with pytest.raises(qm.QuillmapError) as refused:
            call(long)
        assert len(str(refused.value)) < 300, call
        assert "\n" not in str(refused.value)
