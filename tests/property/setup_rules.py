"""Which set-ups the rules allow, restated plainly from RULES 2, 9, 10 and 12 over the printed facts."""

from collections.abc import Iterator
from typing import Final

from checker.facts import AMBUSHES, HEROES, MAPS, SCORING, SKILL_COSTS
from quillmap.rules import Setup

BOXES: Final = ("base", "heroes")
SIDES: Final = ("A", "B", "C", "D", "generated", "generated-wasteland")
POOLS: Final = ("base", "heroes", "both")
AMBUSH_WORDS: Final = ("none", "base", "heroes", "both")
HERO_WORDS: Final = ("none", "drawn")
SKILL_WORDS: Final = ("none", "drawn")
EDICT_WORDS: Final = ("drawn", "first-game")
AMBUSH_BY: Final = ("neighbour", "automatic")
RULEBOOKS: Final = ("standard", "pl", "de", "hu", "el")


def objections(setup: Setup) -> set[str]:
    """Return every reason against *setup*, as codes; none means that the rules allow it."""
    return {
        *_about_words(setup),
        *_about_seats_and_seed(setup),
        *_about_edicts(setup),
        *_about_decks(setup),
        *_about_skills(setup),
        *_about_mixing(setup),
    }


def _about_words(setup: Setup) -> Iterator[str]:
    words = (
        (setup.explore, BOXES),
        (setup.seasons, BOXES),
        (setup.map, SIDES),
        (setup.pool, POOLS),
        (setup.ambush_by, AMBUSH_BY),
        (setup.rulebook, RULEBOOKS),
        (setup.edicts, EDICT_WORDS),
        (setup.ambushes, AMBUSH_WORDS),
        (setup.heroes, HERO_WORDS),
        (setup.skills, SKILL_WORDS),
    )
    for value, allowed in words:
        if isinstance(value, str) and value not in allowed:
            yield "unknown-value"


def _about_seats_and_seed(setup: Setup) -> Iterator[str]:
    if setup.seats < 1 or setup.seats > 100:  # 2.1
        yield "seats-out-of-range"
    if setup.seats == 1 and setup.ambush_by == "neighbour":  # 5.1 speaks of two players or more
        yield "no-neighbour"
    if setup.seed == "":
        yield "seed-missing"
    if len(setup.seed) > 200:
        yield "seed-too-long"
    if any("\ud800" <= character <= "\udfff" for character in setup.seed):
        yield "seed-not-text"  # its UTF-8 form is what the cards are dealt from


def _about_edicts(setup: Setup) -> Iterator[str]:
    """One card of each suit, from the pool (2.2)."""
    if setup.edicts == "first-game" and setup.pool == "both":
        yield "first-game-needs-one-box"
    if isinstance(setup.edicts, str):
        return
    if len(setup.edicts) != 4:
        yield "edicts-not-four"
    chosen = [card for card in setup.edicts if card is not None]
    known = [SCORING[card] for card in chosen if card in SCORING]
    if len(known) < len(chosen):
        yield "unknown-card"
    if any(setup.pool not in ("both", card.box) for card in known):
        yield "card-outside-pool"
    if len({card.suit for card in known}) < len(known):
        yield "suit-twice"


def _about_decks(setup: Setup) -> Iterator[str]:
    """Four ambushes, four heroes; promos only where they are wanted (2.5, 10.3)."""
    for chosen, printed, code in (
        (setup.ambushes, {card.id: card.box for card in AMBUSHES.values()}, "ambushes-not-four"),
        (setup.heroes, {card.id: card.box for card in HEROES.values()}, "heroes-not-four"),
    ):
        if isinstance(chosen, str):
            continue
        if any(card not in printed for card in chosen):
            yield "unknown-card"
        if not setup.promos and any(printed.get(card) == "promo" for card in chosen):
            yield "promo-not-allowed"
        if len(chosen) != 4 or len(set(chosen)) != 4:
            yield code
    if setup.promos and setup.ambushes == "none" and setup.heroes == "none":
        yield "promos-unused"


def _about_skills(setup: Setup) -> Iterator[str]:
    """Three of the eight lie open (9.1)."""
    if isinstance(setup.skills, str):
        return
    if any(skill not in SKILL_COSTS for skill in setup.skills):
        yield "unknown-value"
    if len(setup.skills) != 3 or len(set(setup.skills)) != 3:
        yield "skills-not-three"


def _about_mixing(setup: Setup) -> Iterator[str]:
    """Boxes are mixed only with the ruins cards in (10.1)."""
    if not setup.ruins and len(boxes_of(setup)) > 1:
        yield "ruins-required"


def boxes_of(setup: Setup) -> set[str]:
    """Return the boxes that the parts of *setup* come from; promos and generated maps are of no box."""
    boxes: set[str] = {setup.explore, setup.seasons}
    boxes |= {"base", "heroes"} if setup.pool == "both" else {setup.pool}
    if setup.map in MAPS:
        boxes.add(MAPS[setup.map].box)
    if setup.ambushes == "both":
        boxes |= {"base", "heroes"}
    elif isinstance(setup.ambushes, str):
        boxes.add(setup.ambushes)
    else:
        boxes |= {AMBUSHES[card].box for card in setup.ambushes if card in AMBUSHES}
    if setup.heroes != "none":
        boxes.add("heroes")  # hero cards, promos too, are played by the rules of that box
    return boxes & {"base", "heroes"}
