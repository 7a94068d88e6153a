"""As much of OpenSpiel's Python interface as a game written in Python meets, for machines where it is not installed."""

from collections.abc import Callable
from enum import IntEnum
from types import ModuleType, SimpleNamespace
from typing import Any


class PlayerId(IntEnum):
    """Who acts if no player does."""

    CHANCE = -1
    TERMINAL = -4


class Kept:
    """Keeps what it is given by name."""

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)


class GameType(Kept):
    """What kind of game it is."""

    Dynamics = SimpleNamespace(SEQUENTIAL=0)
    ChanceMode = SimpleNamespace(EXPLICIT_STOCHASTIC=0)
    Information = SimpleNamespace(IMPERFECT_INFORMATION=0)
    Utility = SimpleNamespace(GENERAL_SUM=0)
    RewardModel = SimpleNamespace(TERMINAL=0)


class Game:
    """The base of games."""

    def __init__(self, kind: Any, info: Any, params: dict[str, Any]) -> None:
        self.kind, self.info, self.params = kind, info, params

    def num_players(self) -> int:
        """Return how many play."""
        return int(self.info.num_players)

    def num_distinct_actions(self) -> int:
        """Return how many actions there are."""
        return int(self.info.num_distinct_actions)


class State:
    """The base of states; in OpenSpiel these call the methods with an underscore, too."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name in ("legal_actions", "apply_action", "action_to_string"):
            return getattr(self, f"_{name}")
        raise AttributeError(name)

    def get_game(self) -> Game:
        """Return the game that it is a state of."""
        return self.game

    def is_chance_node(self) -> bool:
        """Return whether chance acts."""
        return bool(self.current_player() == PlayerId.CHANCE)


def module() -> ModuleType:
    """Return a module that can stand for ``pyspiel``."""
    games: dict[str, Callable[[dict[str, Any]], Game]] = {}

    def register_game(kind: Any, game: Callable[[dict[str, Any]], Game]) -> None:
        games[kind.short_name] = game

    def load_game(name: str, params: dict[str, Any] | None = None) -> Game:
        return games[name](params or {})

    made = ModuleType("pyspiel")
    made.__dict__.update(
        Game=Game, State=State, GameType=GameType, GameInfo=Kept, PlayerId=PlayerId, register_game=register_game
    )
    made.__dict__["load_game"] = load_game
    return made
