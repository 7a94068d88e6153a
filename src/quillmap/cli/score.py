"""``quillmap score``: what a map is worth, card by card, and which spaces earn it."""

import argparse
import textwrap
from typing import Any, Final

from quillmap.cli.files import STANDARD_INPUT, read_text, shown
from quillmap.cli.names import name_of
from quillmap.cli.trouble import CommandError
from quillmap.cli.wording import check_rulebook, plain, print_json
from quillmap.play.notation import space_names
from quillmap.play.textmap import BadTextMap, read_text_map
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, Suit, awards
from quillmap.rules.sheet import COIN_SLOTS, Sheet, haunted
from quillmap.rules.spaces import Mask

ALL: Final = "all"
_WIDTH: Final = 100

TEXT: Final = {
    "file": "a text map, or - for standard input",
    "cards": "ids of scoring cards, separated by commas, or all (the default)",
    "rulebook": "standard, pl, de, hu or el: whose way of counting to use",
    "coins": "coins to count, 0 to 14",
    "json": "print JSON",
    "jsonl": "read JSON lines with a map and cards each, and answer line by line",
    "file-missing": "name the file with the map, or - for standard input",
    "not-with-jsonl": "with --jsonl every line says for itself: leave out {option}",
    "no-cards": "name at least one scoring card, or all",
    "unknown-card": "there is no scoring card {card!r}; quillmap cards lists them all",
    "coins-out-of-range": "there are 0 to 14 coins",
    "bad-map": "{name}: {problem}",
    "monsters": "Monsters",
    "for": "{points} for {spaces}",
    "lost": "{points} for {spaces}",
    "total": "Total {total} = points {points} + coins {coins} − monsters {monsters}",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("file", metavar="FILE", nargs="?", help=TEXT["file"])
    parser.add_argument("--cards", metavar="A,B", help=TEXT["cards"])
    parser.add_argument("--rulebook", metavar="R", help=TEXT["rulebook"])
    parser.add_argument("--coins", metavar="N", type=int, help=TEXT["coins"])
    parser.add_argument("--json", action="store_true", help=TEXT["json"])
    parser.add_argument("--jsonl", action="store_true", help=TEXT["jsonl"])


def run(args: argparse.Namespace) -> int:
    """Count a map, or one map a line."""
    if args.jsonl:
        from quillmap.cli.score_lines import score_lines  # noqa: PLC0415  # only this way of scoring needs it

        for option in ("cards", "coins", "rulebook"):
            if getattr(args, option) is not None:
                raise CommandError(TEXT["not-with-jsonl"].format(option=f"--{option}"))
        return score_lines(args.file or STANDARD_INPUT)
    if args.file is None:
        raise CommandError(TEXT["file-missing"])
    cards = read_cards(args.cards if args.cards is not None else ALL)
    rulebook = check_rulebook(args.rulebook or "standard")
    coins = args.coins or 0
    if not 0 <= coins <= COIN_SLOTS:
        raise CommandError(TEXT["coins-out-of-range"])
    counted = count(_read_sheet(args.file), cards, rulebook, coins)
    if args.json:
        print_json(counted)
    else:
        _print(counted)
    return 0


def read_cards(words: str) -> list[CardId]:
    """Return the scoring cards named in *words*, each once."""
    if words.strip() == ALL:
        suits = list(Suit)
        return sorted(SCORING, key=lambda card: suits.index(SCORING[card].suit))
    cards = dict.fromkeys(CardId(word.strip()) for word in words.split(",") if word.strip())
    if not cards:
        raise CommandError(TEXT["no-cards"])
    for card in cards:
        if card not in SCORING:
            raise CommandError(TEXT["unknown-card"].format(card=card))
    return list(cards)


def _read_sheet(name: str) -> Sheet:
    try:
        return read_text_map(read_text(name))
    except BadTextMap as error:
        raise CommandError(TEXT["bad-map"].format(name=shown(name), problem=error)) from None


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


def _print(counted: dict[str, Any]) -> None:
    width = max(len(name_of(card)) for card in [*counted["points"], TEXT["monsters"]])
    for card, points in counted["points"].items():
        reasons = [
            TEXT["for"].format(points=each["points"], spaces=" ".join(each["spaces"]))
            for each in counted["awards"][card]
        ]
        _print_line(name_of(card), width, points, reasons)
    lost = counted["monsters"]
    spaces = " ".join(counted["monster_spaces"])
    _print_line(
        TEXT["monsters"], width, -lost, [TEXT["lost"].format(points=plain(-lost), spaces=spaces)] if lost else []
    )
    print()
    print(
        TEXT["total"].format(
            total=plain(counted["total"]),
            points=sum(counted["points"].values()),
            coins=counted["coins"],
            monsters=counted["monsters"],
        )
    )


def _print_line(name: str, width: int, points: int, reasons: list[str]) -> None:
    start = f"{name:{width}}  {plain(points):>4}   "
    rest = " " * len(start)
    if not reasons:
        print(start.rstrip())
    for reason in reasons:
        print(textwrap.fill(reason, _WIDTH, initial_indent=start, subsequent_indent=f"{rest}  "))
        start = rest
