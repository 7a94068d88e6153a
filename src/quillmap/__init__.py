"""Quillmap: the flip-and-write map game as a library, a command line, and a table in the browser.

Everything to begin with is here, imported when it is first used::

    import quillmap as qm

    game = qm.Game()
    while not game.is_over:
        game.play(game.options()[0])
    print(game)

``dir(quillmap)`` lists everything, ``help(quillmap.Game)`` and the like describe it. The guide is ``docs/library.md``
in the source distribution.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from quillmap import bots as bots
    from quillmap import env as env
    from quillmap.analysis.answers import Analysis as Analysis
    from quillmap.analysis.answers import Candidate as Candidate
    from quillmap.analysis.answers import analyse as analyse
    from quillmap.bots.bot import Bot as Bot
    from quillmap.bots.bot_game import BotFailed as BotFailed
    from quillmap.bots.comparison import Difference as Difference
    from quillmap.bots.contests import Contest as Contest
    from quillmap.bots.contests import arena as arena
    from quillmap.bots.distribution import Distribution as Distribution
    from quillmap.bots.playing_out import PlayOuts as PlayOuts
    from quillmap.bots.playing_out import play_out as play_out
    from quillmap.bots.registry import BotLike as BotLike
    from quillmap.bots.registry import UnknownBot as UnknownBot
    from quillmap.errors import BadArgument as BadArgument
    from quillmap.errors import QuillmapError as QuillmapError
    from quillmap.play.awarding import CardAward as CardAward
    from quillmap.play.awarding import awards as awards
    from quillmap.play.awarding import lost_to_monsters as lost_to_monsters
    from quillmap.play.awarding import score as score
    from quillmap.play.codec import BadRecord as BadRecord
    from quillmap.play.determinizing import determinize as determinize
    from quillmap.play.game import Game as Game
    from quillmap.play.notation import read_spaces as read_spaces
    from quillmap.play.notation import space_names as space_names
    from quillmap.play.prospects import Prospect as Prospect
    from quillmap.play.prospects import prospect as prospect
    from quillmap.play.record import read_record as read_record
    from quillmap.play.record import write_record as write_record
    from quillmap.play.replay import ReplayStep as ReplayStep
    from quillmap.play.replay import replay as replay
    from quillmap.play.tables import SetupLike as SetupLike
    from quillmap.play.tables import setup_of as setup_of
    from quillmap.play.textmap import BadTextMap as BadTextMap
    from quillmap.play.textmap import read_text_map as read_text_map
    from quillmap.play.textmap import write_text_map as write_text_map
    from quillmap.play.texts import BadMoveText as BadMoveText
    from quillmap.play.texts import parse_move as parse_move
    from quillmap.play.verify import Finding as Finding
    from quillmap.play.verify import Verdict as Verdict
    from quillmap.play.verify import verify as verify
    from quillmap.play.view import View as View
    from quillmap.play.view import view as view
    from quillmap.review.results import SeatReview as SeatReview
    from quillmap.review.reviewing import review_seat as review_seat
    from quillmap.review.reviewing import whole_review as whole_review
    from quillmap.rules import CARDS as CARDS
    from quillmap.rules import SCORING as SCORING
    from quillmap.rules import Answer as Answer
    from quillmap.rules import Declare as Declare
    from quillmap.rules import Destroy as Destroy
    from quillmap.rules import Draw as Draw
    from quillmap.rules import IllegalMove as IllegalMove
    from quillmap.rules import InvalidSetup as InvalidSetup
    from quillmap.rules import Move as Move
    from quillmap.rules import Options as Options
    from quillmap.rules import PlaceHero as PlaceHero
    from quillmap.rules import Seat as Seat
    from quillmap.rules import Setup as Setup
    from quillmap.rules import Sheet as Sheet
    from quillmap.rules import Skill as Skill
    from quillmap.rules import State as State
    from quillmap.rules import TakeBack as TakeBack
    from quillmap.rules import Terrain as Terrain
    from quillmap.rules.events import Ask as Ask
    from quillmap.rules.events import Event as Event
    from quillmap.rules.ids import CardId as CardId
    from quillmap.rules.scoring import UnknownScoringCard as UnknownScoringCard
    from quillmap.rules.state import SeatState as SeatState

__version__ = "1.0.0"

_MODULES: Final = {
    "analysis.answers": ("Analysis", "Candidate", "analyse"),
    "bots.bot": ("Bot",),
    "bots.bot_game": ("BotFailed",),
    "bots.comparison": ("Difference",),
    "bots.contests": ("Contest", "arena"),
    "bots.distribution": ("Distribution",),
    "bots.playing_out": ("PlayOuts", "play_out"),
    "bots.registry": ("BotLike", "UnknownBot"),
    "errors": ("BadArgument", "QuillmapError"),
    "play.awarding": ("CardAward", "awards", "lost_to_monsters", "score"),
    "play.codec": ("BadRecord",),
    "play.determinizing": ("determinize",),
    "play.game": ("Game",),
    "play.notation": ("read_spaces", "space_names"),
    "play.prospects": ("Prospect", "prospect"),
    "play.record": ("read_record", "write_record"),
    "play.replay": ("ReplayStep", "replay"),
    "play.tables": ("SetupLike", "setup_of"),
    "play.textmap": ("BadTextMap", "read_text_map", "write_text_map"),
    "play.texts": ("BadMoveText", "parse_move"),
    "play.verify": ("Finding", "Verdict", "verify"),
    "play.view": ("View", "view"),
    "review.results": ("SeatReview",),
    "review.reviewing": ("review_seat", "whole_review"),
    "rules": (
        *("CARDS", "SCORING", "Answer", "Declare", "Destroy", "Draw", "IllegalMove", "InvalidSetup", "Move", "Options"),
        *("PlaceHero", "Seat", "Setup", "Sheet", "Skill", "State", "TakeBack", "Terrain"),
    ),
    "rules.events": ("Ask", "Event"),
    "rules.ids": ("CardId",),
    "rules.scoring": ("UnknownScoringCard",),
    "rules.state": ("SeatState",),
}
"""Where every name is."""
_PACKAGES: Final = ("bots", "env")
_PLACES: Final = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [*_PLACES, *_PACKAGES]  # noqa: PLE0604  # all of them are texts


if not TYPE_CHECKING:  # or type checkers would take any name for one that is here

    def __getattr__(name: str) -> Any:
        """Import what is asked for, and keep it."""
        if name in _PACKAGES:
            return import_module(f"{__name__}.{name}")
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
