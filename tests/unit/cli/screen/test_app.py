"""The screen, driven by Textual's own pilot: keys and clicks in, text out."""

import asyncio
import os
import pty
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from quillmap.cli.language import speak
from quillmap.cli.screen.app import Reader, SoloScreen
from quillmap.cli.solo_text import suggestion
from quillmap.locales import catalogue, languages
from quillmap.play.game import Game
from quillmap.play.prospects import Prospect
from quillmap.play.verify import verify
from quillmap.rules.events import Ask, Submitted
from quillmap.rules.moves import Draw
from quillmap.rules.skills import Skill
from unit.cli.conftest import Run

Steps = Callable[[Pilot[None]], Awaitable[None]]


def drive(app: SoloScreen, steps: Steps, size: tuple[int, int] = (80, 24)) -> None:
    """Run *app* without a terminal, and do *steps* in it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(run())


def river(**changes: Any) -> SoloScreen:
    """Return a game that begins with the Great River on map A of the mixed box."""
    return SoloScreen(Game("mixed", seed="7", **changes), "Welcome.")


def text_of(app: SoloScreen, part: str) -> str:
    """Return what a part of the screen says."""
    return str(app.query_one(f"#{part}", Static).content)


def shown(app: SoloScreen) -> list[str]:
    """Return the lines of the whole screen, as they are on it."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def row(app: SoloScreen, letter: str) -> str:
    """Return one row of the map."""
    return next(line for line in text_of(app, "board").splitlines() if line.startswith(letter))


def test_arrows_turn_and_enter_draw() -> None:
    """The piece moves, turns, and is drawn; the story tells it, and the next card is asked for."""

    async def steps(pilot: Pilot[None]) -> None:
        assert row(app, "F") == "F   .  .  .  .  . ×^× .  .  .  .  . "
        assert "This covers a filled space: F6." in text_of(app, "card")
        await pilot.press("up", "up")
        assert row(app, "D") == "D   .  .  .  .  . [W] .  .  .  .  . "
        assert "+4 for this season: B +3, Coins +1" in text_of(app, "card")
        assert "•B Shoreside Expanse   0  +3" in text_of(app, "values")
        await pilot.press("r")
        assert row(app, "D") == "D   .  .  .  . [W][W][W] .  .  .  . "
        await pilot.press("enter")
        assert "draws water: D5, D6, D7." in text_of(app, "story")
        assert "Dal of Jolev" in text_of(app, "card")
        assert " D5, D6, D7." in " ".join(shown(app))

    app = river()
    drive(app, steps)


def test_shape_terrain_and_flip() -> None:
    """Tab holds the other shape, F flips it; the chosen one is in brackets."""

    async def steps(pilot: Pilot[None]) -> None:
        assert "[1]" in text_of(app, "card")
        await pilot.press("tab")
        assert "[2]" in text_of(app, "card")
        lying = app.hand.covered if app.hand is not None else 0
        await pilot.press("f")
        assert app.hand is not None
        assert app.hand.covered != lying
        await pilot.press("f", "R", "r")
        assert app.hand.covered == lying
        terrain = app.hand.terrain
        await pilot.press("t")
        assert (app.hand.terrain == terrain) is (len(app.hand.terrains) == 1)

    app = river()
    drive(app, steps)


def test_a_hint_is_held_and_a_move_undone() -> None:
    """The bot's move lies on the map until Enter draws it; afterwards it can be taken back, once."""

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("u")
        assert "There is no move to take back." in text_of(app, "story")
        await pilot.press("h")
        await app.workers.wait_for_complete()
        assert "A bot would play" in text_of(app, "story")
        assert "thinking" not in text_of(app, "story")
        assert text_of(app, "board").count("[W]") == 3
        await pilot.press("enter", "u")
        assert "The last move is taken back." in text_of(app, "story")
        assert "Great River" in text_of(app, "card")
        assert len(app.game.options()) > 0

    app = river()
    drive(app, steps)


def test_what_can_t_be_drawn_is_not() -> None:
    """Enter over a mountain changes nothing."""

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "n")
        assert "Great River" in text_of(app, "card")
        assert "for this season" in text_of(app, "card")

    app = river()
    drive(app, steps)


def test_a_click_puts_the_piece_there() -> None:
    """It is held over the space that was clicked at."""

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.click("#board", offset=(3 + 3 * 1 + 1, 1 + 3))  # column 2, row D
        assert row(app, "D").startswith("D   . [W] .")

    app = river()
    drive(app, steps)


@pytest.mark.parametrize("key", ["question_mark", "e"])
def test_something_to_read_opens_and_closes(key: str) -> None:
    """The keys, and the rules of the edicts; Enter goes back to the game without drawing."""

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("up", "up", key)
        assert [type(screen) for screen in app.screen_stack][1:] == [Reader]
        read = " ".join(shown(app))
        assert ("turn the shape" in read) is (key == "question_mark")
        assert ("Lost Barony:" in read) is (key == "e")
        await pilot.press("enter")
        assert len(app.screen_stack) == 1
        assert "Great River" in text_of(app, "card")

    app = river()
    drive(app, steps)


def test_a_greek_keyboard_does_the_same() -> None:
    """The keys of R and F type other letters there."""

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("up", "up", "ρ")
        assert row(app, "D") == "D   .  .  .  . [W][W][W] .  .  .  . "

    app = river()
    drive(app, steps)


@pytest.mark.thorough
def test_a_whole_game() -> None:
    """Everything that can be asked is answered, a skill is used, and the record is honest."""
    app = SoloScreen(Game("heroes", seed="screen 84", skills="drawn", rulebook="de"), "Welcome.")
    asked: set[Ask] = set()

    async def steps(pilot: Pilot[None]) -> None:
        while (hand := app.hand) is not None:
            asked.add(hand.options.ask)
            app.action_next_skill()
            app.action_jump()
            if hand.is_half:
                await pilot.press("enter")
                if not hand.jump():  # there is no room for what the skill adds: do without it
                    await pilot.press("backspace", "backspace")
                    assert hand.jump()
            await pilot.press("enter")
            assert app.hand is not hand
        assert "The year is over." in text_of(app, "story")
        await pilot.press("enter", "r", "up", "n", "h", "s")  # nothing is held any more
        assert app.game.is_over

    drive(app, steps)
    assert verify(app.game.log).is_honest
    assert asked == {*Ask}
    drawings = [event.answer for event in app.game.log if isinstance(event, Submitted)]
    assert Skill.HEALING in {drawing.skill for drawing in drawings if isinstance(drawing, Draw)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(80, 24), (60, 24)])
def test_all_languages_have_room(language: str, size: tuple[int, int]) -> None:
    """Map, card, edicts, story and keys are on the screen at once, however long the words are."""
    speak(language)
    say = catalogue(language).text

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("up", "up")
        whole = "\n".join(shown(app))
        assert "[W]" in whole
        assert "K   ." in whole
        for place, letter in enumerate("ABCD"):
            name = say(f"cards.{app.game.state.edicts[place]}.name")
            assert f"{letter} {name}" in whole
        assert f"{say('terms.score.coins')} " in whole
        assert say("cards.great-river.name") in whole
        assert say("command.screen.footer", key="?") in whole
        assert app.query_one("#story-room").size.height >= 2
        assert app.screen.max_scroll_y == 0

    app = river(skills="drawn")
    drive(app, steps, size)


def test_resizing_keeps_everything() -> None:
    """From wide to narrow and back, the card is shown in the room there is."""

    async def steps(pilot: Pilot[None]) -> None:
        for width, height in ((60, 24), (45, 30), (100, 40), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            lines = shown(app)
            assert len(lines) == height
            assert any("Great River" in line for line in lines)
            assert any("K   ." in line for line in lines)

    app = river()
    drive(app, steps)


def test_without_textual_one_line_says_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the command that installs it."""
    monkeypatch.setitem(sys.modules, "textual", None)
    assert run("play", "--screen").fails_with("pip install 'quillmap[tui]'")


def test_without_a_terminal_one_line_says_so(run: Run) -> None:
    """A pipe has no screen."""
    assert run("play", "--screen").fails_with("needs a terminal")


@pytest.mark.parametrize("no_color", [False, True])
def test_on_a_terminal(no_color: bool) -> None:
    """The screen is left by Q, the map stays on the terminal; with ``NO_COLOR`` nothing has a colour."""
    shown_bytes = on_terminal(no_color=no_color)
    assert b"Great River" in shown_bytes
    assert b"quillmap play --seed 7 --box mixed" in shown_bytes.rpartition(b"\x1b[?1049l")[2]
    assert (b"\x1b[30;47m" in shown_bytes) is not no_color


def on_terminal(*, no_color: bool) -> bytes:
    """Return what the program writes to a terminal until it is left."""
    reader, writer = pty.openpty()
    variables = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
    variables |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **({"NO_COLOR": "1"} if no_color else {})}
    command = [sys.executable, "-m", "quillmap", "play", "--screen", "--seed", "7", "--box", "mixed"]
    with subprocess.Popen(command, stdin=writer, stdout=writer, stderr=writer, env=variables) as process:
        os.close(writer)
        found = b""
        with suppress(OSError):  # the end of a terminal, on Linux
            while part := os.read(reader, 65536):
                is_new = b"Great River" not in found
                found += part
                if is_new and b"Great River" in found:
                    os.write(reader, b"q")
        assert process.wait() == 0
    os.close(reader)
    return found


def test_a_bot_that_thinks_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that are pressed meanwhile change nothing, then or later; what it finds is held."""
    may_answer = threading.Event()

    def slow(game: Game) -> Prospect:
        assert may_answer.wait(60)
        return suggestion(game)

    monkeypatch.setattr("quillmap.cli.screen.app.suggestion", slow)

    async def steps(pilot: Pilot[None]) -> None:
        board = text_of(app, "board")
        await pilot.press("h")
        assert "A bot is thinking" in text_of(app, "story")
        await pilot.press("up", "r", "h", "enter", "u", "n")
        assert text_of(app, "board") == board
        may_answer.set()
        await app.workers.wait_for_complete()
        assert app.hand is not None
        assert app.hand.answer() == suggestion(app.game).answer
        assert text_of(app, "story").count("A bot would play") == 1

    app = river()
    drive(app, steps)


@pytest.mark.parametrize(("size", "is_small"), [((60, 24), False), ((59, 24), True), ((80, 23), True)])
def test_a_window_that_is_too_small_is_told(size: tuple[int, int], is_small: bool) -> None:
    """In the place of the keys."""

    async def steps(pilot: Pilot[None]) -> None:
        del pilot
        assert ("60 × 24" in shown(app)[-1]) is is_small

    app = river()
    drive(app, steps, size)
