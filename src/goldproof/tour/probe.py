"""The last step: a test suite made from the ontology, and what two systems can do on it."""

from __future__ import annotations

from ..annotators import concepts
from ..contracts import Annotator
from ..report import Table
from ..report.page import figure_table
from ..suites import suite, write
from ..suites.running import run
from .matcher import Matcher
from .step import State, Step


def probed(state: State) -> Step:
    made = suite(state.ontology, seed=state.seed)
    write(made, state.room / "suite", state.ontology)
    systems: dict[str, Annotator] = {"matcher-lower": Matcher(state.ontology, lower=True), "concepts": concepts(state.ontology)}
    results = run(made, systems, seed=state.seed)
    groups = results.figures("group")
    plain, ours = (figures[2] for part, _, figures in results.figures("set") if part == "all")
    worst = [(c.entry.type, c.entry.text, " | ".join(c.expected), " | ".join(c.said) or "nothing") for c in results.worst("matcher-lower", 6)]
    source, folder = state.name("sources/examples/toy.obo"), state.name("suite")
    return Step(
        "Test suite",
        f"A corpus says how a system does on what occurs; a suite says form by form what it can do. From the {len(state.ontology.current)} terms of the ontology {len(made.entries)} "
        f"entries of {len(made.types)} types were made: names as they are, in the plural, turned round, coordinated. Looking names up gets F1 {plain.text}; the recogniser of "
        f"concepts, which knows these forms, {ours.text}. The table {folder}/suite.tsv may be edited, and is then what is run.",
        commands=(
            f"goldproof suite make {source} --seed {state.seed} -o suite",
            f"goldproof suite run suite --system concepts:{source} --by group",
            f"goldproof suite run suite --system concepts:{source} --worst 5",
        ),
        python=(f'made = gp.suite(gp.Ontology("{source}"), seed={state.seed})',),
        figures=tuple(f for _, _, figures in groups for f in figures[2:]),
        blocks=(
            figure_table("F1 by group of types", [f for _, _, figures in groups for f in figures[2:]]),
            Table("Where looking up fails: the worst of each type", ("type", "text", "expected", "said"), worst),
        ),
    )  # fmt: skip
