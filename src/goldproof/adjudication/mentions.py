"""Two sets of mentions of one unit, set side by side: what is the same falls out, what overlaps is paired, the rest stands alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..model import Mention, Span
from ..ontology import Ontology

SAID = ("negated", "uncertain", "historical", "family")
"""Attributes that change what a mention says."""


def pair_mentions(
    mine: Sequence[Mention], proposed: Sequence[Mention], ontology: Ontology | None
) -> Iterator[tuple[str, Mention | None, Mention | None]]:
    """Cause, mine, proposed. First the same place and concepts, then the same concept, then the same place, then any overlap."""
    left, right = list(mine), list(proposed)

    def take(alike: Callable[[Mention, Mention], bool]) -> Iterator[tuple[Mention, Mention]]:
        for a in list(left):
            b = next((b for b in right if alike(a, b)), None)
            if b is not None:
                left.remove(a)
                right.remove(b)
                yield a, b

    for a, b in take(lambda a, b: _place(a) == _place(b) and set(a.concepts) == set(b.concepts)):
        if any(a.attributes.get(name, False) != b.attributes.get(name, False) for name in SAID):
            yield "attribute", a, b
    for a, b in take(lambda a, b: _overlap(a, b) and set(a.concepts) == set(b.concepts)):
        yield "fragment" if len(a.spans) != len(b.spans) else "boundary", a, b
    for alike in (lambda a, b: _place(a) == _place(b), _overlap):
        for a, b in take(alike):
            yield _relation(a, b, ontology), a, b
    yield from (("extra", a, None) for a in left)
    yield from (("missed", None, b) for b in right)


def _place(m: Mention) -> list[Span]:
    return sorted(m.spans)


def _overlap(a: Mention, b: Mention) -> bool:
    return any(x.overlaps(y) for x in a.spans for y in b.spans) or not (a.spans or b.spans)


def _relation(a: Mention, b: Mention, ontology: Ontology | None) -> str:
    """How a's concepts stand to b's."""
    if ontology is not None:
        for x in a.concepts:
            for y in b.concepts:
                if x in ontology and y in ontology:
                    if x in ontology.ancestors(y):
                        return "concept-general"
                    if y in ontology.ancestors(x):
                        return "concept-specific"
    return "concept-unrelated"
