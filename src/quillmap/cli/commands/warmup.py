"""``quillmap warmup``: compile the rules now, so that nobody waits for it later."""

import argparse
import time

from quillmap.cli.extras import need_compiler
from quillmap.cli.language import figure, say
from quillmap.fast import readiness


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run(_args: argparse.Namespace) -> int:
    """Compile, or load what was compiled before."""
    need_compiler()
    start = time.perf_counter()
    readiness.warm_up_all()
    print(say("warmup.text", seconds=figure(time.perf_counter() - start, 1)))
    return 0
