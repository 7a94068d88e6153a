"""What a move makes of the document of its table."""

from msgspec.structs import replace

from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.server.games.live_game import first_moment, next_moment
from quillmap.server.protocol.bodies import table_info
from quillmap.server.tables.actions import start
from quillmap.server.tables.changes import ANSWER_TOUCH_SECONDS, TOUCH_SECONDS, answered, document_after
from quillmap.server.tables.document import BOT, FINISHED, MOST_GAMES, PLAYING, WAITING, SeatDocument, TableDocument
from quillmap.server.tables.pace import Pace

TABLE = TableDocument("t", "CODE", created=1000.0, touched=1000.0, setup={}, status=PLAYING, game="g")


def test_when_a_table_was_played_at_is_noted_now_and_then() -> None:
    """At most twice a minute, and at the end; a deadline is new with every question."""
    _, moment = first_moment("g", Setup(seats=1, seed="notes"))
    touched, deadlines, now = set(), set(), 1000.0
    document = replace(TABLE, pace=Pace("seconds", 60, "wait"))
    while not moment.state.is_over:
        before, (answer, *_) = moment, list(Options(moment.state, min(moment.state.waiting)))
        steps, moment = next_moment(moment, answer)
        now += TOUCH_SECONDS / 4
        document = document_after(document, before, moment, steps, now)
        touched.add(document.touched)
        deadlines.add(document.deadline)
        assert now - document.touched < TOUCH_SECONDS
    questions = round((now - 1000.0) / (TOUCH_SECONDS / 4))
    assert document.touched == now
    assert document.status == FINISHED
    assert len(touched) <= questions // 4 + 2
    assert len(deadlines) == questions


def test_answers_that_nobody_sees_yet_are_noted_seldom() -> None:
    """But often enough that no table is taken for abandoned, which takes a day at least."""
    assert answered(TABLE, 1000.0 + ANSWER_TOUCH_SECONDS - 1) is TABLE
    later = 1000.0 + ANSWER_TOUCH_SECONDS
    assert answered(TABLE, later) == replace(TABLE, touched=later)
    assert ANSWER_TOUCH_SECONDS < 86400 / 2


def test_a_table_names_its_latest_games_only() -> None:
    """Also one that was stored with more of them."""
    games = tuple(f"g{number}" for number in range(MOST_GAMES + 20))
    seats = (SeatDocument(1, BOT, "Bot", level="random"),)
    document = replace(TABLE, status=WAITING, setup={}, seats=seats, games=games)
    assert table_info(document).games == games[-MOST_GAMES:]
    begun, _ = start(document, "new", "seed")
    assert begun.games == (*games[1 - MOST_GAMES :], "new")
