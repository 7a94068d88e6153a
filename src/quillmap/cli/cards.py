"""``quillmap cards``: every card, with its shapes and attack patterns drawn as text."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

from quillmap.cli.board import draw_sheet, side_by_side
from quillmap.cli.card_data import KINDS, all_cards, everything
from quillmap.cli.names import name_of
from quillmap.cli.pictures import draw_attack, draw_shape
from quillmap.cli.trouble import CommandError
from quillmap.cli.wording import counted, print_json
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard, HeroCard
from quillmap.rules.counting import TITLES
from quillmap.rules.ids import CardId
from quillmap.rules.maps import PRINTED
from quillmap.rules.seasons import SEASONS

TEXT: Final = {
    "id": "the id of one card",
    "json": "print JSON",
    "unknown-card": "there is no card {card!r}; quillmap cards lists them all",
    "box": "{box} box",
    "time": "time {time}",
    "coin": "coin",
    "ruins": "the next shape has to cover an empty ruins space",
    "arrow": "{arrow}, solo from the {corner} corner",
    "solo": "solo value {value}",
    "cost-one": "coin",
    "cost-more": "coins",
    "maps": "Maps",
    "map": "Map {map}",
    "seasons": "Seasons",
    "season": "{name:8}  time {time}, edicts {edicts}",
    "season-box": "{box}: ",
    "titles": "Solo titles",
    "title": "from {rating:>3}  {name} ({id})",
}
HEADINGS: Final = {
    "explore": "Explore cards",
    "ruins": "Ruins cards",
    "ambush": "Ambush cards",
    "heroes": "Hero cards",
    "scoring": "Scoring cards",
    "skills": "Skill cards",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("card", metavar="ID", nargs="?", help=TEXT["id"])
    parser.add_argument("--json", action="store_true", help=TEXT["json"])


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
        raise CommandError(TEXT["unknown-card"].format(card=args.card))
    if args.json:
        print_json(found)
    else:
        print("\n".join(_card_lines(found)))
    return 0


def _print_everything() -> None:
    for kind in KINDS:
        print(HEADINGS[kind])
        for card in all_cards().values():
            if card["kind"] == kind:
                print()
                print("\n".join(f"  {line}".rstrip() for line in _card_lines(card)))
        print()
    print(TEXT["maps"])
    for map_id, sheet in PRINTED.items():
        print()
        print("\n".join(f"  {line}" for line in [TEXT["map"].format(map=map_id), *draw_sheet(sheet)]))
    print("\n" + TEXT["seasons"])
    for box, year in SEASONS.items():
        for season in year:
            edicts = " ".join("ABCD"[place] for place in season.edicts)
            line = TEXT["season"].format(name=name_of(season.id), time=season.time, edicts=edicts)
            print(f"  {TEXT['season-box'].format(box=box)}{line}")
    print("\n" + TEXT["titles"])
    for rating, title in TITLES:
        print("  " + TEXT["title"].format(rating=rating, name=name_of(title), id=title))


def _card_lines(card: dict[str, Any]) -> Iterator[str]:
    """Yield a card: its name, what is to be known of it, its picture."""
    facts = ", ".join(_facts(card))
    yield f"{name_of(card['id'])} ({card['id']})" + (f": {facts}" if facts else "")
    for sentence in ("rule", "effect"):
        if card.get(sentence):
            yield card[sentence]
    if card["id"] in CARDS:
        yield from _picture(CardId(card["id"]))


def _facts(card: dict[str, Any]) -> Iterator[str]:
    if "box" in card:
        yield TEXT["box"].format(box=card["box"])
    if "suit" in card:
        yield card["suit"]
        yield TEXT["solo"].format(value=card["solo_value"])
    if "terrains" in card:
        yield " or ".join(card["terrains"])
    if "time" in card:
        yield TEXT["time"].format(time=card["time"])
    if card["kind"] == "ruins":
        yield TEXT["ruins"]
    if "arrow" in card:
        yield TEXT["arrow"].format(arrow=card["arrow"], corner=card["solo_corner"])
    if "cost" in card:
        yield counted(card["cost"], TEXT["cost-one"], TEXT["cost-more"])


def _picture(card_id: CardId) -> list[str]:
    match CARDS[card_id]:
        case ExploreCard() as card:
            return side_by_side([draw_shape(each) + ([TEXT["coin"]] if each.coin else []) for each in card.shapes])
        case AmbushCard() as card:
            return draw_shape(card.shape)
        case HeroCard() as card:
            return draw_attack(card.attack)
        case _:
            return []
