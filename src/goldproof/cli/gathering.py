"""Layers of one kind from several places, put together by unit: what the commands about many annotators begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import BadInput, NotFound
from .frame import pairs
from .place import corpus_of, is_project, read

if TYPE_CHECKING:
    from ..model import Corpus, Layer


def gathered(
    places: tuple[str, ...], names: tuple[str, ...] = (), round_: str | None = None, *, format: str = "", options: tuple[str, ...] = (),
    texts: str | None = None, need: int = 1, what: str = "harmonisation",
) -> tuple[Corpus, list[Layer]]:  # fmt: skip
    """The units of all places, and the layers of one kind: those named, else all by people and systems (of a round)."""
    from ..model import Corpus, Maker

    corpora = [_read(place, format, options, texts) for place in places]
    units = {unit.id: unit for corpus in corpora for unit in corpus.units}
    documents = {document.id: document for corpus in corpora for document in corpus.documents}
    studies = {study.id: study for corpus in corpora for study in corpus.studies}
    found: dict[str, Layer] = {}
    for place, corpus in zip(places, corpora, strict=True):
        for layer in corpus.layers:
            name = layer.name if layer.name not in found else f"{layer.name} ({place})"
            found[name] = layer.called(name) if name != layer.name else layer
    for name in names:
        if name not in found:
            raise NotFound(f"no layer {name!r}", where=", ".join(places), remedy="there are: " + (", ".join(found) or "none"))
    chosen = [found[name] for name in names] if names else [la for la in found.values() if la.source.kind != Maker.RULE]
    if round_ is not None:
        chosen = [la for la in chosen if la.source.round == round_]
    if not names and len({la.kind for la in chosen}) > 1:
        kinds = ", ".join(sorted({la.kind.value for la in chosen}))
        raise BadInput(f"layers of several kinds: {kinds}", where=", ".join(places), remedy="choose the layers of one kind with --layer")
    if len(chosen) < need and not names:
        raise BadInput(f"{len(chosen)} layers by people or systems; {what} needs {need}", where=", ".join(places))
    facts = {name: getattr(corpora[0], name) for name in ("name", "version", "licence", "provenance")} if len(corpora) == 1 else {}
    splits = corpora[0].splits if len(corpora) == 1 else {}
    return Corpus(tuple(documents.values()), tuple(units.values()), studies=tuple(studies.values()), splits=splits, **facts), chosen


def _read(place: str, format: str, options: tuple[str, ...], texts: str | None) -> Corpus:
    return corpus_of(place) if is_project(place) else read(place, format=format, texts=texts, options=pairs(options))
