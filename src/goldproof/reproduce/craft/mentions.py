"""Tables 3 to 12, 14 and 15: gene mentions under four ways of matching and several mappings of classes, on what CRAFT has in place of the paper's classes today.

The paper's gold had classes of the Sequence Ontology (gene, polypeptide, "gene or polypeptide") with EntrezGene ids. In release 5 these are gone: SO annotates sequence features
and PR proteins. So the shape of the tables is made anew: the groups of ``craft5`` on SO and PR together, a dictionary as delivered (our recogniser with the names of SO) and, where there
is one, a model trained on the sixty articles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...annotators.concepts import concepts
from ...annotators.models import SHIPPED, load
from ...benchmark import Results
from ...benchmark.attempt import System
from ...benchmark.given import given_of
from ...benchmark.running import run
from ...corpora.craft import unused, without
from ...model import Layer, Mention
from ...report.tables import Table
from ..paper import Show
from ..row import Row
from .material import CONCEPTS, Material, nobody, tools
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
    trained, own = _trained(material, show)
    rows += own
    if trained is not None:
        systems["trained"] = trained
    else:
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


def _trained(material: Material, show: Show) -> tuple[Layer | None, list[Row]]:
    """The models of mentions that come with goldproof (a set of concepts each), on gold tokens as in the paper: each against its own set, and all of them in one layer."""
    rows: list[Row] = []
    found: dict[str, list[Mention]] = {}
    first: Layer | None = None
    given = given_of(material.development.layer("treebank"), "tags")
    for file in sorted(SHIPPED.glob("mentions-*.model")):
        name = file.stem.removeprefix("mentions-")
        if name not in CONCEPTS:
            continue
        layer = load(file).annotate(replace(material.development, layers=()), given=given)
        first = first or layer
        for unit, said in layer.items():
            found.setdefault(unit, []).extend(said)
        gold = replace(material.development, layers=(material.development.layer(name),))
        results = run(gold, {f"mentions-{name}": layer}, task="mentions", layer=name, show=show)
        for column in results.columns:
            f = results.figure(column, f"mentions-{name}")
            match, _, letter = column.partition(" ")
            rows.append(Row(f"table15/mentions-{name}/{match}/{letter[0].lower()}", f"{letter[0]} of the model of {name} that comes with goldproof against {name} of today, {match}, development, gold tokens", None,
                            f.value, signature=str(f)))  # fmt: skip
    if first is None:
        return None, rows
    return Layer.of("trained", first.source, first.kind, {u: tuple(m) for u, m in found.items()}), rows


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
