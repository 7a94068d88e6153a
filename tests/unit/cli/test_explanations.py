"""The command line says what is wrong with a record or a bot, in five languages."""

import json
import pickle
from collections.abc import Callable

import pytest

from quillmap.bots.bot_game import BotFailed
from quillmap.locales import catalogue, explain, languages
from quillmap.play.codec import BadRecord
from quillmap.play.record import read_record
from quillmap.play.replay import replay
from quillmap.rules.moves import IllegalMove
from unit.cli.conftest import Run

OTHERS = tuple(languages())[1:]


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("what?", "Zeile 1: ab Spalte 1 kein JSON"),
        ("", "Zeile 1: der Spielverlauf ist leer"),
        ('{"event": "season-began", "season": "monsoon"}', 'Zeile 1: season-began, season: "monsoon" gehört nicht zu'),
        ('{"event": "round-ended", "time": null}', "Zeile 1: round-ended, time: null ist keine ganze Zahl"),
        ('{"event": ["' + "x" * 999 + '"]}', 'Zeile 1: event: ["' + "x" * 58 + "… gibt es nicht"),
        (
            '{"event": "destroyed", "seat": 0, "sheet": 0, "space": "Z9"}',
            'Zeile 1: destroyed, space: "Z9" ist kein Feld',
        ),
    ],
)
def test_a_bad_record_in_german(run: Run, text: str, german: str) -> None:
    """Line, field and trouble are told in the language; what the file says is quoted as it is there."""
    assert run("replay", "-", "--lang", "de", stdin=text).fails_with(german)


def test_a_table_that_cannot_be(record_text: str) -> None:
    """A set-up that the rules refuse is explained with the same words as at a table."""
    words = catalogue("pl")
    first, *rest = record_text.splitlines()
    with pytest.raises(BadRecord) as bad:
        list(replay(read_record("\n".join([first.replace('"seats": 2', '"seats": 200'), *rest]))))
    assert explain(bad.value, words).startswith("zdarzenie 1: ustawienia stołu: ")
    assert explain(bad.value, words).endswith(words.text("errors.setup.seats-out-of-range", seats=200)[:-1])


def _failure(problem: BotFailed) -> BotFailed:
    return BotFailed("in-game", game=3, bots="random", problem=problem)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "make",
    [
        lambda: _failure(BotFailed("broke-down", seat=1, reason="KeyError: 'x'", file="own.py", line=7)),
        lambda: _failure(BotFailed("illegal-move", seat=1, reason=IllegalMove("skill-used"))),
        lambda: _failure(BotFailed("no-answer", seat=0, answer="None")),
    ],
)
def test_a_failing_bot(language: str, make: Callable[[], BotFailed]) -> None:
    """It is told in the language, also when the game was played in another process."""
    failed: BotFailed = pickle.loads(pickle.dumps(make()))
    told = explain(failed, catalogue(language))
    assert told != str(failed)
    assert told.startswith(catalogue(language).text("command.failure.in-game", game=3, bots="random", problem=""))


def test_an_illegal_move_has_its_reason() -> None:
    """Why a bot's move was refused is told as a player would be told."""
    words = catalogue("hu")
    failed = BotFailed("illegal-move", seat=0, reason=IllegalMove("skill-used"))
    assert words.text("errors.move.skill-used")[:-1] in explain(failed, words)


def test_an_illegal_move_in_a_record(run: Run, record_text: str) -> None:
    """A verdict says in the language why the rules refuse what somebody has drawn."""
    lines = record_text.splitlines()
    place = next(number for number, line in enumerate(lines) if '"event": "drawn"' in line)
    drawn = json.loads(lines[place])
    drawn["spaces"] = ["K1"]
    lines[place] = json.dumps(drawn)
    outcome = run("replay", "-", "--verify", "--lang", "el", stdin="\n".join(lines))
    words = catalogue("el")
    reason = words.text("command.verdict.reason.illegal-move")
    assert outcome.out.startswith(words.text("command.verdict.dishonest"))
    assert outcome.out.endswith(f"{reason}: {words.text('errors.move.shape-fits')[:-1]}\n")
