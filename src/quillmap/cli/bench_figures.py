"""The figures of ``quillmap bench``, each on one core.

Another program on the same machine can only make a run slower. So everything is run many times,
and the fastest run counts. Processor time is measured, not wall-clock time, except for start-up.
"""

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from quillmap import __version__
from quillmap.bots.cluster import submit, workers_of
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.rules.setup import MOST_SEATS, Setup

if TYPE_CHECKING:
    from distributed import Client

    from quillmap.env import SoloEnv
    from quillmap.fast.solo_games import SoloGames


_GAMES: Final = 20
_A_TABLE: Final = 500
"""How many compiled games are played at each of ``_GAMES`` tables."""
_SIDE_BY_SIDE: Final = 256
"""How many games a batch of them holds."""
_MEGABYTE: Final = 1 << 20
_WARM_UP: Final = ("-c", "from quillmap.fast import readiness; readiness.warm_up()")
_SINGLE_STEPS: Final = 100

Figures = dict[str, Any]


def measure_cluster(client: "Client", seconds: float) -> Figures:
    """Return what all workers of a cluster do together, each figure measured at all of them at the same time."""
    workers = workers_of(client)

    def together(speed: Callable[[float], Figures]) -> Figures:
        units = [submit(client, speed, seconds, worker=worker) for worker in workers]
        found: list[Figures] = [unit.result() for unit in units]
        names = {name for each in found for name in each}
        return {name: round(sum(each.get(name, 0) for each in found), 1) for name in sorted(names)}

    return {
        "workers": len(workers),
        "random_solo_games_per_second": together(_games_figures),
        "evaluations_per_second": together(_evaluations_figures),
        "greedy_decisions_per_second": together(_decisions_figures),
    }


def _games_figures(seconds: float) -> Figures:
    return {**_compiled(_games_speed, seconds), "events": round(_GAMES / _best(_solo_games, seconds), 1)}


def _evaluations_figures(seconds: float) -> Figures:
    return _compiled(_evaluations, seconds)


def _decisions_figures(seconds: float) -> Figures:
    return _compiled(_decisions, seconds)


def measure(seconds: float, *, cold: bool, tell: Callable[[], None]) -> Figures:
    """Return every figure, each measured for about *seconds*; *tell* is called before everything is compiled."""
    return {
        "random_solo_games_per_second": _games_figures(seconds),
        "evaluations_per_second": _evaluations_figures(seconds),
        "greedy_decisions_per_second": _decisions_figures(seconds),
        "env_steps_per_second": _env_speed(seconds),
        "round_of_100_seats_seconds": round(_best_round(seconds), 5),
        "memory_of_100_seats_megabytes": round(_memory(), 2),
        "startup_seconds": {
            **_fast_start(seconds, cold=cold, tell=tell),
            "command": round(_startup(seconds, "-m", "quillmap", "--version"), 4),
            "rules": round(_startup(seconds, "-c", "import quillmap.rules"), 4),
        },
        "machine": _machine(),
    }


def _compiled(speed: Callable[[float], float], seconds: float) -> Figures:
    """Return a figure of the compiled rules; nothing without numba."""
    return {"compiled": round(speed(seconds))} if readiness.is_possible() else {}


def _best(work: Callable[[], object], seconds: float) -> float:
    """Return the processor time of the fastest run of *work* among those that fit into *seconds*; at least one."""
    best = float("inf")
    end = time.process_time() + seconds
    while True:
        start = time.process_time()
        work()
        now = time.process_time()
        best = min(best, now - start)
        if now >= end:
            return best


def _solo_games() -> None:
    """Play a few whole solo games through the event-sourced engine, uniform over all legal drawings."""
    for number in range(_GAMES):
        game, chance = Game(Setup(seed=str(number))), random.Random(number)
        while not game.is_over:
            _round(game, chance)


def _games_speed(seconds: float) -> float:
    """Return how many random solo games are played a second, at many tables."""
    from quillmap.fast import batch  # noqa: PLC0415  # needs numba

    tables = [Setup(seed=str(number)) for number in range(_GAMES)]
    batch.play_games(tables[0], batch.RANDOM, 1)

    def games() -> None:
        for setup in tables:
            batch.play_games(setup, batch.RANDOM, _A_TABLE)

    return _GAMES * _A_TABLE / _best(games, seconds)


def _moments() -> "SoloGames":
    """Return a batch of games in different seasons."""
    from quillmap.fast.solo_games import SoloGames, deal_stock  # noqa: PLC0415  # needs numba

    stock = deal_stock([Setup(seed=str(number)) for number in range(_GAMES)])
    games = SoloGames(stock, _SIDE_BY_SIDE, 1)
    for step in range(2 * _GAMES):
        actions = games.sample()
        actions[step::_GAMES] = -1  # so that they are not all at the same point
        games.step(actions)
    return games


def _evaluations(seconds: float) -> float:
    """Return how many drawings a second are made and valued by the edicts still to come."""
    games = _moments()
    return float(games.counts.sum()) / _best(games.evaluate, seconds)


def _decisions(seconds: float) -> float:
    """Return how many decisions a second are made by valuing all drawings."""
    games = _moments()
    return float(games.count) / _best(lambda: games.evaluate().argmax(axis=1), seconds)


def _env_speed(seconds: float) -> Figures:
    """Return how many steps the environments take; actions at random."""
    if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
        return {}
    from quillmap.env import SoloEnv  # noqa: PLC0415  # needs Gymnasium

    single = _SINGLE_STEPS / _best(_single_steps(SoloEnv()), seconds)
    if not readiness.is_possible():
        return {"single": round(single)}
    from quillmap.env.vector import SoloVectorEnv  # noqa: PLC0415  # needs numba

    games = SoloVectorEnv(_SIDE_BY_SIDE, tables=_GAMES)
    games.reset(seed=1)
    vector = games.num_envs / _best(lambda: games.step(games.sample_actions()), seconds)
    return {"vector": round(vector), "single": round(single)}


def _single_steps(env: "SoloEnv") -> Callable[[], None]:
    """Return work to measure: the steps of one game after another, with drawings chosen beforehand."""
    import numpy as np  # noqa: PLC0415  # optional

    chance = np.random.default_rng(1)
    actions: list[int] = []
    _, info = env.reset(seed=1)
    for _ in range(_SINGLE_STEPS):
        actions.append(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        _, _, is_over, _, info = env.step(actions[-1])
        if is_over:
            _, info = env.reset()

    def steps() -> None:
        env.reset(seed=1)
        for action in actions:
            if env.step(action)[2]:
                env.reset()

    return steps


def _round(game: Game, chance: random.Random) -> None:
    """Let every seat answer what is asked, and the game go on to the next question."""
    for seat in game.waiting():
        game.play(game.options(seat).drawings.pick(chance.randrange))


def _large_game(seed: str) -> Game:
    return Game(Setup(seats=MOST_SEATS, seed=seed))


def _best_round(seconds: float) -> float:
    """Return the time of a round of 100 seats: the mean of a whole game's rounds, in the fastest game."""
    rounds = 0

    def whole_game() -> None:
        nonlocal rounds
        game, chance, rounds = _large_game("bench"), random.Random(0), 0
        while not game.is_over:
            _round(game, chance)
            rounds += 1

    fastest = _best(whole_game, seconds)
    return fastest / rounds


def _memory() -> float:
    """Return the most memory that a whole game of 100 seats takes, its events kept, in megabytes."""
    tracemalloc.start()
    game, chance = _large_game("bench"), random.Random(0)
    while not game.is_over:
        _round(game, chance)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / _MEGABYTE


def _fast_start(seconds: float, *, cold: bool, tell: Callable[[], None]) -> Figures:
    """Return how long a new process takes until its bots are fast: compiling everything, and from the cache."""
    if not readiness.is_possible():
        return {}
    found: Figures = {"cold": None}
    if cold:
        tell()
        with tempfile.TemporaryDirectory() as folder:
            found["cold"] = round(_startup(0, *_WARM_UP, QUILLMAP_CACHE=folder), 2)
    readiness.warm_up()
    # Every start takes more than a second: so that there are some to choose from, they get more time.
    return found | {"warm": round(_startup(4 * seconds, *_WARM_UP), 3)}


def _startup(seconds: float, *arguments: str, **environment: str) -> float:
    """Return how long a new interpreter takes for something, the fastest of those that fit into *seconds*."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        command = [sys.executable, *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
        now = time.perf_counter()
        best = min(best, now - start)
        if now >= end:
            return best


def _machine() -> Figures:
    return {
        "quillmap": __version__,
        "implementation": platform.python_implementation(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }
