"""How Hypothesis runs here: without a clock, and with the same examples in every run.

``QUILLMAP_EXPLORE=1`` tries others each time, which is how new faults are found.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quillmap",
    deadline=None,
    derandomize=not os.environ.get("QUILLMAP_EXPLORE"),
    # Both of these look at the clock or at the size of a whole game, not at what is right.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("quillmap")
