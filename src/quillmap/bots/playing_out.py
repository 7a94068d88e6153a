"""Playing on from a moment of a game, many times: what it may come to, by the deals that a seat can't know."""

import secrets
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from quillmap.bots.distribution import Distribution
from quillmap.bots.registry import bot_maker
from quillmap.errors import BadArgument, shown
from quillmap.fast import readiness
from quillmap.play.determinizing import determinize
from quillmap.play.game import Game
from quillmap.play.sources import state_of
from quillmap.play.view import View, view
from quillmap.rules.advance import question_after, settled
from quillmap.rules.counting import total_of
from quillmap.rules.options import Options
from quillmap.rules.state import State

Policy: TypeAlias = Literal["random", "greedy", "learned"]
_BOTS: Final[dict[str, str]] = {"random": "random", "learned": "surveyor@compared=1"}
"""Who plays by a policy where nothing is compiled."""


@dataclass(frozen=True, slots=True)
class PlayOuts:
    """The ends of many games that began alike."""

    totals: list[tuple[int, ...]]
    """The stars of every seat, game by game."""
    policy: str
    backend: str
    """``compiled``, or ``interpreted`` where numba is missing: the same policies, some hundred times slower."""

    def of(self, seat: int = 0) -> Distribution:
        """Return the stars of one seat."""
        seats = len(self.totals[0]) if self.totals else 0
        if seat not in range(seats):
            raise BadArgument(f"there is no seat {shown(seat)}: {seats} played, counted from 0")
        counts: dict[int, int] = {}
        for totals in self.totals:
            counts[totals[seat]] = counts.get(totals[seat], 0) + 1
        return Distribution(counts)

    def __repr__(self) -> str:
        means = ", ".join(f"{self.of(seat).mean:.1f}" for seat in range(len(self.totals[0]))) if self.totals else "none"
        return f"<PlayOuts: {len(self.totals)} games, {self.policy}, {self.backend}; mean stars {means}>"


def play_out(
    position: Game | State | View, policy: Policy = "learned", games: int = 100, seed: int | None = 0
) -> PlayOuts:
    """Play on to the end from *position*, *games* times, all seats by one policy; every game deals the unseen again.

    Hidden cards of *position*, such as the order of a game's deck, are not used. Repeated calls use the same deals
    unless *seed* differs; ``None`` is another one each time.

    ``random`` draws anything, ``greedy`` what the edicts still to come pay most for now, ``learned`` what is worth
    most by the surveyor's value. Nobody uses a skill in compiled games.
    """
    if policy not in ("random", "greedy", "learned"):
        raise BadArgument(f"there is no policy {shown(policy)}: choose random, greedy or learned")
    if games < 1:
        raise BadArgument("games is a whole number from 1")
    if seed is None:
        seed = secrets.randbits(62)
    elif not isinstance(seed, int):
        raise BadArgument(f"the seed is a whole number, not {shown(seed)}")
    state = state_of(position)
    if readiness.is_ready() and readiness.is_native():
        from quillmap.fast import batch  # noqa: PLC0415  # needs numba

        numbers = {"random": batch.RANDOM, "greedy": batch.GREEDY, "learned": batch.LEARNED}
        found = batch.play_out(state, numbers[policy], games, seed)
        return PlayOuts([tuple(map(int, row)) for row in found], policy, "compiled")
    if policy not in _BOTS:
        raise BadArgument("the greedy policy needs numba: pip install 'quillmap[fast]'")
    ends = [_play_on(determinize(state, f"{seed}/{game}"), _BOTS[policy], f"{seed}/{game}") for game in range(games)]
    return PlayOuts(ends, policy, "interpreted")


def _play_on(state: State, bot: str, seed: str) -> tuple[int, ...]:
    make = bot_maker(bot)
    bots = [make(f"{seed}/{seat}") for seat in range(len(state.seats))]
    state = settled(state)
    while not state.is_over:
        seen = view(state, None)
        for answer in [bots[seat].choose(seen, Options(seen, seat)) for seat in sorted(state.waiting)]:
            state = question_after(state, answer)
    return tuple(total_of(seat) for seat in state.seats)
