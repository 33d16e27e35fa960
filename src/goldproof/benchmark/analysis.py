"""Error analysis: each miss and each false alarm of a system classed, counted, listed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Mention, Span
from ..ontology import Ontology
from ..signature import Signature
from ..version import __version__
from .error import Error, Item, Side
from .following import followed
from .kinds import KINDS, kind_of, overlap
from .wording import WORDINGS, Wording, wording

AROUND = 40
"""Characters of context on each side of an error."""


@dataclass(frozen=True)
class Analysis:
    """``wordings``: wording -> items of the reference that are worded so, and how many of them were found. ``notes`` say what was followed."""

    ref: str
    sys: str
    units: int
    found: int
    errors: tuple[Error, ...]
    wordings: Mapping[str, tuple[int, int]]
    ontology: str = ""
    notes: tuple[str, ...] = ()

    @property
    def misses(self) -> tuple[Error, ...]:
        return tuple(e for e in self.errors if e.side is Side.MISS)

    @property
    def false_alarms(self) -> tuple[Error, ...]:
        return tuple(e for e in self.errors if e.side is Side.FALSE_ALARM)

    def counts(self) -> list[Mapping[str, Any]]:
        """A row for each side and kind that occurs, the most frequent first: how many, their share, an example."""
        groups: dict[tuple[Side, str], list[Error]] = defaultdict(list)
        for error in self.errors:
            groups[error.side, error.kind].append(error)
        totals = Counter(e.side for e in self.errors)
        rows = sorted(groups.items(), key=lambda g: (g[0][0] is not Side.MISS, -len(g[1]), g[0][1]))
        return [
            {"side": side.value, "kind": kind, "count": len(found), "share": len(found) / totals[side], "example": _example(found[0])}
            for (side, kind), found in rows
        ]

    def solved(self) -> list[Mapping[str, Any]]:
        """A row for each wording of the reference: how many items, how many were found exactly."""
        return [{"wording": name, "items": many, "found": hit, "recall": hit / many, "meaning": WORDINGS[name]}
                for name, (many, hit) in self.wordings.items() if many]  # fmt: skip

    @property
    def origin(self) -> str:
        """What the analysis was made from, as a signature without a number."""
        fields = [("units", str(self.units)), ("of", f"{self.ref} ~ {self.sys}")]
        if self.ontology:
            fields.append(("ontology", self.ontology))
        return str(Signature("errors", (*fields, *((f"note{i}", note) for i, note in enumerate(self.notes, 1))), version=__version__))


def analyse(
    ref: Corpus | Layer, sys: Corpus | Layer, ontology: Ontology | None = None, *, texts: Corpus | None = None, layer: str = "", sys_layer: str = ""
) -> Analysis:
    """Where ``sys`` differs from ``ref``, each difference with its kind (:data:`KINDS`).

    A corpus stands for its layer of mentions: the one named, or the only one. ``texts`` has the documents where ``ref`` is a layer.
    With an ontology ids are followed to the terms of today on both sides, and the words are held against the names of the concept.
    Matching is exact: the same place and concept.
    """
    corpus = texts or (ref if isinstance(ref, Corpus) else sys if isinstance(sys, Corpus) else None)
    if corpus is None:
        raise BadInput("two layers without their texts", remedy="give the corpus that has the documents as texts")
    sides = [_layer(ref, layer), _layer(sys, sys_layer)]
    common = [u for u in sides[0].units if u in sides[1]]
    if not common:
        raise BadInput("no unit was judged by both sides", where=f"{sides[0].name} and {sides[1].name}", remedy="their documents must have the same names")
    sides = [side.only(common) for side in sides]
    notes: list[str] = []
    if ontology is not None:
        for i, side in enumerate(sides):
            today = followed(side, ontology)
            sides[i] = today.layer
            notes += [today.note] if today.note else []
    reader = _Reader(corpus, ontology)
    found, errors = 0, list[Error]()
    worded: dict[str, list[int]] = {name: [0, 0] for name in WORDINGS}
    for unit in common:
        mine, theirs = (reader.items(unit, side[unit]) for side in sides)
        hits = Counter(map(_key, mine)) & Counter(map(_key, theirs))
        found += hits.total()
        for item in _spread(mine, hits.copy(), worded):
            errors.append(reader.error(item, Side.MISS, theirs, bool(hits[_key(item)])))
        for item in _spread(theirs, hits.copy(), None):
            errors.append(reader.error(item, Side.FALSE_ALARM, mine, bool(hits[_key(item)])))
    return Analysis(sides[0].name, sides[1].name, len(common), found, tuple(errors),
                    {name: (a, b) for name, (a, b) in worded.items()}, ontology.version or ontology.name if ontology is not None else "",
                    tuple(notes))  # fmt: skip


def _layer(side: Corpus | Layer, name: str) -> Layer:
    if isinstance(side, Layer):
        if side.kind != Kind.MENTIONS:
            raise BadInput(f"error analysis is about mentions, the layer holds {side.kind.value}", where=f"layer {side.name}")
        return side
    if name:
        return _layer(side.layer(name), "")
    layers = side.of_kind(Kind.MENTIONS)
    if len(layers) != 1:
        have = ", ".join(la.name for la in layers)
        raise BadInput(f"{len(layers)} layers of mentions" if layers else "no layer of mentions", where=side.name or "corpus",
                       remedy=f"name one of: {have}" if have else "")  # fmt: skip
    return layers[0]


def _key(item: Item) -> tuple[tuple[Span, ...], str]:
    return tuple(sorted(item.spans)), item.concept


def _spread(items: Sequence[Item], hits: Counter[tuple[tuple[Span, ...], str]], worded: dict[str, list[int]] | None) -> list[Item]:
    """The items that found no partner. Every item is counted by its wording if asked."""
    left = []
    for item in items:
        hit = hits[_key(item)] > 0
        if hit:
            hits[_key(item)] -= 1
        else:
            left.append(item)
        if worded is not None:
            worded[item.wording.kind][0] += 1
            worded[item.wording.kind][1] += hit
    return left


def _example(error: Error) -> str:
    item = error.item
    return f"{item.text} ({item.label or item.concept})"


class _Reader:
    """What stands where, in which words."""

    def __init__(self, corpus: Corpus, ontology: Ontology | None) -> None:
        self._corpus, self._ontology = corpus, ontology

    def items(self, unit: str, mentions: Sequence[Mention]) -> list[Item]:
        document = self._corpus.text_of(unit)
        out = []
        for m in mentions:
            text, around = document.cut(m.spans), document.text[max(m.start, 0) : max(m.end, 0)]
            for concept in m.concepts or ("",):
                entry = self._ontology.get(concept) if self._ontology is not None and concept else None
                names = () if entry is None else tuple(n for n in (entry.label, *(s.text for s in entry.synonyms)) if n)
                said = wording(text, names, around) if self._ontology is not None else Wording("name")
                out.append(Item(unit, m.spans, concept, entry.label if entry is not None else m.label, text, said))
        return out

    def error(self, item: Item, side: Side, others: Sequence[Item], repeated: bool) -> Error:
        near = [o for o in others if overlap(item, o) or _key(o) == _key(item)]
        kind, relation, against = kind_of(item, side, near, repeated, self._ontology)
        assert side in KINDS[kind][0], (side, kind)
        return Error(side, kind, item, relation, against, self._context(item))

    def _context(self, item: Item) -> str:
        text = self._corpus.text_of(item.unit).text
        if not item.spans:
            return ""
        start, end = min(s.start for s in item.spans), max(s.end for s in item.spans)
        before, after = text[max(0, start - AROUND) : max(start, 0)], text[max(end, 0) : max(end, 0) + AROUND]
        return " ".join(f"{before}[{text[max(start, 0) : max(end, 0)]}]{after}".split())
