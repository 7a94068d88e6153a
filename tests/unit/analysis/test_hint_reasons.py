"""Why a bot would answer so."""

import pytest

from quillmap.analysis.hint_reasons import MOST, hint_reasons, worth_when_done
from quillmap.bots.appraisal import STAR, Appraisal
from quillmap.bots.surveyor import SurveyorBot
from quillmap.play.game import Game
from quillmap.play.prospects import prospect
from quillmap.play.view import view
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup


@pytest.mark.parametrize(("box", "seats"), [("base", 1), ("heroes", 2)])
def test_the_parts_add_up_to_the_value_the_surveyor_goes_by(box: str, seats: int) -> None:
    """At every question of a game the parts are the whole; and what is told is good for whoever draws."""
    game = Game(Setup.of_box(box, seats=seats, seed="7"))
    bot = SurveyorBot("7")
    asked, told = set(), 0
    while not game.state.is_over:
        state = game.state
        for seat in sorted(state.waiting):
            seen = view(game.state, seat)
            answer = bot.choose(seen, Options(game.state, Seat(seat)))
            found = prospect(seen, answer)
            parts = worth_when_done(seen, found.after.sheet, found.after.purse)
            appraisal = Appraisal(seen, found.sheet)
            coins = STAR * found.after.purse * appraisal.seasons_left
            assert sum(parts) == appraisal.values([found.after.sheet])[0] + coins
            why = hint_reasons(seen, answer)
            assert len(why) <= MOST
            assert all(reason.stars > 0 and (reason.card in seen.edicts) == (reason.part == "edict") for reason in why)
            asked.add(game.state.ask)
            told += bool(why)
            game.play(answer)
    assert Ask.DRAW in asked
    assert told > 15
