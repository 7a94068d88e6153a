"""Events and moves as JSON and back (docs/record.md)."""

import json
from typing import Any

import pytest

from helpers.maps import spaces
from helpers.moves import declare, destroy, draw, place_hero, take_back
from quillmap.play.codec import (
    EVENT_TYPES,
    MOVE_TYPES,
    BadRecord,
    read_event,
    read_move,
    read_setup,
    write_event,
    write_move,
    write_setup,
)
from quillmap.rules.counting import TITLES
from quillmap.rules.dealing import begin
from quillmap.rules.events import (
    Ask,
    Asked,
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
    Event,
    Extra,
    GameEnded,
    HeroPlaced,
    LastingResolved,
    Passed,
    RoundEnded,
    SeasonBegan,
    SeasonScore,
    SeasonScored,
    Spread,
    Submitted,
    TakenBack,
)
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Move
from quillmap.rules.setup import Setup
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain

ZERO, ONE = Seat(0), Seat(1)
A1_A2 = spaces("A1 A2")

EVENTS: list[Event] = [
    begin(Setup(seats=2, heroes="drawn", skills="drawn", map="B", seed="a seed")),
    SeasonBegan(1, (CardId("hamlet"), CardId("orchard"))),
    CardRevealed(CardId("temple-ruins")),
    Asked(Ask.GORGON, (ZERO, ONE)),
    Submitted(ONE, draw("A1 A2", "water", seat=1), ShapeName.FIRST),
    Submitted(
        ONE,
        draw("A1", "farm", seat=1, skill="healing", extra="B1 B2", extra_terrain="farm"),
        ShapeName.SINGLE,
        Extra(spaces("B1 B2"), (Terrain.FARM,)),
    ),
    TakenBack(ONE),
    Drawn(ONE, ZERO, ShapeName.PAIR, Terrain.MONSTER, A1_A2, 3, spaces("A2"), None, 0, None),
    Drawn(None, ZERO, ShapeName.FIRST, Terrain.MONSTER, A1_A2, 0, 0, None, 0, None),
    Drawn(
        *(ONE, ONE, ShapeName.SECOND, Terrain.FARM, A1_A2, 1, 0, Skill.DIPLOMACY, 1),
        Extra(spaces("K11"), (Terrain.FARM, Terrain.VILLAGE)),
    ),
    Passed(None, ONE),
    Passed(ZERO, ONE),
    Declared(ONE, 2),
    HeroPlaced(ZERO, spaces("F6"), spaces("F7 F8"), spaces("F8"), 1),
    Destroyed(ZERO, ONE, spaces("C3"), CardId("gorgon-gaze"), 0),
    Spread(ONE, spaces("C3 C5"), spaces("C5"), 2),
    RoundEnded(7),
    SeasonScored(3, (SeasonScore((4, 0), 2, 1), SeasonScore((0, 9), 0, 12))),
    LastingResolved(CardId("zombie-plague")),
    GameEnded("a seed", (41, -3), (1, 2), None, None),
    GameEnded("a seed", (41,), (1,), -12, "dimwitted-doodler"),
]
MOVES: list[Move] = [
    draw("A1 A2", "water"),
    draw("A1", "farm", seat=1, skill="healing", extra="B1 B2", extra_terrain="farm"),
    place_hero("A1", "B2"),
    destroy("C3"),
    declare(use=True),
    declare(use=False),
    take_back(seat=1),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_event_round_trip(event: Event) -> None:
    """What is written is read again, through real JSON."""
    assert read_event(json.loads(json.dumps(write_event(event)))) == event


@pytest.mark.parametrize("move", MOVES, ids=lambda move: type(move).__name__)
def test_move_round_trip(move: Move) -> None:
    """So are moves."""
    assert read_move(json.loads(json.dumps(write_move(move)))) == move


def test_every_kind_is_tested() -> None:
    """Each kind of event and move has its round trip above."""
    assert {type(event) for event in EVENTS} == set(EVENT_TYPES)
    assert {type(move) for move in MOVES} == set(MOVE_TYPES)


def test_drawn_is_written_as_documented() -> None:
    """The example of docs/record.md."""
    event = Drawn(ZERO, ZERO, ShapeName.FIRST, Terrain.WATER, spaces("C3 C4 C5"), 1, 0, None, 0, None)
    assert write_event(event) == {
        "event": "drawn",
        "seat": 0,
        "sheet": 0,
        "shape": "shape-1",
        "terrain": "water",
        "spaces": ["C3", "C4", "C5"],
        "coins": 1,
        "destroyed": [],
        "skill": None,
        "paid": 0,
        "extra": None,
    }


def test_hero_is_written_as_documented() -> None:
    """One space is a name, several are a list (docs/record.md)."""
    event = HeroPlaced(ZERO, spaces("F6"), spaces("F7 F8 F9"), spaces("F8"), 0)
    assert write_event(event) == {
        "event": "hero-placed",
        "seat": 0,
        "space": "F6",
        "path": ["F7", "F8", "F9"],
        "destroyed": ["F8"],
        "coins": 0,
    }


def test_seasons_are_written_by_name() -> None:
    """Spring, not 0 (docs/record.md)."""
    scored = SeasonScored(0, (SeasonScore((4, 7), 2, 3),))
    assert write_event(scored) == {
        "event": "season-scored",
        "season": "spring",
        "scores": [{"edicts": [4, 7], "coins": 2, "monsters": 3}],
    }


def test_a_deck_that_was_cut_out_is_not_written() -> None:
    """Nobody sees an empty deck where a secret was."""
    assert write_event(SeasonBegan(0, ())) == {"event": "season-began", "season": "spring"}


def test_unknown_keys_are_ignored() -> None:
    """A later version may have more to say (docs/record.md)."""
    assert read_event({"event": "round-ended", "time": 3, "weather": "fine"}) == RoundEnded(3)


DRAWN = write_event(EVENTS[7])
BEGAN = write_event(EVENTS[0])
SCORED = write_event(EVENTS[17])
ENDED = write_event(EVENTS[-1])
TITLE_IDS = ", ".join(title for _, title in TITLES)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "[] is not an object"),
        ("drawn", '"drawn" is not an object'),
        (None, "null is not an object"),
        ({}, "event: there is no null"),
        ({"event": "melted"}, 'event: there is no "melted"'),
        ({"event": 7}, "event: there is no 7"),
        ({"event": "round-ended"}, "round-ended: time is missing"),
        ({"event": "round-ended", "time": "3"}, 'round-ended, time: "3" is not a whole number'),
        ({"event": "round-ended", "time": True}, "round-ended, time: true is not a whole number"),
        ({"event": "round-ended", "time": 1.5}, "round-ended, time: 1.5 is not a whole number"),
        (DRAWN | {"seat": -1}, "drawn, seat: -1 is not a seat"),
        (DRAWN | {"seat": "0"}, 'drawn, seat: "0" is not a whole number'),
        (DRAWN | {"sheet": None}, "drawn, sheet: null is not a whole number"),
        (DRAWN | {"spaces": "A1"}, 'drawn, spaces: "A1" is not a list'),
        (DRAWN | {"spaces": [1]}, "drawn, spaces: 1 is not text"),
        (
            DRAWN | {"spaces": ["L1"]},
            'drawn, spaces: "L1" is not a space such as C4',
        ),
        (
            DRAWN | {"shape": "shape-3"},
            'drawn, shape: "shape-3" is not one of these: shape-1, shape-2, single, pair, square',
        ),
        (
            DRAWN | {"terrain": 3},
            "drawn, terrain: 3 is not one of these: forest, village, farm, water, monster, hero, mountain",
        ),
        (DRAWN | {"extra": []}, "drawn, extra: [] is not an object"),
        (DRAWN | {"extra": {"spaces": ["A1"]}}, "drawn, extra: null is not a list"),
        (
            {"event": "card-revealed", "card": "joker"},
            'card-revealed, card: "joker" is not a card of the explore deck',
        ),
        ({"event": "card-revealed", "card": ["x"]}, 'card-revealed, card: ["x"] is not a card of the explore deck'),
        (
            {"event": "season-began", "season": "monsoon"},
            'season-began, season: "monsoon" is not one of these: spring, summer, autumn, winter',
        ),
        (
            {"event": "destroyed", "seat": 0, "sheet": 0, "space": "A1", "cause": "great-river", "coins": 0},
            'destroyed, cause: "great-river" is not one of these: gorgon-gaze, giant-troll-ravage',
        ),
        (
            {"event": "lasting-resolved", "card": "gorgon-gaze"},
            'lasting-resolved, card: "gorgon-gaze" is not one of these: zombie-plague, giant-troll-ravage',
        ),
        (ENDED | {"seed": "\ud800"}, 'game-ended, seed: "\\ud800" is not text'),
        (BEGAN | {"seed_hash": "x\udfff"}, 'game-began, seed_hash: "x\\udfff" is not text'),
        (ENDED | {"title": "duke"}, 'game-ended, title: "duke" is not one of these: ' + TITLE_IDS),
        (BEGAN | {"edicts": ["deepwoods"]}, 'game-began, edicts: "deepwoods" is not a scoring card'),
        (BEGAN | {"setup": []}, "game-began, setup: [] is not an object"),
        (BEGAN | {"setup": {"ruins": 1}}, "game-began, setup: set-up: 1 is neither true nor false"),
        (
            SCORED | {"scores": [{"edicts": [1], "coins": 0, "monsters": 0}]},
            "season-scored, scores: a season scores two edicts",
        ),
    ],
)
def test_what_is_no_event(value: object, message: str) -> None:
    """Whatever is wrong is named, with the field it is in."""
    with pytest.raises(BadRecord) as bad:
        read_event(value)
    assert str(bad.value) == message


def test_what_is_no_move() -> None:
    """Moves have a kind, and fields, like events."""
    with pytest.raises(BadRecord, match=r"^move: there is no null$"):
        read_move({"event": "draw"})
    with pytest.raises(BadRecord, match=r'^declare, use: "yes" is neither true nor false$'):
        read_move({"move": "declare", "seat": 0, "use": "yes"})


def test_a_move_may_leave_out_what_has_a_default() -> None:
    """A drawing without a skill needs no word about skills."""
    value: dict[str, Any] = {"move": "draw", "seat": 0, "spaces": ["A1", "A2"], "terrain": "water"}
    assert read_move(value) == draw("A1 A2", "water")


# -- set-ups ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    [
        Setup(),
        Setup.of_box("heroes", seats=3, seed="s"),
        Setup.of_box("mixed", edicts=(None, "deepwood", None, None), skills=(Skill.LORE, Skill.SEARCH, Skill.HEALING)),
        Setup.of_box("base", ambushes=("goblin-attack", "gnoll-raid", "zombie-plague", "gorgon-gaze"), promos=True),
    ],
)
def test_setup_round_trip(setup: Setup) -> None:
    """What is written is read again, through real JSON."""
    assert read_setup(json.loads(json.dumps(write_setup(setup)))) == setup


def test_an_empty_seed_is_not_written() -> None:
    """The public set-up says nothing about a seed."""
    assert "seed" not in write_setup(Setup())


def test_missing_keys_have_their_defaults() -> None:
    """An empty object is the usual solo table."""
    assert read_setup({}) == Setup()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "3 is not an object"),
        ({"chairs": 3}, 'a set-up has no "chairs"'),
        ({"seats": "3"}, 'set-up: "3" is not a whole number'),
        ({"map": 1}, "set-up: 1 is not text"),
        ({"edicts": [1]}, "set-up: 1 is not text"),
        ({"ambushes": {}}, "set-up: {} is not a list"),
    ],
)
def test_what_is_no_setup(value: object, message: str) -> None:
    """Whatever is wrong is named."""
    with pytest.raises(BadRecord) as bad:
        read_setup(value)
    assert str(bad.value) == message
