"""The whole reference except its words as one JSON value, so that the page can show it without knowing rules."""

from functools import cache

from quillmap.play.notation import EDICT_LETTERS
from quillmap.reference.chapters import CHAPTERS, LEGEND, Part, space_term
from quillmap.reference.examples import example_figure, examples, scene_figure, scenes
from quillmap.reference.figures import Figure, Json, window_round
from quillmap.rules.counting import TITLES
from quillmap.rules.dealing import FIRST_GAME
from quillmap.rules.ids import CardId
from quillmap.rules.maps import GENERATED_WASTELAND, PRINTED, blank_sheet
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import VARIANTS, score
from quillmap.rules.seasons import SEASONS
from quillmap.rules.spaces import BOARD

GENERATED_SEED = "a map of the reference"


@cache
def scene_figures() -> dict[str, Figure]:
    """Return the picture of every scene, those of whole maps included."""
    found = {name: scene_figure(name) for name in scenes()}
    found["generated"] = Figure(blank_sheet(GENERATED_WASTELAND, GENERATED_SEED), window_round(BOARD))
    return found | {f"map-{name}": Figure(printed.sheet, window_round(BOARD)) for name, printed in PRINTED.items()}


@cache
def ledger(name: str) -> Json:
    """Return how the season of the scene *name* is counted: its edicts, coins, monsters and total."""
    example = scenes()[name]
    edicts = {card: score(CardId(card), example.sheet) for card in example.values["edicts"].split()}
    coins = int(example.values["coins"])
    monsters = scene_figures()[name].costs.bit_count()
    total = sum(edicts.values()) + coins - monsters
    return {"edicts": edicts, "coins": coins, "monsters": monsters, "total": total}


def editions() -> list[tuple[str, *tuple[str | int, ...]]]:
    """Return the points in which the rulebooks differ: a label, and what most, the German and the Greek one say."""
    books = [RULEBOOKS["standard"], RULEBOOKS["de"], RULEBOOKS["el"]]
    single, solo, ambush = (f"reference.edition.{point}" for point in ("single", "solo", "ambush"))
    return [
        (single, *(f"{single}.any" if book.fallback_any else f"{single}.card" for book in books)),
        (solo, *(f"{solo}.{book.solo_ambush}" for book in books)),
        ("cards.wildholds.name", *(example_figure("wildholds", book.id).points or 0 for book in books)),
        (ambush, *(f"{ambush}.monster" if len(book.ambush_single) == 1 else f"{ambush}.any" for book in books)),
    ]


def maps_of(box: str) -> list[str]:
    """Return the printed maps of a box, or those of ``all``."""
    return [name for name, printed in PRINTED.items() if box in ("all", printed.box)]


def variants_of(card: str) -> list[str]:
    """Return the rulebooks that count a card differently."""
    return [rulebook for each, rulebook in VARIANTS if each == card]


@cache
def book() -> Json:
    """Return chapters, pictures and tables."""
    return {
        "chapters": [{"id": chapter.id, "parts": [_part(part) for part in chapter.parts]} for chapter in CHAPTERS],
        "examples": {card: _example(card) for card in examples()},
        "scenes": {name: figure.to_json() for name, figure in scene_figures().items()},
        "legend": [
            {"space": space, "name": space_term(space), "text": f"reference.legend.{text}.text"}
            for space, text in LEGEND.items()
        ],
        "ledgers": {name: ledger(name) for name, scene in scenes().items() if "edicts" in scene.values},
        "seasons": [
            {"id": base.id, "edicts": [EDICT_LETTERS[place] for place in base.edicts], "times": [base.time, other.time]}
            for base, other in zip(SEASONS["base"], SEASONS["heroes"], strict=True)
        ],
        "editions": [list(row) for row in editions()],
        "titles": [{"id": title, "rating": rating} for rating, title in TITLES],
        "maps": {box: maps_of(box) for box in ("all", *SEASONS)},
        "first_games": FIRST_GAME,
    }


def _part(part: Part) -> Json:
    return {"kind": part.kind, "name": part.name}


def _example(card: str) -> Json:
    others = {rulebook: example_figure(card, rulebook).to_json() for rulebook in variants_of(card)}
    return example_figure(card).to_json() | ({"by_rulebook": others} if others else {})
