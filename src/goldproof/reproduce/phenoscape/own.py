"""The scores computed anew: our own reasoner over the public ontologies, the paper's definitions, nothing that was deposited.

The Initial, Augmented and Merged ontologies of the experiment are not public as files. The releases that cover the gold standard are: Uberon 2015-05-25,
PATO 2015-02-12, BSPO 2014-02-03. A provisional term that no release took up is only itself here: nothing stands above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...model import Attributes, Expression, Kind, Layer, Phenotype
from ...model.expression import terms
from ...ontology import Ontology
from ...ontology.reasoning import Reasoner
from ...ontology.similarity import Comparison, Frequency, Profiles, Reasoned, compare, phenotypes_of, relations_in
from ..row import Row
from .counts import slots
from .deposited import CLOSE, provisional
from .material import NULL, Floats, Material, named, squeezed

ONTOLOGIES = ("uberon-2015-05-25.owl.zip", "pato-simple-2015-02-12.owl.gz", "bspo-2014-02-03.owl.gz")
PROVISIONAL = "provisional term"
UNKNOWN = "term in no public release"
ZERO = "deposited as 0"
RELEASE = "superclasses of another release"
UNLISTED = "term provisional then or not in the deposited lists"
PARTIAL = "incomplete EQ, deposited with a score for what there is of it"
OTHER = "other"


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

    def reason(self, test: str, ref: str, unit: str, published: float, computed: float) -> str:
        """Why a state's Jsim differs from the deposited one, as far as it can be told from the outside: by the terms of its EQs."""
        said = (*self.layers[test][unit], *self.layers[ref][unit])
        expressions = {e for p in said for e in slots(p)}
        if any(provisional(p) for p in said):
            return PROVISIONAL
        if any(id not in self._known for e in expressions for id in terms(e)):
            return UNKNOWN
        if published == 0 and computed > 0:
            return ZERO
        standings = {self.standing(e) for e in expressions}
        if standings & {RELEASE, UNLISTED}:
            return RELEASE if RELEASE in standings else UNLISTED
        return PARTIAL if any(slots(p) and not p.complete for p in said) else OTHER

    def standing(self, expression: Expression) -> str:
        """Whether the deposited program had the superclasses that we have: ``RELEASE`` if other ones, ``UNLISTED`` if nobody can tell, empty if the same."""
        if expression not in self._standings:
            name = named(expression)
            there = self.material.lists.lists.get(name)
            mine = {squeezed(above) for above in self.subsumers.superclasses(expression)}
            self._standings[expression] = UNLISTED if there is None else "" if mine - {name} == set(there) - {name} else RELEASE
        return self._standings[expression]

    @cached_property
    def _standings(self) -> dict[Expression, str]:
        return {}

    def lists_rows(self) -> Iterator[Row]:
        """How far the superclasses of the public releases are those of the deposited lists, over the components without a provisional term."""
        found = {e: self.standing(e) for layer in self.layers.values() for e in layer.phenotypes.expressions if not any("TEMP:" in id for id in terms(e))}
        listed = [e for e, standing in found.items() if standing != UNLISTED]
        ours, theirs = Counter[str](), Counter[str]()
        for e in listed:
            name = named(e)
            there, mine = set(self.material.lists.lists[name]) - {name}, {squeezed(above) for above in self.subsumers.superclasses(e)} - {name}
            ours.update(mine - there)
            theirs.update(there - mine)
        only = "; ".join(f"only {whose}: " + ", ".join(f"{above} ({n})" for above, n in counts.most_common(5)) for whose, counts in (("here", ours), ("deposited", theirs)))
        yield Row("own/components/listed", "components without a provisional term that the deposited lists have, of all", len(found), len(listed),
                  why="the lists are of the six curator sets as they were made; gold, machine and mapped ids are not in them")  # fmt: skip
        yield Row("own/components/equal", "of these, with the same superclasses from the public releases", len(listed), sum(not found[e] for e in listed),
                  why=f"releases of 2014 and 2015 instead of the Merged ontology, which is not public; most often {only}")  # fmt: skip

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
        yield found.units[i], p, c, own.reason(test, ref, found.units[i], p, c)
