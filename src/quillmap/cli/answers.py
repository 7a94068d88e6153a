"""What a player types, read as an answer: ``C4 C5 D5 forest``, ``2b at C4 farm``, ``F6 F7 F8 F9``, ``yes``."""

import re
from typing import Final, TypeVar

from quillmap.cli.trouble import CommandError
from quillmap.play.notation import read_space
from quillmap.rules.cards import HeroCard
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options, attack_paths
from quillmap.rules.shapes import Orientation
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import SIZE, Mask
from quillmap.rules.terrain import DRAWABLE, Terrain

TEXT: Final = {
    "not-understood": "I don't understand {word!r} here; help tells what can be typed",
    "no-space": "name the spaces, such as C4 C5 D5",
    "one-space": "name one space, such as C4",
    "twice": "{space} is named twice",
    "which-terrain": "which terrain: {terrains}?",
    "terrain-twice": "one terrain is enough",
    "no-skill": "after with comes a skill: {skills}",
    "no-shape": "there is no shape {label}; shapes shows all",
    "no-anchor": "say where the top left corner of the shape comes to lie, such as 1a at C4",
    "off-the-map": "the shape does not fit on the map there",
    "yes-or-no": "type yes or no",
    "which-path": "the path can lie several ways; add its spaces, or choose from: moves {space}",
}
_LABEL: Final = re.compile(r"([1-9])([a-h])")
_SPACE: Final = re.compile(r"[A-Za-z]\d+")
_YES: Final = {"yes": True, "y": True, "no": False, "n": False}

Choice = TypeVar("Choice", bound=str)


def read_answer(line: str, options: Options) -> Answer:
    """Return the answer that *line* means; whether it is legal is for the rules to say."""
    words = line.replace(",", " ").split()
    match options.ask:
        case Ask.DRAW | Ask.AMBUSH:
            return _draw(words, options)
        case Ask.HERO:
            return _hero(words, options)
        case Ask.GORGON | Ask.TROLL:
            if len(words) != 1:
                raise CommandError(TEXT["one-space"])
            return Destroy(options.seat, read_named(words[0]))
        case Ask.DECLARE:
            if len(words) != 1 or words[0].lower() not in _YES:
                raise CommandError(TEXT["yes-or-no"])
            return Declare(options.seat, use=_YES[words[0].lower()])


def read_named(word: str) -> Mask:
    """Return the space called *word*, in either case."""
    try:
        return read_space(word.upper())
    except ValueError as error:
        raise CommandError(str(error)) from None


def labelled(options: Options) -> dict[str, Orientation]:
    """Return every way to turn every shape of the card, under labels such as ``1a``."""
    return {
        f"{number}{'abcdefgh'[place]}": orientation
        for number, (_, shape) in enumerate(options.drawings.shapes, start=1)
        for place, orientation in enumerate(shape.orientations)
    }


def _draw(words: list[str], options: Options) -> Draw:
    lowered = [word.lower() for word in words]
    if "with" in lowered:
        place = lowered.index("with")
        return _skilled(words[:place], words[place + 1 :], options)
    spaces, terrain = _spaces_and_terrain(words, options)
    return Draw(options.seat, spaces, terrain or _only_terrain(options))


def _skilled(words: list[str], rest: list[str], options: Options) -> Draw:
    skill = _find(rest[0], tuple(Skill)) if rest else None
    if skill is None:
        raise CommandError(TEXT["no-skill"].format(skills=", ".join(options.state.skills)))
    spaces, terrain = _spaces_and_terrain(words, options)
    if terrain is None:
        terrain = Terrain.VILLAGE if skill is Skill.LORE else _only_terrain(options)
    extra, extra_terrain = _spaces_and_terrain(rest[1:], options) if rest[1:] else (0, None)
    if skill is Skill.HEALING and extra_terrain is None:
        extra_terrain = _only_terrain(options)
    return Draw(options.seat, spaces, terrain, skill, extra, extra_terrain)


def _spaces_and_terrain(words: list[str], options: Options) -> tuple[Mask, Terrain | None]:
    """Return the spaces named in *words*, one by one or as a shape at a place, and the terrain if there is one."""
    if words and _LABEL.fullmatch(words[0].lower()):
        return _shape_at(words, options)
    spaces = 0
    terrain: Terrain | None = None
    for word in words:
        if _SPACE.fullmatch(word):
            space = read_named(word)
            if space & spaces:
                raise CommandError(TEXT["twice"].format(space=word.upper()))
            spaces |= space
        elif terrain is not None:
            raise CommandError(TEXT["terrain-twice"])
        else:
            terrain = _terrain(word)
    if not spaces:
        raise CommandError(TEXT["no-space"])
    return spaces, terrain


def _shape_at(words: list[str], options: Options) -> tuple[Mask, Terrain | None]:
    label, *rest = (word for word in words if word.lower() != "at")
    orientation = labelled(options).get(label.lower())
    if orientation is None:
        raise CommandError(TEXT["no-shape"].format(label=label))
    if not rest or not _SPACE.fullmatch(rest[0]):
        raise CommandError(TEXT["no-anchor"])
    corner = read_named(rest[0])
    row, column = divmod(corner.bit_length() - 1, SIZE)
    if row + orientation.height > SIZE or column + orientation.width > SIZE:
        raise CommandError(TEXT["off-the-map"])
    if len(rest) > 2:
        raise CommandError(TEXT["not-understood"].format(word=rest[2]))
    return orientation.mask * corner, _terrain(rest[1]) if rest[1:] else None


def _terrain(word: str) -> Terrain:
    found = _find(word, DRAWABLE)
    if found is None:
        raise CommandError(TEXT["not-understood"].format(word=word))
    return found


def _find(word: str, choices: tuple[Choice, ...]) -> Choice | None:
    """Return the one choice that begins with *word*, if there is just one."""
    found = [choice for choice in choices if choice.startswith(word.lower())]
    return found[0] if len(found) == 1 else None


def _only_terrain(options: Options) -> Terrain:
    drawings = options.drawings
    terrains = drawings.single_terrains if drawings.is_fallback else drawings.terrains
    if len(terrains) > 1:
        raise CommandError(TEXT["which-terrain"].format(terrains=", ".join(terrains)))
    return terrains[0]


def _hero(words: list[str], options: Options) -> PlaceHero:
    if not words:
        raise CommandError(TEXT["one-space"])
    space, *rest = (read_named(word) for word in words)
    card = options.state.revealed_card
    assert isinstance(card, HeroCard)
    paths = attack_paths(card, space)
    if not rest and len(paths) == 1:
        return PlaceHero(options.seat, space, paths[0])
    if not rest:
        raise CommandError(TEXT["which-path"].format(space=words[0].upper()))
    path = 0
    for each in rest:
        path |= each
    return PlaceHero(options.seat, space, path)
