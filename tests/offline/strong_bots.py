"""Games of the bots that use the compiled rules, by Python here and by Pyodide, which have to agree."""

import json
import time

from quillmap.bots.arena import play_game
from quillmap.fast import readiness
from quillmap.fast.wasm_kernels import Kernels, code
from quillmap.play.codec import write_move
from quillmap.rules.events import Submitted


def main(given: str) -> str:
    """Return the answers in each game of a JSON list, and the seconds that it took, as JSON."""
    if "start_kernels" in globals():  # this is Pyodide, and a script has given it what runs them
        readiness.use_kernels(Kernels(globals()["start_kernels"](code())))
    assert readiness.is_ready()
    return json.dumps([played(*wish) for wish in json.loads(given)])


def played(setup: str, bots: list[str]) -> tuple[list[object], float]:
    """Return every answer in a game of these bots, and how long they took."""
    began = time.perf_counter()
    log = play_game(setup, bots).log
    answers: list[object] = [write_move(event.answer) for event in log if isinstance(event, Submitted) and event.answer]
    return answers, time.perf_counter() - began
