"""The kinds of error, in the order in which they are tried: the first that holds is taken, so that each error has exactly one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ontology import Ontology
from .error import Item, Side
from .wording import WORDINGS

_BOTH = (Side.MISS, Side.FALSE_ALARM)

# Kind -> on which side it can stand, and what it means.
KINDS: dict[str, tuple[tuple[Side, ...], str]] = {
    "unknown-concept": (_BOTH, "the ontology has no such concept, or it has no name"),
    "repeated": (_BOTH, "the same place and concept are said more often than by the other side"),
    "coordination": ((Side.MISS,), WORDINGS["coordination"]),
    "boundary": (_BOTH, "the other side has the same concept at an overlapping place"),
    "parent-concept": (_BOTH, "the same place; the system's concept is an ancestor of the reference's"),
    "child-concept": (_BOTH, "the same place; the system's concept is a descendant of the reference's"),
    "other-concept": (_BOTH, "the same place; the concepts are not above one another"),
    **{name: ((Side.MISS,), what) for name, what in WORDINGS.items() if name not in ("name", "coordination", "unknown-concept")},
    "nested": (_BOTH, "it lies inside a mention of the other side, which has another concept (for a miss: its text is a name, or no ontology was given)"),
    "around": (_BOTH, "it lies around a mention of the other side, which has another concept (for a miss: as nested)"),
    "crossing": (_BOTH, "it overlaps a mention of the other side, neither inside the other (for a miss: as nested)"),
    "plain": ((Side.MISS,), "nothing was found there, though the text is a name of the concept (or no ontology was given)"),
    "no-gold": ((Side.FALSE_ALARM,), "the reference says nothing there"),
}


def kind_of(item: Item, side: Side, others: Sequence[Item], repeated: bool, ontology: Ontology | None) -> tuple[str, str, Item | None]:
    """The kind of an error, the relation of the concepts, and the item of the other side that explains it. ``others`` overlap the item."""
    word = item.wording.kind
    if word == "unknown-concept" and ontology is not None:
        return word, "", None
    if repeated:
        return "repeated", "same", next(o for o in others if (o.spans, o.concept) == (item.spans, item.concept))
    against = _nearest(item, others)
    if side is Side.MISS and word == "coordination":
        return word, "" if against is None else relation(item.concept, against.concept, ontology), against
    same = _nearest(item, (o for o in others if o.concept == item.concept))
    if same is not None:
        return "boundary", "same", same
    there = next((o for o in others if _place(o) == _place(item)), None)
    if there is not None:
        how = relation(item.concept, there.concept, ontology)
        # "ancestor": the other's concept is an ancestor of this one; which of the two is the system's depends on the side.
        system_above = "ancestor" if side is Side.MISS else "descendant"
        kind = "other-concept" if how not in ("ancestor", "descendant") else "parent-concept" if how == system_above else "child-concept"
        return kind, how, there
    how = "" if against is None else relation(item.concept, against.concept, ontology)
    if side is Side.MISS and word not in ("name", "unknown-concept"):
        return word, how, against
    if against is None:
        return ("plain" if side is Side.MISS else "no-gold"), "", None
    inside, outside = _holds(against, item), _holds(item, against)
    return ("nested" if inside else "around" if outside else "crossing"), how, against


def relation(mine: str, theirs: str, ontology: Ontology | None) -> str:
    """What their concept is to mine: same, ancestor, descendant, sibling (a parent in common), other."""
    if mine == theirs:
        return "same"
    if ontology is None or mine not in ontology or theirs not in ontology:
        return "other"
    if ontology[theirs].id in ontology.ancestors(mine):
        return "ancestor"
    if ontology[mine].id in ontology.ancestors(theirs):
        return "descendant"
    return "sibling" if set(ontology.parents(mine)) & set(ontology.parents(theirs)) else "other"


def overlap(a: Item, b: Item) -> int:
    """Characters in common."""
    return sum(max(0, min(x.end, y.end) - max(x.start, y.start)) for x in a.spans for y in b.spans)


def _nearest(item: Item, others: Iterable[Item]) -> Item | None:
    """The one that overlaps it most; of equals the shortest, then the first."""
    return min(others, key=lambda o: (-overlap(item, o), sum(s.length for s in o.spans), o.spans, o.concept), default=None)


def _place(item: Item) -> list[tuple[int, int]]:
    return sorted(item.spans)


def _holds(outer: Item, inner: Item) -> bool:
    return all(any(o.holds(i) for o in outer.spans) for i in inner.spans)
