"""The game for OpenSpiel, through its Python interface: import this module, then ``pyspiel.load_game("quillmap")``.

It needs the extra ``quillmap[openspiel]``. Everything is done by ``turns``; this only says it in OpenSpiel's words.
"""

from typing import Any

import numpy as np

from quillmap.env.answering import action_count
from quillmap.env.turns import OUTCOMES, Turns, table_for_turns
from quillmap.rules.setup import MOST_SEATS, Setup

try:
    import pyspiel
except ModuleNotFoundError as error:
    hint = "this needs OpenSpiel: pip install 'quillmap[openspiel]'"
    raise ModuleNotFoundError(hint, name=error.name) from None

WORDS = ("map", "explore", "seasons", "pool", "edicts", "ambushes", "ambush_by", "heroes", "skills", "rulebook")
"""The fields of a set-up that are parameters as they are; several cards are joined by ``+``."""
PARAMETERS: dict[str, Any] = {"box": "base", "players": 2, "seed": 1} | dict.fromkeys(WORDS, "")
"""All parameters, with what they are usually; an empty text leaves a field as the box has it."""
MOST_STARS = 1000.0
LONGEST = 250
"""No seat has more actions in a game, three for every drawing with a skill included; cards are as many."""

GAME_TYPE = pyspiel.GameType(
    short_name="quillmap",
    long_name="Quillmap",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def setup_of_parameters(given: dict[str, Any]) -> Setup:
    """Return the set-up that the parameters of a game describe."""
    meant = PARAMETERS | given
    fields = {name: tuple(meant[name].split("+")) if "+" in meant[name] else meant[name] for name in WORDS}
    named = {name: value for name, value in fields.items() if value}
    return table_for_turns({"box": meant["box"], "seats": meant["players"], "seed": meant["seed"], **named})


class QuillmapGame(pyspiel.Game):
    """The game of one set-up: ``pyspiel.load_game("quillmap(box=heroes,players=3,map=D)")``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.setup = setup_of_parameters(given)
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.setup),
            max_chance_outcomes=OUTCOMES,
            num_players=self.setup.seats,
            min_utility=-MOST_STARS,
            max_utility=MOST_STARS,
            utility_sum=None,
            max_game_length=LONGEST * self.setup.seats,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> "QuillmapState":
        """Return the start, before the first card comes."""
        return QuillmapState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "QuillmapObserver":
        """Return what writes observations: the flat layout of the environments."""
        del iig_obs_type, params
        return QuillmapObserver(Turns(self.setup).observation_size())


class QuillmapState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: QuillmapGame) -> None:
        super().__init__(game)
        self.turns = Turns(game.setup)

    def current_player(self) -> int:
        """Return the seat to act, or that chance is to, or that the game is over."""
        if self.turns.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.turns.player
        return int(pyspiel.PlayerId.CHANCE) if player is None else int(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.turns.legal_actions() if player == self.turns.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come."""
        return self.turns.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.turns.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return self.turns.text_of(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.turns.is_over

    def returns(self) -> list[float]:
        """Return the stars of every seat, which count at the end."""
        return [float(total) if self.turns.is_over else 0.0 for total in self.turns.totals]

    def __str__(self) -> str:
        return self.turns.text()


class QuillmapObserver:
    """Writes what a seat sees into ``tensor``."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: QuillmapState, player: int) -> None:
        """Write what *player* sees of *state*."""
        self.tensor[:] = state.turns.observation(player)

    def string_from(self, state: QuillmapState, player: int) -> str:
        """Return what *player* sees of *state*, as text."""
        return f"seat {player}\n{state.turns.text()}"


pyspiel.register_game(GAME_TYPE, QuillmapGame)
