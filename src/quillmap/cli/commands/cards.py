"""``quillmap cards``: every card, with its shapes and attack patterns drawn as text."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

from quillmap.cli.card_data import KINDS, all_cards, everything
from quillmap.cli.language import coins, figure, name_of, say, term, terrain_name, trouble, words
from quillmap.cli.output import print_json
from quillmap.cli.pictures import draw_attack, draw_shape, draw_sheet, side_by_side
from quillmap.play.notation import EDICT_LETTERS
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard, HeroCard
from quillmap.rules.counting import TITLES
from quillmap.rules.ids import CardId
from quillmap.rules.maps import PRINTED
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.seasons import SEASONS

_INDENT: Final = "  "


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
    found = all_cards().get(args.card)
    if found is None:
        raise trouble("unknown-card", card=args.card)
    if args.json:
        print_json(found)
    else:
        print("\n".join([*_card_lines(found), *_rulings(args.card)]))
    return 0


def _print_everything() -> None:
    for kind in KINDS:
        print(say(f"cards.{kind}"))
        for card in all_cards().values():
            if card["kind"] == kind:
                print()
                print("\n".join(f"{_INDENT}{line}".rstrip() for line in _card_lines(card)))
        print()
    print(say("cards.maps"))
    for map_id, sheet in PRINTED.items():
        print()
        lines = [words().text(f"setup.map.{map_id}.label"), *draw_sheet(sheet)]
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


def _card_lines(card: dict[str, Any]) -> Iterator[str]:
    """Yield a card: its name, what is to be known of it, its picture."""
    facts = ", ".join(_facts(card))
    yield f"{name_of(card['id'])} ({card['id']})" + (f": {facts}" if facts else "")
    rule = f"cards.{card['id']}.rule"
    if rule in words():
        yield words().text(rule)
    if card["id"] in CARDS:
        yield from _picture(CardId(card["id"]))


def _rulings(card: str) -> Iterator[str]:
    """Yield what else is to be known of a card: how a rulebook counts it otherwise, and the rulings."""
    for rulebook in RULEBOOKS:
        if (rule := f"cards.{card}.rule.{rulebook}") in words():
            label = words().text(f"setup.rulebook.{rulebook}.label")
            yield f"{words().text('setup.rulebook.label')} ({label}): {words().text(rule)}"
    number = 1
    while (ruling := f"cards.{card}.ruling.{number}") in words():
        yield f"– {words().text(ruling)}"
        number += 1


def _facts(card: dict[str, Any]) -> Iterator[str]:
    if "box" in card:
        yield term("box", card["box"])
    if "suit" in card:
        yield term("suit", card["suit"])
        yield say("cards.solo-value", value=card["solo_value"])
    if "terrains" in card:
        yield " / ".join(map(terrain_name, card["terrains"]))
    if "time" in card:
        yield say("cards.time", time=card["time"])
    if "arrow" in card:
        yield say(f"cards.{card['arrow']}")
        yield say("cards.solo-corner", corner=term("corner", card["solo_corner"]))
    if "cost" in card:
        yield coins(card["cost"])


def _picture(card_id: CardId) -> list[str]:
    match CARDS[card_id]:
        case ExploreCard() as card:
            coin = [coins(1)]
            return side_by_side([draw_shape(each) + (coin if each.coin else []) for each in card.shapes])
        case AmbushCard() as card:
            return draw_shape(card.shape)
        case HeroCard() as card:
            return draw_attack(card.attack)
        case _:
            return []
