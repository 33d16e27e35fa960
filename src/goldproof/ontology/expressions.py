"""Class expressions and an ontology: names for ids and ids for names, and whether an expression fits what the ontology says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import BadInput, NotFound
from ..formats.manchester import canonical, parse, render
from ..model.curie import curie, is_curie
from ..model.expression import And, Expression, Some, Term
from .status import Standing

if TYPE_CHECKING:
    from .ontology import Ontology


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something in an expression that does not fit the ontology.

    ``kind`` is one of "term-unknown", "term-obsolete", "relation-unknown", "relation-obsolete", "term-as-relation", "relation-as-term",
    "domain", "range"; ``id`` is the term or relation it is about.
    """

    kind: str
    id: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.message} ({self.remedy})" if self.remedy else self.message


def read_expression(text: str, ontology: Ontology) -> Expression:
    """The expression in a text in Manchester syntax whose names are ids or labels, mixed as one likes.

    A label that two terms bear is refused with both; a name that nobody bears too, unless it is an id.
    """
    return _renamed(parse(text, labels=True), lambda name: _term(name, ontology, text), lambda name: _relation(name, ontology, text))


def write_expression(expression: Expression, ontology: Ontology) -> str:
    """The expression with labels in place of ids, as :func:`read_expression` reads it. What has no label of its own keeps its id."""
    return render(_renamed(expression, lambda id: _label(id, ontology), lambda id: _relation_label(id, ontology)), labels=True)


def spoken(expression: Expression, ontology: Ontology) -> str:
    """The expression in the words of its labels, also where they do not lead back to it (obsolete terms, labels that two terms bear)."""
    named = _renamed(expression, lambda id: ontology.label(id) or canonical(id), lambda name: ontology.roles.label(ontology.relation(name)) or canonical(name))
    return named.id if isinstance(named, Term) else render(named, labels=True)


def plain_expression(expression: Expression, ontology: Ontology) -> Expression:
    """The same expression with primary ids, and relations by the ids that the axioms use. What nobody knows stays as it is."""

    def known(id: str) -> str:
        status = ontology.status(id)
        return status.id if status.standing is Standing.ALTERNATIVE and status.id else canonical(id)

    return _renamed(expression, known, lambda name: ontology.relation(name) or canonical(name))


def misfits(expression: Expression, ontology: Ontology) -> tuple[Misfit, ...]:
    """Everything in an expression that does not fit the ontology, from left to right."""
    return tuple(dict.fromkeys(_misfits(expression, ontology)))


def _misfits(expression: Expression, ontology: Ontology) -> Iterator[Misfit]:
    match expression:
        case Term(id):
            yield from _of_term(id, ontology)
        case Some(relation, filler):
            yield from _of_relation(relation, ontology)
            yield from _placed(relation, (filler,), ontology, "range")
            yield from _misfits(filler, ontology)
        case And(parts):
            for part in parts:
                if isinstance(part, Some):
                    yield from _placed(part.relation, tuple(p for p in parts if p is not part), ontology, "domain")
                yield from _misfits(part, ontology)


def _of_term(id: str, ontology: Ontology) -> Iterator[Misfit]:
    if not ontology.is_relation(id):
        status = ontology.status(id)
        if status.standing is Standing.UNKNOWN:
            yield Misfit("term-unknown", id, f"no term {id}", "is it a slip of the pen, or from another version?")
        elif status.standing is Standing.OBSOLETE:
            use = " or ".join(_named(other, ontology) for other in ((status.id,) if status.id else status.consider))
            yield Misfit("term-obsolete", id, f"{_named(id, ontology)} is obsolete", f"use {use}" if use else "choose another term")
    else:
        yield Misfit("relation-as-term", id, f"{_named(id, ontology)} is a relation, and stands where a class belongs", "name the class that is meant")


def _of_relation(name: str, ontology: Ontology) -> Iterator[Misfit]:
    role = ontology.relation(name)
    if not role:
        if ontology.status(name).standing is not Standing.UNKNOWN:
            yield Misfit("term-as-relation", name, f"{_named(name, ontology)} is a class, and stands where a relation belongs", "name the relation that is meant")
        else:
            yield Misfit("relation-unknown", name, f"no relation {name}", "is it a slip of the pen, or from another ontology?")
    elif (entry := ontology.get(role)) is not None and entry.obsolete:
        yield Misfit("relation-obsolete", name, f"the relation {_named(name, ontology)} is obsolete", "choose another relation")


def _placed(name: str, around: tuple[Expression, ...], ontology: Ontology, what: str) -> Iterator[Misfit]:
    """What stands where a relation's domain (or range) is another: told to be no such thing, or not known to be one."""
    role = ontology.relation(name)
    for limit in ontology.roles.limits(role, what) if role else ():
        for genus in (id for expression in around for id in _genus(expression)):
            if limit not in ontology or ontology.status(genus).standing is not Standing.CURRENT or _below(genus, limit, ontology):
                continue
            side = "is for" if what == "domain" else "leads to"
            # The world is open: what is more general than the limit, or merely not said to be below it, might be such a thing.
            sure = "is not" if ontology.exclude(genus, limit) else "is not known to be"
            yield Misfit(what, name, f"{_named(role, ontology)} {side} {_named(limit, ontology)}, which {_named(genus, ontology)} {sure}",
                         "choose another relation or another term")  # fmt: skip


def _below(id: str, above: str, ontology: Ontology) -> bool:
    return ontology.primary(id) == ontology.primary(above) or ontology.primary(above) in ontology.ancestors(id)


def _genus(expression: Expression) -> Iterator[str]:
    """The named classes that an expression is directly."""
    match expression:
        case Term(id):
            yield id
        case And(parts):
            for part in parts:
                yield from _genus(part)
        case Some():
            return


def _renamed(expression: Expression, term: Callable[[str], str], relation: Callable[[str], str]) -> Expression:
    match expression:
        case Term(id):
            return Term(term(id))
        case Some(name, filler):
            return Some(relation(name), _renamed(filler, term, relation))
        case And(parts):
            return And(tuple(_renamed(part, term, relation) for part in parts))


def _term(name: str, ontology: Ontology, text: str) -> str:
    if ontology.status(name).standing is not Standing.UNKNOWN:
        return canonical(name)
    found = ontology.find(name)
    if len(found) > 1:
        raise BadInput(f"class expression: {name!r} is the name of {' and '.join(found)}", where=ontology.name, remedy=f"write the id in: {text}")
    if found:
        return found[0]
    if is_curie(canonical(name)):
        return canonical(name)
    raise NotFound(f"class expression: no term is called {name!r}", where=ontology.name, remedy=f"write its id or label in: {text}")


def _relation(name: str, ontology: Ontology, text: str) -> str:
    role = ontology.relation(name)
    if not role and not is_curie(canonical(name)):
        plain = name.replace("_", " ").casefold()
        several = sorted(e.id for e in ontology.relations if e.label.replace("_", " ").casefold() == plain)
        if len(several) > 1:
            raise BadInput(f"class expression: {name!r} is the name of {' and '.join(several)}", where=ontology.name, remedy=f"write the id in: {text}")
        raise NotFound(f"class expression: no relation is called {name!r}", where=ontology.name, remedy=f"write its id or label in: {text}")
    return role or canonical(name)


def _label(id: str, ontology: Ontology) -> str:
    label = ontology.label(id)
    # A label that does not lead back to the term would say something else.
    return label if label and ontology.find(label) == (ontology.primary(id),) and ontology.status(label).standing is Standing.UNKNOWN else canonical(id)


def _relation_label(name: str, ontology: Ontology) -> str:
    role = ontology.relation(name)
    label = ontology.roles.label(role) if role else ""
    return label if label and ontology.relation(label) == role else role or canonical(name)


def _named(id: str, ontology: Ontology) -> str:
    label = ontology.label(id) or ontology.roles.label(ontology.relation(id))
    return f"{curie(id)} ({label})" if label else curie(id)
