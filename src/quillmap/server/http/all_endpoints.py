"""Every endpoint of a server."""

from quillmap.server.http.endpoint import Endpoint, declared_endpoints, endpoints_of
from quillmap.server.http.handlers.daily import DailyHandlers
from quillmap.server.http.handlers.games import GameHandlers
from quillmap.server.http.handlers.general import GeneralHandlers
from quillmap.server.http.handlers.monitoring import MonitoringHandlers
from quillmap.server.http.handlers.push import PushHandlers
from quillmap.server.http.handlers.puzzles import PuzzleHandlers
from quillmap.server.http.handlers.records import RecordHandlers
from quillmap.server.http.handlers.tables import TableHandlers
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.registry import TableRegistry

HANDLERS = (
    TableHandlers,
    PushHandlers,
    GameHandlers,
    RecordHandlers,
    DailyHandlers,
    PuzzleHandlers,
    GeneralHandlers,
    MonitoringHandlers,
)


def all_endpoints(registry: TableRegistry) -> tuple[Endpoint, ...]:
    """Return every endpoint, ready to answer."""
    new_tables = RateLimiter(*registry.config.limits.table_rate)
    handlers = (
        TableHandlers(registry, new_tables),
        PushHandlers(registry),
        GameHandlers(registry, new_tables),
        RecordHandlers(registry, new_tables),
        DailyHandlers(registry),
        PuzzleHandlers(registry),
        GeneralHandlers(registry.config),
        MonitoringHandlers(registry),
    )
    return tuple(endpoint for each in handlers for endpoint in endpoints_of(each))


def described_endpoints() -> tuple[Endpoint, ...]:
    """Return every endpoint as its class declares it, without a server to answer it."""
    return tuple(endpoint for each in HANDLERS for endpoint in declared_endpoints(each))
