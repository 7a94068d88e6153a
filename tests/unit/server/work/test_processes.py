"""Worker processes whose server has ended, however it did: they end too, and say nothing."""

import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

COMMAND = [sys.executable, "-m", "quillmap.server.work.processes"]
LONGEST_WAIT = 60.0


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """Return a worker that has answered once; its pipes are closed as the system closes those of a killed server."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        say(process, call(abs, -1))
        assert process.stdout is not None
        assert pickle.load(process.stdout) == 1
        yield process
        process.kill()


def call(function: object, argument: object) -> bytes:
    """Return a call as a server writes it."""
    return pickle.dumps((function, argument), protocol=pickle.HIGHEST_PROTOCOL)


def say(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Write to a worker."""
    assert process.stdin is not None
    process.stdin.write(data)
    process.stdin.flush()


def ended(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    """Close the server's ends of the pipes; return how the worker ends, and what it says."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.close()
    process.stdout.close()
    return process.wait(LONGEST_WAIT), process.stderr.read()


def test_a_worker_ends_with_its_server(worker: subprocess.Popen[bytes]) -> None:
    """It waits for a call that never comes."""
    assert ended(worker) == (0, b"")


def test_an_answer_that_nobody_waits_for_is_no_error(worker: subprocess.Popen[bytes]) -> None:
    """The server was killed while the worker was busy."""
    say(worker, call(time.sleep, 0.1))
    assert ended(worker) == (0, b"")


BUSY = f"""
import pickle, subprocess, time
worker = subprocess.Popen({COMMAND!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
pickle.dump((abs, -1), worker.stdin)
worker.stdin.flush()
pickle.load(worker.stdout)
pickle.dump((time.sleep, 600), worker.stdin)
worker.stdin.flush()
print("busy", flush=True)
time.sleep(600)
"""
"""A server whose worker has much to do."""


def test_a_busy_worker_ends_with_its_server() -> None:
    """The server is killed, and nobody waits for what the worker does: the last who can speak falls silent soon."""
    with subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"busy\n"
        server.kill()
        assert server.communicate(timeout=LONGEST_WAIT)[1] == b""


def test_half_a_call_is_no_error(worker: subprocess.Popen[bytes]) -> None:
    """The server was killed while it wrote."""
    whole = call(abs, "x" * 1000)
    say(worker, whole[:500])
    assert ended(worker) == (0, b"")


def test_an_interrupt_is_left_to_the_server(worker: subprocess.Popen[bytes]) -> None:
    """Ctrl+C reaches all processes of a terminal; the answer comes, and the server decides what follows."""
    say(worker, call(time.sleep, 0.1))
    worker.send_signal(signal.SIGINT)
    say(worker, call(abs, -2))
    assert worker.stdout is not None
    assert [pickle.load(worker.stdout) for _ in range(2)] == [None, 2]
    assert ended(worker) == (0, b"")
