"""The corpus of Groza et al. 2015 as it can be had: its facts, its distribution over categories, and systems scored on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..benchmark import followed
from ..contracts import Annotator
from ..corpora import corpus
from ..errors import NotFound
from ..measures import Figure, scores
from ..measures.hierarchy import categories
from ..model import Corpus, Layer
from ..ontology import Ontology
from ..report import Drawing, bars, heat
from .paper import Show
from .row import Row, printed

# Printed in the text under Figure 2: per cent of all annotations, of the unique concepts.
FIGURE2 = {
    "HP:0000707": ("nervous system", "30.36", "22.82"), "HP:0002664": ("neoplasm", "22.50", ""), "HP:0001574": ("integument", "16.6", ""),
    "HP:0000924": ("skeletal system", "15.62", "25.86"), "HP:0000152": ("head and neck", "", "14.78"),
}  # fmt: skip
TABLE2 = {"ncbo": ("0.54", "0.39", "0.45"), "obo": ("0.69", "0.44", "0.54"), "biolark": ("0.65", "0.49", "0.56")}
MEASURES = {
    "exact": "{}(ids=followed)", "overlap": "{}(match=overlap,ids=followed)", "document": "{}(on=concept,ids=followed)",
}  # fmt: skip
OTHER = "GSC+ (2017) in the place of the original corpus, and the abstracts that are here"
PRESET = "our preset after the paper's description, not the system of 2014; " + OTHER


@dataclass(frozen=True)
class Tables:
    """Rows and what the figures are drawn from."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    shares: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    by_category: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)


def corpus_rows(folder: Path, ontology: Ontology, root: str, systems: Mapping[str, Annotator], show: Show) -> Tables:
    if not (folder / "gsc-plus").is_dir():
        raise NotFound("no folder gsc-plus", where=folder, remedy="unpack GSC+ there: goldproof corpora gsc-plus")
    plus = corpus("gsc-plus", folder / "gsc-plus")
    gold = plus.layer("gold")
    rows, shares, note = _facts(plus, gold, ontology, root)
    notes = [note] if note else []
    if (folder / "gsc-2024").is_dir():
        newer = corpus("gsc-2024", folder / "gsc-2024", lose=("malformed-rows",))
        rows += _golds(gold, newer, ontology)
    by_category: dict[str, dict[str, Figure]] = {}
    for name in show(list(systems), "systems"):
        layer = systems[name].annotate(plus).called(name)
        rows += _scored("gsc-plus", name, gold, layer, ontology)
        if (folder / "gsc-2024").is_dir():
            rows += _scored("gsc-2024", name, newer.layer("gold"), systems[name].annotate(newer).called(name), ontology)
        by_category[name] = _figure3(gold, layer, ontology, root)
        rows += [Row(f"figure3/{name}/{part}", f"F1 of {name} on {ontology.label(part) or part}", None, f.value, signature=str(f)) for part, f in by_category[name].items()]
    return Tables(tuple(rows), tuple(notes), shares, {n: {ontology.label(p) or p: f for p, f in row.items()} for n, row in by_category.items()})


def _facts(plus: Corpus, gold: Layer, ontology: Ontology, root: str) -> tuple[list[Row], dict[str, dict[str, float]], str]:
    today = followed(gold, ontology)
    columns = today.layer.mentions
    every = [columns.names[n] for n in columns.concepts.tolist()]
    unique = sorted(set(every))
    words = [len(plus.text_of(unit).cut(m.spans).split()) for unit, mentions in gold.items() for m in mentions]
    inside = {c for c in unique if c == root or root in (ontology.ancestors(c) if c in ontology else ())}
    parents = [c for c in unique if c in ontology and len([p for p in ontology.parents(c) if p in ontology]) > 1]
    whole = "; all 228 abstracts have {}"
    rows = [
        Row("corpus/abstracts", "abstracts", 228, len(plus.documents), 0, "the abstracts that are here"),
        Row("corpus/annotations", "annotations", 1933, len(every), 0, OTHER + whole.format("2,773")),
        Row("corpus/unique-concepts", "distinct concepts, by today's ids", 460, len(unique), 0, OTHER + whole.format("497 distinct ids")),
        Row("corpus/mean-words", "mean length of an annotation in words", 2.42, sum(words) / len(words), 0.005, OTHER),
        Row("corpus/several-parents", "per cent of the distinct concepts with more than one parent", 19.12, 100 * len(parents) / len(unique), 0.005,
            OTHER + "; the hierarchy is that of " + ontology.version),
        Row("corpus/followed-alternative", "annotations whose id is now an alternative one, followed to its term", None, today.alternative),
        Row("corpus/followed-obsolete", "annotations whose id is now obsolete, followed to what replaced it", None, today.obsolete),
        Row("corpus/lost", "annotations whose id leads to no single term of today", None, today.lost + today.unknown),
        Row("corpus/outside", "annotations outside Phenotypic abnormality", None, sum(c not in inside for c in every)),
    ]  # fmt: skip
    tops = categories(ontology, unique, root)
    shares: dict[str, dict[str, float]] = {}
    for which, chosen in (("all", [c for c in every if c in inside]), ("unique", sorted(inside))):
        many = Counter(top for c in chosen for top in tops[c])
        shares[which] = {ontology.label(t): 100 * many[t] / len(chosen) for t in sorted(many, key=ontology.label)}
        named = {id: sum(id == c or id in ontology.ancestors(c) for c in chosen) for id in FIGURE2}
        for id, (what, of_all, of_unique) in FIGURE2.items():
            value = of_all if which == "all" else of_unique
            number, tolerance = printed(value) if value else (None, 0.0)
            rows.append(Row(f"figure2/{which}/{id}", f"per cent of {'annotations' if which == 'all' else 'distinct concepts'} below Phenotypic abnormality: {what}", number,
                            100 * named[id] / len(chosen), tolerance, f"{OTHER}; categories of {ontology.version}" if value else ""))  # fmt: skip
        rows += [Row(f"figure2/{which}/{t}", f"per cent: {ontology.label(t)}", None, 100 * many[t] / len(chosen)) for t in sorted(many) if t not in FIGURE2]
    return rows, shares, today.note


def _golds(gold: Layer, newer: Corpus, ontology: Ontology) -> list[Row]:
    """How far the two golds that circulate agree: no system can be expected to do better on both."""
    other = newer.layer("gold").called("gold-2024")
    exact, loose = (scores(gold, other, name, ontology=ontology, draws=0)[0] for name in ("F1(ids=followed)", "F1(match=overlap,ids=followed)"))
    return [
        Row("golds/annotations-2024", "annotations of GSC-2024 here (2,909 in all)", None, other.mentions.concepts.size),
        Row("golds/f1", "F1 of GSC-2024 against GSC+, place and concept (0.865 on all 228 by our count)", None, exact.value, signature=str(exact)),
        Row("golds/overlap-f1", "the same with overlapping places", None, loose.value, signature=str(loose)),
    ]


def _scored(where: str, name: str, gold: Layer, layer: Layer, ontology: Ontology) -> list[Row]:
    """P, R and F1 by place and concept (Table 2), with overlapping places, and of the sets of concepts of each abstract."""
    rows = []
    for how, written in MEASURES.items():
        found = scores(gold, layer, *(written.format(m) for m in ("P", "R", "F1")), ontology=ontology)
        for letter, figure, published in zip(("p", "r", "f1"), found, TABLE2.get(name, ("", "", "")), strict=True):
            compared = published if (where, how) == ("gsc-plus", "exact") else ""
            number, tolerance = printed(compared) if compared else (None, 0.0)
            rows.append(Row(f"{where}/{name}/{how}/{letter}", f"{letter.upper()} of {name}, {how}", number, figure.value, tolerance, PRESET if compared else "", str(figure)))
    return rows


def _figure3(gold: Layer, layer: Layer, ontology: Ontology, root: str) -> dict[str, Figure]:
    found = scores(gold, layer, "F1(ids=followed)", by="category", ontology=ontology, root=root, draws=200)
    figures = {f.group.partition("=")[2]: f for f in found}
    return {part: f for part, f in figures.items() if part.startswith("HP:")}


def corpus_drawings(tables: Tables) -> Mapping[str, Drawing]:
    names: Sequence[str] = sorted({label for row in tables.by_category.values() for label in row})
    figure3 = {(label, name): row.get(label) for name, row in tables.by_category.items() for label in names}
    return {
        "figure2": bars("Annotations by category, and distinct concepts (Figure 2)", {"annotations": tables.shares["all"], "distinct concepts": tables.shares["unique"]},
                        axis="per cent", form=".1f"),
        "figure3": heat("F1 by category on GSC+ (Figure 3)", figure3, rows=names, columns=list(tables.by_category), symmetric=False, axis="F1"),
    }  # fmt: skip
