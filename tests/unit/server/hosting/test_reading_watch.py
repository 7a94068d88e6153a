"""Clients that have stopped reading are cut off; those that read slowly are waited for."""

import asyncio
from collections.abc import Callable
from typing import cast

from quillmap.server.hosting.reading_watch import LEAST_READ, ReadingWatch


class Connection:
    """A connection whose client reads when the test says so, and a clock that stands still."""

    def __init__(self) -> None:
        self.unread = 100 * LEAST_READ
        self.is_cut = False
        self._due: Callable[[], None] | None = None
        self.watch = ReadingWatch(cast("asyncio.AbstractEventLoop", self), 20)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait to be read."""
        return self.unread

    def call_later(self, _seconds: float, callback: Callable[..., None], *arguments: object) -> "Connection":
        """Keep what is to be done."""
        self._due = lambda: callback(*arguments)
        return self

    def cancel(self) -> None:
        """Forget what was to be done."""
        self._due = None

    def begin(self) -> None:
        """Watch."""
        self.watch.begin(cast("asyncio.WriteTransport", self), self._cut)

    def _cut(self) -> None:
        self.is_cut = True

    def pass_time(self) -> bool:
        """Do what is due; return whether there was something."""
        due, self._due = self._due, None
        if due is not None:
            due()
        return due is not None


def test_one_who_has_stopped_reading_is_cut_off() -> None:
    """A few bytes are not enough."""
    connection = Connection()
    connection.begin()
    connection.unread -= LEAST_READ - 1
    assert connection.pass_time()
    assert connection.is_cut


def test_one_who_reads_slowly_is_waited_for() -> None:
    """As long as it goes on, and no longer than there is something to read."""
    connection = Connection()
    connection.begin()
    while connection.unread:
        connection.unread -= LEAST_READ
        assert connection.pass_time()
    assert not connection.is_cut
    assert not connection.pass_time()


def test_one_who_has_read_most_of_it_has_time_for_the_rest() -> None:
    """More may have come meanwhile, so that as much is unread as before."""
    connection = Connection()
    connection.begin()
    connection.watch.note_progress()
    assert connection.pass_time()
    assert not connection.is_cut
    connection.watch.stop()
    assert not connection.pass_time()
