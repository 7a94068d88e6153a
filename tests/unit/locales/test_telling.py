"""Events as sentences: every kind of event in every language."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from helpers.maps import spaces
from property.random_play import Manner, play_out
from quillmap.locales import Catalogue, catalogue, tell
from quillmap.play.codec import EVENT_TYPES
from quillmap.rules import CardId, Event, Seat, Setup, Skill, Terrain
from quillmap.rules.dealing import begin
from quillmap.rules.events import (
    Ask,
    Asked,
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
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
from quillmap.rules.shapes import ShapeName
from unit.locales.files import LANGUAGES

NAMES = ["Ada", "Ben", "Csilla"]
THREE = Setup(seats=3, skills="drawn", seed="a test")
ALONE = Setup(seed="a test")
ADA, BEN, CSILLA = (Seat(number) for number in range(3))


def drawn(**changes: Any) -> Drawn:
    """Return a drawing, with *changes* to the plainest one."""
    plain: dict[str, Any] = {
        "seat": ADA,
        "sheet": ADA,
        "shape": ShapeName.FIRST,
        "terrain": Terrain.FOREST,
        "spaces": spaces("C3 C4"),
        "coins": 0,
        "destroyed": 0,
        "skill": None,
        "paid": 0,
        "extra": None,
    }
    return Drawn(**{**plain, **changes})


def revealed(card: str) -> CardRevealed:
    """Return the event of turning this card over."""
    return CardRevealed(CardId(card))


def samples() -> Iterator[tuple[Setup, Event, str]]:
    """Yield events that together need every sentence there is, with what is said of them in English."""
    yield THREE, SeasonBegan(0, ()), "Spring begins, and the deck is shuffled."
    yield THREE, SeasonBegan(1, ()), "Summer begins, and the deck is reshuffled."
    yield THREE, SeasonBegan(2, ()), "Fall begins, and the deck is reshuffled."
    yield THREE, SeasonBegan(3, ()), "Winter begins, and the deck is reshuffled."
    yield THREE, revealed("homestead"), "Revealed: Homestead. Time: 2."
    yield THREE, revealed("temple-ruins"), "Revealed: Temple Ruins. The next shape has to cover ruins."
    yield THREE, revealed("bugbear-assault"), "Ambush! Bugbear Assault: every map goes to the left."
    yield THREE, revealed("gnoll-raid"), "Ambush! Gnoll Raid: every map goes to the right."
    yield ALONE, revealed("gnoll-raid"), "Ambush! Gnoll Raid falls upon every map."
    yield THREE, revealed("wren-the-lioness"), "Wren the Lioness comes to help."
    yield from asked()
    yield THREE, Submitted(BEN, None), "Ben is ready."
    yield THREE, TakenBack(BEN), "Ben takes that back."
    yield from drawings()
    yield THREE, Passed(ADA, ADA), "Ada: no empty space is left, so nothing is drawn."
    yield THREE, Passed(BEN, ADA), "Ben finds no empty space on the map of Ada."
    yield ALONE, Passed(None, ADA), "Ada: the ambush fits nowhere and has no effect."
    yield THREE, Declared(ADA, 2), "Ada uses Acrobatics for 2 coins: only two monsters will come."
    yield THREE, HeroPlaced(ADA, spaces("F6"), spaces("F7 F8"), 0, 0), "Ada draws the hero on F6; attack path: F7, F8."
    lost = "Ada draws the hero on A1; the attack path lies wholly off the map."
    yield THREE, HeroPlaced(ADA, spaces("A1"), 0, 0, 0), lost
    gorgon = Destroyed(BEN, ADA, spaces("C3"), CardId("gorgon-gaze"), 1)
    yield THREE, gorgon, "The Gorgon destroys C3 on the map of Ada. Ada gains 1 coin."
    troll = Destroyed(ADA, ADA, spaces("C3"), CardId("giant-troll-ravage"), 0)
    yield THREE, troll, "The Troll destroys C3 on the map of Ada."
    wave = Spread(BEN, spaces("C3 C5"), spaces("C5"), 3)
    yield (
        THREE,
        wave,
        (
            "Ben: the Zombies take 2 more spaces, C3, C5. "
            "Ben: a monster on an attack path is destroyed, C5. Ben gains 3 coins."
        ),
    )
    yield THREE, RoundEnded(5), "The round is over; time so far: 5."
    yield THREE, LastingResolved(CardId("zombie-plague")), "The Zombies come to rest for another season."
    yield THREE, LastingResolved(CardId("giant-troll-ravage")), "The Troll goes back to sleep for another season."
    yield from scores()
    yield from ends()


def asked() -> Iterator[tuple[Setup, Event, str]]:
    """Yield every question, to some and to all."""
    questions = {
        Ask.DRAW: ("To draw: {}.", "Everybody draws."),
        Ask.AMBUSH: ("To draw the ambush: {}.", "Everybody draws the ambush."),
        Ask.HERO: ("To draw the hero: {}.", "Everybody draws the hero."),
        Ask.DECLARE: ("Deciding on Acrobatics: {}.", "Everybody decides on Acrobatics."),
        Ask.GORGON: (
            "The Gorgon looks round for a space. To choose: {}.",
            "The Gorgon looks round for a space. Everybody chooses.",
        ),
        Ask.TROLL: (
            "The Troll wants an empty space. To choose: {}.",
            "The Troll wants an empty space. Everybody chooses.",
        ),
    }
    for ask, (some, everybody) in questions.items():
        yield THREE, Asked(ask, (ADA, CSILLA)), some.format("Ada and Csilla")
        yield ALONE, Asked(ask, (ADA,)), some.format("Ada")
        yield THREE, Asked(ask, (ADA, BEN, CSILLA)), everybody


def drawings() -> Iterator[tuple[Setup, Event, str]]:
    """Yield every kind of drawing."""
    monster: dict[str, Any] = {"terrain": Terrain.MONSTER}
    yield THREE, drawn(), "Ada draws forest: C3, C4."
    yield THREE, drawn(coins=2), "Ada draws forest: C3, C4. Ada gains 2 coins."
    single = drawn(shape=ShapeName.SINGLE, spaces=spaces("K11"))
    yield THREE, single, "No shape fits, so Ada draws a single space, forest: K11."
    yield THREE, drawn(seat=BEN, **monster), "Ben draws monsters on the map of Ada: C3, C4."
    lone = drawn(seat=BEN, shape=ShapeName.SINGLE, spaces=spaces("K11"), **monster)
    yield THREE, lone, "The ambush fits nowhere on the map of Ada, so Ben draws a single space, monster: K11."
    yield ALONE, drawn(seat=None, **monster), "Ada: the monsters land on C3, C4."
    pair = drawn(seat=BEN, shape=ShapeName.PAIR, **monster)
    yield THREE, pair, "Ben draws only two monsters on the map of Ada: C3, C4."
    yield ALONE, drawn(shape=ShapeName.PAIR, **monster), "Ada draws only two monsters: C3, C4."
    both = Extra(spaces("D4"), (Terrain.FARM, Terrain.VILLAGE))
    diplomacy = drawn(skill=Skill.DIPLOMACY, paid=1, extra=both)
    yield (
        THREE,
        diplomacy,
        "Ada uses Diplomacy for 1 coin. Ada draws forest: C3, C4. Ada also draws farm and village: D4.",
    )
    yield THREE, drawn(skill=Skill.STEALTH), "Ada uses Stealth at no cost. Ada draws forest: C3, C4."
    struck = drawn(seat=BEN, destroyed=spaces("C3 C4"), **monster)
    yield (
        THREE,
        struck,
        ("Ben draws monsters on the map of Ada: C3, C4. Ada: 2 monsters on an attack path are destroyed, C3, C4."),
    )


def scores() -> Iterator[tuple[Setup, Event, str]]:
    """Yield the four countings, one of them with less than nothing."""
    good, bad = SeasonScore((4, 7), 2, 3), SeasonScore((0, 1), 0, 2)
    told = "Ada: {} for the edicts, {} for coins, {} lost to monsters; {}."
    seasons = ("Spring is over: edicts A and B", "Summer is over: edicts B and C")
    for season, text in enumerate((*seasons, "Fall is over: edicts C and D", "Winter is over: edicts D and A")):
        line = told.format("4 and 7", 2, 3, "10 stars")
        yield ALONE, SeasonScored(season, (good,)), f"{text} are scored. {line}"
    line = told.format("0 and 1", 0, 2, "−1 star")
    yield ALONE, SeasonScored(0, (bad,)), f"Spring is over: edicts A and B are scored. {line}"


def ends() -> Iterator[tuple[Setup, Event, str]]:
    """Yield the ends of games: won, won by the tie-break, shared, alone with a good and a bad rating."""
    yield (
        THREE,
        GameEnded("s", (41, 38, 1), (1, 2, 3), None, None),
        (
            "The year is over. 1. Ada: 41 stars. 2. Ben: 38 stars. 3. Csilla: 1 star. "
            "Ada wins with 41 stars! The seed of this deal: s."
        ),
    )
    yield (
        THREE,
        GameEnded("s", (38, 41, 41), (3, 2, 1), None, None),
        (
            "The year is over. 1. Csilla: 41 stars. 2. Ben: 41 stars. 3. Ada: 38 stars. "
            "The tie goes to whoever lost fewer stars to monsters. Csilla wins with 41 stars! The seed of this deal: s."
        ),
    )
    yield (
        THREE,
        GameEnded("s", (41, 41, 41), (1, 1, 1), None, None),
        (
            "The year is over. 1. Ada: 41 stars. 1. Ben: 41 stars. 1. Csilla: 41 stars. "
            "Ada, Ben and Csilla share the victory with 41 stars each! The seed of this deal: s."
        ),
    )
    yield (
        ALONE,
        GameEnded("s", (120,), (1,), 31, "legendary-cartographer"),
        (
            "The year is over. Ada: 120 stars, rating +31. "
            "The queen grants a title: Legendary Cartographer. The seed of this deal: s."
        ),
    )
    yield (
        ALONE,
        GameEnded("s", (50,), (1,), -35, "oblivious-inkdrinker"),
        (
            "The year is over. Ada: 50 stars, rating −35. "
            "The queen grants a title: Oblivious Inkdrinker. The seed of this deal: s."
        ),
    )


@pytest.mark.parametrize(("setup", "event", "sentences"), list(samples()))
def test_in_english(setup: Setup, event: Event, sentences: str) -> None:
    """Each event is told in the sentences that belong to it."""
    assert " ".join(tell(event, setup, NAMES[: setup.seats], catalogue("en"))) == sentences


def test_the_beginning() -> None:
    """A game begins with its players, its map, its four edicts, its skills and the seal."""
    setup = Setup(seats=3, edicts="first-game", skills=(Skill.LORE, Skill.SEARCH, Skill.HEALING), seed="a test")
    began = begin(setup)
    assert tell(began, setup, NAMES, catalogue("de")) == [
        "Eine Partie für 3 Personen beginnt.",
        "Auf dem Tisch: Landkarte A.",
        "Dekret A: Schildwald.",
        "Dekret B: Tal der Magier.",
        "Dekret C: Bastionen in der Wildnis.",
        "Dekret D: Grenzland.",
        "Offene Fertigkeiten: Gelehrsamkeit, Suche und Heilung.",
        f"Das Siegel auf dieser Kartenfolge: {began.seed_hash}.",
    ]
    alone = tell(begin(ALONE), ALONE, NAMES[:1], catalogue("hu"))
    assert alone[0] == "Egyszemélyes játszma kezdődik."
    assert len(alone) == 7


class Listening(Catalogue):
    """A catalogue that remembers which texts it was asked for."""

    def __init__(self, language: str) -> None:
        words = catalogue(language)
        super().__init__(language, words._messages)
        self.asked: set[str] = set()

    def text(self, key: str, /, **params: object) -> str:
        """Return the text, and remember its key."""
        self.asked.add(key)
        return super().text(key, **params)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_tells_of_something(language: str) -> None:
    """All events together need every text of the file, in every language; none is told of nothing."""
    words = Listening(language)
    told = [*samples(), (THREE, begin(THREE), ""), (ALONE, begin(ALONE), "")]
    for setup, event, _ in told:
        assert all(tell(event, setup, NAMES[: setup.seats], words))
    every = words.keys()
    assert {key for key in words.asked if key.startswith("events.")} == {
        key for key in every if key.startswith("events.")
    }
    assert {type(event) for _, event, _ in told} == set(EVENT_TYPES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
def test_whole_games(language: str, box: str) -> None:
    """Every event of a random game is told, with nothing left in braces."""
    setup = Setup.of_box(box, seats=3, skills="drawn", promos=True, seed=f"a test in {language}")
    game = play_out(setup, Random(language), Manner(take_back=0.1))
    for event in game.log:
        sentences = tell(event, setup, NAMES, catalogue(language))
        assert sentences
        assert not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(1, "Ada dostaje 1 monetę."), (3, "Ada dostaje 3 monety."), (5, "Ada dostaje 5 monet.")],
)
def test_polish_plurals(count: int, sentence: str) -> None:
    """Coins are counted as Poles count them."""
    assert tell(drawn(coins=count), ALONE, NAMES[:1], catalogue("pl"))[-1] == sentence
