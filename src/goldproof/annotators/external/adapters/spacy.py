"""spaCy (https://spacy.io): a pipeline of yours, or its blank one with sentences by punctuation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def maker(model: str = "blank:en") -> Callable[[str], list[dict[str, Any]]]:
    """``model`` is an installed pipeline (en_core_web_sm), a folder with one, or ``blank:LANGUAGE``."""
    import spacy

    if model.startswith("blank:"):
        nlp = spacy.blank(model.removeprefix("blank:"))
        nlp.add_pipe("sentencizer")
    else:
        nlp = spacy.load(model)
    nlp.max_length = 10_000_000

    def annotate(text: str) -> list[dict[str, Any]]:
        out = []
        for sentence in nlp(text).sents:
            words = [t for t in sentence if not t.is_space]
            number = {t.i: n for n, t in enumerate(words, 1)}
            tokens = [_token(t, number) for t in words]
            if tokens:
                out.append({"start": tokens[0]["start"], "end": tokens[-1]["end"], "tokens": tokens})
        return out

    return annotate


def _token(t: Any, number: dict[int, int]) -> dict[str, Any]:
    row: dict[str, Any] = {"start": t.idx, "end": t.idx + len(t)}
    row |= {name: value for name, value in (("tag", t.tag_), ("coarse", t.pos_), ("lemma", t.lemma_)) if value}
    if t.dep_:
        row |= {"head": 0 if t.head.i == t.i else number.get(t.head.i, 0), "relation": t.dep_}
    return row


def mentions(model: str) -> Callable[[str], list[dict[str, Any]]]:
    """The named entities of a pipeline."""
    import spacy

    nlp = spacy.load(model)
    nlp.max_length = 10_000_000
    return lambda text: [{"start": e.start_char, "end": e.end_char, "label": e.label_} for e in nlp(text).ents]
