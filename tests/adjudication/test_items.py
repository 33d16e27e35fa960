"""Differences of every kind of judgement, worked by hand; and the law of items: taking a layer everywhere gives that layer, keeping everywhere the proposal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.adjudication import differences
from goldproof.adjudication.cause import EXPLAINED, SEVERITY, Cause
from goldproof.adjudication.items import atoms, core, items
from goldproof.model import (
    Kind,
    Layer,
    Mention,
    Node,
    Parse,
    Phenotype,
    Ranking,
    Rating,
    Scale,
    Sentence,
    Source,
    Span,
    Term,
    Token,
)
from goldproof.model.plain import judgements_of

from .toys import ONTOLOGY, m


def layer(name: str, kind: Kind, scale: Scale | None = None, **judged: list[Any]) -> Layer:
    return Layer.of(name, Source(name), kind, judged, scale=scale)


def of(kind: Kind, mine: list[Any], proposed: list[Any], **more: Any) -> list[tuple[str, float, str]]:
    found = differences([layer("a", kind, u=mine, **more)], layer("h", kind, u=proposed), ontology=ONTOLOGY)
    return [(d.cause.value, round(d.matters, 4), d.detail) for d in found]


def test_every_cause_is_explained_and_weighed() -> None:
    assert set(EXPLAINED) == set(SEVERITY) == set(Cause)
    assert all(0 < w <= 1 for w in SEVERITY.values())


def test_mentions() -> None:
    """5 of 10 characters are shared: .6 of a half. X:2 and what is above it is {X:1, X:2}, X:1 is alone: half of it is shared."""
    assert of(Kind.MENTIONS, [m(0, 5)], [m(0, 10)]) == [("boundary", 0.3, "end -5")]
    assert of(Kind.MENTIONS, [m(0, 5, "X:1")], [m(0, 5)]) == [("concept-general", 0.5, "")]
    assert of(Kind.MENTIONS, [m(0, 5, "X:3")], [m(0, 5)]) == [("concept-unrelated", 1.0, "")]
    assert of(Kind.MENTIONS, [m(0, 5, negated=True)], [m(0, 5)]) == [("attribute", 0.8, "negated: yes, not no")]
    label = Mention((Span(0, 5),), ("X:2",), "gene")
    assert of(Kind.MENTIONS, [label], [m(0, 5)]) == [("label", 0.6, "gene, not none")]
    assert of(Kind.MENTIONS, [Mention((Span(0, 2), Span(3, 5)), ("X:2",))], [m(0, 5)]) == [("fragment", 0.12, "inside")]


def test_phenotypes() -> None:
    a, b = Phenotype(Term("X:1"), Term("X:3")), Phenotype(Term("X:2"), Term("X:3"))
    assert of(Kind.PHENOTYPES, [a], [b]) == [("slot", round(0.5 / 3, 4), "entity: general")]
    assert of(Kind.PHENOTYPES, [Phenotype(Term("X:1"))], [a]) == [("slot", round(1 / 3, 4), "quality: not filled")]


def test_ratings_by_steps_of_their_scale() -> None:
    scale = Scale((0, 1, 2, 3, 4))
    assert of(Kind.RATINGS, [Rating(4)], [Rating(1)], scale=scale) == [("value", 0.75, "+3 steps")]
    assert of(Kind.RATINGS, [Rating(2)], [Rating(1)], scale=scale) == [("value", 0.25, "+1 step")]
    assert of(Kind.RATINGS, [Rating("yes")], [Rating("no")]) == [("value", 1.0, "")]
    assert of(Kind.RATINGS, [Rating(1, ("a",))], [Rating(1, ("b",))]) == [("reason", 0.2, "a, not b")]
    assert of(Kind.RATINGS, [], [Rating(1)]) == [("missed", 1.0, "")]


def test_rankings_by_pairs() -> None:
    """Of six pairs of four options one is turned, or one is tied on one side only."""
    abcd = Ranking((("A",), ("B",), ("C",), ("D",)))
    assert of(Kind.RANKINGS, [Ranking((("B",), ("A",), ("C",), ("D",)))], [abcd]) == [("first", round(1 / 6, 4), "B, not A")]
    assert of(Kind.RANKINGS, [Ranking((("A",), ("B",), ("D",), ("C",)))], [abcd]) == [("order", round(0.7 / 6, 4), "C/D")]
    assert of(Kind.RANKINGS, [Ranking((("A",), ("B", "C"), ("D",)))], [abcd]) == [("tie", round(0.3 / 6, 4), "B/C")]
    assert of(Kind.RANKINGS, [Ranking((("A",), ("B",)))], [abcd])[0][0] == "other"


def parse(*, heads: tuple[int, ...] = (2, 0, 2), tags: tuple[str, ...] = ("DT", "VB", "NN"), relations: tuple[str, ...] = ("x", "root", "y"), tree: Node | None = None) -> Parse:
    tokens = tuple(Token(Span(2 * i, 2 * i + 1), w, tag=t, head=h, relation=r) for i, (w, t, h, r) in enumerate(zip("abc", tags, heads, relations, strict=True)))
    return Parse((Sentence(Span(0, 5), tokens, tree),))


def tree(label: str, *groups: tuple[int, ...]) -> Node:
    leaf = [Node("T", token=i) for i in range(3)]
    return Node("S", tuple(Node(label, tuple(leaf[i] for i in group)) if len(group) > 1 else leaf[group[0]] for group in groups))


def test_parses_word_by_word_and_constituent_by_constituent() -> None:
    """Each is one of three words; of the three constituents of either tree (S, NP, VP), one stands for another."""
    third = round(1 / 3, 10)
    assert of(Kind.PARSES, [parse(heads=(3, 0, 2))], [parse()]) == [("head", round(0.6 * third, 4), "word 1 a: 3, not 2")]
    assert of(Kind.PARSES, [parse(tags=("DT", "VB", "NNS"))], [parse()]) == [("tag", round(0.4 * third, 4), "word 3 c: NNS, not NN")]
    assert of(Kind.PARSES, [parse(relations=("z", "root", "y"))], [parse()]) == [("relation", round(0.4 * third, 4), "word 1 a: z, not x")]
    assert of(Kind.PARSES, [parse(tree=tree("NP", (0, 1), (2,)))], [parse(tree=tree("VP", (0, 1), (2,)))]) == [("label", 0.2, "NP, not VP")]
    crossing = of(Kind.PARSES, [parse(tree=tree("NP", (0, 1), (2,)))], [parse(tree=tree("NP", (0,), (1, 2)))])
    assert [c for c, _, _ in crossing] == ["crossing", "crossing"]
    other = [c for c, _, _ in of(Kind.PARSES, [parse(tree=tree("NP", (0, 1), (2,)))], [parse(tree=tree("NP", (0,), (1,), (2,)))])]
    assert other == ["bracket"]
    moved = Parse((Sentence(Span(0, 3), parse().sentences[0].tokens[:2]), Sentence(Span(4, 5), parse().sentences[0].tokens[2:])))
    assert {c for c, _, _ in of(Kind.PARSES, [moved], [parse()])} == {"sentence"}
    cut = Parse((Sentence(Span(0, 5), parse().sentences[0].tokens[:2]),))
    assert of(Kind.PARSES, [cut], [parse()]) == [("token", round(0.8 / 3, 4), "4-5")]


def test_a_document_is_decided_sentence_by_sentence() -> None:
    def two(head: int, moved: bool) -> Parse:
        first, *_ = parse(heads=(head, 0, 2)).sentences
        tokens = tuple(Token(Span(10 + 2 * i, 11 + 2 * i), w, head=h) for i, (w, h) in enumerate(zip("de", (2, 0) if not moved else (0, 1), strict=True)))
        return Parse((first, Sentence(Span(10, 13), tokens)))

    lanes = [layer("a", Kind.PARSES, u=[two(2, True)]), layer("b", Kind.PARSES, u=[two(2, False)])]
    (item,), agreed = items(differences(lanes, layer("h", Kind.PARSES, u=[two(2, False)])))
    assert (item.key, agreed) == ("u@10-13", ())
    assert [s["span"] for p in item.rest for s in p["sentences"]] == [[0, 5]]
    assert sorted(len(r.layers) for r in item.readings) == [1, 1]


MENTION = st.builds(
    lambda start, length, c, negated: m(start, start + length, c, **({"negated": True} if negated else {})),
    st.integers(0, 12), st.integers(1, 5), st.sampled_from(["X:1", "X:2", "X:3"]), st.booleans(),
)  # fmt: skip
EQ = st.builds(lambda e, q: Phenotype(Term(e), None if q is None else Term(q)), st.sampled_from(["X:1", "X:2"]), st.sampled_from(["X:3", "X:2", None]))
SAID = st.one_of(st.tuples(st.just(Kind.MENTIONS), st.lists(st.lists(MENTION, max_size=4), min_size=4, max_size=4)),
                 st.tuples(st.just(Kind.PHENOTYPES), st.lists(st.lists(EQ, max_size=3), min_size=4, max_size=4)),
                 st.tuples(st.just(Kind.RATINGS), st.lists(st.lists(st.builds(Rating, st.integers(0, 3)), max_size=1), min_size=4, max_size=4)))  # fmt: skip


@settings(max_examples=150)
@given(SAID)
def test_taking_a_layer_everywhere_gives_that_layer(said: tuple[Kind, list[list[Any]]]) -> None:
    kind, judged = said
    lanes = [layer(name, kind, u=one) for name, one in zip("abc", judged, strict=False)]
    proposal = layer("h", kind, u=judged[3])
    made, agreed = items(differences(lanes, proposal, ontology=ONTOLOGY))
    assert (agreed == ("u",)) == (not made)

    def cores(plain: list[Any]) -> Counter[str]:
        return Counter(repr(core(x)) for x in atoms(kind, judgements_of(kind, [dict(p) for p in plain])))

    rest = [x for item in made for x in item.rest]
    for lane in lanes:
        chosen = [x for item in made for r in item.readings if lane.name in r.layers for x in r.judged]
        assert cores(rest + chosen if made else []) == (Counter(repr(core(x)) for x in lane["u"]) if made else Counter())
        if not made:
            assert Counter(repr(core(x)) for x in lane["u"]) == Counter(repr(core(x)) for x in proposal["u"])
    if made:
        kept = [x for item in made for x in item.proposed or ()]
        assert cores(rest + kept) == Counter(repr(core(x)) for x in proposal["u"])
    assert all(0 < item.matters <= 1 for item in made)
    assert all(sorted(n for r in item.readings for n in r.layers) == ["a", "b", "c"] for item in made), "every layer that judged the unit has a reading"


@pytest.mark.parametrize("name", ["a", "b"])
def test_the_order_of_layers_is_irrelevant(name: str) -> None:
    lanes = [layer("a", Kind.MENTIONS, u=[m(0, 5)]), layer("b", Kind.MENTIONS, u=[m(0, 7)])]
    proposal = layer("h", Kind.MENTIONS, u=[m(0, 5)])
    one, two = (items(differences(order, proposal))[0] for order in (lanes, lanes[::-1]))
    assert [(i.key, i.cause, i.matters, {r.layers for r in i.readings}) for i in one] == [(i.key, i.cause, i.matters, {r.layers for r in i.readings}) for i in two]
