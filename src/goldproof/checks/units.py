"""Units: whether anybody judged them."""

from __future__ import annotations

from ..model import Corpus
from .finding import Level, Place
from .rule import Context, Found, rule


@rule("unit-unjudged", "units that no layer judged", Level.NOTE)
def unjudged(corpus: Corpus, context: Context) -> Found:
    if not corpus.layers:
        return
    judged = {unit for layer in corpus.layers for unit in layer.units}
    for unit in corpus.units:
        if unit.id not in judged:
            yield Place(unit=unit.id), "nobody judged it", "assign it, or leave it out"


@rule("unit-text-missing", "documents that no unit is cut from, in a corpus with units", Level.NOTE)
def text_missing(corpus: Corpus, context: Context) -> Found:
    if not corpus.units:
        return
    used: set[str] = set()
    for unit in corpus.units:
        for part in (unit.content, getattr(unit.content, "left_from", None), getattr(unit.content, "right_from", None)):
            used.add(getattr(part, "document", ""))
    for document in corpus.documents:
        if document.id not in used:
            yield Place(document=document.id), "no unit is about this document", "cut a unit from it, or leave it out"
