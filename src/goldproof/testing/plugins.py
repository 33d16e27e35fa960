"""Conformance of the other plug-ins: annotators, measures, tasks."""

from __future__ import annotations

from collections.abc import Iterator

from ..contracts import Annotator, Measure, Task
from ..formats.checksum import checksum
from ..model import Corpus, Kind, Layer, Passage
from ..ontology import Ontology
from .samples import SAMPLES


def _raise(name: object, wrong: list[str]) -> None:
    if wrong:
        raise AssertionError(f"{name}:\n" + "\n".join(wrong))


def check_annotator(annotator: object, *, corpora: tuple[Corpus, ...] | None = None) -> None:
    """It annotates every sample corpus, leaves it as it is, stays inside the texts, and says the same twice."""
    if not isinstance(annotator, Annotator):
        raise AssertionError(f"{annotator!r} is no annotator: it needs a name and annotate(corpus) -> Layer")
    texts = tuple(c for c in SAMPLES.values() if c.documents) if corpora is None else corpora
    _raise(annotator.name, [line for corpus in texts for line in _annotated(annotator, corpus)])


def _annotated(annotator: Annotator, corpus: Corpus) -> Iterator[str]:
    before = checksum(corpus)
    layer = annotator.annotate(corpus)
    if not isinstance(layer, Layer):
        yield f"annotate gives a {type(layer).__name__}, not a Layer"
        return
    if layer.source.name != annotator.name:
        yield f"its layer says that it is by {layer.source.name!r}"
    unknown = [unit for unit in layer.units if unit not in {u.id for u in corpus.units}]
    if unknown:
        yield f"it judged units that are not there: {', '.join(unknown[:3])}"
    elif layer.kind is Kind.MENTIONS:
        for unit, mentions in layer.items():
            place = corpus.span(unit) if isinstance(corpus.unit(unit).content, Passage) else None
            if any(place is None or not place.holds(span) for m in mentions for span in m.spans):
                yield f"a mention lies outside of unit {unit}"
                break
    if checksum(corpus) != before:
        yield "it changed the corpus"
    if checksum(annotator.annotate(corpus)) != checksum(layer):
        yield "it says another thing the second time: set a seed"


def check_measure(measure: object, *, layers: tuple[tuple[Layer, Layer], ...] | None = None, settings: dict[str, str] | None = None) -> None:
    """It counts one row a unit, adds up, and scores sums; tried on pairs of layers (of the samples, where none are given)."""
    if not isinstance(measure, Measure):
        raise AssertionError(f"{measure!r} is no measure: it needs a name, counts(a, b, settings) and score(sums, settings)")
    kinds = getattr(measure, "kinds", frozenset(Kind))
    pairs = layers or tuple((la, la) for c in SAMPLES.values() for la in c.layers if la.kind in kinds and la.units)
    chosen = {p.name: p.default for p in getattr(measure, "parameters", ())} | (settings or {})
    wrong = []
    for a, b in pairs:
        # What looks at an ontology gets an empty one: every term is unknown, and that must do.
        informed = getattr(measure, "informed", None) if getattr(measure, "needs_ontology", lambda settings: False)(chosen) else None
        table = measure.counts(a, b, chosen) if informed is None else informed(a, b, chosen, Ontology.of(()))
        if len(table) != len(a.units):
            wrong.append(f"{len(table)} rows for {len(a.units)} units of {a.name}")
            continue
        values = measure.score(table.sum(axis=0, keepdims=True), chosen)
        if len(values) != 1:
            wrong.append(f"one row of sums gives {len(values)} numbers")
    _raise(measure.name, wrong)


def check_task(task: object) -> None:
    """It says its name, what a system has to do, the kind of judgement, and its measures."""
    if not isinstance(task, Task):
        raise AssertionError(f"{task!r} is no task: it needs name, what, kind and measures")
    wrong = [] if task.name and task.what else ["it needs a name and a line that says what a system has to do"]
    wrong += [] if isinstance(task.kind, Kind) else [f"kind is a {type(task.kind).__name__}, not a Kind"]
    wrong += [] if task.measures and all(isinstance(m, str) for m in task.measures) else ["it needs measures, by name"]
    _raise(task.name, wrong)
