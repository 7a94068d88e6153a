"""The page of one card: what it shows, its rule, its rulings, and a map on which the rules count it."""

from collections.abc import Iterator

from quillmap.locales import Catalogue
from quillmap.reference.book import variants_of
from quillmap.reference.cards import Listed
from quillmap.reference.examples import example_figure, examples
from quillmap.rules.cards import AmbushCard, ExploreCard
from quillmap.rules.scoring import ScoringCard
from quillmap.rules.skills import COST, Skill


def card_page(card: Listed, words: Catalogue) -> Iterator[str]:
    """Yield the paragraphs of a card's page."""
    yield "*" + " · ".join(_heads(card, words)) + "*"
    if card.kind in ("explore", "ruins", "ambush", "hero"):
        yield f"![{words.text('reference.card.picture')}](../../pictures/cards/{card.id}.svg)"
    facts = [f"- {name}: {value}" for name, value in facts_of(card, words)]
    if facts:
        yield "\n".join(facts)
    yield f"## {words.text('reference.card.what')}"
    yield f"**{rule_of(card, words)}**"
    rulings = list(rulings_of(card.id, words))
    if rulings:
        yield f"## {words.text('reference.card.rulings')}"
        yield "\n".join(f"- {ruling}" for ruling in rulings)
    if card.id in examples():
        yield from _example(card, words)


def _heads(card: Listed, words: Catalogue) -> Iterator[str]:
    yield words.text(f"terms.kind.{card.kind}")
    if isinstance(card.card, ScoringCard):
        yield words.text(f"terms.suit.{card.card.suit}")
    if card.box is not None:
        yield words.text(f"terms.box.{card.box}")


def facts_of(card: Listed, words: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield what else is printed on a card, each with its label."""
    match card.card:
        case ExploreCard() as explore:
            terrains = ", ".join(words.text(f"terms.terrain.{terrain}") for terrain in explore.terrains)
            yield words.text("reference.card.terrain"), terrains
            yield words.text("terms.score.time"), str(explore.time)
        case AmbushCard() as ambush:
            arrow = "clockwise" if ambush.clockwise else "counterclockwise"
            corner = words.text(f"terms.corner.{ambush.corner}")
            yield words.text("terms.kind.ambush"), words.text(f"terms.arrow.{arrow}")
            yield words.text("reference.card.corner"), words.text(f"reference.card.solo.{arrow}", corner=corner)
        case ScoringCard() as scoring:
            yield words.text("terms.score.solo-value"), str(scoring.solo_value)
        case Skill() as skill:
            yield words.text("reference.card.cost"), words.text("terms.coins", count=COST[skill])
        case _:
            return


def rule_of(card: Listed, words: Catalogue) -> str:
    """Return a card's rule; explore cards have none of their own."""
    if not isinstance(card.card, ExploreCard):
        return words.text(f"cards.{card.id}.rule")
    if len(card.card.shapes) > 1:
        return words.text("reference.card.two-shapes.text")
    return words.text(f"reference.card.{'two-terrains' if len(card.card.terrains) == 2 else 'any-terrain'}.text")


def rulings_of(card: str, words: Catalogue) -> Iterator[str]:
    """Yield the rulings of a card."""
    number = 1
    while (key := f"cards.{card}.ruling.{number}") in words:
        yield words.text(key)
        number += 1


def _example(card: Listed, words: Catalogue) -> Iterator[str]:
    figure = example_figure(card.id)
    yield f"## {words.text('reference.card.example')}"
    yield f"![{words.text('reference.card.example')}](../../pictures/examples/{card.id}.svg)"
    yield words.text(f"reference.example.{card.id}.text")
    if figure.points is None:
        yield f"*{words.text('reference.card.drawn.text')}*"
        return
    stars = words.text("terms.stars", count=figure.points)
    if figure.sum:
        yield f"**{words.text('reference.card.points.sum.text', sum=figure.sum, stars=stars)}**"
    else:
        yield f"**{words.text('reference.card.points.text', stars=stars)}**"
    for rulebook in variants_of(card.id):
        other = words.text("terms.stars", count=example_figure(card.id, rulebook).points)
        yield words.text(f"reference.card.points.{rulebook}.text", stars=other)
    yield f"*{words.text('reference.card.legend.text')}*"
