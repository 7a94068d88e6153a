"""How many moves were stored, and how long each took."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector


class MoveTimes(Collector):
    """A counter and a histogram in one; only the event loop observes, so that no lock is needed.

    Every move is counted here, and the library's own would take six locks and a loop over all *bounds* for that.
    """

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        """Of the moves that took up to each of the bounds and longer than the one before, and of all others."""
        self._seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Count a move that took so long from receiving to acknowledging it."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Yield both metrics."""
        totals = list(accumulate(self._counts))
        yield CounterMetricFamily("quillmap_moves", "Moves stored", totals[-1])
        names = [*(str(bound) for bound in self._bounds), "+Inf"]
        buckets = list(zip(names, totals, strict=True))
        told = "From receiving a move to acknowledging it"
        yield HistogramMetricFamily("quillmap_move_seconds", told, buckets, self._seconds)
