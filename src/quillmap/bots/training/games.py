"""Whole games: what every edict, coins and monsters brought after a moment, given the features at that moment."""

from typing import Any, Final, NamedTuple

import numpy as np

from quillmap.bots.training.tables import draw_table
from quillmap.bots.training.weight_arrays import EDICTS, PLACE, SCORED, SHARES, SPAN, Floats, Weights
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.conversion import scores_of
from quillmap.fast.layout.rows import GREEDY, LEARNED
from quillmap.fast.play import training_games
from quillmap.fast.value.features import ROOM, WIDTH
from quillmap.fast.value.weights import ROW
from quillmap.rules.seasons import YEAR, edicts_of

NOISE: Final = (0, 0, 30, 80)
"""How many drawings in a thousand are made at random; every game picks one of these."""
SPREAD: Final = (0.0, 0.1, 0.25)
"""Relative noise added to the weights of a game, which makes games differ but stay sensible; picked likewise."""
RIDGE: Final = 30.0
FEWEST: Final = 200
"""With fewer moments than this nothing is learned."""
_LONGEST: Final = 80
_GROUND: Final = EDICTS * WIDTH


class Experience(NamedTuple):
    """Features after drawings, and what came of them; a row for each drawing."""

    moments: Ints
    """Season, time left, coins."""
    seen: Ints
    futures: Floats
    """Points still to come: of each edict; of further coins and of monsters."""
    edicts: Ints
    kinds: Ints


def gather(kept: dict[str, Any] | None, games: int, seed: int) -> Experience:
    """Play games, by the weights *kept* or greedily, and record them."""
    chance = np.random.default_rng(seed)
    parts: list[Experience] = []
    for _ in range(games):
        spread = 0.0 if kept is None else float(chance.choice(SPREAD))
        table = draw_table(chance, kept, spread)
        moments, seen = np.empty((_LONGEST, 3), dtype=np.int64), np.zeros((_LONGEST, ROW), dtype=np.int64)
        policy = GREEDY if kept is None else LEARNED
        count = training_games.record_game(table.row, table.game, policy, int(chance.choice(NOISE)), moments, seen)
        numbers = [PLACE[card] for card in table.edicts]
        parts.append(
            Experience(
                moments[:count],
                seen[:count].astype(np.int16),
                _futures(scores_of(table.game, 0), moments[:count]),
                np.tile(np.array(numbers), (count, 1)),
                np.full(count, int(table.is_alone)),
            )
        )
    return joined(parts)


def joined(parts: list[Experience]) -> Experience:
    """Return several experiences as one."""
    return Experience(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _futures(scores: Ints, moments: Ints) -> Floats:
    """Return what came after each moment, from the score sheet of the whole game."""
    later = np.zeros((YEAR + 1, EDICTS + 1))
    for season in reversed(range(YEAR)):
        later[season] = later[season + 1]
        for edict, points in zip(edicts_of(season), scores[season, :2], strict=True):
            later[season, edict] += points
        later[season, EDICTS] += scores[season, 2] - scores[season, 3]
    futures = later[moments[:, 0]]
    futures[:, EDICTS] -= (YEAR - moments[:, 0]) * moments[:, 2]  # coins already there are not the future
    return futures


def learn(experience: Experience) -> Weights:
    """Return the weights that tell best what was still to come."""
    weights = Weights.none()
    shares = SHARES[experience.moments[:, 1]]
    seasons = experience.moments[:, 0]
    for season in range(YEAR):
        for kind in range(len(weights.ground)):
            rows = np.flatnonzero((seasons == season) & (experience.kinds == kind))
            if len(rows) >= FEWEST:
                found = _ridge(experience.seen[rows, _GROUND:], shares[rows], experience.futures[rows, EDICTS])
                weights.ground[kind, season] = found
        for edict in np.flatnonzero(SCORED[:, season]):
            for card in range(len(weights.cards)):
                rows = np.flatnonzero((seasons == season) & (experience.edicts[:, edict] == card))
                if len(rows) >= FEWEST:
                    numbers = _numbers_of(experience.seen[rows], int(edict))
                    found = _ridge(numbers, shares[rows], experience.futures[rows, edict])
                    weights.cards[card, edict, season] = found
    return weights


def _numbers_of(seen: Any, edict: int) -> Any:
    own = seen[:, WIDTH * edict : WIDTH * (edict + 1)]
    numbers = np.concatenate([own, seen[:, _GROUND : _GROUND + ROOM]], axis=1)
    assert numbers.shape[1] == SPAN
    return numbers


def _ridge(numbers: Any, shares: Floats, future: Floats) -> Floats:
    """Return weights by knot and number; large ones cost, as measured by how much the numbers vary."""
    with_one = np.concatenate([numbers, np.ones((len(numbers), 1))], axis=1).astype(np.float64)
    design = (with_one[:, None, :] * shares[:, :, None]).reshape(len(numbers), -1)
    scale = design.std(axis=0) + 1e-9
    design /= scale
    square = design.T @ design
    square[np.diag_indices_from(square)] += RIDGE
    found: Floats = np.linalg.solve(square, design.T @ future) / scale
    return found.reshape(shares.shape[1], -1)[:, :-1]
