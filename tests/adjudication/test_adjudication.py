"""Differences have their cause; decisions make the gold layer."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldproof.adjudication import Decision, decisions_in, differences, settle
from goldproof.adjudication.differences import EXPLAINED, Cause
from goldproof.errors import BadInput
from goldproof.model import Attributes, Kind, Layer, Maker, Mention, Parse, Phenotype, Rating, Source, Span, Term
from goldproof.ontology import Ontology
from goldproof.ontology.entry import Entry

ONTOLOGY = Ontology.of([Entry("X:1", "digit"), Entry("X:2", "short digit", parents=("X:1",)), Entry("X:3", "eye")])


def m(*ends: int, c: str = "X:2", **said: bool) -> Mention:
    return Mention(tuple(Span(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True)), (c,), attributes=Attributes(said))


def layer(name: str, kind: Kind = Kind.MENTIONS, **judged: list[object]) -> Layer:
    return Layer.of(name, Source(name), kind, judged)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mine", "proposed", "cause"),
    [
        ([m(0, 5)], [m(0, 5)], None),
        ([m(0, 5)], [m(0, 7)], "boundary"),
        ([m(0, 12)], [m(0, 5, 8, 12)], "fragment"),
        ([m(0, 5, c="X:1")], [m(0, 5)], "concept-general"),
        ([m(0, 5)], [m(0, 5, c="X:1")], "concept-specific"),
        ([m(0, 5)], [m(0, 5, c="X:3")], "concept-unrelated"),
        ([m(0, 5)], [m(3, 9, c="X:9")], "concept-unrelated"),
        ([m(0, 5, negated=True)], [m(0, 5)], "attribute"),
        ([], [m(0, 5)], "missed"),
        ([m(0, 5)], [], "extra"),
    ],
)
def test_every_cause_of_mentions(mine: list[object], proposed: list[object], cause: str | None) -> None:
    found = differences([layer("a", u=mine)], layer("h", u=proposed), ontology=ONTOLOGY)
    assert [d.cause for d in found] == ([cause] if cause else [])


def test_what_fits_best_is_paired_first() -> None:
    found = differences([layer("a", u=[m(0, 9, c="X:3"), m(0, 5)])], layer("h", u=[m(0, 6), m(0, 9)]), ontology=ONTOLOGY)
    assert [(d.cause, d.mine.end, d.proposed.end) for d in found] == [("concept-unrelated", 9, 9), ("boundary", 5, 6)]


def test_what_matters_most_comes_first_and_not_judged_is_no_difference() -> None:
    proposal = layer("h", u=[m(0, 5)], v=[m(0, 5)], w=[m(0, 5)])
    found = differences([layer("a", u=[m(0, 4)], v=[]), layer("b", w=[m(0, 5)])], proposal)
    assert [(d.layer, d.unit, d.cause) for d in found] == [("a", "v", "missed"), ("a", "u", "boundary")]


def test_phenotypes_by_slot() -> None:
    fin, tail, round, long = (Term(x) for x in ("A:fin", "A:tail", "Q:round", "Q:long"))
    open_ = Phenotype(fin, attributes=Attributes(open="quality"))
    a = layer("a", Kind.PHENOTYPES, u=[Phenotype(fin, round), Phenotype(tail, round)], v=[Phenotype(fin, long)], w=[Phenotype(fin, long)])
    h = layer("h", Kind.PHENOTYPES, u=[Phenotype(tail, long)], v=[open_], w=[Phenotype(fin, long), Phenotype(tail, long)])
    assert [(d.unit, d.cause) for d in differences([a], h)] == [("w", "missed"), ("u", "extra"), ("u", "slot"), ("v", "open")]


def test_ratings_and_other_kinds() -> None:
    a, h = layer("a", Kind.RATINGS, u=[Rating(1)], v=[Rating(2)]), layer("h", Kind.RATINGS, u=[Rating(2)], v=[Rating(2)])
    assert [(d.unit, d.cause) for d in differences([a], h)] == [("u", "value")]
    one, two = layer("a", Kind.PARSES, u=[Parse()]), layer("h", Kind.PARSES, u=[])
    assert [d.cause for d in differences([one], two)] == ["extra"]
    with pytest.raises(BadInput, match="holds parses"):
        differences([one], h)


def test_every_cause_is_explained() -> None:
    assert list(EXPLAINED) == list(Cause)


def test_decisions_make_the_gold(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    file.write_text(
        '{"unit": "u", "take": "b", "cause": "boundary", "reason": "article"}\n\n'
        '{"unit": "v", "judged": [], "cause": "extra", "reason": "a gene"}\n'
        '{"unit": "w", "judged": [{"spans": [[1, 2]], "concepts": ["X:3"]}], "reason": "none was right"}\n'
    )
    voted = Mention((Span(0, 5),), ("X:2",), attributes=Attributes(votes=2, of=3))
    proposal = Layer.of("h", Source("centroid", Maker.RULE), Kind.MENTIONS, {x: [voted] for x in "uvwx"})
    gold = settle(proposal, [layer("b", u=[m(2, 5)])], decisions_in(file, Kind.MENTIONS))
    assert gold["u"] == (Mention((Span(2, 5),), ("X:2",), attributes=Attributes(decided="boundary")),)
    assert gold["v"] == ()
    assert gold["w"][0].attributes["decided"] == "decided"
    assert gold["x"] == (voted,)
    assert (gold.name, gold.source.name, gold.source.settings["decisions"]) == ("gold", "adjudicated", 3)


@pytest.mark.parametrize(
    "line",
    ["x", "[]", "1", '{"unit": "u"}', '{"unit": "u", "reason": " ", "take": "a"}', '{"unit": "u", "reason": "r"}',
     '{"unit": "u", "reason": "r", "take": "a", "judged": []}', '{"unit": "u", "reason": "r", "judged": [{}]}', '{"unit": 1, "reason": "r", "take": "a"}'],
)  # fmt: skip
def test_what_is_no_decision_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "d.jsonl").write_text("\n" + line)
    with pytest.raises(BadInput, match="line 2"):
        decisions_in(tmp_path / "d.jsonl", Kind.MENTIONS)


def test_decisions_that_do_not_fit_are_refused() -> None:
    proposal = layer("h", u=[])
    with pytest.raises(BadInput, match="no layer 'z'"):
        settle(proposal, [], [Decision("u", "r", take="z")])
    with pytest.raises(BadInput, match="twice"):
        settle(proposal, [], [Decision("u", "r"), Decision("u", "r")])
