"""Two sides on the same deals."""

from quillmap.bots.comparison import Difference
from quillmap.bots.tally import TOTAL, Subject

CARD = Subject("card", "wildholds")


def test_each_deal_gives_one_difference() -> None:
    """What counts is the difference on a deal, not the points."""
    found = Difference()
    for points in (10, 50, 90):
        found.add([{TOTAL: points + 3}], [{TOTAL: points}])
    total = found.of(TOTAL)
    assert (total.size, total.mean, total.deviation, total.margin) == (3, 3, 0, 0)


def test_a_side_of_several_counts_by_its_mean() -> None:
    """Three of one kind and one of another: 10, 11 and 15 are 12 on average, 5 more than 7."""
    found = Difference()
    found.add([{TOTAL: 10}, {TOTAL: 11}, {TOTAL: 15}], [{TOTAL: 7}])
    assert found.of(TOTAL).mean == 5


def test_a_card_counts_in_its_deals_only() -> None:
    """A card is compared over the deals in which it was an edict."""
    found = Difference()
    found.add([{TOTAL: 10, CARD: 8}], [{TOTAL: 9, CARD: 2}])
    found.add([{TOTAL: 10}], [{TOTAL: 9}])
    assert (found.of(CARD).size, found.of(CARD).mean) == (1, 6)
    assert found.of(TOTAL).size == 2


def test_merged_differences_are_one() -> None:
    """Parts add up to the whole, with the weight of a part."""
    whole, one, other = Difference(), Difference(), Difference()
    for part, points in ((one, 4), (other, 6), (one, 9)):
        for each in (whole, part):
            each.add([{TOTAL: points}, {TOTAL: 1}], [{TOTAL: 2}])
    merged = Difference()
    merged.merge(one)
    merged.merge(other)
    assert (merged.counts, merged.weight) == (whole.counts, whole.weight)
