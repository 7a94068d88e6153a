"""Metrics of connections that count nothing: a device reports to nobody."""

from typing import Final


class Uncounted:
    """A count, a gauge or a duration that nobody asks for."""

    def inc(self, amount: float = 1) -> None:
        """Count nothing."""

    def dec(self, amount: float = 1) -> None:
        """Count nothing."""

    def observe(self, amount: float) -> None:
        """Note nothing."""

    def labels(self, _kind: str, /) -> "Uncounted":
        """Return the same for every kind."""
        return self


class NoMetrics:
    """Metrics for ``quillmap.server.tables.host``."""

    sockets: Final = Uncounted()
    messages: Final = Uncounted()
    refusals: Final = Uncounted()
    dropped: Final = Uncounted()
    answer_times: Final = Uncounted()
