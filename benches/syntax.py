"""How good and how fast are the trained annotators? Development articles of CRAFT, models of the 60 training articles.

    python benches/syntax.py ../shared/data/craft
    python benches/syntax.py ../shared/data/craft --task tags --seeds 7,8 --folds 5
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import goldproof as gp
from goldproof.annotators import models
from goldproof.annotators.syntax.preparation import bare
from goldproof.benchmark.training import Study, mean, trial


def speed(texts: gp.Corpus, task: str, gold: gp.Layer | None) -> float:
    """Processor seconds of the best of three runs, the model being loaded already."""
    found = []
    for _ in range(3):
        start = time.process_time()
        models.shipped(task).annotate(texts, given=gold)
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--task", default="")
    options.add_argument("--layer", default="treebank")
    options.add_argument("--seeds", default="")
    options.add_argument("--folds", type=int, default=0)
    wish = options.parse_args()
    known = tuple({"treebank", wish.layer})
    craft = gp.corpus("craft", wish.data, layers=known)
    if wish.task:
        given = "treebank" if wish.task == "mentions" else ""
        for seed in [int(s) for s in wish.seeds.split(",") if s]:
            _, rows = Study.of(models.trainer(wish.task), craft, layer=wish.layer, given=given, seed=seed).retrained()
            for row in rows:
                print(seed, dict(row.row()), flush=True)
        if wish.folds:
            parts = []
            for row in Study.of(models.trainer(wish.task), craft, layer=wish.layer, given=given).cross_validated(wish.folds):
                parts.append(row)
                print(dict(row.row()), flush=True)
            print(dict(mean(parts).row()))
        return
    everything = craft.without_layers(*known)
    gold = craft.layer("treebank")
    size = sum(len(d.text.encode()) for d in craft.documents) / 1e6
    tokens = len(gold.parses.starts)
    cut = speed(everything, "sentences", None)
    both = cut + speed(everything, "tokens", bare(gold, "tokens"))
    tags = speed(everything, "tags", bare(gold, "tags"))
    print(f"{size:.1f} MB: sentences {size / cut:.1f} MB/s, sentences and tokens {size / both:.1f} MB/s, tags {tokens / tags:,.0f} tokens/s")
    test = craft.split("development")
    for task in ("sentences", "tokens", "tags"):
        for input in ("gold", "raw"):
            print(task, dict(trial(models.shipped(task), test, gold, task, input=input, tested="development").row()))


if __name__ == "__main__":
    main()
