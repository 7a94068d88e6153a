"""``quillmap play``: a solo game in the terminal."""

import argparse
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import islice
from typing import Final

from quillmap.cli.answers import find, is_word, read_answer, read_named
from quillmap.cli.errors import CommandError
from quillmap.cli.extras import need_screen
from quillmap.cli.files import check_writable, write_text
from quillmap.cli.language import figure, name_of, say, terrain_name, trouble, words
from quillmap.cli.output import printable
from quillmap.cli.pictures import draw_sheet, legend
from quillmap.cli.solo_text import (
    answer_text,
    ask_for,
    describe,
    explain,
    moment,
    prospect_text,
    shapes,
    suggestion,
    suggestion_text,
)
from quillmap.cli.story import tell
from quillmap.cli.table_options import add_table_arguments, command_again, make_setup
from quillmap.cli.terminal import Painted, painted, wrapped
from quillmap.locales import explain as explain_sentence
from quillmap.play.game import Game
from quillmap.play.prospects import Prospect, prospect, worth
from quillmap.play.record import write_record
from quillmap.play.replay import ReplayStep
from quillmap.rules.events import Ask, Event, GameBegan
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import State

_SEAT: Final = Seat(0)
_LISTED: Final = 12
_MOST: Final = 5000
"""More moves are not looked at one by one; Concentration can have a hundred thousand."""

_COMMANDS: Final = ("guide", "moves", "try", "hint", "undo", "shapes", "sheet", "edicts", "quit")
"""The words a line can begin with; ``command.word.<id>`` has them in every language."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    add_table_arguments(parser)
    parser.add_argument("--record", metavar="FILE", help=say("option.record"))
    parser.add_argument("--screen", action="store_true", help=say("option.screen"))


def run(args: argparse.Namespace) -> int:
    """Play until the game or the input ends."""
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    game = Game(make_setup(args, 1, seed))
    if args.record is not None:
        check_writable(args.record)
    if args.screen:
        need_screen()
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise trouble("no-terminal", option="--screen")
    again = command_again("play", args, seed)
    play = _play_on_screen if args.screen else _play_by_lines
    try:
        play(game, again)
    except KeyboardInterrupt:
        print()
        raise
    finally:  # also after Ctrl-C
        if args.record is not None:
            write_text(args.record, write_record(game.log))
            print(say("play.saved.text", name=printable(args.record)))
    return 0


def _play_by_lines(game: Game, again: str) -> None:
    with suppress(ImportError):
        import_module("readline")  # lines can be edited and called back, where the system has it
    _print([say("play.welcome", guide=say("word.guide"), again=again)])
    _Table(game).play()


def _play_on_screen(game: Game, again: str) -> None:
    """Play on the whole screen; what it came to is left on the terminal."""
    from quillmap.cli.screen.app import SoloScreen  # noqa: PLC0415  # nothing else needs Textual

    SoloScreen(game, say("play.welcome", guide="?", again=again)).run()
    state = game.state
    _print(map(painted, draw_sheet(state.seats[_SEAT].sheet)), [moment(state), again])


class _Quit(Exception):
    """The player wants to leave."""


class _Table:
    """A solo game and what the player was last shown of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.listed: list[Prospect] = []
        self.commands: dict[str, Callable[[str], None]] = {
            "guide": lambda _: _print(guide(), ["", *legend()]),
            "moves": self.list_moves,
            "try": self.try_move,
            "hint": lambda _: self.hint(),
            "undo": lambda _: self.undo(),
            "shapes": lambda _: self.show_shapes(),
            "sheet": lambda _: self.show(),
            "edicts": lambda _: _print(explain(self.game.state)),
            "quit": _leave,
        }

    @property
    def options(self) -> Options:
        """What the player may answer now."""
        return self.game.options(_SEAT)

    def play(self) -> None:
        """Play on until the end of the game or of the input."""
        _print([""], explain(self.game.state))
        self.tell(None, self.game.log)
        try:
            while not self.game.is_over:
                self.obey(_read_line())
        except _Quit:
            print(say("play.bye.text"))

    def tell(self, before: State | None, events: list[Event]) -> None:
        """Tell what has happened, and show how things stand."""
        # The first state is only needed to go on from: the beginning of the game makes its own.
        state = self.game.state if before is None else before
        for number, event in enumerate(events, start=1):
            state = evolve(state, event)
            if not isinstance(event, GameBegan):  # the edicts and skills have been explained
                _print(tell(ReplayStep(number, event, state)))
        self.listed = []
        if self.game.is_over:
            _print([""], map(painted, draw_sheet(state.seats[_SEAT].sheet)))
        else:
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
        command = next((each for each in _COMMANDS if is_word(word, each)), None)
        try:
            if command is not None:
                self.commands[command](rest)
            elif line:
                self.answer(self.read(line))
        except CommandError as error:
            _print([str(error)])
        except IllegalMove as error:
            _print([explain_sentence(error, words())])

    def read(self, line: str) -> Answer:
        """Return the answer that *line* means, or the one with this number in the list."""
        if not (line.isascii() and line.isdigit()):
            return read_answer(line, self.options)
        if len(line) > 6 or not 1 <= int(line) <= len(self.listed):
            raise trouble("no-list", number=line, moves=say("word.moves"))
        return self.listed[int(line) - 1].answer

    def answer(self, answer: Answer) -> None:
        """Make a move and tell what comes of it."""
        before = self.game.state
        self.tell(before, self.game.play(answer))

    def try_move(self, line: str) -> None:
        """Show what a move would bring."""
        state = self.game.state
        found = prospect(state, self.read(line.strip()), worth(state, state.seats[_SEAT]))
        season = figure(found.season, is_signed=True)
        said = say("play.tried", season=season, parts=prospect_text(found, state))
        _print(map(painted, draw_sheet(found.after.sheet, found.changed)), [said])

    def hint(self) -> None:
        """Show what a bot would do, and what that brings."""
        found = suggestion(self.game)
        _print(map(painted, draw_sheet(found.after.sheet, found.changed)), [suggestion_text(found, self.game.state)])

    def undo(self) -> None:
        """Take the last move back."""
        try:
            self.game.undo()
        except IllegalMove:
            raise trouble("nothing-to-undo") from None
        self.listed = []
        _print([say("play.undone.text")])
        self.show()

    def list_moves(self, line: str) -> None:
        """List the moves that *line* asks for, the best for this season first."""
        state = self.game.state
        is_all, skill, covered = _read_filter(line)
        answers = list(islice(self._answers(skill, covered), _MOST + 1))
        if len(answers) > _MOST:
            raise trouble("too-many-moves", moves=say("word.moves"))
        if not answers:
            raise trouble("no-moves")
        now = worth(state, state.seats[_SEAT])
        found = [prospect(state, answer, now) for answer in answers]
        found.sort(key=lambda each: (-each.season, -sum(each.points)))
        self.listed = found if is_all else found[:_LISTED]
        for number, each in enumerate(self.listed, start=1):
            season = figure(each.season, is_signed=True)
            _print([f"{number:>3}. {season:>3}  {answer_text(each.answer)}   {prospect_text(each, state)}"])
        if len(self.listed) < len(found):
            more = len(found) - len(self.listed)
            _print([say("play.more-moves", count=more, moves=say("word.moves"), all=say("word.all"))])

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
    for word in line.split():
        if is_word(word, "all"):
            is_all = True
        elif any(letter.isdigit() for letter in word):
            covered |= read_named(word)
        else:
            skill = find(word, Skill, name_of)
            if skill is None:
                raise trouble("bad-filter", moves=say("word.moves"), all=say("word.all"))
    return is_all, skill, covered


def guide() -> Iterator[str]:
    """Yield what can be typed, and what it means."""
    word = {each: say(f"word.{each}") for each in (*_COMMANDS, "all", "at", "with", "yes", "no")}
    forest, search = terrain_name("forest"), name_of("search")
    typed = {
        "spaces": f"C4 C5 D5 {forest}",
        "shape": f"1a {word['at']} C4 {forest}",
        "skill": f"… {word['with']} {search} D4",
        "hero": "F6 F7 F8 F9",
        "destroy": "C4",
        "declare": f"{word['yes']}, {word['no']}",
        "number": "3",
        "moves": word["moves"],
        "moves-some": f"{word['moves']} C4, {word['moves']} {word['all']}",
        "moves-skill": f"{word['moves']} {search}",
        "try": f"{word['try']} C4 C5 D5 {forest}",
        "hint": word["hint"],
        "undo": word["undo"],
        "shapes": word["shapes"],
        "sheet": word["sheet"],
        "edicts": word["edicts"],
        "end": f"{word['guide']}, {word['quit']}",
    }
    width = max(map(len, typed.values()))
    for key, example in typed.items():
        yield f"{example:{width}}   {say(f'guide.{key}')}"


def _leave(_rest: str) -> None:
    raise _Quit


def _read_line() -> str:
    """Return the next line that the player types."""
    try:
        return input("> ").strip()
    except UnicodeDecodeError:
        return "?"
    except EOFError:
        print()
        raise _Quit from None


def _print(*blocks: Iterable[str]) -> None:
    for block in blocks:
        for line in block:
            for part in wrapped(line):
                print(part if isinstance(part, Painted) else printable(part))
