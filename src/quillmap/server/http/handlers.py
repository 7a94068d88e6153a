"""The HTTP part: what each address does."""

import asyncio
from typing import Final

from starlette.responses import Response

from quillmap import __version__
from quillmap.play.record import write_record
from quillmap.play.textmap import BadTextMap, read_text_map
from quillmap.rules.events import Event
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.sheet import haunted
from quillmap.server.bots.players import checked_level, levels
from quillmap.server.games.board import to_hex
from quillmap.server.games.catalogue import catalogue, reference
from quillmap.server.games.live_game import unstored
from quillmap.server.games.previews import EdictWorth, Worth, edict_worth
from quillmap.server.games.records import RecordVerdict, ShownRecord, judge, show
from quillmap.server.games.replay import Replay, replay, worth_at
from quillmap.server.games.seat_history import SeatHistory, seat_history
from quillmap.server.hosting.links import base_for_others
from quillmap.server.http.qr_codes import qr_svg
from quillmap.server.http.routing import Call
from quillmap.server.problems import Problem
from quillmap.server.protocol import bodies
from quillmap.server.protocol.messages import Goodbye, encode
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.tables import actions
from quillmap.server.tables.daily import Daily, is_secret, read_day
from quillmap.server.tables.document import PERSON
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.seats import CODE_LENGTH, checked_token, is_host, seat_with
from quillmap.server.tables.table import LiveTable

MOST_VERDICTS: Final = 1000
"""Verdicts that are remembered: a finished game does not change."""


class Handlers:
    """What every endpoint does."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._daily = Daily(registry)
        limits = registry.config.limits
        self._tables = RateLimiter(*limits.table_rate)
        self._codes = RateLimiter(*limits.code_rate)
        self._records = RateLimiter(*limits.record_rate)
        self._verdicts: dict[str, RecordVerdict] = {}

    # -- rights --------------------------------------------------------------------------------

    async def _table(self, call: Call) -> LiveTable:
        return await self._registry.table(call.path["table"])

    async def _hosted(self, call: Call) -> LiveTable:
        """Return the table, if the token has the host's rights."""
        token = call.token
        table = await self._table(call)
        if not is_host(table.document, token):
            raise Problem("not-host")
        return table

    async def _owned(self, call: Call) -> LiveTable:
        """Return the table, if the token is that of the seat in the path, or the host's."""
        token = call.token
        table = await self._table(call)
        seat = seat_with(table.document, token)
        if (seat is None or seat.id != call.seat_id()) and not is_host(table.document, token):
            raise Problem("not-yours")
        return table

    def _link(self, call: Call, table: LiveTable) -> str:
        return f"{self._base(call)}/t/{table.document.id}"

    def _base(self, call: Call) -> str:
        return base_for_others(self._registry.config, str(call.request.base_url))

    def _seated(self, call: Call, table: LiveTable, seat: int | None, token: str) -> bodies.Seated:
        link = self._link(call, table)
        return bodies.Seated(bodies.table_info(table.document), seat, token, link, f"{link}#{token}")

    @staticmethod
    def _answer(table: LiveTable) -> bodies.TableAnswer:
        return bodies.TableAnswer(bodies.table_info(table.document))

    # -- tables --------------------------------------------------------------------------------

    async def create(self, call: Call) -> bodies.Seated:
        """Open a table and take its first seat, or only the host's rights."""
        if not self._tables.take(call.address):
            raise Problem("too-many-tables")
        token = checked_token(call.body.token)
        document = actions.open_table(call.body, token)
        table = await self._registry.add(document, origin=network_of(call.address))
        return self._seated(call, table, table.document.host, token)

    async def lobby(self, call: Call) -> bodies.Lobby:  # noqa: ARG002  # every handler takes a call
        """List the tables that wait for players."""
        return bodies.Lobby(tuple(await self._registry.lobby()))

    async def code(self, call: Call) -> bodies.CodeAnswer:
        """Find a table by its short code."""
        guesses = self._codes.bucket(call.address)
        # Taken before anything is looked up: once it is empty, right and wrong codes get the same answer.
        if not guesses.take():
            raise Problem("too-many")
        code = call.path["code"].upper()
        found = await self._registry.by_code(code) if len(code) == CODE_LENGTH else None
        if found is None:
            raise Problem("no-such-code")
        guesses.give_back()  # a whole class comes in by one code
        return bodies.CodeAnswer(found)

    async def table(self, call: Call) -> bodies.TableAnswer:
        """Tell how a table stands."""
        return self._answer(await self._table(call))

    async def table_qr(self, call: Call) -> Response:
        """Draw the link to a table as a QR code, an SVG picture."""
        table = await self._table(call)
        picture = qr_svg(self._link(call, table))
        return Response(picture, headers={"cache-control": "max-age=3600"}, media_type="image/svg+xml")

    async def change_table(self, call: Call) -> bodies.TableAnswer:
        """Change what the host chose, before the start."""
        table = await self._hosted(call)
        await table.change(actions.change_table(table.document, call.body))
        return self._answer(table)

    async def join(self, call: Call) -> bodies.Seated:
        """Take a seat."""
        token = checked_token(call.body.token)
        table = await self._table(call)
        document, seat = actions.join(table.document, call.body, token)
        await table.change(document)
        return self._seated(call, table, seat.id, token)

    async def add_bots(self, call: Call) -> bodies.TableAnswer:
        """Seat bots."""
        level = checked_level(call.body.level)
        table = await self._hosted(call)
        await table.change(actions.add_bots(table.document, level, call.body.count))
        return self._answer(table)

    async def change_seat(self, call: Call) -> bodies.TableAnswer:
        """Change the name, title or crest of a seat."""
        table = await self._owned(call)
        await table.change(actions.change_seat(table.document, call.seat_id(), call.body))
        return self._answer(table)

    async def remove_seat(self, call: Call) -> bodies.TableAnswer:
        """Leave the table, or remove a seat, before the start."""
        table = await self._owned(call)
        await table.change(actions.remove_seat(table.document, call.seat_id()))
        self._dismiss(table, call.seat_id(), "removed")
        return self._answer(table)

    async def reorder(self, call: Call) -> bodies.TableAnswer:
        """Seat everybody in another order, before the start."""
        table = await self._hosted(call)
        await table.change(actions.reorder(table.document, call.body.seats))
        return self._answer(table)

    async def hand_on(self, call: Call) -> bodies.TableAnswer:
        """Give the host's rights to another person."""
        table = await self._hosted(call)
        await table.change(actions.hand_on(table.document, call.body.seat))
        return self._answer(table)

    async def start(self, call: Call) -> bodies.TableAnswer:
        """Begin the game."""
        table = await self._hosted(call)
        await table.start()
        return self._answer(table)

    async def rematch(self, call: Call) -> bodies.TableAnswer:
        """Keep the table and let it wait for another game."""
        table = await self._hosted(call)
        await table.change(actions.rematch(table.document))
        return self._answer(table)

    async def stand_in(self, call: Call) -> bodies.TableAnswer:
        """Let a bot play for an absent person (host), or take the seat back (its person, or the host)."""
        level = None if call.body.level is None else checked_level(call.body.level)
        table = await self._owned(call)
        await table.change(actions.stand_in(table.document, call.seat_id(), level))
        return self._answer(table)

    async def renew_token(self, call: Call) -> bodies.Seated:
        """Get a new personal link; the old one opens nothing any more, and its sockets close."""
        token = call.token
        table = await self._table(call)
        seat = seat_with(table.document, token)
        if seat is None or seat.id != call.seat_id() or seat.kind != PERSON:
            raise Problem("not-yours")
        document, new = actions.renew_token(table.document, seat.id)
        await table.change(document)
        self._dismiss(table, seat.id, "moved")
        return self._seated(call, table, seat.id, new)

    def _dismiss(self, table: LiveTable, seat_id: int, code: str) -> None:
        for connection in tuple(table.connections):
            if connection.seat_id == seat_id:
                connection.send(encode(Goodbye(code, None)))
                connection.close_soon(4409, code)

    # -- finished games ------------------------------------------------------------------------

    async def _log(self, game: str) -> tuple[bodies.GameSummary, list[Event]]:
        summary = await self._registry.game_summary(game)
        if is_secret(summary.day):
            raise Problem("day-not-over")
        sql = "SELECT event FROM events WHERE game = ? ORDER BY seq"

        def read() -> list[Event]:
            return [unstored(row[0]) for row in self._registry.storage.rows(sql, game)]

        return summary, await asyncio.to_thread(read)

    async def game(self, call: Call) -> bodies.GameSummary:
        """Tell how a finished game ended."""
        return await self._registry.game_summary(call.path["game"])

    async def record(self, call: Call) -> Response:
        """Download the record of a finished game."""
        _, log = await self._log(call.path["game"])
        text = await asyncio.to_thread(write_record, log)
        headers = {"content-disposition": 'attachment; filename="quillmap.jsonl"', "cache-control": "no-store"}
        return Response(text, headers=headers, media_type="application/jsonl")

    async def replay(self, call: Call) -> Replay:
        """Show a finished game event by event, with what each changed."""
        summary, log = await self._log(call.path["game"])
        return await asyncio.to_thread(replay, summary, log)

    async def event_worth(self, call: Call) -> Worth:
        """Tell what one event of a finished game brought to one map."""
        _, log = await self._log(call.path["game"])
        number, seat = call.path["event"], call.path["seat"]
        if not (number + seat).isascii() or not (number + seat).isdigit() or len(number + seat) > 12:
            raise Problem("not-found")
        return await asyncio.to_thread(worth_at, log, int(number), int(seat))

    async def seat_history(self, call: Call) -> SeatHistory:
        """Tell what every event of a finished game brought to one map."""
        _, log = await self._log(call.path["game"])
        return await asyncio.to_thread(seat_history, log, call.seat_id())

    async def verdict(self, call: Call) -> RecordVerdict:
        """Deal and play a finished game again, and tell whether it was honest."""
        summary, log = await self._log(call.path["game"])
        known = self._verdicts.get(summary.game)
        if known is None:
            if len(self._verdicts) >= MOST_VERDICTS:
                self._verdicts.clear()
            known = self._verdicts[summary.game] = await asyncio.to_thread(judge, log)
        return known

    def admit_record(self, address: str) -> None:
        """Count one more record of *address*, before it is read."""
        if not self._records.take(address):
            raise Problem("too-many")

    async def show_record(self, call: Call) -> ShownRecord:
        """Show a record from anywhere as a replay; nothing of it is kept."""
        return await asyncio.to_thread(show, call.body.record)

    # -- the daily expedition ------------------------------------------------------------------

    async def day(self, call: Call) -> bodies.DailyInfo:
        """Tell what is played on a day; ``today`` is a day, too."""
        return await self._daily.info(read_day(call.path["day"]))

    async def start_day(self, call: Call) -> bodies.Seated:
        """Set out: today's one counted attempt, or practice on a past day."""
        day = read_day(call.path["day"])
        if not self._tables.take(call.address):
            raise Problem("too-many-tables")
        table, token = await self._daily.start(day, call.body)
        return self._seated(call, table, table.document.seats[0].id, token)

    async def leaderboard(self, call: Call) -> bodies.Leaderboard:
        """List the results of a day that is over."""
        return await self._daily.leaderboard(read_day(call.path["day"]))

    # -- the rest ------------------------------------------------------------------------------

    async def bots(self, call: Call) -> bodies.BotLevels:  # noqa: ARG002  # every handler takes a call
        """List the bots that may sit at tables."""
        return bodies.BotLevels(tuple(bodies.BotLevel(level) for level in levels()))

    async def invitation(self, call: Call) -> bodies.Invitation:
        """Say which address to send to others."""
        return bodies.Invitation(self._base(call))

    async def cards(self, call: Call) -> Response:  # noqa: ARG002  # every handler takes a call
        """List every card, map and number of the game."""
        return Response(catalogue(), headers={"cache-control": "max-age=3600"}, media_type="application/json")

    async def reference(self, call: Call) -> Response:  # noqa: ARG002  # every handler takes a call
        """Give chapters, pictures and tables of the rules to read, counted by the rules."""
        return Response(reference(), headers={"cache-control": "max-age=3600"}, media_type="application/json")

    async def score(self, call: Call) -> bodies.PaperScore:
        """Score a paper map under any edicts, with the spaces that earn."""
        wish: bodies.ScoreMap = call.body
        for card in wish.edicts:
            if card not in SCORING:
                raise Problem("bad-request", f"there is no scoring card {card!r}")
        if wish.rulebook not in RULEBOOKS:
            raise Problem("bad-request", f"there is no rulebook {wish.rulebook!r}")
        try:
            sheet = read_text_map(wish.map)
        except BadTextMap as error:
            raise Problem("bad-map", str(error)) from None
        monsters = haunted(sheet)
        edicts: tuple[EdictWorth, ...] = tuple(
            edict_worth(CardId(card), sheet, sheet, wish.rulebook) for card in wish.edicts
        )
        total = sum(edict.after for edict in edicts) + wish.coins - monsters.bit_count()
        return bodies.PaperScore(
            tuple(bodies.PaperEdict(edict.card, edict.after, edict.awards) for edict in edicts),
            wish.coins,
            monsters.bit_count(),
            to_hex(monsters),
            total,
        )

    async def health(self, call: Call) -> bodies.Health:  # noqa: ARG002  # every handler takes a call
        """Say that the process is alive."""
        return bodies.Health("ok", __version__)

    async def ready(self, call: Call) -> bodies.Health:  # noqa: ARG002  # every handler takes a call
        """Say whether the server takes moves and can store them."""
        if not self._registry.is_open:
            raise Problem("not-ready")
        await self._registry.prove_writable()
        return bodies.Health("ready", __version__)

    async def metrics(self, call: Call) -> Response:  # noqa: ARG002  # every handler takes a call
        """Give the figures of the server in the text form of Prometheus."""
        self._registry.metrics.tables.set(len(self._registry.live))
        return Response(self._registry.metrics.text(), media_type="text/plain; version=0.0.4")
