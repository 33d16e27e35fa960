"""BioC, in XML and in JSON."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from goldproof.errors import GoldproofError, LossRefused
from goldproof.formats import guess, load, save
from goldproof.formats.offsets import UNITS, Offsets, width
from goldproof.model import Attributes, Corpus, Kind, Layer, Mention, Passage, Source, Span, Unit

from .arbitrary import corpora, keeps_the_law

TITLE, SECTION = "𝛼-globin & <coma>", "Ärzte saw 𝛼-globin in short and broad fingers."
TEXT = f"{TITLE}\n{SECTION}"
SUFFIX = {"bioc-xml": ".bioc.xml", "bioc-json": ".bioc.json"}
both = pytest.mark.parametrize("format", SUFFIX)


def location(word: str, unit: str, start: int = 0) -> dict[str, int]:
    at = Offsets(TEXT, unit)
    place = TEXT.index(word, start)
    return {"offset": at.outward(place), "length": at.outward(place + len(word)) - at.outward(place)}


def annotation(id: str, infons: dict[str, object], text: str, *places: dict[str, int]) -> dict[str, object]:
    return {"id": id, "infons": infons, "text": text, "locations": list(places)}


def collection(unit: str = "codepoints") -> dict[str, object]:
    """A PMC-like document: a title and a section, each a passage with infons."""
    second = len(TITLE) + 1
    return {
        "source": "PMC", "date": "20260101", "key": "x.key", "infons": {"license": "CC0"},
        "documents": [{
            "id": "7", "infons": {"journal": "J"}, "relations": [],
            "passages": [
                {"offset": 0, "infons": {"section_type": "TITLE"}, "text": TITLE, "sentences": [], "relations": [], "annotations": [
                    annotation("g1", {"type": "Gene", "identifier": "1;2"}, "𝛼-globin", location("𝛼-globin", unit)),
                    annotation("d1", {"type": "Disease", "identifier": "-1", "note": "sic"}, "Coma", location("coma", unit))]},
                {"offset": Offsets(TEXT, unit).outward(second), "infons": {"section_type": "RESULTS"}, "text": SECTION, "sentences": [], "relations": [],
                 "annotations": [
                    annotation("g2", {"type": "Gene", "identifier": "1|2", "confidence": "0.5"}, "𝛼-globin", location("𝛼-globin", unit, second)),
                    annotation("f1", {"identifier": "HP:1", "negated": "true"}, "short fingers", location("short", unit), location("fingers", unit))]},
            ]}],
    }  # fmt: skip


def expected() -> tuple[Mention, ...]:
    def spans(*words: str, start: int = 0) -> tuple[Span, ...]:
        return tuple(Span(TEXT.index(w, start), TEXT.index(w, start) + len(w)) for w in words)

    return (
        Mention(spans("𝛼-globin"), ("1", "2"), "Gene", "g1"),
        Mention(spans("coma"), (), "Disease", "d1", Attributes(identifier="-1", note="sic"), stated="Coma"),
        Mention(spans("𝛼-globin", start=20), ("1", "2"), "Gene", "g2", Attributes(identifier="1|2"), 0.5),
        Mention(spans("short", "fingers"), ("HP:1",), "", "f1", Attributes(negated=True)),
    )


def as_xml(plain: dict[str, object]) -> str:
    """The same collection in XML, made with nothing of ours."""

    def infons(parent: ET.Element, of: dict[str, object]) -> None:
        for key, value in of.items():
            ET.SubElement(parent, "infon", key=key).text = str(value)

    root = ET.Element("collection")
    for name in ("source", "date", "key"):
        ET.SubElement(root, name).text = str(plain[name])
    infons(root, plain["infons"])  # type: ignore[arg-type]
    for d in plain["documents"]:  # type: ignore[attr-defined]
        document = ET.SubElement(root, "document")
        ET.SubElement(document, "id").text = d["id"]
        infons(document, d["infons"])
        for p in d["passages"]:
            passage = ET.SubElement(document, "passage")
            infons(passage, p["infons"])
            ET.SubElement(passage, "offset").text = str(p["offset"])
            ET.SubElement(passage, "text").text = p["text"]
            for a in p["annotations"]:
                one = ET.SubElement(passage, "annotation", id=a["id"])
                infons(one, a["infons"])
                for place in a["locations"]:
                    ET.SubElement(one, "location", {k: str(v) for k, v in place.items()})
                ET.SubElement(one, "text").text = a["text"]
    return '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE collection SYSTEM "BioC.dtd">\n' + ET.tostring(root, encoding="unicode")


def written(root: Path, format: str, plain: object) -> Path:
    path = root / f"x{SUFFIX[format]}"
    path.write_text(json.dumps(plain) if format == "bioc-json" else as_xml(plain), encoding="utf-8")  # type: ignore[arg-type]
    return path


@both
@pytest.mark.parametrize("unit", UNITS)
def test_an_article_of_passages(format: str, unit: str, tmp_path: Path) -> None:
    path = written(tmp_path, format, collection(unit))
    assert guess(path).name == format
    corpus = load(path, options={"offsets": unit})
    assert (corpus.provenance, corpus.attributes) == ("PMC", Attributes(date="20260101", key="x.key", license="CC0"))
    (document,) = corpus.documents
    assert (document.id, document.text) == ("7", TEXT)
    assert document.attributes["journal"] == "J"
    assert corpus.layer("mentions")["7"] == expected()
    assert [json.loads(str(p)) for p in document.attributes["bioc:passages"]] == [  # type: ignore[union-attr]
        {"offset": 0, "length": len(TITLE), "infons": {"section_type": "TITLE"}},
        {"offset": len(TITLE) + 1, "length": len(SECTION), "infons": {"section_type": "RESULTS"}},
    ]


@both
@pytest.mark.parametrize("unit", UNITS)
def test_what_was_read_goes_back_with_the_same_passages(format: str, unit: str, tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "bioc-json", collection(unit)), options={"offsets": unit})
    target = tmp_path / f"y{SUFFIX[format]}"
    save(corpus, target, options={"offsets": unit})
    assert load(target, options={"offsets": unit}) == corpus
    if format == "bioc-json":
        back = json.loads(target.read_text(encoding="utf-8"))
        (document,) = back["documents"]
        document.pop("annotations")
        assert back == collection(unit)
    else:
        root = ET.fromstring(target.read_bytes())
        assert [p.findtext("offset") for p in root.iter("passage")] == [str(p["offset"]) for p in collection(unit)["documents"][0]["passages"]]  # type: ignore[index]
        assert ET.canonicalize(ET.tostring(root, encoding="unicode"), strip_text=True) == ET.canonicalize(as_xml(collection(unit)), strip_text=True)


@both
def test_the_wrong_unit_of_offsets_is_found_out(format: str, tmp_path: Path) -> None:
    plain = collection("utf16")
    warnings: list[str] = []
    corpus = load(written(tmp_path, format, plain), warnings=warnings)
    assert any("offsets=utf16" in w for w in warnings)
    disagreeing = [m for m in corpus.layer("mentions")["7"] if m.stated is not None]
    assert len(disagreeing) == len(expected())
    warnings.clear()
    load(written(tmp_path, format, collection()), warnings=warnings)
    assert warnings == []


@both
def test_passages_that_cannot_stand_where_they_say_are_refused(format: str, tmp_path: Path) -> None:
    for wrong in (3, -1, 10**9):
        plain = collection()
        plain["documents"][0]["passages"][1]["offset"] = wrong  # type: ignore[index]
        with pytest.raises(GoldproofError, match="document 7") as error:
            load(written(tmp_path, format, plain))
        assert "\n" not in str(error.value)


@both
def test_passages_as_units(format: str, tmp_path: Path) -> None:
    corpus = load(written(tmp_path, format, collection()), options={"units": "passages"})
    title, results = Span(0, len(TITLE)), Span(len(TITLE) + 1, len(TEXT))
    assert corpus.units == (
        Unit("7/1", Passage("7", title), attributes=Attributes(section_type="TITLE")),
        Unit("7/2", Passage("7", results), attributes=Attributes(section_type="RESULTS")),
    )
    assert (corpus.layer("mentions")["7/1"], corpus.layer("mentions")["7/2"]) == (expected()[:2], expected()[2:])
    save(corpus, tmp_path / f"y{SUFFIX[format]}")
    assert load(tmp_path / f"y{SUFFIX[format]}") == corpus


def sentences(format: str) -> str:
    parts = [("One toe.", 10, "toe", 14), ("Two palates here.", 20, "palates", 24)]
    if format == "bioc-json":
        return json.dumps([{"documents": [{"id": 1, "passages": [{"offset": 10, "infons": {"type": "p"}, "sentences": [
            {"offset": start, "text": text, "infons": {}, "annotations": [annotation(word, {}, word, {"offset": at, "length": len(word)})]}
            for text, start, word, at in parts]}]}]}])  # fmt: skip
    inner = "".join(
        f'<sentence><offset>{start}</offset><text>{text}</text><annotation id="{word}"><location offset="{at}" length="{len(word)}"/><text>{word}</text>'
        "</annotation></sentence>" for text, start, word, at in parts
    )  # fmt: skip
    return f'<collection><source/><date/><key/><document id="1"><passage offset="10"><infon key="type">p</infon>{inner}</passage></document></collection>'


@both
def test_sentences_and_gaps(format: str, tmp_path: Path) -> None:
    """Gaps before and between passages are line ends, between sentences spaces."""
    path = tmp_path / f"x{SUFFIX[format]}"
    path.write_text(sentences(format))
    corpus = load(path, format=format)
    assert corpus.document("1").text == "\n" * 10 + "One toe.  Two palates here."
    assert [m.id for m in corpus.layer("mentions")["1"]] == ["toe", "palates"]
    assert all(m.stated is None for m in corpus.layer("mentions")["1"])
    for other in SUFFIX:
        save(corpus, tmp_path / f"y{SUFFIX[other]}", force=True)
        assert load(tmp_path / f"y{SUFFIX[other]}") == corpus
    assert (tmp_path / "y.bioc.xml").read_text().count("<sentence>") == 2


def test_annotations_out_of_order_keep_theirs(tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "bioc-json", collection()))
    turned = corpus.with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"7": expected()[::-1]}))
    for format, suffix in SUFFIX.items():
        save(turned, tmp_path / f"y{suffix}", format=format)
        assert load(tmp_path / f"y{suffix}") == turned


def test_passages_that_no_longer_fit_are_kept_beside_the_text(tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "bioc-json", collection()))
    (document,) = corpus.documents
    changed = Corpus.of_texts([type(document)(document.id, "Another text.", attributes=document.attributes)])
    save(changed, tmp_path / "y.bioc.xml")
    assert load(tmp_path / "y.bioc.xml") == changed


@both
def test_annotators_as_layers(format: str, tmp_path: Path) -> None:
    """An annotator judged, as far as anybody knows, where they said something."""
    plain = collection()
    (document,) = plain["documents"]  # type: ignore[misc]
    every = [a for p in document["passages"] for a in p["annotations"]]
    for a, name in zip(every, ("ann", "bo", "ann", "ann"), strict=True):
        a["infons"]["annotator"] = name
    plain["documents"].append({"id": "8", "infons": {}, "relations": [], "passages": document["passages"][:0]})  # type: ignore[attr-defined]
    path = written(tmp_path, format, plain)
    assert {m.attributes["annotator"] for m in load(path).layer("mentions")["7"]} == {"ann", "bo"}
    corpus = load(path, options={"layers": "annotator"})
    assert [(la.name, la.source, la.units, la.count) for la in corpus.layers] == [("ann", Source("ann"), ("7",), 3), ("bo", Source("bo"), ("7",), 1)]
    save(corpus, tmp_path / f"y{SUFFIX[format]}")
    assert load(tmp_path / f"y{SUFFIX[format]}") == corpus


@both
def test_concepts_in_other_infons(format: str, tmp_path: Path) -> None:
    plain = collection()
    plain["documents"][0]["passages"][0]["annotations"][0]["infons"] = {"type": "Gene", "MeSH": "D1", "OMIM": "3"}  # type: ignore[index]
    first, *_ = load(written(tmp_path, format, plain), options={"concepts": "MeSH,OMIM"}).layer("mentions")["7"]
    assert (first.concepts, first.attributes) == (("D1", "3"), Attributes(MeSH="D1", OMIM="3"))


@both
def test_relations_are_lost_only_by_name(format: str, tmp_path: Path) -> None:
    path = written(tmp_path, format, collection())
    text = path.read_text(encoding="utf-8")
    if format == "bioc-json":
        text = text.replace('"relations": []', '"relations": [{"id": "R1", "infons": {}, "nodes": []}]', 1)
    else:
        text = text.replace("</passage>", '<relation id="R1"><infon key="type">CID</infon><node refid="g1" role="x"/></relation></passage>', 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LossRefused) as refused:
        load(path)
    assert list(refused.value.losses) == ["relations"]
    assert load(path, lose=["relations"]).layer("mentions")["7"] == expected()


def test_the_shapes_of_json(tmp_path: Path) -> None:
    plain = collection()
    whole = load(written(tmp_path, "bioc-json", plain))
    documents = plain["documents"]
    for shape in ([plain], {"PubTator3": documents}, documents, documents[0]):  # type: ignore[index]
        found = load(written(tmp_path, "bioc-json", shape))
        assert (found.documents, found.layers) == (whole.documents, whole.layers)
    path = tmp_path / "x.bioc.json"
    path.write_text("\n".join(json.dumps({**documents[0], "id": id}) for id in ("1", "2")))  # type: ignore[index]
    assert [d.id for d in load(path).documents] == ["1", "2"]


def test_what_json_says_beside_bioc_goes_back_as_it_was(tmp_path: Path) -> None:
    plain = collection()
    (document,) = plain["documents"]  # type: ignore[misc]
    document |= {"pmid": 7, "meta": {"a": [None]}, "authors": ["A B"]}
    document["passages"][0]["annotations"][0]["infons"] |= {"valid": True, "normalized": [1, 2], "parent": None}
    document["passages"][1]["infons"]["extra"] = [["x"]]
    corpus = load(written(tmp_path, "bioc-json", plain))
    first, *_ = corpus.layer("mentions")["7"]
    assert (first.attributes["valid"], first.attributes["normalized"]) == (True, (1, 2))
    assert corpus.document("7").attributes["bioc:pmid"] == 7
    for way in ("bioc-xml", "bioc-json"):
        save(corpus, tmp_path / f"y{SUFFIX[way]}")
        assert load(tmp_path / f"y{SUFFIX[way]}") == corpus
    back = json.loads((tmp_path / "y.bioc.json").read_text())
    back["documents"][0].pop("annotations")
    assert back == plain


NOT_XML = [
    "", "<collection>", "<html/>", "\0", "<collection><document/></collection>",
    '<!DOCTYPE c [<!ENTITY e "x">]><collection>&e;</collection>',
    "<collection><document><id>1</id><passage><text>x</text></passage></document></collection>",
    "<collection><document><id>1</id><passage><offset>x</offset><text>x</text></passage></document></collection>",
    '<collection><document><id>1</id><passage><offset>0</offset><annotation><location offset="0"/></annotation></passage></document></collection>',
    '<collection><document><id>1</id><passage><offset>0</offset><annotation><location offset="9999999999" length="1"/></annotation></passage></document>'
    "</collection>",
    '<collection><infon key="goldproof:layers">{}</infon></collection>',
    '<collection><infon key="goldproof:layers">[{"name": 1}]</infon></collection>',
    "<collection><document><id>1</id></document><document><id>1</id></document></collection>",
]
NOT_JSON = [
    "", "[", "{}", "[1]", '{"documents": 1}', '{"documents": [{"passages": []}]}', '{"documents": [{"id": "1", "passages": [{"text": "x"}]}]}',
    '{"documents": [{"id": "1", "passages": [{"offset": 0, "text": 1}]}]}', '{"documents": [{"id": "1", "passages": [{"offset": 1.5, "text": "x"}]}]}',
    '{"documents": [{"id": "1", "passages": [{"offset": 0, "text": "\\ud800"}]}]}', '{"documents": [], "infons": []}', "[" * 100_000, '{"documents": NaN}',
    '{"documents": [{"id": "1", "passages": [{"offset": 0, "annotations": [{"locations": [{"offset": 99999999999, "length": 0}]}]}]}]}',
]  # fmt: skip


@pytest.mark.parametrize(("format", "text"), [*(("bioc-xml", t) for t in NOT_XML), *(("bioc-json", t) for t in NOT_JSON)])
def test_what_is_not_bioc_is_one_line(format: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(GoldproofError) as error:
        load(path, format=format)
    assert "\n" not in str(error.value)


@both
@pytest.mark.parametrize("unit", UNITS)
@given(corpora(parts=True))
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_corpus_comes_back(format: str, unit: str, corpus: Corpus) -> None:
    keeps_the_law(corpus, format, "XML cannot hold", offsets=unit)


@both
@given(corpora(parts=True))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_library_bioc_reads_the_same_offsets(format: str, tmp_path: Path, corpus: Corpus) -> None:
    library = pytest.importorskip("bioc.biocxml" if format == "bioc-xml" else "bioc.biocjson")
    path = tmp_path / f"x{SUFFIX[format]}"
    try:
        save(corpus, path, force=True)
    except GoldproofError as error:
        assert "XML cannot hold" in str(error)  # noqa: PT017  only some of these corpora are refused
        return
    with path.open("rb" if format == "bioc-xml" else "r", **({} if format == "bioc-xml" else {"encoding": "utf-8"})) as file:
        theirs = library.load(file)
    assert [d.id for d in theirs.documents] == [d.id for d in corpus.documents]
    for document in theirs.documents:
        text = corpus.document(document.id).text
        found = [a for p in document.passages for a in p.annotations]
        ours = [m for la in corpus.layers for u, ms in la.items() if corpus.passage(u).document == document.id for m in ms]
        places = sorted([(loc.offset, loc.offset + loc.length) for loc in a.locations] for a in found)
        assert places == sorted([tuple(s) for s in m.spans] for m in ours)
        for p in document.passages:
            assert not p.text or format == "bioc-xml" or text[p.offset : p.offset + len(p.text)] == p.text


@pytest.mark.parametrize("unit", UNITS)
def test_offsets_there_and_back(unit: str) -> None:
    at = Offsets(TEXT, unit)
    size = {"codepoints": len, "utf16": lambda t: len(t.encode("utf-16-le")) // 2, "bytes": lambda t: len(t.encode())}[unit]
    for point in range(len(TEXT) + 3):
        ahead = TEXT[:point]
        assert at.outward(point) == size(ahead) + max(point - len(TEXT), 0)
        assert at.inward(at.outward(point)) == point
    assert width(TEXT, unit) == size(TEXT)


@pytest.mark.data
@both
@pytest.mark.parametrize("language", ["English", "French", "German"])
def test_mantra_through_bioc(language: str, format: str, data: Path, tmp_path: Path) -> None:
    for folder in sorted((data / "mantra" / language).iterdir()):
        warnings: list[str] = []
        corpus = load(folder, format="brat", warnings=warnings)
        for unit in UNITS:
            save(corpus, tmp_path / f"x{SUFFIX[format]}", options={"offsets": unit}, force=True)
            assert load(tmp_path / f"x{SUFFIX[format]}", options={"offsets": unit}) == corpus
        rows = sum(len(re.findall(r"(?m)^T\d", f.read_text(encoding="utf-8"))) for f in folder.glob("*.ann"))
        assert corpus.layer("mentions").count == rows
