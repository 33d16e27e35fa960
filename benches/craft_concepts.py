"""How well are the concepts of CRAFT's own ontologies found in its development articles, untuned and with what its training articles teach?

    python benches/craft_concepts.py ../shared/data/craft [--layers CL,SO,UBERON,MOP] [--train]

Exact spans and concept (all fragments of a discontinuous mention), micro-averaged. Looked for are the current classes of the ontology with its own
prefix but those that CRAFT lists as unused. Presets are as they ship: nothing was tuned on any of these articles. ``--train``: an ensemble of the default
preset alone (a calibrated threshold) and one of three settings, learnt on the training articles, scored on the development ones.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

import goldproof as gp
from goldproof.corpora.craft import unused

PRESETS: tuple[tuple[str, dict[str, str]], ...] = (
    ("default", {}), ("default, longest match", {"nesting": "longest"}), ("ncbo", {}), ("obo", {}), ("biolark", {}),
)  # fmt: skip
Found = set[tuple[str, tuple[gp.Span, ...], str]]


def said(layer: gp.Layer, units: Iterable[str]) -> Found:
    return {(u, tuple(sorted(m.spans)), c) for u in units for m in layer.get(u) or () for c in m.concepts}


def row(name: str, layer: str, mine: Found, gold: Found, seconds: float) -> None:
    hits = len(mine & gold)
    p, r, f = hits / (len(mine) or 1), hits / (len(gold) or 1), 2 * hits / (len(mine) + len(gold) or 1)
    print(f"| {layer} | {name} | {len(gold)} | {len(mine)} | {p:.3f} | {r:.3f} | {f:.3f} | {seconds:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--layers", default="CL,SO,UBERON,MOP")
    parser.add_argument("--train", action="store_true")
    args = parser.parse_args()
    corpus = gp.corpus("craft", args.data)
    left_out = unused(args.data)
    dev, train = (corpus.only(corpus.splits[s]) for s in ("development", "train"))
    units = [u.id for u in dev.units]
    print(f"{len(units)} development articles, {len(train.units)} training articles\n")
    print("| ontology | system | gold | found | P | R | F1 | s (processor) |\n|---|---|---:|---:|---:|---:|---:|---:|")
    for name in args.layers.split(","):
        path = args.data / "ontologies" / f"{name}.obo"
        subset = [e.id for e in gp.Ontology(path) if e.id.startswith(f"{name}:") and e.id not in left_out.get(name, ())]
        gold = said(dev.layer(name), units)
        made = {preset: gp.concepts(path, preset.split(",")[0], subset=subset, **more) for preset, more in PRESETS}  # type: ignore[arg-type]
        for preset, recogniser in made.items():
            start = time.process_time()
            layer = recogniser.annotate(dev)
            row(preset, name, said(layer, units), gold, time.process_time() - start)
        if args.train:
            for what, members in (("default, calibrated", ["default"]), ("ensemble of three", ["default", "ncbo", "biolark"])):
                learnt = gp.ensemble([made[m] for m in members]).trained(train, train.layer(name))
                start = time.process_time()
                layer = learnt.annotate(dev)
                row(what, name, said(layer, units), gold, time.process_time() - start)


if __name__ == "__main__":
    main()
