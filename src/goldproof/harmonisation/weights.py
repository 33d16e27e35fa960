"""What the vote of each annotator is worth. The mean of the weights is 1, so that thresholds keep their meaning.

- ``agreement``: by how much he agrees with the others, the mean over the others of: F1 of candidates (mentions, phenotypes), equal tokens' heads and tags or
  brackets (parses), pairs of options put in the same order (rankings), 1 - d²/range² of numbers and the share of equal words (ratings).
- ``dawid-skene``, ``mace``: by his accuracy or competence as estimated (see ``em``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ..errors import BadInput, NotFound
from ..model import Kind, Layer, Parse, Ranking
from .candidates import candidates, values
from .em import Answers, Estimate, Numbers, dawid_skene, mace

ESTIMATES = {"dawid-skene": dawid_skene, "mace": mace}


def weights(how: str, layers: Sequence[Layer], units: Sequence[str], given: Mapping[str, float] | None = None) -> tuple[float, ...]:
    """One weight for each layer."""
    if given is not None or how == "given":
        return _given(layers, given)
    if how == "equal" or len(layers) < 2:
        return (1.0,) * len(layers)
    if how in ESTIMATES:
        return _scaled(estimate(how, layers, units).accuracy)
    return _scaled(agreement(layers, units))


def estimate(how: str, layers: Sequence[Layer], units: Sequence[str]) -> Estimate:
    """Accuracies of the annotators, from candidates (mentions, phenotypes) or values (ratings)."""
    kind = layers[0].kind
    if kind is Kind.RATINGS:
        known, answers = values(layers, units)
        return ESTIMATES[how](answers, max(len(known), 2))
    if kind in (Kind.MENTIONS, Kind.PHENOTYPES):
        answers = candidates(layers, units).answers
        return ESTIMATES[how](answers if len(answers) else np.zeros((1, len(layers)), np.int8), 2)
    raise BadInput(f"{how} estimates nothing of {kind.value}", remedy="use weights=agreement")


def agreement(layers: Sequence[Layer], units: Sequence[str]) -> Numbers:
    """For each annotator the mean of his agreement with each of the others; 1 where two judged nothing in common."""
    table = np.eye(len(layers))
    pair = _pairs_of(layers, units)
    for i, j in combinations(range(len(layers)), 2):
        table[i, j] = table[j, i] = pair(i, j)
    return np.asarray((table.sum(axis=1) - 1) / (len(layers) - 1), dtype=np.float64)


def _pairs_of(layers: Sequence[Layer], units: Sequence[str]) -> Callable[[int, int], float]:
    kind = layers[0].kind
    if kind in (Kind.MENTIONS, Kind.PHENOTYPES):
        answers = candidates(layers, units).answers
        return lambda i, j: _f1(answers, i, j)
    if kind is Kind.RATINGS:
        known, answers = values(layers, units)
        numbers = np.array([v if not isinstance(v, str) else np.nan for v in known], dtype=np.float64)
        words = any(isinstance(v, str) for v in known)
        return lambda i, j: _ratings(answers, numbers, words, i, j)
    like: Callable[[Any, Any], float] = _parses if kind is Kind.PARSES else _rankings

    def pair(i: int, j: int) -> float:
        each = [like(a[0], b[0]) for u in units if (a := layers[i].get(u)) and (b := layers[j].get(u))]
        return float(np.mean(each)) if each else 1.0

    return pair


def _f1(answers: Answers, i: int, j: int) -> float:
    both = answers[(answers[:, i] >= 0) & (answers[:, j] >= 0)]
    said = int((both[:, i] == 1).sum() + (both[:, j] == 1).sum())
    return 2 * int(((both[:, i] == 1) & (both[:, j] == 1)).sum()) / said if said else 1.0


def _ratings(answers: Answers, numbers: Numbers, words: bool, i: int, j: int) -> float:
    both = answers[(answers[:, i] >= 0) & (answers[:, j] >= 0)]
    if not len(both):
        return 1.0
    if words:
        return float((both[:, i] == both[:, j]).mean())
    width = float(numbers.max() - numbers.min()) or 1.0
    return float(1 - (((numbers[both[:, i]] - numbers[both[:, j]]) / width) ** 2).mean())


def _parses(a: Parse, b: Parse) -> float:
    one, two = ({(t.span, t.tag, t.head, t.relation) for t in p.tokens} for p in (a, b))
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 1.0


def _rankings(a: Ranking, b: Ranking) -> float:
    one, two = a.places, b.places
    shared = sorted(one.keys() & two.keys())
    pairs = list(combinations(shared, 2))
    same = sum(np.sign(one[x] - one[y]) == np.sign(two[x] - two[y]) for x, y in pairs)
    return float(same / len(pairs)) if pairs else 1.0


def _scaled(raw: Numbers) -> tuple[float, ...]:
    mean = float(raw.mean())
    return tuple((raw / mean).tolist()) if mean > 0 else (1.0,) * len(raw)


def _given(layers: Sequence[Layer], given: Mapping[str, float] | None) -> tuple[float, ...]:
    if given is None:
        raise BadInput("weights=given, but none were given", remedy='give them: harmonise(..., weights={"ann": 2, "bo": 1})')
    names = [layer.name for layer in layers]
    for name, value in given.items():
        if name not in names:
            raise NotFound(f"a weight for {name!r}, but there is no such layer", remedy="layers: " + ", ".join(names))
        if not 0 <= value < float("inf"):
            raise BadInput(f"a weight of {value}", where=f"layer {name}", remedy="a weight is 0 or more")
    raw = [float(given.get(name, 1.0)) for name in names]
    if sum(raw) <= 0:
        raise BadInput("all weights are 0")
    # Equal weights are no weights, and the sum of seven thirds of one must not be a little less than it.
    return (1.0,) * len(raw) if len(set(raw)) == 1 else _scaled(np.array(raw))
