"""NeXML (https://nexml.github.io) with the phenotypes of Phenex: studies with characters, states, taxa and matrix.

A study has the id of its block of characters. Every state is a unit ``NUMBER/SYMBOL`` (see states.py); a folder of files gives a
study each, with the file's name before its units. Prefixes are resolved: a statement (``meta``) bears its full IRI. What we
do not interpret (trees, other blocks, attributes) is kept among the study's statements and written back.

A state on which a file is silent was judged and nothing was found there, if phenotypes stand on others: Phenex writes nothing for such
states and counts them as done (three of the gold standard's 463 states are of that kind, and the curators' tables have a row
for each). A file without any phenotype was not judged. ``silent=not-judged`` reads a half-curated file as what it is, and what
we write says of each state that was not judged that it was not.

Written back, a file is the same but for: the order of a state's statements (its phenotypes come last), several phenotype
elements of one state (one), the order of blocks (taxa, characters, the rest), ``content`` (written for typed literals, text
for others), and rows in the order of taxa where cells allow it.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Phenotype, State, Study, Unit
from .features import features
from .features.layers import UNKNOWN
from .files import files_below, name_below, peek, read_bytes, unpacked
from .format import Format, Reading, Writing
from .nexml_markup import resolved
from .nexml_read import StudyReader
from .nexml_write import StudyWriter
from .xml import root_of

SUFFIXES = (".nexml", ".nexml.gz", ".nexml.xml", ".nexml.xml.gz")


def read(path: Path, reading: Reading) -> Corpus:
    files = files_below(path, *SUFFIXES, ".xml", ".xml.gz")
    if not files:
        raise BadInput("no NeXML file in the folder", where=path)
    parts: list[tuple[str, Corpus]] = []
    for file in reading.progress(files, "NeXML"):
        corpus = StudyReader(file, reading).corpus(resolved(unpacked(read_bytes(file), file), file))
        parts.append((name_below(file, path, *SUFFIXES, ".xml", ".xml.gz"), corpus))
    return parts[0][1] if path.is_file() else _together(parts)


def _together(parts: list[tuple[str, Corpus]]) -> Corpus:
    """Studies of several files: units have their file's name before them, and so have studies whose id another one has too."""
    ids = [s.id for _, part in parts for s in part.studies]
    units: list[Unit] = []
    studies: list[Study] = []
    judged: dict[str, tuple[Phenotype, ...]] = {}
    for name, part in parts:
        for study in part.studies:
            studies.append(replace(study, id=f"{name}:{study.id}") if ids.count(study.id) > 1 else study)
        for unit in part.units:
            content = unit.content
            assert isinstance(content, State)
            if ids.count(content.study) > 1:
                content = replace(content, study=f"{name}:{content.study}")
            units.append(replace(unit, id=f"{name}/{unit.id}", group=f"{name}/{unit.group}", content=content))
        for layer in part.layers:
            judged |= {f"{name}/{unit}": found for unit, found in layer.items()}
    layers = (Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, judged),) if judged else ()
    return Corpus(units=tuple(units), layers=layers, studies=tuple(studies))


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    data = StudyWriter().text(corpus).encode("utf-8")
    # No name and no time inside the compressed file: the same corpus gives the same bytes.
    path.write_bytes(gzip.compress(data, mtime=0) if path.name.endswith(".gz") else data)


def sniff(path: Path, start: bytes) -> bool:
    return root_of(peek(start))[0] == "nexml"


NEXML = Format(
    name="nexml",
    title="NeXML with Phenex phenotypes",
    suffixes=SUFFIXES,
    keeps=features("phenotypes", "states", "studies", "study-details", "groups", "not-judged", "empty-layers", "phenotype-*")
    - {"phenotype-id-forms"},
    sniff=sniff,
    read=read,
    write=write,
    drops={
        "phenotype-parts": "parts of a phenotype that no record of ours has (a second quality, conditions, comparisons, ranges)",
        "elsewhere": "statements about the matrix, its rows, the format block or a list of states; lists of states that no character uses",
    },
    options={"silent": "what a state without phenotypes is among states with some: empty (judged, nothing there) or not-judged"},
    see="https://nexml.github.io",
)
