"""The addresses of the HTTP part: an entry for each says what it takes, what it gives and how it can fail."""

from typing import Final

from quillmap.server.games.catalogue import CardCatalogue
from quillmap.server.games.previews import Worth
from quillmap.server.games.records import RecordVerdict, ShownRecord
from quillmap.server.games.replay import Replay
from quillmap.server.games.seat_history import SeatHistory
from quillmap.server.http.handlers import Handlers
from quillmap.server.http.routing import Endpoint
from quillmap.server.protocol import bodies

TABLE: Final = "/api/tables/{table}"
LARGEST_BODY: Final = 2 * bodies.LARGEST_RECORD
"""A record as JSON text: its quotes and line ends take room, too."""
HOST: Final = ("token-needed", "no-such-table", "not-host")


def all_endpoints(handlers: Handlers) -> tuple[Endpoint, ...]:
    """Return every address."""
    seat = TABLE + "/seats/{seat}"
    return (
        Endpoint(
            "POST",
            "/api/tables",
            handlers.create,
            bodies.Seated,
            bodies.CreateTable,
            201,
            codes=("bad-setup", "bad-pace", "too-many-tables"),
        ),
        Endpoint("GET", "/api/tables", handlers.lobby, bodies.Lobby),
        Endpoint("GET", "/api/codes/{code}", handlers.code, bodies.CodeAnswer, codes=("no-such-code",)),
        Endpoint("GET", TABLE, handlers.table, bodies.TableAnswer, codes=("no-such-table",)),
        Endpoint("GET", TABLE + "/qr", handlers.table_qr, "image/svg+xml", codes=("no-such-table",)),
        Endpoint(
            "PATCH",
            TABLE,
            handlers.change_table,
            bodies.TableAnswer,
            bodies.ChangeTable,
            needs_token=True,
            codes=(*HOST, "already-started"),
        ),
        Endpoint(
            "POST",
            TABLE + "/seats",
            handlers.join,
            bodies.Seated,
            bodies.JoinTable,
            201,
            codes=("no-such-table", "already-started"),
        ),
        Endpoint(
            "POST",
            TABLE + "/bots",
            handlers.add_bots,
            bodies.TableAnswer,
            bodies.AddBots,
            needs_token=True,
            codes=(*HOST, "no-such-bot", "table-full"),
        ),
        Endpoint(
            "PATCH", seat, handlers.change_seat, bodies.TableAnswer, bodies.ChangeSeat, needs_token=True, codes=HOST
        ),
        Endpoint(
            "DELETE", seat, handlers.remove_seat, bodies.TableAnswer, needs_token=True, codes=(*HOST, "already-started")
        ),
        Endpoint(
            "PUT",
            TABLE + "/order",
            handlers.reorder,
            bodies.TableAnswer,
            bodies.ChangeOrder,
            needs_token=True,
            codes=(*HOST, "already-started"),
        ),
        Endpoint(
            "PUT",
            TABLE + "/host",
            handlers.hand_on,
            bodies.TableAnswer,
            bodies.HandOn,
            needs_token=True,
            codes=(*HOST, "not-a-person"),
        ),
        Endpoint(
            "POST",
            TABLE + "/start",
            handlers.start,
            bodies.TableAnswer,
            needs_token=True,
            codes=(*HOST, "already-started"),
        ),
        Endpoint(
            "POST",
            TABLE + "/rematch",
            handlers.rematch,
            bodies.TableAnswer,
            needs_token=True,
            codes=(*HOST, "not-finished"),
        ),
        Endpoint(
            "PUT",
            seat + "/stand-in",
            handlers.stand_in,
            bodies.TableAnswer,
            bodies.StandIn,
            needs_token=True,
            codes=(*HOST, "not-started"),
        ),
        Endpoint(
            "POST",
            seat + "/token",
            handlers.renew_token,
            bodies.Seated,
            needs_token=True,
            codes=("token-needed", "no-such-table", "not-yours"),
        ),
        Endpoint("GET", "/api/games/{game}", handlers.game, bodies.GameSummary, codes=("no-such-game",)),
        Endpoint(
            "GET",
            "/api/games/{game}/record",
            handlers.record,
            "application/jsonl",
            codes=("no-such-game", "day-not-over"),
        ),
        Endpoint("GET", "/api/games/{game}/replay", handlers.replay, Replay, codes=("no-such-game", "day-not-over")),
        Endpoint(
            "GET",
            "/api/games/{game}/events/{event}/seats/{seat}",
            handlers.event_worth,
            Worth,
            codes=("no-such-game", "day-not-over"),
        ),
        Endpoint(
            "GET",
            "/api/games/{game}/seats/{seat}",
            handlers.seat_history,
            SeatHistory,
            codes=("no-such-game", "no-such-seat", "day-not-over"),
        ),
        Endpoint(
            "GET", "/api/games/{game}/verdict", handlers.verdict, RecordVerdict, codes=("no-such-game", "day-not-over")
        ),
        Endpoint(
            "POST",
            "/api/replay",
            handlers.show_record,
            ShownRecord,
            bodies.ShowRecord,
            codes=("bad-record",),
            most_bytes=LARGEST_BODY,
            admit=handlers.admit_record,
        ),
        Endpoint("GET", "/api/daily/{day}", handlers.day, bodies.DailyInfo, codes=("bad-date", "no-such-day")),
        Endpoint(
            "POST",
            "/api/daily/{day}",
            handlers.start_day,
            bodies.Seated,
            bodies.StartDaily,
            201,
            codes=("bad-date", "no-such-day"),
        ),
        Endpoint(
            "GET",
            "/api/daily/{day}/leaderboard",
            handlers.leaderboard,
            bodies.Leaderboard,
            codes=("bad-date", "no-such-day", "day-not-over"),
        ),
        Endpoint("GET", "/api/bots", handlers.bots, bodies.BotLevels),
        Endpoint("GET", "/api/invitation", handlers.invitation, bodies.Invitation),
        Endpoint("GET", "/api/cards", handlers.cards, CardCatalogue),
        Endpoint("GET", "/api/reference", handlers.reference, "application/json"),
        Endpoint("POST", "/api/score", handlers.score, bodies.PaperScore, bodies.ScoreMap, codes=("bad-map",)),
        Endpoint("GET", "/healthz", handlers.health, bodies.Health),
        Endpoint("GET", "/readyz", handlers.ready, bodies.Health),
        Endpoint("GET", "/metrics", handlers.metrics, "text/plain"),
    )
