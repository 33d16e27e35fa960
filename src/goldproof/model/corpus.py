"""A corpus: documents or studies, the units cut from them, and the layers about the units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from ..errors import BadInput, NotFound
from .attributes import NONE, Attributes
from .layer import Layer
from .source import Kind
from .study import Study
from .text import Document, Span
from .unit import Content, Passage, Unit

NO_SPLITS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True, eq=True)
class Corpus:
    """Everything about one body of material. ``splits`` name sets of unit ids ("train", "development", "fold-1").

    Ids of documents, studies and units and names of layers are unique; every unit that a layer or split names
    exists; every document that a unit names exists. All of it is checked when the corpus is made.
    """

    documents: tuple[Document, ...] = ()
    units: tuple[Unit, ...] = ()
    layers: tuple[Layer, ...] = ()
    studies: tuple[Study, ...] = ()
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NO_SPLITS)
    name: str = ""
    version: str = ""
    licence: str = ""
    provenance: str = ""
    attributes: Attributes = NONE

    def __post_init__(self) -> None:
        object.__setattr__(self, "splits", MappingProxyType({k: tuple(v) for k, v in self.splits.items()}))
        for what, ids in (
            ("document", [d.id for d in self.documents]),
            ("study", [s.id for s in self.studies]),
            ("unit", [u.id for u in self.units]),
            ("layer", [layer.name for layer in self.layers]),
        ):
            if len(set(ids)) < len(ids):
                repeated = next(i for i in ids if ids.count(i) > 1)
                raise BadInput(f"two {what}s are called {repeated!r}", where=self.name or "corpus")
        for unit in self.units:
            if isinstance(unit.content, Passage) and unit.content.document not in self._documents:
                raise BadInput(f"no document {unit.content.document!r}", where=f"unit {unit.id}")
        for layer in self.layers:
            self._all_known(layer.units, f"layer {layer.name}")
        for split, ids_ in self.splits.items():
            self._all_known(ids_, f"split {split}")

    __hash__ = None  # type: ignore[assignment]

    def _all_known(self, units: Iterable[str], where: str) -> None:
        known = self._units
        for unit in units:
            if unit not in known:
                raise BadInput(f"no unit {unit!r}", where=where)

    @cached_property
    def _documents(self) -> dict[str, Document]:
        return {d.id: d for d in self.documents}

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {u.id: u for u in self.units}

    @staticmethod
    def of_texts(texts: Mapping[str, str] | Iterable[Document], **more: str) -> Corpus:
        """A corpus of whole documents: each is one unit with the document's id."""
        if isinstance(texts, Mapping):
            documents = tuple(Document(id, text) for id, text in texts.items())
        else:
            documents = tuple(texts)
        return Corpus(documents, tuple(whole(d) for d in documents), **more)  # type: ignore[arg-type]

    def document(self, id: str) -> Document:
        if id not in self._documents:
            raise NotFound(f"no document {id!r}", where=self.name or "corpus")
        return self._documents[id]

    def study(self, id: str) -> Study:
        for study in self.studies:
            if study.id == id:
                return study
        raise NotFound(f"no study {id!r}", where=self.name or "corpus")

    def unit(self, id: str) -> Unit:
        if id not in self._units:
            raise NotFound(f"no unit {id!r}", where=self.name or "corpus")
        return self._units[id]

    def layer(self, name: str) -> Layer:
        for layer in self.layers:
            if layer.name == name:
                return layer
        have = ", ".join(layer.name for layer in self.layers) or "none"
        raise NotFound(f"no layer {name!r}", where=self.name or "corpus", remedy=f"there are: {have}")

    def of_kind(self, kind: Kind) -> tuple[Layer, ...]:
        return tuple(layer for layer in self.layers if layer.kind == kind)

    def span(self, unit: str) -> Span:
        """The place of a passage in its document, the whole of it where no span is given."""
        content = self.passage(unit)
        return content.span or Span(0, len(self.document(content.document).text))

    def passage(self, unit: str) -> Passage:
        content = self.unit(unit).content
        if not isinstance(content, Passage):
            raise BadInput("is not a passage of a document", where=f"unit {unit}")
        return content

    def text_of(self, unit: str) -> Document:
        """The document that a unit is a passage of."""
        return self.document(self.passage(unit).document)

    def with_layers(self, *layers: Layer) -> Corpus:
        """The corpus and more layers; a layer of the same name is replaced."""
        fresh = {layer.name: layer for layer in layers}
        kept = tuple(fresh.pop(old.name, old) for old in self.layers)
        return replace(self, layers=kept + tuple(fresh.values()))

    def without_layers(self, *names: str) -> Corpus:
        return replace(self, layers=tuple(layer for layer in self.layers if layer.name not in names))

    def only(self, units: Iterable[str]) -> Corpus:
        """The corpus cut down to some units: their documents, their judgements, their part of every split."""
        wanted = list(dict.fromkeys(units))
        self._all_known(wanted, "selection")
        chosen = set(wanted)
        kept = tuple(self._units[u] for u in wanted)
        texts = {d for u in kept for d in _documents_of(u.content)}
        return replace(
            self,
            documents=tuple(d for d in self.documents if d.id in texts),
            units=kept,
            layers=tuple(layer.only(wanted) for layer in self.layers),
            splits={name: tuple(u for u in ids if u in chosen) for name, ids in self.splits.items()},
        )

    def split(self, name: str) -> Corpus:
        """The corpus cut down to one of its splits."""
        if name not in self.splits:
            have = ", ".join(self.splits) or "none"
            raise NotFound(f"no split {name!r}", where=self.name or "corpus", remedy=f"there are: {have}")
        return self.only(self.splits[name])

    def __repr__(self) -> str:
        parts = [f"{len(self.documents)} documents"] if self.documents else []
        parts += [f"{len(self.studies)} studies"] if self.studies else []
        parts += [f"{len(self.units)} units", f"{len(self.layers)} layers"]
        return f"Corpus({self.name!r}, {', '.join(parts)})"


def whole(document: Document) -> Unit:
    """The unit that is a whole document."""
    return Unit(document.id, Passage(document.id), language=document.language)


def _documents_of(content: Content) -> list[str]:
    match content:
        case Passage(document):
            return [document]
        case _:
            sides = (getattr(content, "left_from", None), getattr(content, "right_from", None))
            return [side.document for side in sides if side is not None]
