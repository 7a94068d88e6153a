"""What networks use is counted right, whatever happens to tables, and nobody has to look at all of them for it."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace as with_fields

from property.effort import times
from quillmap.server.client import Seat, call
from quillmap.server.hosting.config import Config
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import ChangeTable, CreateTable
from quillmap.server.rate_limits import site_of
from quillmap.server.tables import actions
from quillmap.server.tables.document import FINISHED, WAITING
from quillmap.server.tables.hand_over import _give
from quillmap.server.tables.live_tables import LiveTables
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.origins import adopt, may_ask_for_more
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import new_token
from quillmap.server.tables.usage import NOTHING, Use, use_of
from server.harness import GENEROUS, refusal, running, wait_until

NETWORKS = ("192.0.2.1", "192.0.2.2", "2001:db8:7:1::/64", "2001:db8:7:2::/64")
DAY = 86400.0
LIMITS = replace(GENEROUS, bots_per_address=4, listed_per_address=1, listed_per_site=2)
MOST = ((1, 4), (2, 40))
"""Places in the lobby and bots: of a network, and of a site."""

Result = TypeVar("Result")
networks = st.sampled_from(NETWORKS)
places = st.integers(0, 5)


def scanned(registry: TableRegistry) -> tuple[dict[str, Use], dict[str, Use]]:
    """Return what a look at all tables finds that networks use, and sites."""
    found: tuple[dict[str, Use], dict[str, Use]] = ({}, {})
    for table in registry.live.values():
        for counts, name in zip(found, (table.origin, site_of(table.origin)), strict=True):
            counts[name] = Use(*map(sum, zip(counts.get(name, NOTHING), use_of(table.document), strict=True)))
    uses = [{name: use for name, use in counts.items() if use != NOTHING} for counts in found]
    return uses[0], uses[1]


class TablesMachine(RuleBasedStateMachine):
    """Everything that makes tables come, go and change; its storage fails when it is told to."""

    @initialize()
    def begin(self) -> None:
        """Begin with no tables."""
        self.folder = TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.thread = ThreadPoolExecutor(1)  # in this one a browser's loop may be running
        self.ids: list[str] = []
        self.old: list[LiveTable] = []
        self.openers: dict[str, str] = {}
        """By table, if it is known, which network it has to count for."""
        self._open()

    def _open(self) -> None:
        config = Config(data=Path(self.folder.name), limits=LIMITS, idle_days=1)
        registry = self.registry = TableRegistry(config, Metrics())
        registry.bots.wake = lambda _: None  # type: ignore[method-assign, assignment]  # all that happens has a rule

        async def open_only() -> None:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(registry.notifier, "open", lambda: None)
                registry.open()
            for task in registry._tasks:
                task.cancel()

        self._run(open_only())

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result | None:
        """Return what *work* returns, or None if it is refused."""
        try:
            return self.thread.submit(self.runner.run, work).result()
        except Problem:
            return None

    def _failing(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something while nothing can be stored."""
        storage = self.registry.storage

        def fail(*_: object) -> asyncio.Future[None]:
            failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            failed.set_exception(Problem("not-stored"))
            return failed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(storage, "append", fail)
            patch.setattr(storage, "add_table", fail)
            self._run(work)
            self._run(asyncio.sleep(0))

    def _live(self, place: int) -> LiveTable:
        tables = list(self.registry.live.values())
        return tables[place % len(tables)]

    # -- tables --------------------------------------------------------------------------------

    @rule(network=networks, listed=st.booleans(), bots=st.integers(0, 2), fails=st.booleans())
    def open_table(self, network: str, listed: bool, bots: int, fails: bool) -> None:
        """Open a table, which may have bots, and be in the lobby."""
        document = new_document(CreateTable(name="Ada", listed=listed), new_token())
        if bots:
            document = actions.add_bots(document, "random", bots)
        adding = self.registry.add(document, origin=network)
        if fails:
            self._failing(adding)
        elif self._run(adding):
            self.ids.append(document.id)
            self.openers[document.id] = network

    @precondition(lambda self: self.registry.live)
    @rule(
        place=places,
        what=st.sampled_from(("list", "hide", "bots", "leave", "start", "end", "again", "stand in", "come back")),
        fails=st.booleans(),
    )
    def change(self, place: int, what: str, fails: bool) -> None:
        """Change a table, if that can be done to it now; it may turn out that it can't be stored."""
        table = self._live(place)
        changing = self._changed(table, what)
        if fails:
            self._failing(changing)
        else:
            self._run(changing)

    async def _changed(self, table: LiveTable, what: str) -> None:
        document = table.document
        match what:
            case "start":
                await table.start()
                return
            case "list" | "hide":
                document = actions.change_table(document, ChangeTable(listed=what == "list"))
            case "bots":
                document = actions.add_bots(document, "random", 1)
            case "leave":
                if len(document.seats) > 1:
                    document = actions.remove_seat(document, document.seats[-1].id, None)
            case "end":
                document = with_fields(document, status=FINISHED, deadline=None)
            case "again":
                document = actions.rematch(document)
            case "stand in":
                document = actions.stand_in(document, 1, "random", "return", table.version, is_own=True)
            case "come back":
                document = actions.come_back(document, 1)
        await table.change(document)

    @precondition(lambda self: self.registry.live)
    @rule(place=places, network=networks, is_host=st.booleans())
    def come(self, place: int, network: str, is_host: bool) -> None:
        """Come with a token: the table counts for who opened it, or if nobody knows that, for a host with room."""
        table = self._live(place)
        origin, opener = table.origin, self.openers.get(table.document.id, "")
        before = self.registry.usage.everything(), self.registry.usage.of(network)
        adopt(table, network, is_host=is_host)
        table.presence.come(1)
        if origin or opener:
            assert table.origin == (origin or (network if network == opener else ""))
        elif not is_host:
            assert table.origin == ""
            assert self.registry.usage.everything() == before[0]
        elif table.origin:
            self.openers[table.document.id] = network
            for now, was, (_, bots) in zip(self.registry.usage.of(network), before[1], MOST, strict=True):
                assert now.bots <= max(bots, was.bots)

    @precondition(lambda self: self.registry.live)
    @rule(place=places, network=networks)
    def ask_for_more(self, place: int, network: str) -> None:
        """Ask for more as a host: then the table counts for who asks, or stays as it is if they have no room."""
        table = self._live(place)
        origin, was = table.origin, self.registry.usage.of(network)
        if may_ask_for_more(table, network, table.document):
            self.openers[table.document.id] = network
        else:
            assert table.origin == origin != network
        for now, before, (listed, bots) in zip(self.registry.usage.of(network), was, MOST, strict=True):
            assert now.listed <= max(listed, before.listed)
            assert now.bots <= max(bots, before.bots)

    @precondition(lambda self: self.old)
    @rule(place=places, network=networks)
    def adopt_too_late(self, place: int, network: str) -> None:
        """Come to one that has just left the memory: somebody had it in hand."""
        self.old[place % len(self.old)].origin = network

    # -- memory --------------------------------------------------------------------------------

    @precondition(lambda self: self.registry.live)
    @rule(place=places)
    def rest(self, place: int) -> None:
        """Leave the memory, because nobody looks."""
        table = self._live(place)
        table.last_used = float("-inf")
        self.registry.let_go([table])
        self.old.append(table)

    @precondition(lambda self: self.registry.live)
    @rule(network=networks)
    def rest_and_open_another(self, network: str) -> None:
        """Let all tables leave the memory, where they don't count, and list another one."""
        for place in reversed(range(len(self.registry.live))):
            self.rest(place)
        self.open_table(network, listed=True, bots=0, fails=False)

    @precondition(lambda self: self.ids)
    @rule(place=places)
    def load(self, place: int) -> None:
        """Ask for a table, which may have to be loaded."""
        self._run(self.registry.table(self.ids[place % len(self.ids)]))

    @precondition(lambda self: self.registry.live)
    @rule(place=places)
    def hand_over(self, place: int) -> None:
        """Give a table to another node."""
        table = self._live(place)
        self._run(_give(self.registry, [table]))
        self.old.append(table)

    @rule()
    def lose_all(self) -> None:
        """Be taken for dead."""
        self.registry._lose_tables()

    @rule()
    def remove_old(self) -> None:
        """Remove what nobody has touched for days, and is not in memory."""
        self._run(self.registry.remove_old(self.registry.calendar.now() + 9 * DAY))

    @rule()
    def restart(self) -> None:
        """Stop, and start again with what is stored."""
        self._run(self.registry.close())
        self.old.clear()
        self.openers.clear()
        self._open()

    @invariant()
    def counts_are_right(self) -> None:
        """They are what a look at all tables finds."""
        assert self.registry.usage.everything() == scanned(self.registry)
        listed = [each for each in self.registry.live.values() if each.document.listed]
        assert {id(each) for each in self.registry.live.listed()} == {
            id(each) for each in listed if each.document.status == WAITING
        }

    @invariant()
    def the_lobby_shows_a_share(self) -> None:
        """No network has more there than its share, and no site, wherever its tables have been meanwhile."""
        entries = self._run(self.registry._listed._read())
        assert entries is not None
        owners = [self.openers[each.id] for each in entries if each.id in self.openers]
        assert max(Counter(owners).values(), default=0) <= LIMITS.listed_per_address
        assert max(Counter(map(site_of, owners)).values(), default=0) <= LIMITS.listed_per_site

    def teardown(self) -> None:
        """Stop."""
        self._run(self.registry.close())
        self.thread.submit(self.runner.close).result()
        self.thread.shutdown()
        self.folder.cleanup()


def test_counts_are_those_of_a_look_at_all_tables() -> None:
    """Whatever tables go through: changes, failures, rest, loss, other nodes, removal, restarts."""
    effort = settings(
        max_examples=times(20),
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(TablesMachine, settings=effort)


def test_no_request_looks_at_all_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands may be in memory, most of them those of others. Clocks look, now and then, but not for a request."""
    with running(tmp_path) as server:
        host = Seat.create(server.url, "Ada", listed=True)
        for task in server.registry._tasks:
            server.registry.loop.call_soon_threadsafe(task.cancel)
        wait_until(lambda: all(task.done() for task in server.registry._tasks))

        def look(_: LiveTables) -> Any:
            raise AssertionError("a request looks at all tables")

        with monkeypatch.context() as patch:
            for name in ("values", "__iter__"):
                patch.setattr(LiveTables, name, look)
            Seat.create(server.url, "Bea", listed=True)
            host.ask("PATCH", body={"listed": False})
            host.ask("PATCH", body={"listed": True})
            host.add_bots("random", 1)
            Seat.join(server.url, host.table, "Cleo")
            assert len(call(server.url, "GET", "/api/tables")["tables"]) == 2
            host.ask("GET")
            host.start()
            assert refusal(host.start) == "already-started"
            host.ask("PUT", "/seats/1/stand-in", {"level": "random", "until": "return"})
            host.connect()
            host.close()
