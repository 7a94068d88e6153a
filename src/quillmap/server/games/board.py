"""What everybody at a table sees of a game, as it is sent. Sets of spaces are sent as hex strings."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from quillmap.play.codec import write_setup
from quillmap.play.notation import to_hex
from quillmap.play.remaining import remaining
from quillmap.rules import sheet as rules
from quillmap.rules.counting import is_tie_broken, lost_by, ranks_of, total_of
from quillmap.rules.events import Ask, GameEnded
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.setup import Setup
from quillmap.rules.state import SeatState, State, map_holders
from quillmap.server.protocol.values import Sheet
from quillmap.server.tables.document import SeatHelp


class ScoreBoard(msgspec.Struct, frozen=True):
    """One season of one seat's score sheet."""

    edicts: tuple[int, int]
    coins: int
    monsters: int
    total: int


class SeatBoard(msgspec.Struct, frozen=True):
    """One seat's map and score sheet. Sets that are empty are left out of ``sheet``."""

    sheet: Sheet
    coins: int
    spent: int
    used_skill: bool
    scores: tuple[ScoreBoard, ...]
    total: int
    lost: int
    """Stars lost to monsters, in all."""


class ResultBoard(msgspec.Struct, frozen=True):
    """How the game ended; the seed is published with it."""

    seed: str
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    rating: int | None
    title: str | None
    tie_broken: bool
    """Whether equal stars got different places."""
    help: tuple[SeatHelp, ...] = ()
    """What helped each seat; empty where nothing did, and in records, which don't tell."""
    names: tuple[str, ...] = ()
    """What everybody was called at the end, whatever they are called since; empty in records, which don't tell."""
    is_seeded: bool | None = None
    """Whether the host chose the seed of this game, and so could know the cards; None in records, which can't tell."""


class ToCome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left in the deck of the season: everybody knows which cards it was made of."""

    cards: tuple[str, ...] = ()
    """Explore and ruins cards that are in it."""
    ambushes: int = 0
    ambush_candidates: tuple[str, ...] = ()
    """How many ambushes are in it, and which they may be."""
    heroes: int = 0
    hero_candidates: tuple[str, ...] = ()


class Board(msgspec.Struct, frozen=True):
    """A game as the whole table sees it."""

    game: str
    version: int
    """How many events the game has had."""
    question: int
    """The version at which seats were last asked; a move says which question it answers."""
    setup: dict[str, Any]
    seed_hash: str
    """Empty while a game goes on whose seed somebody chose: a word can be found by its hash."""
    edicts: tuple[str, ...]
    skills: tuple[str, ...]
    step: str
    season: str | None
    season_edicts: tuple[int, ...]
    time: int
    season_time: int
    ends_season: bool
    """Whether the season ends with the card being dealt with."""
    revealed: tuple[str, ...]
    gone: tuple[str, ...]
    to_come: ToCome
    card: str | None
    ruins_pending: bool
    ask: Ask | None
    waiting: tuple[int, ...]
    answered: tuple[int, ...]
    evading: tuple[int, ...]
    holders: tuple[int, ...]
    """By map, the seat that holds it while maps are with neighbours; empty while everybody has their own."""
    seats: tuple[SeatBoard, ...]
    ranks: tuple[int, ...]
    """The place of every seat so far; equal ones share it."""
    result: ResultBoard | None


def sheet_board(sheet: rules.Sheet) -> Sheet:
    """Return a map as it is sent."""
    return {name: to_hex(spaces) for name, spaces in zip(sheet._fields, sheet, strict=True) if spaces}


def seat_board(seat: SeatState) -> SeatBoard:
    """Return what everybody sees of one seat."""
    return SeatBoard(
        sheet_board(seat.sheet),
        seat.coins,
        seat.spent,
        seat.used_skill,
        tuple(ScoreBoard(score.edicts, score.coins, score.monsters, score.total) for score in seat.scores),
        total_of(seat),
        lost_by(seat),
    )


def result_board(result: GameEnded | None) -> ResultBoard | None:
    """Return the end of the game, if it has come."""
    if result is None:
        return None
    return ResultBoard(result.seed, result.totals, result.ranks, result.rating, result.title, is_tie_broken(result))


def ranked_last(ranks: Sequence[int], last: Collection[int]) -> tuple[int, ...]:
    """Return the places of all seats, those of the seats in *last* after all others: they have given up."""
    if not last:
        return tuple(ranks)
    order = [(seat in last, rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


def to_come(state: State) -> ToCome:
    """Return what is left in the deck, as it is sent."""
    cards, ambushes, heroes = remaining(state)
    return ToCome(cards, *ambushes, *heroes)


def board(game: str, state: State, version: int, question: int) -> Board:
    """Return what everybody sees of *state*: nothing secret is looked at."""
    seats = tuple(seat_board(seat) for seat in state.seats)
    return Board(version=version, seats=seats, **board_fields(game, state, question))


@lru_cache(maxsize=4096)
def _public_setup(setup: Setup) -> dict[str, Any]:
    return write_setup(setup.without_seed())


def board_fields(game: str, state: State, question: int) -> dict[str, Any]:
    """Return the fields of a board except the version and the seats."""
    has_season = state.season >= 0
    return {
        "game": game,
        "question": question,
        "setup": _public_setup(state.setup),
        "seed_hash": state.seed_hash,
        "edicts": state.edicts,
        "skills": state.skills,
        "step": state.step,
        "season": SEASON_IDS[state.season] if has_season else None,
        "season_edicts": state.season_card.edicts if has_season else (),
        "time": state.time,
        "season_time": state.season_card.time if has_season else 0,
        "ends_season": state.card is not None and state.time >= state.season_card.time,
        "revealed": state.revealed,
        "gone": state.gone,
        "to_come": to_come(state),
        "card": state.card,
        "ruins_pending": state.ruins_pending,
        "ask": state.ask if state.waiting else None,
        "waiting": tuple(sorted(state.waiting)),
        "answered": tuple(sorted(state.answers)) if state.waiting else (),
        "evading": tuple(sorted(state.evading)),
        "holders": map_holders(state),
        "ranks": ranks_of(state),
        "result": result_board(state.result),
    }
