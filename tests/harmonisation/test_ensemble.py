"""Ensembles: what is learnt is what was planted, probabilities hold, files come back, chance goes by the seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.cli import cli
from goldproof.harmonisation.ensemble import Ensemble, Member, _threshold
from goldproof.harmonisation.logistic import brier, calibration_error, fitted, probability


@dataclass(frozen=True)
class Told:
    """A recogniser that says what it was told."""

    name: str
    said: dict[str, list[gp.Mention]]

    def annotate(self, corpus: gp.Corpus, /) -> gp.Layer:
        return gp.Layer.of(self.name, gp.Source(self.name, gp.Maker.SYSTEM), gp.Kind.MENTIONS, {u.id: self.said.get(u.id, []) for u in corpus.units})


def planted(documents: int = 60, seed: int = 3) -> tuple[gp.Corpus, gp.Layer, list[Told]]:
    """Words w0 w1 ...; half are concepts. One recogniser is right 95 of 100 times where it says something, one 60, one 30."""
    chance = np.random.default_rng(seed)
    texts, gold = {}, {}
    said: list[dict[str, list[gp.Mention]]] = [{}, {}, {}]
    for d in range(documents):
        id, text = f"d{d}", " ".join(f"word{i}" for i in range(20))
        texts[id], gold[id] = text, []
        for s in said:
            s[id] = []
        for i in range(20):
            m = gp.Mention((gp.Span(text.index(f"word{i}"), text.index(f"word{i}") + len(f"word{i}")),), (f"C{i}",))
            true = chance.random() < 0.5
            if true:
                gold[id].append(m)
            for s, (hit, false) in zip(said, ((0.8, 0.04), (0.8, 0.5), (0.3, 0.7)), strict=True):
                if chance.random() < (hit if true else false):
                    s[id].append(m)
    return gp.Corpus.of_texts(texts), gp.Layer.of("gold", gp.Source("gold", gp.Maker.PERSON), gp.Kind.MENTIONS, gold), [Told(f"m{i}", s) for i, s in enumerate(said)]


def f1(layer: gp.Layer, gold: gp.Layer) -> float:
    return gp.score(layer, gold, "F1").value


def test_what_was_planted_is_learnt() -> None:
    corpus, gold, members = planted()
    one = gp.ensemble(members).trained(corpus, gold)
    assert one.learnt is not None
    weight = dict(zip(one.learnt.names, one.learnt.coefficients[1:], strict=True))
    assert weight["says:m0"] > 2.5 > weight["says:m1"] > 0.5 > 0 > weight["says:m2"]
    fresh, truth, others = planted(seed=9)
    again = Ensemble(tuple(Member(m.name, m) for m in others), learnt=one.learnt)
    made = again.annotate(fresh)
    best = max(f1(m.annotate(fresh), truth) for m in others)
    assert f1(made, truth) > best
    assert f1(made, truth) > f1(gp.ensemble(others).annotate(fresh), truth)
    # A probability is one: of what it is 0.8 sure of, four of five are right.
    every = again.annotate(fresh, threshold=0.0)
    p = np.array([m.confidence for _, ms in every.items() for m in ms])
    right = np.array([m.concepts in {g.concepts for g in truth[u]} for u, ms in every.items() for m in ms])
    assert calibration_error(p, right) < 0.05
    assert abs(one.learnt.figures["out of fold"]["F1"] - f1(made, truth)) < 0.05


def test_members_in_any_order_and_the_same_seed_give_the_same() -> None:
    corpus, gold, members = planted(20)
    a, b = gp.ensemble(members).trained(corpus, gold), gp.ensemble(members).trained(corpus, gold)
    assert a.learnt == b.learnt
    c = gp.ensemble(members[::-1]).trained(corpus, gold)
    assert [[(m.spans, m.concepts, round(m.confidence, 3)) for m in ms] for _, ms in c.annotate(corpus).items()] == [[(m.spans, m.concepts, round(m.confidence, 3)) for m in ms] for _, ms in a.annotate(corpus).items()]


def test_centroids_have_their_thresholds_and_weights_from_the_data() -> None:
    corpus, gold, members = planted(20)
    made = gp.ensemble(members, "centroid").trained(corpus, gold)
    assert made.rule.startswith("centroid(")
    assert made.weights["m0"] > made.weights["m1"] > made.weights["m2"]
    layer = made.annotate(corpus)
    assert f1(layer, gold) >= f1(gp.ensemble(members, "centroid(2,2)").annotate(corpus), gold)
    assert all(0 < m.confidence < 1 for _, ms in layer.items() for m in ms)


def test_an_untrained_vote_is_a_majority() -> None:
    corpus, _, members = planted(5)
    layer = gp.ensemble(members).annotate(corpus)
    for u, ms in layer.items():
        votes = [m.concepts for t in members for m in t.said[u]]
        assert {m.concepts for m in ms} == {c for c in votes if votes.count(c) >= 2}


def test_nobody_and_nothing() -> None:
    corpus, gold, members = planted(10)
    with pytest.raises(gp.BadInput, match="ensemble of nobody"):
        gp.ensemble([])
    with pytest.raises(gp.BadInput, match="too few for 5 folds"):
        gp.ensemble(members).trained(corpus.only(["d0", "d1"]), gold)
    with pytest.raises(gp.BadInput, match="no mentions of these units"):
        gp.ensemble(members).trained(corpus, gp.Layer.of("e", gold.source, gp.Kind.MENTIONS, {u.id: [] for u in corpus.units}))
    with pytest.raises(gp.BadInput, match="no member finds anything"):
        gp.ensemble([Told("x", {})]).trained(corpus, gold)
    with pytest.raises(gp.BadInput, match="given as an object"):
        gp.ensemble(members).save("x.json")


def test_logistic_regression_against_its_gradient() -> None:
    chance = np.random.default_rng(1)
    x, y = chance.normal(size=(400, 3)), chance.random(400) < 0.4
    c = fitted(x, y, ridge=2.0)
    p = probability(c, x)
    # Where the likelihood is greatest its slope is the ridge's.
    assert np.allclose(x.T @ (y - p), 2.0 * c[1:], atol=1e-6)
    assert abs((y - p).sum()) < 1e-4
    assert brier(np.array([1.0, 0.0]), np.array([True, True])) == 0.5


@pytest.mark.parametrize(("p", "truth", "gold", "wanted"), [([0.9, 0.8, 0.3], [1, 1, 0], 2, 0.55), ([0.9, 0.5, 0.5], [1, 1, 0], 2, 0.25), ([0.2], [1], 5, 0.1)])
def test_the_threshold_with_the_best_f1(p: Sequence[float], truth: Sequence[int], gold: int, wanted: float) -> None:
    assert _threshold(np.array(p), np.array(truth, bool), gold)[0] == wanted


OBO = "format-version: 1.2\nontology: x\n\n" + "".join(f"[Term]\nid: X:{i}\nname: {n}\n\n" for i, n in enumerate(("renal cyst", "broad thumb", "cyst", "seizure", "pain")))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "x.obo").write_text(OBO)
    texts = {f"d{i}": f"Case {i}: renal cysts and broad thumbs, no seizures; seizure {'pain' * (i % 2)}." for i in range(12)}
    gold = {u: [gp.Mention((gp.Span(t.index("renal"), t.index("renal") + 11),), ("X:0",)), gp.Mention((gp.Span(t.index("broad"), t.index("broad") + 12),), ("X:1",))] for u, t in texts.items()}
    corpus = gp.Corpus.of_texts(texts)
    gp.save(corpus.with_layers(gp.Layer.of("gold", gp.Source("g", gp.Maker.PERSON), gp.Kind.MENTIONS, gold)), tmp_path / "train.jsonl", format="native")
    return tmp_path


def run(*args: object) -> object:
    return CliRunner().invoke(cli, [str(a) for a in args], catch_exceptions=False)


def test_commands(place: Path) -> None:
    specs = (f"concepts:{place / 'x.obo'}?nesting=nested-unless-ancestor", f"concepts:{place / 'x.obo'}?preset=biolark&nesting=all")
    learnt = run("ensemble", place / "train.jsonl", "--with", specs[0], "--with", specs[1], "--gold", "gold", "-o", place / "e.json", "--json")
    assert json.loads(learnt.stdout)["figures"]["out of fold"]["F1"] == 1.0  # type: ignore[attr-defined]
    (place / "t.txt").write_text("A broad thumb with a renal cyst, seizures.")
    for spec, wanted in ((f"ensemble:{place / 'e.json'}", {"X:0", "X:1"}), (f"ensemble:{specs[0]}+{specs[1]}", {"X:0", "X:1", "X:3"}), (f"ensemble:centroid(2,2):{specs[0]}+{specs[1]}", {"X:0", "X:1", "X:3"})):
        found = json.loads(run("annotate", place / "t.txt", "--with", spec, "--json").stdout)  # type: ignore[attr-defined]
        assert {r["concept"] for r in found} == wanted
    again = gp.ensemble(place / "e.json")
    again.save(place / "f.json")
    assert (place / "f.json").read_text() == (place / "e.json").read_text()
    one = run("ensemble", place / "train.jsonl", "--with", specs[0], "-o", place / "one.json")
    assert "out of fold" in one.stdout  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"goldproof": "ensemble", "format": 9}', '{"goldproof": "ensemble", "format": 1, "members": [{}]}'])
def test_broken_files_are_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "e.json").write_text(text)
    with pytest.raises(gp.BadInput):
        gp.ensemble(tmp_path / "e.json")


def test_refusals(place: Path) -> None:
    (place / "e.json").write_text("mine")
    for args in (("ensemble", place / "train.jsonl", "--with", "concepts:x.obo", "-o", place / "e.json"), ("annotate", place / "train.jsonl", "--with", "ensemble:concepts:x.obo", "-s", "nesting=all")):
        with pytest.raises(gp.GoldproofError):
            run(*args)
    assert (place / "e.json").read_text() == "mine"
