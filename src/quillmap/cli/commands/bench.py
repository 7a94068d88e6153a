"""``quillmap bench``: how fast everything is on this machine, on one core."""

import argparse
import sys
from typing import Any, Final

from quillmap.cli.arguments import any_number
from quillmap.cli.bench_figures import measure, measure_cluster
from quillmap.cli.language import figure, say, trouble
from quillmap.cli.output import print_json
from quillmap.cli.workers import cluster_at

_LONGEST: Final = 3600
_MISSING: Final = "–"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    parser.add_argument("--seconds", metavar="S", type=any_number, default=2.0, help=say("option.seconds"))
    parser.add_argument("--skip-cold", action="store_true", help=say("option.skip-cold"))
    parser.add_argument("--cluster", metavar="ADDRESS", help=say("option.cluster"))


def run(args: argparse.Namespace) -> int:
    """Measure everything and print it."""
    if not 0 < args.seconds <= _LONGEST:
        raise trouble("bad-seconds", option="--seconds", most=_LONGEST)
    if args.cluster is not None:
        with cluster_at(args.cluster) as client:
            found = measure_cluster(client, args.seconds)
    else:
        found = measure(args.seconds, cold=not args.skip_cold, tell=_tell)
    if args.json:
        print_json(found)
    elif args.cluster is not None:
        _print_cluster(found)
    else:
        _print(found)
    return 0


def _tell() -> None:
    print(say("bench.compiling"), file=sys.stderr, flush=True)


def _shown(figures: dict[str, Any], factor: float = 1, digits: int = 0) -> dict[str, str]:
    """Return figures as they are printed."""
    names = ("compiled", "events", "vector", "single", "cold", "warm", "command", "rules")
    given = {name: figures.get(name) for name in names}
    return {name: _MISSING if value is None else figure(factor * value, digits) for name, value in given.items()}


def _print_cluster(found: dict[str, Any]) -> None:
    print(say("bench.cluster", workers=found["workers"]))
    _print_games(found)


def _print_games(found: dict[str, Any]) -> None:
    games = _shown(found["random_solo_games_per_second"])
    print(say("bench.games", compiled=games["compiled"], events=games["events"]))
    evaluations = _shown(found["evaluations_per_second"])
    print(say("bench.evaluations", compiled=evaluations["compiled"]))
    decisions = _shown(found["greedy_decisions_per_second"])
    print(say("bench.decisions", compiled=decisions["compiled"]))


def _print(found: dict[str, Any]) -> None:
    _print_games(found)
    startup = found["startup_seconds"]
    steps = _shown(found["env_steps_per_second"])
    print(say("bench.steps", vector=steps["vector"], single=steps["single"]))
    print(say("bench.round", time=figure(1000 * found["round_of_100_seats_seconds"], 1)))
    print(say("bench.memory", memory=figure(found["memory_of_100_seats_megabytes"], 1)))
    fast, milliseconds = _shown(startup, digits=1), _shown(startup, 1000)
    print(say("bench.fast-start", cold=fast["cold"], warm=fast["warm"]))
    print(say("bench.start", command=milliseconds["command"], rules=milliseconds["rules"]))
    machine = found["machine"]
    print(f"{machine['implementation']} {machine['python']}, {machine['system']}")
