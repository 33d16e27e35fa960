"""UIMA XMI: files of others by hand, offsets in UTF-16, exact round trips of anything, nothing run from a type system."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, LossRefused
from goldproof.formats import load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.formats.uima import UIMA
from goldproof.formats.uima_types import lies_in
from goldproof.model import Attributes, Corpus, Kind, Layer, Mention, Node, Source, Span

from .. import strategies
from .samples import SAMPLES

cassis = pytest.importorskip("cassis")

TEXT = "𝛼-globin binds. So it is."
XMI = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmlns:tcas="http:///uima/tcas.ecore" xmlns:my="http:///my.ecore"
  xmlns:s="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" xmlns:p="http:///de/tudarmstadt/ukp/dkpro/core/api/lexmorph/type/pos.ecore"
  xmlns:m="http:///de/tudarmstadt/ukp/dkpro/core/api/lexmorph/type/morph.ecore"
  xmlns:d="http:///de/tudarmstadt/ukp/dkpro/core/api/syntax/type/dependency.ecore"
  xmlns:c="http:///de/tudarmstadt/ukp/dkpro/core/api/syntax/type/constituent.ecore"
  xmlns:n="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore" xmi:version="2.0">
  <cas:NULL xmi:id="0"/>
  <tcas:DocumentAnnotation xmi:id="2" sofa="1" begin="0" end="26" language="en"/>
  <s:Sentence xmi:id="3" sofa="1" begin="0" end="16"/>
  <s:Token xmi:id="4" sofa="1" begin="0" end="9" lemma="8" pos="9" morph="10"/>
  <s:Token xmi:id="5" sofa="1" begin="10" end="15" form="12"/>
  <s:Token xmi:id="6" sofa="1" begin="15" end="16"/>
  <s:Lemma xmi:id="8" sofa="1" begin="0" end="9" value="alpha-globin"/>
  <p:POS xmi:id="9" sofa="1" begin="0" end="9" PosValue="NN" coarseValue="NOUN"/>
  <m:MorphologicalFeatures xmi:id="10" sofa="1" begin="0" end="9" value="Case=Nom|Number=Sing"/>
  <s:TokenForm xmi:id="12" sofa="1" begin="10" end="15" value="bind"/>
  <d:Dependency xmi:id="20" sofa="1" begin="0" end="9" Governor="5" Dependent="4" DependencyType="nsubj"/>
  <d:ROOT xmi:id="21" sofa="1" begin="10" end="15" Governor="5" Dependent="5" DependencyType="root"/>
  <d:Dependency xmi:id="22" sofa="1" begin="15" end="16" Governor="4" Dependent="6" DependencyType="x" flavor="enhanced"/>
  <c:ROOT xmi:id="30" sofa="1" begin="0" end="16" constituentType="ROOT" children="31 5 6"/>
  <c:Constituent xmi:id="31" sofa="1" begin="0" end="9" constituentType="NP" syntacticFunction="SBJ" parent="30" children="4"/>
  <n:NamedEntity xmi:id="40" sofa="1" begin="0" end="9" value="Gene" identifier="PR:1"/>
  <my:Bond xmi:id="41" sofa="1" begin="10" end="900" who="40" strength="0.5" sure="true" steps="3" words="50"/>
  <my:Pair xmi:id="42" sofa="1" begin="1" end="2"><tags>a b</tags><tags>c</tags></my:Pair>
  <cas:StringArray xmi:id="50"><elements>x y</elements><elements>z</elements></cas:StringArray>
  <cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="𝛼-globin binds. So it is."/>
  <cas:View sofa="1" members="2 3 4 5 6 8 9 10 20 21 22 30 31 40 41 42"/>
</xmi:XMI>
"""
TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
%s
<typeDescription><name>my.Bond</name><description/><supertypeName>uima.tcas.Annotation</supertypeName><features>
 <featureDescription><name>who</name><description/><rangeTypeName>uima.tcas.Annotation</rangeTypeName></featureDescription>
 <featureDescription><name>strength</name><description/><rangeTypeName>uima.cas.Double</rangeTypeName></featureDescription>
 <featureDescription><name>sure</name><description/><rangeTypeName>uima.cas.Boolean</rangeTypeName></featureDescription>
 <featureDescription><name>steps</name><description/><rangeTypeName>uima.cas.Integer</rangeTypeName></featureDescription>
 <featureDescription><name>words</name><description/><rangeTypeName>uima.cas.StringArray</rangeTypeName><multipleReferencesAllowed>true</multipleReferencesAllowed></featureDescription>
</features></typeDescription>
<typeDescription><name>my.Pair</name><description/><supertypeName>uima.tcas.Annotation</supertypeName><features>
 <featureDescription><name>tags</name><description/><rangeTypeName>uima.cas.StringArray</rangeTypeName></featureDescription>
</features></typeDescription>
</types></typeSystemDescription>
"""


def types() -> str:
    """DKPro's types, as cassis ships them, with two of our own."""
    found = cassis.load_dkpro_core_typesystem().to_xml()
    inner = found[found.index("<types>") + len("<types>") : found.index("</types>")]
    return TYPES % inner


def foreign(folder: Path, xmi: str = XMI, typed: str | None = None) -> Path:
    folder.mkdir()
    (folder / "x.xmi").write_text(xmi, encoding="utf-8")
    (folder / "TypeSystem.xml").write_text(types() if typed is None else typed, encoding="utf-8")
    return folder


def test_a_file_of_another_program_is_read_whole(tmp_path: Path) -> None:
    found = load(foreign(tmp_path / "u"))
    assert found.document("x").text == TEXT
    assert found.document("x").language == "en"
    mentions = found.layer("mentions")["x"]
    assert sorted(mentions, key=lambda m: m.id) == [
        Mention((Span(0, 8),), ("PR:1",), "Gene", "40"),
        Mention((Span(9, 899),), (), "Bond", "41", Attributes(who="40", strength=0.5, sure=True, steps=3, words=("x y", "z"))),
        # An offset of UTF-16 inside of a character is that character.
        Mention((Span(0, 1),), (), "Pair", "42", Attributes(tags=("a b", "c"))),
    ]
    ((parse,),) = (found.layer("parses")["x"],)
    (sentence,) = parse.sentences
    assert sentence.span == (0, 15)
    assert [(t.span, t.form, t.lemma, t.tag, t.coarse, t.head, t.relation) for t in sentence.tokens] == [
        ((0, 8), "𝛼-globin", "alpha-globin", "NN", "NOUN", 2, "nsubj"),
        ((9, 14), "bind", None, None, None, 0, "root"),
        ((14, 15), ".", None, None, None, None, None),
    ]
    assert sentence.tokens[0].features == Attributes(Case="Nom", Number="Sing")
    assert sentence.tokens[2].extra == Attributes(deps="1:x")
    assert sentence.tree == Node("ROOT", (Node("NP-SBJ", (Node("NN", token=0),)), Node("", token=1), Node("", token=2)))


def test_what_has_no_record_is_lost_by_name(tmp_path: Path) -> None:
    for name, change in {
        "references": ('who="40"', 'who="4"'),
        "second-heads": ('flavor="enhanced"', 'flavor="basic"'),
        "structures": ('members="', 'members="50 '),
    }.items():
        xmi = XMI.replace(*change).replace('Dependent="6"', 'Dependent="4"')
        with pytest.raises(LossRefused, match=name):
            load(foreign(tmp_path / name, xmi))
        assert load(tmp_path / name, lose=[name]).layer("mentions").count == 3


def test_a_text_nobody_annotated_was_judged_if_another_has_something(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "u")
    lines = [line for line in XMI.split("\n") if not any(f"<{t}" in line for t in ("s:", "p:", "m:", "d:", "c:", "n:", "my:", "cas:String"))]
    bare = "\n".join(lines).replace("2 3 4 5 6 8 9 10 20 21 22 30 31 40 41 42", "2")
    (folder / "y.xmi").write_text(bare, encoding="utf-8")
    found = load(folder)
    assert found.layer("mentions").get("y") == ()
    assert found.layer("parses").get("y") is None


def test_other_programs_see_what_they_know(tmp_path: Path) -> None:
    save(SAMPLES["tree and dependencies"], tmp_path / "x.uima", lose=["source"])
    typed = cassis.load_typesystem(tmp_path / "x.uima/TypeSystem.xml")
    cas = cassis.load_cas_from_xmi(tmp_path / "x.uima/d1.xmi", typesystem=typed)
    dkpro = "de.tudarmstadt.ukp.dkpro.core.api."
    tokens = cas.select(dkpro + "segmentation.type.Token")
    assert [(t.get_covered_text(), t.pos.PosValue) for t in tokens] == [("They", "PRP"), ("sleep", "VBP"), (".", ".")]
    found = {(d.Governor.get_covered_text(), d.Dependent.get_covered_text(), d.DependencyType) for d in cas.select(dkpro + "syntax.type.dependency.Dependency")}
    assert found == {("sleep", "They", "nsubj"), ("sleep", "sleep", "root"), ("sleep", ".", "punct")}
    constituents = {c.constituentType: c.get_covered_text() for c in cas.select(dkpro + "syntax.type.constituent.Constituent")}
    assert constituents == {"S": "They sleep.", "NP": "They", "VP": "sleep"}


def test_offsets_are_written_in_utf_16(tmp_path: Path) -> None:
    corpus = Corpus.of_texts({"d": TEXT}).with_layers(
        Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"d": (Mention((Span(0, 8),), label="A"), Mention((Span(2, 8), Span(9, 14))), Mention((Span(20, 99),)))}))
    save(corpus, tmp_path / "x.uima")
    root = ET.parse(tmp_path / "x.uima/d.xmi").getroot()
    places = [(int(e.attrib["begin"]), int(e.attrib["end"])) for e in root if e.tag.endswith(("}Mention", "}Fragment"))]
    wide = TEXT.encode("utf-16-le")
    assert [wide[2 * a : 2 * b].decode("utf-16-le") for a, b in places] == ["𝛼-globin", "globin", "binds", "globin binds", "t is."]
    assert load(tmp_path / "x.uima") == corpus


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data(), text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_mention_and_parse_survives_or_is_refused(tmp_path: Path, data: st.DataObject, text: str) -> None:
    mentions = data.draw(st.none() | st.lists(strategies.mentions, max_size=3).map(tuple))
    parses = data.draw(st.none() | st.lists(strategies.parses, max_size=1).map(tuple))
    layers = [Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"d": mentions})] if mentions is not None else []
    layers += [Layer.of("parses", Source("unknown"), Kind.PARSES, {"d": parses})] if parses is not None else []
    corpus = Corpus.of_texts({"d": text}).with_layers(*layers)
    lost = losses(corpus, UIMA)
    try:
        save(corpus, tmp_path / "x.uima", lose=lost, force=True)
    except BadInput as error:
        assert "XML" in str(error)  # noqa: PT017  control characters in names
        return
    assert load(tmp_path / "x.uima", format="uima") == strip(corpus, lost)


def test_characters_that_xml_cannot_hold_come_back(tmp_path: Path) -> None:
    corpus = Corpus.of_texts({"d": "a\x0bb\x00c\ufffd\ufffe𝛼\x01"})
    save(corpus, tmp_path / "x.uima")
    assert load(tmp_path / "x.uima") == corpus


def test_no_name_of_a_type_system_is_run_as_code(tmp_path: Path) -> None:
    """cassis makes the source of Python classes from feature names."""
    mark = tmp_path / "was-run"
    for number, name in enumerate((f"x=open({str(mark)!r},'w')", "a.b c", "x\n", "if ", "1a", "a-b")):
        typed = TYPES.replace("<name>who</name>", f"<name>{name}</name>") % ""
        with pytest.raises(BadInput):
            load(foreign(tmp_path / str(number), typed=typed))
    assert not mark.exists()


def test_a_missing_or_wrong_type_system_is_said(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "u")
    (folder / "TypeSystem.xml").rename(tmp_path / "T.xml")
    with pytest.raises(BadInput, match=r"put its TypeSystem\.xml beside it"):
        load(folder)
    assert load(folder, options={"typesystem": str(tmp_path / "T.xml")}).layer("mentions").count == 3
    with pytest.raises(BadInput, match="not a readable CAS"):
        load(foreign(tmp_path / "v", typed="<typeSystemDescription/>"))


@pytest.mark.parametrize(("old", "new"), [
    ('children="4"', 'children="30"'), ('children="4"', 'children="31"'), ('children="4"', 'children="77"'), ('begin="0"', 'begin="x"'),
    ('sofa="1"', 'sofa="9"'), ('members="2', 'members="2 99'), ('end="900"', 'end="99999999999"'), ('xmi:id="4"', 'xmi:id="q"'), ('steps="3"', 'steps="many"'),
])  # fmt: skip
def test_a_broken_file_is_refused(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(BadInput, match=r"x\.xmi"):
        load(foreign(tmp_path / "u", XMI.replace(old, new)))


@settings(max_examples=200)
@given(sentences=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6), tokens=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6))
def test_the_sentence_of_a_token_is_the_last_that_holds_it(sentences: list[tuple[int, int]], tokens: list[tuple[int, int]]) -> None:
    sentences.sort()
    expected = [max((i for i, (a, b) in enumerate(sentences) if a <= begin and end <= b), default=-1) for begin, end in tokens]
    assert lies_in(sentences, tokens) == expected
