"""What can be done to a table, as pure functions: each returns the changed document, or raises a ``Problem``.

Nothing here reads a clock or draws random numbers: ids, tokens, seeds and the time are parameters, and ``LiveTable``
notes when a table was last touched. The handlers decide who may do something; the functions here, whether it is
possible.
"""

from collections.abc import Container, Mapping, Sequence
from itertools import count
from typing import Any, Final

from msgspec.structs import replace

from quillmap.bots.levels import LEVELS
from quillmap.bots.styles import STYLES
from quillmap.rules.setup import Setup
from quillmap.server.games.live_game import BotHelp
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import ChangeSeat, ChangeTable, CreateTable, JoinTable
from quillmap.server.tables.document import (
    BOT,
    MOST_GAMES,
    PERSON,
    PLAYING,
    RESIGNED,
    WAITING,
    PushSubscription,
    SeatDocument,
    SeatHelp,
    TableDocument,
    Trainer,
    Until,
)
from quillmap.server.tables.profiles import checked_crest, checked_name, checked_title
from quillmap.server.tables.tokens import hash_of, is_token, seat_with
from quillmap.server.tables.wishes import checked_setup, wished_pace, wished_setup

UNTOLD: Final[dict[str, Any]] = {"told": -1, "reminded": -1}
"""What is noted of questions begins again with every game."""
MOST_DEVICES: Final = 4
"""Devices on which the person of a seat is told of their turn; a further one takes the place of the oldest."""
BOT_NAMES: Final = (
    "Heron",
    "Otter",
    "Marten",
    "Lynx",
    "Wren",
    "Badger",
    "Osprey",
    "Stoat",
    "Raven",
    "Hare",
    "Adder",
    "Crane",
)


def open_table(wish: CreateTable, token: str, table_id: str, code: str, now: float) -> TableDocument:
    """Return a new table, with its host in the first seat or without a seat."""
    setup, seed = wished_setup(wish.setup)
    document = TableDocument(
        id=table_id,
        code=code,
        created=now,
        touched=now,
        setup=setup,
        seed=seed,
        listed=wish.listed,
        spectators=wish.spectators,
        hints=wish.hints,
        bot_time=wish.bot_time,
        most_seats=wish.most_seats,
        pace=wished_pace(wish.pace),
        trainer=None if wish.trainer is None else Trainer(wish.trainer.least, wish.trainer.shows_best),
    )
    if not wish.play:
        return replace(document, owner_hash=hash_of(token))
    host = _person(document.next_seat, wish, token)
    return replace(document, seats=(host,), next_seat=host.id + 1, host=host.id)


def _person(seat_id: int, wish: CreateTable | JoinTable, token: str) -> SeatDocument:
    name, title, crest = checked_name(wish.name), checked_title(wish.title), checked_crest(wish.crest)
    return SeatDocument(seat_id, PERSON, name, title, crest, hash_of(token))


def _before_start(document: TableDocument) -> None:
    """Raise a problem unless the table can still be changed; that of an expedition never can."""
    if document.status != WAITING or document.day:
        raise Problem("already-started")


def _seat(document: TableDocument, seat_id: int) -> SeatDocument:
    seat = document.seat(seat_id)
    if seat is None:
        raise Problem("no-such-seat", seat=seat_id)
    return seat


def _with_seat(document: TableDocument, changed: SeatDocument) -> TableDocument:
    seats = tuple(changed if seat.id == changed.id else seat for seat in document.seats)
    return replace(document, seats=seats)


def _seated(document: TableDocument, seats: Sequence[SeatDocument]) -> TableDocument:
    if len(document.seats) + len(seats) > document.most_seats:
        raise Problem("table-full")
    everybody = (*document.seats, *seats)
    return replace(document, seats=everybody, next_seat=document.next_seat + len(seats))


def join(
    document: TableDocument, wish: JoinTable, token: str, instead: int | None = None
) -> tuple[TableDocument, SeatDocument]:
    """Seat a person, *instead* of somebody who is gone if told; a repeated request gets the same seat."""
    seat = seat_with(document, token)
    if seat is not None:
        return document, seat
    _before_start(document)
    seat = _person(document.next_seat, wish, token)
    if instead is not None:
        # A host who is gone has no heir at the table, or the rights would have passed on long before.
        host = seat.id if document.host == instead else document.host
        others = tuple(each for each in document.seats if each.id != instead)
        document = replace(document, seats=others, host=host)
    document = _seated(document, [seat])
    if document.owner_hash and is_token(token, document.owner_hash):
        # From now on the rights are the seat's: a renewed link of it takes them along.
        document = with_host(document, seat.id)
    return document, seat


def add_bots(document: TableDocument, level: str, number: int) -> TableDocument:
    """Seat bots, each somebody else: another style, as long as there are any, and a name that nobody has."""
    _before_start(document)
    taken = {seat.name for seat in document.seats}
    seats: list[SeatDocument] = []
    for place in range(number):
        style = _next_style([*document.seats, *seats], level)
        name = free_name(level, style, taken)
        taken.add(name)
        seats.append(SeatDocument(document.next_seat + place, BOT, name, level=level, style=style))
    return _seated(document, seats)


def _next_style(seats: Sequence[SeatDocument], level: str) -> str:
    """Return the style that the fewest bots of a level have; the empty one belongs to the first of them alone."""
    if not LEVELS[level].has_styles:
        return ""
    styles = [seat.style for seat in seats if seat.kind == BOT and seat.level == level]
    free = STYLES if "" not in styles else filter(None, STYLES)
    return min(free, key=styles.count)


def free_name(level: str, style: str, taken: Container[str]) -> str:
    """Return a name that nobody at the table has: the one of the level and style first."""
    names = LEVELS[level].names_of(style) or BOT_NAMES
    found = (name if turn == 1 else f"{name} {turn}" for turn in count(1) for name in names)
    return next(name for name in found if name not in taken)


def change_seat(document: TableDocument, seat_id: int, wish: ChangeSeat, *, is_own: bool) -> TableDocument:
    """Change name, title or crest; once a game has begun only if it *is_own*, because people read its result by names.

    That of another seat can be changed again when the table waits for the next game.
    """
    seat = _seat(document, seat_id)
    if not is_own and document.status != WAITING:
        raise Problem("already-started")
    return _with_seat(
        document,
        replace(
            seat,
            name=seat.name if wish.name is None else checked_name(wish.name),
            title=seat.title if wish.title is None else checked_title(wish.title),
            crest=seat.crest if wish.crest is None else checked_crest(wish.crest),
        ),
    )


def remove_seat(document: TableDocument, seat_id: int, heir: int | None = None) -> TableDocument:
    """Take a seat away before the start; the rights of a host go to the *heir*, or to anybody if there is none."""
    _before_start(document)
    _seat(document, seat_id)
    seats = tuple(seat for seat in document.seats if seat.id != seat_id)
    host = document.host
    if host == seat_id:
        people = [seat.id for seat in seats if seat.kind == PERSON]
        if not people:
            raise Problem("host-needed")
        host = people[0] if heir is None else heir
    return replace(document, seats=seats, host=host)


def reorder(document: TableDocument, order: Sequence[int]) -> TableDocument:
    """Seat everybody in another order."""
    _before_start(document)
    by_id = {seat.id: seat for seat in document.seats}
    if sorted(order) != sorted(by_id):
        raise Problem("bad-order")
    return replace(document, seats=tuple(by_id[each] for each in order))


def change_table(document: TableDocument, wish: ChangeTable) -> TableDocument:
    """Change what the host chose, before the start."""
    _before_start(document)
    changes: dict[str, Any] = {}
    for name in ("listed", "spectators", "hints", "bot_time", "most_seats"):
        if (value := getattr(wish, name)) is not None:
            changes[name] = value
    if wish.most_seats is not None and wish.most_seats < len(document.seats):
        raise Problem("table-full")
    if wish.most_seats not in (None, 1) and document.trainer is not None:
        raise Problem("no-trainer")
    if wish.setup is not None:
        changes["setup"], changes["seed"] = wished_setup(wish.setup)
    if wish.pace is not None:
        changes["pace"] = wished_pace(wish.pace)
    return replace(document, **changes)


def hand_on(document: TableDocument, seat_id: int) -> TableDocument:
    """Give the host's rights to another person."""
    if _seat(document, seat_id).kind != PERSON:
        raise Problem("not-a-person")
    return with_host(document, seat_id)


def with_host(document: TableDocument, seat_id: int) -> TableDocument:
    """Return the table with another host, who is a person at it."""
    return replace(document, host=seat_id, owner_hash="")


def stand_in(
    document: TableDocument, seat_id: int, level: str, until: Until, version: int, *, is_own: bool
) -> TableDocument:
    """Let a bot play for a person from *version* of the game on; *is_own* says whether they asked for it."""
    seat = _replaceable(document, seat_id)
    asked = is_own
    if seat.is_played_by_bot:
        version, asked = seat.since, is_own or seat.is_own_wish
    return _with_seat(document, replace(seat, level=level, until=until, since=version, asked=asked))


def give_back(document: TableDocument, seat_id: int) -> TableDocument:
    """Let a person play again for whom a bot has stood in."""
    return _with_seat(document, _without_stand_in(_replaceable(document, seat_id)))


def come_back(document: TableDocument, seat_id: int) -> TableDocument:
    """Return the same document, unless a bot stands in for this person who is here again."""
    seat = _seat(document, seat_id)
    is_stood_in = seat.kind == PERSON and seat.is_played_by_bot and seat.until != RESIGNED
    return give_back(document, seat_id) if is_stood_in and document.status == PLAYING else document


def end_round(document: TableDocument) -> TableDocument:
    """Dismiss the bots that stood in for one round."""
    if all(seat.until != "round" for seat in document.seats):
        return document
    seats = tuple(_without_stand_in(seat) if seat.until == "round" else seat for seat in document.seats)
    return replace(document, seats=seats)


def _replaceable(document: TableDocument, seat_id: int) -> SeatDocument:
    """Return the seat of a person for whom a bot may play, or raise the problem with it."""
    seat = _seat(document, seat_id)
    if seat.kind != PERSON:
        raise Problem("not-a-person")
    if document.status != PLAYING:
        raise Problem("not-started")
    if document.day:
        raise Problem("no-stand-in")
    if seat.until == RESIGNED:
        raise Problem("resigned")
    return seat


def _without_stand_in(seat: SeatDocument) -> SeatDocument:
    return replace(seat, level="", until="", since=0, asked=False)


def renew_token(document: TableDocument, seat_id: int, token: str) -> TableDocument:
    """Give a seat a new token; the old one stops working."""
    seat = _seat(document, seat_id)
    if seat.kind != PERSON:
        raise Problem("not-a-person")
    return with_token(document, replace(seat, renewals=seat.renewals + 1), token)


def with_token(document: TableDocument, seat: SeatDocument, token: str) -> TableDocument:
    """Let *token*, and no other, open a seat."""
    # Whoever has the old link is no longer told anything either.
    return _with_seat(document, replace(seat, token_hash=hash_of(token), push=()))


def subscribe(document: TableDocument, seat_id: int, device: PushSubscription) -> TableDocument:
    """Tell the person of a seat of their turn on this device from now on."""
    seat = _seat(document, seat_id)
    if device in seat.push:
        return document
    others = [each for each in seat.push if each.endpoint != device.endpoint]
    return _with_seat(document, replace(seat, push=(*others, device)[-MOST_DEVICES:]))


def unsubscribe(document: TableDocument, seat_id: int, endpoint: str) -> TableDocument:
    """Tell the person of a seat nothing more on this device; nothing changes if it is not known."""
    seat = document.seat(seat_id)
    if seat is None or all(each.endpoint != endpoint for each in seat.push):
        return document
    others = tuple(each for each in seat.push if each.endpoint != endpoint)
    return _with_seat(document, replace(seat, push=others))


def start(document: TableDocument, game: str, seed: str) -> tuple[TableDocument, Setup]:
    """Begin the game *game* with everybody at the table; *seed* is used unless the host chose one."""
    if document.status != WAITING:
        raise Problem("already-started")
    if not document.seats:
        raise Problem("no-seats")
    setup = checked_setup(document.setup, len(document.seats), document.seed or seed)
    games = (*document.games, game)[-MOST_GAMES:]
    known = () if document.trainer is None else (SeatHelp(trained=True),)
    seats = tuple(replace(seat, gave_up=False) for seat in document.seats)
    begun = replace(document, seats=seats, status=PLAYING, game=game, games=games, help=known, **UNTOLD)
    return replace(begun, played_by=tuple(seat.id for seat in seats)), setup


def note_hint(document: TableDocument, number: int) -> TableDocument:
    """Count a hint that the seat with this number in the game was shown."""
    return _with_help(document, number, hints=_help_of(document)[number].hints + 1)


def note_warning(document: TableDocument, number: int) -> TableDocument:
    """Count a slip that a trainer points out."""
    return _with_help(document, number, trainer=_help_of(document)[number].trainer + 1)


def note_bot_help(document: TableDocument, found: Mapping[int, BotHelp]) -> TableDocument:
    """Keep with the result what bots answered for people, by the ids of their seats."""
    for number, seat in enumerate(document.seats):
        if seat.kind == PERSON and seat.id in found:
            asked, unasked, taken_back = found[seat.id]
            document = _with_help(document, number, stand_ins=asked, drawn_for=unasked, take_backs=taken_back)
    return document


def note_resigned(document: TableDocument) -> TableDocument:
    """Keep who has given up with the result: before the next game everybody has their seat again."""
    known, resigned = _help_of(document), document.resigned
    marked = tuple(replace(each, resigned=number in resigned) for number, each in enumerate(known))
    return replace(document, help=marked) if resigned else document


def _help_of(document: TableDocument) -> tuple[SeatHelp, ...]:
    return document.help or (SeatHelp(),) * len(document.seats)


def _with_help(document: TableDocument, number: int, **counts: int) -> TableDocument:
    known = _help_of(document)
    return replace(document, help=(*known[:number], replace(known[number], **counts), *known[number + 1 :]))


def rematch(document: TableDocument) -> TableDocument:
    """Make the table wait again, with the same people; bots that stood in for somebody leave."""
    if document.status in (WAITING, PLAYING):
        raise Problem("not-finished")
    if document.day or document.continued_from:
        raise Problem("already-started")
    seats = tuple(
        replace(_without_stand_in(seat), gave_up=seat.until == RESIGNED) if seat.kind == PERSON else seat
        for seat in document.seats
    )
    return replace(document, seats=seats, status=WAITING, deadline=None, seed="", **UNTOLD)
