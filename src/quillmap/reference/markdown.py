"""Chapters and cards as Markdown pages in a language."""

from collections.abc import Callable, Iterator
from typing import Final

from quillmap.locales import Catalogue, catalogue, languages, typeset
from quillmap.play.notation import EDICT_LETTERS
from quillmap.reference.book import editions, ledger, maps_of, scene_figures
from quillmap.reference.card_page import card_page, facts_of, rule_of
from quillmap.reference.cards import Listed, cards_of, chosen_cards, listed_cards
from quillmap.reference.chapters import CHAPTERS, LEGEND, Chapter, Part, space_term
from quillmap.rules.counting import TITLES
from quillmap.rules.dealing import FIRST_GAME
from quillmap.rules.scoring import Suit
from quillmap.rules.seasons import SEASONS

NOTICE: Final = (
    "<!-- Made by `python3 dev.py reference`: edit the catalogues in src/quillmap/locales, not this file. -->"
)
_IDS: Final = tuple(chapter.id for chapter in CHAPTERS)


def pages(language: str) -> dict[str, str]:
    """Return every page of a language by its path."""
    words = typeset(catalogue(language))
    found = {"README.md": _contents(words), "cards.md": _card_list(words)}
    for chapter in CHAPTERS:
        found[f"{chapter.id}.md"] = _chapter(chapter, words)
    for card in listed_cards().values():
        lines = [f"# {words.text(f'cards.{card.id}.name')}", *card_page(card, words), _around_card(card, words)]
        found[f"cards/{card.id}.md"] = _page(f"cards/{card.id}.md", lines, words)
    return found


def front_page() -> str:
    """Return the page that leads to the languages."""
    lines = [
        NOTICE,
        "# Rules",
        *(
            f"- **[{name}]({language}/README.md)** – {typeset(catalogue(language)).text('reference.intro.text')}"
            for language, name in languages().items()
        ),
    ]
    return "\n".join([*lines[:2], "", *lines[2:]]) + "\n"


def _page(path: str, lines: list[str], words: Catalogue) -> str:
    """Return a page with links to the same page in other languages."""
    up = "../" * (path.count("/") + 1)
    others = [f"[{name}]({up}{each}/{path})" for each, name in languages().items() if each != words.language]
    top = f"{words.text('reference.languages')}: {' · '.join(others)}"
    return "\n\n".join([NOTICE, lines[0], top, *lines[1:]]) + "\n"


def _title(chapter: str, words: Catalogue) -> str:
    return words.text(f"reference.chapter.{chapter}.title")


def _contents(words: Catalogue) -> str:
    chapters = [
        f"{number}. [{_title(chapter, words)}]({chapter}.md): {words.text(f'reference.chapter.{chapter}.text')}"
        for number, chapter in enumerate(_IDS, start=1)
    ]
    lines = [
        f"# {words.text('screens.rules.title')}",
        words.text("reference.intro.text"),
        "\n".join(chapters),
        f"**[{words.text('reference.cards')}](cards.md)** ({words.text('reference.found', count=len(listed_cards()))})",
    ]
    return _page("README.md", lines, words)


# -- cards -------------------------------------------------------------------------------------------


def _card_list(words: Catalogue) -> str:
    lines = [f"# {words.text('reference.cards')}", f"[{words.text('screens.rules.title')}](README.md)"]
    for kind in dict.fromkeys(card.kind for card in listed_cards().values()):
        lines.append(f"## {words.text(f'reference.group.{kind}')}")
        of_kind = cards_of(f"{kind}-any")
        if kind != "scoring":
            lines.append(_links(of_kind, words))
        else:
            for suit in Suit:
                lines.append(f"### {words.text(f'terms.suit.{suit}')}")
                lines.append(_links([card for card in of_kind if card.group == suit], words))
    return _page("cards.md", lines, words)


def _links(cards: list[Listed], words: Catalogue) -> str:
    return "\n".join(_link(card, words) for card in cards)


def _link(card: Listed, words: Catalogue) -> str:
    """Return a line with the name of a card, its box and its rule."""
    name = f"[{words.text(f'cards.{card.id}.name')}](cards/{card.id}.md)"
    box = "" if card.box is None else f" ({words.text(f'terms.box.{card.box}')})"
    rule = f"cards.{card.id}.rule"
    return f"- {name}{box}" + (f": {words.text(rule)}" if rule in words else "")


def _around_card(card: Listed, words: Catalogue) -> str:
    ids = list(listed_cards())
    place = ids.index(card.id)
    return _ways(
        ids[place - 1] if place else None,
        ids[place + 1] if place + 1 < len(ids) else None,
        lambda each: (words.text(f"cards.{each}.name"), f"{each}.md"),
        f"[{words.text('reference.cards')}](../cards.md)",
        words,
    )


def _ways(
    before: str | None, after: str | None, link: Callable[[str], tuple[str, str]], middle: str, words: Catalogue
) -> str:
    """Return links to the pages before and after this one."""
    ways = [middle]
    if before is not None:
        name, path = link(before)
        ways.insert(0, f"[{words.text('reference.previous', name=name)}]({path})")
    if after is not None:
        name, path = link(after)
        ways.append(f"[{words.text('reference.next', name=name)}]({path})")
    return "---\n\n" + " · ".join(ways)


# -- chapters ----------------------------------------------------------------------------------------


def _chapter(chapter: Chapter, words: Catalogue) -> str:
    place = _IDS.index(chapter.id)
    lines = [f"# {_title(chapter.id, words)}", f"*{words.text(f'reference.chapter.{chapter.id}.text')}*"]
    for part in chapter.parts:
        lines += _part(part, words)
    ways = _ways(
        _IDS[place - 1] if place else None,
        _IDS[place + 1] if place + 1 < len(_IDS) else None,
        lambda each: (_title(each, words), f"{each}.md"),
        f"[{words.text('screens.rules.title')}](README.md)",
        words,
    )
    return _page(f"{chapter.id}.md", [*lines, ways], words)


def _part(part: Part, words: Catalogue) -> Iterator[str]:
    match part.kind:
        case "topic":
            yield f"## {words.text(f'rules.{part.name}.title')}"
            yield words.text(f"rules.{part.name}.text")
        case "text":
            yield words.text(part.name)
        case "ruling":
            card, _, number = part.name.partition(".")
            yield f"## {_card_link(card, words)}"
            yield words.text(f"cards.{card}.ruling.{number}")
        case "scene":
            yield _picture(part.name, words)
            yield words.text(f"reference.scene.{part.name}.text")
        case "count":
            yield from _count(part.name, words)
        case "cards":
            yield _gallery(cards_of(part.name), words)
        case "chosen":
            yield _gallery(chosen_cards(part.name), words)
        case "legend":
            yield _legend(words)
        case "maps":
            maps = maps_of(part.name)
            labels = [words.text(f"setup.map.{name}.label") for name in maps]
            yield _table([labels, [f"![{name}](../pictures/scenes/map-{name}.svg)" for name in maps]])
        case "table":
            yield _TABLES[part.name](words)
        case other:
            raise ValueError(f"a chapter has no part of the kind {other!r}")


def _picture(scene: str, words: Catalogue) -> str:
    assert scene in scene_figures()
    return f"![{words.text('reference.card.example')}](../pictures/scenes/{scene}.svg)"


def _count(name: str, words: Catalogue) -> Iterator[str]:
    """Yield a season that is counted: the map, and line by line what it brings."""
    found = ledger(name)
    names = [words.text(f"cards.{card}.name") for card in found["edicts"]]
    yield _picture(name, words)
    yield words.text(f"reference.scene.{name}.text", first=names[0], second=names[1])
    rows = [[words.text("reference.table.count"), words.text("reference.table.stars")]]
    for letter, (card, points) in zip("AB", found["edicts"].items(), strict=True):
        rows.append([f"{words.text(f'terms.edict.{letter}')}: {_card_link(card, words)}", str(points)])
    rows.append([words.text("terms.score.coins"), str(found["coins"])])
    rows.append([words.text("terms.score.monsters"), f"−{found['monsters']}"])
    rows.append([f"**{words.text('terms.score.total')}**", f"**{words.text('terms.stars', count=found['total'])}**"])
    yield _table(rows)


def _card_link(card: str, words: Catalogue) -> str:
    return f"[{words.text(f'cards.{card}.name')}](cards/{card}.md)"


def _gallery(cards: list[Listed], words: Catalogue) -> str:
    """Return cards as a table: picture, name, rule and what else is printed on them."""
    head = [words.text("reference.card.picture"), words.text("reference.card.what")]
    rows = [head]
    for card in cards:
        folder = "examples" if card.kind == "skill" else "cards"
        name = words.text(f"cards.{card.id}.name")
        picture = f'<img src="../pictures/{folder}/{card.id}.svg" alt="{name}" width="150">'
        lines = [f"**{_card_link(card.id, words)}**", rule_of(card, words)]
        lines += [f"*{label}:* {value}" for label, value in facts_of(card, words)]
        rows.append([picture, "<br>".join(lines)])
    return _table(rows)


def _legend(words: Catalogue) -> str:
    rows = [[words.text("reference.table.space"), "", words.text("reference.table.meaning")]]
    for space, text in LEGEND.items():
        name = words.text(space_term(space))
        rows.append([f"![{name}](../pictures/spaces/{space}.svg)", name, words.text(f"reference.legend.{text}.text")])
    return _table(rows)


# -- tables ------------------------------------------------------------------------------------------


def _table(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def _seasons(words: Catalogue) -> str:
    time = words.text("terms.score.time")
    head = [f"{time}: {words.text(f'terms.box.{box}')}" for box in SEASONS]
    rows = [[words.text("terms.kind.season"), words.text("terms.score.edicts"), *head]]
    for year in zip(*SEASONS.values(), strict=True):
        edicts = ", ".join(EDICT_LETTERS[place] for place in year[0].edicts)
        rows.append([words.text(f"terms.season.{year[0].id}"), edicts, *(str(season.time) for season in year)])
    return _table(rows)


def _titles(words: Catalogue) -> str:
    rows = [[words.text("reference.table.from"), words.text("reference.table.title")]]
    rows += [[str(rating).replace("-", "−"), words.text(f"terms.title.{title}")] for rating, title in TITLES]
    return _table(rows)


def _editions(words: Catalogue) -> str:
    rows = [[words.text(f"reference.table.{each}") for each in ("point", "most", "german", "greek")]]
    rows += [[words.text(point), *(_edition(value, words) for value in values)] for point, *values in editions()]
    return _table(rows)


def _edition(value: str | int, words: Catalogue) -> str:
    return words.text("terms.stars", count=value) if isinstance(value, int) else words.text(value)


def _first_games(words: Catalogue) -> str:
    rows = [[words.text("reference.table.edict"), *(words.text(f"terms.box.{box}") for box in FIRST_GAME)]]
    for letter, cards in zip(EDICT_LETTERS, zip(*FIRST_GAME.values(), strict=True), strict=True):
        rows.append([letter, *(_card_link(card, words) for card in cards)])
    return _table(rows)


_TABLES: Final[dict[str, Callable[[Catalogue], str]]] = {
    "seasons": _seasons,
    "titles": _titles,
    "editions": _editions,
    "first-games": _first_games,
}
