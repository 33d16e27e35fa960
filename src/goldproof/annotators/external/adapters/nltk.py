"""NLTK (https://www.nltk.org): Punkt sentences, Treebank-style tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def maker(punkt: str = "") -> Callable[[str], list[dict[str, Any]]]:
    """``punkt`` is the language of the Punkt data that NLTK downloaded (english); without it Punkt learns from each text itself, as its class does."""
    from nltk.tokenize import NLTKWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTokenizer

    known = PunktTokenizer(punkt) if punkt else None
    words = NLTKWordTokenizer()

    def annotate(text: str) -> list[dict[str, Any]]:
        cutter = known or PunktSentenceTokenizer(text)
        out = []
        for start, end in cutter.span_tokenize(text):
            tokens = [{"start": start + a, "end": start + b} for a, b in words.span_tokenize(text[start:end])]
            if tokens:
                out.append({"start": start, "end": end, "tokens": tokens})
        return out

    return annotate
