"""Whether a game was honest."""

from dataclasses import replace
from typing import Any

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.locales import catalogue
from quillmap.play.record import public_events, read_record, write_record
from quillmap.play.verify import Finding, Verdict, verify
from quillmap.rules.chance import seed_hash
from quillmap.rules.events import (
    Asked,
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
    Event,
    GameBegan,
    GameEnded,
    HeroPlaced,
    RoundEnded,
    SeasonScored,
)
from quillmap.rules.ids import CardId
from quillmap.rules.setup import Setup
from quillmap.rules.skills import Skill


def _record(setup: Setup) -> list[Event]:
    """Return the public record of a random game."""
    bots = [RandomBot(f"{setup.seed}/{seat}") for seat in range(setup.seats)]
    return read_record(write_record(play_game(setup, bots).log))


BASE = _record(Setup(seats=2, seed="base"))
HEROES = next(
    record
    for record in (_record(Setup.of_box("heroes", seats=2, seed=f"heroes/{number}")) for number in range(50))
    if {HeroPlaced, Destroyed} <= set(map(type, record))
)


def _place(events: list[Event], kind: type, number: int = 0) -> int:
    """Return where the event of this kind is."""
    return [place for place, event in enumerate(events) if isinstance(event, kind)][number]


def _with(events: list[Event], place: int, **changes: object) -> list[Event]:
    """Return *events* with one of them changed."""
    changed = replace(events[place], **changes)  # type: ignore[arg-type]  # any field of any event
    return [*events[:place], changed, *events[place + 1 :]]


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("rulebook", ["standard", "de", "el"])
def test_honest_games_are_honest(box: str, seats: int, rulebook: str) -> None:
    """Games of every kind, skills and automatic ambushes included, verify from their public record."""
    by = "automatic" if rulebook == "de" else ""
    setup = Setup.of_box(box, seats=seats, seed="kind", skills="drawn", rulebook=rulebook, ambush_by=by)
    assert verify(_record(setup)) == Verdict(Finding.HONEST, "honest")


@pytest.mark.parametrize("skills", [tuple(Skill)[:3], tuple(Skill)[3:6], tuple(Skill)[5:]])
def test_every_skill_verifies(skills: tuple[Skill, ...]) -> None:
    """Drawings with a skill, and Acrobatics declared or not, are played again as they were."""
    for number in range(5):
        assert verify(_record(Setup(seats=2, seed=str(number), skills=skills))).is_honest


def test_whole_log_verifies_too() -> None:
    """A log that still holds decks and secret answers is as good as its public part."""
    game = play_game(Setup(seed="log"), [RandomBot()])
    assert verify(game.log).is_honest
    assert verify(public_events(game.log)).is_honest


@pytest.mark.parametrize("length", [1, 10, len(BASE) - 1])
def test_unfinished_game_waits(length: int) -> None:
    """Without the seed nothing can be dealt again, and the verdict says so."""
    verdict = verify(BASE[:length])
    assert verdict.finding is Finding.UNFINISHED
    assert "can’t be verified yet" in str(verdict)


def test_swapped_card_is_found() -> None:
    """A card that the seed does not deal is named, with the one it deals."""
    place = _place(BASE, CardRevealed, 3)
    event = BASE[place]
    assert isinstance(event, CardRevealed)
    other = CardId("farmland" if event.card != "farmland" else "hamlet")
    verdict = verify(_with(BASE, place, card=other))
    assert verdict == Verdict(Finding.DISHONEST, "wrong-card", place + 1, f"card {event.card}", f"card {other}")


def test_a_game_of_a_seed_with_control_characters_is_honest() -> None:
    """Nobody can choose such a seed any more, but earlier versions dealt from them."""
    assert verify(_record(Setup(seed="twin\0"))).is_honest


def test_another_seed_is_found() -> None:
    """A seed whose hash was not the published one is refused before anything is dealt."""
    end = len(BASE) - 1
    assert verify(_with(BASE, end, seed="another")).code == "wrong-seed"


def test_seed_that_is_no_text_is_found() -> None:
    """Half a letter, which JSON allows, has no hash."""
    assert verify(_with(BASE, len(BASE) - 1, seed="\ud800")).code == "bad-seed"


def test_another_seed_with_its_hash_is_found() -> None:
    """Whoever exchanges the seed and its hash together still has the wrong table."""
    changed = _with(_with(BASE, len(BASE) - 1, seed="another"), 0, seed_hash=seed_hash("another"))
    assert verify(changed).finding is Finding.DISHONEST


def test_wrong_edicts_are_found() -> None:
    """Edicts that the seed does not deal are named."""
    began = BASE[0]
    assert isinstance(began, GameBegan)
    verdict = verify(_with(BASE, 0, edicts=tuple(reversed(began.edicts))))
    assert (verdict.code, verdict.event) == ("wrong-deal", 1)
    assert began.edicts[0] in verdict.expected


def test_wrong_map_is_found() -> None:
    """A mountain that was moved is found."""
    assert verify(_with(BASE, 0, mountains=1)).code == "wrong-deal"


def test_impossible_table_is_found() -> None:
    """A set-up that the rules don't allow can't have been played."""
    began = BASE[0]
    assert isinstance(began, GameBegan)
    verdict = verify(_with(BASE, 0, setup=replace(began.setup, seats=101)))
    assert verdict.code == "bad-setup"


def test_illegal_drawing_is_found() -> None:
    """A drawing that was moved onto a mountain is refused by the rules."""
    began, place = BASE[0], _place(BASE, Drawn)
    assert isinstance(began, GameBegan)
    verdict = verify(_with(BASE, place, spaces=began.mountains))
    assert (verdict.code, verdict.event) == ("illegal-move", place + 1)
    assert "filled" in str(verdict)


@pytest.mark.parametrize("change", [{"coins": 5}, {"destroyed": 1}, {"paid": 1}])
def test_wrong_consequence_is_found(change: dict[str, int]) -> None:
    """Coins, destroyed spaces or a price that did not come of a drawing are found."""
    place = _place(BASE, Drawn)
    verdict = verify(_with(BASE, place, **change))
    assert (verdict.code, verdict.event) == ("wrong-event", place + 1)


def test_wrong_score_is_found() -> None:
    """A star too many is found."""
    place = _place(BASE, SeasonScored, 2)
    event = BASE[place]
    assert isinstance(event, SeasonScored)
    better = (event.scores[0]._replace(coins=event.scores[0].coins + 1), *event.scores[1:])
    verdict = verify(_with(BASE, place, scores=better))
    assert (verdict.code, verdict.event) == ("wrong-score", place + 1)


def test_wrong_total_is_found() -> None:
    """The last line is counted again too."""
    assert verify(_with(BASE, len(BASE) - 1, totals=(200, 1))).code == "wrong-score"


def test_missing_answer_is_found() -> None:
    """A seat that was asked and drew nothing is named."""
    place = _place(BASE, Drawn)
    verdict = verify(BASE[:place] + BASE[place + 1 :])
    assert (verdict.code, verdict.expected) == ("missing-move", "an answer of seat 0")


def test_missing_line_is_found() -> None:
    """A line left out, and an end without its game, are found."""
    place = _place(BASE, RoundEnded)
    assert verify(BASE[:place] + BASE[place + 1 :]).code == "wrong-event"
    assert verify([BASE[0], BASE[-1]]).code == "wrong-event"


def test_game_going_on_after_its_end_is_found() -> None:
    """Nothing happens after the end."""
    verdict = verify([*BASE, RoundEnded(3)])
    assert (verdict.code, verdict.event) == ("too-long", len(BASE) + 1)


def test_record_without_beginning_is_found() -> None:
    """Events that begin in the middle are no record."""
    assert verify(BASE[1:]).code == "no-beginning"


@pytest.mark.parametrize("kind", [HeroPlaced, Destroyed])
def test_heroes_answers_are_checked(kind: type) -> None:
    """A hero or a destroyed space that was moved to a mountain is refused."""
    began, place = HEROES[0], _place(HEROES, kind)
    assert isinstance(began, GameBegan)
    mountain = began.mountains & -began.mountains
    verdict = verify(_with(HEROES, place, space=mountain))
    assert (verdict.code, verdict.event) == ("illegal-move", place + 1)


def test_acrobatics_left_out_is_found() -> None:
    """Whoever used Acrobatics can't have it taken out of the record."""
    skills = (Skill.ACROBATICS, Skill.LORE, Skill.SEARCH)
    records = (_record(Setup(seats=2, seed=f"acrobatics/{number}", skills=skills)) for number in range(50))
    record = next(each for each in records if any(isinstance(event, Declared) for event in each))
    place = _place(record, Declared)
    assert verify(record).is_honest
    assert verify(record[:place] + record[place + 1 :]).finding is Finding.DISHONEST


def test_every_single_change_of_a_number_is_found() -> None:
    """Whatever public number of an event is changed, the record is no longer honest."""
    for place, event in enumerate(BASE):
        match event:
            case Drawn():
                changed = _with(BASE, place, coins=event.coins + 1)
            case RoundEnded():
                changed = _with(BASE, place, time=event.time + 1)
            case Asked():
                changed = _with(BASE, place, seats=event.seats[:-1])
            case GameEnded():
                changed = _with(BASE, place, ranks=(event.ranks[0] + 1, *event.ranks[1:]))
            case _:
                continue
        assert verify(changed).finding is Finding.DISHONEST, f"event {place + 1}: {event}"


def test_every_reason_is_a_sentence() -> None:
    """A verdict of any code can be printed on one line."""
    reasons = [key for key in sorted(catalogue("en").keys()) if key.startswith("command.verdict.reason.")]
    assert len(reasons) > 10
    for code in (key.rpartition(".")[2] for key in reasons):
        said = str(Verdict(Finding.DISHONEST, code, 3, "this", "that"))
        assert said.startswith("event 3: ")
        assert "\n" not in said


def test_a_text_and_a_game_are_verified() -> None:
    """As well as their events."""
    game = play_game(Setup(seed="text"), [RandomBot("1")])
    assert verify(write_record(game)).is_honest
    assert verify(game).is_honest


@pytest.mark.parametrize("nothing", [[], "", "no record", ["a", "b"], 7, None], ids=str)
def test_what_is_no_game_is_not_judged(nothing: Any) -> None:
    """Neither as honest nor as unfinished."""
    with pytest.raises(ValueError, match=r".{10}"):
        verify(nothing)
