"""Shuffles by keyed hash: known answers, worked out with another program after docs/record.md."""

from quillmap.rules.chance import seed_hash, shuffle


def test_a_known_shuffle() -> None:
    """Four cards in the order that the seed gives them under the label."""
    cards = ["goblin-attack", "bugbear-assault", "kobold-onslaught", "gnoll-raid"]
    dealt = ("goblin-attack", "gnoll-raid", "kobold-onslaught", "bugbear-assault")
    assert shuffle("a seed", "ambush", cards) == dealt


def test_a_known_shuffle_of_more_than_one_block() -> None:
    """Twenty items need the numbers of two hashes."""
    assert "".join(shuffle("quill", "letters", "abcdefghijklmnopqrst")) == "icfgbhodrantsjekpmlq"


def test_a_known_shuffle_with_a_seed_in_polish() -> None:
    """A seed is any text, as UTF-8."""
    assert shuffle("zażółć", "season/1", ["hamlet", "farmland", "great-river"]) == (
        "great-river",
        "hamlet",
        "farmland",
    )


def test_the_given_order_does_not_matter() -> None:
    """Items are sorted first, so that nobody can steer a shuffle by their order."""
    assert shuffle("a seed", "x", "abcdef") == shuffle("a seed", "x", "fedcba")


def test_another_label_is_another_order() -> None:
    """Each shuffle of a game has numbers of its own."""
    assert shuffle("a seed", "x", "abcdefgh") != shuffle("a seed", "y", "abcdefgh")


def test_no_item_is_lost() -> None:
    """PITFALLS: the last card of a list is drawn like any other; sixteen items fill one hash exactly."""
    items = [chr(ord("a") + number) for number in range(17)]
    assert [sorted(shuffle("a seed", "x", items[:count])) for count in range(18)] == [
        items[:count] for count in range(18)
    ]


def test_every_item_can_come_first() -> None:
    """PITFALLS: no item is stuck at the end."""
    assert {shuffle(str(seed), "x", "abcd")[0] for seed in range(100)} == set("abcd")


def test_nothing_to_shuffle() -> None:
    """An empty deck stays empty."""
    assert shuffle("a seed", "x", "") == ()


def test_seed_hash() -> None:
    """What is published of the seed is its SHA-256."""
    assert seed_hash("a seed") == "8f44d509e0492acec4fc109a030a5c751f063fb743cc388f0ed722bacc3bc66c"
    assert seed_hash("zażółć") == "7eefe5e3046c86cec19ce1215e0a04724124d948468005a1ebc4adf2643bea13"
