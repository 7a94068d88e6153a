"""Learning: a short course gives weights that can be used, the same ones every time."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from quillmap.bots.training import Course, course, parallel, train
from quillmap.bots.training.decisions import Decisions, compare
from quillmap.bots.training.parallel import Helpers, in_parts
from quillmap.bots.training.refining import refine
from quillmap.bots.training.weight_arrays import CARDS, EDICTS, SCORED, SHARES, Weights, mean_of, written
from quillmap.fast import readiness
from quillmap.fast.value.features import ROOM, WIDTH
from quillmap.fast.value.weights import ROW, TIMES, expand, load
from quillmap.rules.seasons import YEAR

SHORT = Course(first=(12,), rounds=1, games=12, lots=2, decisions=5, seed=4)


@pytest.mark.long
def test_a_course_can_be_repeated() -> None:
    """The same course gives the same file, which says what is worth what for every table."""
    readiness.warm_up()
    steps: list[int] = []
    kept = train(SHORT, on_progress=steps.append)
    assert kept == train(SHORT)
    assert steps == [12, 24, 29, SHORT.length]
    read = json.loads(written(kept))
    weights = expand(read, CARDS[:4], False)
    assert len(weights) == YEAR * TIMES * ROW
    assert any(weights)


def test_whoever_does_the_work_learns_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts done side by side come to what they come to one after the other, in whatever order they end."""
    readiness.warm_up()
    monkeypatch.setattr(parallel, "PART", 3)
    with ThreadPoolExecutor(3) as executor:
        assert train(SHORT, executor) == train(SHORT)


def test_the_last_lots_are_averaged() -> None:
    """What is kept is the mean of what was learned from each of them."""
    one, other = Weights.none(), Weights.none()
    one.cards[0], one.ground[0] = 1, 3
    other.cards[0], other.ground[1] = 2, 5
    found = mean_of([one, other])
    assert (found.cards[0] == 1.5).all()
    assert not found.cards[1:].any()
    assert (found.ground == np.array([1.5, 2.5])[:, None, None, None]).all()


@pytest.mark.long
def test_lots_go_on_from_what_the_last_one_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is kept in the end is averaged."""
    readiness.warm_up()
    parts = []
    for lots in (1, 2):
        monkeypatch.setattr(course, "AVERAGED", 1)
        parts.append(train(replace(SHORT, lots=lots)))
    monkeypatch.setattr(course, "AVERAGED", 2)
    together = train(SHORT)["ground"]["alone"][0][0]
    first, second = (part["ground"]["alone"][0][0] for part in parts)
    assert first != second
    assert all(abs(2 * mean - one - two) <= 2 for mean, one, two in zip(together, first, second, strict=True))


def test_parts_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much is done as was wanted, each part with chance of its own."""
    monkeypatch.setattr(parallel, "PART", 4)
    ticks: list[int] = []
    found = in_parts(lambda kept, size, seed: (kept, size, seed), "w", 10, chance(), Helpers(None, ticks.append))
    assert [size for _, size, _ in found] == ticks == [4, 4, 2]
    assert {kept for kept, _, _ in found} == {"w"}
    assert len({seed for _, _, seed in found}) == 3


def chance() -> np.random.Generator:
    """Return chance that is always the same."""
    return np.random.default_rng(2)


def test_weights_survive_the_file() -> None:
    """The file in the package is as its own weights would be written, and no larger than it has to be."""
    kept = load()
    assert set(Weights.none().kept()["cards"]) == set(kept["cards"])
    assert json.loads(written(kept)) == kept
    assert len(written(kept)) < 300_000


def test_decisions_are_compared_with_each_other() -> None:
    """What drawings lead to counts only as a difference within one decision."""
    readiness.warm_up()
    decisions = compare(load(), 3, 1)
    assert abs(decisions.led_to.sum()) < 1e-6
    assert np.abs(decisions.seen.sum(axis=0)).max() < 1e-3
    assert decisions.led_to.std() > 0


def test_refined_weights_tell_decisions_better() -> None:
    """From zero, refining comes nearer to what drawings led to; a card learns for all its seasons at once."""
    readiness.warm_up()
    decisions = compare(load(), 12, 2)
    refined = refine(Weights.none(), decisions, chance())
    error = [told - led_to for told, led_to in zip(foretold(refined, decisions), decisions.led_to, strict=True)]
    assert np.square(error).mean() < np.square(decisions.led_to).mean()
    card = decisions.edicts[0, 0]
    assert np.abs(refined.cards[card]).sum(axis=(2, 3)).all()


def foretold(weights: Weights, decisions: Decisions) -> list[float]:
    """Return what *weights* say of every drawing, a row at a time."""
    found = []
    for seen, _, season, left, kind, edicts in zip(*decisions, strict=True):
        ground = seen[EDICTS * WIDTH :]
        told = float(SHARES[left] @ weights.ground[kind, season] @ ground)
        for edict, card in enumerate(edicts):
            if SCORED[edict, season]:
                own = np.concatenate([seen[WIDTH * edict : WIDTH * (edict + 1)], ground[:ROOM]])
                told += float(SHARES[left] @ weights.cards[card, edict, season] @ own)
        found.append(told)
    return found
