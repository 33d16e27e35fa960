"""OBO Graphs JSON (https://github.com/geneontology/obographs): nodes, edges, logical definitions; several graphs in a file are taken together."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import BadInput
from ..formats.files import decode
from ..model.curie import curie
from ..model.expression import And, Expression, Some, Term
from .axioms import Axiom, Axioms, Domain, Equivalent, Subclass, Subrole
from .entry import Contents, Entry, Scope, Sort, Synonym

_SORTS = {"CLASS": Sort.CLASS, "PROPERTY": Sort.RELATION, "INDIVIDUAL": Sort.INDIVIDUAL}
_SCOPES = {"hasExactSynonym": Scope.EXACT, "hasBroadSynonym": Scope.BROAD, "hasNarrowSynonym": Scope.NARROW, "hasRelatedSynonym": Scope.RELATED}
Plain = Mapping[str, Any]


def parse(data: bytes, path: Path) -> Contents:
    """The contents of an OBO Graphs document. A node or edge that cannot be understood is a warning; the rest goes on."""
    text = decode(data.removeprefix(b"\xef\xbb\xbf"), path)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not sound JSON: {error}", where=path) from None
    graphs = document.get("graphs") if isinstance(document, dict) else None
    if not isinstance(graphs, list) or not all(isinstance(g, dict) for g in graphs) or not graphs:
        raise BadInput("JSON, but no OBO Graphs: it has no list 'graphs'", where=path)
    reader = _Reader()
    for graph in graphs:
        reader.take(graph)
    if not reader.nodes:
        raise BadInput("OBO Graphs without a node", where=path)
    name, version = _name(graphs[0], path)
    return Contents(name, version, tuple(reader.entries()), warnings=tuple(reader.warnings),
                    axioms=Axioms(tuple(reader.axioms), MappingProxyType(dict(sorted(reader.left.items())))))  # fmt: skip


class _Reader:
    def __init__(self) -> None:
        self.nodes: dict[str, Plain] = {}
        self.sorts: dict[str, Sort] = {}
        self.parents: dict[str, list[str]] = {}
        self.relationships: dict[str, list[tuple[str, str]]] = {}
        self.genus: dict[str, tuple[tuple[str, str], ...]] = {}
        self.clauses: dict[str, list[tuple[str, str]]] = {}
        self.axioms: list[Axiom] = []
        self.left: Counter[str] = Counter()
        self.warnings: list[str] = []

    def take(self, graph: Plain) -> None:
        for what, one in (
            ("nodes", self._node), ("edges", self._edge), ("logicalDefinitionAxioms", self._definition), ("equivalentNodesSets", self._equivalent),
            ("domainRangeAxioms", self._domain), ("propertyChainAxioms", self._chain),
        ):  # fmt: skip
            given = graph.get(what) or []
            for number, plain in enumerate(given if isinstance(given, list) else [given]):
                try:
                    one(plain)
                except (KeyError, TypeError, AttributeError, ValueError) as error:
                    missing = f"no {error}" if isinstance(error, KeyError) else str(error)
                    self.warnings.append(f"{what}[{number}]: {missing}: {json.dumps(plain)[:60]}")
        for what in sorted(set(graph) - {"id", "lbl", "meta", "nodes", "edges", "logicalDefinitionAxioms", "equivalentNodesSets", "domainRangeAxioms", "propertyChainAxioms"}):
            if graph[what]:
                self.left[what] += len(graph[what]) if isinstance(graph[what], list) else 1

    def _node(self, node: Plain) -> None:
        id = _id(node["id"])
        meta = node.get("meta") or {}
        if not isinstance(meta, dict):
            raise ValueError("its meta is no record")
        sort = node.get("type")
        if id in self.nodes:
            node = {**node, **self.nodes[id], "meta": meta | (self.nodes[id].get("meta") or {})}
        self.nodes[id] = node
        if sort in _SORTS:
            self.sorts[id] = _SORTS[sort]

    def _edge(self, edge: Plain) -> None:
        sub, relation, obj = _id(edge["sub"]), edge["pred"], _id(edge["obj"])
        if relation == "is_a":
            self.parents.setdefault(sub, []).append(obj)
            self.axioms.append(Subclass(Term(sub), Term(obj)))
        elif relation == "subPropertyOf":
            self.parents.setdefault(sub, []).append(obj)
            self.axioms.append(Subrole((sub,), obj))
        elif relation in ("inverseOf", "type"):
            self.left["inverse_of" if relation == "inverseOf" else "instance_of"] += 1
            self.clauses.setdefault(sub, []).append(("inverse_of" if relation == "inverseOf" else "instance_of", obj))
        else:
            self.relationships.setdefault(sub, []).append((_id(relation), obj))
            self.axioms.append(Subclass(Term(sub), Some(_id(relation), Term(obj))))

    def _definition(self, plain: Plain) -> None:
        parts = [("", _id(g)) for g in plain.get("genusIds") or ()]
        parts += [(_id(r["propertyId"]), _id(r["fillerId"])) for r in plain.get("restrictions") or () if r is not None]
        if len(parts) < 2:
            raise ValueError("a definition of one part")
        defined = _id(plain["definedClassId"])
        self.genus.setdefault(defined, tuple(parts))
        whole: tuple[Expression, ...] = tuple(Some(r, Term(f)) if r else Term(f) for r, f in parts)
        self.axioms.append(Equivalent((Term(defined), And(whole))))

    def _equivalent(self, plain: Plain) -> None:
        ids = list(dict.fromkeys(_id(id) for id in (plain.get("representativeNodeId"), *plain["nodeIds"]) if id))
        if len(ids) > 1:
            self.axioms.append(Equivalent(tuple(map(Term, ids))))
            self.clauses.setdefault(ids[0], []).extend(("equivalent_to", id) for id in ids[1:])

    def _domain(self, plain: Plain) -> None:
        relation = _id(plain["predicateId"])
        for tag in ("domain", "range"):
            for id in plain.get(f"{tag}ClassIds") or ():
                self.clauses.setdefault(relation, []).append((tag, _id(id)))
                if tag == "domain":
                    self.axioms.append(Domain(relation, Term(_id(id))))
                else:
                    self.left["range"] += 1
        if plain.get("allValuesFromEdges"):
            self.left["relationship of all values only"] += len(plain["allValuesFromEdges"])

    def _chain(self, plain: Plain) -> None:
        chain = tuple(_id(id) for id in plain["chainPredicateIds"])
        if not chain:
            raise ValueError("a chain of nothing")
        relation = _id(plain["predicateId"])
        self.clauses.setdefault(relation, []).append(("holds_over_chain", " ".join(chain)))
        self.axioms.append(Subrole(chain, relation))

    @cached_property
    def used(self) -> frozenset[str]:
        """What stands as the relation of an edge."""
        return frozenset(relation for pairs in self.relationships.values() for relation, _ in pairs)

    def entries(self) -> Iterator[Entry]:
        for id, node in self.nodes.items():
            try:
                yield self._entry(id, node)
            except (KeyError, TypeError, AttributeError, ValueError) as error:
                missing = f"no {error}" if isinstance(error, KeyError) else str(error)
                self.warnings.append(f"node {id}: {missing}: only its id was taken")
                yield Entry(id, sort=self.sorts.get(id, Sort.CLASS))

    def _entry(self, id: str, node: Plain) -> Entry:
        meta: Plain = node.get("meta") or {}
        said: dict[str, list[str]] = {}
        for value in meta.get("basicPropertyValues") or ():
            said.setdefault(_tail(value["pred"]), []).append(str(value["val"]))
        sort = self.sorts.get(id)
        if sort is None:
            # Older files have no type: what is used as a relation is one.
            sort = Sort.RELATION if id in self.used else Sort.CLASS
        if "true" in (v.lower() for v in said.pop("is_transitive", ())):
            self.axioms.append(Subrole((id, id), id))
        taken = {tag: said.pop(tag, []) for tag in ("hasOBONamespace", "hasAlternativeId", "IAO_0100001", "consider", "deprecated", "hasDbXref", "inSubset")}
        return Entry(
            id,
            str(node.get("lbl") or ""),
            sort,
            namespace=(taken["hasOBONamespace"] or [""])[0],
            definition=str((meta.get("definition") or {}).get("val") or ""),
            comment="\n".join(map(str, meta.get("comments") or ())),
            synonyms=tuple(_synonym(s) for s in meta.get("synonyms") or ()),
            parents=tuple(dict.fromkeys(self.parents.get(id, ()))),
            alternatives=tuple(map(_id, taken["hasAlternativeId"])),
            relationships=tuple(dict.fromkeys(self.relationships.get(id, ()))),
            genus=self.genus.get(id, ()),
            xrefs=tuple(dict.fromkeys(str(x["val"]) for x in meta.get("xrefs") or ())),
            subsets=tuple(_tail(s) for s in meta.get("subsets") or ()),
            obsolete=bool(meta.get("deprecated")) or "true" in taken["deprecated"],
            replaced_by=tuple(map(_id, taken["IAO_0100001"])),
            consider=tuple(map(_id, taken["consider"])),
            clauses=(*self.clauses.get(id, ()), *((tag, value) for tag, values in said.items() for value in values)),
        )


def _synonym(plain: Plain) -> Synonym:
    kind = _tail(plain["synonymType"]) if plain.get("synonymType") else ""
    return Synonym(str(plain["val"]), _SCOPES.get(_tail(plain["pred"]), Scope.RELATED), kind, tuple(map(str, plain.get("xrefs") or ())))


def _id(id: object) -> str:
    if not isinstance(id, str) or not id.strip():
        raise ValueError(f"{id!r} is no id")
    return curie(id)


def _tail(address: object) -> str:
    """The last word of an address: ...oboInOwl#hasExactSynonym."""
    return str(address).rpartition("#")[2].rpartition("/")[2].rpartition(":")[2]


def _name(graph: Plain, path: Path) -> tuple[str, str]:
    named = str(graph.get("id") or "")
    meta = graph.get("meta")
    version = str(meta.get("version") or "") if isinstance(meta, dict) else ""
    tail = named.removeprefix("http://purl.obolibrary.org/obo/") or path.name
    for suffix in (".gz", ".zip", ".json", ".owl", ".obo"):
        tail = tail.removesuffix(suffix)
    return tail, version.removeprefix("http://purl.obolibrary.org/obo/")
