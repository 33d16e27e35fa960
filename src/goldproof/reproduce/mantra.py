"""Kors et al. 2015, A multilingual gold-standard corpus for biomedical concept recognition: the Mantra GSC (JAMIA 22:948-956).

Tables 1 (units), 3 and 4, concepts a term, agreement between languages, and the worked example of Figure 1, for the languages that the folder has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from ..adjudication.onesided import one_sided
from ..agreement.languages import across_languages
from ..corpora import corpus as known
from ..corpora.mantra import LANGUAGES
from ..harmonisation import harmonise
from ..harmonisation.centroid import links
from ..measures import Figure
from ..model import Corpus, Kind, Layer, Mention, Source, Span
from ..report import Drawing, bars, heat
from ..report.tables import Table
from .paper import Reproduction, Show, silent
from .row import Row, printed

TITLE = "Kors et al. 2015, the Mantra gold standard corpus"
NAMES = {code: name.lower() for name, code in LANGUAGES.items()}

# Table 1: units of each language by text type; titles by the language on the other side.
TABLE1 = {
    "english": {"titles": 400, "labels": 100, "patents": 50}, "french": {"titles": 100, "labels": 100, "patents": 50},
    "german": {"titles": 100, "labels": 100, "patents": 50}, "spanish": {"titles": 100, "labels": 100}, "dutch": {"titles": 100, "labels": 100},
}  # fmt: skip
# Table 3: annotations, distinct concepts, per cent of terms of one, two, three and more words.
TABLE3 = {
    "english": (1963, 1301, "63.8", "27.2", "9.0"), "french": (1052, 710, "66.8", "19.8", "13.4"), "german": (1082, 729, "82.2", "13.1", "4.7"),
    "spanish": (756, 550, "63.4", "18.0", "18.6"), "dutch": (677, 490, "77.7", "15.2", "7.1"),
}  # fmt: skip
# Table 4: annotations of each text type, all languages, and per cent in each semantic group.
TABLE4_N = {"titles": 2332, "labels": 2155, "patents": 1043}
TABLE4 = {
    "ANAT": ("Anatomy", "13.3", "7.4", "8.9"), "CHEM": ("Chemicals and drugs", "9.1", "23.5", "43.0"), "DEVI": ("Devices", "1.2", "0.7", "1.2"),
    "DISO": ("Disorders", "30.6", "35.4", "29.5"), "GEOG": ("Geographic areas", "1.4", "0.0", "0.0"), "LIVB": ("Living beings", "13.3", "11.0", "3.2"),
    "OBJC": ("Objects", "1.8", "1.9", "4.0"), "PHEN": ("Phenomena", "2.0", "1.5", "0.9"), "PHYS": ("Physiology", "6.0", "4.6", "3.2"),
    "PROC": ("Procedures", "21.4", "14.0", "6.2"),
}  # fmt: skip
TERMS = {"labels": "1.19", "patents": "1.09"}
# Text under Table 3: agreement of the final annotations between languages: the ends of the range, the pairs named, the mean.
ACROSS: Mapping[str, tuple[float, float]] = {"titles": (0.93, 0.96), "labels": (0.88, 0.94), "patents": (0.95, 0.96)}
NAMED = {("titles", "english", "german"): "0.96", ("titles", "english", "spanish"): "0.93", ("labels", "english", "french"): "0.94", ("labels", "german", "spanish"): "0.88"}
MEANS = {"titles": ("0.95", 4), "labels": ("0.91", 10)}
# Figure 6: the concepts of a drug label's sentence.
FIGURE6 = {
    "german": "C0001675 C0030705 C0341697", "french": "C0001675 C1565489", "spanish": "C0001675 C0030705 C1565489", "dutch": "C0001675 C0030705 C0341697",
    "english": "C0001675 C0030705 C0341697",
}  # fmt: skip
FIGURE6_TEXT = "Dosing adjustment for adult patients with impaired renal function"
FIGURE1_VOTES = "0 0 0 1 1 1 1 1 3 3 3 3 3 3 0 0 0 0 0"

NOTES = (
    "An annotation is one concept on one place: several concepts on the same place are several annotations, one term. Words are what stands between blanks.",
    "Table 2 (agreement of annotators) cannot be computed: the annotators' own files and the pre-annotations are not public. What the paper finds is shown with "
    "annotators made from the gold in benches/harmonisation.py.",
    "An annotation whose note names two semantic groups counts a half in each.",
)


@dataclass
class Counts:
    """What was counted in one part: annotations, distinct concepts, terms (places), terms by number of words, annotations by group, units."""

    annotations: int = 0
    concepts: set[str] = field(default_factory=set)
    terms: int = 0
    words: Counter[int] = field(default_factory=Counter)
    groups: dict[str, float] = field(default_factory=dict)
    units: int = 0

    @property
    def concepts_a_term(self) -> float | None:
        return self.annotations / self.terms if self.terms else None

    def share(self, words: int) -> float | None:
        """Per cent of the terms that have one word, two, or three and more."""
        n = sum(v for k, v in self.words.items() if (k == words if words < 3 else k >= 3))
        return 100 * n / self.terms if self.terms else None

    def of_group(self, group: str) -> float | None:
        return 100 * self.groups.get(group, 0) / self.annotations if self.annotations else None


def reproduce(data: Path, show: Show = silent) -> Reproduction:
    folder = data / "mantra" if (data / "mantra").is_dir() else data
    corpus = known("mantra", folder, show=None)
    gold = corpus.layer("gold")
    counts = count(corpus, gold, show)
    figures = across_languages(corpus, gold)
    rows = [*_table1(counts), *_table3(counts), *_absent(counts), *_terms(counts), *_table4(counts), *_languages(figures), *_figure1(), *_figure6(corpus, gold)]
    items = one_sided(corpus, gold)
    rows.append(Row("one-sided/concepts", "concepts of parallel units that not all their languages have (--tables lists them)", None, len(items)))
    table = Table.of("Concepts on one side of parallel units", [{k: "; ".join(v) if isinstance(v, list) else v for k, v in i.row().items()} for i in items])
    return Reproduction("mantra", TITLE, tuple(rows), (*NOTES, _sets(corpus, gold, figures)), _drawings(counts, figures), {"one-sided": table})


Part = tuple[str, str, str]
"""Language, text type, collection."""


def count(corpus: Corpus, gold: Layer, show: Show = silent) -> dict[Part, Counts]:
    """Everything that the tables need, by part."""
    type_of = {unit: split for split, units in corpus.splits.items() for unit in units}
    out: dict[Part, Counts] = {}
    for unit in show(corpus.units, "units"):
        part = NAMES.get(unit.language, unit.language), type_of.get(unit.id, ""), unit.group.rpartition("/")[0]
        here = out.setdefault(part, Counts())
        here.units += 1
        places: dict[tuple[Span, ...], None] = {}
        for m in gold.get(unit.id) or ():
            here.annotations += len(m.concepts)
            here.concepts.update(m.concepts)
            places[tuple(sorted(m.spans))] = None
            groups = m.attributes.get("semantic_group", ())
            named = (groups,) if isinstance(groups, str) else tuple(map(str, groups)) if isinstance(groups, tuple) else ()
            for g in named:
                here.groups[g] = here.groups.get(g, 0) + len(m.concepts) / len(named)
        here.terms += len(places)
        text = corpus.text_of(unit.id)
        here.words.update(len(text.cut(place, " ").split()) for place in places)
    return out


def together(counts: Mapping[Part, Counts], language: str = "", type: str = "") -> Counts:
    """The counts of a language, of a text type, or of both."""
    out = Counts()
    for (lang, kind, _), c in counts.items():
        if language in ("", lang) and type in ("", kind):
            groups = {g: out.groups.get(g, 0) + c.groups.get(g, 0) for g in {*out.groups, *c.groups}}
            out = Counts(out.annotations + c.annotations, out.concepts | c.concepts, out.terms + c.terms, out.words + c.words, groups, out.units + c.units)
    return out


def missing(counts: Mapping[Part, Counts], language: str = "", type: str = "") -> str:
    """Why a number of a language or a text type cannot come out: which units of it are not in the folder. Empty if all are."""
    lacking = [
        f"{wanted - found} of the {wanted} {lang} {kind}"
        for lang, kinds in TABLE1.items() for kind, wanted in kinds.items()
        if language in ("", lang) and type in ("", kind) and (found := together(counts, lang, kind).units) < wanted
    ]  # fmt: skip
    return f"not in the folder: {', '.join(lacking)}" if lacking else ""


def _table1(counts: Mapping[Part, Counts]) -> list[Row]:
    return [
        Row(f"table1/{lang}/{kind}", f"units: {lang} {kind}", wanted, together(counts, lang, kind).units, 0, missing(counts, lang, kind))
        for lang, kinds in TABLE1.items() for kind, wanted in kinds.items()
    ]  # fmt: skip


def _table3(counts: Mapping[Part, Counts]) -> list[Row]:
    rows = []
    whole = all(round(sum(map(float, row[2:])), 1) == 100 for row in TABLE3.values())
    for lang, (total, unique, *shares) in TABLE3.items():
        c, why = together(counts, lang), missing(counts, lang)
        here = c.units > 0
        rows += [
            Row(f"table3/{lang}/total", f"annotations, {lang}", total, c.annotations if here else None, 0, why),
            Row(f"table3/{lang}/unique", f"distinct concepts, {lang}", unique, len(c.concepts) if here else None, 0, why),
        ]
        for n, (name, share) in enumerate(zip(("one-word", "two-words", "three-or-more"), shares, strict=True), 1):
            value, tolerance = printed(share)
            left = f"the printed shares of every row make 100.0 exactly, so that the last is what the others leave: 100 - {shares[0]} - {shares[1]}" if whole and n == 3 else ""
            rows.append(Row(f"table3/{lang}/{name}", f"per cent of the {lang} terms: {name.replace('-', ' ')}", value, c.share(n), tolerance, why or left))
        if here:
            mean = sum(k * v for k, v in c.words.items()) / max(c.terms, 1)
            rows.append(Row(f"table3/{lang}/mean-words", f"words a term, {lang}", None, mean))
    return rows


def _absent(counts: Mapping[Part, Counts]) -> list[Row]:
    """What the absent files must hold, by each of two tables: they agree only if what is here was counted as the paper counts."""
    if not missing(counts):
        return []
    by_type = TABLE4_N["titles"] - together(counts, type="titles").annotations
    absent = sum(row[0] - together(counts, lang).annotations for lang, row in TABLE3.items())
    others = sum(TABLE4_N[kind] - together(counts, type=kind).annotations for kind in ("labels", "patents"))
    return [
        Row("absent/titles", "annotations of the titles that are not here: by Table 4, and by Table 3 less the absent labels and patents", by_type, absent - others, 0,
            "the two tables are of the same annotations; what is here is taken off both")
    ]  # fmt: skip


def _terms(counts: Mapping[Part, Counts]) -> list[Row]:
    rows = []
    found = {kind: together(counts, type=kind).concepts_a_term for kind in TABLE4_N}
    for kind, value in TERMS.items():
        number, tolerance = printed(value)
        rows.append(Row(f"concepts-a-term/{kind}", f"concepts a term, {kind}", number, found[kind], tolerance, missing(counts, type=kind)))
    low, middle, high = found["patents"], found["titles"], found["labels"]
    between = None if low is None or middle is None or high is None else "yes" if low < middle < high else "no"
    rows.append(Row("concepts-a-term/titles", "concepts a term, titles", None, middle))
    rows.append(Row("concepts-a-term/between", "titles lie between patents and labels", "yes", between, 0, missing(counts)))
    for home in dict.fromkeys(home for _, _, home in counts):
        each = [v for (_, _, h), c in counts.items() if h == home and (v := c.concepts_a_term) is not None]
        if len(each) > 1:
            spread = max(each) - min(each)
            rows.append(Row(f"concepts-a-term/spread/{home}", "largest difference between languages (at most 0.01)", 0.005, spread, 0.01, "printed to two digits"))
    return rows


def _table4(counts: Mapping[Part, Counts]) -> list[Row]:
    rows = []
    for i, (kind, n) in enumerate(TABLE4_N.items()):
        c, why = together(counts, type=kind), missing(counts, type=kind)
        rows.append(Row(f"table4/{kind}/n", f"annotations, {kind}", n, c.annotations if c.units else None, 0, why))
        for code, (name, *shares) in TABLE4.items():
            value, tolerance = printed(shares[i])
            rows.append(Row(f"table4/{kind}/{code}", f"per cent of the annotations of {kind}: {name}", value, c.of_group(code) if c.units else None, tolerance, why))
    return rows


def _languages(figures: tuple[Figure, ...]) -> list[Row]:
    rows = []
    by_type: dict[str, list[float]] = {}
    for f in figures:
        home = f.group.partition("=")[2]
        kind = next((k for start, k in (("Medline", "titles"), ("EMEA", "labels"), ("Patents", "patents")) if home.startswith(start)), "")
        if not kind or f.value is None:
            continue
        one, other = sorted((NAMES.get(s, s) for s in f.sides), key=list(TABLE1).index)
        by_type.setdefault(kind, []).append(f.value)
        low, high = ACROSS[kind]
        exact = NAMED.get((kind, one, other))
        value, tolerance = printed(exact) if exact else ((low + high) / 2, (high - low) / 2 + 0.005)
        what = f"F1 of concepts, {kind}, {one} and {other}" + ("" if exact else f" (published: {low:.2f} to {high:.2f})")
        rows.append(Row(f"languages/{kind}/{one}-{other}", what, round(value, 6), f.value, round(tolerance, 6), "" if exact else "only the range is printed: its middle, and half its width", str(f)))
    for kind, (mean, pairs) in MEANS.items():
        there = by_type.get(kind, [])
        number, tolerance = printed(mean)
        mean_here = sum(there) / len(there) if there else None
        rows.append(Row(f"languages/{kind}/mean", f"mean over the pairs of languages, {kind}", number, mean_here, tolerance,
                        f"{len(there)} of the {pairs} pairs are here" if len(there) < pairs else ""))  # fmt: skip
    return rows


def _sets(corpus: Corpus, gold: Layer, figures: tuple[Figure, ...]) -> str:
    """How much it matters that annotations are paired and not concepts."""
    more = [s.value - f.value for f, s in zip(figures, across_languages(corpus, gold, "F1(on=concept)", draws=0), strict=True) if f.value is not None and s.value is not None]
    return ("Agreement between languages pairs each annotation with at most one of the same concept in the parallel unit; with the sets of concepts of each unit it "
            f"would differ by {min(more, default=0):+.3f} to {max(more, default=0):+.3f}.")  # fmt: skip


def _figure1() -> list[Row]:
    text = "for adult patients with"
    base = Corpus.of_texts({"u": text})
    spans = [Span(10, 18), Span(10, 18), Span(4, 18)]
    layers = [Layer.of(f"annotator {i}", Source(f"annotator {i}"), Kind.MENTIONS, {"u": [Mention((s,), ("C0030705",))]}) for i, s in enumerate(spans, 1)]
    place = {c: i for i, c in enumerate(i for i, x in enumerate(text) if x != " ")}
    votes = [0] * (len(place) - 1)
    for s in spans:
        for a, _ in links([i for i in range(*s) if text[i] != " "]):
            votes[place[a]] += 1
    rows = [Row("figure1/votes", "votes of the pairs of characters", FIGURE1_VOTES, " ".join(map(str, votes)), 0,
                "the figure shows six pairs of 'patients' with three votes; it has eight characters, so by the definition there are seven")]  # fmt: skip
    for rule, said in (("centroid(2,2)", "patients"), ("centroid(2,1)", "adult patients")):
        found = harmonise(layers, rule, corpus=base)["u"]
        rows.append(Row(f"figure1/{rule[9:12].replace(',', '-')}", f"harmonised by {rule}", said, " | ".join(base.document("u").cut(m.spans) for m in found)))
    return rows


def _figure6(corpus: Corpus, gold: Layer) -> list[Row]:
    """The sentence of Figures 5 and 6 in each language that is here."""
    group = next((u.group for u in corpus.units if FIGURE6_TEXT in corpus.text_of(u.id).text), None)
    rows = []
    for lang, published in FIGURE6.items():
        unit = next((u for u in corpus.units if group and u.group == group and NAMES.get(u.language) == lang), None)
        found = " ".join(sorted({c for m in gold.get(unit.id) or () for c in m.concepts})) if unit else None
        rows.append(Row(f"figure6/{lang}", f"concepts of “{FIGURE6_TEXT}”, {lang}", published, found, 0, "" if unit else "not in the folder"))
    return rows


def _drawings(counts: Mapping[Part, Counts], figures: tuple[Figure, ...]) -> dict[str, Drawing]:
    here = [lang for lang in TABLE1 if together(counts, lang).units]
    words = {name: {lang: together(counts, lang).share(n) or 0.0 for lang in here} for n, name in ((1, "one word"), (2, "two words"), (3, "three or more"))}
    groups = {kind: {TABLE4[g][0]: together(counts, type=kind).of_group(g) or 0.0 for g in TABLE4} for kind in TABLE4_N if together(counts, type=kind).units}
    pairs = {(" and ".join(NAMES.get(s, s) for s in f.sides), f.group.partition("=")[2].replace("_", " ")): f for f in figures if f.group}
    rows = [" and ".join(p) for p in combinations(here, 2) if any(k[0] == " and ".join(p) for k in pairs)]
    return {
        "table3": bars("Words of the annotated terms by language (Table 3)", words, axis="per cent of the terms", form=".1f"),
        "table4": bars("Semantic groups by text type (Table 4)", groups, axis="per cent of the annotations", form=".1f"),
        "languages": heat("Agreement between languages", pairs, rows=rows, columns=list(dict.fromkeys(k[1] for k in pairs)), symmetric=False, low=0.5, axis="F1 of concepts"),
    }  # fmt: skip
