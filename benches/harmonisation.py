"""What does harmonisation gain, and what does it cost?

    python benches/harmonisation.py speed [--units 100000] [--only centroid]
    python benches/harmonisation.py simulation DATA/mantra [--draws 10] [--out benches]
    python benches/harmonisation.py drawings [--out benches]        # again, from the table that the simulation wrote

*Simulation*: annotators are made from the Mantra gold with planted errors (missed, other ends, wrong concept, something extra), the layers harmonised by each rule, and the
result held against the gold (strict F1, all units of all languages; nothing is fitted, so there is no split). Errors are either independent, or a part of them is *shared*: whoever
falls for the trap of an item falls for the same trap, as people do who start from the same suggestion.
*Speed*: made-up units with five layers; processor time for doubling numbers of units.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import goldproof as gp
from goldproof.model import (
    Attributes,
    Corpus,
    Kind,
    Layer,
    Mention,
    MentionBuilder,
    Phenotype,
    Rating,
    Source,
    Span,
    Term,
)

KINDS = ("missed", "boundary", "wrong")
RATES = {"missed": 0.09, "boundary": 0.035, "wrong": 0.05, "extra": 0.05}
"""Of an annotator of middling quality: a share of the gold's mentions."""
QUALITY = (1.0, 0.7, 1.8, 0.8, 1.3, 1.0, 1.5, 0.7, 1.2)
"""How many times these rates each annotator errs: good ones, middling ones, and poor ones such as the third of German in the paper's Table 2."""
COUNTS = (1, 2, 3, 5, 7, 9)


@dataclass(frozen=True)
class Chance:
    """Coins: one common to all annotators for each mention of the gold, and each annotator's own."""

    coin: np.ndarray
    kind: np.ndarray
    what: np.ndarray

    @staticmethod
    def of(chance: np.random.Generator, n: int) -> Chance:
        return Chance(chance.random(n), chance.random(n), chance.integers(0, 2**31, n))


def annotators(corpus: Corpus, gold: Layer, shared: float, seed: int) -> list[Layer]:
    """One layer for each of QUALITY."""
    rng = np.random.default_rng(seed)
    concepts = sorted({c for _, ms in gold.items() for m in ms for c in m.concepts})
    common, extras = Chance.of(rng, gold.count), Chance.of(rng, len(gold.units))
    out = []
    for j, quality in enumerate(QUALITY, 1):
        own, mine = Chance.of(rng, gold.count), Chance.of(rng, len(gold.units))
        from_common, from_common_extra = rng.random(gold.count) < shared, rng.random(len(gold.units)) < shared
        judged: dict[str, list[Mention]] = {}
        i = 0
        for u, (unit, said) in enumerate(gold.items()):
            text = corpus.text_of(unit).text
            here: list[Mention] = []
            for m in said:
                chance = common if from_common[i] else own
                found = err(m, text, concepts, quality, float(chance.coin[i]), float(chance.kind[i]), int(chance.what[i]))
                if found is not None:
                    here.append(found)
                i += 1
            chance = extras if from_common_extra[u] else mine
            if chance.coin[u] < quality * RATES["extra"] * gold.count / len(gold.units):
                here.append(word(text, concepts, int(chance.what[u])))
            judged[unit] = list(dict.fromkeys(here))
        out.append(Layer.of(f"a{j}", Source(f"a{j}"), Kind.MENTIONS, judged))
    return out


def err(m: Mention, text: str, concepts: Sequence[str], quality: float, coin: float, kind: float, what: int) -> Mention | None:
    """The mention as it is, or with an error; None if it is missed."""
    total = sum(RATES[k] for k in KINDS)
    bare = Mention(m.spans, m.concepts, m.label)
    if coin >= quality * total:
        return bare
    at, edges = kind * total, np.cumsum([RATES[k] for k in KINDS])
    if at < edges[0]:
        return None
    if at < edges[1]:
        start, end = m.spans[0].start, m.spans[-1].end
        cuts = sorted({0, len(text), *(i for i in range(1, len(text)) if text[i - 1].isspace() != text[i].isspace())})
        near = [c for c in cuts if c != start and c < m.spans[0].end][-2:] if what % 2 else [c for c in cuts if c != end and c > m.spans[-1].start][:2]
        if near:
            to = near[what // 2 % len(near)]
            first = Span(to, m.spans[0].end) if what % 2 else m.spans[0]
            spans = (first, *m.spans[1:])
            return Mention(spans if what % 2 else (*spans[:-1], Span(spans[-1].start, to)), m.concepts, m.label)
        return bare
    return Mention(m.spans, (concepts[what % len(concepts)],), m.label)


def word(text: str, concepts: Sequence[str], what: int) -> Mention:
    words = [(i, i + len(w)) for i, w in _words(text)]
    start, end = words[what % len(words)]
    return Mention((Span(start, end),), (concepts[what // 7 % len(concepts)],))


def _words(text: str) -> list[tuple[int, str]]:
    out, at = [], 0
    for w in text.split():
        at = text.index(w, at)
        out.append((at, w))
        at += len(w)
    return out


def rules(n: int) -> dict[str, str]:
    """A majority of n for each kind of rule: name in the drawing -> rule."""
    k = n // 2 + 1
    return {
        "e-centroids (majority)": f"centroid({k},{k})", "e-centroids (2,1)": f"centroid({min(2, n)},1)", "strict majority": "majority",
        "majority by overlap": "majority(match=overlap)", "weighted by agreement": "majority(weights=agreement)", "Dawid-Skene": "dawid-skene", "MACE": "mace",
    }  # fmt: skip


Results = dict[str, dict[str, dict[str, float]]]
"""Drawing -> series -> place on the axis -> mean F1: what the simulation writes as a table, and what is drawn."""
DRAWN = {
    "independent": ("Harmonised against the gold, independent errors", "annotators", 0.75),
    "shared": ("Harmonised against the gold, 60% of the errors in common", "annotators", 0.75),
    "dependence": ("Three annotators, by the share of errors in common", "errors in common", 0.6),
}
SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
NOT_DRAWN = ("weighted by agreement", "MACE")


def simulate(data: Path, draws: int) -> Results:
    corpus = gp.corpus("mantra", data)
    gold = corpus.layer("gold")

    def f1(a: Layer, b: Layer) -> float:
        return gp.score(a, b, "F1", draws=0).value or 0.0

    out: Results = {}
    for which, shared in (("independent", 0.0), ("shared", 0.6)):
        series: dict[str, dict[str, list[float]]] = {}
        singles, pairs = [], []
        for draw in range(draws):
            layers = annotators(corpus, gold, shared, 100 + draw)
            each = [f1(gold, la) for la in layers]
            singles.append(each)
            pairs.append([f1(layers[a], layers[b]) for a, b in ((0, 1), (0, 2), (1, 2))])
            for n in COUNTS:
                series.setdefault("best annotator", {}).setdefault(str(n), []).append(max(each[:n]))
                series.setdefault("mean annotator", {}).setdefault(str(n), []).append(float(np.mean(each[:n])))
                for name, rule in rules(n).items() if n > 1 else ():
                    series.setdefault(name, {}).setdefault(str(n), []).append(f1(gold, gp.harmonise(layers[:n], rule, corpus=corpus)))
        out[which] = _means(series)
        three = [row["3"] for row in (series["e-centroids (majority)"], series["best annotator"])]
        above = sum(h >= b for h, b in zip(*three, strict=True))
        print(f"{which}: annotators one by one {', '.join(f'{v:.3f}' for v in np.mean(singles, axis=0))}; the first three with each other "
              f"{', '.join(f'{v:.3f}' for v in np.mean(pairs, axis=0))}. Of three, e-centroids (2,2) are at least as good as the best in {above} of {draws} draws; "
              f"the other two have {np.mean([sorted(s[:3])[:2] for s in singles]):.3f} on average.")  # fmt: skip
    names = ("e-centroids (2,2)", "best annotator", "second annotator", "worst annotator", "annotators with each other")
    rows: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    for shared in SHARES:
        for draw in range(draws):
            layers = annotators(corpus, gold, shared, 100 + draw)[:3]
            each = sorted((f1(gold, la) for la in layers), reverse=True)
            mutual = float(np.mean([f1(layers[a], layers[b]) for a, b in ((0, 1), (0, 2), (1, 2))]))
            for name, value in zip(names, (f1(gold, gp.harmonise(layers, "centroid(2,2)", corpus=corpus)), *each, mutual), strict=True):
                rows[name].setdefault(f"{shared:.0%}", []).append(value)
    return {**out, "dependence": _means(rows)}


def _means(series: dict[str, dict[str, list[float]]]) -> dict[str, dict[str, float]]:
    return {name: {at: float(np.mean(v)) for at, v in row.items()} for name, row in series.items()}


def draw(results: Results, out: Path) -> None:
    """The three drawings, and their tables in Markdown."""
    from goldproof.report import lines

    for which, series in results.items():
        title, along, bottom = DRAWN[which]
        places = list(dict.fromkeys(at for row in series.values() for at in row))
        print(f"\n### {title}: strict F1\n\n| {along} | " + " | ".join(places) + " |\n|---" + "|---:" * len(places) + "|")
        for name, row in series.items():
            print(f"| {name} | " + " | ".join(f"{row[at]:.3f}" if at in row else "" for at in places) + " |")
        shown = {name: row for name, row in series.items() if name not in NOT_DRAWN}
        lines(title, shown, axis="F1", along=along, note="Means over draws of annotators made from the Mantra gold", bottom=bottom, top=1).save(out / f"harmonisation-{which}.svg")


def write(results: Results, path: Path) -> None:
    rows = [f"{which}\t{name}\t{at}\t{value:.6g}" for which, series in results.items() for name, row in series.items() for at, value in row.items()]
    path.write_text("\n".join(("drawing\tseries\tat\tf1", *rows, "")))


def read(path: Path) -> Results:
    out: Results = {}
    for line in path.read_text().splitlines()[1:]:
        which, name, at, value = line.split("\t")
        out.setdefault(which, {}).setdefault(name, {})[at] = float(value)
    return out


def made(units: int, kind: Kind) -> tuple[Corpus, list[Layer]]:
    """Units of 20 words with five annotators' layers: four mentions each, one in ten discontinuous, some missed, with other ends, or mistaken; a rating; an EQ."""
    rng = np.random.default_rng(1)
    text = " ".join(f"word{i}" for i in range(20))
    at = [(i, i + len(w)) for i, w in _words(text)]
    base = Corpus.of_texts({f"u{i}": text for i in range(units)})
    names = [u.id for u in base.units]
    truth = rng.integers(0, 500, (units, 4)).tolist()
    terms = [Term(f"X:{i:07}") for i in range(501)]
    concepts = [f"X:{i:07}" for i in range(501)]
    layers = []
    for j in range(5):
        miss, move, wrong = ((rng.random((units, 4)) < 0.1).astype(int).tolist() for _ in range(3))
        source = Source(f"a{j}")
        if kind is Kind.MENTIONS:
            build = MentionBuilder()
            for i in range(units):
                for k in range(4):
                    if not miss[i][k]:
                        first = Span(at[5 * k + move[i][k]][0], at[5 * k + 1][1])
                        spans = (first, Span(*at[5 * k + 3])) if truth[i][k] % 10 == 0 else (first,)
                        build.add(spans, (concepts[truth[i][k] + wrong[i][k]],), "", "", Attributes())
                build.end_unit()
            layers.append(Layer(f"a{j}", source, tuple(names), build.columns()))
        elif kind is Kind.RATINGS:
            layers.append(Layer.of(f"a{j}", source, kind, {u: [Rating(float(min(4, truth[i][0] % 5 + wrong[i][0])))] for i, u in enumerate(names)}))
        else:
            layers.append(Layer.of(f"a{j}", source, kind, {u: [Phenotype(terms[truth[i][0]], terms[truth[i][1] + wrong[i][1]])] for i, u in enumerate(names)}))
    return base, layers


RULES = (("centroid(2,2)", Kind.MENTIONS), ("centroid(3,1)", Kind.MENTIONS), ("majority", Kind.MENTIONS), ("majority(match=overlap)", Kind.MENTIONS), ("dawid-skene", Kind.MENTIONS),
         ("median", Kind.RATINGS), ("majority", Kind.PHENOTYPES))  # fmt: skip


def speed(most: int, only: str) -> None:
    sizes = [most // 8, most // 4, most // 2, most]
    print(f"| five layers | {' | '.join(f'{n:,} units, s' for n in sizes)} | largest / smallest (linear: 8) |\n|---" + "|---:" * (len(sizes) + 1) + "|", flush=True)
    for rule, kind in RULES:
        if only in f"{rule} {kind.value}":
            taken = []
            for n in sizes:
                base, layers = made(n, kind)
                started = time.process_time()
                gp.harmonise(layers, rule, corpus=base)
                taken.append(time.process_time() - started)
            print(f"| {rule} of {kind.value} | " + " | ".join(f"{t:.2f}" for t in taken) + f" | {taken[-1] / max(taken[0], 1e-9):.1f} |", flush=True)
    print(f"\nPeak memory, making the layers included: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "simulation", "drawings"])
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--only", default="", help="speed: only rules whose name and kind hold this")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    said = parser.parse_args()
    if said.what == "speed":
        speed(said.units, said.only)
    else:
        table = said.out / "harmonisation.tsv"
        if said.what == "simulation":
            if said.data is None:
                parser.error("name the folder of the Mantra gold standard")
            write(simulate(said.data, said.draws), table)
        draw(read(table), said.out)
