"""What the chapters are made of: keys of texts, names of pictures and of tables. The words are in the catalogues."""

from typing import Final, NamedTuple


class Part(NamedTuple):
    """A piece of a chapter.

    | kind | name |
    |---|---|
    | ``topic`` | a topic of ``rules.json``: its title and its text |
    | ``text`` | the key of a text |
    | ``ruling`` | a card and the number of one of its rulings |
    | ``scene`` | a picture, with the text ``reference.scene.<name>.text`` |
    | ``legend`` | the spaces that are listed with their pictures |
    | ``cards`` | cards that are listed with their pictures, by kind and box |
    | ``chosen`` | the same for single cards: their ids with commas between them |
    | ``table`` | ``seasons``, ``titles``, ``editions`` or ``first-games`` |
    | ``count`` | a scene in which a season is counted |
    | ``maps`` | pictures of the printed maps of a box, or of all |
    """

    kind: str
    name: str


class Chapter(NamedTuple):
    """A chapter; its title and first lines are ``reference.chapter.<id>.title`` and ``.text``."""

    id: str
    parts: tuple[Part, ...]


def _chapter(chapter: str, *parts: str) -> Chapter:
    return Chapter(chapter, tuple(Part(*part.split()) for part in parts))


CHAPTERS: Final = (
    _chapter(
        "game",
        *("topic goal", "scene finished", "text reference.game.year.text", "text reference.game.turn.text"),
        *("chosen treetop-village", "scene draw", "text reference.game.words.text", "text reference.game.heart.text"),
    ),
    _chapter(
        "map",
        *("legend spaces", "topic adjacent", "topic cluster", "scene clusters", "topic filled", "topic mountains"),
        *("topic ruins", "maps all"),
    ),
    _chapter("year", "topic setup", "topic edicts", "table seasons", "topic seasons", "topic time"),
    _chapter(
        "explore",
        *("topic explore", "chosen great-river,homestead", "topic draw", "scene draw", "topic single"),
        *("topic ruins-card", "scene ruins", "cards ruins-base", "topic coins", "scene mountain"),
    ),
    _chapter(
        "ambush",
        *("topic ambush", "text reference.ambush.arrow.text", "text reference.ambush.after.text", "scene haunted"),
        "cards ambush-base",
    ),
    _chapter("scoring", "topic scoring", "count season", "topic end"),
    _chapter(
        "solo",
        *("topic solo-ambush", "scene slide", "text reference.solo.choice.text", "topic solo-rating", "table titles"),
    ),
    _chapter(
        "heroes",
        *("topic heroes-box", "table seasons", "maps heroes", "cards explore-heroes"),
        *("topic hero", "cards hero-heroes", "scene attack", "topic destroyed"),
        *("topic letters", "cards ambush-heroes", "scene gorgon", "scene dragon"),
        *("topic lasting", "scene zombies", "scene troll"),
    ),
    _chapter("skills", "topic skills", "text reference.skills.when.text", "cards skill-any"),
    _chapter(
        "variants",
        *("topic mixing", "topic many", "topic automatic-ambush", "topic easier-start", "table first-games"),
        *("topic new-map", "scene generated", "topic promos", "cards ambush-promo", "cards hero-promo"),
    ),
    _chapter(
        "editions",
        *("table editions", "topic rulebook-single", "topic rulebook-solo-ambush", "topic rulebook-wildholds"),
        *("topic rulebook-ambush-single", "ruling shoreside-expanse.2"),
    ),
)

LEGEND: Final = {
    "forest": "drawn",
    "village": "drawn",
    "farm": "drawn",
    "water": "drawn",
    "monster": "monster",
    "mountain": "mountain",
    "ruins": "ruins",
    "wasteland": "wasteland",
    "hero": "hero",
    "attack-path": "attack-path",
    "destroyed": "destroyed",
    "farm-village": "farm-village",
}
"""The spaces of the legend, each with the text ``reference.legend.<…>.text``."""


def space_term(space: str) -> str:
    """Return the key of the name of a space of the legend."""
    is_terrain = space in ("forest", "village", "farm", "water", "monster", "hero", "mountain")
    return f"terms.{'terrain' if is_terrain else 'space'}.{space}"
