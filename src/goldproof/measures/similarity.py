"""Phenotypes compared by what their terms mean: Jsim, In, partial precision and partial recall over an ontology.

The ontology is named in the measure, ``Jsim(ontology=uberon.owl)`` (several files with + between them), or given for a while::

    with gp.using(subsumers, corpus=layers):
        gp.score(gold, curator, "In(corpus=given)")

``mode=paper`` is what Dahdul et al. (2018) say: a statement of which a part is not matched scores 0. ``mode=deposited`` is what their deposited
program does. ``part=entity`` compares entities alone. The information content of In is measured on the two layers that are compared (``corpus=sides``) or on
the layers given beside them too (``corpus=given``), per annotation, or per line as the deposited program did (``per=lines``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadInput
from ..model import Kind, Layer
from .given import USED, Given
from .measure import Family, Scores, Settings, Table
from .naming import Parameter

if TYPE_CHECKING:
    from ..ontology.similarity import Comparison

GIVEN = "given"

_PART = Parameter("part", "whole", ("whole", "entity"), "whole: entity, quality and related entity; entity: the entities alone")
_MODE = Parameter("mode", "paper", ("paper", "deposited"), "paper: incomplete statements score 0; deposited: what there is of them is compared")
_EMPTY = Parameter("empty", "0", ("0", "1", "skip"), "what a unit is worth where neither side says anything")
_ONTOLOGY = Parameter("ontology", GIVEN, (), "files with + between them, or the ontology that is given by using(...)")
_CORPUS = Parameter("corpus", "sides", ("sides", GIVEN), "what information content is measured on: the two layers, or those given by using(...) too")
_PER = Parameter("per", "annotations", ("annotations", "lines"), "what the corpus is counted in: annotations, or all their subsumers line by line")
_MEAN = Parameter("mean", "macro", ("macro", "micro"), "macro: states are scored, then averaged; micro: over all statements")


def _asked(settings: Settings, layers: Iterable[Layer]) -> Given:
    from ..ontology.similarity import relations_in
    from ..ontology.similarity.opening import opened

    given = USED.get()
    if settings["ontology"] != GIVEN:
        # The object properties that matter are those that somebody composed with.
        relations = relations_in(expression for layer in layers for expression in layer.phenotypes.expressions)
        return Given(opened(settings["ontology"].split("+"), relations), given.corpus if given is not None else ())
    if given is None:
        raise BadInput("which ontology?", where="similarity of phenotypes", remedy="write ontology=FILE in the measure, or score inside gp.using(...)")
    return given


def _compared(ref: Layer, sys: Layer, settings: Settings) -> Comparison:
    from ..ontology.similarity import Frequency, compare, phenotypes_of

    given = _asked(settings, (ref, sys))
    profiles = given.of(settings["mode"], settings["part"])
    frequency = None
    if "per" in settings:
        beside = given.corpus if settings["corpus"] == GIVEN else ()
        # The same layer on both lists would count twice.
        layers = [ref, sys, *(layer for layer in beside if layer.name not in (ref.name, sys.name))]
        frequency = Frequency(profiles, phenotypes_of(layers), per=settings["per"])
    return compare(sys, ref, profiles, frequency)


def _best(metric: str, ref: Layer, sys: Layer, settings: Settings) -> Table:
    """``(value, 1)`` for each unit."""
    found = _compared(ref, sys, settings)
    neither = ~found.pairs.sizes.any(axis=1)
    worth = {"0": (0.0, 1.0), "1": (1.0, 1.0), "skip": (0.0, 0.0)}[settings["empty"]]
    table = np.stack([found.states[metric], np.ones(len(found.units))], axis=1)
    table[neither] = worth
    return table


def _partial(metric: str, ref: Layer, sys: Layer, settings: Settings) -> Table:
    """``(sum of best matches, statements, 1)`` for each unit."""
    found = _compared(ref, sys, settings)
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
_PHENOTYPES = frozenset({Kind.PHENOTYPES})

JSIM = Family("Jsim", "Jaccard similarity of phenotypes: shared subsumers over all subsumers, the best pair of each state", _PHENOTYPES, ("Jsim", "states"),
              lambda a, b, s: _best("Jsim", a, b, s), best_of_states, _why, (_PART, _MODE, _EMPTY, _ONTOLOGY), see=_SEE)  # fmt: skip
IN = Family("In", "normalised information content of the best common subsumer, the best pair of each state", _PHENOTYPES, ("In", "states"),
            lambda a, b, s: _best("In", a, b, s), best_of_states, _why, (_PART, _MODE, _EMPTY, _ONTOLOGY, _CORPUS, _PER), see=_SEE)  # fmt: skip
PP = Family("PP", "partial precision: the mean over the statements that were found of their best Jsim to the reference (equation 1)", _PHENOTYPES,
            ("best", "statements", "states"), lambda a, b, s: _partial("PP", a, b, s), partial_of_statements, _why,
            (_PART, _MODE, _EMPTY, _MEAN, _ONTOLOGY), symmetric=False, see=_SEE)  # fmt: skip
PR = Family("PR", "partial recall: the mean over the reference's statements of their best Jsim to what was found (equation 2)", _PHENOTYPES,
            ("best", "statements", "states"), lambda a, b, s: _partial("PR", a, b, s), partial_of_statements, _why,
            (_PART, _MODE, _EMPTY, _MEAN, _ONTOLOGY), symmetric=False, see=_SEE)  # fmt: skip
