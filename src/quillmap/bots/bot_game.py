"""One game with a bot in every seat."""

from collections.abc import Sequence
from pathlib import Path
from traceback import FrameSummary, StackSummary, extract_tb
from typing import Final

from quillmap.bots.bot import Bot
from quillmap.bots.registry import BotLike, bot_maker
from quillmap.errors import BadArgument, CodedError, shown
from quillmap.play.game import Game
from quillmap.play.tables import SetupLike
from quillmap.play.view import View, view
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options

_PACKAGE: Final = Path(__file__).parents[1]


class BotFailed(CodedError):
    """A bot broke the rules, or raised an error."""

    text_key = "command.failure.{code}"


def play_game(setup: SetupLike, bots: BotLike | Sequence[BotLike]) -> Game:
    """Play a whole game, one bot in each seat; raise ``BotFailed`` for one that can't play.

    A bot is one that was made, or a name or a class of which one is made, its chance from the seed of the game. A
    single name or class, not in a list, plays all seats.
    """
    game = Game(setup)
    seats = len(game.state.seats)
    if isinstance(bots, Bot) and seats > 1:
        raise BadArgument(f"one bot can't play {seats} seats: name its class, or make one for each seat")
    if isinstance(bots, str | type | Bot):
        bots = [bots] * seats
    if len(bots) != seats:
        raise BadArgument(f"there are {seats} seats, but {len(bots)} bots: name one for each seat")
    players = [bot if isinstance(bot, Bot) else bot_maker(bot)(f"{game.seed}/{seat}") for seat, bot in enumerate(bots)]
    while not game.is_over:
        # Nobody has answered yet: this is what each of the waiting seats may see, and nobody sees what another chooses.
        seen = view(game.state, None)
        for answer in [_answer(players[seat], seen, seat) for seat in game.waiting()]:
            try:
                game.play(answer)
            except IllegalMove as error:
                raise BotFailed("illegal-move", seat=answer.seat, reason=error) from error
    return game


def _answer(bot: Bot, seen: View, seat: Seat) -> Answer:
    try:
        answer = bot.choose(seen, Options(seen, seat))
    except Exception as error:  # somebody else's code runs here, and can fail in any way
        place = _place(extract_tb(error.__traceback__))
        reason = f"{type(error).__name__}: {error}"
        file = Path(place.filename).name
        raise BotFailed("broke-down", seat=seat, reason=reason, file=file, line=place.lineno) from error
    if not isinstance(answer, Draw | PlaceHero | Destroy | Declare) or answer.seat != seat:
        raise BotFailed("no-answer", seat=seat, answer=shown(answer))
    return answer


def _place(frames: StackSummary) -> FrameSummary:
    """Return where a bot failed, as its author would say: in its own file, not in what it called from there."""
    own = next((frame.filename for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)), None)
    return next((frame for frame in reversed(frames) if frame.filename == own), frames[-1])
