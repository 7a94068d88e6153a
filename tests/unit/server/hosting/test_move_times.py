"""The metrics of moves, counted without the library's locks."""

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from quillmap.server.hosting.move_times import MoveTimes

BOUNDS = (0.001, 0.01, 0.1)
SECONDS = (0.0005, 0.001, 0.002, 0.05, 3.0, 0.1)


def lines(registry: CollectorRegistry) -> list[str]:
    """Return what is told about moves, but for when the library began to count."""
    return [line for line in generate_latest(registry).decode().splitlines() if "_created" not in line]


def test_as_the_library_counts() -> None:
    """Whoever asks for metrics can't tell the difference."""
    own, theirs = CollectorRegistry(), CollectorRegistry()
    times = MoveTimes(BOUNDS)
    own.register(times)
    moves = Counter("quillmap_moves", "Moves stored", registry=theirs)
    durations = Histogram(
        "quillmap_move_seconds", "From receiving a move to acknowledging it", registry=theirs, buckets=BOUNDS
    )
    for seconds in SECONDS:
        times.observe(seconds)
        moves.inc()
        durations.observe(seconds)
    assert lines(own) == lines(theirs)
    assert 'quillmap_move_seconds_bucket{le="0.01"} 3.0' in lines(own)
