"""What the reproduction works on: the corpus, the gold layers of development, and who is put to the test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ...annotators.external import External, shipped
from ...annotators.models import SHIPPED
from ...annotators.models import shipped as model
from ...benchmark.attempt import System
from ...corpora import corpus as known
from ...errors import BadInput
from ...model import Corpus, Layer
from ...trees import with_dependencies
from ..paper import Show
from ..row import Row, Value, printed

CONCEPTS = ("CHEBI", "CL", "GO_BP", "GO_CC", "GO_MF", "MOP", "NCBITaxon", "PR", "SO", "UBERON")
OURS = "goldproof"


@dataclass(frozen=True)
class Material:
    """``development`` is what every system is scored on: the models that come with goldproof have learnt from the sixty other articles."""

    corpus: Corpus
    folder: Path

    @classmethod
    def of(cls, folder: Path, show: Show | None = None) -> Material:
        root = folder / "craft" if (folder / "craft").is_dir() else folder
        return cls(known("craft", root, layers=("treebank", *CONCEPTS), show=show), root)

    @cached_property
    def development(self) -> Corpus:
        if not self.corpus.splits.get("development"):
            raise BadInput("no development articles are named", where=self.folder, remedy="ids/dev.txt (or articles/ids/craft-ids-dev.txt) lists them")
        return self.corpus.split("development")

    @cached_property
    def lth(self) -> Corpus:
        """Development with the dependencies that its trees imply, LTH labels (equal to the paper's converter, token by token)."""
        layer = with_dependencies(self.development.layer("treebank"), by="lth").called("lth")
        return replace(self.development, layers=(layer,))

    @cached_property
    def genes(self) -> Layer:
        """Today's gene mentions of development: SO and PR in one layer. The paper's had classes of SO (gene, polypeptide, ...) and ids of EntrezGene."""
        so, pr = self.development.layer("SO"), self.development.layer("PR")
        both = {u: [*(so.get(u) or ()), *(pr.get(u) or ())] for u in self.development.layer("treebank").units}
        return Layer.of("genes", replace(so.source, ontology="SO and PR"), so.kind, both)


def delivered(task: str) -> dict[str, System]:
    """The shipped model of a task, if there is one."""
    return {OURS: model(task)} if (SHIPPED / f"{task}.model").is_file() else {}


def tools(names: Sequence[str]) -> tuple[dict[str, System], dict[str, str]]:
    """Of the outside tools those that are here, and why the others are not."""
    here: dict[str, System] = {}
    absent: dict[str, str] = {}
    for name in names:
        made = External(shipped()[name])
        if made.absent:
            absent[name] = made.absent
        else:
            here[name] = made
    return here, absent


def nobody(table: int, system: str, names: Sequence[str], values: Sequence[str], what: str, why: str) -> Iterator[Row]:
    """Published numbers of a system that is not run here, each with the reason."""
    for name, value in zip(names, values, strict=True):
        yield Row(f"table{table}/{system.lower()}/{name.lower()}", f"{name} of {system}, {what}", printed(value)[0], None, printed(value)[1], why)


def per_cent(value: float | None) -> Value:
    return None if value is None else 100 * value


def best(rows: Mapping[str, Sequence[str]], at: int) -> tuple[str, str]:
    """Who was best by the number in one place, and that number."""
    name = max(rows, key=lambda n: float(rows[n][at]))
    return name, rows[name][at]
