"""What a proxy says about where a client is: addresses, each written in one way, and nothing else."""

import pytest

from quillmap.server.hosting import forwarded_for
from quillmap.server.hosting.forwarded_for import MOST_ENTRIES, NAME, with_addresses_only

PROXY = "192.0.2.1"


def read(*lines: str, trusted: str = PROXY) -> str | None:
    """Return what is left of some lines; None if nothing is."""
    headers = with_addresses_only(
        [(b"host", b"here"), *((NAME, line.encode("latin-1")) for line in lines)], frozenset({trusted})
    )
    assert headers[0] == (b"host", b"here")
    return headers[1][1].decode() if len(headers) > 1 else None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        (" 192.0.2.1:4711 ", "192.0.2.1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("192.0.2.9, 192.0.2.1:80", "192.0.2.9, 192.0.2.1"),
    ],
)
def test_addresses_are_written_in_one_way(line: str, expected: str) -> None:
    """Whatever port, letters or brackets they come with: otherwise one client would count as many."""
    assert read(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "192.0.2.1:x1",
        "192.0.2.1:",
        "192.0.2.1:123456",
        "192.0.2.1:1:2",
        "[2001:db8::1]x1",
        "[2001:db8::1]:x1",
        "[2001:db8::1",
        "[]",
        "192.0.2.1:\u00b2",
        "192.0.2",
        "unknown",
        "_hidden",
        "",
    ],
)
def test_anything_else_is_not_believed(line: str) -> None:
    """Nor what stands before it."""
    assert read(line) is None
    assert read(f"192.0.2.7, {line}, 192.0.2.8") == "192.0.2.8"
    assert read("192.0.2.7", line, "192.0.2.8") == "192.0.2.8"


def test_what_stands_before_a_stranger_is_not_read() -> None:
    """Only proxies that are trusted tell who came to them; where all are, the first address counts."""
    assert read(f"192.0.2.5, 192.0.2.9, {PROXY}") == f"192.0.2.9, {PROXY}"
    assert read("192.0.2.5, 192.0.2.9") == "192.0.2.9"
    assert read("192.0.2.5, 192.0.2.9", trusted="*") == "192.0.2.5, 192.0.2.9"


@pytest.mark.parametrize("entry", [PROXY, "1::", "192.0.2.7", "x" * 5000 + "1::"])
@pytest.mark.parametrize("trusted", [PROXY, "*"])
def test_a_long_list_is_read_to_a_bound(monkeypatch: pytest.MonkeyPatch, entry: str, trusted: str) -> None:
    """However long it is, a few entries at its end are looked at, and short ones only."""
    looked_at: list[str] = []
    read_address = forwarded_for._address

    def noted(text: str) -> str | None:
        looked_at.append(text)
        return read_address(text)

    monkeypatch.setattr(forwarded_for, "_address", noted)
    read(",".join([entry] * 15_000), trusted=trusted)
    assert len(looked_at) <= MOST_ENTRIES
    assert max((len(text) for text in looked_at), default=0) <= forwarded_for.LONGEST_ENTRY
