"""``quillmap replay``: a recorded game in sentences, its sheets as text, and whether it was honest."""

import argparse
from collections.abc import Iterator
from typing import Final

from quillmap.cli.arguments import at_least_one
from quillmap.cli.files import STANDARD_INPUT, read_text, shown
from quillmap.cli.language import say, trouble, words
from quillmap.cli.output import printable
from quillmap.cli.pictures import draw_sheet, legend, side_by_side
from quillmap.cli.story import names, tell
from quillmap.errors import CodedError
from quillmap.locales import explain_inside
from quillmap.play.record import read_record
from quillmap.play.replay import ReplayStep, replay
from quillmap.play.verify import Verdict, verify
from quillmap.rules.events import Event, SeasonScored
from quillmap.rules.state import State

NOT_HONEST: Final = 1
"""Exit code of a record that was to be verified and is not honest, or can't be verified yet."""
_SHEETS_ABREAST: Final = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("record", metavar="RECORD", help=say("option.record-file", dash=STANDARD_INPUT))
    parser.add_argument("--ascii", action="store_true", help=say("option.ascii"))
    parser.add_argument("--verify", action="store_true", help=say("option.verify"))
    parser.add_argument("--to", metavar="N", type=at_least_one, help=say("option.to"))


def run(args: argparse.Namespace) -> int:
    """Tell the game or verify it."""
    try:
        events = read_record(read_text(args.record))
        if args.ascii or args.to is not None or not args.verify:
            for line in _told(events[: args.to], is_drawn=args.ascii):
                print(printable(line))
    except ValueError as error:  # a bad record, or absurd numbers in it
        raise trouble("bad-record", name=shown(args.record), problem=_explain(error)) from None
    return _verify(events) if args.verify else 0


def _explain(error: ValueError) -> str:
    """Return what is wrong with a record, which may only be absurd numbers."""
    return explain_inside(error, words()) if isinstance(error, CodedError) else say("record.other")


def _verify(events: list[Event]) -> int:
    """Print the verdict on the whole record; only an honest one is a success."""
    verdict = verify(events)
    print(printable(_verdict(verdict)))
    return 0 if verdict.is_honest else NOT_HONEST


def _verdict(verdict: Verdict) -> str:
    """Return what was found, and where; the details are those of the record, and so have its words."""
    found = [say(f"verdict.{verdict.finding}")]
    if verdict.event is not None:
        found.append(say("verdict.event", event=verdict.event))
    # For an honest and for an unfinished record the first sentence says it all.
    found.append(say(f"verdict.reason.{verdict.code}"))
    if verdict.refusal is not None:
        found.append(explain_inside(verdict.refusal, words()))
    elif verdict.code != "missing-move":  # that code says it all
        found += [say("verdict.expected", expected=verdict.expected)] if verdict.expected else []
        found += [say("verdict.found", found=verdict.found)] if verdict.found else []
    return ": ".join(found)


def _told(events: list[Event], *, is_drawn: bool) -> Iterator[str]:
    """Yield the lines of the story, the number of each event before it."""
    width = len(str(len(events)))
    drawn_at = 0
    step: ReplayStep | None = None
    for step in replay(events):
        number = str(step.number)
        for line in tell(step):
            yield f"{number:>{width}}  {line}".rstrip() if line else ""
            number = "" if line else number
        if is_drawn and isinstance(step.event, SeasonScored):
            yield from draw_all(step.state)
            drawn_at = step.number
    # The end of the game changes no map; what came after the last season's score does.
    if is_drawn and step is not None and (step.state.result is None or not drawn_at) and drawn_at != step.number:
        yield from draw_all(step.state)
    if is_drawn:
        yield ""
        yield from legend()


def draw_all(state: State) -> Iterator[str]:
    """Yield the maps of all seats, a few side by side."""
    called = names(state) if len(state.seats) > 1 else []
    blocks = [[*called[seat : seat + 1], *draw_sheet(each.sheet)] for seat, each in enumerate(state.seats)]
    for start in range(0, len(blocks), _SHEETS_ABREAST):
        yield ""
        yield from side_by_side(blocks[start : start + _SHEETS_ABREAST])
