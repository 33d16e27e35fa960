"""The types of DKPro Core that are understood, and our own beside them."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

_DKPRO = "de.tudarmstadt.ukp.dkpro.core.api."
METADATA = _DKPRO + "metadata.type."
DOCUMENT = METADATA + "DocumentMetaData"
SENTENCE = _DKPRO + "segmentation.type.Sentence"
TOKEN = _DKPRO + "segmentation.type.Token"
FORM = _DKPRO + "segmentation.type.TokenForm"
LEMMA = _DKPRO + "segmentation.type.Lemma"
STEM = _DKPRO + "segmentation.type.Stem"
POS = _DKPRO + "lexmorph.type.pos.POS"
MORPH = _DKPRO + "lexmorph.type.morph.MorphologicalFeatures"
DEPENDENCY = _DKPRO + "syntax.type.dependency.Dependency"
DEPENDENCY_ROOT = _DKPRO + "syntax.type.dependency.ROOT"
CONSTITUENT = _DKPRO + "syntax.type.constituent.Constituent"
ENTITY = _DKPRO + "ner.type.NamedEntity"
ANNOTATION = "uima.tcas.Annotation"
DOCUMENT_BASE = "uima.tcas.DocumentAnnotation"

OURS = "goldproof."
ABOUT = OURS + "About"
CHARACTER = OURS + "Character"
FRAGMENT = OURS + "Fragment"
MENTION = OURS + "Mention"
OUR_SENTENCE = OURS + "Sentence"
OUR_TOKEN = OURS + "Token"
OUR_CONSTITUENT = OURS + "Constituent"

TEXT, NUMBER, REAL, TRUTH, ARRAY, TEXTS = (f"uima.cas.{t}" for t in ("String", "Integer", "Double", "Boolean", "FSArray", "StringArray"))
METADATA_FEATURES = ("documentId", "documentUri", "collectionId", "documentBaseUri")

TYPES: dict[str, tuple[str, str, dict[str, str]]] = {
    # name: supertype, what it is for, features
    DOCUMENT: (DOCUMENT_BASE, "what is known of the document", dict.fromkeys(("documentTitle", *METADATA_FEATURES), TEXT) | {"isLastSegment": TRUTH}),
    ABOUT: ("uima.cas.TOP", "what was judged: mentions, and how many parses; the unit and the document's attributes as JSON",
            {"mentions": TRUTH, "parses": NUMBER, "unit": TEXT, "attributes": TEXT}),
    CHARACTER: (ANNOTATION, "a character that XML cannot hold, where U+FFFD stands in the text", {"code": NUMBER}),
    FRAGMENT: (ANNOTATION, "a part of a discontinuous mention", {}),
    MENTION: (ENTITY, "a mention; exact: its spans in code points as JSON, where they do not lie within the text",
              {"id": TEXT, "concepts": TEXTS, "fragments": ARRAY, "exact": TEXT, "attributes": TEXT, "confidence": REAL, "stated": TEXT, "order": NUMBER}),
    OUR_SENTENCE: (SENTENCE, "a sentence with what is said of it as JSON",
                   {"attributes": TEXT, "multiwords": TEXT, "blanks": TEXT, "exact": TEXT, "order": NUMBER}),
    OUR_TOKEN: (TOKEN, "a token with more to it: further columns as JSON, the sentence's number where it does not lie in it",
                {"extra": TEXT, "exact": TEXT, "sentence": NUMBER, "head": NUMBER, "relation": TEXT}),
    OUR_CONSTITUENT: (CONSTITUENT, "a node with its label as written; empty: the text of an empty category; leaf: the number of its token",
                      {"label": TEXT, "empty": TEXT, "leaf": NUMBER, "sentence": NUMBER}),
}  # fmt: skip

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def lies_in(sentences: Sequence[tuple[int, int]], tokens: Sequence[tuple[int, int]]) -> list[int]:
    """For each token the number of the sentence that it lies in, the innermost of several, -1 for none. Sentences are sorted."""
    begins = [b for b, _ in sentences]
    reach: list[int] = []  # the farthest end of this and all sentences before: behind it nothing need be looked for
    for _, end in sentences:
        reach.append(max(end, reach[-1] if reach else end))
    out: list[int] = []
    for begin, end in tokens:
        at = bisect_right(begins, begin) - 1
        while at >= 0 and sentences[at][1] < end:
            at = at - 1 if reach[at] >= end else -1
        out.append(at)
    return out


def short(name: str) -> str:
    return name.rpartition(".")[2]


def value(fs: Any, name: str) -> Any:
    """The value of a feature, None if it is not set or the type has none of that name."""
    return getattr(fs, name, None)
