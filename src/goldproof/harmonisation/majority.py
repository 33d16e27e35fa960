"""The majority's phenotypes, slot by slot.

A unit's majority is more than half of the annotators who judged it.

1. An EQ that a majority states is taken as it is.
2. The others are set side by side: the pairs of EQs of different annotators with most slots in common (entity, quality, related
   entity; at least a filled entity or quality) come together first, at most one EQ of an annotator in a set.
3. A set from a majority of annotators gives one EQ. A slot gets the value that a majority gives it ("not filled" is a value); a
   slot without such a value stays empty and is named in ``open``: somebody has to decide.

``votes`` is how many annotators state the EQ, or the fewest votes of a decided slot; ``of`` is how many annotators there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..model import Attributes, Corpus, Expression, Kind, Layer, Phenotype
from ..model.expression import canonical
from .rule import Rule, Voted, judged_by

SLOTS = ("entity", "quality", "related")
Item = tuple[str, tuple[str, str, str]]
"""An annotator's name and an EQ, each slot as canonical text ("" where it is not filled)."""


def vote(layers: Sequence[Layer], units: Sequence[str], corpus: Corpus | None, settings: Mapping[str, str]) -> Voted:
    out: dict[str, list[Phenotype]] = {}
    for unit in units:
        judged = judged_by(layers, unit)
        if judged:
            out[unit] = _unit(judged)
    return out


def _unit(judged: Mapping[str, tuple[Phenotype, ...]]) -> list[Phenotype]:
    of, need = len(judged), len(judged) // 2 + 1
    written: dict[str, Expression | None] = {"": None}
    items: dict[Item, None] = {}
    for name, phenotypes in judged.items():
        for p in phenotypes:
            slots = tuple(getattr(p, slot) for slot in SLOTS)
            texts = tuple("" if e is None else canonical(e) for e in slots)
            for text, expression in zip(texts, slots, strict=True):
                # Of two ways of writing the same expression, one is taken whatever the order of the layers.
                if text not in written or str(expression) < str(written[text]):
                    written[text] = expression
            items[name, (texts[0], texts[1], texts[2])] = None
    stated = Counter(eq for _, eq in items)
    out = [_phenotype(eq, written, votes=n, of=of) for eq, n in stated.items() if n >= need]
    for group in _aligned([item for item in items if stated[item[1]] < need]):
        if len(group) >= need:
            out.append(_decided([eq for _, eq in group], written, need, of))
    return sorted(out, key=str)


def _phenotype(eq: Sequence[str], written: Mapping[str, Expression | None], **votes: int | tuple[str, ...]) -> Phenotype:
    return Phenotype(written[eq[0]], written[eq[1]], written[eq[2]], Attributes(dict(votes)))


def _decided(eqs: Sequence[tuple[str, str, str]], written: Mapping[str, Expression | None], need: int, of: int) -> Phenotype:
    tops = [Counter(eq[i] for eq in eqs).most_common(1)[0] for i in range(3)]
    values = ["" if n < need else text for text, n in tops]
    unsettled = tuple(slot for slot, (_, n) in zip(SLOTS, tops, strict=True) if n < need)
    fewest = min((n for _, n in tops if n >= need), default=0)
    return _phenotype(values, written, votes=fewest, of=of, open=unsettled)


def _aligned(items: Sequence[Item]) -> list[list[Item]]:
    """Sets of EQs that are about the same thing, at most one of each annotator."""
    pairs = [
        (-sum(x == y for x, y in zip(a[1], b[1], strict=True)), min(a, b), max(a, b))
        for i, a in enumerate(items) for b in items[i + 1 :]
        if a[0] != b[0] and any(x == y != "" for x, y in zip(a[1][:2], b[1][:2], strict=True))
    ]  # fmt: skip
    group = {item: [item] for item in items}
    for _, a, b in sorted(pairs):
        one, two = group[a], group[b]
        if one is not two and not {name for name, _ in one} & {name for name, _ in two}:
            one.extend(two)
            for item in two:
                group[item] = one
    distinct = {id(g): sorted(g) for g in group.values()}
    return sorted(distinct.values())


MAJORITY = Rule("majority", "the majority's phenotypes, slot by slot", frozenset({Kind.PHENOTYPES}), (), vote)
