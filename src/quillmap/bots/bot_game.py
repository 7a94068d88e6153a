"""One game with a bot in every seat."""

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb

from quillmap.bots.bot import Bot
from quillmap.bots.registry import BotLike, bot_maker
from quillmap.errors import BadArgument, CodedError
from quillmap.play.game import Game
from quillmap.play.tables import SetupLike
from quillmap.play.view import View, view
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, IllegalMove, PlaceHero
from quillmap.rules.options import Options


class BotFailed(CodedError):
    """A bot broke the rules, or raised an error."""

    text_key = "command.failure.{code}"


def play_game(setup: SetupLike, bots: Sequence[BotLike]) -> Game:
    """Play a whole game, one bot in each seat; raise ``BotFailed`` for one that can't play.

    A bot is one that was made, or a name or a class of which one is made, its chance from the seed of the game.
    """
    game = Game(setup)
    seats = len(game.state.seats)
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
        place = extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error}"
        file = Path(place.filename).name
        raise BotFailed("broke-down", seat=seat, reason=reason, file=file, line=place.lineno) from error
    if not isinstance(answer, Draw | PlaceHero | Destroy | Declare) or answer.seat != seat:
        raise BotFailed("no-answer", seat=seat, answer=repr(answer))
    return answer
