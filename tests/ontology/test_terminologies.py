"""Terminologies: every source gives the same concepts, cuts, the kept file, and finding by begun words; by brute force where that can be."""

from __future__ import annotations

import gzip
import json
import random
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import goldproof as gp
from goldproof.cli import cli
from goldproof.ontology.terminologies import TermIndex, load_terminology, read_terminology, save_terminology
from goldproof.ontology.terminologies.finding import words
from goldproof.ontology.terminologies.tables import write_table
from goldproof.ontology.terminologies.turtle import statements
from goldproof.ontology.terminology import Row, Terminology

# CUI|LAT|TS|LUI|STT|SUI|ISPREF|AUI|SAUI|SCUI|SDUI|SAB|TTY|CODE|STR|SRL|SUPPRESS|CVF|
NAMES = (
    ("C01", "ENG", "P", "PF", "Y", "MSH", "Kidney Failure", "N"), ("C01", "ENG", "S", "PF", "Y", "SNO", "renal failure", "N"), ("C01", "GER", "P", "PF", "Y", "MSHGER", "Nierenversagen", "N"),
    ("C02", "ENG", "P", "PF", "Y", "MSH", "Acute Kidney Failure", "N"), ("C02", "FRE", "P", "PF", "Y", "MSHFRE", "insuffisance rénale aiguë", "N"),
    ("C03", "ENG", "P", "PF", "Y", "SNO", "Aspirin", "N"), ("C03", "ENG", "S", "PF", "Y", "SNO", "old aspirin", "O"), ("C04", "ENG", "P", "PF", "Y", "SNO", "Kidney", "N"),
)  # fmt: skip
TYPES = (("C01", "T047"), ("C02", "T047"), ("C03", "T109"), ("C03", "T121"), ("C04", "T023"))
GROUPS = "ANAT|Anatomy|T023|Body Part\nCHEM|Chemicals & Drugs|T109|Organic Chemical\nCHEM|Chemicals & Drugs|T121|Pharmacologic Substance\nDISO|Disorders|T047|Disease or Syndrome\n"


@pytest.fixture
def umls(tmp_path: Path) -> Path:
    folder = tmp_path / "META"
    folder.mkdir()
    lines = [f"{c}|{lat}|{ts}|L|{stt}|S|{pref}|A||||{sab}|PT|X|{name}|0|{sup}|256|" for c, lat, ts, stt, pref, sab, name, sup in NAMES]
    (folder / "MRCONSO.RRF").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "MRSTY.RRF").write_text("".join(f"{c}|{t}|A1|Name|AT1||\n" for c, t in TYPES))
    (folder / "MRREL.RRF").write_text("C02|A|AUI|PAR|C01|A|AUI||R1||MSH|MSH||||\nC01|A|AUI|CHD|C02|A|AUI||R2||MSH|MSH||||\nC01|A|AUI|RO|C04|A|AUI||R3||MSH|MSH||||\n")
    (folder / "SemGroups.txt").write_text(GROUPS)
    return folder


def of(t: Terminology, concept: str) -> list[str]:
    return [t.names[i] for i in np.flatnonzero(t.owner == t.number[concept])]


def ids(found: object) -> list[str]:
    return [f.id for f in found]  # type: ignore[attr-defined]


def test_umls_tables(umls: Path) -> None:
    t = read_terminology(umls)
    assert (t.concepts, t.languages, t.vocabularies) == (("C01", "C02", "C03", "C04"), ("en", "de", "fr"), ("MSH", "SNO", "MSHGER", "MSHFRE"))
    assert (t.types, t.groups) == (("T047", "T047", "T109|T121", "T023"), ("DISO", "DISO", "CHEM", "ANAT"))
    assert t.parents == ((), ("C01",), (), ())
    assert of(t, "C03") == ["Aspirin"]
    assert of(read_terminology(umls, suppressed=True), "C03") == ["Aspirin", "old aspirin"]
    assert t.labels == ("Kidney Failure", "Acute Kidney Failure", "Aspirin", "Kidney")
    assert read_terminology(umls / "MRCONSO.RRF", vocabularies=["MSH"], languages=["en"]).concepts == ("C01", "C02")


def test_packed_tables_are_the_same(umls: Path) -> None:
    whole = read_terminology(umls)
    plain = (umls / "MRCONSO.RRF").read_bytes()
    (umls / "MRCONSO.RRF").unlink()
    (umls / "MRCONSO.RRF.gz").write_bytes(gzip.compress(plain))
    assert list(read_terminology(umls).names) == list(whole.names)


@pytest.mark.parametrize(("wish", "concepts"), [
    ({"vocabulary": "SNO"}, ("C01", "C03", "C04")), ({"type": "T121"}, ("C03",)), ({"group": ["ANAT", "CHEM"]}, ("C03", "C04")), ({"below": "C01"}, ("C01", "C02")),
    ({"language": "de"}, ("C01",)), ({"group": "DISO", "vocabulary": "MSH", "below": "C02"}, ("C02",)), ({"ids": ["C04", "C99"]}, ("C04",)),
])  # fmt: skip
def test_cuts(umls: Path, wish: dict[str, object], concepts: tuple[str, ...]) -> None:
    cut = read_terminology(umls).cut(**wish)  # type: ignore[arg-type]
    assert cut.concepts == concepts
    assert len(cut.labels) == len(cut.types) == len(cut.groups) == len(cut.parents) == len(cut)
    assert cut.owner.max() + 1 == len(cut)


@pytest.mark.parametrize(("wish", "message"), [
    ({"group": "X"}, "no group 'X'.*ANAT"), ({"type": "T1"}, "no semantic type"), ({"vocabulary": "V"}, "no vocabulary 'V'"), ({"below": "C9"}, "no concept 'C9'"),
    ({"language": "xx"}, "no language"), ({"ids": ["C9"]}, "no name is left"),
])  # fmt: skip
def test_cuts_that_cannot_be(umls: Path, wish: dict[str, object], message: str) -> None:
    with pytest.raises(gp.GoldproofError, match=message):
        read_terminology(umls).cut(**wish)  # type: ignore[arg-type]


def test_what_stood_above_a_concept_that_is_cut_stands_above_its_children() -> None:
    rows = [Row("A", "a", group="x"), Row("B", "b", group="y", parents="A"), Row("C", "c", group="x", parents="B"), Row("D", "d", group="x", parents="D|E"), Row("E", "e", group="y", parents="D")]
    assert Terminology.of(rows).cut(group="x").parents == ((), ("A",), ("D",))


def test_the_kept_file_is_the_same_and_says_when_it_is_broken(umls: Path, tmp_path: Path) -> None:
    t = read_terminology(umls)
    file = tmp_path / "t.terms"
    save_terminology(t, file)
    again, index, checksum = load_terminology(file)
    for field in ("name", "concepts", "languages", "vocabularies", "types", "groups", "parents", "labels"):
        assert getattr(again, field) == getattr(t, field)
    assert list(again.names) == list(t.names)
    for column in ("owner", "scope", "language", "vocabulary"):
        assert np.array_equal(getattr(again, column), getattr(t, column))
    assert ids(index.search("renal")) == ids(TermIndex(t).search("renal")) == ["C01", "C02"]
    save_terminology(again, tmp_path / "u.terms")
    assert (tmp_path / "u.terms").read_bytes() == file.read_bytes()
    assert load_terminology(tmp_path / "u.terms")[2] == checksum
    data = file.read_bytes()
    for broken in (data[:-1], data[:100], b"", b"x" * 500, data.replace(b'"concepts.at"', b'"concepts.xx"')):
        (tmp_path / "broken.terms").write_bytes(broken)
        with pytest.raises(gp.BadInput, match="not a whole file of a terminology"):
            read_terminology(tmp_path / "broken.terms")
        with pytest.raises(gp.BadInput):
            gp.concepts(tmp_path / "broken.terms", cache=False).find("renal failure")


def test_a_table_and_back(umls: Path, tmp_path: Path) -> None:
    t = read_terminology(umls)
    write_table(t, tmp_path / "t.tsv")
    again = read_terminology(tmp_path / "t.tsv")
    assert (again.concepts, again.types, again.groups, again.parents, again.languages, again.vocabularies) == (t.concepts, t.types, t.groups, t.parents, t.languages, t.vocabularies)
    assert list(again.names) == list(t.names)
    assert np.array_equal(again.scope, t.scope)


TURTLE = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://e.org/t/> .
@base <http://e.org/> .
# a comment
:1 a skos:Concept ; skos:prefLabel "kidney failure"@en , "Nierenversagen"@de ; skos:altLabel \"\"\"renal
  failure\"\"\"@en ; skos:inScheme <s> .
:2 a skos:Concept; skos:prefLabel "acute \\u006bidney failure"@en; skos:broader :1; skos:inScheme <s>;
  skos:note [ skos:prefLabel "not a name" ; ] , ( 1 2.5 true ) .
<s> a skos:ConceptScheme ; skos:prefLabel "Scheme" .
:c a skos:Collection ; skos:prefLabel "Disorders" ; skos:member :1 , :2 .
"""
TRIPLES = "\n".join(
    f"{s} <{v}> {o} ." for s, v, o in (
        ("<http://e.org/t/1>", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "<http://www.w3.org/2004/02/skos/core#Concept>"),
        ("<http://e.org/t/1>", "http://www.w3.org/2004/02/skos/core#prefLabel", '"kidney failure"@en'), ("<http://e.org/t/1>", "http://www.w3.org/2004/02/skos/core#prefLabel", '"Nierenversagen"@de'),
        ("<http://e.org/t/1>", "http://www.w3.org/2004/02/skos/core#altLabel", '"renal failure"@en'),
        ("<http://e.org/t/2>", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "<http://www.w3.org/2004/02/skos/core#Concept>"),
        ("<http://e.org/t/2>", "http://www.w3.org/2004/02/skos/core#prefLabel", '"acute kidney failure"@en'), ("<http://e.org/t/1>", "http://www.w3.org/2004/02/skos/core#narrower", "<http://e.org/t/2>"),
        ("<http://e.org/t/1>", "http://www.w3.org/2004/02/skos/core#inScheme", "<http://e.org/Scheme>"), ("<http://e.org/t/2>", "http://www.w3.org/2004/02/skos/core#inScheme", "<http://e.org/Scheme>"),
        ("<http://e.org/Disorders>", "http://www.w3.org/2004/02/skos/core#member", "<http://e.org/t/1>"), ("<http://e.org/Disorders>", "http://www.w3.org/2004/02/skos/core#member", "<http://e.org/t/2>"),
    )
)  # fmt: skip
XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#" xml:base="http://e.org/">
<skos:Concept rdf:about="t/1"><skos:prefLabel xml:lang="en">kidney failure</skos:prefLabel><skos:prefLabel xml:lang="de">Nierenversagen</skos:prefLabel>
  <skos:altLabel xml:lang="en">renal failure</skos:altLabel><skos:inScheme rdf:resource="http://e.org/Scheme"/>
  <skos:narrower><skos:Concept rdf:about="http://e.org/t/2"><skos:prefLabel xml:lang="en">acute kidney failure</skos:prefLabel><skos:inScheme rdf:resource="Scheme"/></skos:Concept></skos:narrower></skos:Concept>
<rdf:Description rdf:about="http://e.org/Disorders"><skos:member rdf:resource="http://e.org/t/1"/><skos:member rdf:resource="http://e.org/t/2"/></rdf:Description></rdf:RDF>
"""


@pytest.mark.parametrize(("name", "text"), [("t.ttl", TURTLE), ("t.nt", TRIPLES), ("t.rdf", XML)])
def test_skos_in_every_syntax_is_the_same(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    t = read_terminology(tmp_path / name)
    assert t.concepts == ("http://e.org/t/1", "http://e.org/t/2")
    assert of(t, "http://e.org/t/1") == ["kidney failure", "Nierenversagen", "renal failure"]
    assert [t.languages[i] for i in t.language] == ["en", "de", "en", "en"]
    assert t.preferred.tolist() == [True, True, False, True]
    assert (t.parents, t.groups, t.vocabularies) == (((), ("http://e.org/t/1",)), ("Disorders", "Disorders"), ("Scheme",))


@pytest.mark.parametrize(("text", "message"), [
    (":a :b :c .", "prefix ':' is not declared"), ("<a> <b> .", "expected, not '.'"), ('<a> <b> "x', "line 1"), ("<a> <b> <c>\n<d>", "line 2"), ("", "no concepts of SKOS"), ("@prefix x y .", "a prefix expected"),
])  # fmt: skip
def test_broken_turtle_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "t.ttl").write_text(text)
    with pytest.raises(gp.BadInput, match=message):
        read_terminology(tmp_path / "t.ttl")


@given(st.text(alphabet="<>a:b.;,[]()\"'@ ^_#\\\n1-", max_size=60))
@settings(max_examples=300, deadline=None)
def test_turtle_reads_or_refuses_anything(text: str) -> None:
    with suppress(gp.BadInput):
        list(statements(text, "t"))


def test_an_ontology_becomes_a_terminology(tmp_path: Path) -> None:
    (tmp_path / "x.obo").write_text(
        'format-version: 1.2\nontology: x\n\n[Term]\nid: X:1\nname: limb\nnamespace: parts\n\n[Term]\nid: X:2\nname: arm\nsynonym: "upper limb" EXACT []\n'
        'synonym: "member" BROAD []\nis_a: X:1\n\n[Term]\nid: X:3\nname: gone\nis_obsolete: true\n'
    )  # fmt: skip
    t = read_terminology(tmp_path / "x.obo")
    assert (t.concepts, t.vocabularies, t.groups, t.parents) == (("X:1", "X:2"), ("X",), ("parts", ""), ((), ("X:1",)))
    assert [(n, int(s)) for n, s in zip(t.names, t.scope, strict=True)] == [("limb", 0), ("arm", 0), ("upper limb", 1), ("member", 4)]
    save_terminology(t, tmp_path / "x.terms")
    texts = "the upper limbs and a member of the arm"
    # The top of an ontology names nothing there.
    found = [[(m.spans, m.concepts) for m in gp.concepts(tmp_path / name, broad=broad, subtree="X:2").find(texts)] for broad in (True, False) for name in ("x.obo", "x.terms")]
    assert found[0] == found[1] != found[2] == found[3]


# What is found.


@pytest.fixture
def some() -> TermIndex:
    names = {
        "A": ("septal defect", "defect of the septum"), "B": ("atrial septal defect", "ASD"), "C": ("ventricular septal defect", "VSD"), "D": ("defective septum", "Defekt des Septums"),
        "E": ("septal defect, large",), "F": ("Ménière's disease",),
    }  # fmt: skip
    above = {"A": "", "B": "A", "C": "A", "D": "", "E": "C", "F": ""}
    return TermIndex(Terminology.of([Row(c, n, "de" if "Defekt" in n else "en", i == 0, parents=above[c], scope="" if i == 0 else "exact") for c, ns in names.items() for i, n in enumerate(ns)]))


def test_exact_then_begins_then_words(some: TermIndex) -> None:
    assert [(f.id, f.how) for f in some.search("septal defect")] == [("A", "exact"), ("E", "begins"), ("B", "words"), ("C", "words")]
    assert [(f.id, f.how) for f in some.search("def sep")] == [("A", "words"), ("D", "words"), ("B", "words"), ("C", "words"), ("E", "words")]
    assert ids(some.search("v sept d")) == ["C"]
    assert [(f.id, f.how) for f in some.search("menieres")] == [("F", "similar")]
    assert [(f.id, f.how) for f in some.search("MÉNIÈRE")] == [("F", "begins")]
    assert [(f.id, f.how, f.name) for f in some.search("asd")] == [("B", "exact", "ASD")]


def test_a_slip(some: TermIndex) -> None:
    assert [(f.id, f.how) for f in some.search("ventriclar septal")] == [("C", "similar")]
    assert [(f.id, f.how) for f in some.search("atrail defect")] == [("B", "similar")]
    assert not some.search("xyzzy")
    assert not some.search("  ,;")


def test_what_was_used_comes_first_within_its_kind(some: TermIndex) -> None:
    assert ids(some.search("septal defect", used={"C": 1, "B": 5, "X": 9})) == ["A", "E", "B", "C"]
    assert ids(some.search("septal defect", used={"C": 5, "B": 1})) == ["A", "E", "C", "B"]
    assert ids(some.search("septal", most=2, used={"C": 1})) == ["A", "E"]


def test_in_a_language(some: TermIndex) -> None:
    assert ids(some.search("defekt", language="de")) == ["D"]
    assert ids(some.search("septal defect", language="de")) == []


_words = cache(words)


def _brute(t: Terminology, text: str) -> dict[str, str]:
    """What has to be found, and how, name by name."""
    typed: list[str] = words(text)
    out: dict[str, str] = {}
    for owner, name in zip(t.owner.tolist(), t.names, strict=True):
        has = _words(name)
        begins = len(has) >= len(typed) and has[: len(typed) - 1] == typed[:-1] and has[len(typed) - 1].startswith(typed[-1])
        how = "exact" if has == typed else "begins" if begins else "words" if all(any(h.startswith(w) for h in has) for w in typed) else ""
        if how and (t.concepts[owner] not in out or ("exact", "begins", "words").index(how) < ("exact", "begins", "words").index(out[t.concepts[owner]])):
            out[t.concepts[owner]] = how
    return out


def test_as_by_brute_force() -> None:
    chance = random.Random(5)
    stock = ["ab", "abc", "abcd", "b", "bc", "é", "c1", "d-e", "xyz", "Ab"]
    rows = [Row(f"C{i // 3}", " ".join(chance.choices(stock, k=chance.randint(1, 9)))) for i in range(900)]
    t = Terminology.of(rows)
    index = TermIndex(t)
    for _ in range(100):
        name = chance.choice(rows).name
        text = chance.choice((name, name[: chance.randint(1, len(name))], " ".join(w[:2] for w in chance.sample(name.split(), min(3, len(name.split()))))))
        wanted = _brute(t, text)
        found = index.search(text, most=1000)
        assert {f.id: f.how for f in found} == wanted
        assert [("exact", "begins", "words").index(f.how) for f in found] == sorted(("exact", "begins", "words").index(f.how) for f in found)
        assert ids(index.search(text, most=3)) == ids(found)[:3]


@given(st.lists(st.text(max_size=12), max_size=12), st.text(max_size=8))
@settings(max_examples=100, deadline=None)
def test_any_names_and_any_text(names: list[str], text: str) -> None:
    if not any(names):
        return
    index = TermIndex(Terminology.of([Row(f"C{i}", n) for i, n in enumerate(names) if n]))
    for query in (text, *names):
        found = index.search(query, most=99)
        assert not words(query) or {f.id: f.how for f in found if f.how != "similar"} == _brute(index.terminology, query)


# The commands.


def run(*args: object) -> object:
    return CliRunner().invoke(cli, [str(a) for a in args])


def test_commands(umls: Path, tmp_path: Path) -> None:
    out = tmp_path / "u.terms"
    assert run("terms", "import", umls, "-o", out).exit_code == 0  # type: ignore[attr-defined]
    cut = run("terms", "cut", out, "--group", "DISO", "--vocabulary", "MSH", "-o", tmp_path / "d.terms", "--json")
    assert json.loads(cut.stdout)[0] == {"what": "all", "which": "META", "concepts": 2, "names": 2}  # type: ignore[attr-defined]
    found = run("terms", "search", tmp_path / "d.terms", "kidn", "fail", "--json")
    assert [r["id"] for r in json.loads(found.stdout)] == ["C01", "C02"]  # type: ignore[attr-defined]
    assert run("terms", "search", out, "zzz").exit_code == 1  # type: ignore[attr-defined]
    shown = json.loads(run("terms", "show", out, "C01", "--json").stdout)[0]  # type: ignore[attr-defined]
    assert shown["children"] == ["C02 (Acute Kidney Failure)"]
    assert "Nierenversagen (preferred, de, MSHGER)" in shown["names"]
    assert run("terms", "show", out, "C99").exit_code == 1  # type: ignore[attr-defined]
    (tmp_path / "a.txt").write_text("Nierenversagen, renal failure, Aspirin")
    for language, concepts in (("de", ["C01"]), ("en", ["C01", "C03"])):
        told = run("annotate", tmp_path / "a.txt", "--with", f"concepts:{out}", "-l", language, "--json")
        assert [r["concept"] for r in json.loads(told.stdout)] == concepts  # type: ignore[attr-defined]


def test_a_kept_file_serves_every_language_and_a_cut_of_it(umls: Path, tmp_path: Path) -> None:
    save_terminology(read_terminology(umls), tmp_path / "u.terms")
    recogniser = gp.concepts(tmp_path / "u.terms")
    assert [[m.concepts[0] for m in recogniser.find(text, language=code)] for code, text in (("fr", "insuffisance rénale aiguë"), ("de", "Nierenversagen"), ("en", "kidney failure"), ("", "Nierenversagen"))] == [
        ["C02"], ["C01"], ["C01"], ["C01"]]  # fmt: skip
    assert recogniser.label("C02") == "Acute Kidney Failure"
    assert [m.concepts[0] for m in gp.concepts(tmp_path / "u.terms", vocabulary="SNO").find("Aspirin bei Nierenversagen")] == ["C03"]
    assert [m.concepts[0] for m in gp.concepts(tmp_path / "u.terms", type="T047", subtree="C02").find("kidney failure and acute kidney failure")] == ["C02"]


@pytest.mark.parametrize(("file", "content", "message"), [
    ("MRCONSO.RRF", b"C1|ENG\n", "2 fields, not 17"), ("MRCONSO.RRF", b"", "no names"), ("MRCONSO.RRF", b"C1|ENG|P|L|PF|S|Y|A||||MSH|PT|X|\xff|0|N|256|\n", "name 1 is not UTF-8"),
    ("MRSTY.RRF", b"x\n", "1 fields"), ("x.tsv", b"\xff\xfei\0d\0", "UTF-16"), ("x.csv", b"id,name\nA,\xff\n", "not UTF-8"),
])  # fmt: skip
def test_broken_files_are_one_line(umls: Path, file: str, content: bytes, message: str) -> None:
    place = umls / file
    place.write_bytes(content)
    with pytest.raises(gp.GoldproofError, match=message):
        read_terminology(umls if file.startswith("MR") else place)


def test_refusals_of_the_commands(umls: Path, tmp_path: Path) -> None:
    out = tmp_path / "u.terms"
    out.write_text("mine")
    for args in (("import", umls, "-o", out), ("import", umls, "-o", tmp_path / "u.xyz"), ("import", tmp_path / "none", "-o", tmp_path / "n.terms"), ("cut", out, "-o", tmp_path / "c.terms")):
        assert isinstance(run("terms", *args).exception, gp.GoldproofError)  # type: ignore[attr-defined]
    assert out.read_text() == "mine"
