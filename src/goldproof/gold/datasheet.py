"""The datasheet of a release: what it is, how it was made, what it holds (after Gebru et al. 2021, Datasheets for Datasets)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..measures.figure import Figure
from ..model import Corpus, Kind, Layer, Maker
from ..model.expression import terms


@dataclass(frozen=True)
class Making:
    """How a release was made, as far as its layers do not say it. ``facts`` are words of the people who made it; ``decisions`` are rows of its record of
    decisions; ``formats``: name -> where it is and what it lost; ``guidelines`` are the versions whose text is in it.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    decisions: Sequence[Mapping[str, Any]] = ()
    formats: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    guidelines: Sequence[str] = ()
    named: bool = False
    measures: Sequence[str] = ()


def datasheet(corpus: Corpus, gold: Sequence[Layer], raters: Sequence[Layer], figures: Iterable[Figure], making: Making) -> str:
    """Markdown. Every number in it is counted here."""
    return "\n".join([
        f"# {corpus.name or 'Gold standard'} {corpus.version}".rstrip(), "",
        *_pairs("Licence", corpus.licence or "not stated", "Sources", corpus.provenance or "not stated"),
        "", "## What it holds", "",
        *_table(("", "count"), composition(corpus, gold)), *_splits(corpus),
        "", "## How it was made", "",
        *_pairs(*(x for name, text in _making(gold, raters, making) for x in (name, text))), *_decisions(making.decisions),
        "", "## Agreement of the annotators", "",
        *_figures(figures),
        "", "## Distribution", "",
        *_distributions(corpus, gold),
        "", "## Formats", "",
        "- `corpus.gold.jsonl`: everything, in goldproof's native form",
        *(f"- `{f['path']}`: {name}, the gold layers" + (f"; it cannot say: {', '.join(f['lost'])}" if f["lost"] else "") for name, f in making.formats.items()),
        "", "## Is it whole?", "",
        "`SHA256SUMS` has the checksum of every file (`sha256sum --check SHA256SUMS`). `goldproof verify FOLDER` also counts everything again and says",
        "where a changed file differs.", "",
    ])  # fmt: skip


def composition(corpus: Corpus, gold: Sequence[Layer]) -> dict[str, int]:
    """What there is, counted."""
    languages = Counter(unit.language for unit in corpus.units if unit.language)
    rows = {"documents": len(corpus.documents), "studies": len(corpus.studies), "units": len(corpus.units)}
    rows |= {f"units in {language}": n for language, n in languages.items()} if len(languages) > 1 else {}
    for layer in gold:
        rows[f"{layer.name}: units judged"] = len(layer.units)
        rows[f"{layer.name}: {layer.kind.value}"] = layer.count
        rows[f"{layer.name}: units with nothing there"] = int((np.diff(layer.columns.offsets) == 0).sum())
    return {name: n for name, n in rows.items() if n or name == "units"}


def distribution(layer: Layer, most: int = 10) -> dict[str, int]:
    """What is said most often: concepts, qualities, values, tags, first places."""
    counts: Counter[str] = Counter()
    for _, said in layer.items():
        for x in said:
            match layer.kind:
                case Kind.MENTIONS:
                    counts.update(x.concepts or (x.label or "without a concept",))
                case Kind.PHENOTYPES:
                    counts.update(terms(x.quality) if x.quality is not None else ("no quality",))
                case Kind.RATINGS:
                    counts[f"{x.value:g}" if isinstance(x.value, float | int) else x.value] += 1
                case Kind.PARSES:
                    counts.update(t.relation or t.tag or t.coarse or "no label" for t in x.tokens)
                case Kind.RANKINGS:
                    counts.update(f"first: {option}" for option in (x.groups[0] if x.groups else ()))
    return dict(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:most])


def _making(gold: Sequence[Layer], raters: Sequence[Layer], making: Making) -> Iterator[tuple[str, str]]:
    people = {layer.source.name for layer in raters if layer.source.kind is Maker.PERSON}
    yield "Annotators", ", ".join(sorted(people)) if making.named and people else f"{len(people) or 'not stated'}, without their names"
    systems = sorted({str(layer.source) for layer in raters if layer.source.kind is Maker.SYSTEM})
    if systems:
        yield "Systems", ", ".join(systems)
    for fact, name in (("guideline", "Guideline"), ("ontology", "Ontology"), ("round", "Rounds")):
        values = sorted({getattr(layer.source, fact) for layer in (*gold, *raters)} - {""})
        if values:
            yield name, ", ".join(values)
    for layer in gold:
        yield f"Gold layer {layer.name}", f"made by {layer.source}"
    if making.guidelines:
        yield "Guidelines in it", ", ".join(f"`guidelines/{version}.md`" for version in making.guidelines)
    yield from making.facts.items()


def _splits(corpus: Corpus) -> list[str]:
    rows = {name: len(units) for name, units in corpus.splits.items()}
    return ["", *_table(("split", "units"), rows)] if rows else []


def _decisions(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """How the gold judgements came about, and the causes of what was decided."""
    if not rows:
        return []
    how = Counter(str(row["how"]) for row in rows)
    causes = Counter(str(row["cause"]) for row in rows if row["how"] != "agreed")
    return [
        "", *_table(("how a judgement came about", "count"), dict(how.most_common())),
        *(["", *_table(("cause of what was decided", "count"), dict(causes.most_common()))] if causes else []),
    ]  # fmt: skip


def _figures(figures: Iterable[Figure]) -> list[str]:
    rows = [f"- **{f.measure}** of {', '.join(f.sides)}{f' ({f.group})' if f.group else ''}: {f.text}<br>`{f.origin}`" for f in figures]
    return rows or ["Not measured."]


def _distributions(corpus: Corpus, gold: Sequence[Layer]) -> list[str]:
    out: list[str] = []
    for layer in gold:
        out += [f"### {layer.name}", "", *_table(("most often", "count"), distribution(layer)), ""]
        out += [*_table(("judgements of a unit", "units"), per_unit(layer)), ""]
        languages = by_language(corpus, layer)
        if len(languages) > 1:
            out += [*_table(("language", layer.kind.value), languages), ""]
    return out[:-1]


def per_unit(layer: Layer, most: int = 10) -> dict[str, int]:
    """How many units have how many judgements."""
    sizes = Counter(np.diff(layer.columns.offsets).tolist())
    out = {str(n): sizes[n] for n in sorted(sizes) if n < most}
    more = sum(count for n, count in sizes.items() if n >= most)
    return out | ({f"{most} or more": more} if more else {})


def by_language(corpus: Corpus, layer: Layer) -> dict[str, int]:
    """How many judgements there are in each language."""
    counts: Counter[str] = Counter()
    for unit, n in zip(layer.units, np.diff(layer.columns.offsets).tolist(), strict=True):
        counts[corpus.unit(unit).language or "no language"] += n
    return dict(sorted(counts.items()))


def _pairs(*words: str) -> list[str]:
    return [f"- **{a}**: {b}" for a, b in zip(words[::2], words[1::2], strict=True)]


def _table(head: tuple[str, str], rows: Mapping[str, int]) -> list[str]:
    cells = [f"| {name.replace('|', chr(92) + '|')} | {n:,} |" for name, n in rows.items()]
    return [f"| {head[0]} | {head[1]} |", "|---|--:|", *cells]
