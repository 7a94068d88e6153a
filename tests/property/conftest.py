"""How Hypothesis runs here: without a clock, and the same way every time on a build machine."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quillmap",
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    # Both of these look at the clock or at the size of a whole game, not at what is right.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("quillmap")
