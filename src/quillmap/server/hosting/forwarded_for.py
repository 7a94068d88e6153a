"""Which addresses in ``X-Forwarded-For`` can be believed, before anything counts by them."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from ipaddress import ip_address
from typing import Final

Header = tuple[bytes, bytes]

NAME: Final = b"x-forwarded-for"
_WITH_PORT: Final = re.compile(r"(?:\[(?P<inside>[^\[\]]*)\]|(?P<plain>[^:]*))(?::[0-9]{1,5})?")
"""An address in brackets, or one without colons, perhaps with a port."""
MOST_ENTRIES: Final = 20
"""Proxies that a request may have come through."""
LONGEST_ENTRY: Final = 100
"""Characters of an entry, with the name of a network and a port; addresses have up to 45."""


def with_addresses_only(headers: Sequence[Header], trusted: AbstractSet[str]) -> list[Header]:
    """Return *headers* with all lines of this name as one, as HTTP reads them, and nothing in it but addresses.

    Every proxy adds what it knows at the end. What stands before something that is no address, or before an address
    that is no *trusted* proxy, was written by nobody knows whom, so that goes, too, however much it is. Each address is
    written in one way only, without its port.
    """
    others = [header for header in headers if header[0] != NAME]
    entries = b",".join(value for name, value in headers if name == NAME).decode("latin-1").rsplit(",", MOST_ENTRIES)
    found: list[str] = []
    for entry in reversed(entries[-MOST_ENTRIES:]):
        address = _address(entry.strip()) if len(entry) <= LONGEST_ENTRY else None
        if address is None:
            break
        found.insert(0, address)
        if not trusted & {address, "*"}:
            break
    return [*others, (NAME, ", ".join(found).encode())] if found else others


def _address(entry: str) -> str | None:
    """Return the address of an entry, which may have a port; None if it is anything else."""
    match = _WITH_PORT.fullmatch(entry)
    host = entry if match is None else match["inside"] or match["plain"] or ""
    try:
        return str(ip_address(host.partition("%")[0]))  # which of its own networks a proxy means is no address
    except ValueError:
        return None
