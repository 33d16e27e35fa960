"""Phenotypes compared by what their terms mean: Jsim, In, partial precision and partial recall over an ontology.

The ontology is given, ``gp.score(gold, curator, "Jsim", ontology=uberon)``; or, for superclasses from elsewhere and for a corpus, for a while::

    with gp.using(subsumers, corpus=layers):
        gp.score(gold, curator, "In(corpus=given)")

``mode=paper`` is what Dahdul et al. (2018) say: a statement of which a part is not matched scores 0. ``mode=deposited`` is what their deposited
program does. ``part=entity`` compares entities alone. The information content of In is measured on the two layers that are compared (``corpus=sides``) or on
the layers given beside them too (``corpus=given``), per annotation, or per line as the deposited program did (``per=lines``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadInput
from ..model import Kind, Layer
from .given import USED, Given
from .hierarchy import Hierarchy
from .measure import Family, Scores, Settings, Table
from .naming import Parameter

if TYPE_CHECKING:
    from ..ontology.similarity import Comparison

GIVEN = "given"

_PART = Parameter("part", "whole", ("whole", "entity"), "whole: entity, quality and related entity; entity: the entities alone")
_MODE = Parameter("mode", "paper", ("paper", "deposited"), "paper: incomplete statements score 0; deposited: what there is of them is compared")
_EMPTY = Parameter("empty", "0", ("0", "1", "skip"), "what a unit is worth where neither side says anything")
_CORPUS = Parameter("corpus", "sides", ("sides", GIVEN), "what information content is measured on: the two layers, or those given by using(...) too")
_PER = Parameter("per", "annotations", ("annotations", "lines"), "what the corpus is counted in: annotations, or all their subsumers line by line")
_LABELS = Parameter("labels", "equations", ("equations", "published"), "equations: PP is equation 1, PR equation 2; published: the other way round, as the deposited files are named")
_MEAN = Parameter("mean", "macro", ("macro", "micro"), "macro: states are scored, then averaged; micro: over all statements")


def _given_by(ontology: Hierarchy, layers: Iterable[Layer]) -> Given:
    from ..ontology import Ontology
    from ..ontology.similarity import Told, reasoned, relations_in

    used = USED.get()
    corpus = used.corpus if used is not None else ()
    if not isinstance(ontology, Ontology):
        return Given(Told(ontology), corpus)
    # The object properties that matter are those that somebody composed with.
    relations = relations_in(expression for layer in (*layers, *corpus) for expression in layer.phenotypes.expressions)
    return Given(reasoned(ontology, relations), corpus)


def _compared(ref: Layer, sys: Layer, settings: Settings, given: Given | None) -> Comparison:
    from ..ontology.similarity import Frequency, compare, phenotypes_of

    if given is None:
        raise BadInput("no ontology is given", where="similarity of phenotypes", remedy="score(..., ontology=...), or inside gp.using(...)")
    profiles = given.of(settings["mode"], settings["part"])
    frequency = None
    if "per" in settings:
        beside = given.corpus if settings["corpus"] == GIVEN else ()
        # The same layer on both lists would count twice.
        layers = [ref, sys, *(layer for layer in beside if layer.name not in (ref.name, sys.name))]
        frequency = Frequency(profiles, phenotypes_of(layers), per=settings["per"])
    return compare(sys, ref, profiles, frequency)


def _best(metric: str, ref: Layer, sys: Layer, settings: Settings, given: Given | None) -> Table:
    """``(value, 1)`` for each unit."""
    found = _compared(ref, sys, settings, given)
    neither = ~found.pairs.sizes.any(axis=1)
    worth = {"0": (0.0, 1.0), "1": (1.0, 1.0), "skip": (0.0, 0.0)}[settings["empty"]]
    table = np.stack([found.states[metric], np.ones(len(found.units))], axis=1)
    table[neither] = worth
    return table


def _partial(metric: str, ref: Layer, sys: Layer, settings: Settings, given: Given | None) -> Table:
    """``(sum of best matches, statements, 1)`` for each unit."""
    found = _compared(ref, sys, settings, given)
    if settings["labels"] == "published":
        metric = "PR" if metric == "PP" else "PP"
    many = found.pairs.sizes[:, 0 if metric == "PP" else 1]
    table = np.stack([found.states[metric] * many, many, np.ones(len(many))], axis=1).astype(np.float64)
    neither = ~found.pairs.sizes.any(axis=1)
    table[neither] = {"0": (0.0, 0.0, 1.0), "1": (1.0, 1.0, 1.0), "skip": (0.0, 0.0, 0.0)}[settings["empty"]]
    return table


def best_of_states(sums: Table, settings: Settings) -> Scores:
    """The mean over states."""
    value, states = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    return np.asarray(value / np.where(states > 0, states, np.nan), dtype=np.float64)


def partial_of_statements(sums: Table, settings: Settings) -> Scores:
    """Best matches over statements; 0 where the side that is averaged over says nothing in states that count."""
    best, statements, states = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    return np.asarray(best / np.where(statements > 0, statements, np.where(states > 0, 1.0, np.nan)), dtype=np.float64)


def _why(sums: Table, settings: Settings) -> str:
    return "neither side says anything in any unit, and empty=skip"


_SEE = "Dahdul et al. 2018, Database bay110, section 3.5"
Count = Callable[[str, Layer, Layer, Settings, Given | None], Table]


def _family(name: str, title: str, count: Count, columns: tuple[str, ...], score: Callable[[Table, Settings], Scores], more: tuple[Parameter, ...]) -> Family:
    def counts(ref: Layer, sys: Layer, settings: Settings) -> Table:
        return count(name, ref, sys, settings, USED.get())

    def informed(ref: Layer, sys: Layer, settings: Settings, ontology: Hierarchy) -> Table:
        return count(name, ref, sys, settings, _given_by(ontology, (ref, sys)))

    parameters = (_PART, _MODE, _EMPTY, *more)
    return Family(name, title, frozenset({Kind.PHENOTYPES}), columns, counts, score, _why, parameters, symmetric=name in ("Jsim", "In"), see=_SEE,
                  informed=informed, needs_ontology=lambda settings: USED.get() is None)  # fmt: skip


_OF_STATEMENTS = ("best", "statements", "states")
JSIM = _family("Jsim", "Jaccard similarity of phenotypes: shared subsumers over all subsumers, the best pair of each state", _best, ("Jsim", "states"), best_of_states, ())
IN = _family("In", "normalised information content of the best common subsumer, the best pair of each state", _best, ("In", "states"), best_of_states, (_CORPUS, _PER))
PP = _family("PP", "partial precision: the mean over the statements that were found of their best Jsim to the reference (equation 1)", _partial,
             _OF_STATEMENTS, partial_of_statements, (_MEAN, _LABELS))  # fmt: skip
PR = _family("PR", "partial recall: the mean over the reference's statements of their best Jsim to what was found (equation 2)", _partial,
             _OF_STATEMENTS, partial_of_statements, (_MEAN, _LABELS))  # fmt: skip
