"""The RegulonDB similarity corpus: pairs of sentences, each rated by three of seven people.

The columns of the table are positions, not raters: who stands behind the first rating of a pair is not told, and is another person
from pair to pair. Coefficients over all ratings can be computed from it; figures by rater, or by pair of raters, cannot.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..errors import BadInput
from ..formats import ratings_table
from ..model import Attributes, Corpus, Layer, Scale, Source
from .wish import Wish, the_one

FILES = ("regulondb-similarity.csv", "corpus_evaluated.csv")
# After Table 2 of the paper.
SCALE = Scale(
    (0.0, 1.0, 2.0, 3.0, 4.0),
    ("about different things", "the same topic", "some details shared", "roughly equivalent, something important differs", "the same meaning"),
)


def read(folder: Path, wish: Wish) -> Corpus:
    path = the_one((p for file in FILES for p in folder.glob(f"**/{file}")), folder, " or ".join(FILES))
    found = ratings_table.read(path, wish.reading())
    if len(found.layers) != 3:
        raise BadInput(f"{len(found.layers)} columns of ratings where there should be 3", where=path)
    layers: list[Layer] = []
    for position, layer in enumerate(found.layers, 1):
        source = Source(f"position {position}", guideline="Lithgow-Serrano 2019", settings=Attributes(raters="one of seven, another from pair to pair"))
        layers.append(replace(layer, name=f"position-{position}", source=source, scale=SCALE))
    units = tuple(replace(unit, language="en") for unit in found.units)
    return Corpus(found.documents, units, tuple(layer for layer in layers if layer.name in wish))
