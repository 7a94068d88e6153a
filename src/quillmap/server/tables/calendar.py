"""What time it is for clocks, and which day for the daily expedition: a date in UTC, the same for everybody."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day


class Calendar:
    """Tells the time of one server; *now* is in seconds since 1970."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._now()

    def today(self) -> date:
        """Return the date of the present day."""
        return datetime.fromtimestamp(self._now(), UTC).date()

    def is_over(self, day: date) -> bool:
        """Return whether *day* has passed."""
        return day < self.today()

    def seconds_left(self, day: date) -> float:
        """Return how many seconds are left of *day*; 0 if it has passed."""
        end = datetime.combine(day + timedelta(days=1), time_of_day(), UTC).timestamp()
        return max(0.0, end - self._now())

    def is_secret(self, day: str) -> bool:
        """Return whether the expedition of this day still runs, so that its deal is secret; "" means no expedition."""
        return day != "" and not self.is_over(date.fromisoformat(day))
