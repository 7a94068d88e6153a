"""How a group commit is written to the SQLite file."""

from quillmap.server.storage.rows import LogPart, TableWrite, Times
from quillmap.server.storage.sqlite.statements import ROWS_AT_ONCE, Write, statements_of, write_of


def answer(game: str, events: int = 1) -> Write:
    """Return a move that only continues the log of *game*."""
    return write_of("table", TableWrite(log=LogPart(game, 5, [b"{}"] * events, "key")))


def test_logs_that_follow_each_other_share_a_statement() -> None:
    """The key of a move stands with its last event."""
    [(sql, values)] = statements_of([answer("a", 2), answer("b")])
    assert sql.count("(?, ?, ?, ?)") == 3
    assert values == ("a", 5, None, b"{}", "a", 6, "key", b"{}", "b", 5, "key", b"{}")


def test_everything_else_stays_in_its_order() -> None:
    """What is removed after it was added is not there afterwards."""
    removal = ("DELETE FROM events WHERE game = ?", ("a",))
    times = write_of("table", TableWrite(times=Times(1.0, None), log=LogPart("b", 0, [b"{}"])))
    found = [sql.split(" ")[0] for sql, _ in statements_of([answer("a"), Write([removal]), answer("a"), times])]
    assert found == ["INSERT", "DELETE", "INSERT", "UPDATE", "INSERT"]


def test_a_long_log_takes_several_statements() -> None:
    """A statement has a bounded number of values."""
    found = [sql.count("(?, ?, ?, ?)") for sql, _ in statements_of([answer("a", ROWS_AT_ONCE), answer("b", 3)])]
    assert found == [ROWS_AT_ONCE, 3]
