"""The golden maps tell the rules from the mistakes that other programs make (RULES 11).

Each function below counts a card in a way that was seen somewhere and is wrong. The test asks that a golden map of the
card shows it.
"""

from collections.abc import Callable
from typing import Final

import pytest

from helpers.golden_maps import golden_maps
from quillmap.rules.ids import CardId
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import score
from quillmap.rules.sheet import Sheet, empty, filled
from quillmap.rules.spaces import (
    COLUMNS,
    DIAGONALS,
    ROWS,
    SIZE,
    Mask,
    above,
    below,
    beside,
    clusters,
    left_of,
    right_of,
    space_at,
    touches,
)

Count = Callable[[Sheet], int]
CASES: Final = golden_maps()
MISTAKES: Final[dict[str, tuple[CardId, Count]]] = {}
"""Wrong ways to count a card, by what is wrong with them."""


def mistake(card: str, words: str) -> Callable[[Count], Count]:
    """Note a wrong way to count *card*."""

    def note(count: Count) -> Count:
        MISTAKES[f"{card}: {words}"] = CardId(card), count
        return count

    return note


def contacts(spaces: Mask, others: Mask) -> int:
    """Return how many sides *spaces* and *others* share."""
    return sum((side(others) & spaces).bit_count() for side in (above, below, left_of, right_of))


def town_sizes(sheet: Sheet) -> list[int]:
    """Return the sizes of the village clusters, the largest first."""
    return sorted((cluster.bit_count() for cluster in clusters(sheet.village)), reverse=True)


@mistake("shieldgate", "one point a space instead of two")
def _factor_forgotten(sheet: Sheet) -> int:
    return [*town_sizes(sheet), 0, 0][1]


@mistake("shieldgate", "the second smallest cluster instead of the second largest")
def _second_smallest(sheet: Sheet) -> int:
    return 2 * [*reversed(town_sizes(sheet)), 0, 0][1]


@mistake("shieldgate", "a lone cluster scores as if it were the second")
def _lone_village(sheet: Sheet) -> int:
    sizes = town_sizes(sheet)
    return 2 * (sizes[1] if len(sizes) > 1 else sum(sizes))


@mistake("shieldgate", "clusters of one size are lumped together, so that a tie for largest is lost")
def _distinct_sizes(sheet: Sheet) -> int:
    return 2 * [*sorted(set(town_sizes(sheet)), reverse=True), 0, 0][1]


@mistake("greengold-plains", "wasteland counts as a terrain type")
def _wasteland_is_a_type(sheet: Sheet) -> int:
    return score(CardId("greengold-plains"), sheet._replace(hero=sheet.hero | sheet.wasteland))


@mistake("greengold-plains", "the hero is left out")
def _hero_is_no_type(sheet: Sheet) -> int:
    return score(CardId("greengold-plains"), sheet._replace(hero=0))


@mistake("great-city", "a mountain beside any village spoils all of them")
def _mountains_of_another_cluster(sheet: Sheet) -> int:
    return 0 if touches(sheet.village, sheet.mountain) else max(town_sizes(sheet), default=0)


@mistake("great-city", "only the largest cluster is looked at, and gives nothing if it touches a mountain")
def _only_the_largest(sheet: Sheet) -> int:
    largest = max(clusters(sheet.village), key=int.bit_count, default=0)
    return 0 if touches(largest, sheet.mountain) else largest.bit_count()


@mistake("stoneside-forest", "every mountain that touches a forest scores")
def _any_forest(sheet: Sheet) -> int:
    return 3 * (sheet.mountain & beside(sheet.forest)).bit_count()


@mistake("stoneside-forest", "a mountain scores for each forest that joins it to another")
def _once_per_connection(sheet: Sheet) -> int:
    joined = [beside(cluster) & sheet.mountain for cluster in clusters(sheet.forest)]
    return 3 * sum(each.bit_count() for each in joined if each.bit_count() > 1)


@mistake("stoneside-forest", "two mountains that touch different forests count as joined")
def _forests_joined(sheet: Sheet) -> int:
    joined = (sheet.mountain & beside(sheet.forest)).bit_count()
    return 3 * joined if joined > 1 else 0


@mistake("golden-granary", "the ruins are those of map A, whatever map is played")
def _ruins_of_map_a(sheet: Sheet) -> int:
    return score(CardId("golden-granary"), sheet._replace(ruins=PRINTED["A"].sheet.ruins))


@mistake("golden-granary", "water beside ruins that are drawn on is left out")
def _only_empty_ruins(sheet: Sheet) -> int:
    moats = sheet.water & beside(sheet.ruins & empty(sheet))
    return 3 * (sheet.farm & sheet.ruins).bit_count() + moats.bit_count()


@mistake("golden-granary", "water beside empty ruins is left out")
def _only_filled_ruins(sheet: Sheet) -> int:
    return score(CardId("golden-granary"), sheet._replace(ruins=sheet.ruins & filled(sheet)))


@mistake("golden-granary", "water between two ruins counts twice")
def _ruins_contacts(sheet: Sheet) -> int:
    return 3 * (sheet.farm & sheet.ruins).bit_count() + contacts(sheet.water, sheet.ruins)


@mistake("mages-valley", "a space between two mountains counts twice")
def _mountain_contacts(sheet: Sheet) -> int:
    return 2 * contacts(sheet.water, sheet.mountain) + contacts(sheet.farm, sheet.mountain)


@mistake("craylund", "one water space in a bend of the farm counts as two")
def _water_contacts(sheet: Sheet) -> int:
    return 7 * sum(contacts(cluster, sheet.water) >= 3 for cluster in clusters(sheet.farm))


@mistake("outer-enclave", "an empty space in a bend of the village counts twice")
def _empty_contacts(sheet: Sheet) -> int:
    return max((contacts(cluster, empty(sheet)) for cluster in clusters(sheet.village)), default=0)


@mistake("broken-road", "the diagonals run up-right from the left edge to the top edge")
def _up_to_the_top(sheet: Sheet) -> int:
    climbing = [
        sum(1 << space_at(row - step, step) for step in range(row + 1))
        for row in range(SIZE)  # from each space of the left edge
    ]
    return 3 * sum(not diagonal & empty(sheet) for diagonal in climbing)


@mistake("broken-road", "the diagonal of one space in the bottom left corner is left out")
def _corner_left_out(sheet: Sheet) -> int:
    return 3 * sum(not diagonal & empty(sheet) for diagonal in DIAGONALS[:-1])


@mistake("sentinel-wood", "a corner counts for both its edges")
def _corners_twice(sheet: Sheet) -> int:
    return sum((sheet.forest & edge).bit_count() for edge in (ROWS[0], ROWS[-1], COLUMNS[0], COLUMNS[-1]))


def _without(card: str, field: str) -> Count:
    return lambda sheet: score(CardId(card), sheet._replace(**{field: 0}))


for each in ("treetower", "borderlands", "lost-barony"):
    mistake(each, "wasteland is not filled")(_without(each, "wasteland"))
    mistake(each, "monsters are not filled")(_without(each, "monster"))


@mistake("cauldrons", "an empty ruins space is no cauldron")
def _ruins_are_not_empty(sheet: Sheet) -> int:
    return score(CardId("cauldrons"), sheet._replace(destroyed=sheet.destroyed | sheet.ruins & empty(sheet)))


@mistake("starlit-sigil", "three in a line inside a larger hole score")
def _parts_of_larger_holes(sheet: Sheet) -> int:
    free = empty(sheet)
    across = free & right_of(free) & left_of(free)
    return 4 * sum(
        (cluster & across) != 0 or cluster.bit_count() == 3 for cluster in clusters(free) if cluster.bit_count() >= 3
    )


@mistake("banded-hills", "destroyed counts as a terrain type")
def _destroyed_is_a_type(sheet: Sheet) -> int:
    return score(CardId("banded-hills"), sheet._replace(hero=sheet.hero | sheet.destroyed))


@mistake("banded-hills", "wasteland counts as a terrain type")
def _wasteland_is_a_type_too(sheet: Sheet) -> int:
    return score(CardId("banded-hills"), sheet._replace(hero=sheet.hero | sheet.wasteland))


@mistake("silos", "the even columns count")
def _even_columns(sheet: Sheet) -> int:
    return 10 * sum(not column & empty(sheet) for column in COLUMNS[1::2])


@mistake("caravansary", "the rows of a cluster are counted twice, its columns never")
def _rows_for_columns(sheet: Sheet) -> int:
    return max((2 * sum(bool(cluster & row) for row in ROWS) for cluster in clusters(sheet.village)), default=0)


@pytest.mark.parametrize("words", MISTAKES)
def test_golden_maps_show_the_mistake(words: str) -> None:
    """A golden map of the card has other points than the mistaken count gives (PITFALLS, RULES 11)."""
    card, count = MISTAKES[words]
    cases = [case for case in CASES if case.card == card and case.rulebook == "standard"]
    assert any(count(case.sheet) != case.points for case in cases)
