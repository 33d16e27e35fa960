"""What holds of every rule, held against every sample corpus: n equal layers give that layer, the order of layers makes no difference, weights of 1 are none."""

from __future__ import annotations

from typing import Any

import pytest

from goldproof.errors import GoldproofError
from goldproof.harmonisation import harmonise
from goldproof.harmonisation.harmonise import RULES
from goldproof.harmonisation.rule import VOTES, Rule
from goldproof.model import Corpus, Kind, Layer, Mention, Rating, Source, Span
from goldproof.testing import SAMPLES

# What a rule cannot give back, and why.
UNTIDY = {
    "same twice": "an annotator has one vote, however often he says a thing",
    "mentions and parses": "white space at the edges of a mention is no part of it",
    "mentions inside tokens": "white space at the edges of a mention is no part of it",
    "untidy": "its heads form a ring, and a voted parse is a tree",
    "two ratings of a unit": "a rater has one rating of a unit",
    "options in many orders": "a judge has one ranking of a unit",
    "two parses": "an annotator has one parse of a unit",
}


def said(kind: Kind, judged: tuple[Any, ...]) -> object:
    """A judgement without votes, ids and the order in which it is written."""
    if kind is Kind.MENTIONS:
        return sorted((tuple(sorted(m.spans)), tuple(sorted(m.concepts)), m.label) for m in judged)
    if kind is Kind.PHENOTYPES:
        return sorted(map(str, judged))
    if kind is Kind.RATINGS:
        return [r.value for r in judged]
    if kind is Kind.RANKINGS:
        return [[set(g) for g in r.groups] for r in judged]
    return [[(s.span, s.tokens, s.tree) for s in p.sentences] for p in judged]


PAIRS = [(rule, name) for rule in RULES for name, c in SAMPLES.items() if name not in UNTIDY and any(la.kind in rule.kinds for la in c.layers)]


@pytest.mark.parametrize("rule", RULES, ids=lambda r: f"{r.name} of {'-'.join(sorted(k.value for k in r.kinds))}"[:40])
def test_equal_layers_give_that_layer(rule: Rule) -> None:
    done = 0
    for name in [n for r, n in PAIRS if r is rule]:
        corpus = SAMPLES[name]
        for layer in (la for la in corpus.layers if la.kind in rule.kinds):
            if layer.kind is Kind.RATINGS and rule.name in ("mean", "median") and (layer.ratings.words >= 0).any() and (rule.name == "mean" or layer.scale is None):
                with pytest.raises(GoldproofError, match="word"):
                    harmonise([layer.called(x) for x in "abc"], rule.name, corpus=corpus)
                continue
            found = harmonise([layer.called(x) for x in "abc"], rule.name, corpus=corpus)
            assert found.units == tuple(u for u in (x.id for x in corpus.units) if u in layer), name
            for unit, judged in layer.items():
                assert said(layer.kind, found[unit]) == said(layer.kind, judged), f"{name}, {unit}"
                done += 1
    assert done > 5


@pytest.mark.parametrize("rule", RULES, ids=lambda r: f"{r.name} of {'-'.join(sorted(k.value for k in r.kinds))}"[:40])
def test_order_and_weights_of_one(rule: Rule) -> None:
    done = 0
    for name in [n for r, n in PAIRS if r is rule]:
        corpus = SAMPLES[name]
        for kind in rule.kinds:
            layers = [la for la in corpus.layers if la.kind is kind]
            layers = [*layers, *(la.called(f"{la.name} again") for la in layers)]
            if len(layers) < 2:
                continue
            try:
                found = harmonise(layers, rule.name, corpus=corpus)
            except GoldproofError:
                continue
            assert harmonise(layers[::-1], rule.name, corpus=corpus) == found, name
            if any(p.name == "weights" for p in rule.parameters):
                ones = harmonise(layers, rule.name, corpus=corpus, weights={la.name: 1 for la in layers})
                assert list(ones.items()) == list(found.items()), name
            done += 1
    assert done


def test_what_all_judged_empty_is_empty_and_not_unjudged() -> None:
    layers = [Layer.of(n, Source(n), Kind.RATINGS, {"p": [], "q": [] if n == "a" else [Rating(2)]}) for n in "ab"]
    for rule in ("median", "mean", "majority", "unanimous"):
        found = harmonise(layers, rule)
        assert found.get("p") == (), rule
    assert harmonise(layers, "median")["q"][0].value == 2, "who declined has no vote"
    assert harmonise(layers, "unanimous").get("q") is None, "they differ"


def test_votes_are_kept_by_every_rule_that_counts() -> None:
    mentions = [Layer.of(n, Source(n), Kind.MENTIONS, {"u": [Mention((Span(0, 4),), ("X:1",))]}) for n in "abc"]
    corpus = Corpus.of_texts({"u": "bone pain"})
    for rule in ("centroid", "majority", "majority(match=overlap)", "dawid-skene", "mace"):
        (m,) = harmonise(mentions, rule, corpus=corpus)["u"]
        assert {k: m.attributes[k] for k in VOTES if k in m.attributes} == {"votes": 3, "of": 3, "exact": 3}, rule
