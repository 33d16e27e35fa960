"""The sentences of parses, without a record for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Corpus, Document, Kind, Layer, Multiword, Passage, Span
from .finding import Place


@dataclass(frozen=True, slots=True)
class Parsed:
    """One sentence: its place, and its columns cut out. ``heads`` have -1 where nothing is said.

    ``document`` and ``room`` (the unit's passage) are None where the unit is not a passage of a text.
    """

    layer: Layer
    unit: str
    number: int
    document: Document | None
    room: Span | None
    span: Span
    starts: Sequence[int]
    ends: Sequence[int]
    forms: Sequence[str]
    tags: Sequence[str | None]
    heads: Sequence[int]
    relations: Sequence[str | None]
    labels: Sequence[str]
    parents: Sequence[int]
    leaves: Sequence[int]
    empties: Sequence[str | None]
    multiwords: tuple[Multiword, ...]

    def place(self, item: str = "") -> Place:
        """The sentence, or something in it; counted from 1."""
        where = f"sentence {self.number}"
        return Place(self.layer.name, self.unit, self.document.id if self.document else "", item=f"{where}, {item}" if item else where)

    def token(self, i: int) -> Place:
        """Token ``i`` (from 0)."""
        where = f"sentence {self.number}, token {i + 1}"
        return Place(self.layer.name, self.unit, self.document.id if self.document else "", Span(self.starts[i], self.ends[i]), where)

    def in_multiword(self) -> frozenset[int]:
        """The tokens (from 0) that share a surface token with others, and so its span."""
        return frozenset(i - 1 for m in self.multiwords for i in range(m.words[0], m.words[1] + 1))


def parsed(corpus: Corpus) -> tuple[Parsed, ...]:
    """Every sentence of every layer of parses."""
    found: list[Parsed] = []
    for layer in corpus.of_kind(Kind.PARSES):
        c = layer.parses
        names = (*c.names, None)
        parses, sentences = c.offsets.tolist(), c.sentence_offsets.tolist()
        token_at, node_at = c.token_offsets.tolist(), c.node_offsets.tolist()
        starts, ends, heads = c.starts.tolist(), c.ends.tolist(), c.heads.tolist()
        forms, tags, relations = ([names[n] for n in column.tolist()] for column in (c.forms, c.tags, c.relations))
        labels, empties = ([names[n] for n in column.tolist()] for column in (c.labels, c.empties))
        parents, leaves = c.parents.tolist(), c.leaves.tolist()
        for i, unit in enumerate(layer.units):
            passage = isinstance(corpus.unit(unit).content, Passage)
            document = corpus.text_of(unit) if passage else None
            room = corpus.span(unit) if passage else None
            first, last = sentences[parses[i]], sentences[parses[i + 1]]
            for number, s in enumerate(range(first, last), 1):
                t, n = slice(token_at[s], token_at[s + 1]), slice(node_at[s], node_at[s + 1])
                found.append(Parsed(
                    layer, unit, number, document, room, Span(int(c.sentence_starts[s]), int(c.sentence_ends[s])),
                    starts[t], ends[t], forms[t], tags[t], heads[t], relations[t],
                    labels[n], parents[n], leaves[n], empties[n], c.multiwords.get(s, ()),
                ))  # fmt: skip
    return tuple(found)
