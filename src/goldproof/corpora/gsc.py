"""The gold standards of the Human Phenotype Ontology: abstracts with HPO concepts, in folders Text and Annotations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..formats import hpo
from ..model import Attributes, Corpus, Maker, Source
from .wish import Wish, the_one


def read(folder: Path, wish: Wish) -> Corpus:
    root = the_one((p.parent for p in folder.glob("**/Annotations") if p.is_dir()), folder, "Text and Annotations")
    found = hpo.read(root, wish.reading())
    source = Source(wish.entry.name, Maker.RULE, guideline="Groza 2015", ontology="HPO",
                    settings=Attributes(method="three curators, harmonised; revised since"))  # fmt: skip
    return replace(
        found,
        documents=tuple(replace(d, language="en") for d in found.documents),
        units=tuple(replace(u, language="en") for u in found.units),
        layers=tuple(replace(layer, name="gold", source=source) for layer in found.layers if "gold" in wish),
    )
