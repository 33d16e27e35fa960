"""The last steps: release, verification, benchmark."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from ..gold import Project, release, verify
from ..gold.manifest import CORPUS
from ..measures import score
from ..report import Table
from ..report.page import figure_table
from .judgement import agreement_bars
from .matcher import Matcher
from .step import State, Step

VERSION = "1.0"


def released(state: State) -> Step:
    (state.room / "releases").mkdir()
    rows = []
    for kind, corpus in state.all_gold.items():
        raters = [la.name for la in state.corpora[kind].layers]
        facts = {"Adjudication": f"{len(state.decisions[kind])} units decided by one adjudicator, the others as harmonised by {state.proposals[kind].source}"}
        made = release(corpus, state.room / "releases" / f"{kind}-{VERSION}", version=VERSION, raters=raters, facts=facts)
        state.releases[kind] = made.id
        gold = corpus.layer("gold")
        rows.append((kind, VERSION, len(gold.units), gold.count, made.checksum, made.id))
    with Project.open(state.room / "study.db", writing=True) as project:
        whole = project.release(VERSION, state.room / "releases" / f"study-{VERSION}")
        state.releases["study"] = whole.id
    first, study = state.name(f"releases/mentions-{VERSION}"), state.name("study.db")
    return Step(
        "Release",
        f"{len(rows) + 1} gold standards were frozen in {state.name('releases')}, one for each kind and one of the whole project with every decision in it: the texts with their gold layers, the annotators' "
        "layers without their names, where each gold judgement comes from, a datasheet that counts everything, and checksums. A release is never changed in place, and the project "
        "writes its layers no more: a correction is a new version.",
        commands=(f"goldproof release {study} {VERSION} -o {state.name(f'releases/study-{VERSION}')}",),
        python=(
            f'gp.release(gold, "{first}", version="{VERSION}", raters=["ann", "bo", "cy"])',
        ),
        blocks=(Table("Releases", ("kind", "version", "units", "judgements", "gold layer", "release id"), rows),),
    )  # fmt: skip


def verified(state: State) -> Step:
    folders = {kind: state.room / "releases" / f"{kind}-{VERSION}" for kind in state.releases}
    flaws = {kind: verify(folder, id=state.releases[kind]) for kind, folder in folders.items()}
    whole = sum(not found for found in flaws.values())
    rows: list[tuple[object, ...]] = [(f"{kind}-{VERSION}", "; ".join(map(str, found)) or "whole") for kind, found in flaws.items()]
    tampered = _tampered(folders["mentions"])
    rows.append(("a copy with one byte changed", tampered))
    return Step(
        "Verification",
        f"{whole} of {len(flaws)} releases are whole: every checksum, every count and every figure of agreement came out again. In a copy of the first one byte was "
        f"changed, and it is refused: {tampered}.",
        commands=(
            f"goldproof verify {state.name(f'releases/study-{VERSION}')} --project {state.name('study.db')}",
        ),
        blocks=(Table("Releases, computed again", ("release", "verdict"), rows),),
    )


def _tampered(folder: Path) -> str:
    """What verify says of a copy in which one letter of a text is another."""
    with tempfile.TemporaryDirectory() as room:
        copy = Path(room) / folder.name
        shutil.copytree(folder, copy)
        data = (copy / CORPUS).read_bytes()
        (copy / CORPUS).write_bytes(data.replace(b"tadpoles", b"tadpules", 1))
        return "; ".join(map(str, verify(copy)))


def benchmarked(state: State) -> Step:
    corpus = state.all_gold["mentions"]
    gold = corpus.layer("gold")
    systems = [Matcher(state.ontology, lower=lower).annotate(corpus) for lower in (False, True)]
    made_from = (("gold", state.releases["mentions"]), ("ontology", state.ontology.version))
    figures = [
        score(gold, layer, name, seed=state.seed, made_from=made_from) for layer in systems for name in ("P", "R", "F1")
    ]
    plain, lower = (figures[i] for i in (2, 5))
    best = max((f for f in (plain, lower) if f.value is not None), key=lambda f: f.value or 0)
    return Step(
        "Benchmark",
        f"Two toy systems look the names of the ontology up in the texts: as they are written (F1 {plain.text}), and in small letters (F1 {lower.text}). "
        f"{best.sides[-1]} finds more here; but small letters also make a phenotype of the gene SHORT DIGITS 2. Neither finds a mention in fragments.",
        python=('gp.score(gold.layer("gold"), system, "F1")',),
        figures=tuple(figures),
        blocks=(agreement_bars("Two systems against the gold", (plain, lower)), figure_table("Precision, recall and F1 against the gold", figures)),
    )
