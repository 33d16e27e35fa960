"""What the statements of an OBO file mean in OWL, in the fragment that is reasoned over.

The meaning of each tag is that of the OBO 1.4 guide (https://owlcollab.github.io/oboformat/doc/obo-syntax.html, section 5): ``relationship: R Y``
is *subclass of R some Y*, ``intersection_of`` together are *equivalent to G and (R some F)*, ``transitive_over: S`` is the chain *R S*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from ..model.curie import curie, is_curie
from ..model.expression import And, Expression, Some, Term
from .axioms import Axiom, Axioms, Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from .entry import Entry, Sort

# What is said of relations and classes that is outside the fragment; the guide's macros are not expanded.
_OUTSIDE = frozenset(
    "inverse_of range is_symmetric is_reflexive is_functional is_inverse_functional is_asymmetric is_anti_symmetric is_cyclic disjoint_over complement_of "
    "equivalent_to_chain expand_expression_to expand_assertion_to is_metadata_tag is_class_level instance_of domain_literal".split()
)
_FLAGS = ("is_symmetric", "is_reflexive", "is_functional", "is_inverse_functional", "is_asymmetric", "is_anti_symmetric", "is_cyclic",
          "is_metadata_tag", "is_class_level")  # fmt: skip
_MODIFIER = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
_TAIL = re.compile(r"\s+[!{].*", re.DOTALL)
_PLAIN: Mapping[str, str] = MappingProxyType({})
_NO_HEADER: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def modifiers(value: str) -> dict[str, str]:
    """The modifiers behind a value that change what it means: ``{all_only="true"}``, cardinalities, ``gci_relation``."""
    if "{" not in value:
        return {}
    found = dict(_MODIFIER.findall(value.partition("{")[2]))
    return {k: v for k, v in found.items() if k in ("all_only", "all_some", "cardinality", "minCardinality", "maxCardinality", "gci_relation", "gci_filler")}


def axioms_of(entries: Iterable[Entry], header: Mapping[str, tuple[str, ...]] = _NO_HEADER) -> Axioms:
    """The axioms that entries state, in their order. Relations go by their full ids (:func:`expansions`)."""
    entries = tuple(entries)
    maker = _Maker(entries)
    made = [axiom for entry in entries for axiom in maker.of(entry)]
    left = maker.left
    left.update({tag: len(values) for tag, values in header.items() if tag == "owl-axioms" or tag.startswith("treat-xrefs-as")})
    return Axioms(tuple(made), MappingProxyType({kind: left[kind] for kind in sorted(left) if left[kind]}))


def expansions(entries: Iterable[Entry]) -> dict[str, str]:
    """The full ids of relations that a file calls by a short name: part_of -> BFO:0000050, because its Typedef has that xref.

    The guide's rule (5.9.3): an xref of RO or BFO before any other. Names without such an xref stay as they are.
    """
    full: dict[str, str] = {}
    for entry in entries:
        if entry.sort is Sort.RELATION and ":" not in entry.id:
            xrefs = [x for x in map(curie, entry.xrefs) if is_curie(x)]
            best = [x for x in xrefs if x.startswith(("RO:", "BFO:"))] or xrefs
            if best:
                full[entry.id] = best[0]
    return full


class _Maker:
    """Axioms out of entries; the same term is the same object everywhere."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.full = expansions(entries)
        # Relations that are annotations in OWL: what is said with them is not logic.
        self.unlogical = {e.id for e in entries if e.sort is Sort.RELATION
                          and any(tag in ("is_metadata_tag", "is_class_level") and _said(value) == "true" for tag, value in e.clauses)}  # fmt: skip
        self.left: Counter[str] = Counter()
        self._terms: dict[str, Term] = {}
        self._some: dict[tuple[str, str], Some] = {}

    def term(self, id: str) -> Term:
        if id not in self._terms:
            self._terms[id] = Term(id)
        return self._terms[id]

    def role(self, name: str) -> str:
        name = curie(name)
        return self.full.get(name, name)

    def some(self, relation: str, id: str) -> Some:
        if (relation, id) not in self._some:
            self._some[relation, id] = Some(self.role(relation), self.term(id))
        return self._some[relation, id]

    def of(self, entry: Entry) -> Iterator[Axiom]:
        if entry.sort is Sort.CLASS:
            yield from self._of_class(entry)
        elif entry.sort is Sort.RELATION:
            yield from self._of_relation(entry)
        else:
            self.left["instances"] += 1

    def _of_class(self, entry: Entry) -> Iterator[Axiom]:
        this = self.term(entry.id)
        for parent in entry.parents:
            yield Subclass(this, self.term(parent))
        # Relationships whose modifiers change what they mean stand in the clauses a second time, as written.
        special = {_words(value)[:2]: modifiers(value) for tag, value in entry.clauses if tag == "relationship"} if entry.clauses else {}
        for relation, filler in entry.relationships:
            if relation in self.unlogical:
                self.left["relationship of classes or for information"] += 1
            else:
                yield from self._special(special.get((relation, filler), _PLAIN), this, self.some(relation, filler))
        if len(entry.genus) > 1:
            yield Equivalent((this, And(tuple(self.some(r, f) if r else self.term(f) for r, f in entry.genus))))
        elif entry.genus:
            self.left["intersection_of with one part"] += 1
        if entry.clauses:
            yield from self._of_clauses(entry, this)

    def _of_clauses(self, entry: Entry, this: Term) -> Iterator[Axiom]:
        united: list[Expression] = []
        for tag, value in entry.clauses:
            if tag == "union_of":
                words = _words(value)
                united += [self.some(*words[:2])] if len(words) > 1 else [self.term(word) for word in words]
            elif tag == "disjoint_from":
                yield Disjoint((this, self.term(_first(value))))
            elif tag == "equivalent_to":
                yield Equivalent((this, self.term(_first(value))))
            elif tag == "is_a":
                yield from self._special(modifiers(value), this, self.term(_first(value)))
            elif tag == "relationship" and "gci_relation" in (said := modifiers(value)):
                yield from self._special(said, this, self.some(*_words(value)[:2]))
            elif tag in _OUTSIDE:
                self.left[tag] += 1
        if len(united) > 1:
            yield Equivalent((this, Or(tuple(united))))
        elif united:
            self.left["union_of with one part"] += 1

    def _special(self, said: Mapping[str, str], sub: Term, sup: Expression) -> Iterator[Axiom]:
        if not said:
            yield Subclass(sub, sup)
        elif said.get("gci_relation") and said.get("gci_filler"):
            yield Subclass(And((sub, self.some(said["gci_relation"], curie(said["gci_filler"])))), sup)
        elif said.get("all_only") == "true":
            self.left["relationship of all values only"] += 1
            if said.get("all_some") == "true":
                yield Subclass(sub, sup)
        elif "0" in (said.get("cardinality"), said.get("maxCardinality")):
            self.left["relationship that is denied"] += 1
        else:
            if {"cardinality", "minCardinality", "maxCardinality"} & set(said):
                self.left["cardinality of a relationship"] += 1
            if "maxCardinality" not in said or said.get("minCardinality", "0") != "0":
                yield Subclass(sub, sup)

    def _of_relation(self, entry: Entry) -> Iterator[Axiom]:
        this = self.role(entry.id)
        if entry.id in self.unlogical:
            self.left["relations of classes or for information"] += 1
            return
        for parent in entry.parents:
            yield Subrole((this,), self.role(parent))
        if entry.genus:
            self.left["intersection_of a relation"] += 1
        if entry.relationships:
            self.left["relationship of a relation"] += len(entry.relationships)
        for tag, value in entry.clauses:
            if tag in ("is_transitive", *_FLAGS) and _said(value) != "true":
                continue
            match tag:
                case "is_transitive":
                    yield Subrole((this, this), this)
                case "transitive_over":
                    yield Subrole((this, self.role(_first(value))), this)
                case "holds_over_chain" | "equivalent_to_chain":
                    if len(chain := _words(value)) > 1:
                        yield Subrole(tuple(map(self.role, chain)), this)
                    if tag == "equivalent_to_chain":
                        self.left["equivalent_to_chain, from the relation to the chain"] += 1
                case "equivalent_to":
                    other = self.role(_first(value))
                    yield Subrole((this,), other)
                    yield Subrole((other,), this)
                case "domain":
                    yield Domain(this, self.term(_first(value)))
                case "union_of" | "disjoint_from":
                    self.left[f"{tag} of a relation"] += 1
                case _ if tag in _OUTSIDE:
                    self.left[tag] += 1


def _words(value: str) -> tuple[str, ...]:
    """The ids of a value, without modifiers and comment."""
    return tuple(map(curie, _TAIL.sub("", value).split()))


def _first(value: str) -> str:
    return _words(value)[0] if value.split() else ""


def _said(value: str) -> str:
    return value.split(None, 1)[0].lower() if value.strip() else ""
