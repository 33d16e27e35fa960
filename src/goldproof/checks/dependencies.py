"""Dependencies: one root, no cycles, every head in the sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Corpus
from .finding import Level, quoted
from .rule import Context, Found, rule
from .sentences import Parsed, parsed


def _governed(corpus: Corpus, context: Context) -> list[Parsed]:
    """Sentences in which something is said of heads."""
    return [s for s in context.once(parsed, corpus) if any(head >= 0 for head in s.heads)]


@rule("head-root", "sentences without a root", Level.ERROR)
def root(corpus: Corpus, context: Context) -> Found:
    for sentence in _governed(corpus, context):
        if 0 not in sentence.heads:
            yield sentence.place(), "no token is the root", "give the main word the head 0"


@rule("head-roots", "sentences with several roots", Level.WARNING)
def roots(corpus: Corpus, context: Context) -> Found:
    for sentence in _governed(corpus, context):
        found = [i for i, head in enumerate(sentence.heads) if head == 0]
        if len(found) > 1:
            words = ", ".join(quoted(sentence.forms[i], 20) for i in found[:4]) + (", …" if len(found) > 4 else "")
            yield sentence.token(found[1]), f"{len(found)} roots: {words}", "hang the others below the first, if the scheme wants one"


@rule("head-outside", "heads that are not in the sentence", Level.ERROR)
def outside(corpus: Corpus, context: Context) -> Found:
    for sentence in _governed(corpus, context):
        for i, head in enumerate(sentence.heads):
            if head > len(sentence.heads):
                yield sentence.token(i), f"the head is token {head}, but the sentence has {len(sentence.heads)} tokens", "correct the head"


@rule("head-cycle", "tokens that depend on themselves, by way of others or not", Level.ERROR)
def cycle(corpus: Corpus, context: Context) -> Found:
    for sentence in _governed(corpus, context):
        for ring in cycles(sentence.heads):
            words = " → ".join(quoted(sentence.forms[i], 20) for i in (*ring[:6], ring[0]))
            yield sentence.token(ring[0]), f"a cycle of {len(ring)}: {words}", "give one of them another head"


def cycles(heads: Sequence[int]) -> list[list[int]]:
    """Every cycle of heads, as tokens from 0, each beginning with its first token.

    >>> cycles([2, 1, 3, 0])
    [[0, 1], [2]]
    """
    found: list[list[int]] = []
    walk_of = [-1] * len(heads)
    for start in range(len(heads)):
        path: list[int] = []
        i = start
        while 0 <= i < len(heads) and walk_of[i] < 0:
            walk_of[i] = start
            path.append(i)
            i = heads[i] - 1
        if 0 <= i < len(heads) and walk_of[i] == start and i in path:
            ring = path[path.index(i) :]
            first = ring.index(min(ring))
            found.append(ring[first:] + ring[:first])
    return found


@rule("head-missing", "tokens without a head in a sentence where others have one", Level.WARNING)
def missing(corpus: Corpus, context: Context) -> Found:
    for sentence in _governed(corpus, context):
        bare = [i for i, head in enumerate(sentence.heads) if head < 0]
        if bare:
            yield sentence.token(bare[0]), f"{len(bare)} tokens without a head, the first of them {quoted(sentence.forms[bare[0]])}", "give each a head"


@rule("head-relation", "tokens with a head and no relation to it, or a relation and no head", Level.WARNING)
def relation(corpus: Corpus, context: Context) -> Found:
    labelled = {s.layer.name for s in context.once(parsed, corpus) if any(r is not None for r in s.relations)}
    for sentence in context.once(parsed, corpus):
        if sentence.layer.name in labelled:
            for i, (head, name) in enumerate(zip(sentence.heads, sentence.relations, strict=True)):
                if head >= 0 and name is None:
                    yield sentence.token(i), f"{quoted(sentence.forms[i])} has a head, but no relation to it", "name the relation"
                elif head < 0 and name is not None:
                    yield sentence.token(i), f"{quoted(sentence.forms[i])} is {name}, but of no head", "give it a head"
