"""Rate limits and quotas: how often an address may do something, and how much it may hold at once.

An address here is a network: an IPv6 subscriber has a whole /64, so all of it shares one bucket.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from heapq import heappop, heappush, heapreplace
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final, TypeVar

from quillmap.server.problems import Problem

MOST_REMEMBERED: Final = 20_000
"""The most networks that a limiter remembers; those seen longest ago are forgotten first."""
IPV6_PREFIX: Final = 64
"""What a provider gives to a single household or phone."""
IPV6_SITE_PREFIX: Final = 48
"""What anybody can have for the asking: 65 536 such networks."""
NETWORKS_OF_A_SITE: Final = 10
"""A site may do as much as this many networks: a campus may have one, and so may an attacker."""

Kind = TypeVar("Kind")


@lru_cache(maxsize=MOST_REMEMBERED)
def network_of(host: str) -> str:
    """Return the network that *host* is counted under: an IPv4 address itself, the /64 of an IPv6 address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # a local socket, or a name that a proxy made up
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, IPV6_PREFIX), strict=False))
    return str(address)


@lru_cache(maxsize=MOST_REMEMBERED)
def site_of(host: str) -> str:
    """Return all the networks that may be one person's: an IPv4 address itself, the /48 of an IPv6 address."""
    network = network_of(host)
    try:
        return str(ip_network(network).supernet(new_prefix=IPV6_SITE_PREFIX))
    except ValueError:  # an IPv4 address, a local socket, or a name that a proxy made up
        return network


class Bucket:
    """A leaky bucket: *size* at once, then *rate* a second. What is taken out is taken out of a *shared* one, too."""

    __slots__ = ("_left", "_rate", "_shared", "_size", "_time")

    def __init__(self, size: float, rate: float, shared: "Bucket | None" = None) -> None:
        self._size = size
        self._rate = rate
        self._shared = shared
        self._left = size
        self._time = monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take *amount* out, if that much is there."""
        self._refill()
        if self._left < amount or (self._shared is not None and not self._shared.take(amount)):
            return False
        self._left -= amount
        return True

    def wait(self, amount: float = 1) -> float:
        """Return the seconds until *amount* can be taken out."""
        self._refill()
        of_shared = 0.0 if self._shared is None else self._shared.wait(amount)
        return max(of_shared, (amount - self._left) / self._rate)

    def overdraw(self, amount: float) -> float:
        """Take *amount* out, even if it is not there; return the seconds until the bucket is out of debt."""
        self._refill()
        self._left -= amount
        of_shared = 0.0 if self._shared is None else self._shared.overdraw(amount)
        return max(of_shared, -self._left / self._rate)

    def give_back(self, amount: float = 1) -> None:
        """Put back what was taken for something that should not count."""
        self._left = min(self._size, self._left + amount)
        if self._shared is not None:
            self._shared.give_back(amount)

    def _refill(self) -> None:
        now = monotonic()
        self._left = min(self._size, self._left + (now - self._time) * self._rate)
        self._time = now


class RateLimiter:
    """A bucket for every network, and one for all networks of a site together."""

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._of_sites: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, host: str) -> Bucket:
        """Return the bucket of the network of *host*."""
        network, site = network_of(host), site_of(host)
        shared = None
        if site != network:
            most = NETWORKS_OF_A_SITE
            shared = _known(self._of_sites, site, lambda: Bucket(most * self._size, most * self._rate))
        return _known(self._buckets, network, lambda: Bucket(self._size, self._rate, shared))

    def take(self, host: str, amount: float = 1) -> bool:
        """Return whether *host* may do it once more."""
        return self.bucket(host).take(amount)


class SharedBucket:
    """A bucket for each of several places, which share what flows in: *size* at once for each, *rate* a second in all.

    All that are not full get the same part. So whoever owes much at one place waits there, and at no other: where
    nothing is owed nothing is waited for. It takes no longer if there are many places.
    """

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._given = 0.0
        """What every place has got that was never full since."""
        self._full_at: dict[str, float] = {}
        """By place, if something is missing there: how much has to be given until it is full."""
        self._next_full: list[tuple[float, str]] = []
        """A heap with one entry for each of them; what was taken out since an entry was made is not in it."""
        self._time = monotonic()

    def overdraw(self, place: str, amount: float) -> None:
        """Take *amount* out at a place, even if it is not there."""
        self._refill()
        is_known = place in self._full_at
        self._full_at[place] = self._full_at.get(place, self._given) + amount
        if not is_known:
            heappush(self._next_full, (self._full_at[place], place))

    def wait(self, place: str) -> float:
        """Return the seconds until nothing is owed at a place, if nobody takes anything out meanwhile elsewhere."""
        self._refill()
        debt = self._full_at.get(place, self._given) - self._given - self._size
        return max(0.0, debt * len(self._full_at) / self._rate)

    def _refill(self) -> None:
        now = monotonic()
        left = (now - self._time) * self._rate
        self._time = now
        while self._next_full:
            full_at, place = self._next_full[0]
            if full_at != self._full_at[place]:
                heapreplace(self._next_full, (self._full_at[place], place))
                continue
            needed = (full_at - self._given) * len(self._full_at)
            if needed > left:
                self._given += left / len(self._full_at)
                return
            left -= needed
            self._given = full_at
            heappop(self._next_full)
            del self._full_at[place]
        self._given = 0.0


class SharedRateLimiter:
    """A shared bucket for every network, and one for all networks of a site together."""

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._of_networks: OrderedDict[str, SharedBucket] = OrderedDict()
        self._of_sites: OrderedDict[str, SharedBucket] = OrderedDict()

    def overdraw(self, host: str, place: str, amount: float) -> None:
        """Let the network of *host* pay for something at a place."""
        for bucket in self._buckets(host):
            bucket.overdraw(place, amount)

    def wait(self, host: str, place: str) -> float:
        """Return the seconds until the network of *host*, and its site, owe nothing at a place."""
        return max(bucket.wait(place) for bucket in self._buckets(host))

    def _buckets(self, host: str) -> Iterator[SharedBucket]:
        network, site = network_of(host), site_of(host)
        yield _known(self._of_networks, network, lambda: SharedBucket(self._size, self._rate))
        if site != network:
            most = NETWORKS_OF_A_SITE
            yield _known(self._of_sites, site, lambda: SharedBucket(most * self._size, most * self._rate))


def _known(buckets: OrderedDict[str, Kind], name: str, make: Callable[[], Kind]) -> Kind:
    """Return the bucket of somebody, a new one if none is remembered."""
    bucket = buckets.get(name)
    if bucket is None:
        bucket = buckets[name] = make()
        if len(buckets) > MOST_REMEMBERED:
            buckets.popitem(last=False)
    else:
        buckets.move_to_end(name)
    return bucket


class Budget:
    """A quota: how much of something every network holds now, limited for each, for each site and for all together.

    A site may hold a quarter of it unless said otherwise: anybody can have a /48, and must not shut others out.
    """

    def __init__(self, per_network: float, in_all: float, per_site: float | None = None) -> None:
        self._per_network = per_network
        self._in_all = in_all
        self._per_site = max(per_network, in_all / 4) if per_site is None else per_site
        self._held: Counter[str] = Counter()
        self._held_by_sites: Counter[str] = Counter()
        self._total = 0

    def take(self, host: str, amount: int = 1) -> bool:
        """Hold *amount* more for the network of *host*, if there is room."""
        network, site = network_of(host), site_of(host)
        if (
            self._held.get(network, 0) + amount > self._per_network
            or self._held_by_sites.get(site, 0) + amount > self._per_site
            or self._total + amount > self._in_all
        ):
            return False
        self.hold(host, amount)
        return True

    def hold(self, host: str, amount: int) -> None:
        """Hold *amount* more, whether there is room or not."""
        self._held[network_of(host)] += amount
        self._held_by_sites[site_of(host)] += amount
        self._total += amount

    def give_back(self, host: str, amount: int = 1) -> None:
        """Hold *amount* less."""
        self._total -= amount
        for held, name in ((self._held, network_of(host)), (self._held_by_sites, site_of(host))):
            held[name] -= amount
            if not held[name]:
                del held[name]

    @contextmanager
    def holding(self, host: str, amount: int = 1) -> Iterator[None]:
        """Hold *amount* for as long as the block runs, or raise the problem ``too-many``."""
        if not self.take(host, amount):
            raise Problem("too-many")
        try:
            yield
        finally:
            self.give_back(host, amount)
