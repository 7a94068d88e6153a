"""``quillmap analyse``: what the answers of a seat are worth at one moment of a recorded game."""

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from quillmap.analysis.answers import PLAYOUTS, Analysis, analyse
from quillmap.analysis.foresight import Method
from quillmap.analysis.parts import part_names, subtract
from quillmap.cli.arguments import at_least_one, whole_number
from quillmap.cli.errors import CommandError
from quillmap.cli.extras import INSTALL_FAST
from quillmap.cli.files import STANDARD_INPUT, read_text, shown
from quillmap.cli.language import say, trouble, words
from quillmap.cli.output import print_json, printable
from quillmap.cli.solo_text import answer_text
from quillmap.errors import CodedError
from quillmap.locales import explain, explain_inside
from quillmap.play.codec import write_move
from quillmap.play.record import read_record
from quillmap.play.replay import replay
from quillmap.play.view import View, view
from quillmap.review.reasons import part_name, reasons_of, signed
from quillmap.review.results import stars
from quillmap.review.reviewing import prepare
from quillmap.review.tasks import NotReviewable, check
from quillmap.rules.events import Event
from quillmap.rules.ids import Seat

_SHOWN = 8
"""How many answers are told."""
_PARTS = 3
"""How many parts of a difference."""


class _Moment(NamedTuple):
    number: int
    view: View


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("record", metavar="RECORD", help=say("option.record-file", dash=STANDARD_INPUT))
    parser.add_argument("--at", metavar="N", type=at_least_one, help=say("option.at"))
    parser.add_argument("--seat", metavar="N", type=whole_number, default=0, help=say("option.analysed-seat"))
    parser.add_argument(
        "--budget", metavar="N", type=at_least_one, default=PLAYOUTS, help=say("option.budget", usual=PLAYOUTS)
    )
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def run(args: argparse.Namespace) -> int:
    """Compare the answers, and print what was found."""
    try:
        events = read_record(read_text(args.record))
        check(events, [Seat(args.seat)], is_finished=False)
        moment = _moment(events, Seat(args.seat), args.at)
    except NotReviewable as error:
        raise CommandError(f"{shown(args.record)}: {explain(error, words())}") from None
    except CodedError as error:
        raise trouble("bad-record", name=shown(args.record), problem=explain_inside(error, words())) from None
    if moment is None:
        raise trouble("no-moment", seat=args.seat)
    # With the levels of the table a value is the stars to be expected, as in a review; without, only differences count.
    foresight = prepare(events, args.budget).foresight
    found = analyse(moment.view, Seat(args.seat), playouts=args.budget, foresight=foresight)
    if args.json:
        print_json(_json(moment, found))
    else:
        _print(moment, found)
    return 0


def _moment(events: Sequence[Event], seat: Seat, last: int | None) -> _Moment | None:
    """Return the last moment up to an event at which *seat* was asked; None if there is none."""
    found = None
    for step in replay(events):
        if last is not None and step.number > last:
            break
        if seat in step.state.waiting and type(step.event).__name__ == "Asked":
            found = _Moment(step.number, view(step.state, seat))
    return found


def _print(moment: _Moment, found: Analysis) -> None:
    print(say("analyse.moment", event=moment.number, count=found.options))
    if found.method is not Method.LOOK_AHEAD:
        print(say("analyse.plain.text", install=INSTALL_FAST))
    best = found.candidates[0]
    for place, each in enumerate(found.candidates[:_SHOWN], start=1):
        if place == 1:
            told = signed(each.value, words()).removeprefix("+")
        else:
            margin = signed(each.margin, words()).removeprefix("+")
            told = f"{signed(each.value - best.value, words())} ± {margin}"
        parts = reasons_of(subtract(each.worth, best.worth) if place > 1 else each.worth, moment.view.edicts)
        why = ", ".join(f"{part_name(part, words())} {signed(number, words())}" for part, number in parts[:_PARTS])
        print(printable(f"{place:>2}. {told:>12}  {answer_text(each.move)}   {why}"))


def _json(moment: _Moment, found: Analysis) -> dict[str, Any]:
    names = part_names(moment.view.edicts)
    return {
        "event": moment.number,
        "method": str(found.method),
        "options": found.options,
        "candidates": [
            {
                "move": write_move(each.move),
                "text": str(each.move),
                "value": stars(each.value),
                "margin": stars(each.margin),
                "parts": {name: stars(part) for name, part in zip(names, each.worth, strict=True)},
            }
            for each in found.candidates
        ],
    }
