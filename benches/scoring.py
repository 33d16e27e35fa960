"""How fast are scores and their tests, beside the packages that compute the same?

    python -m venv /tmp/peers && /tmp/peers/bin/pip install nervaluate PYEVALB scipy
    python benches/scoring.py --peers /tmp/peers/bin/python --data ../shared/data [--mentions 1000000]

Spans: a gold standard and a copy with a tenth moved, lost, added or mislabelled. Brackets: the trees of CRAFT against themselves with a tenth of the labels changed; reading is no part of it for us, and cannot be
taken out for PYEVALB. Test: approximate
randomisation of F over sentences, 10,000 draws. A peer that would take minutes gets a part of the work, and its time is taken as linear (it says so). Processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Run = Callable[[], dict[str, Any]]
PART = 20
"""Peers get one in so many of the units."""


def spans(mentions: int, folder: Path) -> None:
    """Gold and system as arrays: document, start, end, type; ten mentions a document."""
    chance = np.random.default_rng(1)
    documents = np.repeat(np.arange(mentions // 10), 10)
    starts = np.tile(np.arange(10) * 40, mentions // 10) + chance.integers(0, 10, len(documents))
    ends, kinds = starts + chance.integers(3, 20, len(documents)), chance.integers(0, 4, len(documents))
    gold = np.stack([documents, starts, ends, kinds], axis=1)
    system = gold[chance.random(len(gold)) > 0.05].copy()
    moved = chance.random(len(system)) < 0.05
    system[moved, 1] += 1
    named = chance.random(len(system)) < 0.05
    system[named, 3] = (system[named, 3] + 1) % 4
    np.savez(folder / "spans.npz", gold=gold, system=system)


def trees(data: Path, folder: Path) -> int:
    """Every tree of CRAFT on a line, and a copy with other labels."""
    chance = random.Random(1)
    count = 0
    with (folder / "gold.mrg").open("w") as gold, (folder / "test.mrg").open("w") as test:
        for file in sorted((data / "craft/structural-annotation/treebank").rglob("*.tree")):
            for raw in file.read_text(encoding="utf-8").splitlines():
                if raw.strip():
                    line = raw.strip()
                    gold.write(line + "\n")
                    test.write(re.sub(r"\((NP|VP|PP|ADJP)", lambda m: "(" + (m[1] if chance.random() > 0.1 else "NP"), line) + "\n")
                    count += 1
    return count


def ours(job: str, folder: Path) -> Run:
    import goldproof as gp

    if job == "spans":
        from goldproof.model.columns.mentions import MentionBuilder

        names = np.load(folder / "spans.npz")

        def layer(name: str) -> gp.Layer:
            table, build = names[name], MentionBuilder()
            at = 0
            for document in range(int(names["gold"][-1, 0]) + 1):
                while at < len(table) and table[at, 0] == document:
                    build.add(((int(table[at, 1]), int(table[at, 2])),), (), str(table[at, 3]))
                    at += 1
                build.end_unit()
            return gp.Layer(name, gp.Source(name), tuple(str(d) for d in range(int(names["gold"][-1, 0]) + 1)), build.columns())

        gold, system = layer("gold"), layer("system")
        four = ["F1(on=span+type)", "F1(on=span)", "F1(match=overlap,on=span+type)", "F1(match=overlap,on=span)"]
        return lambda: {name: gp.measure(name).value(gp.measure(name).counts(gold, system))[0] for name in four}
    if job == "permutation":
        from goldproof.significance.pairs import Sides
        from goldproof.significance.permutation import permute

        a, b = sentences()

        def f(sums: np.ndarray) -> np.ndarray:
            return np.asarray(2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2]))

        return lambda: {"p": permute(Sides(a.astype(float), b.astype(float), f), draws=10_000, seed=1).p}
    from goldproof.measures.evalb import count_brackets, parameters, summary

    def read(name: str) -> gp.Layer:
        layer = gp.load(folder / name, format="penn", options={"lines": "sentences"}).layers[0]
        return type(layer)("trees", layer.source, ("u",), layer.columns)

    start = time.process_time()
    gold_trees, test_trees, prm = read("gold.mrg"), read("test.mrg"), parameters("collins")
    reading = round(time.process_time() - start, 2)

    def brackets() -> dict[str, Any]:
        found = summary(count_brackets(gold_trees, test_trees, prm), 40)[0]
        return {"f": found.f, "sentences": found.valid, "reading both, s": reading}

    return brackets


def sentences() -> tuple[np.ndarray, np.ndarray]:
    """tp, fp, fn of two systems on 20,000 sentences."""
    chance = np.random.default_rng(3)
    size = chance.integers(0, 8, 20_000)
    out = []
    for right in (0.80, 0.805):
        tp = chance.binomial(size, right)
        out.append(np.stack([tp, chance.binomial(size, 0.15), size - tp], axis=1))
    return out[0], out[1]


def peer(package: str, job: str, folder: Path) -> Run:
    if job == "spans":
        from nervaluate.evaluator import Evaluator

        table = np.load(folder / "spans.npz")
        last = int(table["gold"][-1, 0]) // PART

        def listed(rows: np.ndarray) -> list[list[dict[str, Any]]]:
            out: list[list[dict[str, Any]]] = [[] for _ in range(last)]
            for document, start, end, kind in rows[rows[:, 0] < last].tolist():
                out[document].append({"label": str(kind), "start": start, "end": end})
            return out

        gold, system = listed(table["gold"]), listed(table["system"])
        return lambda: {"part": PART, **{k: v.f1 for k, v in Evaluator(gold, system, tags=["0", "1", "2", "3"], loader="dict").evaluate()["overall"].items()}}
    if job == "permutation":
        a, b = sentences()
        if package == "scipy":
            from scipy.stats import permutation_test

            def run() -> dict[str, Any]:
                # scipy swaps paired samples; a sample here is the number of its row in a table of both systems.
                rows = np.concatenate([a, b])

                def f(index: np.ndarray, axis: int) -> np.ndarray:
                    tp, fp, fn = np.moveaxis(rows[index.astype(int)].sum(axis=axis if axis >= 0 else index.ndim + axis), -1, 0)
                    return 2 * tp / (2 * tp + fp + fn)

                first, second = np.arange(len(a)), np.arange(len(a)) + len(a)
                found = permutation_test((first, second), lambda x, y, axis: f(x, axis) - f(y, axis), permutation_type="samples", vectorized=True,
                                         n_resamples=10_000 // PART, batch=50, rng=1)  # fmt: skip
                return {"part": PART, "p": float(found.pvalue)}

            return run

        def loop() -> dict[str, Any]:
            chance = np.random.default_rng(1)

            def f(sums: np.ndarray) -> float:
                return float(2 * sums[0] / (2 * sums[0] + sums[1] + sums[2]))

            seen, hits, draws = abs(f(a.sum(0)) - f(b.sum(0))), 0, 10_000 // PART
            for _ in range(draws):
                swap = chance.random(len(a)) < 0.5
                left = np.where(swap[:, None], b, a)
                hits += abs(f(left.sum(0)) - f((a + b - left).sum(0))) >= seen
            return {"part": PART, "p": (1 + hits) / (1 + draws)}

        return loop
    from PYEVALB import scorer

    def score() -> dict[str, Any]:
        gold = (folder / "gold.mrg").read_text(encoding="utf-8").splitlines()[::PART]
        test = (folder / "test.mrg").read_text(encoding="utf-8").splitlines()[::PART]
        found = scorer.Scorer()
        from PYEVALB.parser import create_from_bracket_string as parse
        right = wrong = 0
        for one, other in zip(gold, test, strict=True):
            try:
                found.score_trees(parse(one[1:-1].strip()), parse(other[1:-1].strip()))  # it cannot read the nameless top
                right += 1
            except Exception:  # noqa: BLE001  what it cannot parse is counted
                wrong += 1
        return {"part": PART, "scored": right, "refused": wrong}

    return score


JOBS = {"spans": ("nervaluate",), "permutation": ("scipy", "numpy loop"), "brackets": ("PYEVALB",)}


def measured(run: Run, times: int) -> dict[str, Any]:
    best, value = 9e9, {}
    for _ in range(times):
        start = time.process_time()
        value = run()
        best = min(best, time.process_time() - start)
    return {"seconds": best * value.get("part", 1), "value": value, "MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def elsewhere(python: str, package: str, job: str, folder: Path, times: int) -> dict[str, Any]:
    done = subprocess.run([python, __file__, "--one", package, job, str(folder), str(times)], capture_output=True, text=True, check=False, timeout=3000)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {"failed": (done.stderr.strip().splitlines() or ["?"])[-1][:100]}


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        package, job, folder, times = sys.argv[2:]
        run = ours(job, Path(folder)) if package == "goldproof" else peer(package, job, Path(folder))
        print(json.dumps(measured(run, int(times)), default=str))
        return
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--peers", default="", help="a Python that has the peers")
    options.add_argument("--data", type=Path, default=Path("../shared/data"))
    options.add_argument("--mentions", type=int, default=1_000_000)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        spans(chosen.mentions, folder)
        many = trees(chosen.data, folder)
        what = {"spans": f"four F1 of {chosen.mentions:,} mentions", "permutation": "10,000 draws x 20,000 sentences", "brackets": f"{many:,} trees of CRAFT"}
        for job, peers in JOBS.items():
            mine = elsewhere(sys.executable, "goldproof", job, folder, 3)
            print(f"{what[job]:<36} {'goldproof':<11} {mine.get('seconds', 0):9.3f} s {mine.get('MB', 0):6} MB {'':>9}  {str(mine.get('value', mine))[:150]}", flush=True)
            for package in peers if chosen.peers else ():
                theirs = elsewhere(chosen.peers, package, job, folder, 1)
                ratio = f"{theirs['seconds'] / mine['seconds']:8.0f} x" if "seconds" in theirs else ""
                print(f"{'':<36} {package:<11} {theirs.get('seconds', 0):9.3f} s {theirs.get('MB', 0):6} MB {ratio}  {str(theirs.get('value', theirs))[:150]}", flush=True)


if __name__ == "__main__":
    main()
