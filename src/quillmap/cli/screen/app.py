"""The screen itself: Textual shows the panels and turns keys and clicks into what the hand does."""

import asyncio
from collections.abc import Iterable
from typing import ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from quillmap.cli.language import say, words
from quillmap.cli.pictures import legend
from quillmap.cli.screen.hand import MIDDLE, Hand
from quillmap.cli.screen.keys import bindings, guide
from quillmap.cli.screen.panels import MAP_WIDTH, Line, Span, board, card, values
from quillmap.cli.solo_text import explain, moment, suggestion, suggestion_text
from quillmap.cli.story import tell
from quillmap.locales import explain as explain_sentence
from quillmap.play.game import Game
from quillmap.play.prospects import Prospect, prospect, worth
from quillmap.play.replay import ReplayStep
from quillmap.rules.events import Event, GameBegan
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import IllegalMove
from quillmap.rules.spaces import SIZE
from quillmap.rules.state import State

_SEAT: Final = Seat(0)
_WIDE: Final = 72
"""From this width on everything has room beside the map."""
_NARROW: Final = 54
"""From this width on at least the card has."""
LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 24
"""In a smaller window something is cut off."""
_TOLD: Final = 60
"""So many lines of the story can be scrolled back to."""


class Reader(ModalScreen[None]):
    """Something to read; the next key closes it, apart from those that scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", show=False) for key in ("escape", "enter", "q", "space", "question_mark", "e", "ctrl+c")
    ]

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self._lines = [*lines]

    def compose(self) -> ComposeResult:
        """Show the lines, as many as there is room for."""
        with VerticalScroll():
            yield Static("\n".join(self._lines), markup=False)


class SoloScreen(App[None]):
    """A solo game on a screen."""

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-stacked"), (_NARROW, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012  # typed by Textual
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, show=False, priority=key in ("tab", "ctrl+c")) for key, action in bindings()
    ]
    CSS = f"""
    #moment {{ dock: top; height: 1; text-style: bold; }}
    #footer {{ dock: bottom; height: 1; }}
    #top, #bottom {{ width: 100%; height: auto; layout: horizontal; }}
    #bottom {{ height: 1fr; min-height: 3; }}
    #board, #values {{ width: {MAP_WIDTH + 2}; height: auto; padding: 0 1 0 0; }}
    #card, #story-room {{ width: 1fr; height: auto; }}
    #story-room {{ height: 100%; scrollbar-size-vertical: 1; }}
    .-wide #bottom {{ padding: 1 0 0 0; }}
    .-narrow #bottom, .-stacked #bottom, .-stacked #top {{ layout: vertical; }}
    .-narrow #values, .-stacked #values {{ width: 100%; }}
    .-narrow #story-room {{ height: 1fr; }}
    .-stacked #bottom {{ height: auto; }}
    .-stacked #story-room {{ height: 3; }}
    Reader {{ align: center middle; }}
    Reader VerticalScroll {{
        width: 76; max-width: 100%; height: auto; max-height: 100%; border: round ansi_default; padding: 0 1;
    }}
    """

    def __init__(self, game: Game, welcome: str) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.game = game
        self.hand: Hand | None = None
        self._is_thinking = False
        """Whether a bot looks for a hint, so that what it finds must not come to another question."""
        self._story = [welcome]
        self._tell(None, game.log)
        self._hold()

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen; the style says where each lies."""
        yield Static(id="moment", markup=False)
        with Container(id="top"):
            yield Static(id="board", markup=False)
            yield Static(id="card", markup=False)
        with Container(id="bottom"):
            yield Static(id="values", markup=False)
            with VerticalScroll(id="story-room", can_focus=False):
                yield Static(id="story", markup=False)
        yield Static(id="footer", markup=False)

    def on_mount(self) -> None:
        """Show the game as it begins."""
        self._show()

    def on_resize(self) -> None:
        """Fill the new room."""
        self.call_after_refresh(self._show)

    def on_click(self, event: events.Click) -> None:
        """Hold the piece over the space that was clicked at."""
        if event.widget is None or event.widget.id != "board" or self.hand is None or self._is_thinking:
            return
        row, column = event.y - 1, (event.x - 3) // 3
        if 0 <= row < SIZE and 0 <= column < SIZE:
            self.hand.move_to(row, column)
            self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual asks so
        """Leave the letters of yes and no free where they are asked for; while a bot thinks, do nothing but leave."""
        if self._is_thinking:
            return action in ("leave", "dismiss")
        is_question = self.hand is not None and self.hand.is_question
        return not (is_question and action in ("turn", "flip", "next_terrain", "next_skill", "jump"))

    def on_key(self, event: events.Key) -> None:
        """Take the first letters of yes and no, where they are asked for."""
        if self.hand is None or not self.hand.is_question or event.character is None or self._is_thinking:
            return
        for word, is_yes in (("yes", True), ("no", False)):
            if event.character.casefold() == say(f"word.{word}")[0].casefold():
                self.hand.is_yes = is_yes
                self._show()

    def action_move(self, down: int, right: int) -> None:
        """Move the piece."""
        if self.hand is not None:
            self.hand.move(down, right)
            self._show()

    def action_turn(self, quarters: int) -> None:
        """Turn the piece."""
        if self.hand is not None:
            self.hand.turn(quarters)
            self._show()

    def action_flip(self) -> None:
        """Flip the piece."""
        if self.hand is not None:
            self.hand.flip()
            self._show()

    def action_next_shape(self) -> None:
        """Hold the next shape of the card, or choose the other answer."""
        if self.hand is not None:
            self.hand.next_shape()
            self._show()

    def action_next_terrain(self) -> None:
        """Choose the next terrain."""
        if self.hand is not None:
            self.hand.next_terrain()
            self._show()

    def action_next_skill(self) -> None:
        """Choose the next skill."""
        if self.hand is not None:
            self.hand.next_skill()
            self._show()

    def action_jump(self) -> None:
        """Hold the piece over the next place where it fits."""
        if self.hand is not None and not self.hand.jump():
            self._story.append(say("trouble.no-moves.text"))
        self._show()

    def action_lift(self) -> None:
        """Take up what was put down, or leave the skill."""
        if self.hand is not None:
            self.hand.lift()
            self._show()

    def action_put(self) -> None:
        """Draw, or answer; where it can't be, the reason is on the screen already."""
        if self.hand is None:
            return
        try:
            answer = self.hand.put()
        except IllegalMove:
            self.bell()
            return
        if answer is not None:
            before = self.game.state
            self._tell(before, self.game.play(answer))
            self._hold()
        self._show()

    def action_hint(self) -> None:
        """Hold the piece where a bot would draw it, and say what that brings."""
        if self.hand is None or self._is_thinking:
            return
        self._is_thinking = True
        self._story.append(say("screen.thinking"))
        self._show()
        self.run_worker(self._think(), exit_on_error=True)

    async def _think(self) -> None:
        """Let a bot think beside the screen, which goes on showing itself; the first time takes seconds."""
        try:
            found = await asyncio.to_thread(suggestion, self.game)
        finally:
            self._is_thinking = False
            self._story.pop()  # nothing else is told meanwhile
        assert self.hand is not None
        self.hand.take(found.answer)
        self._story.append(suggestion_text(found, self.game.state))
        self._show()

    def action_undo(self) -> None:
        """Take the last move back."""
        if self.hand is not None and self.hand.main is not None:
            self.hand.lift()
        else:
            try:
                self.game.undo()
            except IllegalMove:
                self._story.append(say("trouble.nothing-to-undo.text"))
            else:
                self._story.append(say("play.undone.text"))
                self._hold()
        self._show()

    def action_edicts(self) -> None:
        """Show what the edicts and skills say."""
        self.push_screen(Reader("\n".join(f"{line}\n" for line in explain(self.game.state)).splitlines()))

    def action_keys(self) -> None:
        """Show what the keys do and the letters mean."""
        self.push_screen(Reader([*guide(), "", say("screen.signs.text"), *legend()]))

    def action_leave(self) -> None:
        """End the program; the game is kept by whoever began it."""
        self.exit()

    def _hold(self) -> None:
        """Take up what the game asks for, over the place where the last piece was held."""
        place = MIDDLE if self.hand is None else (self.hand.piece.row, self.hand.piece.column)
        self.hand = None if self.game.is_over else Hand(self.game.options(_SEAT), place)

    def _tell(self, before: State | None, happened: list[Event]) -> None:
        state = self.game.state if before is None else before
        for number, event in enumerate(happened, start=1):
            state = evolve(state, event)
            if not isinstance(event, GameBegan):
                self._story += [line for line in tell(ReplayStep(number, event, state)) if line]

    def _judged(self) -> tuple[Prospect | None, str]:
        """Return what the held piece would bring, and why it can't lie there."""
        if self.hand is None:
            return None, ""
        try:
            self.hand.check()
            return prospect(self.game.state, self.hand.whole_answer()), ""
        except IllegalMove as error:
            return None, explain_sentence(error, words())

    def _show(self) -> None:
        state, hand = self.game.state, self.hand
        seat = state.seats[_SEAT]
        found, refusal = self._judged()
        sheet = seat.sheet if found is None else found.after.sheet
        self._write("moment", [[(moment(state), "")]])
        self._write("footer", [[self._footer()]])
        self._write("board", board(sheet, hand, is_legal=found is not None))
        self._write("values", values(state, worth(state, seat), found))
        room = self.query_one("#card", Static).content_size.width or 1
        self._write("card", card(hand, found, refusal, room) if hand is not None else [])
        self._write("story", [[(line, "")] for line in self._story[-_TOLD:]])
        self.query_one("#story-room", VerticalScroll).scroll_end(animate=False)

    def _footer(self) -> Span:
        """Return the most important keys, or that there is no room for the game."""
        width, height = self.size
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            return say("screen.too-small", width=LEAST_WIDTH, height=LEAST_HEIGHT), "bold reverse"
        return say("screen.footer", key="?"), ""

    def _write(self, part: str, lines: Iterable[Line]) -> None:
        shown = Content("\n").join(Content.assemble(*line) for line in lines)
        self.query_one(f"#{part}", Static).update(shown)
