"""What a card gives for a map, for people."""

from typing import Any

import pytest

import quillmap as qm

MAP = "FFF........\n" + "...........\n" * 10


def test_a_card_counts_a_text_map() -> None:
    """A map may be a sheet or its text; an award is taken apart, named, printed and drawn."""
    sheet = qm.read_text_map(MAP)
    assert qm.score("sentinel-wood", MAP) == qm.score("sentinel-wood", sheet) == 3
    (first, *_) = qm.awards("sentinel-wood", MAP)
    points, spaces = first
    assert (points, qm.space_names(spaces)) == (first.points, first.names)
    assert str(first).startswith("sentinel-wood ")
    assert (first._repr_svg_() or "").startswith("<svg ")


def test_a_sheet_prints_as_its_map() -> None:
    """``print`` writes the text map, a notebook draws it."""
    sheet = qm.read_text_map(MAP)
    assert f"{sheet}\n" == MAP
    assert (sheet._repr_svg_() or "").startswith("<svg ")


def test_wrong_names_say_what_was_meant() -> None:
    """A card nearly right is suggested; a rulebook that there is not is refused."""
    with pytest.raises(KeyError) as caught:
        qm.score("sentinelwood", MAP)
    assert str(caught.value) == "there is no scoring card 'sentinelwood': did you mean 'sentinel-wood'?"
    with pytest.raises(KeyError) as caught:
        qm.awards("zzz", MAP)
    assert "there are" in str(caught.value)
    with pytest.raises(ValueError, match="choose standard"):
        qm.score("sentinel-wood", MAP, "fr")


def test_arguments_that_can_t_be_meant_say_how_it_is_done() -> None:
    """The sheet before the card, a sheet made of text, something else altogether."""
    sheet: Any = qm.read_text_map(MAP)
    with pytest.raises(qm.BadArgument, match="the card comes first"):
        qm.score(sheet, "sentinel-wood")
    of_text: Any = MAP
    with pytest.raises(qm.BadArgument, match="read_text_map"):
        qm.awards("sentinel-wood", qm.Sheet(of_text))
    with pytest.raises(qm.BadArgument, match=r"game\.sheets"):
        qm.score("sentinel-wood", None)  # type: ignore[arg-type]


def test_what_gives_nothing_is_no_award() -> None:
    """A mountain without water or farms beside it is not listed."""
    assert qm.awards("mages-valley", MAP) == []


def test_monsters_are_counted_like_cards() -> None:
    """Minus one for every empty space beside a monster, and which spaces those are."""
    lost = qm.lost_to_monsters("MM.........\n" + "...........\n" * 10)
    assert (lost.points, lost.names, str(lost)) == (-3, ["A3", "B1", "B2"], "monsters -3: A3 B1 B2")
    assert qm.lost_to_monsters(MAP).points == 0
    assert lost._repr_svg_()
