"""Other studies that the Phenoscape curators annotated, one NeXML file each: material to learn from, none of it in the gold standard.

A study is named after its file, whatever folder it is in, with an underscore for anything that is no letter or digit: so the same
study has the same name in copies that spell their files otherwise.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ..errors import BadInput
from ..formats import nexml
from ..formats.files import files_below
from ..model import Corpus, Kind, Layer, Phenotype, Source, Study, Unit
from .wish import Wish

SUFFIXES = (".xml.gz", ".xml")
# Where the studies are when the folder of everything is named: in the repository, and beside the gold standard.
PLACES = ("Curation Files/completed-phenex-files", "completed-phenex-files", "studies")


def read(folder: Path, wish: Wish) -> Corpus:
    root = next((folder / place for place in PLACES if (folder / place).is_dir()), folder)
    reading = wish.reading()
    studies: dict[str, Study] = {}
    units: list[Unit] = []
    judged: dict[str, tuple[Phenotype, ...]] = {}
    seen: dict[str, Path] = {}
    names: set[str] = set()
    for path in reading.progress(files_below(root, *SUFFIXES), "studies"):
        name = study_name(path)
        found = nexml.read(path, wish.reading())
        if not found.studies:
            raise BadInput("no study in this file", where=path)
        study = found.studies[0]
        if study.id in studies:
            reading.warn(f"{path}: the same study as {seen[study.id]}, left out")
            continue
        if name in names:
            raise BadInput(f"two studies would be called {name!r}", where=path, remedy="rename one of the files")
        names.add(name)
        studies[study.id], seen[study.id] = replace(study, title=study.title or name), path
        units += [replace(u, id=f"{name}/{u.id}", group=f"{name}/{u.group}", language="en") for u in found.units]
        for layer in found.layers:
            judged |= {f"{name}/{unit}": phenotypes for unit, phenotypes in layer.items()}
    layers = (Layer.of("curated", Source("Phenoscape"), Kind.PHENOTYPES, judged),) if "curated" in wish else ()
    return Corpus(units=tuple(units), layers=layers, studies=tuple(studies.values()))


def study_name(path: Path) -> str:
    """``Grande&Grande_2008.xml`` and ``Grande_Grande_2008.xml.gz`` -> ``Grande_Grande_2008``."""
    stem = next((path.name.removesuffix(s) for s in SUFFIXES if path.name.endswith(s)), path.name)
    return re.sub(r"[\W_]+", "_", stem).strip("_")
