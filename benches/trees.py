"""How fast are CRAFT's 21,731 trees read, searched, checked, turned into dependencies, and scored as EVALB does? Processor seconds, one core.

    python benches/trees.py ../shared/data/craft
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from goldproof.formats import load
from goldproof.measures.evalb import count_brackets, parameters
from goldproof.model import Layer
from goldproof.trees import with_dependencies
from goldproof.trees.quality import inspect, rule_set
from goldproof.trees.query import search

QUERIES = ("PP < (IN < due) << PP", "S !<< VP", "S !< -SBJ !< S", "SBAR <, /^WH/ !<< /^\\*T\\*/", "WHNP ~ (NP < -NONE-)", "NP . (VP < VBD)", "NP .. VP", "__ <: (__ <: __)")


@contextmanager
def row(what: str, sentences: int, outcome: Callable[[], object] = str) -> Iterator[None]:
    start = time.process_time()
    yield
    took = time.process_time() - start
    print(f"| {what} | {took:.2f} | {sentences / took:,.0f} | {outcome()} |")


def mutated(layer: Layer) -> Layer:
    """Every eleventh phrase with another label: a parser's output, as far as brackets go."""
    c = layer.parses
    phrases = np.flatnonzero((c.leaves < 0) & (c.empties < 0) & (c.parents >= 0))[::11]
    labels, np_, vp = c.labels.copy(), c.names.index("NP"), c.names.index("VP")
    labels[phrases] = np.where(labels[phrases] == np_, vp, np_)
    return replace(layer, name="system", columns=replace(c, labels=labels))


def different(layer: Layer, craft: Path) -> int:
    """Sentences of which a head or a label is not that of the paper's converter."""
    wrong = 0
    for part in ("dev", "train"):
        mine = layer.only((craft / f"ids/{part}.txt").read_text().split()).parses
        ours = [f"{head}\t{mine.names[relation]}" for head, relation in zip(mine.heads.tolist(), mine.relations.tolist(), strict=True)]
        blocks = gzip.decompress((craft / f"lth/{part}.dep.gz").read_bytes()).decode("utf-8").strip("\n").split("\n\n")
        at = mine.token_offsets.tolist()
        wrong += sum([line.split("\t", 5)[5] for line in block.split("\n")] != ours[at[s] : at[s + 1]] for s, block in enumerate(blocks))
    return wrong


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("craft", type=Path)
    craft: Path = options.parse_args().craft
    print("| what | s | sentences/s | outcome |\n|---|---:|---:|---|")
    found: list[object] = []
    start = time.process_time()
    layer = load(craft / "structural-annotation/treebank/penn", format="penn", texts=craft / "articles/txt").layers[0]
    size = len(layer.parses.node_offsets) - 1
    print(f"| read, aligned to the text | {(took := time.process_time() - start):.2f} | {size / took:,.0f} | {size:,} trees |")
    with row("to dependencies (lth)", size, lambda: f"{different(found[-1], craft)} sentences differ from craft/lth"):  # type: ignore[arg-type]
        found.append(with_dependencies(layer))
    for text in QUERIES:
        with row("`" + text.replace("|", "\\|") + "`", size, lambda: f"{found[-1]:,} hits"):
            found.append(sum(1 for _ in search(text, layer)))
    rules = rule_set()
    with row(f"all {len(rules.rules)} rules of @craft", size, lambda: f"{found[-1]:,} hits"):
        found.append(sum(1 for rule in rules.rules for _ in inspect(layer, rule, rules.grammar)))
    for name in ("craft", "collins"):
        other = mutated(layer)
        with row(f"brackets as EVALB counts (prm={name})", size, lambda: f"{found[-1].matched.sum():,} of {found[-1].gold.sum():,} matched"):  # type: ignore[attr-defined]
            found.append(count_brackets(layer, other, parameters(name)))


if __name__ == "__main__":
    main()
