"""Knowtator 1 and 2: by hand, by property, and on all of CRAFT against a count by a plain XML reader."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, LossRefused
from goldproof.formats import load, save
from goldproof.formats.exchange import guess, losses
from goldproof.formats.features import strip
from goldproof.formats.knowtator2 import iri
from goldproof.model import Attributes, Corpus, Kind, Layer, Mention, Source, Span
from goldproof.model.curie import curie
from goldproof.registry import door

TEXT = "Short and broad fingers.\nNo cleft palate."

ONE = """<?xml version="1.0" encoding="UTF-8"?>
<annotations textSource="d.txt">
  <annotation>
    <mention id="X_1" />
    <annotator id="A_1">Ann Bo</annotator>
    <span start="0" end="5" />
    <span start="16" end="23" />
    <spannedText>Short ... fingers</spannedText>
    <annotationComment>sure?</annotationComment>
  </annotation>
  <annotation>
    <mention id="X_2" />
    <span start="28" end="40" />
    <spannedText>cleft palates</spannedText>
  </annotation>
  <annotation>
    <mention id="X_3" />
  </annotation>
  <annotation>
    <mention id="X_4" />
    <span start="30" end="900" />
    <spannedText>x</spannedText>
    <creationDate>Mon Jan 04 2010</creationDate>
  </annotation>
  <classMention id="X_1">
    <mentionClass id="HP:0009381">short finger</mentionClass>
    <hasSlotMention id="S_1" />
    <hasSlotMention id="S_2" />
    <hasSlotMention id="S_3" />
  </classMention>
  <classMention id="X_2">
    <mentionClass id="palate">palate</mentionClass>
    <hasSlotMention id="S_4" />
  </classMention>
  <stringSlotMention id="S_1">
    <mentionSlot id="side" />
    <stringSlotMentionValue value="left" />
    <stringSlotMentionValue value="right" />
  </stringSlotMention>
  <integerSlotMention id="S_2">
    <mentionSlot id="count" />
    <integerSlotMentionValue value="2" />
  </integerSlotMention>
  <booleanSlotMention id="S_3">
    <mentionSlot id="negated" />
    <booleanSlotMentionValue value="false" />
  </booleanSlotMention>
  <complexSlotMention id="S_4">
    <mentionSlot id="part of" />
    <complexSlotMentionValue value="X_1" />
  </complexSlotMention>
</annotations>
"""

ONE_READ = (
    Mention(
        (Span(0, 5), Span(16, 23)), ("HP:0009381",), id="X_1",
        attributes=Attributes({"annotator": "Ann Bo", "annotator id": "A_1", "class": "short finger", "count": 2, "negated": False,
                               "note": "sure?", "side": ("left", "right")}),
    ),
    Mention((Span(28, 40),), label="palate", id="X_2", attributes=Attributes({"part of": "X_1"}), stated="cleft palates"),
    Mention((), id="X_3"),
    Mention((Span(30, 900),), id="X_4", attributes=Attributes(created="Mon Jan 04 2010"), stated="x"),
)  # fmt: skip

TWO = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<knowtator-project>
    <document id="d" text-file="d.txt">
        <annotation annotator="Default" id="d-1" motivation="" type="identity">
            <class id="http://purl.obolibrary.org/obo/HP_0009381" label="'short finger'"/>
            <span end="5" id="d-2" start="0">Short</span>
            <span end="23" id="d-3" start="16">fingers</span>
        </annotation>
        <annotation annotator="Ann" id="d-4" motivation="why not" type="relation">
            <class id="palate" label=""/>
            <span end="40" id="d-5" start="28">cleft palates</span>
        </annotation>
    </document>
    <document id="e" text-file="C:\\texts\\e.txt"/>
</knowtator-project>
"""

TWO_READ = (
    Mention((Span(0, 5), Span(16, 23)), ("HP:0009381",), id="d-1", attributes=Attributes({"annotator": "Default", "class": "'short finger'"})),
    Mention((Span(28, 40),), label="palate", id="d-4", stated="cleft palates",
            attributes=Attributes(annotator="Ann", motivation="why not", type="relation")),
)  # fmt: skip


def folder(path: Path, **files: str) -> Path:
    path.mkdir()
    for name, content in files.items():
        (path / name.replace("_", ".")).write_text(content, encoding="utf-8", newline="")
    return path


def test_every_part_of_a_knowtator_1_file_is_kept(tmp_path: Path) -> None:
    found = load(folder(tmp_path / "k", d_txt_knowtator_xml=ONE, d_txt=TEXT))
    assert found.layer("mentions")["d"] == ONE_READ
    assert found.document("d").text == TEXT


def test_every_part_of_a_knowtator_2_file_is_kept(tmp_path: Path) -> None:
    found = load(folder(tmp_path / "k", d_xml=TWO, d_txt=TEXT, e_txt="Nothing."))
    assert found.layer("mentions")["d"] == TWO_READ
    assert found.layer("mentions")["e"] == ()


def test_a_text_without_annotations_was_not_judged(tmp_path: Path) -> None:
    for n, xml in enumerate(({"d_txt_knowtator_xml": ONE}, {"d_xml": TWO, "e_txt": ""})):
        found = load(folder(tmp_path / str(n), d_txt=TEXT, f_txt="Unseen.", **xml))
        assert found.layer("mentions").get("f") is None
        assert "f" in {u.id for u in found.units}


def test_texts_may_lie_elsewhere_and_then_other_files_beside_are_not_texts(tmp_path: Path) -> None:
    texts = folder(tmp_path / "texts", d_txt=TEXT, e_txt="", f_txt="Not asked for.")
    one = folder(tmp_path / "one", d_txt_knowtator_xml=ONE, README_txt="Unused classes.")
    two = folder(tmp_path / "two", d_xml=TWO)
    assert [d.id for d in load(one, texts=texts).documents] == ["d"]
    assert [d.id for d in load(two, texts=texts).documents] == ["d", "e"]
    assert [d.id for d in load(one / "d.txt.knowtator.xml", texts=texts).documents] == ["d"]


def test_the_folders_of_a_knowtator_2_project_are_known(tmp_path: Path) -> None:
    folder(tmp_path / "Articles", d_txt=TEXT, e_txt="")
    assert load(folder(tmp_path / "Annotations", d_xml=TWO)).layer("mentions")["d"] == TWO_READ


def test_a_missing_text_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no text beside it .*d\.txt"):
        load(folder(tmp_path / "k", d_txt_knowtator_xml=ONE))


@pytest.mark.parametrize("bad", ['<span start="0" end="x" />', '<span start="0" />', '<span start="0" end="99999999999999" />'])
def test_a_place_that_is_no_number_is_refused(tmp_path: Path, bad: str) -> None:
    with pytest.raises(BadInput, match="annotation 1"):
        load(folder(tmp_path / "one", d_txt=TEXT, d_txt_knowtator_xml=ONE.replace('<span start="0" end="5" />', bad)))
    with pytest.raises(BadInput, match="annotation d-1"):
        load(folder(tmp_path / "two", d_txt=TEXT, e_txt="", d_xml=TWO.replace('<span end="5" id="d-2" start="0">', bad.replace("/", ""))))


def test_what_has_no_record_is_lost_by_name(tmp_path: Path) -> None:
    loose = '<classMention id="X_9"><mentionClass id="a">a</mentionClass></classMention></annotations>'
    with pytest.raises(LossRefused, match=r"unattached-classes.*X_9"):
        load(folder(tmp_path / "one", d_txt=TEXT, d_txt_knowtator_xml=ONE.replace("</annotations>", loose)))
    graph = TWO.replace("    </document>\n    <doc", '<graph-space id="g"/></document>\n<doc')
    two = folder(tmp_path / "two", d_txt=TEXT, e_txt="", d_xml=graph)
    with pytest.raises(LossRefused, match="graphs"):
        load(two)
    assert load(two, lose=["graphs"]).layer("mentions")["d"] == TWO_READ


def test_classes_as_concepts_whatever_they_look_like(tmp_path: Path) -> None:
    one = folder(tmp_path / "one", d_txt=TEXT, d_txt_knowtator_xml=ONE)
    two = folder(tmp_path / "two", d_txt=TEXT, e_txt="", d_xml=TWO)
    for place in (one, two):
        found = load(place, options={"concepts": "label"}).layer("mentions")["d"]
        assert found[1].concepts == ("palate",)
        assert found[1].label == ""


@pytest.mark.parametrize("text", ["a\r\nb\rc\nd", "a\x0b\x01b", "\ufeffx\ufffe"])
@pytest.mark.parametrize("format", ["knowtator", "knowtator2"])
def test_text_that_xml_changes_is_not_taken_for_a_disagreement(tmp_path: Path, format: str, text: str) -> None:
    corpus = Corpus.of_texts({"d": text}).with_layers(
        Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"d": (Mention((Span(0, len(text)),)), Mention((Span(0, 2), Span(2, 3))))}))
    save(corpus, tmp_path / "k", format=format)
    assert load(tmp_path / "k", format=format) == corpus
    # Other writers let the parser translate their line ends.
    for file in (tmp_path / "k").glob("*.xml"):
        file.write_bytes(file.read_bytes().replace(b"&#13;", b"\r"))
    assert load(tmp_path / "k", format=format) == corpus


def test_a_text_that_would_not_be_read_back_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="NUL"):
        save(Corpus.of_texts({"d": "a\0b"}), tmp_path / "k", format="knowtator")
    with pytest.raises(BadInput, match="file name"):
        save(Corpus.of_texts({".d": "ab"}), tmp_path / "k", format="knowtator")
    assert list(tmp_path.iterdir()) == []


def test_what_xml_cannot_hold_is_refused(tmp_path: Path) -> None:
    corpus = Corpus.of_texts({"d": "x"}).with_layers(
        Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"d": (Mention((Span(0, 1),), label="a\x01b"),)}))
    for format in ("knowtator", "knowtator2"):
        with pytest.raises(BadInput, match=r"U\+0001"):
            save(corpus, tmp_path / "k", format=format)
    assert list(tmp_path.iterdir()) == []


def test_curies_and_iris() -> None:
    for short, long in {"MONDO:0005015": "MONDO_0005015", "NCBITaxon:10090": "NCBITaxon_10090"}.items():
        assert curie(f"http://purl.obolibrary.org/obo/{long}") == short
        assert iri(short) == f"http://purl.obolibrary.org/obo/{long}"
    for kept in ("UMLS:C1", "http://example.org/x#y", "palate", "http://purl.obolibrary.org/obo/"):
        assert curie(kept) == iri(kept) == kept


words = st.text(st.characters(min_codepoint=32, max_codepoint=0x1F600, exclude_categories=("Cs",)), max_size=8).filter(
    lambda t: not any(c in t for c in "\ufffe\uffff")
) | st.sampled_from(["", "a", "HP:0000001", "http://x.org/a_1", "http://purl.obolibrary.org/obo/HP_1", "HP_1", " ", "\t\n\r", "a ... b", "identity", "]]>", "goldproof-1", "goldproof_mention_1"])
scalars = words | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
values = scalars | st.lists(scalars, min_size=2, max_size=3).map(tuple)
names = st.sampled_from(["class", "annotator", "annotator id", "note", "created", "type", "motivation", "negated", "X", "id"]) | words
mentions = st.builds(
    Mention,
    st.lists(st.builds(Span, st.integers(-3, 30), st.integers(-3, 30)), max_size=3).map(tuple),
    st.lists(words.filter(bool), max_size=3).map(tuple), words, words,
    st.dictionaries(names, values, max_size=4).map(Attributes), st.none() | st.floats(0, 1), st.none() | words | st.just("Pa ... nts"),
)  # fmt: skip


@pytest.mark.parametrize("format", ["knowtator", "knowtator2"])
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=st.lists(mentions, max_size=4).map(tuple), text=st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30))
def test_any_mention_survives(tmp_path: Path, format: str, found: tuple[Mention, ...], text: str) -> None:
    corpus = Corpus.of_texts({"d": text}).with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"d": found}))
    save(corpus, tmp_path / "k", format=format, force=True)
    assert load(tmp_path / "k", format=format) == corpus


SETS = ["CHEBI/CHEBI", "CL/CL", "GO_BP/GO_BP", "GO_CC/GO_CC", "GO_MF/GO_MF", "MOP/MOP", "NCBITaxon/NCBITaxon", "PR/PR", "SO/SO", "UBERON/UBERON"]
PLACES = [
    *(f"concept-annotation/{s}/knowtator" for s in SETS),
    "structural-annotation/sections-and-typography/knowtator",
    "concept-annotation/MONDO/MONDO_with_genotype_annotations/knowtator-2",
    "concept-annotation/MONDO/MONDO_without_genotype_annotations/knowtator-2",
]


def counted(folder: Path) -> Counter[str]:
    """Annotations, fragments, comments, classes and annotators by a plain XML reader."""
    found: Counter[str] = Counter()
    for file in folder.glob("*.xml"):
        root = ET.parse(file).getroot()
        found["documents"] += 1
        for annotation in root.iter("annotation"):
            found["mentions"] += 1
            found["spans"] += len(annotation.findall("span"))
            found["discontinuous"] += len(annotation.findall("span")) > 1
            found["comments"] += len(annotation.findall("annotationComment"))
        for element in (*root.iter("mentionClass"), *root.iter("class")):
            found[element.get("id", "").rsplit("/", 1)[-1].replace("_", ":")] += 1
    return found


@pytest.mark.data
@pytest.mark.parametrize("place", PLACES)
def test_craft_is_read_to_the_last_annotation_and_survives_every_way(data: Path, place: str, tmp_path: Path) -> None:
    craft = data / "craft"
    format = "knowtator2" if place.endswith("-2") else "knowtator"
    assert guess(craft / place).name == format
    corpus = load(craft / place, texts=craft / "articles/txt")
    (layer,) = corpus.layers
    concepts = "concept-annotation" in place
    found = Counter({"documents": len(layer.units), "mentions": layer.count})
    for _, mentions_ in layer.items():
        for m in mentions_:
            found["spans"] += len(m.spans)
            found["discontinuous"] += m.discontinuous
            found["comments"] += "note" in m.attributes
            found[(m.concepts[0] if concepts else m.label).replace("_", ":")] += 1
            assert m.stated is None
            assert m.id
            assert bool(m.concepts) == concepts == (not m.label)
    assert +found == +counted(craft / place)
    assert len(corpus.documents) == len(list((craft / "articles/txt").glob("*.txt")))

    for other in ("native", format, "brat"):
        lost = losses(corpus, door("formats").get(other))
        assert not lost or other == "brat"
        assert set(lost) <= {"mention-without-span", "mention-typed-values", "text-lines", "empty-layers"}
        save(corpus, tmp_path / f"x.{other}", format=other, lose=lost)
        assert load(tmp_path / f"x.{other}", format=other) == strip(corpus, lost)
