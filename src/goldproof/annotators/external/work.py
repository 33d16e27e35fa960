"""What a tool is asked about one unit: its text, and what of a parse it is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ...errors import BadInput
from ...model import Corpus, Kind, Layer, Passage
from ...model.plain import plain_rows

Plain = dict[str, Any]
_KEPT: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "sentences": ("span",), "tokens": ("span", "tokens", "form"), "tags": ("span", "tokens", "form", "tag", "coarse"),
})  # fmt: skip


@dataclass(frozen=True)
class Work:
    """``text`` is the passage alone, ``start`` where it stands in its document; ``sentences`` count from the beginning of the passage."""

    unit: str
    text: str
    start: int = 0
    sentences: tuple[Plain, ...] = field(default=(), compare=False)


def works(corpus: Corpus, given: Layer | None, needs: str) -> Iterator[Work]:
    """Every passage of the corpus; if the tool needs a parse, those that the given layer judged, with no more of it than is needed."""
    for unit in corpus.units:
        if not isinstance(unit.content, Passage):
            continue
        span = corpus.span(unit.id)
        text = corpus.text_of(unit.id).text[span.start : span.end]
        if not needs:
            yield Work(unit.id, text, span.start)
        elif given is not None and unit.id in given:
            yield Work(unit.id, text, span.start, tuple(_sentences(given, unit.id, span.start, needs)))


def _sentences(given: Layer, unit: str, start: int, needs: str) -> Iterator[Plain]:
    if given.kind is not Kind.PARSES:
        raise BadInput(f"holds {given.kind.value}, not parses", where=f"layer {given.name}")
    one = given.only((unit,)).columns
    for parse in plain_rows(one, 0, len(one)):
        for sentence in parse["sentences"]:
            kept: Plain = {"tokens": [], **{k: sentence[k] for k in _KEPT[needs] if k in sentence}}
            yield moved_sentence(kept, -start)


def moved(kind: Kind, plain: Plain, by: int) -> Plain:
    """A plain judgement with its places moved."""
    if not by:
        return plain
    if kind is Kind.MENTIONS:
        return plain | {"spans": [[a + by, b + by] for a, b in plain["spans"]]}
    return plain | {"sentences": [moved_sentence(s, by) for s in plain["sentences"]]}


def moved_sentence(s: Plain, by: int) -> Plain:
    if not by:
        return s
    out = s | {"span": [x + by for x in s["span"]], "tokens": [[a + by, b + by] for a, b in s["tokens"]]}
    if "multiwords" in s:
        out["multiwords"] = [m | {"span": [x + by for x in m["span"]]} for m in s["multiwords"]]
    return out
