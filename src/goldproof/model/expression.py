"""Class expressions: one term, or terms composed by relations (the EL fragment of OWL)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A named class, by its CURIE."""

    id: str

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Some:
    """``relation some filler``."""

    relation: str
    filler: Expression

    def __str__(self) -> str:
        inner = str(self.filler)
        return f"{self.relation} some {inner if isinstance(self.filler, Term) else f'({inner})'}"


@dataclass(frozen=True, slots=True)
class And:
    """All of the parts: by habit a genus, then its differentiae."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return " and ".join(str(p) if isinstance(p, Term) else f"({p})" for p in self.parts)


Expression = Term | Some | And


def terms(expression: Expression) -> Iterator[str]:
    """Every class id in the expression, as written, from left to right."""
    match expression:
        case Term(id):
            yield id
        case Some(_, filler):
            yield from terms(filler)
        case And(parts):
            for part in parts:
                yield from terms(part)


def relations(expression: Expression) -> Iterator[str]:
    """Every relation in the expression, as written, from left to right."""
    match expression:
        case Some(relation, filler):
            yield relation
            yield from relations(filler)
        case And(parts):
            for part in parts:
                yield from relations(part)
        case Term():
            return


def depth(expression: Expression) -> int:
    """How deep restrictions nest: 0 for a term, 1 for ``A and (r some B)``."""
    match expression:
        case Term():
            return 0
        case Some(_, filler):
            return 1 + depth(filler)
        case And(parts):
            return max(map(depth, parts), default=0)


def canonical(expression: Expression) -> str:
    """The expression as text, parts of a conjunction sorted and flattened: equal texts say the same.

    >>> canonical(And((Some("part_of", Term("X:2")), Term("X:1"))))
    'X:1 and (part_of some (X:2))'
    """
    match expression:
        case And(parts):
            inner = sorted({c for part in parts for c in _conjuncts(part)})
            return " and ".join(inner)
        case Some(relation, filler):
            return f"({relation} some ({canonical(filler)}))"
        case _:
            return str(expression)


def _conjuncts(expression: Expression) -> list[str]:
    if isinstance(expression, And):
        return [c for part in expression.parts for c in _conjuncts(part)]
    return [canonical(expression)]
