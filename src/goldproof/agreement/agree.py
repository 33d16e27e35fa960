"""How far raters agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ..errors import BadInput, NotFound
from ..measures.bootstrap import DRAWS, LEVEL
from ..measures.figure import Figure
from ..measures.measure import measure
from ..measures.naming import Call, parse_call, settle
from ..measures.score import BY_CLASS, drawn, scores
from ..model import Corpus, Document, Kind, Layer, Maker, Unit
from ..registry import door
from .alpha import ALPHA
from .chance import FAMILY
from .concordance import W
from .continuum import extents_of
from .gamma import GAMMA
from .groups import MEAN, groups
from .pairwise import pairwise
from .ratings import ratings_of
from .statistic import Coefficient, Numbers, Ratings, Statistic, jackknifed, student
from .unitizing import ALPHA_U
from .variance import ICC

COEFFICIENTS: dict[str, Coefficient] = {c.name: c for c in (*FAMILY, ALPHA, ICC, W, ALPHA_U, GAMMA)}
"""Coefficients of many raters; every other name is a measure, taken over the pairs."""

USUAL = {Kind.MENTIONS: "F1", Kind.PHENOTYPES: "F1", Kind.PARSES: "F1", Kind.RATINGS: "alpha", Kind.RANKINGS: "W"}
INTERVALS = ("analytic", "bootstrap")


def agree(
    layers: Corpus | Iterable[Layer] | Numbers,
    *names: str,
    by: str = "",
    units: Iterable[Unit] = (),
    documents: Iterable[Document] = (),
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    interval: str = "analytic",
) -> tuple[Figure, ...]:
    """The agreement of layers by coefficients (``AC2(weights=ordinal)``, ``ICC(1,k)``, ``W``) and measures (``F1``: each pair, then their mean).

    Of a corpus, the layers that people and systems made are taken; ratings may also be a table of numbers, a row a unit and a column a rater, NaN where
    there is none. Without names: what is usual for the kind.

    ``by="pair"`` takes each pair of raters apart; ``"raters"`` the units by who judged them, followed by the mean over these groups;
    ``"round"`` the layers of each round; ``"type"`` or ``"concept"`` mentions by their class; ``"language"``, ``"group"`` or the name of an attribute
    the units, for which a corpus or ``units`` must be given. ``documents`` are for coefficients that must know how long a text is (``alphaU``, ``gamma``).

    Intervals are analytic where a coefficient has one, else (or with ``interval="bootstrap"``) from ``draws`` resamplings of the units;
    0 draws: only analytic ones.
    """
    if not 0 < level < 1:
        raise BadInput(f"a level of {level}; it is between 0 and 1")
    if interval not in INTERVALS:
        raise BadInput(f"no interval is called {interval!r}", remedy="intervals: " + ", ".join(INTERVALS))
    how = _How(draws, level, seed, interval)
    if isinstance(layers, np.ndarray):
        return tuple(_of_table(layers, names, by, how))
    if isinstance(layers, Corpus):
        documents = tuple(documents) or layers.documents
    chosen, about = chosen_layers(layers, units)
    how.extents = extents_of(about, documents)
    calls = [parse_call(name) for name in names or (USUAL[chosen[0].kind],)]
    return tuple(_of_layers(chosen, about, calls, by, how))


def chosen_layers(layers: Corpus | Iterable[Layer], units: Iterable[Unit] = ()) -> tuple[tuple[Layer, ...], tuple[Unit, ...]]:
    """The layers that can agree with each other, and the units if they are known."""
    if isinstance(layers, Corpus):
        units = tuple(units) or layers.units
        layers = (layer for layer in layers.layers if layer.source.kind != Maker.RULE)
    chosen = tuple(layers)
    kinds = sorted({layer.kind.value for layer in chosen})
    if len(kinds) > 1:
        raise BadInput(f"layers of {' and '.join(kinds)} cannot agree with each other", remedy="give the layers of one kind")
    if len({layer.name for layer in chosen}) < len(chosen):
        raise BadInput("two layers have the same name", remedy="rename one with layer.called(...)")
    if len(chosen) < 2:
        raise BadInput(f"{len(chosen)} layers; agreement needs 2")
    return chosen, tuple(units)


class _How:
    """How intervals are made, and of what the parts are parts: a part has the categories of the whole, or AC2 of a pair would be of another scale."""

    def __init__(self, draws: int, level: float, seed: int, interval: str) -> None:
        self.draws, self.level, self.seed, self.interval = draws, level, seed, interval
        self.all: tuple[Layer, ...] = ()
        self.extents: dict[str, tuple[int, int]] = {}


def _of_layers(chosen: tuple[Layer, ...], about: tuple[Unit, ...], calls: Sequence[Call], by: str, how: _How) -> Iterator[Figure]:
    if by in BY_CLASS and chosen[0].kind is Kind.MENTIONS:
        yield from _by_class(chosen, calls, by, how)
        return
    how.all = chosen
    if by == "pair":
        for call in calls:
            for pair in combinations(chosen, 2):
                yield from _figures(call, pair, "", how)
        return
    for call in calls:
        per_group: list[Figure] = []
        for group, part in groups(chosen, by, about):
            found = list(_figures(call, part, group, how))
            per_group += found[-1:]
            yield from found
        if by == "raters":
            yield mean_of(per_group, f"raters={MEAN}", chosen)


def mean_of(figures: Sequence[Figure], group: str, layers: Sequence[Layer]) -> Figure:
    """The arithmetic mean over groups, each counting once however large (as in Lithgow-Serrano et al. 2019, Table 6)."""
    known = [f.value for f in figures if f.value is not None]
    why = "" if known else "undefined for every group" + (f": {figures[0].why}" if figures else "")
    names = tuple(layer.name for layer in layers)
    return Figure(figures[0].measure if figures else "", float(np.mean(known)) if known else None, sum(f.units for f in figures), names, group, why=why,
                  made_from=(("mean-of-groups", f"{len(known)} of {len(figures)}"),))  # fmt: skip


def _by_class(chosen: Sequence[Layer], calls: Sequence[Call], by: str, how: _How) -> Iterator[Figure]:
    """A measure for each class of mentions: each pair, and the mean of the pairs."""
    for call in calls:
        if call.name in COEFFICIENTS:
            raise BadInput(f"{call.name} is not taken by {by}", remedy="name a measure: F1, P, R")
        by_class: dict[str, list[Figure]] = {}
        for a, b in combinations(chosen, 2):
            for f in scores(a, b, measure(call, kind=a.kind), by=by, draws=how.draws, level=how.level, seed=how.seed):
                by_class.setdefault(f.group, []).append(f)
        for group, figures in by_class.items():
            yield from figures
            if len(chosen) > 2:
                known = [f.value for f in figures if f.value is not None]
                yield Figure(figures[0].measure, float(np.mean(known)) if known else None, max(f.units for f in figures), tuple(la.name for la in chosen), group,
                             why="" if known else figures[0].why, made_from=(("mean-of-pairs", str(len(known))),))  # fmt: skip


def _figures(call: Call, layers: Sequence[Layer], group: str, how: _How) -> Iterator[Figure]:
    kind = layers[0].kind
    coefficient = coefficient_of(call, kind, layers[0].name)
    if coefficient is None:
        chosen = measure(call, kind=kind)
        yield from pairwise(layers, chosen, draws=how.draws, level=how.level, seed=how.seed, group=group)
        return
    if coefficient.of_segments is not None:
        settings = settle(call, coefficient.parameters, coefficient.defaults(""))
        found = coefficient.of_segments(layers, settings, how.extents, how.seed)
        yield _figure(coefficient.text(call.name, settings), found, tuple(layer.name for layer in layers), group, how)
        return
    if coefficient.of_layers is not None and kind is not Kind.RATINGS:
        settings = settle(call, coefficient.parameters, coefficient.defaults(""))
        found = coefficient.of_layers(layers, settings)
        yield _figure(coefficient.text(call.name, settings), found, tuple(layer.name for layer in layers), group, how)
        return
    levels = {layer.scale.level for layer in layers if layer.scale is not None}
    level = levels.pop() if len(levels) == 1 else ""
    settings = settle(call, coefficient.parameters, coefficient.defaults(level))
    ratings = ratings_of(layers, ordered=coefficient.ordered(settings))
    if group or len(layers) < len(how.all):
        ratings = in_categories(ratings, ratings_of(how.all, ordered=coefficient.ordered(settings)).table)
    yield from _of_ratings(coefficient, settings, ratings, group, how)


_FEW = 100


def in_categories(ratings: Ratings, whole: Numbers) -> Ratings:
    """The categories that occur in the whole, where no scale says them and they are few."""
    if ratings.categories is not None:
        return ratings
    found = np.unique(whole[~np.isnan(whole)])
    return replace(ratings, categories=found, labels=tuple(f"{x:g}" for x in found)) if 0 < len(found) <= _FEW else ratings


def coefficient_of(call: Call, kind: Kind, where: str) -> Coefficient | None:
    """The coefficient of this name if there is one for the kind; None for a measure; anything else is refused."""
    coefficient = COEFFICIENTS.get(call.name)
    if coefficient is None:
        if call.name not in door("measures").names():
            have = ", ".join((*COEFFICIENTS, *door("measures").names()))
            raise NotFound(f"no measure or coefficient is called {call.name!r}", remedy=f"there are: {have}")
        return None
    if kind not in coefficient.kinds:
        kinds = " or ".join(sorted(k.value for k in coefficient.kinds))
        raise BadInput(f"{call.name} is about {kinds}, the layers hold {kind.value}", where=f"layer {where}")
    return coefficient


def _of_ratings(coefficient: Coefficient, settings: dict[str, str], ratings: Ratings, group: str, how: _How) -> Iterator[Figure]:
    """One coefficient of a table of ratings; for those of two raters each pair, then the mean of the pairs."""
    name = coefficient.text(coefficient.name, settings)
    if not coefficient.pairs or len(ratings.raters) == 2:
        yield _figure(name, coefficient.of(_both(ratings) if coefficient.pairs else ratings, settings), ratings.raters, group, how)
        return
    figures = []
    ratings = in_categories(ratings, ratings.table)
    for pair in combinations(range(len(ratings.raters)), 2):
        part = only_raters(ratings, pair)
        figures.append(_figure(name, coefficient.of(_both(part), settings), part.raters, group, how))
    yield from figures
    known = [f.value for f in figures if f.value is not None]
    facts: tuple[tuple[str, str], ...] = (("raters", str(len(ratings.raters))), ("mean-of-pairs", str(len(known))))
    units = int(((~np.isnan(ratings.table)).sum(axis=1) >= 2).sum())
    if not known:
        yield Figure(name, None, units, ratings.raters, group, why=f"undefined for every pair: {figures[0].why}", made_from=facts)
        return
    value = float(np.mean(known))

    def again(kept: np.ndarray) -> float:
        part = replace(ratings, table=ratings.table[kept])
        each = [coefficient.of(_both(only_raters(part, pair)), settings).value for pair in combinations(range(len(ratings.raters)), 2)]
        there = [v for v in each if v is not None]
        return float(np.mean(there)) if there else float("nan")

    error = jackknifed(again, len(ratings.table), groups=50) if how.draws else None
    if error is None or error < 1e-12:
        yield Figure(name, value, units, ratings.raters, group, made_from=facts)
        return
    ends, p = student(value, error, units - 1)
    low, high = ends(how.level)
    made = (*facts, ("interval", f"{how.level:g}"), ("by", "jackknife"))
    yield Figure(name, value, units, ratings.raters, group, low, high, "", made, error, p)


def only_raters(ratings: Ratings, columns: Sequence[int]) -> Ratings:
    return replace(ratings, table=ratings.table[:, list(columns)], raters=tuple(ratings.raters[i] for i in columns))


def _both(ratings: Ratings) -> Ratings:
    """The units that both raters rated: what Cohen's and Scott's coefficients are about."""
    return replace(ratings, table=ratings.table[~np.isnan(ratings.table).any(axis=1)])


def _figure(name: str, found: Statistic, raters: tuple[str, ...], group: str, how: _How) -> Figure:
    facts = (("raters", str(len(raters))), *found.made_from)
    ends = None
    if found.value is not None:
        if found.ends is not None and (how.interval == "analytic" or found.resampled is None):
            ends = found.ends(how.level)
            if ends is not None:
                facts += (("interval", f"{how.level:g}"), ("by", found.test or "t"))
        elif found.resampled is not None and how.draws and found.units > 1:
            ends = _percentile(found.resampled(how.draws, how.seed), how.level)
            if ends is not None:
                facts += drawn(how.draws, how.level, how.seed)
    low, high = (float(ends[0]), float(ends[1])) if ends is not None else (None, None)
    return Figure(name, found.value, found.units, raters, group, low, high, found.why, facts, found.error, found.p)


def _percentile(values: Numbers, level: float) -> tuple[float, float] | None:
    known = values[~np.isnan(values)]
    if len(known) < 0.95 * len(values) or not len(known):
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return low, high


def _of_table(table: Numbers, names: Sequence[str], by: str, how: _How) -> Iterator[Figure]:
    if table.ndim != 2 or table.shape[1] < 2:
        raise BadInput(f"a table of shape {table.shape}", remedy="give a row a unit and two or more columns, one a rater")
    ratings = Ratings(np.asarray(table, dtype=np.float64), tuple(str(i) for i in range(1, table.shape[1] + 1)))
    if by not in ("", "pair", "raters"):
        raise BadInput(f"a table of numbers cannot be taken by {by}", remedy="by=pair or by=raters; or give layers")
    for name in names or ("alpha",):
        call = parse_call(name)
        coefficient = coefficient_of(call, Kind.RATINGS, "table")
        if coefficient is None:
            raise BadInput(f"{call.name} is a measure of two layers", remedy="coefficients: " + ", ".join(COEFFICIENTS))
        settings = settle(call, coefficient.parameters)
        whole = in_categories(ratings, ratings.table) if by else ratings
        parts = [("", ratings)]
        if by == "pair":
            parts = [("", only_raters(whole, pair)) for pair in combinations(range(len(ratings.raters)), 2)]
        elif by == "raters":
            parts = list(_groups_of_table(whole))
        found = [f for group, part in parts for f in _of_ratings(coefficient, settings, part, group, how)]
        yield from found
        if by == "raters":
            known = [f.value for f in found if f.value is not None]
            yield Figure(found[0].measure, float(np.mean(known)) if known else None, sum(f.units for f in found), ratings.raters, f"raters={MEAN}",
                         why="" if known else "undefined for every group", made_from=(("mean-of-groups", f"{len(known)} of {len(found)}"),))  # fmt: skip


def _groups_of_table(ratings: Ratings) -> Iterator[tuple[str, Ratings]]:
    there = ~np.isnan(ratings.table)
    found: dict[tuple[int, ...], list[int]] = {}
    for i, row in enumerate(there):
        found.setdefault(tuple(np.flatnonzero(row).tolist()), []).append(i)
    for columns, rows in sorted(found.items()):
        if len(columns) > 1:
            part = only_raters(ratings, columns)
            yield "raters=" + "+".join(part.raters), replace(part, table=part.table[rows])
