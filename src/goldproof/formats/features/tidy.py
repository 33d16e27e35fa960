"""The feature of parses that no file of columns can hold: values that are no words on a line."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ...model import NONE, Attributes, Corpus, Kind, Layer, Multiword, Sentence, Token, Value
from ..alignment import meant
from ..brackets import leaf_of, sound_leaf
from ..columns import NEWDOC, column_of, comment_lines, features_of, said
from ..misc import form_column, ours
from .feature import Feature, first
from .parses import on_sentences
from .places import sound

_BREAK = re.compile(r"[\t\r\n]")
_ANY = re.compile(r"\s+")


@lru_cache(65536)
def word(value: str | None) -> str | None:
    """A value as it can stand in a column; "_" says nothing there."""
    value = None if value is None else _BREAK.sub(" ", value)
    return None if value in ("", "_") else value


def _as_text(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


@lru_cache(65536)
def tidy_features(features: Attributes) -> Attributes:
    if not features or (not _BREAK.search(column_of(features)) and features_of(column_of(features))[0] == features):
        return features
    mended: dict[str, Value] = {}
    for name, value in features.items():
        name = _BREAK.sub(" ", name).replace("|", " ").replace("=", ":")
        if name:
            mended[name] = True if value is True else _BREAK.sub(" ", _as_text(value)).replace("|", " ")
    out = Attributes(mended)
    return out if features_of(column_of(out))[0] == out else NONE


@lru_cache(65536)
def tidy_extra(extra: Attributes) -> Attributes:
    out: dict[str, Value] = {}
    for name, value in extra.items():
        text = _as_text(value)
        if name == "misc":
            text = "|".join(item for item in _BREAK.sub(" ", text).split("|") if not ours(item))
        elif name in ("deps", "phead", "pdeprel", "feats", "written", "leaf", "chunk", "lemma", "upos", "xpos", "head", "deprel"):
            text = _BREAK.sub(" ", text)
        elif name:
            out[name] = text
            continue
        if name and text not in ("", "_"):
            out[name] = text
    return Attributes(out)


def tidy_token(t: Token) -> Token:
    features, extra = tidy_features(t.features), tidy_extra(t.extra)
    if extra.get("written") in (form_column(t.form), t.form):
        extra = extra.without("written")
    if "feats" in extra and features_of(extra.text("feats")) != (features, extra.text("feats")):
        extra = extra.without("feats")
    return replace(
        t, lemma=word(t.lemma), tag=word(t.tag), coarse=word(t.coarse), relation=word(t.relation), features=features, extra=extra
    )


def tidy_attributes(about: Attributes) -> Attributes:
    lines = list(comment_lines(about))
    if not any(_BREAK.search(line) or NEWDOC.fullmatch(line) for line in lines) and Attributes(said(lines)) == about:
        return about
    out: dict[str, tuple[str, ...]] = {}
    for name, value in about.items():
        name = _ANY.sub(" ", name.replace("=", " ")).strip() or "comment"
        for one in value if isinstance(value, tuple) else (value,):
            line = f"# {name} = " + _ANY.sub(" ", str(one)).strip()
            if not NEWDOC.fullmatch(line) and not NEWDOC.fullmatch("# " + str(one)):
                out[name] = (*out.get(name, ()), _ANY.sub(" ", str(one)).strip())
    return Attributes(out)


def _tidy_multiword(m: Multiword) -> Multiword:
    extra = tidy_extra(m.extra)
    return replace(m, extra=extra.without("written") if extra.get("written") == form_column(m.form) else extra)


def _tidy(s: Sentence) -> Sentence:
    tokens = tuple(map(tidy_token, s.tokens))
    if any(t.head is not None and t.head > len(tokens) for t in tokens):
        tokens = tuple(replace(t, head=None) if t.head is not None and t.head > len(tokens) else t for t in tokens)
    blanks = [replace(b, token=tidy_token(b.token)) for b in s.blanks if 0 <= b.after <= len(tokens) and 0 <= b.number < 1_000_000]
    return replace(
        s, tokens=tokens, attributes=tidy_attributes(s.attributes), multiwords=tuple(map(_tidy_multiword, sound(s))),
        blanks=tuple(sorted(blanks, key=lambda b: b.after)),
    )  # fmt: skip


def _odd(t: Token) -> bool:
    return bool(_odd_names(t))


def _odd_names(t: Token) -> list[str]:
    leaf, written = t.extra.get("leaf"), t.extra.get("written")
    out = []
    if leaf is not None and not (isinstance(leaf, str) and sound_leaf(leaf, t.form) and leaf != leaf_of(t.form, t.tag)):
        out.append("leaf")
    if written is not None and not (isinstance(written, str) and written != t.form and meant(written).fullmatch(t.form)):
        out.append("written")
    return out


def _without_odd(s: Sentence) -> Sentence:
    return replace(s, tokens=tuple(replace(t, extra=t.extra.without(*_odd_names(t))) if t.extra else t for t in s.tokens))


def _odd_writing(layer: Layer) -> list[int]:
    c = layer.parses
    noted = [n for n, note in enumerate(c.notes) if "leaf" in note or "written" in note]
    found = np.unique(np.searchsorted(c.token_offsets, np.flatnonzero(np.isin(c.extras, noted)), side="right") - 1)
    odd = (s for s in found.tolist() if any(map(_odd, c.sentence(s).tokens)))
    return [int(np.searchsorted(c.sentence_offsets, s, side="right")) - 1 for s in odd][:1]


def _untidy(layer: Layer) -> list[int]:
    """A parse with such a value, if there is one: every distinct value is looked at once."""
    c = layer.parses
    tokens = np.zeros(len(c.starts), dtype=bool)
    for field in (c.lemmas, c.tags, c.coarse, c.relations):
        bad = [n for n in np.unique(field).tolist() if n >= 0 and word(c.names[n]) != c.names[n]]
        tokens |= np.isin(field, bad)
    tokens |= np.isin(c.features, [n for n in np.unique(c.features).tolist() if tidy_features(c.notes[n]) != c.notes[n]])
    sentences = np.zeros(len(c.sentence_notes), dtype=bool)
    odd = [n for n in np.unique(c.extras).tolist() if tidy_extra(c.notes[n]) != c.notes[n] or {"written", "feats"} & set(c.notes[n])]
    of = np.repeat(np.arange(len(sentences)), np.diff(c.token_offsets))
    tokens |= c.heads > np.diff(c.token_offsets)[of]
    sentences[of[tokens]] = True
    seen = {about: tidy_attributes(about) == about for about in set(c.sentence_notes)}
    sentences |= np.array([not seen[about] for about in c.sentence_notes], dtype=bool)
    doubtful = set(of[np.isin(c.extras, odd)].tolist()) | set(c.multiwords) | set(c.blanks)
    for s in sorted(doubtful - set(np.flatnonzero(sentences).tolist())):
        record = c.sentence(s)
        if _tidy(record) != record:
            sentences[s] = True
    return [int(np.searchsorted(c.sentence_offsets, s, side="right")) - 1 for s in np.flatnonzero(sentences)[:1]]


def _present(corpus: Corpus) -> str:
    return first(corpus, Kind.PARSES, _untidy)


TIDY = (
    Feature(
        "parse-untidy",
        "values in columns that are numbers, several, empty, '_' or on several lines, and heads that are no word of the sentence "
        "(stripped: text on a line, or nothing)",
        _present, lambda corpus: on_sentences(corpus, _tidy) if _present(corpus) else corpus,
    ),
    Feature(
        "parse-odd-written", "leaves and forms as a file wrote them that do not stand for their tokens, or say nothing new (leaf, written)",
        lambda corpus: first(corpus, Kind.PARSES, _odd_writing), lambda corpus: on_sentences(corpus, _without_odd),
    ),
)  # fmt: skip
