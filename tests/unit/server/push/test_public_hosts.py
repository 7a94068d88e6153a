"""Which endpoints are accepted, and which addresses are public: every spelling of a private one is refused."""

import pytest

from quillmap.server.problems import Problem
from quillmap.server.push.public_hosts import NotPublic, PublicHosts, is_public, read_endpoint
from server.harness import awaited

REAL = (
    "https://fcm.googleapis.com/fcm/send/dXk:APA91bH-_x",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
    "https://web.push.apple.com/QOGo-_%20",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAA%2b",
    "https://push.xn--bcher-kva.org:443/a?b=c&d=e",
)
PRIVATE_HOSTS = (
    *("127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.1.", "127.0.0.0x1"),
    *("10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0", "255.255.255.255"),
    *("[::1]", "[::]", "[fe80::1]", "[fe80::1%25eth0]", "[fd00::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "[0:0:0:0:0:0:0:1]"),
    *("localhost", "localhost.", "LOCALHOST", "a.localhost", "printer.local", "router.lan", "metadata.google.internal"),
    *("intranet", "nas.home", "x.home.arpa", "db.corp", "1.0.0.127.in-addr.arpa"),
    *("１２７.0.0.1", "127。0。0。1", "ⓛocalhost", "%6c%6fcalhost", "127.0.0.1%00.example.org", "a_b.example.org"),
    *("push.example.org@127.0.0.1", "user:password@push.example.org", "push.example.org\\@127.0.0.1"),
    *("push.example.org:8443", "push.example.org:80", "push.example.org:", "93.184.215.14", "-a.example.org", "a..org"),
)
NO_ENDPOINTS = (
    *("", "push.example.org/x", "//push.example.org/x", "http://push.example.org/x", "HTTPS://push.example.org/x"),
    *("ftp://push.example.org/x", "file:///etc/passwd", "https:push.example.org/x", "https:/push.example.org/x"),
    *("https://push.example.org", "https://push.example.org/a b", "https://push.example.org/a\r\nx: y"),
    *("https://push.example.org/a#b", "https://push.example.org/ä", " https://push.example.org/x"),
    *("https://push.example.org/x\n", "https://push.example.org/" + 1000 * "x"),
)
PRIVATE_ADDRESSES = (
    *("127.0.0.1", "127.255.255.254", "10.255.0.1", "172.31.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "255.255.255.255", "224.0.0.1", "240.0.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.5", "192.0.0.8"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "fec0::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1"),
    *("2002:7f00:1::1", "2002:a00:1::1", "2001::1", "100::1", "4000::1"),
)
PUBLIC_ADDRESSES = ("93.184.215.14", "8.8.8.8", "2606:4700::1111", "2a00:1450:4001::200a", "64:ff9b::8.8.8.8")


@pytest.mark.parametrize("text", REAL)
def test_real_endpoints_are_accepted(text: str) -> None:
    """Those of all browsers, with whatever they write into the path."""
    endpoint = read_endpoint(text)
    assert text.replace(":443/", "/") == endpoint.origin + endpoint.target


@pytest.mark.parametrize("text", [*(f"https://{host}/x" for host in PRIVATE_HOSTS), *NO_ENDPOINTS])
def test_everything_else_is_refused(text: str) -> None:
    """Addresses in every spelling, names of private networks, other ports, users, and what is no address at all."""
    with pytest.raises(Problem) as caught:
        read_endpoint(text)
    assert caught.value.code == "bad-endpoint"


@pytest.mark.parametrize("address", PRIVATE_ADDRESSES)
def test_private_addresses(address: str) -> None:
    """Also those that are written inside an address of another kind."""
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES)
def test_public_addresses(address: str) -> None:
    """Also where a network gives IPv4 addresses an IPv6 form."""
    assert is_public(address)


def test_a_name_of_this_machine_leads_nowhere() -> None:
    """Asked of the real resolver."""
    with pytest.raises(NotPublic):
        awaited(PublicHosts().places("localhost", "192.0.2.1"))
