"""What differs, for all five kinds of judgement; and judgements in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldproof.adjudication.corpora import compare
from goldproof.errors import BadInput
from goldproof.model import (
    Attributes,
    Corpus,
    Kind,
    Layer,
    Mention,
    Phenotype,
    Ranking,
    Rating,
    Source,
    Span,
    Term,
)  # fmt: skip
from goldproof.model.plain import judgement_plain
from goldproof.project.words import unit_text, words
from goldproof.testing.samples import SAMPLES, mentions, parses, phenotypes, ratings


def found(a: Corpus, b: Corpus, **how: object) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    return [(d.what, d.id, d.a, d.b) for d in compare(a, b, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize("sample", SAMPLES)
def test_nothing_differs_from_itself(sample: str) -> None:
    assert found(SAMPLES[sample], SAMPLES[sample], exact=True) == []


@pytest.mark.parametrize("sample", SAMPLES)
def test_exactly_the_same_is_equal_and_nothing_else(sample: str) -> None:
    """Against every other sample: a difference is found exactly where the records differ."""
    for other in SAMPLES.values():
        if {la.kind for la in SAMPLES[sample].layers} == {la.kind for la in other.layers}:
            assert (found(SAMPLES[sample], other, exact=True) == []) == (SAMPLES[sample] == other)


def test_mentions() -> None:
    at = mentions.at
    a, b = mentions.corpus(at("short", "fingers", label="A", id="T1"), at("normal")), mentions.corpus(at("normal"), at("Patients", concepts=("C1", "C2")))
    assert found(a, b) == [("judgement", "d1", ('13-18+29-36 "short … fingers" A'.replace('"short … fingers"', '"short" … "fingers"'),),
                            ('0-8 "Patients" C1 or C2',))]  # fmt: skip
    same = mentions.corpus(at("normal", id="T7"), at("short", "fingers", label="A"))
    assert found(a, same) == []  # ids and order
    assert found(a, same, exact=True) != []


def test_ratings_and_what_was_not_rated() -> None:
    a = ratings.corpus(ratings.layer("ann", {"p1": (Rating(2),), "p2": (), "p3": (Rating(1, ("why",)),)}))
    b = ratings.corpus(ratings.layer("bo", {"p1": (Rating(2.0),), "p3": (Rating(1),)}))
    assert found(a, b) == [
        ("judgement", "p2", ("(nothing there)",), ("(not judged)",)),
        ("judgement", "p3", ("1 (why)",), ("1",)),
    ]
    three = Corpus(units=ratings.UNITS, layers=(*a.layers, *b.layers))
    assert len(found(three, three, layer="ann", other="bo")) == 2


def test_phenotypes() -> None:
    fin, round_, oval = phenotypes.FIN, phenotypes.ROUND, Term("PATO:1")
    a, b = phenotypes.corpus({"1/0": (Phenotype(fin, round_), Phenotype(phenotypes.TIP))}), phenotypes.corpus({"1/0": (Phenotype(phenotypes.TIP), Phenotype(fin, oval))})
    assert found(a, b) == [("judgement", "1/0", ("E: UBERON:0008897; Q: PATO:0000411",), ("E: UBERON:0008897; Q: PATO:1",))]


def test_rankings() -> None:
    a = ratings.rankings({"q1": (Ranking((("A",), ("B", "C"))),)})
    assert found(a, ratings.rankings({"q1": (Ranking((("A",), ("C", "B"))),)})) == []
    assert found(a, ratings.rankings({"q1": (Ranking((("A",), ("B",), ("C",))),)})) == [
        ("judgement", "q1", ("A > B = C",), ("A > B > C",))]  # fmt: skip


def test_parses_differ_token_by_token_and_constituent_by_constituent() -> None:
    tree = parses.TREE
    a, b = (parses.corpus(parses.sentence(tree=t, tag=tags)) for t, tags in (
        (tree, parses.TAGS), (replace(tree, children=(replace(tree.children[0], label="SQ"),)), ("NNS", "-LRB-", "NNP", "-RRB-", "VBD", "RB", "VB", "."))))  # fmt: skip
    [(_, _, mine, theirs)] = found(a, b)
    assert mine == ("11-13 token do tag=VBP", '0-22 constituent S "Mice (Mus) don\'t bite."')
    assert theirs == ("11-13 token do tag=VBD", '0-22 constituent SQ "Mice (Mus) don\'t bite."')


def test_a_tree_of_another_shape_over_the_same_constituents() -> None:
    leaf = parses.leaf("NNS", 0)
    one, two = parses.Node("A", (parses.Node("B", (leaf,)),)), parses.Node("B", (parses.Node("A", (leaf,)),))
    a, b = (parses.corpus(parses.sentence(("Mice",), tree=parses.Node("S", (t,)))) for t in (one, two))
    [(what, unit, mine, theirs)] = found(a, b)
    assert (what, unit) == ("judgement", "d1")
    assert mine[0] == theirs[0] == "(the same, otherwise arranged)"
    assert mine[1:] != theirs[1:]


def test_texts_units_and_layers() -> None:
    a, b = Corpus.of_texts({"x": "one two", "y": "z"}), Corpus.of_texts({"x": "one three", "w": "z"})
    assert found(a, b) == [
        ("document", "x", ("from character 5: 'wo'",), ("from character 5: 'hree'",)),
        ("document", "y", ("is there",), ()), ("document", "w", (), ("is there",)),
        ("unit", "y", ("is there",), ()), ("unit", "w", (), ("is there",)),
    ]  # fmt: skip
    layer = Layer.of("m", Source("ann"), Kind.MENTIONS, {"x": ()})
    assert found(a.with_layers(layer), a) == [("layer", "m", ("mentions on 1 units by ann",), ())]
    with pytest.raises(BadInput, match="cannot be set against"):
        found(a.with_layers(layer, Layer.of("r", Source("ann"), Kind.RATINGS, {"x": ()})), a.with_layers(layer), layer="r", other="m")


def test_layers_are_paired_by_kind_where_there_is_no_choice() -> None:
    a = Corpus.of_texts({"x": "one two"})
    ann, bo = (Layer.of(name, Source(name), Kind.MENTIONS, {"x": ms}) for name, ms in (("ann", ()), ("bo", (Mention((Span(0, 3),)),))))
    [(what, unit, mine, theirs)] = found(a.with_layers(ann), a.with_layers(bo))
    assert (what, unit, mine, theirs) == ("judgement", "x", ("(nothing there)",), ('0-3 "one"',))
    assert [w for w, *_ in found(a.with_layers(ann, bo), a.with_layers(ann.called("cy")))] == ["layer"] * 3


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_judgement_has_words(sample: str) -> None:
    corpus = SAMPLES[sample]
    for layer in corpus.layers:
        for unit, judged in layer.items():
            lines = words(layer.kind, [judgement_plain(j) for j in judged], unit_text(corpus, unit))
            assert (lines != []) == any(getattr(j, "sentences", True) for j in judged)
            assert all(line and line.isprintable() for line in lines), lines


def test_each_unit_that_differs_has_its_causes() -> None:
    at = mentions.at
    a, b = mentions.corpus(at("short", "fingers"), at("normal")), mentions.corpus(at("fingers"), at("Patients"))
    (found,) = compare(a, b)
    assert [c.value for c in found.causes] == ["extra", "missed", "fragment"]
    noted = mentions.corpus(at("normal", attributes=Attributes(note="why")), at("short", "fingers"))
    assert [[c.value for c in d.causes] for d in compare(a, noted)] == [["other"]], "the same judgement, and yet another record"
