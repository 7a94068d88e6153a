"""Whole games that are kept: legal by the independent checker, and made again move by move by the engine."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from checker.checker import check_record
from checker.report import Report
from golden.make_games import FOLDER, HASHED, KINDS, kept_files, play, summary
from helpers.moves_of import moves_of
from quillmap.play.codec import write_setup
from quillmap.play.game import Game
from quillmap.play.record import read_record, write_record
from quillmap.rules.cards import AMBUSHES, HEROES, Box
from quillmap.rules.causes import coin_sources
from quillmap.rules.events import Drawn, Event, GameBegan, GameEnded, SeasonScored
from quillmap.rules.evolve import evolve, fold
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain

RECORDED: Final = [kind for kind in KINDS if kind not in HASHED]

NEEDED: Final = (
    *("solo-base", "solo-heroes", "two-base", "five-heroes", "hundred-base"),
    *("mixed-with-heroes", "mixed-with-promos", "three-automatic"),
    *("skills-solo", "skills-two", "skills-ambush"),
    *("rulebook-pl", "rulebook-de", "rulebook-hu", "rulebook-el"),
)
"""Kinds of tables of which a golden game must be there."""


@cache
def kept(kind: str) -> str:
    """Return what is kept of a game."""
    return dict(kept_files())[kind].read_text(encoding="utf-8")


@cache
def played(kind: str) -> Game:
    """Return a game of this kind, played by chance."""
    return play(KINDS[kind])


@cache
def record(kind: str) -> str:
    """Return the record of a game."""
    return write_record(played(kind).log) if kind in HASHED else kept(kind)


@cache
def report(kind: str) -> Report:
    """Return what the independent checker found in a game."""
    return check_record(record(kind).splitlines())


def test_every_kind_is_kept() -> None:
    """There is a game for each kind that must be there."""
    assert set(NEEDED) <= set(KINDS)


def test_no_file_is_stray() -> None:
    """Each file is the game of a kind, and each kind has its file."""
    assert sorted(FOLDER.iterdir()) == sorted(path for _, path in kept_files())


@pytest.mark.parametrize("kind", KINDS)
def test_game_is_legal(kind: str) -> None:
    """The independent checker finds the whole game right, to its end."""
    assert report(kind).ended


@pytest.mark.parametrize("kind", RECORDED)
def test_game_is_that_of_its_kind(kind: str) -> None:
    """The record is of the table that its kind names."""
    began = read_record(kept(kind))[0]
    assert isinstance(began, GameBegan)
    assert write_setup(began.setup) == write_setup(KINDS[kind].without_seed())


@pytest.mark.parametrize("kind", RECORDED)
def test_game_is_made_again(kind: str) -> None:
    """Set-up, seed and moves of the record make the same record again, to the letter."""
    events = read_record(kept(kind))
    began, ended = events[0], events[-1]
    assert isinstance(began, GameBegan)
    assert isinstance(ended, GameEnded)
    game = Game(replace(began.setup, seed=ended.seed))
    for move in moves_of(events):
        game.play(move)
    assert write_record(game.log) == kept(kind)


@pytest.mark.parametrize("kind", sorted(HASHED))
def test_long_game_is_made_again(kind: str) -> None:
    """The game by chance has the hash, the totals and the places that were kept."""
    assert json.loads(summary(played(kind))) == json.loads(kept(kind))


# -- what each game is there to show ------------------------------------------------------------------

PROMOS: Final = {card.id for card in (*AMBUSHES, *HEROES) if card.box is Box.PROMO}

SHOWS: Final[dict[str, Callable[[Report], object]]] = {
    "solo-base": lambda found: found.ambush_placements and found.ruins_drawings and found.fallbacks,
    "solo-heroes": lambda found: found.spreads and found.destroyed_by_choice and found.destroyed_on_paths,
    "two-base": lambda found: found.ambush_drawings and found.ruins_drawings and found.ruins_fallbacks,
    "three-automatic": lambda found: found.ambush_placements and found.ambush_misses and not found.ambush_drawings,
    "five-heroes": lambda found: found.spreads and found.dragons_paid and found.destroyed_by_choice,
    "hundred-base": lambda found: found.seats == 100,
    "mixed-with-heroes": lambda found: found.heroes_placed and found.ruins_drawings,
    "mixed-with-promos": lambda found: (
        PROMOS & {card.id for card in AMBUSHES} & set(found.cards)
        and PROMOS & {card.id for card in HEROES} & set(found.cards)
    ),
    "rulebook-pl": lambda found: found.fallbacks and found.ambush_fallbacks,
    "rulebook-de": lambda found: found.ambush_drawings and found.ambush_misses,
    "rulebook-hu": lambda found: found.fallbacks and found.ambush_fallbacks,
    "rulebook-el": lambda found: found.fallbacks > found.ruins_fallbacks and found.ambush_fallbacks,
}


@pytest.mark.parametrize("kind", SHOWS)
def test_game_shows_what_it_is_for(kind: str) -> None:
    """What is special about this kind of table really happens in its game."""
    assert SHOWS[kind](report(kind))


def test_games_use_every_skill() -> None:
    """Each of the eight skills is used in one of the games with skills (RULES 9)."""
    used = {skill for kind in KINDS if kind.startswith("skills") for skill in report(kind).skills}
    assert used == {skill.value for skill in Skill}


def greek_events() -> list[Event]:
    """Return the events of the Greek game."""
    return read_record(kept("rulebook-el"))


def test_greek_game_has_an_ambush_that_is_no_monster() -> None:
    """The single space that replaces an ambush has another terrain (RULES 12)."""
    assert any(
        event.seat != event.sheet and event.shape is ShapeName.SINGLE and event.terrain is not Terrain.MONSTER
        for event in greek_events()
        if isinstance(event, Drawn)
    )


def test_greek_game_scores_six_for_wildholds() -> None:
    """Wildholds under C gives six in summer or autumn (RULES 12)."""
    place = {1: 1, 2: 0}
    points = {
        score.edicts[place[event.season]]
        for event in greek_events()
        if isinstance(event, SeasonScored) and event.season in place
        for score in event.scores
    }
    assert 6 in points


@pytest.mark.parametrize("kind", KINDS)
def test_every_coin_has_its_source(kind: str) -> None:
    """Only a drawing shows a coin of its own, and one at most; mountains and the Dragon pay all others."""
    events = read_record(record(kind))
    state = fold(events[:1])
    for event in events[1:]:
        after = evolve(state, event)
        sources = coin_sources(state, event, after)
        assert sum(sources) == getattr(event, "coins", 0)
        assert sources.shape <= isinstance(event, Drawn)
        state = after
