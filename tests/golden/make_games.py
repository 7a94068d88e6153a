"""The stored whole games: which there are, and how they are made.

The seats choose uniformly among what they may answer, by numbers from a hash, so that a game is the same on every
machine. After a change of the rules, or of the record format, look at what changes, then in the folder `tests` run

    python -m golden.make_games
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.rules.events import Ask, GameEnded
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain

TERRAINS: Final = {terrain: place for place, terrain in enumerate(sorted(Terrain))}
FOLDER: Final = Path(__file__).resolve().parent / "games"


def _setup(seed: str, box: str = "base", **changes: Any) -> Setup:
    return Setup.of_box(box, seed=seed, **changes)


KINDS: Final[dict[str, Setup]] = {
    "solo-base": _setup("solo-base 2"),
    "solo-heroes": _setup("solo-heroes 74", "heroes"),
    "two-base": _setup("two-base 1", seats=2),
    "two-first-game": _setup("two-first-game 1", seats=2, edicts="first-game"),
    "two-without-ruins-and-ambushes": _setup("two-without-ruins-and-ambushes 1", seats=2, ruins=False, ambushes="none"),
    "three-automatic": _setup("three-automatic 14", "heroes", seats=3, ambush_by="automatic", map="D"),
    "five-heroes": _setup("five-heroes 258", "heroes", seats=5),
    "hundred-base": _setup("hundred-base 1", seats=100, map="B"),
    "mixed-with-heroes": _setup("mixed-with-heroes 1", "mixed", seats=3, explore="heroes"),
    "mixed-with-promos": _setup("mixed-with-promos 2", "mixed", seats=3, promos=True, map="generated-wasteland"),
    "skills-solo": _setup("skills-solo 5", skills=(Skill.DIPLOMACY, Skill.LORE, Skill.STEALTH)),
    "skills-two": _setup("skills-two 3", seats=2, skills=(Skill.NEGOTIATION, Skill.SEARCH, Skill.HEALING)),
    "skills-ambush": _setup("skills-ambush 3", seats=3, skills=(Skill.ACROBATICS, Skill.CONCENTRATION, Skill.LORE)),
    "rulebook-pl": _setup("rulebook-pl 4", seats=2, rulebook="pl"),
    "rulebook-de": _setup("rulebook-de 46", rulebook="de"),
    "rulebook-hu": _setup("rulebook-hu 8", seats=2, rulebook="hu"),
    "rulebook-el": _setup("rulebook-el 1", seats=2, rulebook="el", map="B", edicts=(None, None, "wildholds", None)),
}
"""The table of each game. The numbers in the seeds were tried until the game showed what ``test_games`` asks of it."""

HASHED: Final = frozenset({"hundred-base"})
"""Games of which only hash, totals and places are kept: the record of a hundred seats has half a megabyte."""


class Chance:
    """Numbers from a hash of a seed: the same everywhere."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* - 1."""
        self._count += 1
        digest = sha256(f"{self._seed}/{self._count}".encode()).digest()
        return int.from_bytes(digest) % bound


def play(setup: Setup) -> Game:
    """Return a whole game in which every seat chooses by chance."""
    game, chance = Game(setup), Chance(setup.seed)
    while not game.is_over:
        for seat in game.waiting():
            game.play(choose(game.options(seat), chance))
    return game


def choose(options: Options, chance: Chance) -> Answer:
    """Return one of the answers; a skill every other time that one can be used.

    They are put in an order of their own, so that a game depends on which answers are legal and on nothing else.
    """
    answers: list[Answer] = []
    if options.skills and chance.below(2):
        answers = list(options.with_skill(options.skills[chance.below(len(options.skills))]))
    if not answers:
        answers = list(options.drawings if options.ask in (Ask.DRAW, Ask.AMBUSH) else options)
    answers.sort(key=_order)
    return answers[chance.below(len(answers))]


def _order(answer: Answer) -> tuple[int, ...]:
    match answer:
        case Draw():
            extra = -1 if answer.extra_terrain is None else TERRAINS[answer.extra_terrain]
            return answer.spaces, TERRAINS[answer.terrain], answer.extra, extra
        case PlaceHero():
            return answer.space, answer.path
        case Destroy():
            return (answer.space,)
        case Declare():
            return (answer.use,)


def summary(game: Game) -> str:
    """Return what is kept of a game whose record is too long: its hash, totals and places."""
    record, end = write_record(game.log), game.log[-1]
    assert isinstance(end, GameEnded)
    kept = {"sha256": sha256(record.encode()).hexdigest(), "totals": end.totals, "ranks": end.ranks}
    return json.dumps(kept) + "\n"


def kept_files() -> Iterator[tuple[str, Path]]:
    """Yield every kind with the file in which its game is kept."""
    for kind in KINDS:
        yield kind, FOLDER / (f"{kind}.json" if kind in HASHED else f"{kind}.jsonl")


def main() -> None:
    """Make all games again."""
    for kind, path in kept_files():
        game = play(KINDS[kind])
        text = summary(game) if kind in HASHED else write_record(game.log)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
