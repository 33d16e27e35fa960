"""Trees: leaves against tokens, empty categories against their antecedents, labels against a grammar."""

from __future__ import annotations

import re
from collections import Counter

from ..model import Corpus, Node
from .finding import Level, Place, quoted
from .rule import Context, Found, rule
from .sentences import Parsed, parsed

# Empty categories of the Penn guidelines that stand for a constituent elsewhere in the sentence: they carry its number.
_NEEDS_INDEX = re.compile(r"\*(?:T|ICH|EXP|RNR|PPA)\*")
_STANDS_FOR = re.compile(r"\*(?:(?:T|ICH|EXP|RNR|PPA|PRO)\*)?(?:-\d+)?$")
_INDEX = re.compile(r"-(\d+)$")


@rule("tree-leaves", "trees whose leaves are not the tokens of their sentence, each once and in order", Level.ERROR)
def leaves(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        if not sentence.labels:
            continue
        found = [leaf for leaf in sentence.leaves if leaf >= 0]
        count = len(sentence.forms)
        if found == list(range(count)):
            continue
        times = Counter(found)
        twice = sorted(t for t, n in times.items() if n > 1)
        absent = [t for t in range(count) if t not in times]
        beyond = sorted(t for t in times if t >= count)
        if beyond:
            yield sentence.place(), f"a leaf is token {beyond[0] + 1}, but the sentence has {count} tokens", "align the tree with the text again"
        if twice:
            yield sentence.token(twice[0]) if twice[0] < count else sentence.place(), f"token {twice[0] + 1} is a leaf {times[twice[0]]} times", "align the tree with the text again"
        if absent:
            yield sentence.token(absent[0]), f"{len(absent)} tokens are not in the tree, the first of them {quoted(sentence.forms[absent[0]])}", "add them to the tree"
        if not (beyond or twice) and found != sorted(found):
            first = next(i for i, (a, b) in enumerate(zip(found, sorted(found), strict=True)) if a != b)
            yield sentence.token(found[first]), "the leaves are not in the order of the tokens", "a bracket tree cannot say so: use traces"


@rule("tree-barren", "nodes that hold neither a token nor an empty category nor another node", Level.ERROR)
def barren(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        parents = set(sentence.parents)
        for i, label in enumerate(sentence.labels):
            if i not in parents and sentence.leaves[i] < 0 and sentence.empties[i] is None:
                yield sentence.place(f"node {i + 1}"), f"{label or 'the top'} holds nothing", "take it away"


@rule("tree-tag", "leaves whose tag is not that of the token", Level.WARNING)
def tag(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        for label, leaf in zip(sentence.labels, sentence.leaves, strict=True):
            if 0 <= leaf < len(sentence.tags) and (own := sentence.tags[leaf]) is not None and own != label:
                yield sentence.token(leaf), f"{quoted(sentence.forms[leaf])} is {own} among the tokens and {label} in the tree", "let one of them follow the other"


@rule("tree-no-index", "traces without the number of what they stand for", Level.WARNING)
def no_index(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        for i, text in enumerate(sentence.empties):
            if text is not None and _NEEDS_INDEX.match(text) and not _INDEX.search(text) and _above(sentence, i) is None:
                yield _at(sentence, i), f"{text} has no number, nor has the node above it", "give it the number of its antecedent"


@rule("tree-trace", "traces whose antecedent is not in the sentence", Level.WARNING)
def trace(corpus: Corpus, context: Context) -> Found:
    """Treebanks number a trace in two ways: ``(NP (-NONE- *T*-1))`` and ``(NP-1 (-NONE- *T*))``."""
    for sentence in context.once(parsed, corpus):
        written = {i: int(found[1]) for i, text in enumerate(sentence.empties) if text is not None and (found := _INDEX.search(text))}
        silent = [i for i, text in enumerate(sentence.empties) if text is not None and _STANDS_FOR.match(text) and i not in written]
        if not (written or silent):
            continue
        nodes = Counter(index for label in sentence.labels if "-" in label and (index := Node(label).index) is not None)
        for i, number in written.items():
            if not nodes[number]:
                yield _at(sentence, i), f"{sentence.empties[i]} stands for number {number}, which no node has", "number the antecedent, or correct the trace"
        said = Counter(written.values())
        for i in silent:
            above = _above(sentence, i)
            # The node above the trace has the number itself: somebody else must have it too.
            if above is not None and nodes[above] + said[above] < 2:
                yield _at(sentence, i), f"{sentence.empties[i]} stands for number {above}, which no other node has", "number the antecedent, or correct the trace"


def _above(sentence: Parsed, i: int) -> int | None:
    """The number of the node above a leaf."""
    parent = sentence.parents[i]
    return Node(sentence.labels[parent]).index if parent >= 0 else None


@rule("tree-gap", "gapped constituents (=1) that no other constituent answers to (-1 or =1)", Level.WARNING)
def gap(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        gapped = {i: number for i, label in enumerate(sentence.labels) if "=" in label and (number := Node(label).gap) is not None}
        if gapped:
            # The Penn guidelines number the template -1; others give =1 to all that are parallel.
            answers = Counter(gapped.values()) + Counter(Node(label).index for label in sentence.labels)
            for i, number in gapped.items():
                if answers[number] < 2:
                    yield _at(sentence, i), f"no other node than {sentence.labels[i]} has the number {number}", "number the template"


@rule("tree-unary", "chains of single children in which a category comes back", Level.NOTE)
def unary(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        children = Counter(sentence.parents)
        above: dict[int, frozenset[str]] = {}
        for i, (label, parent) in enumerate(zip(sentence.labels, sentence.parents, strict=True)):
            if sentence.leaves[i] >= 0 or sentence.empties[i] is not None:
                continue
            alone = parent >= 0 and children[parent] == 1
            chain = above.get(parent, frozenset()) if alone else frozenset()
            category = Node(label).category if label else ""
            if category and category in chain:
                yield _at(sentence, i), f"{category} stands alone below {category}", "take one of the two away"
            above[i] = chain | {category}


@rule("tree-label", "labels that the guideline's grammar does not have (labels)", Level.ERROR)
def label(corpus: Corpus, context: Context) -> Found:
    allowed = context.guideline.labels
    if allowed:
        for sentence in context.once(parsed, corpus):
            for i, name in enumerate(sentence.labels):
                category = Node(name).category if name else ""
                if category and category not in allowed and name not in allowed:
                    yield _at(sentence, i), f"{name} is not a label of the grammar", "use one of its labels"


@rule("tree-rare", "labels that are rare in this corpus: perhaps slips", Level.NOTE)
def rare(corpus: Corpus, context: Context) -> Found:
    # Too little is known of a small treebank to call a label rare in it.
    enough = 1000
    places: dict[str, list[tuple[Parsed, int]]] = {}
    counts: Counter[str] = Counter()
    for sentence in context.once(parsed, corpus):
        for i, name in enumerate(sentence.labels):
            counts[name] += 1
            if counts[name] <= context.guideline.rare:
                places.setdefault(name, []).append((sentence, i))
    categories: Counter[str] = Counter()
    for name, count in counts.items():
        categories[Node(name).category] += count
    total = sum(categories.values())
    for name, where in places.items():
        category = Node(name).category
        if category and categories[category] <= context.guideline.rare and total >= enough * categories[category]:
            for sentence, i in where:
                yield _at(sentence, i), f"{category} stands {categories[category]} times among {total} nodes", "is it a slip?"


def _at(sentence: Parsed, i: int) -> Place:
    return sentence.place(f"node {i + 1} {sentence.labels[i]}")
