"""Learn what maps are worth, and draw what leaves the best one: temporal differences on afterstates.

    pip install 'quillmap[train]'
    python examples/train_afterstates.py --minutes 5

Within a season a drawing does just what it says, so the map after each legal drawing is known beforehand. The learner
sums up learned numbers for what can be seen on such a map: what lies on every space, every space with its four
neighbours, how full the rows and columns are, and how large the clusters. It takes the best map, and after each game
moves the numbers towards what that game still brought, TD(λ). There is a set of them for every quarter of a season.
"""

from typing import Any

import numpy as np
from learning import SPACES, TABLE, Progress, options, spaces_of_actions
from numba import njit

from quillmap.env import SoloVectorEnv, padded_actions
from quillmap.fast.layout.observation import PLANES

Array = np.ndarray[Any, Any]
GAMES = 64
LONGEST = 64  # moves a game can't reach
EDGE, FIELD = 11, 13 * SPACES
FREE, OTHER, OUTSIDE, KINDS = 0, 6, 7, 8
TERRAINS = ("forest", "village", "farm", "water", "monster")  # kinds 1 to 5
LARGEST = 23
CROSS = SPACES * KINDS
LINE = CROSS + KINDS**5
CLUSTER = LINE + 2 * EDGE * (EDGE + 1)
WEIGHTS = CLUSTER + KINDS * (LARGEST + 1)
"""Where the numbers of crosses, lines and clusters begin, after those of the spaces, and how many there are."""
MOST_FEATURES = 3 * SPACES + 2 * EDGE
STAGES = 16
FORESIGHT = 0.5  # λ: how much of a judgement comes from later ones, and how much from the next


def neighbours() -> Array:
    """Return the four spaces beside every space; 121 stands for the outside."""
    found = np.full((SPACES, 4), SPACES)
    for space in range(SPACES):
        row, column = divmod(space, EDGE)
        beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for place, (y, x) in enumerate(beside):
            if 0 <= y < EDGE and 0 <= x < EDGE:
                found[space, place] = EDGE * y + x
    return found


BESIDE = neighbours()


def kinds_of(maps: Array) -> Array:
    """Return what lies on every space; a last one stands for the outside."""
    planes = maps.reshape(len(maps), len(PLANES), SPACES)
    kinds = np.full((len(maps), SPACES + 1), OTHER, dtype=np.int64)
    kinds[:, SPACES] = OUTSIDE
    for kind, name in enumerate(("free", *TERRAINS)):
        kinds[:, :SPACES][planes[:, PLANES.index(name)] != 0] = kind
    return kinds


@njit(cache=True)
def list_features(kinds: Array, found: Array) -> int:
    """Write down which weights a map has, and return how many."""
    count = 0
    rows, columns = np.zeros(EDGE, np.int64), np.zeros(EDGE, np.int64)
    for space in range(SPACES):
        cross = kinds[space]
        found[count] = space * KINDS + cross
        for place in range(4):
            cross = cross * KINDS + kinds[BESIDE[space, place]]
        found[count + 1] = CROSS + cross
        count += 2
        if kinds[space] == FREE:
            rows[space // EDGE] += 1
            columns[space % EDGE] += 1
    for line in range(EDGE):
        found[count] = LINE + line * (EDGE + 1) + rows[line]
        found[count + 1] = LINE + (EDGE + line) * (EDGE + 1) + columns[line]
        count += 2
    known, waiting = np.zeros(SPACES, np.bool_), np.empty(SPACES, np.int64)
    for space in range(SPACES):
        kind = kinds[space]
        if known[space] or kind in (FREE, OTHER):
            continue
        known[space], waiting[0], size, last = True, space, 0, 1
        while size < last:
            for place in range(4):
                near = BESIDE[waiting[size], place]
                if kinds[near] == kind and not known[near]:
                    known[near], waiting[last] = True, near
                    last += 1
            size += 1
        found[count] = CLUSTER + kind * (LARGEST + 1) + min(size, LARGEST)
        count += 1
    return count


@njit(cache=True)
def worth(weights: Array, found: Array, count: int) -> float:
    """Return the sum of the weights that were found."""
    total = 0.0
    for place in range(count):
        total += weights[found[place]]
    return total


@njit(cache=True)
def draw(kinds: Array, covered: Array, kind: int) -> None:
    """Draw on a map, or rub out."""
    for space in covered:
        if space < SPACES:
            kinds[space] = kind


@njit(cache=True)
def choose(
    weights: Array, stages: Array, kinds: Array, actions: Array, covered: Array, warmth: float, found: Array
) -> tuple[Array, Array]:
    """Return the best action of every game, with some chance, and how many features the map after it has (*found*)."""
    best, sizes = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    for game in range(len(kinds)):
        most, sheet, mine = -np.inf, kinds[game], weights[stages[game]]
        for place, action in enumerate(actions[game]):
            if action < 0:
                break
            draw(sheet, covered[game, place], action // FIELD + 1)
            value = worth(mine, found[game], list_features(sheet, found[game]))
            draw(sheet, covered[game, place], FREE)
            value -= warmth * np.log(-np.log(1 - np.random.random()))
            if value > most:
                most, best[game] = value, place
        chosen = best[game]
        best[game] = actions[game, chosen]
        draw(sheet, covered[game, chosen], best[game] // FIELD + 1)
        sizes[game] = list_features(sheet, found[game])
    return best, sizes


@njit(cache=True)
def learn(weights: Array, stages: Array, found: Array, sizes: Array, rewards: Array, speed: float) -> None:
    """Move the weights of a game's maps towards what came after them, the last map first."""
    later = after = 0.0
    often = np.zeros(WEIGHTS, np.int64)
    for move in range(len(sizes) - 1, -1, -1):
        features, mine = found[move, : sizes[move]], weights[stages[move]]
        value = worth(mine, features, len(features))
        later = rewards[move] + FORESIGHT * later + (1 - FORESIGHT) * after
        for feature in features:
            often[feature] += 1
        shared = often[features].sum()  # so that *speed* 1 would make the value what came later, repeats and all
        for feature in features:
            mine[feature] += speed * (later - value) / shared
            often[feature] = 0
        after = value


@njit(cache=True)
def sow(seed: int) -> None:
    """Begin the chance of compiled functions, which is their own."""
    np.random.seed(seed)


class Learner:
    """Games that go on, what was seen in each, and what has been learned."""

    def __init__(self, seed: int) -> None:
        self.env = SoloVectorEnv(GAMES, TABLE)
        self.covered = spaces_of_actions()
        self.weights = np.zeros((STAGES, WEIGHTS))
        self.found = np.zeros((GAMES, MOST_FEATURES), dtype=np.int64)
        self.maps = np.zeros((GAMES, LONGEST, MOST_FEATURES), dtype=np.int32)
        self.sizes, self.stages, self.rewards = (np.zeros((GAMES, LONGEST), dtype=np.int64) for _ in range(3))
        sow(seed)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin all games anew."""
        self.seen, self.infos = self.env.reset(seed=seed)
        self.moves = np.zeros(GAMES, dtype=np.int64)

    def step(self, warmth: float, speed: float) -> list[float]:
        """Make a move in every game and learn from those that end; return their stars."""
        seen, games = self.seen, np.arange(GAMES)
        stages = 4 * seen["season"] + np.minimum((seen["time_left"] + 1) // 2, 3)
        actions = padded_actions(self.infos["action_mask"]).actions
        covered = self.covered[seen["card"][:, None], actions]
        taken, sizes = choose(self.weights, stages, kinds_of(seen["map"]), actions, covered, warmth, self.found)
        self.seen, rewards, overs, _, self.infos = self.env.step(taken)
        self.maps[games, self.moves] = self.found
        for kept, new in ((self.sizes, sizes), (self.stages, stages), (self.rewards, rewards)):
            kept[games, self.moves] = new
        self.moves += 1
        for game in np.flatnonzero(overs):
            made = np.s_[game, : self.moves[game]]
            learn(self.weights, self.stages[made], self.maps[made], self.sizes[made], self.rewards[made], speed)
        self.moves[overs] = 0
        return list(self.infos["final_info"]["total"][overs]) if overs.any() else []


def main() -> None:
    """Learn, then play new games without chance."""
    asked = options(__doc__ or "").parse_args()
    learner = Learner(asked.seed)
    while not learner.step(warmth=0.0, speed=0.0):  # compiles all that is needed, before the time counts
        pass
    learner.begin(asked.seed)
    progress = Progress("afterstates", asked.minutes, asked.seed, asked.curve)
    while not progress.is_over:
        left = 1 - progress.share
        progress.add(GAMES, learner.step(warmth=0.2 * left, speed=0.03 + 0.27 * left))
    learner.begin(asked.seed + 1)
    final: list[float] = []
    while len(final) < asked.games:
        final += learner.step(warmth=0.0, speed=0.0)
    progress.finish(final[: asked.games])


if __name__ == "__main__":
    main()
