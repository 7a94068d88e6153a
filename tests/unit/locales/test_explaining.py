"""Why something was refused, in every language."""

import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

import quillmap as qm
from helpers.errors import WANTED_CODES, codes_of, raised
from helpers.maps import spaces
from helpers.moves import draw
from helpers.tables import Table, table_with_skill
from quillmap.bots.bot_game import BotFailed
from quillmap.bots.cluster import ClusterAway
from quillmap.bots.registry import UnknownBot
from quillmap.bots.resuming import OtherSeries
from quillmap.errors import CodedError
from quillmap.locales import catalogue, explain
from quillmap.play.codec import BadRecord
from quillmap.play.textmap import BadTextMap
from quillmap.rules.decide import decide
from quillmap.rules.moves import IllegalMove, Move
from quillmap.rules.setup import InvalidSetup, Setup, validate
from quillmap.server.hosting.config import BadConfig
from quillmap.server.tables.pace import LIMIT_PARAMS
from unit.locales.files import LANGUAGES, forms, messages, params

SAMPLES: dict[str, object] = {
    "address": "tcp://10.0.0.9:8786",
    "answer": "None",
    "asked": "hero",
    "bot": "nobody",
    "bots": "random, master",
    "box": "bag",
    "card": "sentinel-wood",
    "character": "?",
    "choices": "base|heroes",
    "column": 3,
    "cost": 3,
    "days": -1,
    "edicts": 3,
    "event": 12,
    "explore": "both",
    "field": "season",
    "file": "own.py",
    "folder": "games",
    "game": 3,
    "here": "1.0.0",
    "host": "localhost",
    "install": "pip install it",
    "kind": "event",
    "least": 32,
    "length": 201,
    "level": "surveyor",
    "line": 7,
    "module": "own",
    "most": 65535,
    "name": "season-began",
    "option": "--keep-days",
    "part": "games",
    "pool": "heroes",
    "port": 70000,
    "problem": BadRecord("empty"),
    "reason": "KeyError: 'x'",
    "row": 4,
    "seat": 7,
    "seats": 101,
    "seconds": 0.5,
    "setting": "depth",
    "skill": "lore",
    "spaces": spaces("C4 C5"),
    "suit": "farm-water",
    "terrain": "water",
    "there": "0.9.0",
    "url": "here",
    "value": ["x"],
    "version": 1,
    "workers": 0,
}
"""A value for every param of an error."""


KINDS: tuple[type[CodedError], ...] = (
    *(IllegalMove, InvalidSetup, BadRecord, BadTextMap),
    *(UnknownBot, BotFailed, BadConfig, ClusterAway, OtherSeries),
)
WORKED_OUT: dict[type[CodedError], dict[str, dict[str, Any]]] = {
    InvalidSetup: {"unknown-value": {"explore": "both", "choices": "base|heroes"}}
}
"""Params whose names are worked out."""


def samples(kind: type[CodedError]) -> dict[str, dict[str, Any]]:
    """Return sample params for every code with which the source makes an error of this *kind*."""
    found = {code: {name: SAMPLES[name] for name in names} for code, names in raised(kind)}
    return found | WORKED_OUT.get(kind, {})


ERRORS = [(kind, code, given) for kind in KINDS for code, given in samples(kind).items()]


@pytest.mark.parametrize("kind", KINDS)
def test_every_code_has_its_sentence(kind: type[CodedError]) -> None:
    """The sentences of the catalogue are those of the codes in the source: none is missing, none is left over."""
    drawn = WANTED_CODES if kind is IllegalMove else set()
    unusable = {
        "wrong-version",
        "data-unusable",
        "data-in-use",
        "database-unusable",
        "database-in-use",
        "other-cluster",
        "address-taken",
    }
    others = {BadRecord: {"other"}, BadConfig: unusable}
    assert samples(kind).keys() | drawn == codes_of(kind) - others.get(kind, set())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "code", "given"), ERRORS)
def test_every_error_is_explained(language: str, kind: type[CodedError], code: str, given: dict[str, Any]) -> None:
    """Each code gives a sentence with everything filled in from the params that the source gives it."""
    error = pickle.loads(pickle.dumps(kind(code, **given)))
    sentence = explain(error, catalogue(language))
    assert "{" not in sentence
    assert sentence != code
    if kind in (IllegalMove, InvalidSetup):
        assert sentence[-1] in ".!?"
    if language == "en":
        assert sentence in str(error)


@pytest.mark.parametrize(
    "call",
    [
        lambda: qm.Game().play("nonsense"),
        qm.arena,
        lambda: catalogue("xx"),
        lambda: qm.score("nobody", qm.Game().sheets[0]),
    ],
)
def test_errors_without_a_code_keep_their_sentence(call: Callable[[], object]) -> None:
    """They speak to programmers, in English, whatever the language."""
    with pytest.raises(qm.QuillmapError) as raised_here:
        call()
    assert not isinstance(raised_here.value, CodedError)
    assert explain(raised_here.value, catalogue("de")) == str(raised_here.value)


def test_a_bad_map_says_where_in_every_language() -> None:
    """Line and column are not for the English alone."""
    error = BadTextMap("row-missing", line=4, column=1, row=4)
    assert explain(error, catalogue("de")) == "Zeile 4, Spalte 1: Zeile 4 von 11 fehlt"
    for language in LANGUAGES:
        assert {"4", "1"} <= set(re.findall(r"\d+", explain(error, catalogue(language)).split(":")[0]))


def test_the_source_was_read() -> None:
    """The params above come from the source itself: a few that must be among them."""
    refused = samples(IllegalMove)
    assert refused["space-filled"] == {"spaces": spaces("C4 C5")}
    assert refused["skill-too-dear"] == {"cost": 3}
    assert samples(InvalidSetup)["card-outside-pool"] == {"card": "sentinel-wood", "pool": "heroes"}


def test_texts_ask_for_nothing_else() -> None:
    """A text has no param that nothing fills in."""
    known = {"ask", "spaces", "count", "skill", "terrain", "seats", "field", "value", "length", "card", "pool", "suit"}
    known |= {"event", "megabytes"}  # of a record that is not fair, and of what plays without a server
    used = {
        name
        for key, message in messages("en").items()
        if key.startswith("errors.")
        for form in forms(message).values()
        for name in params(form)
    }
    assert used == known | set(LIMIT_PARAMS)


MOVES: list[tuple[Table, Move, str]] = [
    (Table("great-river"), draw("B4 C4 D4", "water"), "Hier ist ein Feld schon ausgefüllt: B4."),
    (
        Table("great-river"),
        draw("A1", "water"),
        "Eine Form der Karte passt noch, deshalb ist ein einzelnes Feld nicht erlaubt.",
    ),
    (
        Table("great-river"),
        draw("A1 A2 A3", "farm"),
        "Mit diesem Gelände darfst du die Form jetzt nicht ausfüllen: Acker.",
    ),
    (
        table_with_skill("healing", "great-river"),
        draw("A1 A2 A3", "water", skill="healing", extra="E5 E6"),
        "Die zusätzliche Form liegt nicht dort, wo diese Fertigkeit sie haben will: "
        "Sie muss ein Monster oder die eben gezeichnete Form berühren.",
    ),
    (
        table_with_skill("concentration", "great-river", coins=2),
        draw("A1 A2 A3", "water", skill="concentration", extra="E5 E6 E7"),
        "Diese Fertigkeit kostet 3 Münzen, und du hast weniger.",
    ),
]


@pytest.mark.parametrize(("table", "move", "sentence"), MOVES)
def test_refused_moves_in_german(table: Table, move: Move, sentence: str) -> None:
    """Real moves, refused by the rules and explained."""
    with pytest.raises(IllegalMove) as refused:
        decide(table.state, move)
    assert explain(refused.value, catalogue("de")) == sentence


def test_healing_without_a_terrain() -> None:
    """If the terrain was left out, that is said, and not that a terrain called None is wrong."""
    sheet = "M.........." + "\n..........." * 10
    table = table_with_skill("healing", "great-river", sheet)
    with pytest.raises(IllegalMove) as refused:
        decide(table.state, draw("K1 K2 K3", "water", skill="healing", extra="A2 A3"))
    assert refused.value.code == "extra-wrong-terrain"
    assert explain(refused.value, catalogue("en")) == "Choose a terrain from the card for the added shape."


SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"map": "E"}, "Mapa: nie ma takiej możliwości: „E”."),
    ({"seats": 101}, "Przy stole jest od 1 do 100 miejsc, nie 101."),
    (
        {"edicts": ("deepwood", None, None, None)},
        "Tej karty nie ma wśród kart Punktacji w grze (Gra podstawowa): Knieja.",
    ),
    ({"ambushes": ("bunny-attack",) * 4}, "Nie ma takiej karty: bunny-attack."),
]


@pytest.mark.parametrize(("changes", "sentence"), SETUPS)
def test_refused_setups_in_polish(changes: dict[str, Any], sentence: str) -> None:
    """Real set-ups, refused by the rules and explained; an unknown id is shown as it was written."""
    with pytest.raises(InvalidSetup) as refused:
        validate(Setup(**{"seed": "a test", **changes}))
    assert explain(refused.value, catalogue("pl")) == sentence


def test_unknown_box() -> None:
    """The boxes of the presets are a choice like any other."""
    with pytest.raises(InvalidSetup) as refused:
        Setup.of_box("bag")
    assert explain(refused.value, catalogue("el")) == "Κουτί: δεν υπάρχει επιλογή «bag»."
