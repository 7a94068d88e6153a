"""Buckets and budgets: what a network or a site may have, and what is left for others."""

from contextlib import ExitStack

import pytest

from quillmap.server.http.request_bodies import BodyRoom
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Bucket, Budget, RateLimiter, network_of


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
