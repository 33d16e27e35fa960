"""The scores computed anew: our own reasoner over the public ontologies, the paper's definitions, nothing that was deposited.

The Initial, Augmented and Merged ontologies of the experiment are not public as files. The releases that cover the gold standard are: Uberon 2015-05-25,
PATO 2015-02-12, BSPO 2014-02-03. A provisional term that no release took up is only itself here: nothing stands above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...model import Attributes, Kind, Layer, Phenotype
from ...model.expression import terms
from ...ontology import Ontology
from ...ontology.reasoning import Reasoner
from ...ontology.similarity import Comparison, Frequency, Profiles, Reasoned, compare, phenotypes_of, relations_in
from .counts import slots
from .deposited import CLOSE, provisional
from .material import Floats, Material

ONTOLOGIES = ("uberon-2015-05-25.owl.zip", "pato-simple-2015-02-12.owl.gz", "bspo-2014-02-03.owl.gz")
NULL = "null"
"""What the machine's tables say where a part of a composition matched no term."""


@dataclass(frozen=True)
class Own:
    material: Material

    @cached_property
    def ontologies(self) -> tuple[Ontology, ...]:
        return tuple(Ontology(self.material.folder / "ontologies" / name) for name in ONTOLOGIES)

    @cached_property
    def reasoner(self) -> Reasoner:
        return Reasoner(*self.ontologies)

    @cached_property
    def subsumers(self) -> Reasoned:
        """Named superclasses and ``OP some U``, for every OP used in a composition and every concept U of the anatomy ontology."""
        used = relations_in(e for layer in self.material.corpus.layers for e in layer.phenotypes.expressions)
        return Reasoned(self.reasoner, used, {entry.id for entry in self.ontologies[0]})

    @cached_property
    def layers(self) -> Mapping[str, Layer]:
        """The sources, with what the machine left open said to be so."""
        units = self.material.units
        return {layer.name: _without_null(layer.only(units)) for layer in self.material.corpus.layers if not layer.name.endswith("-as-made")}

    @cached_property
    def corpus(self) -> list[Phenotype]:
        """All human annotations of both rounds, and the machine's."""
        return list(phenotypes_of(layer for name, layer in self.layers.items() if name != "gold"))

    @cached_property
    def whole(self) -> tuple[Profiles, Frequency, Frequency]:
        """The last counts lines, as the deposited NIC does."""
        profiles = Profiles(self.subsumers)
        return profiles, Frequency(profiles, self.corpus), Frequency(profiles, self.corpus, per="lines")

    @cached_property
    def entities(self) -> tuple[Profiles, Frequency]:
        profiles = Profiles(self.subsumers, part="entity")
        return profiles, Frequency(profiles, self.corpus)

    def compared(self, test: str, ref: str) -> tuple[Comparison, Floats, Comparison]:
        """Whole EQs, their NIC by lines on each state, and entities alone."""
        a, b = self.layers[test], self.layers[ref]
        profiles, frequency, lines = self.whole
        found = compare(a, b, profiles, frequency)
        by_lines = replace(found, content=_rescaled(found, frequency, lines))
        return found, by_lines.states["In"], compare(a, b, *self.entities)

    def reason(self, test: str, ref: str, unit: str, published_zero: bool, computed: float) -> str:
        """Why a state's Jsim differs from the deposited one, as far as it can be told from the outside."""
        said = (*self.layers[test][unit], *self.layers[ref][unit])
        if any(provisional(p) for p in said):
            return "provisional term"
        if any(id not in self._known for p in said for e in slots(p) for id in terms(e)):
            return "term in no public release"
        if published_zero and computed > 0:
            return "deposited as 0"
        return "other release"

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(entry.id for ontology in self.ontologies for entry in ontology) | {NULL}


def _rescaled(found: Comparison, frequency: Frequency, lines: Frequency) -> Floats:
    """The same counts as shares of another total: 1 - ln k / ln T."""
    assert found.content is not None
    counts = (1 - found.content) * np.log(frequency.total)
    return np.where(found.content > 0, 1 - counts / np.log(lines.total), 0.0)


def _without_null(layer: Layer) -> Layer:
    if all(NULL not in terms(e) for e in layer.phenotypes.expressions):
        return layer
    return Layer.of(layer.name, layer.source, Kind.PHENOTYPES, {unit: tuple(map(_opened, found)) for unit, found in layer.items()})


def _opened(phenotype: Phenotype) -> Phenotype:
    open_ = {name: NULL for name in ("entity", "quality", "related") if (e := getattr(phenotype, name)) is not None and NULL in terms(e)}
    return replace(phenotype, unmatched=Attributes(**open_)) if open_ else phenotype


def differing(own: Own, test: str, ref: str, found: Comparison, published: Floats) -> Iterator[tuple[str, float, float, str]]:
    """State, deposited Jsim, computed Jsim, reason: for every state on which they differ."""
    values = found.states["Jsim"]
    for i in np.flatnonzero(np.abs(values - published) >= CLOSE).tolist():
        p, c = float(published[i]), float(values[i])
        yield found.units[i], p, c, own.reason(test, ref, found.units[i], p == 0, c)
