"""The recogniser: texts in, a layer of mentions out. Everything a mention costs is done for all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...model import NONE, Attributes, Corpus, Layer, Maker, Mention, MentionColumns, Passage, Source, Unit
from ...model.columns.interning import Interner
from ...text import cues
from ...text.stream import Stream, stream
from ...version import __version__
from . import abbreviations
from .broader import broader
from .building import ABBREVIATED, BROADER, MISSPELT, RULES
from .coordination import conjunctions, coordinated
from .explaining import variants
from .index import CASED, Index
from .misspellings import Misspellings
from .nesting import kept, stretched
from .order import ordered
from .pieces import Piece, batches
from .switches import Switches
from .tongues import Tongues
from .windows import Found, content, windows

Long = NDArray[np.int64]
FIELDS = ("unit", "start", "end", "skip", "back", "row", "rule", "said", "opens")


@dataclass(frozen=True)
class Hits:
    """Mentions of many units as columns, places in the unit's document; ``said`` are the bits of their attributes; ``opens``:
    a bracket opens right behind."""

    unit: Long
    start: Long
    end: Long
    skip: Long
    back: Long
    row: Long
    rule: Long
    said: Long
    opens: Long

    def __len__(self) -> int:
        return len(self.unit)

    def take(self, rows: NDArray[np.bool_] | Long) -> Hits:
        return Hits(*(getattr(self, f)[rows] for f in FIELDS))

    @staticmethod
    def together(parts: Sequence[Hits]) -> Hits:
        return Hits(*(np.concatenate([np.zeros(0, np.int64), *(getattr(p, f) for p in parts)]) for f in FIELDS))


class Recogniser:
    """An annotator made of an index for each language. Make one with :func:`goldproof.concepts`."""

    def __init__(self, indexes: Mapping[str, Index], switches: Switches, *, name: str = "concepts", ontology: str = "", preset: str = "default") -> None:
        self.name = name
        self.switches = switches
        self.preset = preset
        self.ontology = ontology
        self._indexes = indexes
        self._slips: dict[int, Misspellings] = {}

    def __repr__(self) -> str:
        return f"Recogniser({self.ontology!r}, {self.preset})"

    @property
    def source(self) -> Source:
        """Who says it: name, version, preset and ontology."""
        return Source(self.name, Maker.SYSTEM, version=__version__, ontology=self.ontology, settings=Attributes(preset=self.preset))

    def label(self, concept: str) -> str:
        """What a concept is called, empty if it is none of those looked for."""
        # Each index has every concept, so that one which was made already will do.
        ready = self._indexes.ready if isinstance(self._indexes, Tongues) else self._indexes
        index = next(iter(ready.values()), None) or self.index()
        return index.labels[index.number[concept]] if concept in index.number else ""

    def index(self, language: str = "") -> Index:
        """The index for texts of a language: its own, or the only one, or the one for all."""
        code = language.split("-")[0].lower()
        return self._indexes[code if code in self._indexes else "" if "" in self._indexes else next(iter(self._indexes))]

    def annotate(self, corpus: Corpus | Iterable[Unit | tuple[str, str]], /, *, jobs: int = 1, explain: bool = False) -> Layer:
        """Its mentions in every passage of a corpus, in ``jobs`` processes."""
        if not isinstance(corpus, Corpus):
            corpus = Corpus.of_texts(dict(corpus))  # type: ignore[arg-type]
        units: list[str] = []
        by_language: dict[str, list[int]] = {}
        texts: list[str] = []
        starts: list[int] = []
        for unit in corpus.units:
            passage = unit.content
            if not isinstance(passage, Passage):
                continue
            document = corpus.document(passage.document)
            by_language.setdefault(unit.language or document.language, []).append(len(units))
            units.append(unit.id)
            # A span that is all of the document costs no copy.
            span = passage.span
            texts.append(document.text if span is None or (span.start <= 0 and span.end >= len(document.text)) else document.text[span.start : span.end])
            starts.append(0 if span is None else max(span.start, 0))
        if len(by_language) == 1 or len(self._indexes) == 1:
            language = next(iter(by_language), "")
            index = self.index(language)
            columns = self._columns(index, self._hits(index, texts, language, jobs), starts, texts, explain)
        else:
            columns = MentionColumns.of(self._mixed(by_language, texts, starts, jobs, explain))
        return Layer(self.name, self.source, tuple(units), columns)

    def _mixed(self, by_language: Mapping[str, list[int]], texts: list[str], starts: list[int], jobs: int, explain: bool) -> list[list[Mention]]:
        out: list[list[Mention]] = [[] for _ in texts]
        for language, numbers in by_language.items():
            index = self.index(language)
            mine = [texts[i] for i in numbers]
            columns = self._columns(index, self._hits(index, mine, language, jobs), [starts[i] for i in numbers], mine, explain)
            for k, i in enumerate(numbers):
                out[i] = columns.rows(int(columns.offsets[k]), int(columns.offsets[k + 1]))
        return out

    def find(self, text: str, *, language: str = "", explain: bool = False) -> list[Mention]:
        """The mentions in a text.

        >>> gp.concepts("hp.obo").find("short and broad fingers")       # doctest: +SKIP
        """
        index = self.index(language)
        return self._columns(index, self._hits(index, [text], language, 1), [0], [text], explain).rows()

    def _hits(self, index: Index, texts: Sequence[str], language: str, jobs: int) -> Hits:
        from .parallel import run

        return run(self, index, texts, language, jobs)

    def hits(self, index: Index, texts: Sequence[str], language: str) -> Hits:
        """The mentions in some texts, unit i being text i."""
        found = Hits.together([self._batch(index, pieces, language) for pieces in batches(texts)])
        if self.switches.abbreviations:
            found = _abbreviated(index, texts, found)
        return found.take(np.lexsort((found.row, -found.end, found.start, found.unit)))

    def _batch(self, index: Index, pieces: Sequence[Piece], language: str) -> Hits:
        s = stream([p.text for p in pieces])
        clusters = index.words.of(s)
        misspelt = self._misspellings(index).read(s, clusters) if self.switches.misspellings else np.zeros(0, np.int32)
        c = content(index, s, clusters)
        f = windows(index, s, c)
        if not self.switches.order:
            f = f.take(ordered(index, s, c, f))
        if self.switches.coordination:
            f = f + coordinated(index, s, c, f, conjunctions(language))
        if len(misspelt):
            f.rule[np.searchsorted(misspelt, f.last) > np.searchsorted(misspelt, f.first)] = MISSPELT
        f = f.sorted()
        alone = _alone(s, f)
        keep = kept(index, f, self.switches.nesting, alone)
        f, alone = f.take(keep), alone[keep]
        if self.switches.nesting == "guideline" and self.switches.spans == "whole" and alone.any():
            f = stretched(f, alone)
        said = cues.attributes(s, f.first, f.last) if self.switches.attributes else np.zeros(len(f), np.uint8)
        number = np.searchsorted(s.documents, f.first, side="right") - 1
        # Texts without a word have the place of the text behind them: the last of equal places is the one with the word.
        unit = np.fromiter((p.unit for p in pieces), np.int64, len(pieces))
        shift = np.fromiter((p.start for p in pieces), np.int64, len(pieces)) - s.begins
        move = shift[number] if len(number) else np.zeros(0, np.int64)
        parted = f.skip < f.back
        return Hits(
            unit[number] if len(number) else np.zeros(0, np.int64), s.starts[f.first] + move, s.ends[f.last - 1] + move,
            np.where(parted, s.ends[np.maximum(f.skip - 1, 0)] + move, -1), np.where(parted, s.starts[np.minimum(f.back, len(s) - 1)] + move, -1) if len(f) else f.back,
            f.row.astype(np.int64), f.rule.astype(np.int64), said.astype(np.int64), _opens(s, s.ends[f.last - 1]),
        )  # fmt: skip

    def _misspellings(self, index: Index) -> Misspellings:
        if id(index) not in self._slips:
            self._slips[id(index)] = Misspellings.of(index)
        return self._slips[id(index)]

    def _columns(self, index: Index, h: Hits, starts: Sequence[int], texts: Sequence[str], explain: bool) -> MentionColumns:
        rows = index.rows
        concept = rows.concept[h.row]
        if self.switches.ancestors and len(h):
            which, over = broader(index, concept, self.switches.ancestors)
            more = h.take(which)
            more.rule[:] = BROADER
            h, concept = Hits.together([h, more]), np.concatenate((concept, over))
        # One mention for each place and concept, by its best rule.
        order = np.lexsort((h.rule, rows.rank[h.row], concept, -h.end, h.start, h.unit))
        key = np.stack((h.unit, h.start, h.end, concept), axis=1)[order]
        fresh = np.ones(len(order), bool)
        fresh[1:] = (key[1:] != key[:-1]).any(axis=1)
        h, concept = h.take(order[fresh]), concept[order[fresh]]
        n = len(h)
        offsets = np.zeros(len(texts) + 1, np.int64)
        np.cumsum(np.bincount(h.unit, minlength=len(texts)), out=offsets[1:])
        shift = np.array(starts, np.int64)[h.unit] if n else np.zeros(0, np.int64)
        two = (h.skip >= 0) if self.switches.spans == "discontinuous" else np.zeros(n, bool)
        span_offsets = np.zeros(n + 1, np.int64)
        np.cumsum(1 + two, out=span_offsets[1:])
        begin = np.zeros(int(span_offsets[-1]), np.int32)
        end = np.zeros(int(span_offsets[-1]), np.int32)
        begin[span_offsets[:-1]] = h.start + shift
        end[span_offsets[1:] - 1] = h.end + shift
        end[span_offsets[:-1][two]] = (h.skip + shift)[two]
        begin[span_offsets[1:][two] - 1] = (h.back + shift)[two]
        used, number = np.unique(concept, return_inverse=True)
        names = ("", *(index.concepts[i] for i in used.tolist()))
        notes, note = self._notes(index, h, texts if explain else None)
        none = np.full(n, -1, np.int32)
        return MentionColumns(
            offsets, span_offsets, begin, end, np.arange(n + 1, dtype=np.int64), (number + 1).astype(np.int32).reshape(-1), np.zeros(n, np.int32), none, note,
            self._confidence(index, h), none, names, notes,
        )  # fmt: skip

    def _notes(self, index: Index, h: Hits, texts: Sequence[str] | None) -> tuple[tuple[Attributes, ...], NDArray[np.int32]]:
        plain = [Attributes({name: True for bit, name in cues.ATTRIBUTES.items() if bits & bit}) for bits in range(16)]
        if texts is None:
            return (NONE, *plain[1:]), h.said.astype(np.int32)
        intern: Interner[Attributes] = Interner({NONE: 0})
        out = np.zeros(len(h), np.int32)
        for i in range(len(h)):
            text, start, end, skip, back = texts[h.unit[i]], h.start[i], h.end[i], h.skip[i], h.back[i]
            name, rule = index.names[int(index.rows.name[h.row[i]])], RULES[h.rule[i]]
            how = variants(index, (text[start:skip], text[back:end]) if skip >= 0 else (text[start:end],), name) if h.rule[i] != ABBREVIATED else ""
            told = plain[h.said[i]].but(name=name, rule=rule)
            out[i] = intern[told.but(variants=how) if how else told]
        return intern.values_in_order(), out

    def _confidence(self, index: Index, h: Hits) -> NDArray[np.float64]:
        return np.full(len(h), np.nan)


def _alone(s: Stream, f: Found) -> NDArray[np.bool_]:
    """Whether each stands in a text that is one name, or one coordination of names, from its first word to its last."""
    if not len(f):
        return np.zeros(0, bool)
    ends = np.append(s.documents[1:], len(s))
    number = np.searchsorted(s.documents, f.first, side="right") - 1
    whole = np.zeros(len(s.documents), bool)
    whole[number[(s.documents[number] == f.first) & (ends[number] == f.last)]] = True
    return np.asarray(whole[number])


def _opens(s: Stream, end: Long) -> Long:
    raw = np.append(s.raw, np.zeros(2, np.uint32))
    return np.asarray((raw[end] == _OPEN) | ((raw[end] == _BLANK) & (raw[end + 1] == _OPEN)), np.int64)


_OPEN, _BLANK = ord("("), ord(" ")


def _abbreviated(index: Index, texts: Sequence[str], h: Hits) -> Hits:
    """With the short forms that the texts define, and without those names in capitals that a text explains otherwise."""
    more: list[tuple[int, ...]] = []
    known: dict[int, dict[str, tuple[int, ...]]] = {}
    drop: set[int] = set()
    cased = (index.rows.flags[h.row] & CASED) != 0
    for i in np.flatnonzero(h.opens).tolist():
        unit, start, end, row = int(h.unit[i]), int(h.start[i]), int(h.end[i]), int(h.row[i])
        short = abbreviations.defined(texts[unit], start, end)
        if short is not None and short[0] not in known.setdefault(unit, {}):
            known[unit][short[0]] = (start, end, row)
            more += [(unit, a, z, -1, -1, row, ABBREVIATED, 0, 0) for a, z in abbreviations.uses(short[0], texts[unit])]
    for i in np.flatnonzero(cased).tolist():
        unit = int(h.unit[i])
        short_text = texts[unit][h.start[i] : h.end[i]]
        if short_text not in known.get(unit, {}) and abbreviations.foreign(short_text, texts[unit]):
            drop.add(i)
    if drop:
        keep = np.ones(len(h), bool)
        keep[list(drop)] = False
        h = h.take(keep)
    if not more:
        return h
    columns = np.array(more, np.int64).reshape(-1, len(FIELDS))
    return Hits.together([h, Hits(*(columns[:, k] for k in range(len(FIELDS))))])


__all__ = ["Hits", "Recogniser"]
