"""The machines of a Dask cluster, on which many games are played and bots of servers think (``quillmap[cluster]``).

What is sent there are units of a second or so: a function, what it is called with, and the version of this program. A
unit that was lost with its machine is done again on another. Results are the same as here, whoever worked them out.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from quillmap import __version__
from quillmap.errors import CodedError

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Unit

CONNECT_SECONDS: Final = 5.0
CLOSE_SECONDS: Final = 1.0
SCHEMES: Final = ("tcp://", "tls://", "inproc://")

_GONE: Final = "the scheduler has gone"
_one_at_a_time = threading.Lock()


class ClusterAway(CodedError):
    """A cluster can't be used: nobody is there, or somebody with another version."""

    text_key = "command.trouble.cluster.{code}.text"


class SchedulerGone(Exception):
    """The scheduler that was there has gone."""


GONE: Final = (CancelledError, OSError, SchedulerGone)
"""What a unit of work, or a question to a scheduler, ends with if the scheduler has gone."""


def is_address(text: str) -> bool:
    """Return whether *text* is written as the address of a scheduler."""
    scheme = next((each for each in SCHEMES if text.startswith(each)), None)
    return scheme is not None and len(text) > len(scheme) and not text.endswith(":")


def connect(address: str) -> "Client":
    """Return a connection to the scheduler at *address*, or raise ``ClusterAway``."""
    from distributed import Client  # noqa: PLC0415  # optional

    # Dask logs a lot, in its own way; whoever asks for a connection says in one line what a host has to know.
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    client = Client.__new__(Client)
    try:
        client.__init__(address, loop=_loop(), timeout=CONNECT_SECONDS, set_as_default=False, name="quillmap")
    except Exception as error:  # whatever answers there may be no scheduler, and Dask stumbles over it in many ways
        # Otherwise it is closed when it is found as garbage, which may be while Dask holds the lock that closing needs.
        close(client)
        raise ClusterAway("away", address=address) from error
    return client


@cache
def _loop() -> Any:
    """Return the event loop of all connections; one of its own would go on for ever after every one that failed."""
    from distributed.utils import LoopRunner  # noqa: PLC0415  # optional

    runner = LoopRunner()
    runner.start()
    return runner.loop


def close(client: "Client") -> None:
    """Close a connection, even if the scheduler does not answer."""
    with suppress(Exception):  # the scheduler may be gone
        client.close(timeout=CLOSE_SECONDS)


def workers_of(client: "Client") -> list[str]:
    """Return the addresses of all workers, or raise ``SchedulerGone``."""
    found = client.scheduler_info(n_workers=-1) if client.status == "running" else {}
    if client.status != "running":  # what Dask tells then is what it knew before, or nothing
        raise SchedulerGone(_GONE)
    return sorted(found["workers"])


def run_unit(version: str, function: Callable[..., Any], *arguments: object) -> Any:
    """Do one unit of work; this runs at a worker, one unit at a time, because bots keep what they know."""
    if version != __version__:
        raise ClusterAway("version", there=__version__, here=version)
    with _one_at_a_time:
        return function(*arguments)


def submit(client: "Client", function: Callable[..., Any], *arguments: object, worker: str = "") -> "Unit":
    """Send a unit of work, to this *worker* if it is named and still there; or raise ``SchedulerGone``."""
    from distributed.client import ClosedClientError  # noqa: PLC0415  # optional

    options: dict[str, Any] = {"workers": [worker], "allow_other_workers": True} if worker else {}
    try:
        return client.submit(run_unit, __version__, function, *arguments, pure=False, **options)
    except ClosedClientError as error:
        raise SchedulerGone(_GONE) from error


def worker_for(group: str, workers: Sequence[str]) -> str:
    """Return the one of *workers* that remembers what a *group* of units needs."""
    number = int.from_bytes(sha256(group.encode("utf-8", "surrogatepass")).digest()[:8])
    return workers[number % len(workers)]


class ClusterExecutor(Executor):
    """Runs units of work on a cluster; *client* stays open.

    Dask's own executor never finishes a unit whose scheduler goes away after the work and before its result is sent.
    """

    def __init__(self, client: "Client") -> None:
        self._client = client

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Send a unit of work."""
        assert not named
        answer: Future[Any] = Future()
        submit(self._client, function, *arguments).add_done_callback(partial(_hand_over, answer))
        return answer


def _hand_over(answer: "Future[Any]", unit: "Unit") -> None:
    """Let *answer* be what came of a *unit* that has ended; this runs in a thread."""
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(unit.result())
    except BaseException as error:  # whoever waits for the answer has to know
        answer.set_exception(error)


@contextmanager
def connected(address: str) -> "Iterator[Client]":
    """Yield a connection to a cluster with workers; raise ``ClusterAway`` if there is none, or if it goes."""
    client = connect(address)
    try:
        if not workers_of(client):
            raise ClusterAway("empty", address=address)
        yield client
    except (CancelledError, SchedulerGone) as error:
        raise ClusterAway("lost", address=address) from error
    finally:
        close(client)
