"""The page tells what has happened in the same sentences as everything else does (``quillmap.locales.telling``)."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import pytest

from golden.make_games import HASHED, KINDS, kept_files, play
from page.tools import run_node
from quillmap.locales import Catalogue, catalogue, languages, tell, typeset
from quillmap.play.codec import EVENT_TYPES, write_event, write_setup
from quillmap.play.record import public_events, read_record
from quillmap.rules.events import Event, GameBegan
from quillmap.server.games import catalogue as cards

SCRIPT: Final = Path(__file__).with_name("tell_games.js")
Sentences: TypeAlias = list[list[str]]
"""Those of every event of a game."""

SHOWN_OTHERWISE: Final = (
    *("game-began.edict", "game-began.skills", "game-began.seal"),
    *("asked", "submitted", "taken-back", "round-ended"),
    *("game-ended.player", "game-ended.tie-break", "game-ended.seed"),
)
"""What the page has no sentence for, because it has a place for it."""


class Listener(Catalogue):
    """A catalogue that remembers the sentences of events which it was asked for, by key."""

    def __init__(self, words: Catalogue) -> None:
        super().__init__(words.language, words._messages)
        self.heard: list[tuple[str, str]] = []

    def text(self, key: str, /, **params: object) -> str:
        """Return a text, and note it."""
        found = super().text(key, **params)
        if key.startswith("events."):
            self.heard.append((key.removeprefix("events."), found))
        return found


@cache
def games() -> dict[str, list[Event]]:
    """Return the public events of the golden games."""
    return {
        kind: public_events(play(KINDS[kind]).log if kind in HASHED else read_record(path.read_text(encoding="utf-8")))
        for kind, path in kept_files()
    }


def names_of(events: list[Event]) -> list[str]:
    """Return the players of a game: among them names that look like something else."""
    began = events[0]
    assert isinstance(began, GameBegan)
    return ["Ada", "a", "{count}", "Żółw w lesie", *(f"Player {seat}" for seat in range(4, 100))][: began.setup.seats]


@cache
def told_by_the_page() -> dict[str, dict[str, Sentences]]:
    """Return the page's sentences for every event of every game, by language and kind of game."""
    wish = {"cards": msgspec.json.decode(cards.catalogue()), "languages": list(languages()), "games": []}
    for events in games().values():
        began = events[0]
        assert isinstance(began, GameBegan)
        game = {"setup": write_setup(began.setup), "names": names_of(events), "events": list(map(write_event, events))}
        wish["games"].append(game)
    done = run_node(SCRIPT, given=json.dumps(wish))
    assert done.returncode == 0, done.stderr
    found: dict[str, list[Sentences]] = json.loads(done.stdout)
    return {language: dict(zip(games(), told, strict=True)) for language, told in found.items()}


def told_by_the_library(events: list[Event], language: str) -> Sentences:
    """Return the library's sentences for every event that the page has sentences for, set as on a page."""
    began = events[0]
    assert isinstance(began, GameBegan)
    words = Listener(typeset(catalogue(language)))
    found: Sentences = []
    for event in events:
        words.heard.clear()
        tell(event, began.setup, names_of(events), words)
        found.append([sentence for key, sentence in words.heard if not key.startswith(SHOWN_OTHERWISE)])
    return found


def different(page: Sentences, library: Sentences) -> list[tuple[list[str], list[str]]]:
    """Return the events that are told differently."""
    return [(one, other) for one, other in zip(page, library, strict=True) if one != other]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_event_is_told_alike(kind: str, language: str) -> None:
    """The page's sentences are the library's, letter by letter."""
    assert different(told_by_the_page()[language][kind], told_by_the_library(games()[kind], language)) == []


def test_the_games_have_every_kind_of_event() -> None:
    """Nothing goes untold in all of them but answers, which are in no record."""
    seen: set[Any] = {type(event) for events in games().values() for event in events}
    assert {kind.__name__ for kind in EVENT_TYPES if kind not in seen} == {"Submitted", "TakenBack"}
