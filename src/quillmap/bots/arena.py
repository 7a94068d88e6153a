"""Where bots meet: one game with a bot in every seat."""

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Final

from quillmap.bots.bot import Bot
from quillmap.play.game import Game
from quillmap.play.view import View, view
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup


class BotFailed(Exception):
    """A bot that broke the rules or broke down: a code and its parameters.

    Both are plain arguments, so that the error can be pickled: games are played in other processes, too.
    """

    def __init__(self, code: str, params: dict[str, object]) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    def __str__(self) -> str:
        return FAILURES[self.code].format(**self.params)


FAILURES: Final = {
    "in-game": "game {game} ({bots}): {problem}",
    "illegal-move": "seat {seat} made an illegal move: {reason}",
    "broke-down": "seat {seat} broke down: {reason} ({file}, line {line})",
    "no-answer": "seat {seat} gave {answer}, which is not a move for that seat",
}
"""How a bot can fail, by code."""


def play_game(setup: Setup, bots: Sequence[Bot]) -> Game:
    """Play a whole game, one bot in each seat; raise ``BotFailed`` for one that can't play."""
    if len(bots) != setup.seats:
        raise ValueError(f"{len(bots)} bots can't take {setup.seats} seats")
    game = Game(setup)
    while not game.is_over:
        # Nobody has answered yet: this is what each of the waiting seats may see, and nobody sees what another chooses.
        seen = view(game.state, None)
        for answer in [_answer(bots[seat], seen, seat) for seat in game.waiting()]:
            try:
                game.play(answer)
            except IllegalMove as error:
                about: dict[str, object] = {
                    "seat": answer.seat,
                    "reason": str(error),
                    "refusal": (error.code, error.params),
                }
                raise BotFailed("illegal-move", about) from error
    return game


def _answer(bot: Bot, seen: View, seat: Seat) -> Answer:
    try:
        answer = bot.choose(seen, Options(seen, seat))
    except Exception as error:  # somebody else's code runs here, and can fail in any way
        place = extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error}"
        where: dict[str, object] = {"file": Path(place.filename).name, "line": place.lineno}
        raise BotFailed("broke-down", {"seat": seat, "reason": reason, **where}) from error
    if not isinstance(answer, Draw | PlaceHero | Destroy | Declare) or answer.seat != seat:
        raise BotFailed("no-answer", {"seat": seat, "answer": repr(answer)})
    return answer
