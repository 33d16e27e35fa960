"""Perturbing: the texts change as told, and every mention still covers what it covered."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.cli.perturb import perturb_command
from goldproof.errors import BadInput, GoldproofError
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Passage, Source, Span, Unit
from goldproof.suites.edits import Edit, Edits
from goldproof.suites.perturbation import KINDS, perturb

TEXT = "Hypoplastic thumbs and café-au-lait spots; the vertebrae were fused. Renal cysts, short-limbed dwarfism."


def corpus(*spans: tuple[int, int], text: str = TEXT, more: tuple[tuple[int, int], ...] = ()) -> Corpus:
    mentions = [Mention((Span(*s),), ("X:1",)) for s in spans] + ([Mention(tuple(Span(*s) for s in more), ("X:2",))] if more else [])
    layer = Layer.of("gold", Source("ann"), Kind.MENTIONS, {"d": mentions})
    return Corpus.of_texts({"d": text}).with_layers(layer)


def covered(c: Corpus) -> list[str]:
    return [c.documents[0].cut(m.spans, "|") for m in c.layer("gold")["d"]]


THUMBS, SPOTS, CYSTS = (0, 18), (23, 41), (69, 80)


def test_places_by_hand() -> None:
    edits = Edits.of([Edit(6, 11, "toes"), Edit(0, 1, "BB")])
    assert edits.apply("broad fingr end") == "BBroad toes end"
    assert [edits.place(i) for i in (0, 1, 5, 6, 8, 10, 11, 12, 15)] == [0, 2, 6, 7, 9, 11, 11, 12, 15]
    with pytest.raises(BadInput, match="overlap"):
        Edits.of([Edit(0, 3, "x"), Edit(2, 4, "y")])
    with pytest.raises(BadInput, match="replace something"):
        Edits.of([Edit(2, 2, "x")])


def test_each_kind_by_hand() -> None:
    base = corpus(THUMBS, SPOTS, CYSTS)
    assert covered(base) == ["Hypoplastic thumbs", "café-au-lait spots", "Renal cysts"]
    assert covered(perturb(base, "plural", rate=1)) == ["Hypoplastic thumb", "café-au-lait spot", "Renal cyst"]
    assert perturb(base, "plural", rate=1).documents[0].text.count("vertebrae") == 1, "only mentions are put into the other number"
    plain = perturb(base, "accent", rate=1, inside="gold")
    assert "cafe-" in covered(plain)[1], "an accent is left out"
    assert all(unicodedata.normalize("NFD", w) != w for w in covered(plain)[0].split()), "one is put where there was none"
    hyphens = perturb(base, "hyphen", rate=1, inside="gold")
    assert covered(hyphens)[0] == "Hypoplastic-thumbs"
    assert "-au-" not in covered(hyphens)[1]
    assert "short-limbed" in hyphens.documents[0].text, "outside the mentions nothing is changed"
    case = perturb(base, "case", rate=1)
    assert case.documents[0].text != TEXT
    assert case.documents[0].text.casefold() == TEXT.casefold()
    typo = perturb(base, "typo", rate=1, seed=3)
    assert "cysts" in typo.documents[0].text, "short words are left alone"
    assert "Hypoplastic" not in typo.documents[0].text
    assert covered(typo)[0].endswith("thumbs") or covered(typo)[0].startswith("H")


def test_rate_and_seed() -> None:
    base = corpus(THUMBS, SPOTS, CYSTS)
    for kind in KINDS:
        assert perturb(base, kind, rate=0).documents == base.documents
        assert perturb(base, kind, rate=0).layers == base.layers
        assert perturb(base, kind, rate=0.7, seed=4) == perturb(base, kind, rate=0.7, seed=4)
    many = Corpus.of_texts({"d": TEXT, "e": TEXT * 2})
    alone = Corpus.of_texts({"e": TEXT * 2})
    assert perturb(many, "typo", rate=0.5).document("e") == perturb(alone, "typo", rate=0.5).document("e")
    long = Corpus.of_texts({"d": "muscles " * 2000})
    changed = sum(a != b for a, b in zip(perturb(long, "case", rate=0.3, seed=2).documents[0].text.split(), ["muscles"] * 2000, strict=True))
    assert 500 < changed < 700


def test_what_was_done_stands_in_the_corpus() -> None:
    made = perturb(corpus(THUMBS), "typo", "case", rate=1, seed=5)
    assert made.attributes["perturbed"] == "typo(rate=1,seed=5) case(rate=1,seed=5)"
    assert made.attributes["edits-typo"] == 5


def test_passages_move_with_the_text() -> None:
    base = Corpus((Document("d", "Muscles Muscles end"),), (Unit("a", Passage("d", Span(0, 7))), Unit("b", Passage("d", Span(8, 15)))))
    base = base.with_layers(Layer.of("gold", Source("x"), Kind.MENTIONS, {"b": [Mention((Span(8, 15),), ("X:1",))]}))
    made = perturb(base, "plural", rate=1)
    assert made.documents[0].text == "Muscles Muscle end"
    assert made.span("b") == Span(8, 14)
    assert made.layer("gold").get("a") is None, "not judged stays not judged"


def test_what_cannot_be_done_is_said() -> None:
    base = corpus(THUMBS)
    for kinds, options, said in (((), {}, "no kind of change"), (("odd",), {}, "no kind of change is called 'odd'"), (("typo",), {"rate": 2}, "from 0 to 1"),
                                 (("typo",), {"inside": "no"}, "no layer 'no'")):  # fmt: skip
        with pytest.raises(GoldproofError, match=said):
            perturb(base, *kinds, **options)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="no layer of mentions"):
        perturb(base.without_layers("gold"), "plural")


LETTERS = st.text(alphabet=st.sampled_from("abcdeéñöß -.\n𝔞́AZ"), min_size=1, max_size=60)


@given(LETTERS, st.data(), st.sampled_from(sorted(KINDS)), st.integers(0, 5), st.sampled_from([0.3, 1.0]))
def test_every_span_still_holds(text: str, data: st.DataObject, kind: str, seed: int, rate: float) -> None:
    """Places stay in order, inside the text, never empty; what no edit touched is the same, and the text around the mentions too."""
    place = st.integers(0, len(text) - 1).flatmap(lambda a: st.integers(a + 1, len(text)).map(lambda b: (a, b)))
    spans = data.draw(st.lists(place, min_size=1, max_size=5))
    base = corpus(*spans, text=text, more=tuple(sorted(set(spans)))[:2])
    made = perturb(base, kind, rate=rate, seed=seed)
    new = made.documents[0].text
    old_spans = [s for m in base.layer("gold")["d"] for s in m.spans]
    new_spans = [s for m in made.layer("gold")["d"] for s in m.spans]
    assert len(old_spans) == len(new_spans)
    for (a, b), (c, d) in zip(old_spans, new_spans, strict=True):
        assert 0 <= c < d <= len(new)
        same = text[a:b] if kind != "case" else text[a:b].casefold()
        if made.attributes[f"edits-{kind}"] == 0:
            assert new[c:d] == text[a:b]
        elif kind == "case" and "ß" not in text:
            assert new[c:d].casefold() == same
    order = sorted(range(len(old_spans)), key=lambda i: old_spans[i].start)
    assert [new_spans[i].start for i in order] == sorted(s.start for s in new_spans)


@given(st.text(alphabet="ab ", min_size=1, max_size=30), st.data())
def test_places_of_edits_are_those_of_a_marked_text(text: str, data: st.DataObject) -> None:
    """Against brute force: mark every place that no edit covers with a sign of its own, edit, and look where the signs are."""
    cuts = sorted(set(data.draw(st.lists(st.integers(0, len(text)), max_size=8))))
    edits = Edits.of(Edit(a, b, data.draw(st.sampled_from(["", "x", "yy", "zzz"]))) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b)
    inside = {i for e in edits.all for i in range(e.start, e.end)}
    signs = "".join(c if i in inside else chr(0x4E00 + i) for i, c in enumerate(text))
    new = edits.apply(signs)
    for i in range(len(text)):
        if i not in inside:
            assert new[edits.place(i)] == chr(0x4E00 + i)
    places = [edits.place(i) for i in range(len(text) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(new)


def test_the_command(tmp_path: Path) -> None:
    gp.save(corpus(THUMBS, SPOTS), tmp_path / "in.gold.jsonl")
    run = CliRunner().invoke(perturb_command, [str(tmp_path / "in.gold.jsonl"), "--kind", "plural", "--rate", "1", "-o", str(tmp_path / "out.gold.jsonl")])
    assert run.exit_code == 0, run.output
    assert "plural: 2 changes in 1 documents" in run.stderr
    assert covered(gp.load(tmp_path / "out.gold.jsonl")) == ["Hypoplastic thumb", "café-au-lait spot"]
    assert len(CliRunner().invoke(perturb_command, ["--kinds"]).stdout.splitlines()) == 1 + len(KINDS)
    for words in ([], [str(tmp_path / "in.gold.jsonl"), "-o", "x"], [str(tmp_path / "no"), "--kind", "typo", "-o", "x.gold.jsonl"],
                  [str(tmp_path / "in.gold.jsonl"), "--kind", "odd", "-o", str(tmp_path / "x.gold.jsonl")]):  # fmt: skip
        done = CliRunner().invoke(perturb_command, words)
        assert done.exit_code != 0
        assert isinstance(done.exception, GoldproofError | SystemExit)


@pytest.mark.data
def test_on_gsc_plus_a_plural_costs_an_exact_matcher_and_leaves_the_gold_whole(data: Path) -> None:
    from goldproof.checks import check

    base = gp.corpus("gsc-plus", data / "hpo/gsc-plus")
    before = {str(f.place) for f in check(base, rules=["span-*"], least="error")}
    for kind in KINDS:
        made = perturb(base, kind, rate=1, inside="gold")
        assert made.layer("gold").count == base.layer("gold").count
        assert made.attributes[f"edits-{kind}"] != 0
        assert len(check(made, rules=["span-*"], least="error")) <= len(before)
