"""``quillmap play``: a solo game in the terminal."""

import argparse
import secrets
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from quillmap.cli.answers import read_answer, read_named
from quillmap.cli.board import LEGEND, draw_sheet
from quillmap.cli.files import write_text
from quillmap.cli.prospects import Prospect, prospect, worth
from quillmap.cli.situation import answer_text, ask_for, describe, explain, prospect_text, shapes
from quillmap.cli.story import tell
from quillmap.cli.table import add_table_arguments, make_setup
from quillmap.cli.trouble import CommandError, printable
from quillmap.cli.wording import signed, spaces_text
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.play.replay import Step
from quillmap.rules.events import Ask, Event
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import State

_SEAT: Final = Seat(0)
_LISTED: Final = 12
_MOST: Final = 5000
"""More moves are not looked at one by one; Concentration can have a hundred thousand."""

TEXT: Final = {
    "record": "write the record of the game to this file",
    "prompt": "> ",
    "welcome": "help tells what can be typed. This deal again: quillmap play --seed {seed}",
    "bye": "Until next time.",
    "illegal": "That is not possible: {reason}.",
    "spaces": "{reason}: {spaces}",
    "no-list": "There is no move {number} in the list; type moves first.",
    "no-moves": "There is no such move.",
    "more-moves": "… and {number} more: moves all, or moves C4 for those that cover C4",
    "too-many": "Those are too many to look at; name a space too, such as moves C4.",
    "listed": "{number:>3}. {season:>3}  {answer}   {parts}",
    "tried": "{season} for this season: {parts}",
    "not-skill": "moves takes spaces, a skill, or all",
    "saved": "The record is in {name}.",
}
HELP: Final = """\
C4 C5 D5 forest       draw these spaces; the terrain can be left out or shortened where it is clear
1a at C4 forest       draw shape 1, turned as shapes shows under a, the corner of its outline on C4
… with search D4      use a skill, and draw D4 besides (healing: add the terrain too)
F6 F7 F8 F9           place a hero on F6, the rest is its attack path
C4                    destroy a space for the Gorgon or the Troll
yes, no               use Acrobatics or not
3                     make the third move of the last list
moves                 list the best moves for this season, with the points each would bring
moves C4, moves all   those that cover C4; all of them
moves search          those with a skill
try C4 C5 D5 forest   show what a move would bring, without making it
shapes                the shapes of the card in every turn
sheet                 the map and the card again
edicts                what the edicts and skills say
help, quit"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    add_table_arguments(parser)
    parser.add_argument("--record", metavar="FILE", help=TEXT["record"])


def run(args: argparse.Namespace) -> int:
    """Play until the game or the input ends."""
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    table = _Table(make_setup(args, 1, seed))
    table.play()
    if args.record is not None:
        write_text(args.record, write_record(table.game.log))
        print(TEXT["saved"].format(name=args.record))
    return 0


class _Quit(Exception):
    """The player has had enough."""


class _Table:
    """A solo game and what the player was last shown of it."""

    def __init__(self, setup: Setup) -> None:
        self.game = Game(setup)
        self.listed: list[Prospect] = []
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: _print(HELP.splitlines(), ["", *LEGEND]),
            "moves": self.list_moves,
            "try": self.try_move,
            "shapes": lambda _: self.show_shapes(),
            "sheet": lambda _: self.show(),
            "edicts": lambda _: _print(explain(self.game.state)),
        }

    @property
    def options(self) -> Options:
        """What the player may answer now."""
        return self.game.options(_SEAT)

    def play(self) -> None:
        """Play on until the end of the game or of the input."""
        print(TEXT["welcome"].format(seed=printable(self.game.state.setup.seed)))
        _print([""], explain(self.game.state), [""])
        self.tell(None, self.game.log)
        try:
            while not self.game.is_over:
                self.obey(_read_line())
        except _Quit:
            print(TEXT["bye"])

    def tell(self, before: State | None, events: list[Event]) -> None:
        """Tell what has happened, and show how things stand."""
        # The first state is only needed to go on from: the beginning of the game makes its own.
        state = self.game.state if before is None else before
        for number, event in enumerate(events, start=1):
            state = evolve(state, event)
            _print(tell(Step(number, event, state)))
        self.listed = []
        if not self.game.is_over:
            self.show()

    def show(self) -> None:
        """Show the map, the edicts and what is asked."""
        _print([""], describe(self.game.state), [""], ask_for(self.options))

    def show_shapes(self) -> None:
        """Show the shapes in every turn."""
        if self.game.state.ask in (Ask.DRAW, Ask.AMBUSH):
            _print(shapes(self.options))
        else:
            _print(ask_for(self.options))

    def obey(self, line: str) -> None:
        """Do what the player typed, or say why not."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest)
            elif line:
                self.answer(self.read(line))
        except CommandError as error:
            print(printable(str(error)))
        except IllegalMove as error:
            print(TEXT["illegal"].format(reason=_reason(error)))

    def read(self, line: str) -> Answer:
        """Return the answer that *line* means, or the one with this number in the list."""
        if not (line.isascii() and line.isdigit()):
            return read_answer(line, self.options)
        if len(line) > 6 or not 1 <= int(line) <= len(self.listed):
            raise CommandError(TEXT["no-list"].format(number=line))
        return self.listed[int(line) - 1].answer

    def answer(self, answer: Answer) -> None:
        """Make a move and tell what comes of it."""
        before = self.game.state
        self.tell(before, self.game.play(answer))

    def try_move(self, line: str) -> None:
        """Show what a move would bring."""
        state = self.game.state
        found = prospect(state, self.read(line.strip()), worth(state, state.seats[_SEAT]))
        said = TEXT["tried"].format(season=signed(found.season), parts=prospect_text(found))
        _print(draw_sheet(found.sheet, found.changed), [said])

    def list_moves(self, line: str) -> None:
        """List the moves that *line* asks for, the best for this season first."""
        state = self.game.state
        is_all, skill, covered = _read_filter(line)
        answers = list(islice(self._answers(skill, covered), _MOST + 1))
        if len(answers) > _MOST:
            raise CommandError(TEXT["too-many"])
        if not answers:
            raise CommandError(TEXT["no-moves"])
        now = worth(state, state.seats[_SEAT])
        found = [prospect(state, answer, now) for answer in answers]
        found.sort(key=lambda each: (-each.season, -sum(each.edicts)))
        self.listed = found if is_all else found[:_LISTED]
        for number, each in enumerate(self.listed, start=1):
            season, parts = signed(each.season), prospect_text(each)
            print(TEXT["listed"].format(number=number, season=season, answer=answer_text(each.answer), parts=parts))
        if len(self.listed) < len(found):
            print(TEXT["more-moves"].format(number=len(found) - len(self.listed)))

    def _answers(self, skill: Skill | None, covered: Mask) -> Iterator[Answer]:
        """Yield the legal answers with this skill or without one that touch all the *covered* spaces."""
        options = self.options
        found: Iterator[Answer]
        if skill is not None:
            found = options.with_skill(skill) if skill in options.skills else iter(())
        elif options.ask in (Ask.DRAW, Ask.AMBUSH):
            found = iter(options.drawings)
        else:
            found = iter(options)
        return (answer for answer in found if not covered & ~_touched(answer))


def _touched(answer: Answer) -> Mask:
    match answer:
        case Draw():
            return answer.spaces | answer.extra
        case PlaceHero() | Destroy():
            return answer.space
        case Declare():
            return 0


def _read_filter(line: str) -> tuple[bool, Skill | None, Mask]:
    """Return whether all moves are wanted, with which skill, and what they have to cover."""
    is_all, skill, covered = False, None, 0
    for word in line.lower().split():
        if word == "all":
            is_all = True
        elif word in tuple(Skill):
            skill = Skill(word)
        elif any(letter.isdigit() for letter in word):
            covered |= read_named(word)
        else:
            raise CommandError(TEXT["not-skill"])
    return is_all, skill, covered


def _reason(error: IllegalMove) -> str:
    """Return why a move is refused, spaces by their names."""
    spaces = error.params.get("spaces")
    if not isinstance(spaces, int):
        return str(error)
    return TEXT["spaces"].format(reason=IllegalMove(error.code), spaces=spaces_text(spaces))


def _read_line() -> str:
    """Return the next line that the player types."""
    try:
        line = input(TEXT["prompt"]).strip()
    except UnicodeDecodeError:
        return "?"
    except EOFError:
        print()
        raise _Quit from None
    if line.lower() in ("quit", "exit"):
        raise _Quit
    return line


def _print(*blocks: "list[str] | Iterator[str]") -> None:
    for block in blocks:
        for line in block:
            print(printable(line))
