"""Similarity: a million pairs of named classes beside semsimian, and the whole analysis of the Phenoscape gold standard.

    python benches/similarity.py ONTOLOGY [PHENOSCAPE]

semsimian (PyPI, Rust) is asked pair by pair for Jaccard alone, and all by all (which gives more than Jaccard). Its values are compared with ours on the pairs that both
computed. The second part scores thirteen comparisons with gold and six curator pairs, whole and by entity, exact In included, from superclasses that are known.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import time
from pathlib import Path
from typing import Any

import numpy as np

from goldproof.ontology import Ontology
from goldproof.ontology.similarity import Frequency, Profiles, Terms, Told, compare

TERMS = 1000
FEW = 300


def seconds(since: float) -> float:
    """Processor time since then."""
    return time.process_time() - since


def classes(path: Path) -> None:
    hpo = Ontology(path)
    terms = random.Random(7).sample(sorted(e.id for e in hpo.current), TERMS)
    count = TERMS * TERMS
    first = math.inf
    for _ in range(3):
        start = time.process_time()
        ours = Terms(Told(hpo)).matrix(terms, terms)
        first = min(first, seconds(start))
    order = np.random.default_rng(7).permutation(count)
    rows_a, rows_b = np.repeat(np.arange(TERMS), TERMS)[order], np.tile(np.arange(TERMS), TERMS)[order]
    kernel = math.inf
    # The best of three, each from fresh rows; the peer's likewise.
    for _ in range(3):
        table = Terms(Told(hpo)).table(terms)
        start = time.process_time()
        again = table.jaccard(rows_a, rows_b)
        kernel = min(kernel, seconds(start))
    assert np.array_equal(ours.ravel()[order], again)
    print(f"goldproof, all by all, {count:,} pairs, superclasses and rows made first: {first:.2f} s, {count / first:,.0f} pairs/s")
    print(f"goldproof, pair by pair in any order, from rows: {kernel:.2f} s, {count / kernel:,.0f} pairs/s")
    try:
        from semsimian import Semsimian
    except ImportError:
        print("semsimian: not installed (pip install semsimian)")
        return
    # It wants the closure, with every class above itself.
    spo = [(e.id, "rdfs:subClassOf", above) for e in hpo.current for above in (e.id, *hpo.ancestors(e.id))]
    peer: Any = Semsimian(spo, ["rdfs:subClassOf"])
    single = 0.0
    for _ in range(3):
        start = time.process_time()
        found = [peer.jaccard_similarity(x, y) for x in terms[:FEW] for y in terms[:FEW]]
        single = max(single, FEW * FEW / seconds(start))
    same = int((np.abs(np.array(found) - ours[:FEW, :FEW].ravel()) < 1e-9).sum())
    chosen = set(terms[:FEW])
    print(f"semsimian, pair by pair: {single:,.0f} pairs/s; goldproof {count / kernel / single:.0f} times as fast")
    for name in ("all_by_all_pairwise_similarity_quick", "all_by_all_pairwise_similarity"):
        speed = 0.0
        for _ in range(3):
            start = time.process_time()
            getattr(peer, name)(chosen, chosen)
            speed = max(speed, FEW * FEW / seconds(start))
        print(f"semsimian, {name}: {speed:,.0f} pairs/s; goldproof {count / first / speed:.0f} times as fast, from rows {count / kernel / speed:.0f} times")
    print(f"equal values: {same:,} of {len(found):,}")


def phenotypes(folder: Path) -> None:
    from goldproof.reproduce.phenoscape.material import PAIRS, WHEN, against_gold, opened
    from goldproof.reproduce.phenoscape.own import Own

    start = time.process_time()
    own = Own(opened(folder))
    layers, corpus = own.layers, own.corpus
    print(f"read {len(layers)} layers, {len(corpus):,} annotations: {seconds(start):.1f} s")
    start = time.process_time()
    own.reasoner  # noqa: B018  # reads the ontologies
    print(f"ontologies and reasoner: {seconds(start):.1f} s")
    start = time.process_time()
    for e in {e for layer in layers.values() for e in layer.phenotypes.expressions}:
        own.subsumers.superclasses(e)
    print(f"superclasses of all components, with OP some U: {seconds(start):.1f} s")
    start = time.process_time()
    chosen = [(side.layer, "gold") for _, side in against_gold()] + [(f"{a}-{when}", f"{b}-{when}") for when in WHEN for a, b in PAIRS]
    pairs = 0
    for part in ("whole", "entity"):
        profiles = Profiles(own.subsumers, part=part)
        frequency = Frequency(profiles, corpus)
        for test, ref in chosen:
            found = compare(layers[test], layers[ref], profiles, frequency)
            found.means()
            pairs += len(found.jsim)
    print(f"{len(chosen)} comparisons of 463 states, whole and by entity, {pairs:,} pairs of EQs, Jsim, PP, PR and exact In: {seconds(start):.2f} s")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ontology", type=Path)
    parser.add_argument("phenoscape", type=Path, nargs="?")
    given = parser.parse_args()
    classes(given.ontology)
    if given.phenoscape is not None:
        phenotypes(given.phenoscape)


if __name__ == "__main__":
    main()
