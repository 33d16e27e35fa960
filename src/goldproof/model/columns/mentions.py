"""Mentions as arrays. A million of them take about 60 MB, and are measured without making one record."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..attributes import NONE, Attributes
from ..mention import Mention
from ..text import Span
from .interning import Floats, Interner, Ints, Offsets, floats, gather, ints, offsets

NO_SPANS: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class MentionColumns:
    """``offsets`` cuts the mentions into units; ``span_offsets`` the spans, ``concept_offsets`` the concepts into mentions.

    ``concepts`` and ``labels`` hold numbers of ``names``; ``attributes`` numbers of ``notes`` (0 is "nothing said").
    ``ids`` and ``stated`` are numbers of ``names`` too, -1 where there is none. ``confidence`` is NaN where none was given.
    """

    offsets: Offsets
    span_offsets: Offsets
    starts: Ints
    ends: Ints
    concept_offsets: Offsets
    concepts: Ints
    labels: Ints
    ids: Ints
    attributes: Ints
    confidence: Floats
    stated: Ints
    names: tuple[str, ...]
    notes: tuple[Attributes, ...]

    def __len__(self) -> int:
        return len(self.labels)

    def row(self, i: int) -> Mention:
        s0, s1 = self.span_offsets[i : i + 2].tolist()
        c0, c1 = self.concept_offsets[i : i + 2].tolist()
        confidence, ident, stated = float(self.confidence[i]), int(self.ids[i]), int(self.stated[i])
        return Mention(
            tuple(map(Span, self.starts[s0:s1].tolist(), self.ends[s0:s1].tolist())),
            tuple(self.names[c] for c in self.concepts[c0:c1].tolist()),
            self.names[self.labels[i]],
            self.names[ident] if ident >= 0 else "",
            self.notes[self.attributes[i]],
            None if confidence != confidence else confidence,
            self.names[stated] if stated >= 0 else None,
        )

    def rows(self, start: int = 0, stop: int | None = None) -> list[Mention]:
        """Records of a range of rows, far faster than one by one."""
        stop = len(self) if stop is None else stop
        names, notes = self.names, self.notes
        span_at, concept_at = self.span_offsets[start : stop + 1].tolist(), self.concept_offsets[start : stop + 1].tolist()
        s0, c0 = (span_at[0], concept_at[0]) if span_at else (0, 0)
        spans = list(map(Span, self.starts[s0 : span_at[-1]].tolist(), self.ends[s0 : span_at[-1]].tolist()))
        concepts = [names[c] for c in self.concepts[c0 : concept_at[-1]].tolist()]
        return [
            Mention(
                tuple(spans[a - s0 : b - s0]),
                tuple(concepts[c - c0 : d - c0]),
                names[label],
                names[ident] if ident >= 0 else "",
                notes[note],
                None if confidence != confidence else confidence,
                names[stated] if stated >= 0 else None,
            )
            for a, b, c, d, label, ident, note, confidence, stated in zip(
                span_at, span_at[1:], concept_at, concept_at[1:],
                self.labels[start:stop].tolist(), self.ids[start:stop].tolist(), self.attributes[start:stop].tolist(),
                self.confidence[start:stop].tolist(), self.stated[start:stop].tolist(), strict=False,
            )
        ]

    def take(self, units: Offsets) -> MentionColumns:
        """The same columns for some of the units, in the order given."""
        row, fresh = gather(self.offsets, units)
        span, span_offsets = gather(self.span_offsets, row)
        concept, concept_offsets = gather(self.concept_offsets, row)
        return MentionColumns(
            offsets=fresh, span_offsets=span_offsets, starts=self.starts[span], ends=self.ends[span],
            concept_offsets=concept_offsets, concepts=self.concepts[concept], labels=self.labels[row], ids=self.ids[row],
            attributes=self.attributes[row], confidence=self.confidence[row], stated=self.stated[row],
            names=self.names, notes=self.notes,
        )  # fmt: skip

    @staticmethod
    def of(units: Iterable[Sequence[Mention]]) -> MentionColumns:
        """Columns from records, one sequence a unit."""
        build = MentionBuilder()
        for mentions in units:
            for m in mentions:
                build.add(m.spans, m.concepts, m.label, m.id, m.attributes, m.confidence, m.stated)
            build.end_unit()
        return build.columns()


class MentionBuilder:
    """The fast way for readers: ``add`` mentions, ``end_unit`` after each unit, then ``columns``."""

    def __init__(self) -> None:
        self.names: Interner[str] = Interner({"": 0})
        self.notes: Interner[Attributes] = Interner({NONE: 0})
        self._units = array("q", [0])
        self._spans, self._concepts_at = array("q", [0]), array("q", [0])
        self._starts, self._ends, self._concepts = array("i"), array("i"), array("i")
        self._labels, self._ids, self._notes, self._stated = array("i"), array("i"), array("i"), array("i")
        self._confidence = array("d")

    def add(
        self,
        spans: Iterable[tuple[int, int]],
        concepts: Iterable[str] = (),
        label: str = "",
        id: str = "",
        attributes: Attributes = NONE,
        confidence: float | None = None,
        stated: str | None = None,
    ) -> None:
        names = self.names
        for start, end in spans:
            self._starts.append(start)
            self._ends.append(end)
        self._spans.append(len(self._starts))
        for concept in concepts:
            self._concepts.append(names[concept])
        self._concepts_at.append(len(self._concepts))
        self._labels.append(names[label])
        self._ids.append(names[id] if id else -1)
        self._notes.append(self.notes[attributes] if attributes else 0)
        self._confidence.append(float("nan") if confidence is None else confidence)
        self._stated.append(-1 if stated is None else names[stated])

    def end_unit(self) -> None:
        self._units.append(len(self._labels))

    def columns(self) -> MentionColumns:
        return MentionColumns(
            offsets(self._units), offsets(self._spans), ints(self._starts), ints(self._ends),
            offsets(self._concepts_at), ints(self._concepts), ints(self._labels), ints(self._ids), ints(self._notes),
            floats(self._confidence), ints(self._stated), self.names.values_in_order(), self.notes.values_in_order(),
        )  # fmt: skip


def same(a: MentionColumns, b: MentionColumns) -> bool:
    """Equal without making records: True is sure, False may only mean that the names are numbered otherwise."""
    return a.names == b.names and a.notes == b.notes and all(
        np.array_equal(getattr(a, f), getattr(b, f), equal_nan=f == "confidence")
        for f in MentionColumns.__slots__ if f not in ("names", "notes")
    )
