"""The game for OpenSpiel, through its Python interface: import this module, then ``pyspiel.load_game("quillmap")``.

It needs the extra ``quillmap[openspiel]``. Everything is done by ``turns``; this only says it in OpenSpiel's words.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from quillmap.env.answering import action_count
from quillmap.env.turns import OUTCOMES, Turns, table_for_turns
from quillmap.rules.setup import MOST_SEATS, Setup

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import pyspiel
except ModuleNotFoundError as error:
    hint = "this needs OpenSpiel: pip install 'quillmap[openspiel]'"
    raise ModuleNotFoundError(hint, name=error.name) from None

WORDS = ("map", "explore", "seasons", "pool", "edicts", "ambushes", "ambush_by", "heroes", "skills", "rulebook")
"""The fields of a set-up that are parameters as they are; several cards are joined by ``+``."""
SWITCHES = ("ruins", "promos")
"""The fields that are ``yes`` or ``no``: OpenSpiel takes ``true`` for a number, which can't be left open."""
YES = {"yes": True, "no": False}
PARAMETERS: dict[str, Any] = {"box": "base", "players": 2, "seed": 1} | dict.fromkeys((*WORDS, *SWITCHES), "")
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
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def setup_of_parameters(given: dict[str, Any]) -> Setup:
    """Return the set-up that the parameters of a game describe."""
    meant = PARAMETERS | given
    fields = {name: tuple(meant[name].split("+")) if "+" in meant[name] else meant[name] for name in WORDS}
    fields |= {name: YES.get(meant[name], meant[name]) for name in SWITCHES}
    named = {name: value for name, value in fields.items() if value != ""}
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
        """Return what writes what a seat sees, and with *iig_obs_type* of perfect recall what it has seen."""
        del params
        size = Turns(self.setup).observation_size()
        if getattr(iig_obs_type, "perfect_recall", False):
            return QuillmapMemory(size, LONGEST * (self.setup.seats + 1), action_count(self.setup))
        return QuillmapObserver(size)


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

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "QuillmapState":
        """Return a state that *player_id* can't tell from this one: what others answered face down is drawn anew."""
        drawn = self.turns.resample(player_id, probability_sampler)
        other: QuillmapState = self.get_game().new_initial_state()
        for _, action in drawn.past:
            other.apply_action(action)
        return other

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
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor}

    def set_from(self, state: QuillmapState, player: int) -> None:
        """Write what *player* sees of *state*."""
        self.tensor[:] = state.turns.observation(player)

    def string_from(self, state: QuillmapState, player: int) -> str:
        """Return what *player* sees of *state*, as text."""
        return f"seat {player}\n{state.turns.text()}"


class QuillmapMemory(QuillmapObserver):
    """Writes what a seat sees, and behind it what it knows of the past: who did what, two numbers a step."""

    def __init__(self, size: int, steps: int, actions: int) -> None:
        super().__init__(size + 2 * steps)
        self._size = size
        self._actions = actions
        self.dict = {"observation": self.tensor[:size], "past": self.tensor[size:].reshape(steps, 2)}

    def set_from(self, state: QuillmapState, player: int) -> None:
        """Write what *player* sees and knows of *state*.

        Nobody is 0, chance 1, the first seat 2 and so on; actions and cards are counted from 1, divided by the number
        of actions.
        """
        self.tensor[: self._size] = state.turns.observation(player)
        known = np.array(state.turns.memory(player), np.float32).reshape(-1, 2)
        past = self.dict["past"]
        past[:] = 0
        past[: len(known)] = np.add(known, (2, 1)) / (1, self._actions)

    def string_from(self, state: QuillmapState, player: int) -> str:
        """Return all that *player* knows of the past: an action after the other."""
        past = " ".join("{}:{}".format(*each) for each in state.turns.memory(player))
        return f"seat {player}, past {past or 'none'}"


pyspiel.register_game(GAME_TYPE, QuillmapGame)
