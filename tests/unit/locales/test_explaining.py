"""Why a move or a set-up was refused, in every language."""

import ast
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from helpers.maps import spaces
from helpers.moves import draw
from helpers.tables import Table, table_with_skill
from quillmap.locales import catalogue, explain_refusal, explain_setup
from quillmap.rules.decide import decide
from quillmap.rules.moves import REFUSALS, IllegalMove, Move
from quillmap.rules.setup import REASONS, InvalidSetup, Setup, validate
from quillmap.server.tables.pace import LIMIT_PARAMS
from unit.locales.files import LANGUAGES, forms, messages, params

SAMPLES: dict[str, object] = {
    "asked": "hero",
    "box": "bag",
    "card": "sentinel-wood",
    "choices": "base|heroes",
    "cost": 3,
    "edicts": 3,
    "explore": "both",
    "length": 201,
    "pool": "heroes",
    "seat": 7,
    "seats": 101,
    "skill": "lore",
    "spaces": spaces("C4 C5"),
    "suit": "farm-water",
    "terrain": "water",
}
"""A value for every param with which the rules refuse something."""


def raised(kind: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code and the names of the params of each refusal in the source of the rules."""
    for file in resources.files("quillmap.rules").iterdir():
        if file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind:
                    names = frozenset(each.arg or "explore" for each in node.keywords)
                    for constant in ast.walk(node.args[0]):
                        if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                            yield constant.value, names


def refusals(kind: str, codes: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return sample params for every code."""
    found: dict[str, dict[str, Any]] = {code: {} for code in codes}
    for code, names in raised(kind):
        if code in codes:
            found[code] = {name: SAMPLES[name] for name in names}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "given"), refusals("IllegalMove", REFUSALS).items())
def test_every_refusal_is_explained(language: str, code: str, given: dict[str, Any]) -> None:
    """Each code gives a sentence with everything filled in from the params that the rules give it."""
    sentence = explain_refusal(IllegalMove(code, **given), catalogue(language))
    assert sentence[-1] in ".!?"
    assert "{" not in sentence
    assert sentence != code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "given"), refusals("InvalidSetup", REASONS).items())
def test_every_reason_is_explained(language: str, code: str, given: dict[str, Any]) -> None:
    """So does each code of a refused set-up."""
    sentence = explain_setup(InvalidSetup(code, **given), catalogue(language))
    assert sentence[-1] in ".!?"
    assert "{" not in sentence


def test_the_source_was_read() -> None:
    """The params above come from the rules themselves: a few that must be among them."""
    refused = refusals("IllegalMove", REFUSALS)
    assert refused["space-filled"] == {"spaces": spaces("C4 C5")}
    assert refused["skill-too-dear"] == {"cost": 3}
    assert refusals("InvalidSetup", REASONS)["card-outside-pool"] == {"card": "sentinel-wood", "pool": "heroes"}


def test_texts_ask_for_nothing_else() -> None:
    """A text has no param that nothing fills in."""
    known = {"ask", "spaces", "count", "skill", "terrain", "seats", "field", "value", "length", "card", "pool", "suit"}
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
    assert explain_refusal(refused.value, catalogue("de")) == sentence


def test_healing_without_a_terrain() -> None:
    """If the terrain was left out, that is said, and not that a terrain called None is wrong."""
    sheet = "M.........." + "\n..........." * 10
    table = table_with_skill("healing", "great-river", sheet)
    with pytest.raises(IllegalMove) as refused:
        decide(table.state, draw("K1 K2 K3", "water", skill="healing", extra="A2 A3"))
    assert refused.value.code == "extra-wrong-terrain"
    assert explain_refusal(refused.value, catalogue("en")) == "Choose a terrain from the card for the added shape."


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
    assert explain_setup(refused.value, catalogue("pl")) == sentence


def test_unknown_box() -> None:
    """The boxes of the presets are a choice like any other."""
    with pytest.raises(InvalidSetup) as refused:
        Setup.of_box("bag")
    assert explain_setup(refused.value, catalogue("el")) == "Κουτί: δεν υπάρχει επιλογή «bag»."
