"""The addresses of the HTTP part: an entry for each says what it takes, what it gives and how it can fail."""

from typing import Final

from quillmap.server import api
from quillmap.server.catalogue import Catalogue
from quillmap.server.endpoints import Endpoint
from quillmap.server.previews import Worth
from quillmap.server.records import ShownRecord, Verdict
from quillmap.server.replays import Replay
from quillmap.server.routes import Routes
from quillmap.server.stories import SeatStory

TABLE: Final = "/api/tables/{table}"
HOST: Final = ("token-needed", "no-such-table", "not-host")


def addresses(routes: Routes) -> tuple[Endpoint, ...]:
    """Return every address."""
    seat = TABLE + "/seats/{seat}"
    return (
        Endpoint(
            "POST",
            "/api/tables",
            routes.create,
            api.Seated,
            api.CreateTable,
            201,
            codes=("bad-setup", "bad-pace", "too-many-tables"),
        ),
        Endpoint("GET", "/api/tables", routes.lobby, api.Lobby),
        Endpoint("GET", "/api/codes/{code}", routes.code, api.CodeAnswer, codes=("no-such-code",)),
        Endpoint("GET", TABLE, routes.table, api.TableAnswer, codes=("no-such-table",)),
        Endpoint(
            "PATCH",
            TABLE,
            routes.change_table,
            api.TableAnswer,
            api.ChangeTable,
            needs_token=True,
            codes=(*HOST, "already-started"),
        ),
        Endpoint(
            "POST",
            TABLE + "/seats",
            routes.join,
            api.Seated,
            api.JoinTable,
            201,
            codes=("no-such-table", "already-started"),
        ),
        Endpoint(
            "POST",
            TABLE + "/bots",
            routes.add_bots,
            api.TableAnswer,
            api.AddBots,
            needs_token=True,
            codes=(*HOST, "no-such-bot", "table-full"),
        ),
        Endpoint("PATCH", seat, routes.change_seat, api.TableAnswer, api.ChangeSeat, needs_token=True, codes=HOST),
        Endpoint(
            "DELETE", seat, routes.remove_seat, api.TableAnswer, needs_token=True, codes=(*HOST, "already-started")
        ),
        Endpoint(
            "PUT",
            TABLE + "/order",
            routes.reorder,
            api.TableAnswer,
            api.ChangeOrder,
            needs_token=True,
            codes=(*HOST, "already-started"),
        ),
        Endpoint(
            "PUT",
            TABLE + "/host",
            routes.hand_on,
            api.TableAnswer,
            api.HandOn,
            needs_token=True,
            codes=(*HOST, "not-a-person"),
        ),
        Endpoint(
            "POST", TABLE + "/start", routes.start, api.TableAnswer, needs_token=True, codes=(*HOST, "already-started")
        ),
        Endpoint(
            "POST", TABLE + "/rematch", routes.rematch, api.TableAnswer, needs_token=True, codes=(*HOST, "not-finished")
        ),
        Endpoint(
            "PUT",
            seat + "/stand-in",
            routes.stand_in,
            api.TableAnswer,
            api.StandIn,
            needs_token=True,
            codes=(*HOST, "not-started"),
        ),
        Endpoint(
            "POST",
            seat + "/token",
            routes.renew_token,
            api.Seated,
            needs_token=True,
            codes=("token-needed", "no-such-table", "not-yours"),
        ),
        Endpoint("GET", "/api/games/{game}", routes.game, api.GameSummary, codes=("no-such-game",)),
        Endpoint(
            "GET",
            "/api/games/{game}/record",
            routes.record,
            "application/jsonl",
            codes=("no-such-game", "day-not-over"),
        ),
        Endpoint("GET", "/api/games/{game}/replay", routes.replay, Replay, codes=("no-such-game", "day-not-over")),
        Endpoint(
            "GET",
            "/api/games/{game}/events/{event}/seats/{seat}",
            routes.brought,
            Worth,
            codes=("no-such-game", "day-not-over"),
        ),
        Endpoint(
            "GET",
            "/api/games/{game}/seats/{seat}",
            routes.story,
            SeatStory,
            codes=("no-such-game", "no-such-seat", "day-not-over"),
        ),
        Endpoint("GET", "/api/games/{game}/verdict", routes.verdict, Verdict, codes=("no-such-game", "day-not-over")),
        Endpoint(
            "POST",
            "/api/replay",
            routes.show_record,
            ShownRecord,
            api.ShowRecord,
            codes=("bad-record",),
            most_bytes=2 * api.LARGEST_RECORD,
        ),
        Endpoint("GET", "/api/daily/{day}", routes.day, api.DailyInfo, codes=("bad-date", "no-such-day")),
        Endpoint(
            "POST",
            "/api/daily/{day}",
            routes.start_day,
            api.Seated,
            api.StartDaily,
            201,
            codes=("bad-date", "no-such-day"),
        ),
        Endpoint(
            "GET",
            "/api/daily/{day}/leaderboard",
            routes.leaderboard,
            api.Leaderboard,
            codes=("bad-date", "no-such-day", "day-not-over"),
        ),
        Endpoint("GET", "/api/bots", routes.bots, api.BotLevels),
        Endpoint("GET", "/api/invitation", routes.invitation, api.Invitation),
        Endpoint("GET", "/api/cards", routes.cards, Catalogue),
        Endpoint("GET", "/api/reference", routes.reference, "application/json"),
        Endpoint("POST", "/api/score", routes.score, api.PaperScore, api.ScoreMap, codes=("bad-map",)),
        Endpoint("GET", "/healthz", routes.health, api.Health),
        Endpoint("GET", "/readyz", routes.ready, api.Health),
        Endpoint("GET", "/metrics", routes.metrics, "text/plain"),
    )
