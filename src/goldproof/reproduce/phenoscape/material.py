"""The material of the paper: sources as layers, the scores and subsumer lists that were deposited, the ontologies that are public."""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...corpora import corpus
from ...corpora.phenoscape import LETTER, ROUNDS, sources
from ...errors import BadInput
from ...formats.manchester import render
from ...model import Corpus, Expression
from ...ontology.similarity import Listed

Floats = NDArray[np.float64]
CURATORS = ("C1", "C2", "C3")
WHEN = ("naive", "knowledge")
PAIRS = (("C1", "C2"), ("C1", "C3"), ("C2", "C3"))
METRICS = {"pp": "PP", "pr": "PR", "jsim": "Jsim", "in": "In"}
"""As ids write them -> as the paper does."""
NULL = "null"
"""What the machine's tables say where a part of a composition matched no term."""

_WORDS = re.compile(r"\b(?:and|some)\b|[() ]")


@dataclass(frozen=True, slots=True)
class Side:
    """A source: its layer, the end of the names of its files, and how an id calls it."""

    layer: str
    file: str
    id: str


def curator(name: str, when: str) -> Side:
    return Side(f"{name}-{when}", f"{LETTER[when]}--{ROUNDS[name, when]}", name.lower())


def against_gold() -> Iterator[tuple[str, Side]]:
    """The thirteen comparisons with gold, as ids name them: six curator sets, the machine with six augmented ontologies, and with the merged one."""
    for when in WHEN:
        for name in CURATORS:
            yield f"{when}/{name.lower()}", curator(name, when)
    for when in WHEN:
        for name in CURATORS:
            file = f"Transformed_{LETTER[when]}--CP_{ROUNDS[name, when][3:]}"
            yield f"machine-{when}/{name.lower()}", Side(f"SCP-{name}-{when}", file, f"machine-{name.lower()}")
    yield "machine/merged", Side("SCP-merged", "Transformed_CP_best", "machine-merged")


MACHINE = {"initial": "CP_InitialOntologies", "augmented": "", "merged": "CP_best"}
"""The machine's ontologies and the names of their files beside a curator's; the augmented one has the curator's number."""


def between() -> Iterator[tuple[str, str, str, str]]:
    """Comparisons without gold: id, layer, layer, the name of the files. Curators with each other, then each with the machine."""
    for when in WHEN:
        for a, b in PAIRS:
            yield f"{when}/{a}-{b}".lower(), f"{a}-{when}", f"{b}-{when}", f"{curator(a, when).file}--{ROUNDS[b, when]}"
    for when in WHEN:
        for name in CURATORS:
            for ontology, file in MACHINE.items():
                number = ROUNDS[name, when][3:]
                layer = f"SCP-{name}-{when}" if ontology == "augmented" else f"SCP-{ontology}"
                yield f"{when}/{name.lower()}-machine-{ontology}", f"{name}-{when}", layer, f"{curator(name, when).file}--{file or 'CP_' + number}"


@dataclass(frozen=True)
class Material:
    folder: Path
    corpus: Corpus
    _read: dict[str, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)

    @property
    def units(self) -> tuple[str, ...]:
        """The states, in the order of the gold standard."""
        return self.corpus.layer("gold").units

    def scores(self, file: str, *, gold: bool) -> Mapping[str, tuple[float, ...]]:
        """State -> the numbers behind it, as deposited."""
        if gold:
            file = f"against-gold/{file}"
        else:
            file = f"between-curators/{file}"
        if file not in self._read:
            rows = _rows(self.folder / "published-scores" / f"{file}.tsv", 2)
            self._read[file] = {state: tuple(map(float, rest)) for state, rest in rows}
        return self._read[file]

    def published(self, name: str, *, gold: bool) -> dict[str, Floats]:
        """The four deposited scores of a comparison in the order of the units; PP and PR as their files are named. A state that is not listed has 0."""
        other = f"{name}--GS_Dataset" if gold else name
        both = self.scores(other, gold=gold)
        found = {"jsim": [both.get(u, (0.0, 0.0))[0] for u in self.units], "in": [both.get(u, (0.0, 0.0))[1] for u in self.units]}
        for metric in ("pp", "pr"):
            one = self.scores(f"{metric.upper()}_{other}", gold=gold)
            found[metric] = [one.get(u, (0.0,))[0] for u in self.units]
        return {metric: np.array(found[metric], dtype=np.float64) for metric in METRICS}

    def pairs(self, name: str, *, gold: bool) -> dict[str, list[tuple[int, int, float, float]]]:
        """State -> its pairs of EQs (numbers from 0) with Jsim and NIC, as deposited."""
        place = self.folder / "published-scores" / ("against-gold" if gold else "between-curators") / f"PerEQ_{name}.tsv"
        found: dict[str, list[tuple[int, int, float, float]]] = {}
        for state, (a, b, jsim, nic) in _rows(place, 2):
            found.setdefault(state, []).append((_number(a), _number(b), float(jsim), float(nic)))
        return found

    @cached_property
    def lists(self) -> Listed:
        """The deposited subsumers of the six curator sets, all taken together: the scores that were deposited come from all of them."""
        found: dict[str, set[str]] = defaultdict(set)
        for path in sorted((self.folder / "subsumers-published").glob("Ancestors*.txt.gz")):
            for line in dict.fromkeys(gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()):
                name, _, above = line.partition("\t")
                found[squeezed(name)].add(squeezed(above))
        if not found:
            raise BadInput("there are no subsumers-published/Ancestors*.txt.gz", where=self.folder)
        return Listed(found, named)

    def oracle(self, file: str) -> dict[str, frozenset[str]]:
        """Expression, as written -> what another reasoner (ELK 0.6) finds above it."""
        lines = gzip.decompress((self.folder / "subsumers-oracle" / file).read_bytes()).decode("utf-8").splitlines()[1:]
        return {name: frozenset(above.split("|")) for name, above in (line.split("\t") for line in lines)}


def named(expression: Expression) -> str:
    """An expression as the deposited program compares names: without blanks, brackets, 'and' and 'some'."""
    return squeezed(render(expression))


def squeezed(name: str) -> str:
    """A name without blanks, brackets, 'and' and 'some'."""
    return _WORDS.sub("", name).replace(":", "_")


def opened(folder: Path) -> Material:
    """The material in a folder, or in the folder ``phenoscape`` of it."""
    place = next((p for p in (folder, folder / "phenoscape") if (p / "published-scores").is_dir()), None)
    if place is None:
        raise BadInput("there is no published-scores/ here", where=folder, remedy="name the folder that holds annotations/, published-scores/, subsumers-published/, ontologies/")
    return Material(place, corpus("phenoscape", place, layers=[name for name, *_ in sources()]))


def _rows(path: Path, keys: int) -> Iterator[tuple[str, list[str]]]:
    if not path.is_file():
        raise BadInput("this file of the deposited scores is missing", where=path)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        cells = line.split("\t")
        if number > 1 and cells != [""]:
            if len(cells) <= keys or not all(cells):
                raise BadInput(f"line {number} is not a state and its scores", where=path)
            yield "/".join(cells[:keys]), cells[keys:]


def _number(name: str) -> int:
    """``C_EQ_2`` -> 1."""
    return int(name.rpartition("_")[2]) - 1
