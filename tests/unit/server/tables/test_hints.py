"""Who waits for a hint at a table, and what was told last."""

from quillmap.server.protocol.messages import HintAnswer
from quillmap.server.tables.hints import Hints

POSITION = ("game", 3, "random")
HINT = HintAnswer("1", "random", {"move": "draw"}, ())


def test_somebody_who_is_told_waits_no_longer() -> None:
    """The next question may come before the task that answered the last one has ended."""
    hints = Hints()
    hints.thinking |= {7, 8}
    hints.keep(7, POSITION, HINT)
    assert hints.thinking == {8}


def test_the_same_question_has_the_same_answer() -> None:
    """At the same position, for the same seat, under the id of the message that asks now."""
    hints = Hints()
    hints.keep(7, POSITION, HINT)
    assert hints.again(7, POSITION, "2") == HintAnswer("2", "random", {"move": "draw"}, ())
    assert hints.again(8, POSITION, "2") is None
    assert hints.again(7, ("game", 4, "random"), "2") is None
