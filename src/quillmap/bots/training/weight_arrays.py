"""The weights during training, as two arrays, and the file they become."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quillmap.fast.value.features import GROUND, ROOM, SIZES, WIDTH
from quillmap.fast.value.weights import KNOTS, PARTS, STAR, TIMES, shares
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import YEAR, scorings_left

Floats: TypeAlias = NDArray[np.float64]

CARDS: Final = tuple(SCORING)
PLACE: Final = {card: place for place, card in enumerate(CARDS)}
EDICTS: Final = 4
SPAN: Final = WIDTH + ROOM
"""How many weights a card has at a knot: for its outlook, then for room."""
KINDS: Final = ("table", "alone")
"""Tables with neighbours, and maps on which ambushes place themselves."""
SHARES: Final = np.array([shares(left) for left in range(TIMES)]) / PARTS
"""The share of each knot, by the hours left."""
SCORED: Final = np.array([[scorings_left(edict, season) > 0 for season in range(YEAR)] for edict in range(EDICTS)])


@dataclass(frozen=True, slots=True)
class Weights:
    """What every feature is worth, in stars."""

    cards: Floats
    """By card, edict, season, knot, number."""
    ground: Floats
    """By kind of table, season, knot, number."""

    @classmethod
    def none(cls) -> "Weights":
        """Return weights of zero."""
        return cls(
            np.zeros((len(CARDS), EDICTS, YEAR, len(KNOTS), SPAN)),
            np.zeros((len(KINDS), YEAR, len(KNOTS), GROUND)),
        )

    def kept(self) -> dict[str, Any]:
        """Return them as the file holds them: whole thousandths, without those that are never used."""
        return {
            "cards": {card: self._kept_card(card) for card in CARDS},
            "ground": {
                kind: [[_whole(knot) for knot in season] for season in self.ground[place]]
                for place, kind in enumerate(KINDS)
            },
        }

    def _kept_card(self, card: CardId) -> list[list[list[list[int]]]]:
        used = [*range(SIZES[card]), *range(WIDTH, SPAN)]
        own = self.cards[PLACE[card]]
        return [
            [
                [_whole(knot[used]) for knot in own[edict, season]] if SCORED[edict, season] else []
                for season in range(YEAR)
            ]
            for edict in range(EDICTS)
        ]


def mean_of(several: Sequence[Weights]) -> Weights:
    """Return the mean of several weights."""
    cards, ground = ([getattr(each, name) for each in several] for name in ("cards", "ground"))
    return Weights(np.mean(cards, axis=0), np.mean(ground, axis=0))


def _whole(stars: Floats) -> list[int]:
    return [int(number) for number in np.rint(STAR * stars)]


def written(kept: dict[str, Any]) -> str:
    """Return the text of a file of weights, a line for every card."""
    parts = []
    for part, entries in kept.items():
        lines = [f"{json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}" for name, entry in entries.items()]
        parts.append(f"{json.dumps(part)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"
