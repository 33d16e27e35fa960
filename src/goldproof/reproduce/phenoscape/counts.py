"""What the gold standard is made of (section 4.2), what changed between the rounds (4.3), how much of the machine's output is incomplete (4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...model import Expression, Phenotype, State, Term
from ...model.expression import canonical, relations, terms
from ..row import Row
from .material import CURATORS, NULL, WHEN, Material

_COUNTED = (
    "the deposited table is not quite the state that was counted: with the names of relations, as here, the namespaces have {ids} ids, {distinct} of them distinct; "
    "as classes alone {classes}, {distinct_classes} distinct"
)
_NAMESPACES = (("UBERON", "anatomy", 1096, 312), ("PATO", "quality", 698, 147), ("BSPO", "spatial", 148, 30))


def slots(phenotype: Phenotype) -> list[Expression]:
    return [e for e in (phenotype.entity, phenotype.quality, phenotype.related) if e is not None]


def of_gold(material: Material) -> Iterator[Row]:
    gold = material.corpus.layer("gold")
    states = [u.content for u in material.corpus.units if isinstance(u.content, State)]
    yield Row("counts/states", "character states", 463, len(gold.units))
    yield Row("counts/characters", "characters", 203, len({s.character for s in states}))
    yield Row("counts/eqs", "EQ phenotypes of the gold standard", 617, gold.count)
    yield Row("counts/states-without-eq", "states without an EQ", None, sum(not found for _, found in gold.items()))
    expressions = [e for _, found in gold.items() for p in found for e in slots(p)]
    classes, ids = Counter[str](), Counter[str]()
    for e in expressions:
        classes.update(terms(e))
        ids.update((*terms(e), *relations(e)))
    for namespace, what, total, distinct in _NAMESPACES:
        mine = {id: n for id, n in ids.items() if id.startswith(f"{namespace}:")}
        alone = {id: n for id, n in classes.items() if id in mine}
        why = _COUNTED.format(ids=sum(mine.values()), distinct=len(mine), classes=sum(alone.values()), distinct_classes=len(alone))
        yield Row(f"counts/{what}-terms", f"{what} terms ({namespace})", total, sum(mine.values()), why=why)
        yield Row(f"counts/{what}-terms-distinct", f"distinct {what} terms ({namespace})", distinct, len(mine), why=why)
    composed = [(p, e) for _, found in gold.items() for p in found for e in slots(p) if not isinstance(e, Term)]
    of_quality = sum(e is p.quality for p, e in composed)
    one_more = "counted by slot in the deposited table: each differs by one, it is not quite the state that was counted"
    yield Row("counts/post-composed", "post-composed terms", 339, len(composed), why=one_more)
    yield Row("counts/post-composed-anatomy", "post-composed entities and related entities", 277, len(composed) - of_quality, why=one_more)
    yield Row("counts/post-composed-quality", "post-composed qualities", 62, of_quality, why=one_more)


def complexity(phenotypes: Sequence[Phenotype]) -> int:
    """How many classes and relations a state's EQs are written with."""
    return sum(sum(1 for _ in (*terms(e), *relations(e))) for p in phenotypes for e in slots(p))


def _sizes(phenotypes: Sequence[Phenotype], of: Callable[[Expression], Iterable[str]]) -> list[int]:
    return [sum(sum(1 for _ in of(e)) for e in slots(p)) for p in phenotypes]


def _names(expression: Expression) -> Iterator[str]:
    yield from terms(expression)
    yield from relations(expression)


WAYS: Mapping[str, Callable[[Sequence[Phenotype]], float]] = {
    "classes and relations": complexity,
    "classes": lambda ps: sum(_sizes(ps, terms)),
    "relations": lambda ps: sum(_sizes(ps, relations)),
    "classes and relations of the mean EQ": lambda ps: sum(_sizes(ps, _names)) / max(len(ps), 1),
    "classes and relations of the longest EQ": lambda ps: max(_sizes(ps, _names), default=0),
    "EQs": len,
}
"""Ways to measure how complex a state's EQs are; the first is the one in the rows, the others show that it does not matter."""


def changes(material: Material) -> Iterator[Row]:
    """States whose EQs a curator changed between the rounds, and whether they became more complex."""
    every = {way: Counter[str]() for way in WAYS}
    for name in CURATORS:
        naive, knowledge = (material.corpus.layer(f"{name}-{when}") for when in WHEN)
        changed = [(naive[u], knowledge[u]) for u in naive.units if _said(naive[u]) != _said(knowledge[u])]
        share = len(changed) / len(naive.units)
        yield Row(f"changes/{name.lower()}", f"more than half of the states changed by {name}", "more than half", "more than half" if share > 0.5 else "half or less",
                  why=f"{100 * share:.0f} % of the states")  # fmt: skip
        for way, measured in WAYS.items():
            every[way].update(_turn(measured(before), measured(after)) for before, after in changed)
    shares = {way: {what: 100 * n[what] / n.total() for what in ("more", "less", "same")} for way, n in every.items()}
    other = "; ".join(f"{way}: " + " / ".join(f"{share:.1f}" for share in of.values()) for way, of in shares.items())
    exchanged = sum(of["more"] > of["less"] for of in shares.values())
    why = (f"how complexity was measured is not stated here (Cui et al. 2015 made the comparison). In {exchanged} of {len(shares)} ways to measure it more states became more complex than "
           f"less, where the paper has it the other way round: the two shares look exchanged (more / less / same by {other})")  # fmt: skip
    first = next(iter(shares.values()))
    for what, published in (("more", 29), ("less", 33), ("same", 38)):
        yield Row(f"changes/{what}", f"changed states with {what} complexity in the Knowledge round, %", published, round(first[what], 1), 0.5, why=why)


def _said(phenotypes: Sequence[Phenotype]) -> list[tuple[str, ...]]:
    return sorted(tuple("" if e is None else canonical(e) for e in (p.entity, p.quality, p.related)) for p in phenotypes)


def _turn(was: float, now: float) -> str:
    return "more" if now > was else "less" if now < was else "same"


def incomplete(material: Material) -> Iterator[Row]:
    """States for which the machine left its EQs incomplete: an entity or a quality is missing, or a part of a composition (``null``) matches no term."""
    for layer in material.corpus.layers:
        if layer.source.name == "SCP":
            said = [[_open(p) for p in found if slots(p)] for _, found in layer.items()]
            some = sum(any(open_) for open_ in said)
            every = sum(bool(open_) and all(open_) for open_ in said)
            answered = sum(map(bool, said))
            share = 100 * every / answered
            yield Row(f"incomplete/{layer.name.lower()}", f"states with EQs of {layer.name} all of which are incomplete, of those that it annotated, %", "15-20",
                      "15-20" if 14.5 <= share < 20.5 else f"{share:.1f}",
                      why=f"{share:.1f} % ({every} of {answered} states; {100 * every / len(said):.1f} % of all {len(said)}). The paper says 'approximately', of all its runs together, and not "
                          f"whether one incomplete EQ is enough: {100 * some / len(said):.1f} % of the states hold at least one")  # fmt: skip


def _open(phenotype: Phenotype) -> bool:
    return not phenotype.complete or any(NULL in terms(e) for e in slots(phenotype))
