"""Dealing again from the seed (docs/record.md), to compare with what a record shows."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.facts import AMBUSHES, FIRST_GAME, HEROES, SCORING, SKILL_COSTS, SUITS
from checker.geometry import ALL_NAMES, EDGE, NEIGHBOURS, Space, Spaces, parse_space
from checker.opening import Opening, Setup
from checker.reader import Line


@dataclass(frozen=True)
class Reveal:
    """A card that a record shows as revealed in a season (1 to 4)."""

    line: Line
    season: int
    card: str


def hash_seed(seed: str) -> str:
    """Return the hash of a seed that the first line publishes."""
    return hashlib.sha256(seed.encode("utf-8")).hexdigest()


def shuffle(seed: str, label: str, items: Iterable[str]) -> list[str]:
    """Return the items in the order of the four bytes that each gets from the keyed hashes."""
    in_order = sorted(items)
    stream = b""
    block = 0
    while len(stream) < 4 * len(in_order):
        stream += hmac.digest(seed.encode("utf-8"), f"{label}/{block}".encode(), "sha512")
        block += 1
    number = {item: stream[4 * i : 4 * i + 4] for i, item in enumerate(in_order)}
    return sorted(in_order, key=lambda item: (number[item], item))


def deal_edicts(seed: str, setup: Setup) -> list[tuple[str, ...]]:
    """Return the edicts A to D; more than one answer only where the rules leave it open."""
    if setup.edicts == "first-game":
        return [FIRST_GAME[box] for box in FIRST_GAME if setup.pool in ("both", box)]
    chosen = list(setup.edicts) if isinstance(setup.edicts, tuple) else [None] * 4
    taken = {SCORING[card].suit for card in chosen if card is not None}
    pool = setup.scoring_pool()
    drawn = [
        shuffle(seed, f"suit/{suit}", [c for c in pool if SCORING[c].suit == suit])[0]
        for suit in SUITS
        if suit not in taken
    ]
    waiting = shuffle(seed, "edicts", drawn)
    return [tuple(card if card is not None else waiting.pop(0) for card in chosen)]


def deal_map(seed: str, with_wasteland: bool) -> tuple[Spaces, Spaces, Spaces]:
    """Return mountains, ruins and wasteland of a generated map."""

    def order(label: str) -> list[Space]:
        found = [parse_space(name) for name in shuffle(seed, label, ALL_NAMES)]
        return [space for space in found if space is not None]

    def place(label: str, count: int, taken: Iterable[Space]) -> Spaces:
        placed: set[Space] = set()
        for space in order(label):
            apart = not any(other in placed for other in NEIGHBOURS[space])
            if len(placed) < count and space not in taken and apart:
                placed.add(space)
        return frozenset(placed)

    wasteland = frozenset(order("map/wasteland")[:7]) if with_wasteland else frozenset[Space]()
    mountains = place("map/mountain", 5, wasteland | EDGE)
    ruins = place("map/ruins", 6, wasteland | mountains)
    return mountains, ruins, wasteland


def deal_explore(
    seed: str,
    season: int,
    setup: Setup,
    *,
    ambushes: Sequence[str],
    heroes: Sequence[str],
    revealed: set[str],
) -> list[str]:
    """Return the explore deck of a season, top first (2.5)."""
    hidden = [*ambushes[:season], *heroes[:season]]
    cards = setup.explore_cards() + [card for card in hidden if card not in revealed]
    return shuffle(seed, f"season/{season}", cards)


def check_deal(opening: Opening, seed: str, reveals: Sequence[Reveal], last: Line) -> None:
    """Check all that chance decided against the seed."""
    setup, first = opening.setup, opening.line
    last.require(not any("\ud800" <= mark <= "\udfff" for mark in seed), "the seed is no UTF-8")
    last.require(hash_seed(seed) == opening.seed_hash, "the seed does not have the published hash")
    first.require(opening.edicts in deal_edicts(seed, setup), "edicts are not those dealt")
    if setup.map.startswith("generated"):
        mountains, ruins, wasteland = deal_map(seed, setup.map == "generated-wasteland")
        first.expect_spaces("mountains", mountains)
        first.expect_spaces("ruins", ruins)
        first.expect_spaces("wasteland", wasteland)
    if setup.skills == "drawn":
        dealt = shuffle(seed, "skill", SKILL_COSTS)[:3]
        first.require(set(opening.skills) == set(dealt), f"skills are not those dealt, {dealt}")
    ambushes = shuffle(seed, "ambush", setup.ambush_pool())[:4]
    heroes = shuffle(seed, "hero", setup.hero_pool())[:4]
    gone: set[str] = set()
    for season in range(1, 5):
        deck = deal_explore(seed, season, setup, ambushes=ambushes, heroes=heroes, revealed=gone)
        shown = [reveal for reveal in reveals if reveal.season == season]
        for place, reveal in enumerate(shown):
            top = deck[place] if place < len(deck) else None
            reveal.line.require(reveal.card == top, f"revealed {reveal.card!r}, on top of the deck was {top!r}")
        gone |= {r.card for r in shown if r.card in AMBUSHES or r.card in HEROES}
