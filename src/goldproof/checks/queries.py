"""Rules for trees that are queries: those of a rule set, each as a rule of the check, called ``SET/NAME``."""

from __future__ import annotations

from functools import partial

from ..model import Corpus, Kind, Passage
from ..trees.quality import Grammar, TreeRule, inspect, rule_set
from ..trees.writing import numbered
from .finding import Level, Place, quoted
from .rule import Context, Found, Rule


def tree_rules(name: str = "craft") -> dict[str, Rule]:
    """The rules of a shipped rule set, or of a file of your own, by their names."""
    found = rule_set(name)
    return {
        f"{found.name}/{rule.name}": Rule(f"{found.name}/{rule.name}", rule.about, Level(rule.level), partial(_find, rule, found.grammar))
        for rule in found.rules
    }


def _find(rule: TreeRule, grammar: Grammar, corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.PARSES):
        for hit in inspect(layer, rule, grammar):
            passage = isinstance(corpus.unit(hit.unit).content, Passage)
            document = corpus.text_of(hit.unit).id if passage else ""
            place = Place(layer.name, hit.unit, document, item=f"sentence {hit.sentence}, node {hit.node + 1} {hit.nodes[0][1]}".rstrip())
            words = hit.tree.text(hit.node) if hit.node < len(hit.tree) else ""
            yield place, f"{rule.about}: {numbered(hit)}: {quoted(words, 60)}", rule.remedy
