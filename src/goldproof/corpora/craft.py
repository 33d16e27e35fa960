"""CRAFT: full-text articles with Penn trees, dependencies, sections and typography, and concepts of ten ontologies.

Every kind of annotation is a folder of files named after the articles; all are read into one corpus with one layer each.

Some ontology classes were left out when the articles were annotated, and CRAFT lists them. No annotation of the corpus has one, so
that it is what a *system* says that must be rid of them before it is scored: ``without(layer, unused(folder)["UBERON"])``.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import BadInput, NotFound
from ..formats import Format
from ..formats.conllu import CONLLU
from ..formats.conllx import CONLLX
from ..formats.files import read_document, read_text
from ..formats.knowtator import KNOWTATOR
from ..formats.knowtator2 import KNOWTATOR2
from ..formats.penn import PENN
from ..model import Attributes, Corpus, Document, Kind, Layer, Maker, Source, whole
from .wish import Wish, the_one

STRUCTURE = "structural-annotation"
# Layer -> the format of its files, their folder, and who made it.
FOLDERS: dict[str, tuple[Format, str, Maker]] = {
    "treebank": (PENN, f"{STRUCTURE}/treebank/penn", Maker.PERSON),
    "dependencies": (CONLLX, f"{STRUCTURE}/dependency/conllx", Maker.RULE),
    "dependencies-conllu": (CONLLU, f"{STRUCTURE}/dependency/conllu", Maker.RULE),
    "sections": (KNOWTATOR, f"{STRUCTURE}/sections-and-typography/knowtator", Maker.PERSON),
    **{
        name: (KNOWTATOR, f"concept-annotation/{name}/{name}/knowtator", Maker.PERSON)
        for name in ("CHEBI", "CL", "GO_BP", "GO_CC", "GO_MF", "MOP", "NCBITaxon", "PR", "SO", "UBERON")
    },
    **{
        f"MONDO_{kind}_genotype": (KNOWTATOR2, f"concept-annotation/MONDO/MONDO_{kind}_genotype_annotations/knowtator-2", Maker.PERSON)
        for kind in ("with", "without")
    },
}
ONTOLOGIES = ("CHEBI", "CL", "GO", "MONDO", "MOP", "NCBITaxon", "PR", "SO", "UBERON")
# Split -> files that list its articles: as this project's copies have them, and as the releases do.
SPLITS = {
    "train": ("ids/train.txt", "articles/ids/craft-ids-train.txt"),
    "development": ("ids/dev.txt", "articles/ids/craft-ids-dev.txt"),
    "test": ("ids/test.txt", "articles/ids/craft-ids-test.txt"),
}
FOLDS = 5


def read(folder: Path, wish: Wish) -> Corpus:
    root = _root(folder)
    texts = root / "articles/txt"
    documents = tuple(Document(p.stem, read_document(p), "en") for p in sorted(texts.glob("*.txt")) if p.stem.isdecimal())
    units = tuple(map(whole, documents))
    ids = [d.id for d in documents]
    layers = tuple(_layers(root, texts, ids, wish))
    lists = {f"unused {name}": tuple(sorted(classes)) for name, classes in unused(folder).items()} if wish.yes("unused-classes") else {}
    return Corpus(documents, units, layers, splits=_splits(root, set(ids)), attributes=Attributes(lists))


def _layers(root: Path, texts: Path, ids: list[str], wish: Wish) -> Iterator[Layer]:
    for name, (format, place, maker) in FOLDERS.items():
        if name in wish:
            if not (root / place).is_dir():
                raise NotFound(f"no folder for the layer {name}", where=root / place, remedy="choose other layers")
            assert format.read is not None
            layer = format.read(root / place, wish.reading(texts=texts)).layers[0]
            unknown = next((unit for unit in layer.units if unit not in ids), None)
            if unknown is not None:
                raise BadInput(f"no article {unknown}", where=root / place)
            ontology = next((o for o in ONTOLOGIES if name.startswith(o)), "")
            yield replace(layer.only(ids), name=name, source=Source("CRAFT", maker, wish.entry.version, ontology=ontology))


def unused(folder: Path) -> dict[str, frozenset[str]]:
    """For each set of concepts, the classes that its annotators were not to use; the sets without a list are left out."""
    root = _root(folder)
    lists: dict[str, frozenset[str]] = {}
    for name, (_, place, _) in FOLDERS.items():
        for path in sorted((root / place).parent.glob(f"unused_classes_for_{name}_*.txt")):
            lists[name] = frozenset(read_text(path).split())
    return lists


def without(layer: Layer, classes: Container[str]) -> Layer:
    """A layer of mentions less those that have one of the classes."""
    judged = {unit: [m for m in found if not any(concept in classes for concept in m.concepts)] for unit, found in layer.items()}
    return Layer.of(layer.name, layer.source, Kind.MENTIONS, judged)


def _root(folder: Path) -> Path:
    return the_one((p.parent.parent for p in folder.glob("**/articles/txt")), folder, "articles/txt")


def _splits(root: Path, ids: set[str]) -> dict[str, tuple[str, ...]]:
    """Train, development and test as listed; five folds of the training articles in the order of their ids."""
    splits: dict[str, tuple[str, ...]] = {}
    for split, places in SPLITS.items():
        path = next((root / place for place in places if (root / place).is_file()), None)
        if path is not None:
            splits[split] = tuple(id for id in read_text(path).split() if id in ids)
    train = sorted(splits.get("train", ()))
    size = -(-len(train) // FOLDS)
    return splits | {f"fold-{k + 1}": tuple(train[k * size : (k + 1) * size]) for k in range(FOLDS) if train}
