"""Endpoints of tables: opening, joining, what the host and a seat may change, starting."""

from typing import Final

from msgspec.structs import replace

from quillmap.rules.seasons import SEASON_IDS
from quillmap.server.bots.players import checked_level
from quillmap.server.games.archive import ReadingKey
from quillmap.server.games.board import sheet_board
from quillmap.server.games.reading import GameSoFar, read_story
from quillmap.server.games.story import Story
from quillmap.server.http.call import Call, Content, packed
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.qr_codes import QrCodes
from quillmap.server.http.table_links import seated_answer, table_link
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import (
    STAND_IN_LEVEL,
    AddBots,
    ChangeOrder,
    ChangeSeat,
    ChangeTable,
    CodeAnswer,
    CreateTable,
    HandOn,
    JoinTable,
    Lobby,
    OwnGame,
    Seated,
    StandIn,
    TableAnswer,
    table_info,
)
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.tables import actions
from quillmap.server.tables.dismissing import dismiss
from quillmap.server.tables.document import PERSON, PLAYING, RESIGNED, TableDocument
from quillmap.server.tables.keeper import TableKeeper
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.origins import adopt, may_ask_for_more
from quillmap.server.tables.presence import free_seat, heir, is_abandoned
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import CODE_LENGTH, checked_token, is_host, is_id, new_token, seat_with
from quillmap.server.tables.wishes import check_trainer

TABLE: Final = "/api/tables/{table}"
SEAT: Final = TABLE + "/seats/{seat}"
BY_HOST: Final = ("token-needed", "no-such-table", "not-host")
"""The problems of what only the host may do."""
BY_SEAT: Final = ("token-needed", "no-such-table", "no-such-seat", "not-yours")
"""The problems of what a seat may do itself, or the host for it."""
NO_STAND_IN: Final = ("not-a-person", "not-started", "not-away", "no-stand-in", "resigned")
"""Why no bot may play for a person."""
PERSONAL: Final = ("bad-token", "bad-name", "bad-title", "bad-crest")
"""The problems of taking a seat."""
CHANGE: Final = 4
"""As how many requests a change counts when it begins: a full table takes long to be written out."""


class TableHandlers:
    """Answers the endpoints of tables."""

    def __init__(self, registry: TableKeeper, new_tables: RateLimiter) -> None:
        self._registry = registry
        self._new_tables = new_tables
        self._wrong_codes = RateLimiter(*registry.config.limits.code_rate)
        self._qr_codes = QrCodes(registry.config.limits.picture_rate)

    # -- rights --------------------------------------------------------------------------------

    async def _table(self, call: Call) -> LiveTable:
        return await self._registry.table(call.path["table"], network_of(call.address))

    async def _hosted(self, call: Call) -> LiveTable:
        """Return the table, if the token has host rights."""
        token = call.token
        table = await self._table(call)
        if not is_host(table.document, token):
            raise Problem("not-host")
        _adopt(table, call)
        return table

    async def _owned(self, call: Call) -> LiveTable:
        """Return the table, if the token is that of the seat in the path, or the host's."""
        token = call.token
        table = await self._table(call)
        seat = seat_with(table.document, token)
        if (seat is None or seat.id != call.seat_id()) and not is_host(table.document, token):
            raise Problem("not-yours")
        _adopt(table, call)
        return table

    async def _change(self, call: Call, table: LiveTable, document: TableDocument) -> None:
        """Change a table at the expense of whoever asks for it."""
        if document is not table.document:
            is_larger = len(document.seats) > len(table.document.seats)
            self._registry.quotas.change(call.address, document, table.document)
            await table.change(document, network_of(call.address))
            if is_larger:
                self._registry.quotas.recount(table)

    def _seated(self, call: Call, table: LiveTable, seat: int | None, token: str) -> Seated:
        return seated_answer(call, self._registry.config, table.document, seat, token)

    # -- opening and finding -------------------------------------------------------------------

    @endpoint(
        *("POST", "/api/tables", "bad-setup", "bad-pace", "no-trainer", "too-many-tables", "quota-used-up", *PERSONAL),
        status=201,
    )
    async def create(self, call: Call, body: CreateTable) -> Seated:
        """Open a table and take its first seat, or only the host's rights."""
        if not self._new_tables.take(call.address):
            raise Problem("too-many-tables")
        check_trainer(body)
        token = checked_token(body.token)
        document = new_document(body, token, is_on_device=self._registry.is_on_device)
        table = await self._registry.add(document, origin=network_of(call.address))
        return self._seated(call, table, table.document.host, token)

    @endpoint("GET", "/api/tables")
    async def lobby(self) -> Lobby:
        """List the tables that wait for players."""
        return Lobby(tuple(await self._registry.lobby()))

    @endpoint("GET", "/api/codes/{code}", "no-such-code")
    async def code(self, call: Call) -> CodeAnswer:
        """Find a table by its short code."""
        guesses = self._wrong_codes.bucket(call.address)
        # Taken before anything is looked up: once it is empty, right and wrong codes get the same answer.
        if not guesses.take():
            raise Problem("too-many")
        code = call.path["code"].upper()
        is_code = len(code) == CODE_LENGTH and is_id(code)
        found = await self._registry.storage.table_with_code(code) if is_code else None
        if found is None:
            raise Problem("no-such-code")
        guesses.give_back()  # a whole class joins with one code
        return CodeAnswer(found)

    @endpoint("GET", TABLE, "no-such-table", "token-needed")
    async def table(self, call: Call) -> TableAnswer:
        """Tell how a table stands; with the token of a seat, also how its map lies."""
        token = call.token_if_any
        table = await self._table(call)
        return replace(_answer(table), own=None if token is None else _own_game(table, token))

    @endpoint("GET", TABLE + "/story", "no-such-table", "no-spectators", "not-started", "token-needed", answer=Story)
    async def story(self, call: Call) -> Content:
        """Tell what has happened in the game of a table so far."""
        token = call.token_if_any
        table = await self._table(call)
        document, shown = table.document, table.shown
        is_known = token is not None and (is_host(document, token) or seat_with(document, token) is not None)
        if not (is_known or document.spectators):
            raise Problem("no-spectators")
        if shown is None:
            raise Problem("not-started")
        game, version = shown.game, shown.version
        last = sorted(table.shown_document.resigned)

        async def so_far() -> GameSoFar:
            return GameSoFar(game, (await self._registry.storage.game_events(game, network_of(call.address)))[:version])

        hidden = int(table.hides_seed()), int(table.hides_seed_hash())
        key = ReadingKey(read_story, game, (version, *hidden, *last))
        return packed(await self._registry.archive.read_from(so_far, key, call.address))

    @endpoint("GET", TABLE + "/qr", "no-such-table", answer="image/svg+xml")
    async def table_qr(self, call: Call) -> Content:
        """Draw the link to a table as a QR code, an SVG picture."""
        table = await self._table(call)
        picture = await self._qr_codes.picture(table_link(call, self._registry.config, table.document), call.address)
        return Content(picture, "image/svg+xml", "max-age=3600")

    # -- what the host does --------------------------------------------------------------------

    @endpoint(
        *("PATCH", TABLE, *BY_HOST, "already-started", "table-full", "bad-setup", "bad-pace", "no-trainer"),
        "quota-used-up",
        cost=CHANGE,
    )
    async def change_table(self, call: Call, body: ChangeTable) -> TableAnswer:
        """Change what the host chose, before the start."""
        table = await self._hosted(call)
        document = actions.change_table(table.document, body)
        if document.listed and not table.document.listed:
            _ask_for_more(table, call, document)
            self._registry.quotas.check_listing(table)
        await self._change(call, table, document)
        return _answer(table)

    @endpoint(
        "POST", TABLE + "/bots", *BY_HOST, "already-started", "no-such-bot", "table-full", "quota-used-up", cost=CHANGE
    )
    async def add_bots(self, call: Call, body: AddBots) -> TableAnswer:
        """Seat bots."""
        level = checked_level(body.level)
        table = await self._hosted(call)
        document = actions.add_bots(table.document, level, body.count)
        _ask_for_more(table, call, document)
        self._registry.quotas.check_bots(table.origin, body.count)
        await self._change(call, table, document)
        return _answer(table)

    @endpoint("PUT", TABLE + "/order", *BY_HOST, "already-started", "bad-order", cost=CHANGE)
    async def reorder(self, call: Call, body: ChangeOrder) -> TableAnswer:
        """Seat everybody in another order, before the start."""
        table = await self._hosted(call)
        await self._change(call, table, actions.reorder(table.document, body.seats))
        return _answer(table)

    @endpoint("PUT", TABLE + "/host", *BY_HOST, "no-such-seat", "not-a-person", cost=CHANGE)
    async def hand_on(self, call: Call, body: HandOn) -> TableAnswer:
        """Give the host's rights to another person."""
        table = await self._hosted(call)
        await self._change(call, table, actions.hand_on(table.document, body.seat))
        return _answer(table)

    @endpoint(
        *("POST", TABLE + "/start", *BY_HOST, "already-started", "no-seats", "bad-setup", "quota-used-up"),
        cost=CHANGE,
    )
    async def start(self, call: Call) -> TableAnswer:
        """Begin the game."""
        table = await self._hosted(call)
        await table.start(network_of(call.address))
        if table.document.trainer is not None:
            self._registry.bots.get_ready(table.origin)
        return _answer(table)

    @endpoint("POST", TABLE + "/rematch", *BY_HOST, "not-finished", "already-started", cost=CHANGE)
    async def rematch(self, call: Call) -> TableAnswer:
        """Keep the table and let it wait for another game; in the lobby only if there is room for it there again."""
        table = await self._hosted(call)
        document = actions.rematch(table.document)
        is_paid = may_ask_for_more(table, network_of(call.address), document)
        may_list = is_paid and self._registry.quotas.may_list(table)
        if document.listed and not may_list:
            document = replace(document, listed=False)
        await self._change(call, table, document)
        return _answer(table)

    # -- seats ---------------------------------------------------------------------------------

    @endpoint(
        *("POST", TABLE + "/seats", "no-such-table", "already-started", "table-full", "quota-used-up", *PERSONAL),
        status=201,
        cost=CHANGE,
    )
    async def join(self, call: Call, body: JoinTable) -> Seated:
        """Take a seat."""
        token = checked_token(body.token)
        table = await self._table(call)
        self._registry.quotas.check_seat(table, call.address)
        gone = free_seat(table.document, table.presence, table.limits.seat_seconds)
        document, seat = actions.join(table.document, body, token, gone)
        self._registry.quotas.note_seat(table, seat.id, call.address)
        await self._change(call, table, document)
        return self._seated(call, table, seat.id, token)

    @endpoint("PATCH", SEAT, *BY_SEAT, "already-started", "bad-name", "bad-title", "bad-crest", cost=CHANGE)
    async def change_seat(self, call: Call, body: ChangeSeat) -> TableAnswer:
        """Change the name, title or crest of a seat; from the start until a rematch, only of one's own."""
        table, seat_id = await self._owned(call), call.seat_id()
        seat = seat_with(table.document, call.token)
        is_own = seat is not None and seat.id == seat_id
        await self._change(call, table, actions.change_seat(table.document, seat_id, body, is_own=is_own))
        return _answer(table)

    @endpoint("DELETE", SEAT, *BY_SEAT, "already-started", "host-needed", cost=CHANGE)
    async def remove_seat(self, call: Call) -> TableAnswer:
        """Leave the table, or remove a seat, before the start."""
        table = await self._owned(call)
        await self._change(
            call, table, actions.remove_seat(table.document, call.seat_id(), heir(table.document, table.presence))
        )
        return _answer(table)

    @endpoint("PUT", SEAT + "/stand-in", *BY_SEAT, "no-such-bot", *NO_STAND_IN, cost=CHANGE)
    async def stand_in(self, call: Call, body: StandIn) -> TableAnswer:
        """Let a bot play: for somebody who is away (anybody after a while, the host earlier), or for oneself.

        Only for oneself another ``level`` may be chosen. ``end`` is to resign. A ``level`` of null takes one's own seat
        back. A host who leaves (``return``) or resigns passes the rights on to the next person who is here.
        """
        level = None if body.level is None else checked_level(body.level)
        token = call.token
        table = await self._table(call)
        asker, seat_id = seat_with(table.document, token), call.seat_id()
        is_own = asker is not None and asker.id == seat_id
        hosting = is_host(table.document, token)
        if not is_own:
            _check_wish_for_another(body, is_host=hosting, is_seated=asker is not None)
        if level is None:
            document = actions.give_back(table.document, seat_id)
        else:
            document = actions.stand_in(table.document, seat_id, level, body.until, table.version, is_own=is_own)
            if is_own and hosting and body.until != "round" and (new_host := heir(document, table.presence)):
                document = actions.with_host(document, new_host)
        if not is_own:
            table.check_away(seat_id, for_host=hosting)
        if level is not None:
            # No share of bots is asked about: the seat is counted with its game, and others wait for it.
            _adopt(table, call)
            if not table.origin:  # nobody knows for whom it counts: then for who wants the bot, if they have room
                may_ask_for_more(table, network_of(call.address), document)
        await self._change(call, table, document)
        return _answer(table)

    @endpoint("POST", SEAT + "/token", *BY_SEAT, "not-a-person", cost=CHANGE)
    async def renew_token(self, call: Call) -> Seated:
        """Get a new personal link; the old one opens nothing any more, and its sockets close."""
        token = call.token
        table = await self._table(call)
        seat = seat_with(table.document, token)
        if seat is None or seat.id != call.seat_id() or seat.kind != PERSON:
            raise Problem("not-yours")
        new = new_token()
        await self._change(call, table, actions.renew_token(table.document, seat.id, new))
        dismiss(table, seat.id, "moved")
        return self._seated(call, table, seat.id, new)


def _adopt(table: LiveTable, call: Call) -> None:
    """Count a table that was loaded, now that somebody with a token of it asks for something."""
    adopt(table, network_of(call.address), is_host=is_host(table.document, call.token))


def _ask_for_more(table: LiveTable, call: Call, wanted: TableDocument) -> None:
    """Let a table count for whoever wants it to be like *wanted*, or raise a problem if they have no room for that."""
    if not may_ask_for_more(table, network_of(call.address), wanted):
        raise Problem("quota-used-up")


def _check_wish_for_another(wish: StandIn, *, is_host: bool, is_seated: bool) -> None:
    """Raise a problem unless this token may ask for a stand-in for another person."""
    if not (is_host or is_seated) or wish.level is None or wish.until == RESIGNED:
        raise Problem("not-yours")
    if wish.level != STAND_IN_LEVEL:  # people would choose a bad one for those they play against
        raise Problem("not-yours", "nobody chooses a level for another")


def _own_game(table: LiveTable, token: str) -> OwnGame | None:
    """Return how the game that is played stands for the seat with *token*."""
    document, shown = table.shown_document, table.shown
    seat = seat_with(document, token)
    number = None if seat is None else document.number_of(seat.id)
    if shown is None or number is None or document.status != PLAYING:
        return None
    state = shown.state
    return OwnGame(
        season=SEASON_IDS[state.season],
        time=state.time,
        season_time=state.season_card.time,
        sheet=sheet_board(state.seats[number].sheet),
    )


def _answer(table: LiveTable) -> TableAnswer:
    document = table.document
    waiting = table.shown.state.waiting if table.shown and document.status == PLAYING else ()
    return TableAnswer(
        table_info(document),
        document.touched,
        is_abandoned(document, table.presence, table.calendar.now()),
        tuple(document.seats[number].id for number in sorted(waiting)),
    )
