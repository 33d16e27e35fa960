"""BioC (https://bioc.sourceforge.net): what its XML and its JSON have in common.

How records look in it: an annotation's infon ``type`` is the label, ``identifier`` the concepts (several between ``;``),
``confidence`` the confidence, every other infon an attribute. A text stands in passages (and sentences) at their offsets; gaps
between them are line ends (between sentences spaces), as the library ``bioc`` fills them. A document is one unit: passages with infons
of their own, or several of them, are kept in its attribute ``bioc:passages``, one JSON object a passage, and written back from there as
long as they still fit the text. Infons ``goldproof:*`` hold what BioC has no place for: layers, units that are parts of a document, splits.
``source`` of a collection is the provenance, ``date`` and ``key`` are attributes of the corpus.

Why not the library: it takes entities, knows one unit of offsets and fails without a line number. The tests read our files with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import BadInput
from ..model import Value
from .offsets import OPTION, width

IDENTIFIER = "identifier"
TYPE, CONFIDENCE = "type", "confidence"
RESERVED = frozenset({IDENTIFIER, TYPE, CONFIDENCE})
"""Infons of an annotation that have a place of their own in our records."""
NO_ID = ("", "-", "-1")
PASSAGES = "bioc:passages"
GAP = 10_000_000
"""The widest gap between passages, in characters: what is farther away is a wrong number."""

KEEPS = (
    "mention*", "several-mentions", "passages", "parts-of-documents", "loose-documents", "document-order", "not-judged", "source", "source-details",
    "layer-names", "language", "document-title", "document-attributes", "groups", "unit-attributes", "splits", "corpus-facts", "text-lines",
    "spacing", "empty-layers",
)  # fmt: skip
OPTIONS = {
    "offsets": OPTION,
    "concepts": "infons that hold concepts, between commas (identifier is the default)",
    "layers": "an infon of annotations that names their layer, such as annotator",
    "units": "passages: each passage is a unit (documents are the default)",
}
TMVAR = re.compile(r"(?:tmVar:)?[a-z]?\|[A-Za-z]+\|")
Infons = dict[str, Value]


@dataclass(slots=True)
class Annotation:
    """``locations`` are offset and length, in the file's units."""

    id: str = ""
    infons: Infons = field(default_factory=dict)
    locations: list[tuple[int, int]] = field(default_factory=list)
    text: str | None = None


@dataclass(slots=True)
class Section:
    """A passage, or a sentence of one. A text of None is made of the sentences."""

    offset: int
    text: str | None = None
    infons: Infons = field(default_factory=dict)
    annotations: list[Annotation] = field(default_factory=list)
    sentences: list[Section] = field(default_factory=list)

    def every(self) -> Iterator[Annotation]:
        """All annotations, those of sentences first."""
        for sentence in self.sentences:
            yield from sentence.annotations
        yield from self.annotations


@dataclass(slots=True)
class Item:
    """A document as BioC has it."""

    id: str
    infons: Infons = field(default_factory=dict)
    passages: list[Section] = field(default_factory=list)
    annotations: list[Annotation] = field(default_factory=list)

    def every(self) -> Iterator[Annotation]:
        for passage in self.passages:
            yield from passage.every()
        yield from self.annotations


@dataclass(slots=True)
class Collection:
    source: str = ""
    date: str = ""
    key: str = ""
    infons: Infons = field(default_factory=dict)
    documents: Iterable[Item] = ()


def section_text(section: Section, unit: str) -> str:
    """The text of a passage: its own, or that of its sentences at their offsets."""
    if section.text is not None or not section.sentences:
        return section.text or ""
    return lay(((s.offset, s.text or "") for s in section.sentences), section.offset, " ", unit)


def item_text(item: Item, unit: str) -> str:
    """The text of a document: its passages at their offsets."""
    parts = [(p.offset, section_text(p, unit)) for p in item.passages]
    return lay(sorted(parts, key=lambda part: part[0]), 0, "\n", unit)


def lay(parts: Iterable[tuple[int, str]], start: int, filler: str, unit: str) -> str:
    """Texts at their offsets, gaps filled. Two may overlap where they say the same.

    >>> lay([(0, "One."), (5, "Two.")], 0, " ", "codepoints")
    'One. Two.'
    """
    out: list[str] = []
    reached = start
    for offset, text in parts:
        gap = offset - reached
        if gap > GAP or offset < start:
            raise BadInput(f"a text at offset {offset}, after one that ends at {reached}")
        if gap < 0:
            done = "".join(out)
            out = [done]
            at = _point(done, offset - start, unit)
            overlap = done[at:]
            if not (overlap.startswith(text) or text.startswith(overlap)):
                raise BadInput(
                    f"the text at offset {offset} overlaps the one before it, which ends at {reached}, and says otherwise",
                    remedy="offsets may count other things: try -o offsets=utf16 or -o offsets=bytes",
                )
            text = text[len(overlap) :]
        elif gap:
            out.append(filler * gap)
            reached = offset
        out.append(text)
        reached += width(text, unit)
    return "".join(out)


def _point(text: str, offset: int, unit: str) -> int:
    """The code point at an offset of some unit."""
    if unit == "codepoints" or text.isascii():
        return offset
    code = "utf-16-le" if unit == "utf16" else "utf-8"
    return len(text.encode(code, "surrogatepass")[: offset * (2 if unit == "utf16" else 1)].decode(code, "ignore"))


def disagreement(text: str, spans: list[tuple[int, int]], said: str) -> str | None:
    """What a source says it covers, where the document says otherwise. Fragments may be joined in any usual way."""
    pieces = [text[max(a, 0) : max(b, 0)] for a, b in spans]
    if " ".join(pieces) == said:
        return None
    if len(spans) > 1:
        whole = text[max(min(a for a, _ in spans), 0) : max(max(b for _, b in spans), 0)]
        if said == whole or any(said == joiner.join(pieces) for joiner in ("", "...", " ... ", " [...] ")):
            return None
    return said


@lru_cache(65536)
def split_ids(cell: str) -> tuple[str, ...]:
    """Ids between ; , or | (within a tmVar id, | is its own). "-", "-1" and nothing are no ids.

    >>> split_ids("MESH:D1;MESH:D2"), split_ids("D058186|D017093"), split_ids("tmVar:c|SUB|C|148|T;RS#:1"), split_ids("-1")
    (('MESH:D1', 'MESH:D2'), ('D058186', 'D017093'), ('tmVar:c|SUB|C|148|T', 'RS#:1'), ())
    """
    out: list[str] = []
    for part in cell.split(";"):
        out += [part] if TMVAR.match(part.strip()) else re.split(r"[,|]", part)
    return tuple(part for part in map(str.strip, out) if part not in NO_ID)


def concepts_of(raw: Value) -> tuple[str, ...]:
    """The concepts that an identifier names."""
    if isinstance(raw, tuple):
        return tuple(map(str, raw))
    text = str(raw)
    if text.startswith('json:["'):
        try:
            (one,) = json.loads(text[5:])
        except (ValueError, RecursionError):
            one = None
        if isinstance(one, str):
            return (one,)
    return split_ids(text)


@lru_cache(65536)
def identifier_of(concepts: tuple[str, ...]) -> Value:
    """The concepts as an identifier, such that :func:`concepts_of` gives them back.

    >>> identifier_of(("HP:1", "HP:2")), identifier_of(("a;b", "c")), identifier_of(("a;b",))
    ('HP:1;HP:2', ('a;b', 'c'), 'json:["a;b"]')
    """
    joined = ";".join(concepts)
    if split_ids(joined) == concepts and not joined.startswith("json:"):
        return joined
    return concepts if len(concepts) > 1 else f"json:{json.dumps(concepts)}"
