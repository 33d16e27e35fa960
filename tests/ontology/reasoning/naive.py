"""EL reasoning by brute force, to hold the fast one to: every rule over every subexpression, again and again until nothing changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldproof.model.expression import And, Expression, Some, Term
from goldproof.ontology.axioms import NOTHING, THING, Axiom, Disjoint, Domain, Equivalent, Or, Subclass, Subrole

TOP, BOTTOM = Term(THING), Term(NOTHING)


def parts(given: Expression | Or) -> Iterator[Expression]:
    """The expression and all that it is made of."""
    if isinstance(given, Or):
        for part in given.parts:
            yield from parts(part)
        return
    yield given
    if isinstance(given, Some):
        yield from parts(given.filler)
    elif isinstance(given, And):
        for part in given.parts:
            yield from parts(part)


def members(given: Expression | Or) -> tuple[Expression, ...]:
    return given.parts if isinstance(given, Or) else (given,)


def inclusions(axioms: Iterable[Axiom]) -> Iterator[tuple[Expression, Expression]]:
    for axiom in axioms:
        match axiom:
            case Subclass(sub, sup):
                yield from ((part, sup) for part in members(sub))
            case Equivalent(sides):
                for left in sides:
                    for right in sides:
                        if not isinstance(right, Or):
                            yield from ((part, right) for part in members(left))
            case Disjoint(sides):
                for i, left in enumerate(sides):
                    for right in sides[:i]:
                        yield And((left, right)), BOTTOM
            case Domain(role, of):
                yield Some(role, TOP), of


def consequences(axioms: Iterable[Axiom], asked: Iterable[Expression]) -> dict[Expression, set[Expression]]:
    """For every expression that stands anywhere, all that stand anywhere above it. Nothing among them: it cannot be."""
    axioms = list(axioms)
    below = [(left, right) for left, right in inclusions(axioms)]
    rows = [(a.chain, a.sup) for a in axioms if isinstance(a, Subrole)]
    universe = {TOP, BOTTOM}
    for left, right in below:
        universe |= {*parts(left), *parts(right)}
    for expression in asked:
        universe |= set(parts(expression))
    above = {x: {x, TOP} for x in universe}
    links: set[tuple[Expression, str, Expression]] = set()
    changed = True
    while changed:
        size = sum(map(len, above.values())) + len(links)
        for x, known in above.items():
            for left, right in below:
                if left in known or (isinstance(left, And) and set(left.parts) <= known):
                    known.add(right)
            for given in tuple(known):
                if isinstance(given, And):
                    known.update(given.parts)
                elif isinstance(given, Some):
                    links.add((x, given.relation, given.filler))
            known.update(e for e in universe if isinstance(e, And) and set(e.parts) <= known)
        for chain, sup in rows:
            if len(chain) == 1:
                links |= {(x, sup, y) for x, r, y in links if r == chain[0]}
            else:
                ends = {(x, y) for x, r, y in links if r == chain[0]}
                for role in chain[1:]:
                    ends = {(x, z) for x, y in ends for w, r, z in links if r == role and w == y}
                links |= {(x, sup, y) for x, y in ends}
        for x, r, y in links:
            above[x].update(e for e in universe if isinstance(e, Some) and e.relation == r and e.filler in above[y])
            if BOTTOM in above[y]:
                above[x].add(BOTTOM)
        changed = size != sum(map(len, above.values())) + len(links)
    return above
