"""A toy system to put under test: it finds the names of an ontology in a text, word by word, the longest first."""

from __future__ import annotations

from ..model import Corpus, Kind, Layer, Maker, Mention, Source, Span
from ..ontology import Ontology
from ..text import tokens


class Matcher:
    """``lower`` looks at small letters only, in names and texts: *Growth delay* is then *growth delay*."""

    def __init__(self, ontology: Ontology, *, lower: bool) -> None:
        self.name = "matcher-lower" if lower else "matcher"
        self._lower = lower
        self._ontology = ontology.version
        self._terms: dict[tuple[str, ...], str] = {}
        for entry in ontology.current:
            for name in (entry.label, *(s.text for s in entry.synonyms)):
                self._terms.setdefault(tuple(self._words(name)[0]), entry.id)
        self._longest = max(map(len, self._terms), default=0)

    def annotate(self, corpus: Corpus) -> Layer:
        """Its mentions in every passage of the corpus."""
        judged: dict[str, list[Mention]] = {}
        for unit in corpus.units:
            span = corpus.span(unit.id)
            judged[unit.id] = self._found(corpus.text_of(unit.id).text[span.start : span.end], span.start)
        return Layer.of(self.name, Source(self.name, Maker.SYSTEM, version="1", ontology=self._ontology), Kind.MENTIONS, judged)

    def _words(self, text: str) -> tuple[list[str], list[Span]]:
        spans = tokens(text)
        words = [text[a:b] for a, b in spans]
        return [w.lower() for w in words] if self._lower else words, spans

    def _found(self, text: str, start: int) -> list[Mention]:
        words, spans = self._words(text)
        found: list[Mention] = []
        i = 0
        while i < len(words):
            for n in range(min(self._longest, len(words) - i), 0, -1):
                term = self._terms.get(tuple(words[i : i + n]))
                if term is not None:
                    found.append(Mention((Span(start + spans[i].start, start + spans[i + n - 1].end),), (term,), "Phenotype"))
                    i += n
                    break
            else:
                i += 1
        return found
