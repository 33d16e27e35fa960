"""``gp.suite``: entries for every criterion from any ontology, sampled over its top-level categories."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from ..errors import BadInput, NotFound
from ..ontology import Ontology
from .criterion import Criteria, Criterion, shipped
from .entry import Entry
from .names import Names
from .rules import RULES, Candidate
from .suite import Suite

PER_TYPE = 70
"""Entries a type: the paper's 2,164 entries are 68 a type."""
_MOST_OF = 0.8


def suite(
    ontology: Ontology, *, seed: int = 1, per_type: int = PER_TYPE, root: str = "", criteria: Criteria | None = None, types: Sequence[str] = ()
) -> Suite:
    """A test suite from an ontology.

    Entries are made of the terms below ``root`` (found if it is not given, see :func:`branch`); its children are the categories. Each type gets
    ``per_type`` entries at most, drawn with ``seed`` and spread over the categories as evenly as there are names. ``types`` chooses
    some types or groups.
    """
    if per_type < 1:
        raise BadInput(f"{per_type} entries a type; it must be at least 1")
    chosen = criteria or shipped()
    if types:
        chosen = chosen.only(types)
    if root and root not in ontology:
        raise NotFound(f"no term {root!r}", where=ontology.name, remedy="name the term whose children are the categories")
    top = ontology[root].id if root else branch(ontology)
    categories = _categories(ontology, top)
    concepts = [c for c in (sorted(ontology.descendants(top)) if top else [e.id for e in ontology.current]) if _usable(ontology, c, top)]
    names = Names.of(ontology, concepts)
    above = _above(ontology, categories)
    entries: list[Entry] = []
    none: list[str] = []
    for criterion in chosen.all:
        found = list(RULES[criterion.rule].make(names, criterion.source, criterion.settings))
        if not found:
            none.append(criterion.id)
        picked = _spread(_distinct(found), criterion, above, per_type, seed)
        entries += [_entry(criterion, number, made, above, names) for number, made in enumerate(picked, 1)]
    notes = [f"the ontology has no name for {', '.join(none)}"] if none else []
    if not entries:
        raise BadInput("no entry can be made from it", where=ontology.name or "ontology", remedy="has it English names below the root?")
    made = Suite(tuple(entries), chosen, {c: ontology.label(c) for c in categories}, ontology.version or ontology.name, top, seed, notes=tuple(notes))
    return replace(made, made=made.checksum)


def branch(ontology: Ontology) -> str:
    """The term whose children divide the ontology: from the root with most below it, downwards as long as one child has four fifths of what is below.

    In the Human Phenotype Ontology that is Phenotypic abnormality.
    """
    sizes = {e.id: len(ontology.descendants(e.id)) for e in ontology.current if not any(p in ontology for p in e.parents)}
    if not sizes:
        return ""
    top = min(sizes, key=lambda id: (-sizes[id], id))
    if not sizes[top]:
        return ""
    size = sizes[top]
    while True:
        below = {c: len(ontology.descendants(c)) + 1 for c in ontology.children(top) if not ontology[c].obsolete}
        heavy = [c for c, many in below.items() if many >= _MOST_OF * size]
        if len(heavy) != 1 or below[heavy[0]] < 2:
            return top
        top = heavy[0]
        size = below[top] - 1


def _categories(ontology: Ontology, top: str) -> tuple[str, ...]:
    if not top:
        return ()
    return tuple(sorted((c for c in ontology.children(top) if not ontology[c].obsolete), key=lambda c: (ontology.label(c).casefold(), c)))


def _above(ontology: Ontology, categories: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Term -> the categories that it is below, or is."""
    found: dict[str, list[str]] = defaultdict(list)
    for category in categories:
        for id in (category, *ontology.descendants(category)):
            found[id].append(category)
    return {id: tuple(over) for id, over in found.items()}


def _usable(ontology: Ontology, id: str, top: str) -> bool:
    """A current class of the ontology itself, not one that it borrows."""
    return not ontology[id].obsolete and (not top or id.partition(":")[0] == top.partition(":")[0])


def _distinct(found: Iterable[Candidate]) -> list[Candidate]:
    """Each text once, in an order that does not depend on the ontology's file."""
    by_text: dict[str, Candidate] = {}
    for made in sorted(found, key=lambda c: (c.text, c.base, [str(e) for e in c.expected])):
        by_text.setdefault(made.text.casefold(), made)
    return list(by_text.values())


def _spread(found: Sequence[Candidate], criterion: Criterion, above: Mapping[str, tuple[str, ...]], many: int, seed: int) -> list[Candidate]:
    """Drawn category by category in turn, so that each gives the same as long as it has any. Paired criteria draw the same bases."""
    chance = Random(f"{seed} {criterion.pair or criterion.id}")
    piles: dict[str, list[Candidate]] = defaultdict(list)
    for made in sorted(found, key=lambda c: (c.key or c.text, c.text)):
        places = above.get(made.expected[0].concept, ()) or ("",)
        piles[places[chance.randrange(len(places))]].append(made)
    for pile in piles.values():
        chance.shuffle(pile)
        pile[:] = reversed(_in_turn(pile))
    picked: list[Candidate] = []
    turn = sorted(piles)
    while len(picked) < min(many, len(found)):
        for category in turn:
            if piles[category] and len(picked) < many:
                picked.append(piles[category].pop())
    return sorted(picked, key=lambda c: (c.key or c.text, c.text))


def _in_turn(pile: Sequence[Candidate]) -> list[Candidate]:
    """One of each family, then a second of each, and so on."""
    rank: Counter[str] = Counter()
    ranked = []
    for made in pile:
        ranked.append((rank[made.family], made))
        rank[made.family] += 1
    return [made for _, made in sorted(ranked, key=lambda r: r[0])]


def _entry(criterion: Criterion, number: int, made: Candidate, above: Mapping[str, tuple[str, ...]], names: Names) -> Entry:
    concepts = dict.fromkeys(e.concept for e in made.expected)
    categories = tuple(dict.fromkeys(k for c in concepts for k in above.get(c, ())))
    return Entry(f"{criterion.id}-{number:03}", criterion.id, made.text, made.expected, categories, made.base, made.key,
                 listed=len(concepts) == 1 and len(made.expected) == 1 and names.lists(made.text, made.expected[0].concept))  # fmt: skip
