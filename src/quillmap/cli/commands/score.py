"""``quillmap score``: what a map is worth, card by card, and which spaces earn it."""

import argparse
import textwrap
from typing import Any, Final

from quillmap.cli.arguments import one_of, whole_number
from quillmap.cli.errors import CommandError
from quillmap.cli.files import STANDARD_INPUT, read_text, shown
from quillmap.cli.language import figure, name_of, say, term, trouble, unknown_card, words
from quillmap.cli.output import print_json
from quillmap.locales import explain
from quillmap.play.notation import space_names
from quillmap.play.textmap import BadTextMap, read_text_map
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING, Suit, awards
from quillmap.rules.sheet import COIN_SLOTS, Sheet, haunted
from quillmap.rules.spaces import Mask

ALL: Final = "all"
_WIDTH: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    rulebooks = tuple(RULEBOOKS)
    parser.add_argument("file", metavar="FILE", nargs="?", help=say("option.map-file", dash=STANDARD_INPUT))
    parser.add_argument("--cards", metavar="A,B", help=say("option.cards"))
    parser.add_argument(
        "--rulebook", metavar="R", type=one_of(rulebooks), help=say("option.rulebook", rulebooks=", ".join(rulebooks))
    )
    parser.add_argument("--coins", metavar="N", type=whole_number, help=say("option.coins"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    parser.add_argument("--jsonl", action="store_true", help=say("option.jsonl"))


def run(args: argparse.Namespace) -> int:
    """Count a map, or one map a line."""
    if args.jsonl:
        from quillmap.cli.score_jsonl import score_lines  # noqa: PLC0415  # only this way of scoring needs it

        for option in ("cards", "coins", "rulebook"):
            if getattr(args, option) is not None:
                raise trouble("not-with-jsonl", option=f"--{option}")
        return score_lines(args.file or STANDARD_INPUT)
    if args.file is None:
        raise trouble("file-missing", dash=STANDARD_INPUT)
    cards = read_cards(args.cards if args.cards is not None else ALL)
    rulebook = args.rulebook or "standard"
    coins = args.coins or 0
    if not 0 <= coins <= COIN_SLOTS:
        raise trouble("coins-out-of-range", most=COIN_SLOTS)
    counted = count(_read_sheet(args.file), cards, rulebook, coins)
    if args.json:
        print_json(counted)
    else:
        _print(counted)
    return 0


def read_cards(written: str) -> list[CardId]:
    """Return the scoring cards named in *written*, each once."""
    if written.strip() == ALL:
        suits = list(Suit)
        return sorted(SCORING, key=lambda card: suits.index(SCORING[card].suit))
    cards = dict.fromkeys(CardId(word.strip()) for word in written.split(",") if word.strip())
    if not cards:
        raise trouble("no-cards")
    for card in cards:
        if card not in SCORING:
            raise unknown_card("scoring-card", card, SCORING)
    return list(cards)


def _read_sheet(name: str) -> Sheet:
    try:
        return read_text_map(read_text(name))
    except BadTextMap as error:
        raise bad_map(shown(name), error) from None


def count(sheet: Sheet, cards: list[CardId], rulebook: str, coins: int) -> dict[str, Any]:
    """Return the points of *sheet* as a JSON object, with the spaces that earn them."""
    earned = {card: _awards(card, sheet, rulebook) for card in cards}
    points = {card: sum(each["points"] for each in found) for card, found in earned.items()}
    lost: Mask = haunted(sheet)
    return {
        "points": points,
        "awards": earned,
        "coins": coins,
        "monsters": lost.bit_count(),
        "monster_spaces": space_names(lost),
        "total": sum(points.values()) + coins - lost.bit_count(),
    }


def _awards(card: CardId, sheet: Sheet, rulebook: str) -> list[dict[str, Any]]:
    return [
        {"points": points, "spaces": space_names(spaces)} for points, spaces in awards(card, sheet, rulebook) if points
    ]


def bad_map(name: str, error: BadTextMap) -> CommandError:
    """Return why a text map can't be read, to be raised."""
    return trouble("bad-map", name=name, problem=explain(error, words()))


def _print(counted: dict[str, Any]) -> None:
    monsters = term("score", "monsters")
    names = {card: name_of(card) for card in counted["points"]}
    width = max(map(len, [*names.values(), monsters]))
    for card, points in counted["points"].items():
        reasons = [_reason(each["points"], each["spaces"]) for each in counted["awards"][card]]
        _print_line(names[card], width, points, reasons)
    lost = counted["monsters"]
    _print_line(monsters, width, -lost, [_reason(-lost, counted["monster_spaces"])] if lost else [])
    print()
    print(
        say(
            "score.total",
            total=counted["total"],
            points=sum(counted["points"].values()),
            coins=counted["coins"],
            monsters=counted["monsters"],
        )
    )


def _reason(points: int, spaces: list[str]) -> str:
    return say("score.reason", points=points, spaces=" ".join(spaces))


def _print_line(name: str, width: int, points: int, reasons: list[str]) -> None:
    start = f"{name:{width}}  {figure(points):>4}   "
    rest = " " * len(start)
    if not reasons:
        print(start.rstrip())
    for reason in reasons:
        print(textwrap.fill(reason, _WIDTH, initial_indent=start, subsequent_indent=f"{rest}  "))
        start = rest
