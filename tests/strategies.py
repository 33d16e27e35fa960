"""Arbitrary records for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from goldproof.model import (
    And,
    Attributes,
    Blank,
    Expression,
    Kind,
    Layer,
    Maker,
    Mention,
    Multiword,
    Node,
    Parse,
    Phenotype,
    Ranking,
    Rating,
    Scale,
    Sentence,
    Some,
    Source,
    Span,
    Term,
    Token,
)  # fmt: skip

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False)
scalars = st.one_of(names, st.booleans(), st.integers(-(10**6), 10**6), numbers)
attributes = st.dictionaries(words, st.one_of(scalars, st.lists(scalars, min_size=2, max_size=3).map(tuple)), max_size=3).map(Attributes)
spans = st.tuples(st.integers(0, 999), st.integers(0, 999)).map(lambda p: Span(*p))
ids = st.sampled_from(["HP:1", "HP:2", "UBERON:3"]) | words

mentions = st.builds(
    Mention, st.lists(spans, max_size=3).map(tuple), st.lists(ids, max_size=3).map(tuple), names, names, attributes,
    st.none() | numbers, st.none() | names,
)  # fmt: skip
expressions: st.SearchStrategy[Expression] = st.recursive(
    words.map(Term),
    lambda inner: st.builds(Some, words, inner) | st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
    max_leaves=5,
)
slots = st.none() | expressions
phenotypes = st.builds(Phenotype, slots, slots, slots, attributes, attributes)
ratings = st.builds(Rating, numbers | names, st.lists(words, max_size=2).map(tuple), attributes)
rankings = st.builds(
    Ranking, st.permutations("ABCD").flatmap(lambda p: st.just((tuple(p[:2]), *((o,) for o in p[2:])))), attributes
)
maybe = st.none() | names


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    tokens = tuple(draw(st.lists(
        st.builds(Token, spans, names, maybe, maybe, maybe, attributes, st.none() | st.integers(0, 5), maybe, attributes), max_size=4)))  # fmt: skip
    leaf = st.one_of(
        st.builds(lambda label, text: Node(label, text=text), names, names),
        st.builds(lambda label, token: Node(label, token=token), names, st.integers(0, 3)),
    )
    inner = st.recursive(leaf, lambda below: st.builds(lambda label, nodes: Node(label, tuple(nodes)), names, st.lists(below, max_size=3)), max_leaves=5)
    multiwords = st.lists(st.builds(Multiword, st.just((1, 2)), names, spans, attributes), max_size=1).map(tuple)
    blanks = st.lists(st.builds(Blank, st.integers(0, 3), st.integers(1, 2), st.builds(Token, spans, names)), max_size=1).map(tuple)
    return Sentence(draw(spans), tokens, draw(st.none() | inner), draw(multiwords), draw(blanks), draw(attributes))


parses = st.lists(sentences(), max_size=3).map(lambda s: Parse(tuple(s)))
RECORDS = {Kind.MENTIONS: mentions, Kind.PHENOTYPES: phenotypes, Kind.RATINGS: ratings, Kind.PARSES: parses, Kind.RANKINGS: rankings}
sources = st.builds(Source, words, st.sampled_from(Maker), names, names, names, names, attributes)
scales = st.none() | st.builds(Scale, st.just((0.0, 1.0, 2.0)), st.just(()), st.sampled_from(["nominal", "ordinal", "interval", "ratio"]))


@st.composite
def layers(draw: st.DrawFn, kind: Kind | None = None) -> Layer:
    kind = kind or draw(st.sampled_from(Kind))
    most = 1 if kind in (Kind.RATINGS, Kind.PARSES, Kind.RANKINGS) else 4
    judged = draw(st.dictionaries(words, st.lists(RECORDS[kind], max_size=most).map(tuple), max_size=4))
    return Layer.of(draw(words), draw(sources), kind, judged, scale=draw(scales))
