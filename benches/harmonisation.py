"""What does harmonisation gain, and what does it cost?

    python benches/harmonisation.py speed [--units 100000]
    python benches/harmonisation.py simulation DATA/mantra [--draws 10] [--out benches]

*Simulation*: annotators are made from the Mantra gold with planted errors (missed, other ends, wrong concept, something extra), the layers harmonised by each rule, and the
result held against the gold (strict F1, all units of all languages; nothing is fitted, so there is no split). Errors are either independent, or a part of them is *shared*: whoever
falls for the trap of an item falls for the same trap, as people do who start from the same suggestion.
*Speed*: made-up units with five layers; processor time for doubling numbers of units.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import goldproof as gp
from goldproof.model import Corpus, Kind, Layer, Mention, Phenotype, Rating, Source, Span, Term

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


def simulate(data: Path, draws: int, out: Path) -> None:
    from goldproof.report import lines

    corpus = gp.corpus("mantra", data)
    gold = corpus.layer("gold")
    for shared in (0.0, 0.6):
        series: dict[str, dict[int, list[float]]] = {}

        def add(name: str, n: int, layer: Layer, into: dict[str, dict[int, list[float]]] = series) -> float:
            value = gp.score(gold, layer, "F1", draws=0).value or 0.0
            into.setdefault(name, {}).setdefault(n, []).append(value)
            return value

        singles: list[list[float]] = []
        for draw in range(draws):
            layers = annotators(corpus, gold, shared, 100 + draw)
            each = [gp.score(gold, la, "F1", draws=0).value or 0.0 for la in layers]
            singles.append(each)
            for n in COUNTS:
                series.setdefault("best annotator", {}).setdefault(n, []).append(max(each[:n]))
                series.setdefault("mean annotator", {}).setdefault(n, []).append(float(np.mean(each[:n])))
                if n > 1:
                    for name, rule in rules(n).items():
                        add(name, n, gp.harmonise(layers[:n], rule, corpus=corpus))
        title = "independent errors" if not shared else f"{shared:.0%} of the errors shared"
        print(f"\n### {title}: strict F1 against the gold, mean of {draws} draws\n")
        print("| rule | " + " | ".join(f"n = {n}" for n in COUNTS) + " |\n|---" + "|---:" * len(COUNTS) + "|")
        for name, row in series.items():
            print(f"| {name} | " + " | ".join(f"{np.mean(row[n]):.3f}" if n in row else "" for n in COUNTS) + " |")
        mean = np.mean(singles, axis=0)
        three = [row[3] for row in (series["e-centroids (majority)"], series["best annotator"])]
        above = sum(h >= b for h, b in zip(*three, strict=True))
        print(f"\nAnnotators one by one: {', '.join(f'{v:.3f}' for v in mean)}. Of three, e-centroids (2,2) are at least as good as the best of them in {above} of {draws} draws: "
              f"{np.mean(three[0]):.3f} and {np.mean(three[1]):.3f}; the other two have {np.mean([sorted(s[:3])[:2] for s in singles]):.3f} on average.")  # fmt: skip
        pair = [gp.score(a, b, "F1", draws=0).value or 0.0 for a, b in ((layers[0], layers[1]), (layers[0], layers[2]), (layers[1], layers[2]))]
        print(f"Agreement of the first three with each other (last draw): {', '.join(f'{v:.3f}' for v in pair)}.")
        drawn = {name: {str(n): float(np.mean(v)) for n, v in row.items()} for name, row in series.items() if name not in ("weighted by agreement", "MACE")}
        drawing = lines(f"Harmonised against the gold, {title}", drawn, axis="F1", along="annotators", note=f"Means of {draws} draws of annotators made from the Mantra gold", bottom=0.75, top=1)
        drawing.save(out / f"harmonisation-{'shared' if shared else 'independent'}.svg")


SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def dependence(data: Path, draws: int, out: Path) -> None:
    """Three annotators, (2,2): how much is gained, by how much of their errors they share."""
    from goldproof.report import lines

    corpus = gp.corpus("mantra", data)
    gold = corpus.layer("gold")
    names = ("e-centroids (2,2)", "best annotator", "second annotator", "worst annotator", "annotators with each other")
    rows: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    for shared in SHARES:
        for draw in range(draws):
            layers = annotators(corpus, gold, shared, 100 + draw)[:3]
            each = sorted((gp.score(gold, la, "F1", draws=0).value or 0.0 for la in layers), reverse=True)
            pairs = [gp.score(layers[a], layers[b], "F1", draws=0).value or 0.0 for a, b in ((0, 1), (0, 2), (1, 2))]
            voted = gp.score(gold, gp.harmonise(layers, "centroid(2,2)", corpus=corpus), "F1", draws=0).value or 0.0
            for name, value in zip(names, (voted, *each, float(np.mean(pairs))), strict=True):
                rows[name].setdefault(f"{shared:.0%}", []).append(value)
    print(f"\n### Three annotators, by the share of errors that they have in common: strict F1, mean of {draws} draws\n")
    print("| | " + " | ".join(f"{s:.0%}" for s in SHARES) + " |\n|---" + "|---:" * len(SHARES) + "|")
    for name, row in rows.items():
        print(f"| {name} | " + " | ".join(f"{np.mean(v):.3f}" for v in row.values()) + " |")
    drawn = {name: {k: float(np.mean(v)) for k, v in row.items()} for name, row in rows.items()}
    lines("Three annotators, by the share of errors in common", drawn, axis="F1", along="errors in common", note=f"Means of {draws} draws of annotators made from the Mantra gold",
          bottom=0.6, top=1).save(out / "harmonisation-dependence.svg")  # fmt: skip


def made(units: int) -> tuple[Corpus, list[Layer], list[Layer], list[Layer]]:
    """Units of 20 words with four mentions each, one in ten discontinuous; five annotators who miss, move ends and mistake. Ratings and phenotypes beside them."""
    rng = np.random.default_rng(1)
    words = [f"word{i}" for i in range(20)]
    text = " ".join(words)
    at = [(i, i + len(w)) for i, w in _words(text)]
    base = Corpus.of_texts({f"u{i}": text for i in range(units)})
    names = [u.id for u in base.units]
    truth = rng.integers(0, 500, (units, 4))
    mentions, ratings, phenotypes = [], [], []
    terms = [Term(f"X:{i:07}") for i in range(500)]
    for j in range(5):
        miss, move, wrong = rng.random((units, 4)) < 0.1, rng.random((units, 4)) < 0.1, rng.random((units, 4)) < 0.1
        judged, rated, eqs = {}, {}, {}
        for i, unit in enumerate(names):
            here = []
            for k in range(4):
                if miss[i, k]:
                    continue
                c = f"X:{int(truth[i, k] + (1 if wrong[i, k] else 0)):07}"
                a, b = at[5 * k + (1 if move[i, k] else 0)][0], at[5 * k + 1][1]
                here.append(Mention((Span(a, b), Span(*at[5 * k + 3])) if truth[i, k] % 10 == 0 else (Span(a, b),), (c,)))
            judged[unit] = here
            rated[unit] = [Rating(float(min(4, truth[i, 0] % 5 + wrong[i, 0])))]
            eqs[unit] = [Phenotype(terms[int(truth[i, 0])], terms[int(truth[i, 1] + wrong[i, 1]) % 500])]
        mentions.append(Layer.of(f"a{j}", Source(f"a{j}"), Kind.MENTIONS, judged))
        ratings.append(Layer.of(f"a{j}", Source(f"a{j}"), Kind.RATINGS, rated))
        phenotypes.append(Layer.of(f"a{j}", Source(f"a{j}"), Kind.PHENOTYPES, eqs))
    return base, mentions, ratings, phenotypes


def speed(most: int) -> None:
    sizes = [most // 8, most // 4, most // 2, most]
    jobs: dict[str, tuple[int, str]] = {
        "centroid(2,2)": (0, "centroid(2,2)"), "centroid(3,1)": (0, "centroid(3,1)"), "majority": (0, "majority"), "majority(match=overlap)": (0, "majority(match=overlap)"),
        "dawid-skene": (0, "dawid-skene"), "median of ratings": (1, "median"), "majority of phenotypes": (2, "majority"),
    }  # fmt: skip
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for n in sizes:
        base, *kinds = made(n)
        for name, (kind, rule) in jobs.items():
            taken[name].append(_seconds(lambda kind=kind, rule=rule, kinds=kinds, base=base: gp.harmonise(kinds[kind], rule, corpus=base)))  # type: ignore[misc]
    print(f"| rule, five layers | {' | '.join(f'{n:,} units, s' for n in sizes)} | largest / smallest (linear: 8) |\n|---" + "|---:" * (len(sizes) + 1) + "|")
    for name, row in taken.items():
        print(f"| {name} | " + " | ".join(f"{s:.2f}" for s in row) + f" | {row[-1] / max(row[0], 1e-9):.1f} |")
    print(f"\nPeak memory, making the layers included: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _seconds(job: Callable[[], object]) -> float:
    started = time.process_time()
    job()
    return time.process_time() - started


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "simulation"])
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    said = parser.parse_args()
    if said.what == "speed":
        speed(said.units)
    elif said.data is None:
        parser.error("name the folder of the Mantra gold standard")
    else:
        simulate(said.data, said.draws, said.out)
        dependence(said.data, said.draws, said.out)
