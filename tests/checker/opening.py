"""The first line of a record: the set-up and what it laid on the table (RULES 2, 10)."""

from collections.abc import Container
from dataclasses import dataclass

from checker.facts import (
    AMBUSHES,
    EXPLORE,
    FIRST_GAME,
    HEROES,
    MAPS,
    RUINS,
    SCORING,
    SEASONS,
    SKILL_COSTS,
    SUITS,
    SeasonCard,
)
from checker.geometry import EDGE, Spaces, beside
from checker.reader import Line

_CHOICES = {
    "explore": ("base", "heroes"),
    "seasons": ("base", "heroes"),
    "map": ("A", "B", "C", "D", "generated", "generated-wasteland"),
    "pool": ("base", "heroes", "both"),
    "ambush_by": ("neighbour", "automatic"),
    "rulebook": ("standard", "pl", "de", "hu", "el"),
}


@dataclass(frozen=True)
class Setup:
    """What the table agreed to play; `edicts` by hand hold None where a card is drawn."""

    seats: int
    explore: str
    seasons: str
    map: str
    pool: str
    edicts: str | tuple[str | None, ...]
    ruins: bool
    ambushes: str | tuple[str, ...]
    ambush_by: str
    heroes: str | tuple[str, ...]
    promos: bool
    skills: str | tuple[str, ...]
    rulebook: str

    @property
    def is_automatic(self) -> bool:
        """Whether ambushes follow the solo procedure (8.1)."""
        return self.ambush_by == "automatic" or self.seats == 1

    @property
    def season_cards(self) -> tuple[SeasonCard, ...]:
        """The four seasons."""
        return SEASONS[self.seasons]

    def scoring_pool(self) -> list[str]:
        """Return the scoring cards that may be drawn."""
        return [c.id for c in SCORING.values() if self.pool in ("both", c.box)]

    def explore_cards(self) -> list[str]:
        """Return the explore and ruins cards in play."""
        shapes = [card.id for card in EXPLORE.values() if card.box == self.explore]
        return shapes + (list(RUINS) if self.ruins else [])

    def ambush_pool(self) -> list[str]:
        """Return the ambushes from which the ambush deck is dealt."""
        if isinstance(self.ambushes, tuple):
            return list(self.ambushes)
        boxes = {"none": set[str](), "both": {"base", "heroes"}}.get(self.ambushes, {self.ambushes})
        if self.promos and boxes:
            boxes = boxes | {"promo"}
        return [card.id for card in AMBUSHES.values() if card.box in boxes]

    def hero_pool(self) -> list[str]:
        """Return the heroes from which the hero deck is dealt."""
        if isinstance(self.heroes, tuple):
            return list(self.heroes)
        if self.heroes == "none":
            return []
        return [card.id for card in HEROES.values() if self.promos or card.box != "promo"]

    def boxes(self) -> set[str]:
        """Return the boxes that the parts in play come from (10.1); promos belong to neither."""
        found = {self.explore, self.seasons, self.pool}
        found |= {AMBUSHES[card].box for card in self.ambush_pool()}
        found |= {HEROES[card].box for card in self.hero_pool()}
        if self.map in MAPS:
            found.add(MAPS[self.map].box)
        if self.ruins:
            found.add("base")
        return (found - {"both", "promo"}) | ({"base", "heroes"} if self.pool == "both" else set())


@dataclass(frozen=True)
class Opening:
    """The first line: the set-up, the edicts A to D, the map and the open skills."""

    line: Line
    setup: Setup
    seed_hash: str
    edicts: tuple[str, ...]
    mountains: Spaces
    ruins: Spaces
    wasteland: Spaces
    skills: tuple[str, ...]


def read_opening(line: Line) -> Opening:
    """Read and check the first line."""
    line.expect("version", 1)
    setup = _read_setup(line.inner("setup"))
    seed_hash = line.text("seed_hash")
    line.require(
        len(seed_hash) == 64 and set(seed_hash) <= set("0123456789abcdef"),
        "'seed_hash' is not a SHA-256 in lower-case hex",
    )
    opening = Opening(
        line,
        setup,
        seed_hash,
        tuple(line.texts("edicts")),
        line.spaces("mountains"),
        line.spaces("ruins"),
        line.spaces("wasteland"),
        tuple(line.texts("skills")),
    )
    _check_edicts(opening)
    _check_map(opening)
    _check_skills(opening)
    return opening


def _read_setup(line: Line) -> Setup:
    for key, choices in _CHOICES.items():
        line.require(line.text(key) in choices, f"set-up: {key!r} is {line.text(key)!r}")
    setup = Setup(
        seats=line.number_of("seats"),
        explore=line.text("explore"),
        seasons=line.text("seasons"),
        map=line.text("map"),
        pool=line.text("pool"),
        edicts=_read_chosen_edicts(line),
        ruins=line.flag("ruins"),
        ambushes=_read_chosen(line, "ambushes", ("none", "base", "heroes", "both"), AMBUSHES, 4),
        ambush_by=line.text("ambush_by"),
        heroes=_read_chosen(line, "heroes", ("none", "drawn"), HEROES, 4),
        promos=line.flag("promos"),
        skills=_read_chosen(line, "skills", ("none", "drawn"), SKILL_COSTS, 3),
        rulebook=line.text("rulebook"),
    )
    line.require(1 <= setup.seats <= 100, "set-up: 1 to 100 seats")
    if not setup.ruins:  # 2.6, 10.1
        line.require(len(setup.boxes()) <= 1, "set-up: boxes mixed without the ruins cards")
    return setup


def _read_chosen(
    line: Line, key: str, words: tuple[str, ...], cards: Container[str], count: int
) -> str | tuple[str, ...]:
    if isinstance(line.value(key), str):
        line.require(line.text(key) in words, f"set-up: {key!r} is {line.text(key)!r}")
        return line.text(key)
    ids = line.texts(key)
    known = all(card in cards for card in ids)
    line.require(known and len(ids) == len(set(ids)) == count, f"set-up: {key!r} is {ids}")
    return tuple(ids)


def _read_chosen_edicts(line: Line) -> str | tuple[str | None, ...]:
    if isinstance(line.value("edicts"), str):
        word = line.text("edicts")
        line.require(word in ("drawn", "first-game"), f"set-up: 'edicts' is {word!r}")
        return word
    chosen: list[str | None] = []
    for item in line.items("edicts"):
        if item is not None and (not isinstance(item, str) or item not in SCORING):
            line.fail(f"set-up: no scoring card {item!r}")
        chosen.append(item)
    suits = [SCORING[card].suit for card in chosen if card is not None]
    line.require(len(chosen) == 4, "set-up: four edicts, chosen or null")
    line.require(len(suits) == len(set(suits)), "set-up: two edicts of one suit")
    return tuple(chosen)


def _check_edicts(opening: Opening) -> None:
    line, setup, edicts = opening.line, opening.setup, opening.edicts
    line.require(all(card in SCORING for card in edicts), "an edict that is no scoring card")
    suits = sorted(SCORING[card].suit for card in edicts)
    line.require(suits == sorted(SUITS), "the edicts are not one of each suit")
    if setup.edicts == "first-game":
        sets = [FIRST_GAME[box] for box in FIRST_GAME if setup.pool in ("both", box)]
        line.require(edicts in sets, "not the edicts of the first game")
        return
    chosen = setup.edicts if isinstance(setup.edicts, tuple) else (None,) * 4
    pool = setup.scoring_pool()
    for card, wanted in zip(edicts, chosen, strict=True):
        if wanted is None:
            line.require(card in pool, f"edict {card!r} is not in the pool")
        else:
            line.require(card == wanted, f"edict {card!r}, chosen was {wanted!r}")


def _check_map(opening: Opening) -> None:
    line, side = opening.line, opening.setup.map
    if side in MAPS:
        line.expect_spaces("mountains", MAPS[side].mountains)
        line.expect_spaces("ruins", MAPS[side].ruins)
        line.expect_spaces("wasteland", MAPS[side].wasteland)
        return
    mountains, ruins, wasteland = opening.mountains, opening.ruins, opening.wasteland
    waste = 7 if side == "generated-wasteland" else 0
    line.require(len(mountains) == 5 and len(ruins) == 6, "not five mountains and six ruins")
    line.require(len(wasteland) == waste, f"not {waste} wasteland spaces")
    line.require(len(mountains | ruins | wasteland) == 11 + waste, "two things on one space")
    line.require(not mountains & EDGE, "a mountain on the edge")
    line.require(not beside(mountains) & mountains, "two mountains are adjacent")
    line.require(not beside(ruins) & ruins, "two ruins are adjacent")


def _check_skills(opening: Opening) -> None:
    line, chosen, skills = opening.line, opening.setup.skills, opening.skills
    wanted = 0 if chosen == "none" else 3
    line.require(len(skills) == len(set(skills)) == wanted, f"not {wanted} skills")
    line.require(all(skill in SKILL_COSTS for skill in skills), "an unknown skill")
    if isinstance(chosen, tuple):
        line.require(set(skills) == set(chosen), "not the skills chosen")
