"""Tables 3 to 12, 14 and 15: gene mentions under four ways of matching and several mappings of classes, on what CRAFT has in place of the paper's classes today.

The paper's gold had classes of the Sequence Ontology (gene, polypeptide, "gene or polypeptide") with EntrezGene ids. In release 5 these are gone: SO annotates sequence features
and PR proteins. So the shape of the tables is made anew: the groups of ``craft5`` on SO and PR together, a dictionary as delivered (our recogniser with the names of SO) and, where there
is one, a model trained on the sixty articles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...annotators.concepts import concepts
from ...benchmark import Results
from ...benchmark.attempt import System
from ...benchmark.running import run
from ...corpora.craft import unused, without
from ...report.tables import Table
from ..paper import Show
from ..row import Row
from .material import Material, delivered, nobody, tools
from .published import MENTIONS, RETRAINED_MENTIONS

REPLACED = "not run here, and the gold it was scored on is no more: classes of SO with EntrezGene ids were replaced by SO and PR annotations"
NAMES = ("strict/P", "strict/R", "strict/F", "overlap/P", "overlap/R", "overlap/F")
GROUPS = ("STAR", "GENE", "GENESTAR", "POLY", "POLYSTAR")


def mention_rows(material: Material, show: Show) -> tuple[list[Row], dict[str, Table]]:
    rows: list[Row] = []
    for number, (system, mapping, where, line) in MENTIONS.items():
        rows += nobody(number, f"{system}/{mapping}", NAMES, line.split(), f"as delivered, {where}", REPLACED)
    for number, (system, groups) in RETRAINED_MENTIONS.items():
        for mapping, line in groups.items():
            rows += nobody(number, f"{system}/{mapping}", NAMES, line.split(), "retrained, development", REPLACED)
    found = replace(material.development, layers=(material.genes,))
    names = material.folder / "ontologies" / "SO.obo"
    systems: dict[str, System] = {}
    if names.is_file():
        said = concepts(names).annotate(replace(material.development, layers=()))
        lists = unused(material.folder)
        systems["dictionary"] = without(said, lists["SO"]) if "SO" in lists else said
    else:
        rows.append(Row("table3/dictionary/star/strict/f", "F of our recogniser with the names of SO", None, None, why=f"no {names.name} in ontologies/"))
    systems |= {name.replace("goldproof", "trained"): system for name, system in delivered("mentions").items()}
    if "trained" not in systems:
        rows.append(Row("table15/trained/star/strict/f", "F of a trained recogniser of mentions", None, None, why="no model of mentions comes with this goldproof: goldproof train mentions CRAFT --layer PR makes one"))
    _, absent = tools(("spacy-mentions",))
    for name, why in absent.items():
        rows.append(Row(f"table3/{name}/star/strict/f", f"F of {name}", None, None, why=why))
    if not systems:
        return rows, {}
    results = run(found, systems, task="mentions", layer="genes", draws=0, show=show)
    rows += _scored(results)
    tables = {f"mentions-{name}": _table(results, name) for name in results.names}
    return rows, tables


def _scored(results: Results) -> Iterator[Row]:
    for name in results.names:
        number = 15 if name == "trained" else 3
        for group in GROUPS:
            for match in ("strict", "overlap", "shared", "subspan"):
                for letter in ("P", "R", "F1"):
                    f = results.figure(_measure(letter, match, group), name, draws=0)
                    yield Row(f"table{number}/{name}/{group.lower()}/{match}/{letter[0].lower()}", f"{letter[0]} of {name} against {group} of today (SO and PR), {match}, development", None, f.value, signature=str(f))
    for c in results.pairs("strict F1"):
        yield Row(f"table15/p/{c.a}-{c.b}", f"p of the difference of {c.a} and {c.b} in strict F, 10,000 permutations", None, c.p, signature=str(c))


def _measure(letter: str, match: str, group: str) -> str:
    return f"{letter}(match={match},on=span,classes=craft5:star-{group})"


def _table(results: Results, name: str) -> Table:
    head = ["match", *(f"{group} {letter}" for group in GROUPS for letter in ("P", "R", "F1"))]
    rows = [(match, *(results.figure(_measure(letter, match, group), name, draws=0) for group in GROUPS for letter in ("P", "R", "F1"))) for match in ("strict", "shared", "subspan", "overlap")]
    return Table(f"Gene mentions by {name}, development, today's classes (as Tables 3 to 15)", tuple(head), rows)
