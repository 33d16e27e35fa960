"""The Phenoscape gold standard: character states with Entity-Quality phenotypes of a consensus, of three curators in two rounds, and of a machine.

Every source is a table of its own over the same states; all are layers over one set of units, in the order and the words of the
gold standard. In the Naive round curators had the text only, in the Knowledge round anything. The machine (Semantic CharaParser) ran
with the initial ontologies, with those that a curator had augmented in a round, and with all of them merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import BadInput
from ..formats import eq_table
from ..model import Attributes, Corpus, Layer, Maker, Source
from .wish import Wish, the_one

GOLD = "GS_Dataset.tsv"
# Curator and round -> the end of the names of the files: initials and number of the curator's set.
ROUNDS = {
    ("C1", "naive"): "WD_38484", ("C2", "naive"): "AD_40674", ("C3", "naive"): "NI_40676",
    ("C1", "knowledge"): "WD_40717", ("C2", "knowledge"): "AD_40718", ("C3", "knowledge"): "NI_40716",
}  # fmt: skip
LETTER = {"naive": "NR", "knowledge": "KR"}
# Folders with the curators' sets as they made them, before provisional ids were mapped: here, and at home.
AS_MADE = ("curators-unmapped", "OLD")
MACHINE = Source("SCP", Maker.SYSTEM, "0.1.0-goldstandard")


def sources() -> Iterator[tuple[str, str, bool, Source]]:
    """Layer, file, whether it is among the sets as made, source."""
    yield "gold", GOLD, False, Source("gold", Maker.RULE, round="consensus")
    for (curator, when), number in ROUNDS.items():
        yield f"{curator}-{when}", f"{LETTER[when]}--{number}.tsv", False, Source(curator, round=when)
    yield "SCP-initial", "Transformed_CP_InitialOntologies.tsv", False, replace(MACHINE, ontology="initial")
    for (curator, when), number in ROUNDS.items():
        name = f"Transformed_{LETTER[when]}--CP_{number[3:]}.tsv"
        yield f"SCP-{curator}-{when}", name, False, replace(MACHINE, ontology=f"augmented by {curator} in the {when} round")
    yield "SCP-merged", "Transformed_CP_best.tsv", False, replace(MACHINE, ontology="merged")
    for (curator, when), number in ROUNDS.items():
        yield f"{curator}-{when}-as-made", f"{LETTER[when]}--{number}.tsv", True, Source(curator, round=when, settings=Attributes(ids="as made"))


def read(folder: Path, wish: Wish) -> Corpus:
    gold = eq_table.read(_place(folder, GOLD, as_made=False), wish.reading())
    ids = {unit.id for unit in gold.units}
    layers: list[Layer] = []
    for name, file, as_made, source in sources():
        if name in wish:
            path = _place(folder, file, as_made=as_made)
            found = gold if name == "gold" else eq_table.read(path, wish.reading())
            unknown = next((unit.id for unit in found.units if unit.id not in ids), None)
            if unknown is not None:
                raise BadInput(f"a state that the gold standard does not have: {unknown}", where=path)
            layers.append(replace(found.layers[0].only(u.id for u in gold.units), name=name, source=source))
    return Corpus(units=tuple(replace(unit, language="en") for unit in gold.units), layers=tuple(layers))


def _place(folder: Path, file: str, *, as_made: bool) -> Path:
    return the_one((p for p in folder.glob(f"**/{file}") if (p.parent.name in AS_MADE) == as_made), folder, file)
