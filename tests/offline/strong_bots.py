"""Games and comparisons of answers by the compiled rules, in Python here and in Pyodide, which have to agree."""

import json

from quillmap.analysis.answers import analyse
from quillmap.bots.arena import play_game
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.wasm_kernels import Kernels, code
from quillmap.play.codec import write_move
from quillmap.play.game import Game
from quillmap.rules.events import Submitted
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options

PLAYED = 4
"""How many questions are answered before answers are compared."""


def main(given: str) -> str:
    """Return the answers in each game of a JSON list of set-ups with bots, and what answers are worth, as JSON."""
    if "start_kernels" in globals():  # this is Pyodide, and a script has given it what runs them
        readiness.use_kernels(Kernels(globals()["start_kernels"](code())))
    assert readiness.is_ready()
    return json.dumps([*(played(*wish) for wish in json.loads(given)), compared("heroes seed=strong")])


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
