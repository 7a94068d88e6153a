"""Processes that play many games, and a progress bar."""

import argparse
import logging
import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from quillmap.bots.cluster import ClusterAway, ClusterExecutor, connected, is_address
from quillmap.cli.arguments import at_least_one
from quillmap.cli.errors import CommandError
from quillmap.cli.extras import need_cluster
from quillmap.cli.language import say, trouble, words
from quillmap.fast import progress, readiness
from quillmap.locales import explain

if TYPE_CHECKING:
    from distributed import Client

_LONGEST_BAR: Final = 30
_SECONDS_TO_CANCEL: Final = 5
_MOST: Final = 61 if sys.platform == "win32" else sys.maxsize
"""Windows can't wait for more processes than that."""


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options that say where games are played."""
    parser.add_argument("--jobs", metavar="N", type=at_least_one, help=say("option.jobs"))
    parser.add_argument("--cluster", metavar="ADDRESS", help=say("option.cluster"))


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Executor | None]:
    """Yield a *cluster* to play on, or processes if there is more than one job; on errors and Ctrl-C they end."""
    if cluster is not None:
        with cluster_at(cluster) as client:
            yield ClusterExecutor(client)
        return
    if jobs == 1:
        yield None
        return
    jobs = min(jobs, _MOST)
    # Spawned processes work the same on every system, and together with threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interruptions) as executor:
        with _deaf():
            for _ in range(jobs):
                executor.submit(os.getpid)
        try:
            yield executor
        except BaseException:
            _abandon(executor)
            raise


@contextmanager
def cluster_at(address: str) -> "Iterator[Client]":
    """Yield a connection to a Dask cluster; whatever keeps it from working is said in one line."""
    need_cluster()
    if not is_address(address):
        raise trouble("cluster-address", address=address)
    try:
        with connected(address) as client:
            yield client
    except ClusterAway as error:
        raise CommandError(explain(error, words())) from None


def _abandon(executor: Executor) -> None:
    """End the processes of *executor* in the middle of what they do."""
    # It complains of parts that are cancelled while its processes end, so all have to be cancelled first. That happens
    # in order: when the part that was added last is no longer waiting, all others are gone.
    with suppress(RuntimeError):  # it is broken already
        last = executor.submit(os.getpid)
        # A shutdown that nobody waits for leaves a thread behind that can fail while Python exits.
        closing = threading.Thread(target=executor.shutdown, kwargs={"cancel_futures": True})
        closing.start()
        end = time.monotonic() + _SECONDS_TO_CANCEL
        while not (last.running() or last.done()) and time.monotonic() < end:
            time.sleep(0.01)
        _terminate_all()
        closing.join()
    _terminate_all()


def _terminate_all() -> None:
    for process in multiprocessing.active_children():
        process.terminate()


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore Ctrl-C in this block, so that processes started in it ignore it too and print no traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _leave_interruptions() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    progress.be_quiet()
    logging.getLogger("quillmap").setLevel(logging.ERROR)  # the process that people see has said it


def compile_first() -> None:
    """Compile the rules here, for all to see, if no process on this machine has: those that work say nothing."""
    if readiness.is_possible() and not readiness.is_kept():
        readiness.warm_up()


@contextmanager
def progress_bar(key: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """Yield a function that shows on a terminal how much is done and how much time is left; elsewhere None."""
    if not sys.stderr.isatty():
        yield None
        return
    start = time.perf_counter()

    def show(done: int) -> None:
        done = min(done, total)
        left = round((time.perf_counter() - start) / done * (total - done))
        line = say(key, done=done, total=total, left=f"{left // 60}:{left % 60:02}")
        room = shutil.get_terminal_size().columns - len(f"[] {line}") - 1  # a full line would go on in the next one
        length = max(min(room, _LONGEST_BAR), 0)
        bar = "#" * (length * done // total)
        print(f"\r[{bar:{length}}] {line}\x1b[K", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print(file=sys.stderr)
