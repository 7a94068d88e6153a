"""What a player types, read as an answer: ``C4 C5 D5 forest``, ``2b at C4 farm``, ``F6 F7 F8 F9``, ``yes``.

Words may be those of the language that is spoken or the English ones, without accents; terrains and skills may be
shortened.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from quillmap.cli.language import name_of, say, terrain_name, trouble
from quillmap.locales import catalogue
from quillmap.play.notation import read_space
from quillmap.rules.cards import HeroCard
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options, attack_paths
from quillmap.rules.shapes import Orientation
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import SIZE, Mask
from quillmap.rules.terrain import DRAWABLE, Terrain

_LABEL: Final = re.compile(r"([1-9])([a-h])")
_SPACE: Final = re.compile(r"[A-Za-z]\d+")

Choice = TypeVar("Choice", bound=str)


def read_answer(line: str, options: Options) -> Answer:
    """Return the answer that *line* means; the rules say whether it is legal."""
    typed = line.replace(",", " ").split()
    match options.ask:
        case Ask.DRAW | Ask.AMBUSH:
            return _draw(typed, options)
        case Ask.HERO:
            return _hero(typed, options)
        case Ask.GORGON | Ask.TROLL:
            if len(typed) != 1:
                raise trouble("one-space")
            return Destroy(options.seat, read_named(typed[0]))
        case Ask.DECLARE:
            return Declare(options.seat, use=_yes_or_no(typed))


def read_named(word: str) -> Mask:
    """Return the space called *word*, in either case."""
    try:
        return read_space(word.upper())
    except ValueError:
        raise trouble("not-a-space", space=word) from None


def folded(word: str) -> str:
    """Return *word* without accents and capitals, as it may be typed."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_word(typed: str, word: str) -> bool:
    """Return whether *typed* is the command word with this id, in the language that is spoken or in English."""
    return folded(typed) in (folded(say(f"word.{word}")), catalogue("en").text(f"command.word.{word}"))


def find(typed: str, choices: Iterable[Choice], name: Callable[[str], str]) -> Choice | None:
    """Return the one choice whose name, or else whose id, is or begins with what was *typed*."""
    start = folded(typed)
    by_name = {choice: folded(name(choice)) for choice in choices}
    by_id = {choice: str(choice) for choice in by_name}
    for known in (by_name, by_id):
        exact = [choice for choice, word in known.items() if word == start]
        found = exact or [choice for choice, word in known.items() if word.startswith(start)]
        if len(found) == 1:
            return found[0]
    return None


def labelled(options: Options) -> dict[str, Orientation]:
    """Return every way to turn every shape of the card, under labels such as ``1a``."""
    return {
        f"{number}{'abcdefgh'[place]}": orientation
        for number, (_, shape) in enumerate(options.drawings.shapes, start=1)
        for place, orientation in enumerate(shape.orientations)
    }


def _yes_or_no(typed: list[str]) -> bool:
    start = folded(typed[0]) if len(typed) == 1 else ""
    for word, use in (("yes", True), ("no", False)):
        if start and (start == folded(say(f"word.{word}"))[0] or is_word(start, word)):
            return use
    raise trouble("yes-or-no", yes=say("word.yes"), no=say("word.no"))


def _draw(typed: list[str], options: Options) -> Draw:
    place = next((place for place, word in enumerate(typed) if is_word(word, "with")), None)
    if place is not None:
        return _skilled(typed[:place], typed[place + 1 :], options)
    spaces, terrain = _spaces_and_terrain(typed, options)
    return Draw(options.seat, spaces, terrain or _only_terrain(options))


def _skilled(typed: list[str], rest: list[str], options: Options) -> Draw:
    skill = find(rest[0], Skill, _first_word) if rest else None
    if skill is None:
        raise trouble("no-skill", skills=", ".join(map(name_of, options.state.skills)))
    rest = _without_name(rest, skill)
    spaces, terrain = _spaces_and_terrain(typed, options)
    if terrain is None:
        terrain = Terrain.VILLAGE if skill is Skill.LORE else _only_terrain(options)
    extra, extra_terrain = _spaces_and_terrain(rest, options) if rest else (0, None)
    if skill is Skill.HEALING and extra_terrain is None:
        extra_terrain = _only_terrain(options)
    return Draw(options.seat, spaces, terrain, skill, extra, extra_terrain)


def _first_word(skill: str) -> str:
    return name_of(skill).split()[0]


def _without_name(typed: list[str], skill: Skill) -> list[str]:
    """Return what comes after the name of *skill*, which can have several words."""
    more = [folded(word) for word in name_of(skill).split()[1:]]
    is_whole = [folded(word) for word in typed[1 : 1 + len(more)]] == more
    return typed[1 + len(more) :] if is_whole else typed[1:]


def _spaces_and_terrain(typed: list[str], options: Options) -> tuple[Mask, Terrain | None]:
    """Return the spaces that were *typed*, one by one or as a shape at a place, and the terrain if there is one."""
    if typed and _LABEL.fullmatch(typed[0].lower()):
        return _shape_at(typed, options)
    spaces = 0
    terrain: Terrain | None = None
    for word in typed:
        if _SPACE.fullmatch(word):
            space = read_named(word)
            if space & spaces:
                raise trouble("space-twice", space=word.upper())
            spaces |= space
        elif terrain is not None:
            raise trouble("terrain-twice")
        else:
            terrain = _terrain(word)
    if not spaces:
        raise trouble("no-space")
    return spaces, terrain


def _shape_at(typed: list[str], options: Options) -> tuple[Mask, Terrain | None]:
    label, *rest = (word for word in typed if not is_word(word, "at"))
    orientation = labelled(options).get(label.lower())
    if orientation is None:
        raise trouble("no-shape", label=label, shapes=say("word.shapes"))
    if not rest or not _SPACE.fullmatch(rest[0]):
        raise trouble("no-anchor", at=say("word.at"))
    corner = read_named(rest[0])
    row, column = divmod(corner.bit_length() - 1, SIZE)
    if row + orientation.height > SIZE or column + orientation.width > SIZE:
        raise trouble("off-the-map")
    if len(rest) > 2:
        raise _not_understood(rest[2])
    return orientation.mask * corner, _terrain(rest[1]) if rest[1:] else None


def _terrain(typed: str) -> Terrain:
    found = find(typed, DRAWABLE, terrain_name)
    if found is None:
        raise _not_understood(typed)
    return found


def _not_understood(typed: str) -> Exception:
    return trouble("not-understood", word=typed, terrains=", ".join(map(terrain_name, DRAWABLE)))


def _only_terrain(options: Options) -> Terrain:
    drawings = options.drawings
    terrains = drawings.single_terrains if drawings.is_fallback else drawings.terrains
    if len(terrains) > 1:
        raise trouble("which-terrain", terrains=", ".join(map(terrain_name, terrains)))
    return terrains[0]


def _hero(typed: list[str], options: Options) -> PlaceHero:
    if not typed:
        raise trouble("one-space")
    space, *rest = (read_named(word) for word in typed)
    card = options.state.revealed_card
    assert isinstance(card, HeroCard)
    paths = attack_paths(card, space)
    if not rest and len(paths) == 1:
        return PlaceHero(options.seat, space, paths[0])
    if not rest:
        raise trouble("which-path", moves=say("word.moves"), space=typed[0].upper())
    path = 0
    for each in rest:
        path |= each
    return PlaceHero(options.seat, space, path)
