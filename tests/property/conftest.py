"""How Hypothesis runs here: without a clock, and with the same examples in every run.

``QUILLMAP_EXPLORE=1`` tries others each time and far more of them, which is how new faults are found.
"""

from hypothesis import HealthCheck, settings

from property.effort import IS_EXPLORING, times

settings.register_profile(
    "quillmap",
    deadline=None,
    derandomize=not IS_EXPLORING,
    max_examples=times(50),
    # Both of these look at the clock or at the size of a whole game, not at what is right.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("quillmap")
