"""A trainer looks on while somebody plays alone: what it judges to be a slip does not count until they insist.

The judgement belongs to the table and not to a socket. So whoever loses the connection meanwhile loses nothing: a good
answer is made, and a move that is sent again gets the verdict that was found.
"""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from quillmap.review.results import JudgedDecision
from quillmap.review.scale import Grade, is_at_least
from quillmap.rules.decide import decide
from quillmap.rules.moves import Answer
from quillmap.server.problems import Problem
from quillmap.server.tables.actions import note_warning
from quillmap.server.tables.document import PLAYING

if TYPE_CHECKING:
    from quillmap.server.bots.players import BotPlayers
    from quillmap.server.tables.table import LiveTable


class TrainedMove(NamedTuple):
    """An answer that somebody wants to give."""

    seat_id: int
    key: str
    game: str
    question: int
    answer: Answer


class TrainerVerdict(NamedTuple):
    """The version after an answer that was made, or what is wrong with one that was not."""

    version: int
    warning: JudgedDecision | None = None


class Training:
    """What the trainer of one table thinks about, one answer at a time, and what it warned of last."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._thinking: tuple[str, asyncio.Task[TrainerVerdict]] | None = None
        self._warned: tuple[TrainedMove, JudgedDecision] | None = None

    def is_due(self, attempt: TrainedMove) -> bool:
        """Return whether an answer has to be judged: it is no repeat, and the question still stands."""
        table = self._table
        game = table.game
        is_open = game is not None and table.document.status == PLAYING and attempt.question == game.now.question
        is_alone = len(table.document.seats) == 1 and not table.document.counted
        return (
            table.document.trainer is not None
            and is_alone
            and is_open
            and game is not None
            and game.version_after(attempt.key) is None
        )

    def judge(self, attempt: TrainedMove, bots: "BotPlayers", owner: str) -> asyncio.Task[TrainerVerdict]:
        """Begin to judge an answer, or go on with that; raises ``IllegalMove``, or ``too-many`` beside another one."""
        if self._thinking is not None:
            key, task = self._thinking
            if key != attempt.key:
                raise Problem("too-many")
            return task
        assert self._table.game is not None
        decide(self._table.game.now.state, attempt.answer)
        self._table.quotas.change(owner, self._table.document)  # a warning is stored
        task = asyncio.create_task(self._judge(attempt, bots, owner))
        self._thinking = attempt.key, task
        task.add_done_callback(self._judged)
        return task

    def _judged(self, task: asyncio.Task[TrainerVerdict]) -> None:
        self._thinking = None
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it

    async def _judge(self, attempt: TrainedMove, bots: "BotPlayers", owner: str) -> TrainerVerdict:
        warning = self._known_warning(attempt)
        if warning is not None:
            return TrainerVerdict(0, warning)
        found = await self._found(attempt, bots, owner)
        trainer = self._table.document.trainer
        is_slip = found is not None and trainer is not None and is_at_least(found.grade, Grade(trainer.least))
        if found is None or not is_slip or self._is_made(attempt):
            return TrainerVerdict(await self._made(attempt))
        self._check_question(attempt)
        await self._table.change(note_warning(self._table.document, attempt.answer.seat), owner)  # shown when stored
        if self._is_made(attempt):
            return TrainerVerdict(await self._made(attempt))
        self._check_question(attempt)
        self._warned = attempt, found
        return TrainerVerdict(0, found)

    def _known_warning(self, attempt: TrainedMove) -> JudgedDecision | None:
        if self._warned is None:
            return None
        warned, found = self._warned
        is_same = (warned.game, warned.question, warned.answer) == (attempt.game, attempt.question, attempt.answer)
        return found if is_same else None

    async def _found(self, attempt: TrainedMove, bots: "BotPlayers", owner: str) -> JudgedDecision | None:
        game = self._table.game
        assert game is not None
        # Every move so far has left one event that no record has: what a seat answered, or took back.
        line = game.now.version - game.made + 1
        return await bots.judge(game.now, attempt.answer, line, self._table.limits.review_playouts, owner)

    def _is_made(self, attempt: TrainedMove) -> bool:
        """Return whether this answer was made while it was judged: somebody has insisted on it meanwhile."""
        return self._table.game is not None and self._table.game.version_after(attempt.key) is not None

    def _check_question(self, attempt: TrainedMove) -> None:
        """Raise ``stale`` if the question was answered while this answer was judged: in another tab, or by a clock."""
        game = self._table.game
        is_open = game is not None and self._table.document.status == PLAYING
        if game is None or not is_open or (game.now.game, game.now.question) != (attempt.game, attempt.question):
            raise Problem("stale", question=0 if game is None else game.now.question)

    async def _made(self, attempt: TrainedMove) -> int:
        """Make an answer, and return the version after it when it is stored."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def on_stored(error: BaseException | None) -> None:
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(Problem("not-stored"))

        table = self._table
        if not self._is_made(attempt):
            self._check_question(attempt)
        version = table.play(attempt.seat_id, attempt.key, attempt.question, attempt.answer, on_stored)
        await stored
        return version
