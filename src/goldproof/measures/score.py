"""Score layers against a reference: one figure, or a table of them by document, type, category and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput, NotFound
from ..model import Corpus, Kind, Layer, Passage, Unit
from .bootstrap import DRAWS, LEVEL, interval
from .figure import Figure
from .hierarchy import Hierarchy, categories, follow, version_of
from .matching import Keys
from .measure import Counts, Measure, Scores, Table, measure
from .selection import Classes, apart, by_concept, by_group, by_label, merged, runs, sentences_apart

BY_CLASS = ("type", "concept", "category")
BY_UNIT = ("unit", "document", "language", "group")
MEAN_OF_CLASSES = "mean"
Facts = tuple[tuple[str, str], ...]


def score(
    ref: Layer,
    sys: Layer,
    by: str | Measure = "F1",
    *,
    ontology: Hierarchy | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    made_from: Facts = (),
) -> Figure:
    """How well ``sys`` does against ``ref``, on the units that both judged, with an interval over units.

    ``draws=0`` leaves the interval out. ``made_from`` goes into the signature (("gold", "9f3c21"), ...).
    """
    chosen = measure(by, kind=ref.kind, ontology=ontology)
    return figure_of(chosen, chosen.counts(ref, sys), (ref.name, sys.name), draws=draws, level=level, seed=seed, made_from=made_from)


def scores(
    ref: Layer,
    systems: Layer | Iterable[Layer],
    *names: str | Measure,
    by: str = "",
    per: str = "",
    units: Corpus | Iterable[Unit] = (),
    ontology: Hierarchy | None = None,
    root: str = "",
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    made_from: Facts = (),
) -> tuple[Figure, ...]:
    """Several measures of several systems, by parts: P, R and F1 if no measure is named.

    ``by``: ``type``, ``concept`` or ``category`` take the mentions of each class apart on both sides (a category is a branch below
    ``root`` of ``ontology``), followed by the mean of the classes; ``document``, ``unit``, ``language``, ``group`` or the name of an attribute take the
    units apart, which must be given (a corpus, or its units). Before anything is counted ``per="document"`` puts the units of a document together, and
    ``per="sentence"`` takes the sentences of parses apart.
    """
    about = {u.id: u for u in (units.units if isinstance(units, Corpus) else units)}
    out: list[Figure] = []
    for sys in (systems,) if isinstance(systems, Layer) else systems:
        common = [u for u in ref.units if u in sys]
        a, b = ref.only(common), sys.only(common)
        a, b = grouped_per(per, about.values(), a, b)
        for name in names or ("P", "R", "F1"):
            chosen = measure(name, kind=ref.kind, ontology=ontology)
            facts = (*(("per", p) for p in (per,) if p), *made_from)
            if by in BY_CLASS:
                out.extend(_by_class(chosen, a, b, by, ontology, root, draws, level, seed, facts))
                continue
            counts = chosen.counts(a, b)
            for label, part in _parts(counts, by, about):
                out.append(figure_of(chosen, part, (a.name, b.name), draws=draws, level=level, seed=seed, group=label, made_from=facts))
    return tuple(out)


def grouped_per(per: str, units: Corpus | Iterable[Unit], *layers: Layer) -> list[Layer]:
    """Layers of the same units with other units: ``sentence`` takes parses apart, ``document`` and the like put units together."""
    if not per:
        return list(layers)
    if per == "sentence":
        found = [sentences_apart(layer) for layer in layers]
        if any(layer.units != found[0].units for layer in found):
            raise BadInput("the layers do not have the same number of sentences in each unit", remedy="leave per=sentence out")
        return found
    about = {u.id: u for u in (units.units if isinstance(units, Corpus) else units)}
    group = {u: _value(about.get(u), per, per) for u in layers[0].units}
    return [merged(layer, group) for layer in layers]


def _parts(counts: Counts, by: str, about: Mapping[str, Unit]) -> Iterator[tuple[str, Counts]]:
    if not by:
        yield "", counts
        return
    rows: dict[str, list[int]] = {}
    for i, unit in enumerate(counts.units):
        rows.setdefault(unit if by == "unit" else _value(about.get(unit), by, by), []).append(i)
    for value, chosen in rows.items():
        yield f"{by}={value}", counts.only(np.array(chosen, dtype=np.int64))


def _value(unit: Unit | None, by: str, what: str) -> str:
    if unit is None:
        raise BadInput(f"{what} needs to know the units", remedy="give the corpus, or units=corpus.units")
    if by == "document":
        return unit.content.document if isinstance(unit.content, Passage) else unit.id
    value = {"language": unit.language, "group": unit.group}.get(by, unit.attributes.text(by))
    if not value:
        raise NotFound(f"unit {unit.id} says no {by}", remedy=f"by is {', '.join((*BY_CLASS, *BY_UNIT))} or the name of an attribute of units")
    return value


def _by_class(
    chosen: Measure, a: Layer, b: Layer, by: str, ontology: Hierarchy | None, root: str, draws: int, level: float, seed: int, facts: Facts
) -> Iterator[Figure]:  # fmt: skip
    """A figure for each class, and the mean of those that are defined. All classes are counted at once."""
    if a.kind is not Kind.MENTIONS:
        raise BadInput(f"by={by} is about mentions, not {a.kind.value}", where=f"layer {a.name}")
    if ontology is not None and chosen.settings.get("ids") == "followed":
        a, b = follow(a, ontology).layer, follow(b, ontology).layer
    taken = apart(a, b, _classes(by, a, b, ontology, root))
    table = chosen.counts(*taken.layers).table
    if by == "category" and ontology is not None:
        said = () if any(name == "ontology" for name, _ in chosen.made_from) else (("ontology", version_of(ontology)),)
        facts = (*said, *((("root", root),) if root else ()), *facts)
    sides, size = (a.name, b.name), len(a.units)
    each: list[tuple[Keys, Table]] = []
    figures: list[Figure] = []
    for group, rows in runs(taken.group):
        each.append((taken.unit[rows], table[rows]))
        full = np.zeros((size, table.shape[1]), dtype=table.dtype)
        full[taken.unit[rows]] = table[rows]
        figures.append(figure_of(chosen, Counts(a.units, full), sides, draws=draws, level=level, seed=seed, group=f"{by}={taken.names[group]}", made_from=facts))
    yield from figures
    yield _mean(chosen, figures, each, size, sides, by, draws, level, seed, facts)


def _classes(by: str, a: Layer, b: Layer, ontology: Hierarchy | None, root: str) -> Classes:
    if by == "type":
        return by_label
    if by == "concept":
        return by_concept
    if ontology is None:
        raise BadInput("categories are branches of an ontology", remedy="give it with --ontology, or ontology=")
    used = {layer.mentions.names[n] for layer in (a, b) for n in np.unique(layer.mentions.concepts).tolist()}
    return by_group(categories(ontology, sorted(used), root))


def _mean(
    chosen: Measure, figures: Sequence[Figure], each: Sequence[tuple[Keys, Table]], units: int, sides: tuple[str, str], by: str,
    draws: int, level: float, seed: int, facts: Facts,
) -> Figure:  # fmt: skip
    """The mean over classes (macro). A draw takes the same units for all classes: a unit has mentions of many."""
    known = [f.value for f in figures if f.value is not None]
    facts = ((f"mean-of-{by}", f"{len(known)} of {len(figures)}"), *facts)
    if not known:
        why = f"undefined for every {by}: {figures[0].why}" if figures else "neither side has a mention with one"
        return Figure(str(chosen), None, units, sides, f"{by}={MEAN_OF_CLASSES}", why=why, made_from=facts)

    def values(weights: NDArray[np.int64]) -> Scores:
        found = np.stack([chosen.family.score(weights[:, unit] @ table, chosen.settings) for unit, table in each])
        there = (~np.isnan(found)).sum(axis=0)
        return np.asarray(np.nansum(found, axis=0) / np.where(there, there, np.nan), dtype=np.float64)

    ends = None
    if draws and chosen.settings.get("mean") != "macro" and len(each) <= _MOST_CLASSES:
        ends = interval(values, units, draws=draws, level=level, seed=seed)
    low, high = ends or (None, None)
    made = (*facts, *drawn(draws, level, seed)) if ends is not None else facts
    return Figure(str(chosen), float(np.mean(known)), units, sides, f"{by}={MEAN_OF_CLASSES}", low, high, "", (*chosen.made_from, *made))


_MOST_CLASSES = 500
"""An interval of the mean of more classes than this is not drawn: it would take long and say little."""


def figure_of(
    chosen: Measure,
    counts: Counts,
    sides: tuple[str, ...],
    *,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    group: str = "",
    made_from: Facts = (),
) -> Figure:
    """The value of counts with its interval."""
    value, why = chosen.value(counts)
    made_from = (*chosen.made_from, *made_from)
    ends = None
    if value is not None and draws:
        # Units with the same counts are drawn together: the price depends on how many kinds of units there are, not on how many units.
        distinct, times = np.unique(counts.table, axis=0, return_counts=True)
        ends = interval(lambda w: chosen.values(distinct, w), len(counts.units), draws=draws, level=level, seed=seed, times=times)
    if ends is not None:
        made_from = (*made_from, *drawn(draws, level, seed))
    low, high = ends or (None, None)
    return Figure(str(chosen), value, len(counts.units), sides, group, low, high, why, made_from)


def drawn(draws: int, level: float, seed: int) -> Facts:
    """How an interval was made, for the signature."""
    return (("interval", f"{level:g}"), ("draws", str(draws)), ("seed", str(seed)))
