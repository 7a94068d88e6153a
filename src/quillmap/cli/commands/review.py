"""``quillmap review``: how well a recorded game was played."""

import argparse
from typing import Final

from quillmap.analysis.answers import PLAYOUTS
from quillmap.analysis.engine import Outset
from quillmap.cli.arguments import at_least_one, whole_number
from quillmap.cli.errors import CommandError
from quillmap.cli.files import STANDARD_INPUT, read_text, shown
from quillmap.cli.language import say, trouble, words
from quillmap.cli.output import print_json, printable
from quillmap.cli.review_report import report
from quillmap.cli.workers import progress_bar
from quillmap.errors import CodedError
from quillmap.locales import explain, explain_inside
from quillmap.play.record import read_record
from quillmap.review.results import SeatReview, write_review
from quillmap.review.reviewing import SEED, prepare, review_seat
from quillmap.review.tasks import NotReviewable, check, seats_of, tasks_of
from quillmap.rules.events import Event
from quillmap.rules.ids import Seat

MOST_SEATS: Final = 8
"""How many seats are reviewed at once; each takes as long as a solo game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("record", metavar="RECORD", help=say("option.record-file", dash=STANDARD_INPUT))
    parser.add_argument("--seat", metavar="N", type=whole_number, help=say("option.review-seat"))
    parser.add_argument(
        "--budget", metavar="N", type=at_least_one, default=PLAYOUTS, help=say("option.budget", usual=PLAYOUTS)
    )
    parser.add_argument("--seed", metavar="S", default=SEED, help=say("option.seed"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def run(args: argparse.Namespace) -> int:
    """Review the game, and print what was found."""
    try:
        events = read_record(read_text(args.record))
        reviews = _reviews(events, args)
    except NotReviewable as error:
        raise CommandError(f"{shown(args.record)}: {explain(error, words())}") from None
    except ValueError as error:  # a bad record, or absurd numbers in it
        problem = explain_inside(error, words()) if isinstance(error, CodedError) else say("record.other")
        raise trouble("bad-record", name=shown(args.record), problem=problem) from None
    if args.json:
        print_json(write_review(reviews))
        return 0
    for review in reviews:
        for line in report(review, has_others=seats_of(events) > 1, words=words()):
            print(printable(line))
    return 0


def _reviews(events: list[Event], args: argparse.Namespace) -> list[SeatReview]:
    count = seats_of(events)
    if args.seat is None and count > MOST_SEATS:
        raise NotReviewable("too-many-seats", seats=count, most=MOST_SEATS)
    seats = [Seat(seat) for seat in (range(count) if args.seat is None else [args.seat])]
    check(events, seats)
    outset = prepare(events, args.budget, args.seed)
    return [_review(events, seat, args, outset) for seat in seats]


def _review(events: list[Event], seat: Seat, args: argparse.Namespace, outset: Outset) -> SeatReview:
    """Review one seat; on a terminal, show how far it is."""
    results = review_seat(events, seat, playouts=args.budget, seed=args.seed, outset=outset)
    length = sum(1 for _ in tasks_of(events, seat)) + 1
    with progress_bar("review.progress", length) as show:
        for step in results:
            if show is not None:
                show(step.done)
    assert isinstance(step.result, SeatReview)  # the last of them
    return step.result
