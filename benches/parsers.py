"""The two parsers on CRAFT: trained on the 60 articles, scored on the 7 for development, sentences a second on one core (OMP_NUM_THREADS=1).

    python benches/parsers.py ../shared/data/craft                        # the shipped models: figures with gold and with automatic tags, speed
    python benches/parsers.py DATA --models DIR           # other models
    python benches/parsers.py DATA --train DIR --seed 7   # one training for both, on the 60 articles only; minutes to an hour, needs torch
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

import goldproof as gp
from goldproof.annotators.models import SHIPPED, load, shipped
from goldproof.annotators.syntax import constituents, dependencies
from goldproof.annotators.syntax.parsing.training import train
from goldproof.contracts import Model
from goldproof.errors import NotFound
from goldproof.measures import measure

GOLD = "treebank"


def craft(data: Path, split: str) -> gp.Corpus:
    """The articles of a split with their trees, and heads made of these by rules (equal to those of the paper's converter)."""
    corpus = gp.corpus("craft", data, layers=(GOLD,)).split(split)
    return corpus.with_layers(gp.with_dependencies(corpus.layer(GOLD), trees=True).called(GOLD))


def learn(data: Path, place: Path, seed: int, settings: dict[str, str]) -> None:
    corpus = gp.corpus("craft", data, layers=(GOLD,)).split("train")
    begun = time.process_time()
    made = train(["heads", "spans"], corpus, layer=GOLD, seed=seed, settings=settings, progress=lambda line: print(line, file=sys.stderr, flush=True))
    minutes = round((time.process_time() - begun) / 60, 1)
    place.mkdir(parents=True, exist_ok=True)
    for task, module in (("heads", dependencies), ("spans", constituents)):
        trainer = module.TRAINER
        card = {**made.card(trainer, corpus, task, seed), "processor minutes": minutes, "top": made.top}
        parser = made.parsers[task]
        model: Model = dependencies.Dependencies(card, parser) if task == "heads" else constituents.Constituents(card, parser)
        model.save(place / f"{trainer.task}.model")


def bare(layer: gp.Layer, *, tags: bool) -> gp.Layer:
    """The layer's sentences and tokens, and if wanted its tags."""
    c = layer.parses
    nothing, none = np.full(len(c.starts), -1, np.int32), np.zeros(0, np.int32)
    bare_ = replace(c, heads=nothing, relations=nothing, lemmas=nothing, tags=c.tags if tags else nothing,
                    node_offsets=np.zeros_like(c.node_offsets), labels=none, parents=none, leaves=none, empties=none)  # fmt: skip
    return replace(layer, columns=bare_)


def score(data: Path, place: Path | None) -> None:
    corpus = craft(data, "development")
    gold = corpus.layers[0]
    sentences = len(gold.parses.sentence_starts)
    models = [shipped(task) if place is None else load(place / f"{task}.model") for task in ("dependencies", "constituents")]
    given = {"gold tags": bare(gold, tags=True)}
    try:
        given["automatic tags"] = shipped("tags").annotate(corpus, given=bare(gold, tags=False))
    except NotFound as error:
        print(f"no automatic tags: {error}", file=sys.stderr)
    wanted = {
        "dependencies": ["LAS", "UAS", "LS", "LAS(mean=trees)", "UAS(mean=trees)", "LS(mean=trees)"],
        "constituents": ["LB-F(mean=sentences,prm=craft)", "LB-P(mean=sentences,prm=craft)", "LB-R(mean=sentences,prm=craft)", "LB-F(mean=sentences)", "LB-F(prm=craft)", "LB-unevaluated"],
    }  # fmt: skip
    print("model\ttags\tmeasure\tvalue")
    for model in models:
        for tags, layer in given.items():
            begun = time.process_time()
            found = model.annotate(corpus, given=layer)
            rate = sentences / (time.process_time() - begun)
            for name in wanted[model.name]:
                value = measure(name)
                print(f"{model.name}\t{tags}\t{name}\t{value.value(value.counts(gold, found))[0]:.4f}")
            print(f"{model.name}\t{tags}\tsentences a second of processor\t{rate:.0f}")
    for task in ("dependencies", "constituents"):
        file = (SHIPPED if place is None else place) / f"{task}.model"
        print(f"{task}\t-\tMB\t{file.stat().st_size / 1e6:.2f}")


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("data", type=Path)
    parse.add_argument("--models", type=Path)
    parse.add_argument("--train", type=Path)
    parse.add_argument("--seed", type=int, default=7)
    parse.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    given = parse.parse_args()
    if given.train:
        import torch

        torch.set_num_threads(1)
        learn(given.data, given.train, given.seed, dict(x.split("=", 1) for x in given.set))
    score(given.data, given.train or given.models)


if __name__ == "__main__":
    main()
