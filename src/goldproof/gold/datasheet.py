"""The datasheet of a release: what it is, how it was made, what it holds (after Gebru et al. 2021, Datasheets for Datasets)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from ..measures.figure import Figure
from ..model import Corpus, Kind, Layer
from ..model.expression import terms


def datasheet(corpus: Corpus, gold: Sequence[Layer], raters: Sequence[Layer], figures: Iterable[Figure], facts: Mapping[str, str]) -> str:
    """Markdown. Every number in it is counted here; ``facts`` are words of the people who made it."""
    return "\n".join([
        f"# {corpus.name or 'Gold standard'} {corpus.version}".rstrip(), "",
        *_pairs("Licence", corpus.licence or "not stated", "Sources", corpus.provenance or "not stated"),
        "", "## What it holds", "",
        *_table(("", "count"), composition(corpus, gold)),
        "", "## How it was made", "",
        *_pairs(*(x for name, text in _making(gold, raters, facts) for x in (name, text))),
        "", "## Agreement of the annotators", "",
        *_figures(figures),
        "", "## Distribution", "",
        *_distributions(gold),
        "", "## Is it whole?", "",
        "`SHA256SUMS` has the checksum of every file (`sha256sum --check SHA256SUMS`). In Python, `goldproof.verify(folder)` also counts",
        "everything again and says where a changed file differs.", "",
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


def _making(gold: Sequence[Layer], raters: Sequence[Layer], facts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield "Annotators", f"{len({layer.source.name for layer in raters}) or 'not stated'}, without their names"
    for field, name in (("guideline", "Guideline"), ("ontology", "Ontology"), ("round", "Rounds")):
        values = sorted({getattr(layer.source, field) for layer in (*gold, *raters)} - {""})
        if values:
            yield name, ", ".join(values)
    for layer in gold:
        yield f"Gold layer {layer.name}", f"made by {layer.source}"
    yield from facts.items()


def _figures(figures: Iterable[Figure]) -> list[str]:
    rows = [f"- **{f.measure}** of {', '.join(f.sides)}{f' ({f.group})' if f.group else ''}: {f.text}<br>`{f.origin}`" for f in figures]
    return rows or ["Not measured."]


def _distributions(gold: Sequence[Layer]) -> list[str]:
    out: list[str] = []
    for layer in gold:
        out += [f"### {layer.name}", "", *_table(("most often", "count"), distribution(layer)), ""]
    return out[:-1]


def _pairs(*words: str) -> list[str]:
    return [f"- **{a}**: {b}" for a, b in zip(words[::2], words[1::2], strict=True)]


def _table(head: tuple[str, str], rows: Mapping[str, int]) -> list[str]:
    cells = [f"| {name.replace('|', chr(92) + '|')} | {n:,} |" for name, n in rows.items()]
    return [f"| {head[0]} | {head[1]} |", "|---|--:|", *cells]
