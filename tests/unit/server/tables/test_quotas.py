"""What a network may take: tables that are being stored count already, and each time that one is stored again."""

from contextlib import ExitStack
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import CreateTable, JoinTable
from quillmap.server.rate_limits import network_of
from quillmap.server.tables import actions
from quillmap.server.tables.document import PLAYING, TableDocument
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.signals import REACTING_NETWORKS, Signals
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import new_token
from quillmap.server.tables.usage import Usage, Use, use_of


def table(*, bots: int = 0, listed: bool = False) -> TableDocument:
    """Return a table as it is stored."""
    document = new_document(CreateTable(name="Ada", listed=listed), new_token())
    return actions.add_bots(document, "random", bots) if bots else document


@pytest.mark.parametrize(
    ("limits", "document"),
    [(Limits(bots_per_address=5), table(bots=3)), (Limits(listed_per_address=1), table(listed=True))],
    ids=["bots", "lobby"],
)
def test_tables_that_are_being_stored_count(limits: Limits, document: TableDocument) -> None:
    """Many that are opened at once would all pass otherwise; other networks have their own share."""
    quotas = Quotas(limits, Usage())
    with quotas.adding("here", document):
        with pytest.raises(Problem) as refused, quotas.adding("here", document):
            pass
        assert refused.value.code == "quota-used-up"
        with quotas.adding("elsewhere", document):
            pass
    with quotas.adding("here", document):  # it could not be stored, or its table is counted from now on
        pass


@pytest.mark.parametrize(
    ("limits", "document", "most"),
    [(Limits(bots_per_address=3), table(bots=3), 10), (Limits(), table(listed=True), 25)],
    ids=["bots", "lobby"],
)
def test_a_site_leaves_most_of_it_to_others(limits: Limits, document: TableDocument, most: int) -> None:
    """A /48 has 65 536 networks, each with a share of its own; together they have the site's."""
    quotas = Quotas(limits, Usage())
    with ExitStack() as opened:
        for number in range(most):
            opened.enter_context(quotas.adding(network_of(f"2001:db8:7:{number:x}::1"), document))
        with pytest.raises(Problem, match="used up"), quotas.adding(network_of("2001:db8:7:ffff::1"), document):
            pass
        with quotas.adding(network_of("2001:db8:8::1"), document):
            pass


def test_a_listed_table_counts_for_who_opened_it() -> None:
    """Whoever asks for it: tables that one network has opened can't all be listed from another."""
    quotas = Quotas(Limits(listed_per_address=1), Usage())
    mine, other = (
        cast("LiveTable", SimpleNamespace(document=table(), origin=origin, seat_networks={}))
        for origin in ("192.0.2.1", "192.0.2.2")
    )
    with quotas.adding("192.0.2.1", table(listed=True)):
        with pytest.raises(Problem, match="used up"):
            quotas.check_listing(mine)
        quotas.check_listing(other)


def test_a_site_leaves_seats_to_others() -> None:
    """At a table that anybody can find."""
    quotas = Quotas(Limits(), Usage())
    document = table(listed=True)
    found = cast("LiveTable", SimpleNamespace(document=document, seat_networks={}))
    for number in range(Limits().listed_seats_per_site):
        address = f"2001:db8:7:{number % 4}::1"
        quotas.check_seat(found, address)
        found.document, seat = actions.join(found.document, JoinTable("Guest"), new_token())
        quotas.note_seat(found, seat.id, address)
    with pytest.raises(Problem, match="used up"):
        quotas.check_seat(found, "2001:db8:7:9::1")
    quotas.check_seat(found, "2001:db8:8::1")


def test_a_party_of_a_hundred_may_join_at_once() -> None:
    """With the largest crests that there are. Whoever changes such a table all the time has to wait; others needn't."""
    largest = ((255,) * 100,) * 10
    document = new_document(CreateTable(name="Ada", crest=largest), new_token())
    quotas = Quotas(Limits(document_rate=(Limits().document_rate[0], 1e-9)), Usage())
    while len(document.seats) < document.most_seats:
        document, _ = actions.join(document, JoinTable("W" * 40, "W" * 60, largest), new_token())
        quotas.change("here", document)

    def change_on() -> None:
        for _ in range(100):
            quotas.change("here", document)

    with pytest.raises(Problem) as refused:
        change_on()
    assert refused.value.code == "too-many"
    quotas.change("elsewhere", document)


def test_who_is_refused_costs_nothing() -> None:
    """A full table takes a millisecond to be written out: that is done once for each, and only if it may be stored."""
    quotas = Quotas(Limits(document_rate=(1, 1e-9)), Usage())
    before, document = table(), table(bots=1)
    quotas.change("here", before)
    assert vars(before) == {"size": len(msgspec.json.encode(before))}
    with pytest.raises(Problem) as refused:
        quotas.change("here", document, before)
    assert refused.value.code == "too-many"
    assert vars(document) == {}


def test_what_has_no_room_on_the_disk_is_written_out_seldom() -> None:
    """Whether a table has grown is known when it was written out: that counts as if it were stored."""
    document = table(bots=1)
    quotas = Quotas(Limits(disk_rate=(1, 1e-9), document_rate=(1, 1e-9)), Usage())
    with quotas.adding("here", table()):
        pass
    for each in (document, replace(document)):
        with pytest.raises(Problem, match="too"):
            quotas.change("here", each, table())
    assert vars(each) == {}


def test_what_stays_of_a_table_counts_as_room_on_the_disk() -> None:
    """Somebody could fill it with tables that nobody plays at. What is changed and grows by nothing takes no room."""
    quotas = Quotas(Limits(disk_rate=(20_000, 1e-9)), Usage())
    document = new_document(CreateTable(name="Ada"), new_token())
    crest = ((255,) * 100,) * 10
    for _ in range(6):
        before = document
        document, _ = actions.join(document, JoinTable("Guest", crest=crest), new_token())
        if len(document.seats) < 7:  # each takes 4 kB
            quotas.change("here", document, before)
    with pytest.raises(Problem) as refused:
        quotas.change("here", document, before)
    assert refused.value.code == "too-many"
    quotas.change("here", document, document)
    with pytest.raises(Problem, match="used up"), quotas.adding("here", document):
        pass
    quotas.change("elsewhere", document, before)


def at_a_table(name: str) -> LiveTable:
    """Return a table at which people react."""
    document, signals = SimpleNamespace(id=name), Signals(Limits())
    return cast("LiveTable", SimpleNamespace(document=document, origin="192.0.2.1", signals=signals))


def react_until_refused(quotas: Quotas, table: LiveTable, by: str) -> int:
    """Let a network react where hundreds of sockets are told, until it has to wait; return how often it did."""
    reactions: list[int] = []

    def react_on() -> None:
        while len(reactions) < 1000:
            quotas.check_signal(table, by, 400)
            reactions.append(400)

    with pytest.raises(Problem) as refused:
        react_on()
    assert refused.value.code == "too-soon"
    return len(reactions)


def test_reactions_reach_so_many_sockets() -> None:
    """A party of a hundred reacts at once. Whoever reacts on has to wait; others needn't, whoever opened the table."""
    quotas = Quotas(Limits(), Usage())
    party, other = at_a_table("party"), at_a_table("other")
    for _ in range(100):
        quotas.check_signal(party, "192.0.2.9", 100)
    assert react_until_refused(quotas, party, "192.0.2.9") > 0
    quotas.check_signal(party, "192.0.2.1", 400)
    quotas.check_signal(other, "192.0.2.1", 400)
    quotas.check_signal(other, "192.0.2.9", 400)  # at the first one strangers may have many sockets


def test_a_table_tells_of_so_many_reactions() -> None:
    """However many networks react there; at another one nobody waits for that."""
    quotas = Quotas(Limits(), Usage())
    party = at_a_table("party")
    reactions = [react_until_refused(quotas, party, f"192.0.2.{number}") for number in range(9)]
    assert reactions[0] > 0
    assert reactions[REACTING_NETWORKS + 1 :] == [0] * (8 - REACTING_NETWORKS)
    quotas.check_signal(at_a_table("other"), "192.0.2.1", 400)


def test_bots_that_stand_in_are_nobody_s() -> None:
    """Guests who let one play for them, or resign, must not use up the share of whoever opened the table."""
    document = replace(table(bots=2), status=PLAYING)
    stood_in = actions.stand_in(document, document.seats[0].id, "master", "return", 1, is_own=True)
    assert stood_in.seats[0].is_played_by_bot
    assert use_of(stood_in) == use_of(document) == Use(bots=2, playing=3)
