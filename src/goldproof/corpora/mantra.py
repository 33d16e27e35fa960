"""The Mantra gold standard: parallel titles, drug labels and patent claims with UMLS concepts, in brat.

One text unit is one file; the name of its folder says from which corpus it is, the four digits that its name begins with which
unit of that corpus, in every language the same. The brat type is the concept; several concepts on one span are several
annotations on the same offsets (so the paper counts them, and so they stay here: one mention for each). The annotator's note
holds concept, preferred name, semantic types and semantic groups.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..formats import brat
from ..model import Attributes, Corpus, Document, Layer, Maker, Mention, MentionBuilder, Passage, Source, Unit
from .wish import Wish, the_one

LANGUAGES = {"English": "en", "French": "fr", "German": "de", "Spanish": "es", "Dutch": "nl"}
# The start of a folder's name -> what its texts are, and the split that they make up.
TEXTS = {"Medline": ("title of an abstract", "titles"), "EMEA": ("sentence of a drug label", "labels"), "Patents": ("patent claim", "patents")}
SOURCE = Source("Mantra", Maker.RULE, guideline="Mantra", ontology="UMLS (Mantra terminology)",
                settings=Attributes(method="three annotators a language, e-centroids (2,2), adjudicated"))  # fmt: skip

_NOTE = re.compile(r'\s*"[^"]*"(?:\s*,\s*"[^"]*"){2,3}\s*')
_GROUPS = re.compile(r"[A-Z]{4}(?:\|[A-Z]{4})*")


def read(folder: Path, wish: Wish) -> Corpus:
    root = the_one((p.parent for language in LANGUAGES for p in folder.glob(f"**/{language}") if p.is_dir()), folder, " or ".join(LANGUAGES))
    documents: list[Document] = []
    units: list[Unit] = []
    splits: dict[str, list[str]] = {split: [] for _, split in TEXTS.values()}
    judged: list[str] = []
    build = MentionBuilder()
    for language, code in LANGUAGES.items():
        if not (root / language).is_dir():
            continue
        found = brat.read(root / language, wish.reading(concepts="label"))
        layer = found.layers[0] if found.layers else None
        for old in found.documents:
            id = f"{language}/{old.id}"
            home, _, file = old.id.rpartition("/")
            what, split = next((t for start, t in TEXTS.items() if home.startswith(start)), ("", ""))
            place = home.partition("_ec22")[0]
            documents.append(Document(id, old.text, code, attributes=Attributes(corpus=place, kind=what) if place else Attributes()))
            units.append(Unit(id, Passage(id), f"{place}/{file[:4]}" if file[:4].isdecimal() else "", code))
            if split:
                splits[split].append(id)
            mentions = layer.get(old.id) if layer else None
            if mentions is not None:
                judged.append(id)
                _add(build, mentions)
    layers = (Layer("gold", SOURCE, tuple(judged), build.columns()),) if "gold" in wish else ()
    return Corpus(tuple(documents), tuple(units), layers, splits={name: tuple(ids) for name, ids in splits.items() if ids})


def _add(build: MentionBuilder, mentions: tuple[Mention, ...]) -> None:
    for m in mentions:
        build.add(m.spans, m.concepts, m.label, m.id, described(m.attributes), m.confidence, m.stated)
    build.end_unit()


def described(attributes: Attributes) -> Attributes:
    """The note taken apart: ``preferred``, ``semantic_type`` and ``semantic_group``; a note of another kind stays a note.

    Most notes are ``"C1721214", "protelos", "Organic Chemical" ,"CHEM"``; some have the white space elsewhere, no concept, or
    types and groups the other way round.
    """
    note = attributes.text("note")
    if not _NOTE.fullmatch(note):
        return attributes
    *_, preferred, types, groups = re.findall(r'"([^"]*)"', note)
    if _GROUPS.fullmatch(types) and not _GROUPS.fullmatch(groups):
        types, groups = groups, types
    if not _GROUPS.fullmatch(groups):
        return attributes
    return attributes.without("note").but(
        preferred=preferred, semantic_type=tuple(types.split("|")), semantic_group=tuple(groups.split("|"))
    )
