"""Games, comparisons of answers and reviews by the compiled rules, here and in Pyodide, which have to agree."""

import json
from itertools import islice

from quillmap.analysis.answers import analyse
from quillmap.bots.bot_game import play_game
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.wasm_kernels import Kernels, code
from quillmap.play.codec import write_move
from quillmap.play.game import Game
from quillmap.review.reviewing import prepare, review_seat
from quillmap.rules.events import Submitted
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options

PLAYED = 4
"""How many questions are answered before answers are compared."""
REVIEWED = 5
"""How many decisions of a game are reviewed."""
PLAYOUTS = 24
"""How many playouts each of them gets."""


def main(given: str) -> str:
    """Return the answers in each game of a JSON list of set-ups with bots, what answers are worth, and a review."""
    if "start_kernels" in globals():  # this is Pyodide, and a script has given it what runs them
        readiness.use_kernels(Kernels(globals()["start_kernels"](code())))
    assert readiness.is_ready()
    games = [played(*wish) for wish in json.loads(given)]
    return json.dumps([*games, compared("heroes seed=strong"), reviewed("mixed seed=strong")])


def played(setup: str, bots: list[str]) -> list[object]:
    """Return every answer in a game of these bots."""
    log = play_game(setup, bots).log
    return [write_move(event.answer) for event in log if isinstance(event, Submitted) and event.answer]


def compared(setup: str) -> list[object]:
    """Return what the answers of a seat are worth, by part, and how far to trust that."""
    game, bot = Game(setup), SurveyorBot()
    for _ in range(PLAYED):
        view = game.view(Seat(0))
        game.play(bot.choose(view, Options(view, Seat(0))))
    found = analyse(game, playouts=60)
    return [found.method, *([write_move(each.move), each.margin, *each.worth] for each in found.candidates)]


def reviewed(setup: str) -> list[object]:
    """Return what could be expected at a table, and what the worst decisions of a game there cost."""
    log = play_game(setup, ["apprentice"]).log
    outset = prepare(log, PLAYOUTS)
    steps = review_seat(log, Seat(0), playouts=PLAYOUTS, outset=outset)
    return [list(outset.expected), *(repr(step.result) for step in islice(steps, REVIEWED))]
