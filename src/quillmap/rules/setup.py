"""A table: which cards, which map, which rulebook, how many seats (RULES 2, 10, 12)."""

from dataclasses import dataclass, replace
from typing import Final, Literal, Self, TypeAlias, get_args

from quillmap.errors import CodedError
from quillmap.rules.cards import AMBUSHES, HEROES, AmbushCard, Box, HeroCard
from quillmap.rules.ids import CardId
from quillmap.rules.maps import MAPS, PRINTED
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import YEAR
from quillmap.rules.skills import OPEN, Skill

MOST_SEATS: Final = 100
LONGEST_SEED: Final = 200
EDICTS: Final = 4
LONGEST_QUOTED: Final = 40
"""Characters of what was chosen that an error repeats, and that are compared with what there is."""

OneBox: TypeAlias = Literal["base", "heroes"]
Pool: TypeAlias = Literal["base", "heroes", "both"]
EdictChoice: TypeAlias = Literal["drawn", "first-game"]
AmbushChoice: TypeAlias = Literal["none", "base", "heroes", "both"]
AmbushBy: TypeAlias = Literal["neighbour", "automatic"]
NoneOrDrawn: TypeAlias = Literal["none", "drawn"]

_ONE_BOX: Final = get_args(OneBox)
_POOL: Final = get_args(Pool)
_EDICT_CHOICE: Final = get_args(EdictChoice)
_AMBUSH_CHOICE: Final = get_args(AmbushChoice)
_AMBUSH_BY: Final = get_args(AmbushBy)
_NONE_OR_DRAWN: Final = get_args(NoneOrDrawn)

_WORDS: Final = {
    "edicts": "|".join(_EDICT_CHOICE),
    "ambushes": "|".join(_AMBUSH_CHOICE),
    "heroes": "|".join(_NONE_OR_DRAWN),
    "skills": "|".join(_NONE_OR_DRAWN),
}
"""What can be said of cards instead of naming them."""
_NAMED: Final = {"ambushes": YEAR, "heroes": YEAR, "skills": OPEN}
"""How many cards have to be named; of the edicts some may be left out."""


class InvalidSetup(CodedError):
    """A set-up that the rules don't allow."""

    text_key = "errors.setup.{code}"

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, **{name: value if name == "choices" else _cut(value) for name, value in params.items()})

    def __str__(self) -> str:
        return super().__str__() + (self._nearest() if self.code == "unknown-card" else self._offered())

    def _offered(self) -> str:
        """Return what may be chosen: a word, or the cards themselves where they can be named."""
        choices = self.params.get("choices")
        if not choices:
            return ""
        field = next((name for name in self.params if name != "choices"), "")
        offered = str(choices).replace("|", ", ")
        if choices != _WORDS.get(field):
            return f" Choose {offered}."
        named = "four ids, an empty one is drawn" if field == "edicts" else f"{_NAMED[field]} different ids"
        return f" Choose {offered}, or name the cards: {field}='…,…' ({named}; quillmap cards lists them)."

    def _nearest(self) -> str:
        from difflib import get_close_matches  # noqa: PLC0415  # only needed to complain

        known = [*SCORING, *(card.id for card in (*AMBUSHES, *HEROES))]
        near = get_close_matches(str(self.params.get("card")), known, n=1)
        return f" Did you mean {near[0]!r}?" if near else ""


def _cut(value: object) -> object:
    """Return *value* if it is short, otherwise how it begins."""
    return value if len(text := str(value)) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"


@dataclass(frozen=True, slots=True)
class Setup:
    """The description of a table. ``validate`` checks it; ``docs/record.md`` lists the values of every field."""

    seats: int = 1
    explore: OneBox = "base"
    seasons: OneBox = "base"
    map: str = "A"
    pool: Pool = "base"
    edicts: EdictChoice | tuple[CardId | None, ...] = "drawn"
    ruins: bool = True
    ambushes: AmbushChoice | tuple[CardId, ...] = "base"
    ambush_by: AmbushBy | Literal[""] = ""
    """``neighbour`` or ``automatic``; left empty, it becomes what the number of seats suggests."""
    heroes: NoneOrDrawn | tuple[CardId, ...] = "none"
    promos: bool = False
    skills: NoneOrDrawn | tuple[Skill, ...] = "none"
    rulebook: str = "standard"
    seed: str = ""

    def __post_init__(self) -> None:
        if self.ambush_by == "":
            by = "automatic" if self.seats == 1 else "neighbour"
            object.__setattr__(self, "ambush_by", by)
        for field in _WORDS:
            if isinstance(chosen := getattr(self, field), list):
                object.__setattr__(self, field, tuple(chosen))

    @classmethod
    def of_box(cls, box: str, **changes: object) -> Self:
        """Return the usual table of a box: ``base``, ``heroes`` or ``mixed``."""
        _one_of("box", box, tuple(PRESETS))
        return cls(**{**PRESETS[box], **changes})  # type: ignore[arg-type]  # keys are field names

    def checked(self) -> Self:
        """Return this set-up if a game can be played with it, or raise ``InvalidSetup``; it may lack a seed.

        A set-up may hold anything before, because records of other people are read into set-ups, too.
        """
        validate(self if self.seed else replace(self, seed="any"))
        return self

    def without_seed(self) -> Self:
        """Return what everybody may know of the table."""
        return replace(self, seed="")


PRESETS: Final[dict[str, dict[str, object]]] = {
    "base": {},
    "heroes": {
        "explore": "heroes",
        "seasons": "heroes",
        "map": "C",
        "pool": "heroes",
        "ruins": False,
        "ambushes": "heroes",
        "heroes": "drawn",
    },
    "mixed": {"pool": "both", "ambushes": "both", "heroes": "drawn"},
}


def check_chosen_seed(seed: str) -> None:
    """Raise ``InvalidSetup`` if a seed that somebody chooses has control characters.

    HMAC fills a key up with zero bytes, so seeds that differ in some at their end would deal the same cards under
    different hashes. Games that were dealt from such seeds stay valid.
    """
    if any(character <= "\x1f" or "\x7f" <= character <= "\x9f" for character in seed):
        raise InvalidSetup("seed-not-text")


def validate(setup: Setup) -> None:
    """Raise ``InvalidSetup`` unless the rules allow *setup*."""
    if type(setup.seats) is not int or not 1 <= setup.seats <= MOST_SEATS:
        raise InvalidSetup("seats-out-of-range", seats=setup.seats)
    for field in ("ruins", "promos"):
        if not isinstance(getattr(setup, field), bool):
            raise InvalidSetup("unknown-value", **{field: getattr(setup, field)}, choices="true|false")
    _one_of("explore", setup.explore, _ONE_BOX)
    _one_of("seasons", setup.seasons, _ONE_BOX)
    _one_of("map", setup.map, MAPS)
    _one_of("pool", setup.pool, _POOL)
    _one_of("ambush_by", setup.ambush_by, _AMBUSH_BY)
    _one_of("rulebook", setup.rulebook, tuple(RULEBOOKS))
    if not setup.seed or not isinstance(setup.seed, str):
        raise InvalidSetup("seed-missing")
    if len(setup.seed) > LONGEST_SEED:
        raise InvalidSetup("seed-too-long", length=len(setup.seed))
    if any("\ud800" <= character <= "\udfff" for character in setup.seed):
        raise InvalidSetup("seed-not-text")
    if setup.seats == 1 and setup.ambush_by == "neighbour":
        raise InvalidSetup("no-neighbour")
    _validate_edicts(setup)
    _validate_decks(setup)
    _validate_skills(setup)
    if not setup.ruins and len(boxes(setup)) > 1:
        raise InvalidSetup("ruins-required")


def _one_of(field: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise InvalidSetup("unknown-value", **{field: value}, choices="|".join(choices))


def _several(field: str, chosen: object) -> None:
    """Raise ``InvalidSetup`` for what is neither a word nor a tuple: a record could not be read back."""
    if not isinstance(chosen, tuple):
        raise InvalidSetup("unknown-value", **{field: chosen}, choices=_WORDS[field])


def _validate_edicts(setup: Setup) -> None:
    if isinstance(setup.edicts, str):
        _one_of("edicts", setup.edicts, _EDICT_CHOICE)
        if setup.edicts == "first-game" and setup.pool == "both":
            raise InvalidSetup("first-game-needs-one-box")
        return
    _several("edicts", setup.edicts)
    if len(setup.edicts) != EDICTS:
        raise InvalidSetup("edicts-not-four", edicts=len(setup.edicts))
    suits = set()
    for card in setup.edicts:
        if card is None:
            continue
        if not isinstance(card, str) or card not in SCORING:
            raise InvalidSetup("unknown-card", card=card)
        if SCORING[card].box not in scoring_boxes(setup):
            raise InvalidSetup("card-outside-pool", card=card, pool=setup.pool)
        if SCORING[card].suit in suits:
            raise InvalidSetup("suit-twice", suit=SCORING[card].suit.value)
        suits.add(SCORING[card].suit)


def _validate_decks(setup: Setup) -> None:
    if isinstance(setup.ambushes, str):
        _one_of("ambushes", setup.ambushes, _AMBUSH_CHOICE)
    else:
        _four_of("ambushes", setup.ambushes, {card.id: card for card in AMBUSHES}, setup.promos)
    if isinstance(setup.heroes, str):
        _one_of("heroes", setup.heroes, _NONE_OR_DRAWN)
    else:
        _four_of("heroes", setup.heroes, {card.id: card for card in HEROES}, setup.promos)
    if setup.promos and setup.ambushes == "none" and setup.heroes == "none":
        raise InvalidSetup("promos-unused")


def _four_of(
    field: str,
    chosen: tuple[CardId, ...],
    known: dict[CardId, AmbushCard] | dict[CardId, HeroCard],
    promos: bool,
) -> None:
    _several(field, chosen)
    for card in chosen:
        if not isinstance(card, str) or card not in known:
            raise InvalidSetup("unknown-card", card=card)
        if known[card].box is Box.PROMO and not promos:
            raise InvalidSetup("promo-not-allowed", card=card)
    if len(chosen) != YEAR or len(set(chosen)) != YEAR:
        raise InvalidSetup(f"{field}-not-four")


def _validate_skills(setup: Setup) -> None:
    if isinstance(setup.skills, str):
        _one_of("skills", setup.skills, _NONE_OR_DRAWN)
        return
    _several("skills", setup.skills)
    for skill in setup.skills:
        _one_of("skills", skill, tuple(Skill))
    if len(setup.skills) != OPEN or len(set(setup.skills)) != OPEN:
        raise InvalidSetup("skills-not-three")


def scoring_boxes(setup: Setup) -> tuple[Box, ...]:
    """Return the boxes that scoring cards come from."""
    return (Box.BASE, Box.HEROES) if setup.pool == "both" else (Box(setup.pool),)


def ambush_pool(setup: Setup) -> tuple[CardId, ...]:
    """Return the ambushes from which the four of the game are drawn."""
    if not isinstance(setup.ambushes, str):
        return setup.ambushes
    if setup.ambushes == "none":
        return ()
    boxes = {"base", "heroes"} if setup.ambushes == "both" else {setup.ambushes}
    return tuple(card.id for card in AMBUSHES if card.box in boxes or (setup.promos and card.box is Box.PROMO))


def hero_pool(setup: Setup) -> tuple[CardId, ...]:
    """Return the heroes from which the four of the game are drawn."""
    if not isinstance(setup.heroes, str):
        return setup.heroes
    if setup.heroes == "none":
        return ()
    return tuple(card.id for card in HEROES if setup.promos or card.box is not Box.PROMO)


def boxes(setup: Setup) -> frozenset[Box]:
    """Return the boxes that the cards and the map of a table come from; two are a mix (10.1)."""
    used = {Box(setup.explore), Box(setup.seasons), *scoring_boxes(setup)}
    if setup.map in PRINTED:  # generated maps belong to no box
        used.add(PRINTED[setup.map].box)
    used |= {card.box for card in AMBUSHES if card.id in ambush_pool(setup)}
    if setup.heroes != "none":
        used.add(Box.HEROES)
    if setup.ruins:
        used.add(Box.BASE)
    return frozenset(used - {Box.PROMO})
