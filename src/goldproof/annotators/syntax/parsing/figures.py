"""What a parser is worth on documents held out, for its card and for the moment to stop; the measures that count stand further down the street."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .examples import Treebank
from .parser import Parser
from .spans import CHAIN, Spans


def figures(parser: Parser, gold: Treebank) -> Mapping[str, float]:
    """LAS and UAS over all tokens, or precision, recall and F of labelled brackets averaged over sentences (all tokens count, tags do not)."""
    return _attachment(parser, gold) if parser.task == "heads" else _brackets(parser, gold)


def _attachment(parser: Parser, gold: Treebank) -> Mapping[str, float]:
    chosen = [(x, h) for x, h in zip(gold.words, gold.heads, strict=True) if h is not None]
    both = right = total = 0
    for (_, (heads, relations)), (found, named) in zip(chosen, parser.heads([x for x, _ in chosen]), strict=True):
        for h, r, f, n in zip(heads, relations, found.tolist(), named.tolist(), strict=True):
            total += 1
            right += h == f
            both += h == f and parser.names[n] == r
    return {"LAS": round(both / max(total, 1), 5), "UAS": round(right / max(total, 1), 5)}


def _brackets(parser: Parser, gold: Treebank) -> Mapping[str, float]:
    chosen = [(x, spans) for x, spans in zip(gold.words, gold.spans, strict=True) if spans is not None]
    p = r = 0.0
    count = 0
    for (_, spans), found in zip(chosen, parser.spans([x for x, _ in chosen]), strict=True):
        due, made = _labelled(spans), _labelled(found)
        if due or made:
            same = (due & made).total()
            p += same / max(made.total(), 1)
            r += same / max(due.total(), 1)
            count += 1
    p, r = p / max(count, 1), r / max(count, 1)
    return {"P": round(p, 5), "R": round(r, 5), "F": round(2 * p * r / (p + r), 5) if p + r else 0.0}


def _labelled(spans: Spans) -> Counter[tuple[int, int, str]]:
    return Counter((a, b, label) for a, b, chain in spans if chain for label in chain.split(CHAIN))
