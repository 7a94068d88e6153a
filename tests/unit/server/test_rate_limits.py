"""Buckets and budgets: what a network or a site may have, and what is left for others."""

from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quillmap.server import rate_limits
from quillmap.server.http.request_bodies import BodyRoom
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Bucket, Budget, RateLimiter, SharedBucket, SharedRateLimiter, network_of


def test_a_network_is_one_address() -> None:
    """All addresses of a /64 share a bucket; IPv4 addresses, mapped or not, have one each."""
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") != network_of("192.0.2.8")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth1")
    assert network_of("") == ""
    limiter = RateLimiter(2, 0.0001)
    assert [limiter.take(f"2001:db8::{number}") for number in range(3)] == [True, True, False]


def test_a_bucket_can_be_refunded_and_overdrawn() -> None:
    """What should not count is given back; a debt is told in seconds."""
    bucket = Bucket(2, 0.01)
    assert bucket.take(2)
    bucket.give_back()
    assert bucket.take()
    assert 200 < bucket.overdraw(3) <= 300


SIZE, RATE = 10.0, 2.0


def flow_in(missing: dict[str, float], amount: float) -> None:
    """Give all that are not full the same part of *amount*, and what one needs no longer to the others."""
    while missing and amount > 1e-9:
        part = min(amount / len(missing), *missing.values())
        amount -= part * len(missing)
        for place in tuple(missing):
            missing[place] -= part
            if missing[place] <= 1e-9:
                del missing[place]


@given(st.lists(st.tuples(st.floats(0, 20), st.sampled_from("abcd"), st.floats(0.01, 50))))
def test_places_share_what_flows_in(steps: list[tuple[float, str, float]]) -> None:
    """Whatever is taken out where and when, each place is as far from full as if it were counted step by step."""
    now, missing = 0.0, dict[str, float]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rate_limits, "monotonic", lambda: now)
        bucket = SharedBucket(SIZE, RATE)
        for seconds, place, amount in steps:
            now += seconds
            flow_in(missing, RATE * seconds)
            bucket.overdraw(place, amount)
            missing[place] = missing.get(place, 0.0) + amount
            for each in "abcd":
                debt = missing.get(each, 0.0) - SIZE
                assert bucket.wait(each) == pytest.approx(max(0.0, debt * len(missing) / RATE), abs=1e-6)


def test_who_owes_much_at_one_place_waits_only_there() -> None:
    """Networks of a /48 share a bucket, too, in which ten of them have room."""
    limiter = SharedRateLimiter(10, 0.001)
    for number in range(30):
        limiter.overdraw(f"2001:db8:7:{number:x}::1", "here", 5)
    assert limiter.wait("2001:db8:7:ffff::1", "here") > 1000
    assert limiter.wait("2001:db8:7:ffff::1", "there") == 0
    assert limiter.wait("2001:db8:8::1", "here") == 0
    limiter.overdraw("192.0.2.1", "here", 30)
    assert limiter.wait("192.0.2.1", "here") > 1000
    assert limiter.wait("192.0.2.1", "there") == limiter.wait("192.0.2.2", "here") == 0


def test_a_budget_bounds_each_and_all() -> None:
    """Nobody takes more than their part, and all together no more than there is."""
    budget = Budget(2, 3)
    assert [budget.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [budget.take("192.0.2.2") for _ in range(2)] == [True, False]
    budget.give_back("192.0.2.1")
    assert budget.take("192.0.2.2")


def test_no_site_takes_a_whole_quota() -> None:
    """Even where nothing is said of sites, all networks of a /48 together leave most of it to others."""
    budget = Budget(2, 40)
    assert sum(budget.take(f"2001:db8:1:{number:x}::1") for number in range(40)) == 10
    assert budget.take("203.0.113.9")


def test_large_bodies_leave_room_for_small_ones() -> None:
    """However many networks announce long records, somebody else can still open a table."""
    room, size = BodyRoom(1 << 20, 16 << 20), 1 << 20
    with ExitStack() as held:
        for number in range(12):
            held.enter_context(room.holding(f"198.51.100.{number}", size))
        with pytest.raises(Problem, match="too many"), room.holding("203.0.113.9", size):
            pass
        with room.holding("203.0.113.9", 100):
            pass


def test_a_budget_bounds_sites() -> None:
    """All networks of a /48 together; an IPv4 address is a site of its own."""
    budget = Budget(2, 100, 3)
    assert [budget.take(f"2001:db8:1:{number}::1") for number in range(4)] == [True, True, True, False]
    assert budget.take("2001:db8:2:0::1")
    assert [budget.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    budget.give_back("2001:db8:1:0::1")
    assert [budget.take(f"2001:db8:1:{number}::1") for number in range(4, 6)] == [True, False]
