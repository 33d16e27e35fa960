"""The first steps: sources, units, the project, the check."""

from __future__ import annotations

from collections import Counter

from ..checks import check
from ..formats import save
from ..formats.checksum import checksum
from ..formats.files import read_text
from ..ontology import Ontology
from ..project import Project
from ..report import Code, Table
from . import examples
from .step import State, Step

ADJUDICATOR = "dee"


def sources(state: State) -> Step:
    count = examples.copy(state.room / "sources")
    state.ontology = Ontology(state.room / "sources/examples/toy.obo")
    return Step(
        "Sources",
        f"{count} small files of our own writing (CC0) were copied to {state.name('sources')}: texts with three annotators' marks in "
        f"brat, character states, pairs of sentences, parses, choices, guidelines, and an ontology of {len(state.ontology.current)} terms.",
    )


def units(state: State) -> Step:
    state.corpora = examples.corpora(state.room / "sources", state.ontology.version)
    (state.room / "corpora").mkdir()
    for kind, corpus in state.corpora.items():
        save(corpus, state.room / "corpora" / f"{kind}.gold.jsonl", format="native")
    rows = [
        (kind, c.name, len(c.units), len(c.layers), sum(layer.count for layer in c.layers), checksum(c, short=True))
        for kind, c in state.corpora.items()
    ]
    groups = {u.group for u in state.corpora["mentions"].units if u.group}
    return Step(
        "Units",
        f"A unit is what one judgement is about. There are {sum(r[2] for r in rows)} units in five corpora, one for each kind of judgement, and "
        f"{sum(r[3] for r in rows)} layers, each what one person says. {len(groups)} texts stand in three languages: they are a group each.",
        commands=(f"goldproof convert {state.name('sources/examples/mentions/ann')} ann.gold.jsonl --texts {state.name('sources/examples/mentions/texts')}",),
        python=(f'corpus = gp.load("{state.name("corpora/mentions.gold.jsonl")}")',),
        blocks=(Table("The five corpora", ("kind", "corpus", "units", "layers", "judgements", "checksum"), rows),),
    )


def project(state: State) -> Step:
    guideline = read_text(state.room / "sources/guidelines" / f"{examples.GUIDELINE}.md")
    with Project.create(state.room / "study.db", name="goldproof tour", licence="CC0-1.0") as made:
        made.publish_guideline(examples.GUIDELINE, guideline)
        made.add_person(ADJUDICATOR, "adjudicator")
        for corpus in state.corpora.values():
            made.take(corpus)
        verdict, counts = made.verify(), made.counts()
    study = state.name("study.db")
    return Step(
        "Project",
        f"The project is one file. It holds {counts['unit']} units and {verdict.events} events, each chained to the last by its hash: nothing in it can be "
        "changed unseen. In the studio people would now annotate; here their layers are imported.",
        commands=(
            f'goldproof new {study} --name "goldproof tour" --licence CC0-1.0',
            f"goldproof guideline {study} publish {examples.GUIDELINE} {state.name(f'sources/guidelines/{examples.GUIDELINE}.md')}",
            f"goldproof person {study} add {ADJUDICATOR} --role adjudicator",
            *(f"goldproof import {study} {state.name(f'corpora/{kind}.gold.jsonl')}" for kind in state.corpora),
            f"goldproof status {study}",
        ),
    )


def checked(state: State) -> Step:
    found = [(kind, f) for kind, corpus in state.corpora.items() for f in check(corpus, ontologies=state.ontology)]
    levels = Counter(f.level.value for _, f in found)
    summary = ", ".join(f"{n} {level}{'s' * (n > 1)}" for level, n in levels.items()) or "nothing"
    rows = [(f"{kind}: {f.place}", f.level.value, f"{f.message}; {f.remedy}") for kind, f in found]
    return Step(
        "Check",
        f"Every rule was held against every corpus: {summary} found. An id that was merged into another, a state without a phenotype, a concept that one "
        "language has and the other has not: whoever looks at these before measuring, measures people and not slips.",
        commands=tuple(
            f"goldproof check {state.name(f'corpora/{kind}.gold.jsonl')} --ontology {state.name('sources/examples/toy.obo')}" for kind in state.corpora
        ),
        blocks=(Table("What the check found", ("place", "level", "what, and what to do"), rows),) if rows else (Code("nothing found"),),
    )
