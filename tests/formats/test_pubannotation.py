"""PubAnnotation JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from goldproof.errors import GoldproofError, LossRefused
from goldproof.formats import guess, load, save
from goldproof.formats.offsets import UNITS
from goldproof.model import Attributes, Corpus, Mention, Source, Span

from .arbitrary import corpora, keeps_the_law

TEXT = "𝛼-globin, short and broad fingers; no cleft palate."
Plain = dict[str, object]


def span(word: str, unit: str = "codepoints") -> Plain:
    start = TEXT.index(word)
    before = {"codepoints": len, "utf16": lambda t: len(t.encode("utf-16-le")) // 2, "bytes": lambda t: len(t.encode())}[unit]
    return {"begin": before(TEXT[:start]), "end": before(TEXT[: start + len(word)])}


def place(word: str) -> Span:
    return Span(TEXT.index(word), TEXT.index(word) + len(word))


def document(unit: str = "codepoints", **more: object) -> Plain:
    return {
        "sourcedb": "PubMed", "sourceid": "7", "text": TEXT,
        "denotations": [
            {"id": "T1", "span": span("𝛼-globin", unit), "obj": "Gene"},
            {"id": "T2", "span": [span("short", unit), span("fingers", unit)], "obj": "Phenotype"},
            {"id": "T3", "span": span("cleft palate", unit), "obj": "Mention", "text": "cleft palates"},
        ],
        "attributes": [
            {"id": "A1", "subj": "T2", "pred": "concept", "obj": "HP:1"}, {"id": "A2", "subj": "T2", "pred": "concept", "obj": "HP:2"},
            {"id": "A3", "subj": "T2", "pred": "confidence", "obj": 0.5}, {"id": "A4", "subj": "T3", "pred": "kind", "obj": "a"},
            {"id": "A5", "subj": "T3", "pred": "kind", "obj": 2}, {"id": "A6", "subj": "T3", "pred": "negated", "obj": True},
        ],
    } | more  # fmt: skip


EXPECTED = (
    Mention((place("𝛼-globin"),), label="Gene"),
    Mention((place("short"), place("fingers")), ("HP:1", "HP:2"), "Phenotype", confidence=0.5),
    Mention((place("cleft palate"),), attributes=Attributes(negated=True, kind=("a", 2)), stated="cleft palates"),
)


def written(root: Path, plain: object) -> Path:
    path = root / "x.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    return path


@pytest.mark.parametrize("unit", UNITS)
def test_a_document_goes_there_and_back_as_it_was(unit: str, tmp_path: Path) -> None:
    more = {"divid": 0, "namespaces": [{"prefix": "_base", "uri": "x"}], "target": "http://x", "sourcedb": None}
    for plain in (document(unit), document(unit, **more)):
        path = written(tmp_path, plain)
        assert guess(path).name == "pubannotation"
        corpus = load(path, options={"offsets": unit})
        assert corpus.documents[0].id == ("7/0" if "divid" in plain else "7")
        assert corpus.layers[0].get(corpus.units[0].id) == EXPECTED
        save(corpus, tmp_path / "y.pubannotation.json", force=True, options={"offsets": unit})
        assert json.loads((tmp_path / "y.pubannotation.json").read_text(encoding="utf-8")) == plain


def test_one_or_many_or_lines_or_a_folder(tmp_path: Path) -> None:
    one, two = document(), document(sourceid="8")
    both = load(written(tmp_path, [one, two]))
    assert [d.id for d in both.documents] == ["7", "8"]
    (tmp_path / "x.json").write_text(f"{json.dumps(one)}\n{json.dumps(two)}\n")
    assert load(tmp_path / "x.json") == both
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, plain in (("a", one), ("b", two)):
        (folder / f"{name}.json").write_text(json.dumps(plain))
    assert load(folder) == both
    del one["sourceid"], one["sourcedb"]
    (folder / "a.json").write_text(json.dumps(one))
    assert [d.id for d in load(folder).documents] == ["a", "8"]


def test_what_is_not_judged(tmp_path: Path) -> None:
    bare: Plain = {"sourceid": "1", "text": "x"}
    assert load(written(tmp_path, [bare])).layers == ()
    corpus = load(written(tmp_path, [bare, {**bare, "sourceid": "2", "denotations": []}, document()]))
    layer = corpus.layer("mentions")
    assert (layer.get("1"), layer.get("2"), layer.get("7")) == (None, (), EXPECTED)


def test_projects_are_layers(tmp_path: Path) -> None:
    first, second = ({"project": name, "denotations": [{"span": span(word), "obj": "A"}]} for name, word in (("ann", "short"), ("bo", "broad")))
    corpus = load(written(tmp_path, [{"sourceid": "1", "text": TEXT, "tracks": [first, second]}, {"sourceid": "2", "text": TEXT, **second}]))
    assert [(la.name, la.source, la.units) for la in corpus.layers] == [("ann", Source("ann"), ("1",)), ("bo", Source("bo"), ("1", "2"))]
    assert corpus.layer("bo")["2"] == (Mention((place("broad"),), label="A"),)
    save(corpus, tmp_path / "y.pubannotation.json")
    assert load(tmp_path / "y.pubannotation.json") == corpus


def test_the_object_of_a_denotation_as_concept(tmp_path: Path) -> None:
    found = load(written(tmp_path, document()), options={"concepts": "obj"}).layer("mentions")["7"]
    assert [(m.label, m.concepts) for m in found] == [("", ("Gene",)), ("", ("Phenotype", "HP:1", "HP:2")), ("", ())]


def test_fragments_in_chains(tmp_path: Path) -> None:
    plain = {"text": TEXT, "sourceid": "7", "denotations": [
        {"id": "T1-0", "span": span("short"), "obj": "_FRAGMENT"}, {"id": "T1-1", "span": span("broad"), "obj": "_FRAGMENT"},
        {"id": "T1", "span": span("fingers"), "obj": "P"}],
        "relations": [{"pred": "_lexicallyChainedTo", "subj": "T1-1", "obj": "T1-0"}, {"pred": "_lexicallyChainedTo", "subj": "T1", "obj": "T1-1"}]}  # fmt: skip
    assert load(written(tmp_path, plain)).layer("mentions")["7"] == (Mention((place("short"), place("broad"), place("fingers")), label="P"),)


def test_modifications_are_flags(tmp_path: Path) -> None:
    changes = [{"pred": "Negation", "obj": "T1"}, {"pred": "Speculation", "obj": "T2"}]
    found = load(written(tmp_path, document(modifications=changes))).layer("mentions")["7"]
    assert [(m.negated, m.uncertain) for m in found] == [(True, False), (False, True), (True, False)]


@pytest.mark.parametrize(("name", "more"), [
    ("relations", {"relations": [{"id": "R1", "subj": "T1", "pred": "causes", "obj": "T2"}]}),
    ("attributes-elsewhere", {"modifications": [{"id": "M1", "pred": "Negation", "obj": "R1"}]}),
    ("attributes-elsewhere", {"attributes": [{"subj": "T9", "pred": "x", "obj": 1}]}),
])  # fmt: skip
def test_what_is_lost_is_lost_only_by_name(name: str, more: Plain, tmp_path: Path) -> None:
    path = written(tmp_path, document(**more))
    with pytest.raises(LossRefused) as refused:
        load(path)
    assert list(refused.value.losses) == [name]
    assert load(path, lose=[name]).layer("mentions").count == len(EXPECTED)


BAD = [
    "", "[", "[1]", '{"text": 1}', '{"denotations": []}', '{"text": "x", "denotations": {}}', '{"text": "x", "denotations": [1]}',
    '{"text": "x", "denotations": [{"span": {"begin": 0}}]}', '{"text": "x", "denotations": [{"span": {"begin": true, "end": 1}}]}',
    '{"text": "x", "denotations": [{"span": {"begin": 0, "end": 99999999999}}]}', '{"text": "\\ud800"}', '{"text": "x", "tracks": 1}', "[" * 100_000,
    '[{"text": "x", "sourceid": "1"}, {"text": "y", "sourceid": "1"}]', '{"text": "x", "n": NaN}',
    '{"text": "x", "project": "a", "goldproof:source": {"kind": "god"}, "denotations": []}',
    '{"text": "x", "tracks": [{"project": "a", "denotations": []}, {"project": "a", "denotations": []}]}',
]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_what_is_not_pubannotation_is_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(GoldproofError) as error:
        load(path, format="pubannotation")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("unit", UNITS)
@given(corpora())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_corpus_comes_back(unit: str, corpus: Corpus) -> None:
    keeps_the_law(corpus, "pubannotation", offsets=unit)


@pytest.mark.data
@pytest.mark.parametrize("language", ["English", "French", "German"])
def test_mantra_through_pubannotation_and_pubtator(language: str, data: Path, tmp_path: Path) -> None:
    for folder in sorted((data / "mantra" / language).iterdir()):
        corpus = load(folder, format="brat")
        save(corpus, tmp_path / "x.pubannotation.json", force=True)
        assert load(tmp_path / "x.pubannotation.json") == corpus
        keeps_the_law(corpus, "pubtator")
