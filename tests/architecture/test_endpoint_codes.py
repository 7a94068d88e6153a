"""The problems that the OpenAPI document promises for an endpoint are exactly those that its handler can raise."""

from typing import Final

import pytest

from architecture.raised_problems import raised_by
from quillmap.server.http.all_endpoints import HANDLERS
from quillmap.server.http.endpoint import Endpoint, declared_endpoints
from quillmap.server.http.handlers.tables import TableHandlers
from quillmap.server.http.openapi import ALWAYS, OF_BODIES, documented_codes
from quillmap.server.problems import REASONS

ENDPOINTS: Final = [(each, handlers) for handlers in HANDLERS for each in declared_endpoints(handlers)]
ELSEWHERE: Final = {
    *("bad-message", "stale", "unknown-token", "no-hints"),  # WebSocket
    *("bot-answered", "no-more-take-backs", "time-is-up", "too-soon"),  # WebSocket
    *("wrong-origin", "wrong-host", "method-not-allowed"),  # before any handler
}
"""Problems that no handler raises."""
IMPOSSIBLE: Final = {
    "create": {"no-such-table"},  # it was stored a moment ago
    "play_on": {"no-such-table"},
    "play_on_record": {"no-such-table"},
    "start_day": {"bad-setup", "bad-pace", "already-started", "no-seats"},  # the server chooses the options itself
    "review": {"bad-record"},  # the games are the server's own
    "try_move": {"bad-record"},
}
"""Problems that the source allows and the values rule out, by handler."""


@pytest.mark.parametrize(("endpoint", "handlers"), ENDPOINTS, ids=[each.handler.__name__ for each, _ in ENDPOINTS])
def test_an_endpoint_documents_the_problems_it_can_report(endpoint: Endpoint, handlers: type) -> None:
    """None is missing, and none is listed that can't happen."""
    raised = raised_by(endpoint.handler, handlers)[0] - IMPOSSIBLE.get(endpoint.handler.__name__, set())
    assert raised - documented_codes(endpoint) == set(), "not documented"
    assert set(endpoint.codes) - raised == set(), "documented, but never raised"
    assert not set(endpoint.codes) & {*ALWAYS, *OF_BODIES}, "documented for every request already"
    assert len(set(endpoint.codes)) == len(endpoint.codes)


def test_every_problem_is_found_somewhere() -> None:
    """What no handler is found to raise is known to come from elsewhere: the search loses nothing on its way."""
    raised = {code for endpoint, handlers in ENDPOINTS for code in raised_by(endpoint.handler, handlers)[0]}
    assert set(REASONS) - raised - {*ALWAYS, *OF_BODIES} == ELSEWHERE


def test_calls_are_followed() -> None:
    """Through methods, attributes, properties, modules and functions that are handed on."""
    _, seen = raised_by(TableHandlers.renew_token, TableHandlers)
    names = {name.removeprefix("quillmap.server.") for name in seen}
    assert names >= {
        "http.call.Call.token",
        "http.handlers.tables.TableHandlers._table",
        "tables.registry.TableRegistry.table",
        "tables.registry.TableRegistry._load",
        "tables.actions._seat",
        "tables.table.LiveTable.change",
        "tables.table.LiveTable._write",
    }
