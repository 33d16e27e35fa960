"""Our reasoner beside ELK 0.6 on the 1,911 distinct components of all annotations: named classes, and ``OP some U``."""

from __future__ import annotations

from collections.abc import Iterator

from ...formats.manchester import canonical, canonical_ids, parse
from ...model import And, Expression, Some, Term
from ..row import Row
from .own import Own


def rows(own: Own) -> Iterator[Row]:
    named = {_foreign(canonical_ids(parse(text))): above for text, above in own.material.oracle("elk-named.tsv.gz").items()}
    equal = 0
    for component, above in named.items():
        found = own.reasoner.superclasses(component) - ({component.id} if isinstance(component, Term) else set())
        equal += found == {canonical(id) for id in above}
    yield Row("oracle/named/equal", "components with the named superclasses that ELK finds", len(named), equal)
    related = {_foreign(canonical_ids(parse(text))): above for text, above in own.material.oracle("elk-with-relations.tsv.gz").items()}
    pairs = {c: {(_other(canonical(r)), canonical(u)) for r, u in (s.split(" some ") for s in above if " some " in s)} for c, above in related.items()}
    relations = {relation for found in pairs.values() for relation, _ in found}
    declared = {entry.id for entry in own.ontologies[0]}
    equal = 0
    more: dict[str, int] = {}
    for component, expected in pairs.items():
        ours = {(relation, id) for relation, id in own.reasoner.some_subsumers(component) if relation in relations}
        equal += {(relation, id) for relation, id in ours if id in declared} == expected
        for id in {id for _, id in ours - expected}:
            more[id] = more.get(id, 0) + 1
    yield Row("oracle/some/equal", "components with the `OP some U` that ELK finds, for every class U that Uberon declares", len(pairs), equal,
              why=f"beyond these we find {len(more)} classes U that Uberon does not declare: {_listed(more)}; two of them stand in annotations only")  # fmt: skip


def _listed(more: dict[str, int]) -> str:
    """What is found beyond the oracle: classes, and in how many components."""
    uberon = sorted(id for id in more if id.startswith("UBERON:"))
    first = [*uberon, *sorted((id for id in more if id not in uberon), key=lambda id: (-more[id], id))[:5]]
    return ", ".join(f"{id} ({more[id]})" for id in first) + (f" and {len(more) - len(first)} more" if len(more) > len(first) else "")


def _other(relation: str) -> str:
    """Relations without a number stood in the oracle's questions under other names than in the ontologies: there no axiom speaks of them."""
    return relation if any(c.isdigit() for c in relation) else f"obo/{relation}"


def _foreign(expression: Expression) -> Expression:
    match expression:
        case Some(relation, filler):
            return Some(_other(relation), _foreign(filler))
        case And(parts):
            return And(tuple(map(_foreign, parts)))
    return expression
