"""The corpus: how much there is of everything (the text of the paper), its folds (Table 27), its balance, the agreement of its annotators (Table 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ...model import Corpus, Layer
from ...significance import balance
from ..row import Row, printed
from .material import CONCEPTS, Material
from .published import ALPHA, ANNOTATORS, FOLDS, RELEASED, WHOLE

RELEASE = "counted in release 5.0.2; the paper counted a release before 0.9"
APART = "30 of the 97 articles were held back and are not in the data"
WHAT = {
    "articles": "articles", "sentences": "sentences", "tokens": "tokens", "nodes": "syntactic nodes (phrases below the one around the whole tree, empty ones' parents too)",
    "function-tags": "function tags", "empty-categories": "empty categories",
}  # fmt: skip
_TAG = re.compile(r"-[A-Za-z]+")


def fact_rows(material: Material) -> Iterator[Row]:
    found = counts(material.corpus.layer("treebank"))
    for name, published in RELEASED.items():
        yield Row(f"corpus/{name}", f"{WHAT[name]} of the 67 articles", published, found[name], 0, "" if found[name] == published else _why(name, found, material.corpus))
    for name, published in WHOLE.items():
        yield Row(f"corpus/whole/{name}", f"{WHAT[name]} of all 97 articles", published, None, 0, APART)
    yield Row("corpus/zeros", "of the empty categories, zeros (*0*): that-less clauses", None, found["zeros"])
    yield Row("corpus/headings", "sentences that are no clause (no S in their tree): headings, captions, citations", None, found["without-s"])


def _why(name: str, found: dict[str, int], corpus: Corpus) -> str:
    if name == "sentences":
        more = {row.id.rpartition("/")[2]: int(row.computed or 0) - int(row.published or 0) for row in fold_rows(corpus)}
        return f"{RELEASE}; by fold the difference is " + ", ".join(f"{more[k]:+d} in {k}" for k in more if k != "training" and more[k])
    if name == "empty-categories":
        return f"{RELEASE}; without the {found['zeros']} zeros (*0*) it is {found[name] - found['zeros']:,}"
    return RELEASE


def counts(layer: Layer) -> dict[str, int]:
    """What there is of each in a layer of trees."""
    c = layer.parses
    phrase = (c.leaves < 0) & (c.empties < 0)
    named = np.array([bool(n) for n in c.names], dtype=bool)
    tags = np.array([0 if n.startswith("-") else len(_TAG.findall(n)) for n in c.names])
    clause = np.array([re.match(r"S(BAR|INV|Q|BARQ)?(?![A-Za-z])", n) is not None for n in c.names], dtype=bool)
    zero = np.array([n == "*0*" or n.startswith("*0*-") for n in c.names], dtype=bool)
    empty = c.empties >= 0
    sentence = np.repeat(np.arange(len(c.node_offsets) - 1), np.diff(c.node_offsets))
    with_s = np.unique(sentence[phrase & clause[c.labels]])
    return {
        "articles": len(layer.units), "sentences": len(c.sentence_starts), "tokens": len(c.starts), "nodes": int((phrase & named[c.labels]).sum()),
        "function-tags": int(tags[c.labels[phrase]].sum()), "empty-categories": int(empty.sum()), "zeros": int(zero[c.empties[empty]].sum()),
        "without-s": len(c.sentence_starts) - len(with_s),
    }  # fmt: skip


def fold_rows(corpus: Corpus) -> Iterator[Row]:
    """Table 27. The paper counts folds from 0, the corpus's splits from 1."""
    layer = corpus.layer("treebank")
    split = {f"fold{k}": f"fold-{k + 1}" for k in range(5)} | {"training": "train", "development": "development"}
    for name, published in FOLDS.items():
        units = corpus.splits.get(split[name], ())
        found = len(layer.only(units).parses.sentence_starts)
        yield Row(f"table27/{name}", f"sentences of {name}, {len(units)} articles in the order of their ids", published, found, 0, "" if found == published else RELEASE)


def agreement_rows() -> Iterator[Row]:
    for pair, values in ANNOTATORS.items():
        for name, value in zip(("recall", "precision"), values, strict=True):
            yield Row(f"table1/{pair}/{name}", f"labelled bracket {name} of {pair.replace('-', ' and ')}, mean over pairs", printed(value)[0], None, printed(value)[1],
                      "the six articles as each annotator left them were not released")  # fmt: skip


def balance_rows(corpus: Corpus) -> Iterator[Row]:
    """One-way ANOVA of mentions an article. The paper's is of release and reserved articles, of which only the release is here."""
    yield Row("partition/release-reserved", f"sets of concepts whose counts differ between release and reserved articles (p < {ALPHA})", 0, None, 0, APART)
    layers = [corpus.layer(name) for name in CONCEPTS]
    apart = {name: units for name, units in corpus.splits.items() if name in ("train", "development")}
    folds = {name: units for name, units in corpus.splits.items() if name.startswith("fold-") or name == "development"}
    for what, parts in (("train-development", apart), ("folds-development", folds)):
        for one in balance(layers, parts, correction="holm"):
            yield Row(f"partition/{what}/{one.name}", f"p of a one-way ANOVA of {one.name} mentions an article over {what.replace('-', ' and ')}, corrected for the ten sets (Holm)", None, one.p,
                      signature=str(one.verdict.signature))  # fmt: skip
