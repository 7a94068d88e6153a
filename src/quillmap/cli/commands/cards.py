"""``quillmap cards``: every card, with its shapes and attack patterns drawn as text."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from quillmap.cli.language import coins, figure, name_of, say, term, terrain_name, unknown_card, words
from quillmap.cli.output import print_json
from quillmap.cli.pictures import draw_attack, draw_shape, draw_sheet, side_by_side
from quillmap.locales import catalogue
from quillmap.play.card_list import card_list, cards_by_kind
from quillmap.play.notation import EDICT_LETTERS
from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS, AmbushCard, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.counting import TITLES
from quillmap.rules.maps import PRINTED
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING, ScoringCard
from quillmap.rules.seasons import SEASONS
from quillmap.rules.skills import COST, Skill

AnyCard: TypeAlias = ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard | Skill

_INDENT: Final = "  "
_KINDS: Final[Mapping[str, Sequence[AnyCard]]] = {
    "explore": EXPLORE,
    "ruins": RUINS,
    "ambushes": AMBUSHES,
    "heroes": HEROES,
    "scoring": tuple(SCORING.values()),
    "skills": tuple(Skill),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("card", metavar="ID", nargs="?", help=say("option.card"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def run(args: argparse.Namespace) -> int:
    """Show one card or all."""
    if args.card is None:
        if args.json:
            print_json(everything())
        else:
            _print_everything()
        return 0
    by_id = {_id(card): card for cards in _KINDS.values() for card in cards}
    found = by_id.get(args.card)
    if found is None:
        raise unknown_card("card", args.card, by_id)
    if args.json:
        print_json(next(card for cards in _cards_with_words().values() for card in cards if card["id"] == args.card))
    else:
        print("\n".join([*_card_lines(found), *_rulings(args.card)]))
    return 0


def everything() -> dict[str, Any]:
    """Return everything that is printed as JSON, with its English words."""
    english = catalogue("en")
    listed = card_list()
    titles = [title | {"name": english.text(f"terms.title.{title['id']}")} for title in listed["titles"]]
    return {**listed, **_cards_with_words(), "titles": titles}


def _cards_with_words() -> dict[str, list[dict[str, Any]]]:
    return {kind: [_with_words(kind, card) for card in cards] for kind, cards in cards_by_kind().items()}


def _with_words(kind: str, card: dict[str, Any]) -> dict[str, Any]:
    english = catalogue("en")
    rule = f"cards.{card['id']}.rule"
    named = {"kind": kind, "id": card["id"], "name": english.text(f"cards.{card['id']}.name"), **card}
    return named | {"rule": english.text(rule)} if rule in english else named


def _id(card: AnyCard) -> str:
    return card if isinstance(card, Skill) else card.id


def _print_everything() -> None:
    for kind, cards in _KINDS.items():
        print(say(f"cards.{kind}"))
        for card in cards:
            print()
            print("\n".join(f"{_INDENT}{line}".rstrip() for line in _card_lines(card)))
        print()
    print(say("cards.maps"))
    for map_id, printed in PRINTED.items():
        print()
        lines = [words().text(f"setup.map.{map_id}.label"), *draw_sheet(printed.sheet)]
        print("\n".join(f"{_INDENT}{line}" for line in lines))
    print("\n" + say("cards.seasons"))
    for box, year in SEASONS.items():
        for season in year:
            edicts = " ".join(EDICT_LETTERS[place] for place in season.edicts)
            facts = say("cards.season", time=season.time, edicts=edicts)
            print(f"{_INDENT}{term('box', box)}: {term('season', season.id)}, {facts}")
    print("\n" + say("cards.titles"))
    for rating, title in TITLES:
        print(f"{_INDENT}{figure(rating, is_signed=True):>3}  {term('title', title)} ({title})")


def _card_lines(card: AnyCard) -> Iterator[str]:
    """Yield a card: its name, the facts about it, its rule, its picture."""
    card_id = _id(card)
    facts = [] if isinstance(card, Skill) else [term("box", card.box)]
    yield f"{name_of(card_id)} ({card_id}): {', '.join([*facts, *_facts(card)])}"
    rule = f"cards.{card_id}.rule"
    if rule in words():
        yield words().text(rule)
    yield from _picture(card)


def _rulings(card: str) -> Iterator[str]:
    """Yield what else there is to know about a card: how a rulebook counts it differently, and the rulings."""
    for rulebook in RULEBOOKS:
        if (rule := f"cards.{card}.rule.{rulebook}") in words():
            label = words().text(f"setup.rulebook.{rulebook}.label")
            yield f"{words().text('setup.rulebook.label')} ({label}): {words().text(rule)}"
    number = 1
    while (ruling := f"cards.{card}.ruling.{number}") in words():
        yield f"– {words().text(ruling)}"
        number += 1


def _facts(card: AnyCard) -> list[str]:
    match card:
        case ExploreCard():
            return [" / ".join(map(terrain_name, card.terrains)), say("cards.time", time=card.time)]
        case RuinsCard():
            return [say("cards.time", time=card.time)]
        case AmbushCard():
            arrow = "clockwise" if card.clockwise else "counterclockwise"
            return [say(f"cards.{arrow}"), say("cards.solo-corner", corner=term("corner", card.corner))]
        case HeroCard():
            return []
        case ScoringCard():
            return [term("suit", card.suit), say("cards.solo-value", value=card.solo_value)]
        case Skill():
            return [coins(COST[card])]


def _picture(card: AnyCard) -> list[str]:
    match card:
        case ExploreCard():
            return side_by_side([draw_shape(each) + ([coins(1)] if each.coin else []) for each in card.shapes])
        case AmbushCard():
            return draw_shape(card.shape)
        case HeroCard():
            return draw_attack(card.attack)
        case _:
            return []
