"""Terminologies as tables: what is read, in which language it is found, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldproof as gp
from goldproof.ontology.terminologies import read_terminology
from goldproof.ontology.terminology import Terminology

TABLE = """id\tname\tlanguage\ttype\tgroup
C1\tkidney failure\ten\tpreferred\tDISO
C1\trenal failure\ten\tsynonym\tDISO
C1\tNierenversagen\tde\tpreferred\tDISO
C2\tSchmerz\tde\tpreferred\tDISO
C2\tpain\ten\tpreferred\tDISO
C3\taspirin\ten\tpreferred\tCHEM
C3\tAspirin\tde\tpreferred\tCHEM
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "t.tsv").write_text(TABLE)
    return tmp_path / "t.tsv"


def ids(found: list[gp.Mention]) -> list[str]:
    return [m.concepts[0] for m in found]


def test_names_languages_groups(table: Path) -> None:
    t = read_terminology(table)
    assert (t.concepts, t.languages, t.groups) == (("C1", "C2", "C3"), ("en", "de"), ("DISO", "DISO", "CHEM"))
    assert [t.names[i] for i in range(len(t.names)) if t.preferred[i]] == ["kidney failure", "Nierenversagen", "Schmerz", "pain", "aspirin", "Aspirin"]


def test_each_text_is_read_in_its_own_language(table: Path) -> None:
    recogniser = gp.concepts(table)
    assert ids(recogniser.find("Schmerzen bei Nierenversagen", language="de")) == ["C2", "C1"]
    assert ids(recogniser.find("renal failure, pains", language="en")) == ["C1", "C2"]
    assert ids(recogniser.find("Schmerz and pain")) == ["C2", "C2"]
    documents = (gp.Document("a", "pain", language="en"), gp.Document("b", "Schmerz, pain", language="de"))
    assert [len(m) for _, m in recogniser.annotate(gp.Corpus.of_texts(documents)).items()] == [1, 1]
    assert recogniser.label("C1") == "kidney failure"


def test_a_group_or_a_subset(table: Path) -> None:
    assert ids(gp.concepts(table, group="CHEM").find("aspirin for pain")) == ["C3"]
    assert ids(gp.concepts(table, subset=["C2"]).find("aspirin for pain")) == ["C2"]


def test_synonyms_in_one_cell_and_parents(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('code,label,synonyms,parent\nA,"tumour, benign",neoplasm|growth,\nB,adenoma,,A\nC,villous adenoma,,B\n')
    recogniser = gp.concepts(tmp_path / "t.csv", subtree="B")
    assert ids(recogniser.find("villous adenomas, a neoplasm")) == ["C", "B"]
    assert ids(gp.concepts(tmp_path / "t.csv").find("benign tumors")) == ["A"]


@pytest.mark.parametrize(("text", "message"), [
    ("a,b\n1,2\n", "no columns of ids and names"), ("id,name\n", "no names in it"), ("id,name\nA\n", "1 cells"), ("id,name\n,x\n", "no id"), ("", "no columns of ids and names|is empty"),
])  # fmt: skip
def test_bad_tables_are_refused_in_a_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(gp.BadInput, match=message):
        gp.concepts(tmp_path / "t.csv")


def test_a_group_that_nothing_is_in(table: Path) -> None:
    with pytest.raises(gp.NotFound, match="no group 'X'"):
        gp.concepts(table, group="X")


def test_many_names_as_columns() -> None:
    rows = [(f"X:{i}", f"thing{i} wide gadget{k}", "", k == 0, "", "") for i in range(3000) for k in range(3)]
    recogniser = gp.concepts(Terminology.of(rows, name="many"), cache=False)
    assert ids(recogniser.find("a broad gadget2 thing2999")) == ["X:2999"]


def test_compounds_written_together_or_apart() -> None:
    rows = [("C1", "Versagen der Niere", "de", True, "", ""), ("C2", "Leberzirrhose", "de", True, "", ""), ("C3", "Leber", "de", True, "", ""), ("C4", "Zirrhose", "de", True, "", "")]
    german = gp.concepts(Terminology.of(rows, name="t"), cache=False)
    assert ids(german.find("Nierenversagen")) == ["C1"]
    assert "C2" in ids(german.find("Zirrhose der Leber"))
    assert "C2" in ids(german.find("Leber-Zirrhose"))
    assert ids(gp.concepts(Terminology.of(rows, name="t"), cache=False, compounds=False).find("Nierenversagen")) == []


def test_names_that_say_too_little_name_nothing() -> None:
    names = {"B": "Be cell", "M": "S-methylation", "H": "bundle of His", "X": "X", "N": "3", "T": "the brain", "I": "IgA", "F": "type A lesion", "A": "A-like cell"}
    recogniser = gp.concepts(Terminology.of([(id, name, "en", True, "", "") for id, name in names.items()], name="t"), cache=False)
    assert ids(recogniser.find("A cell with methylation, a bundle, x, X, 3, three")) == []
    assert ids(recogniser.find("brains and IgA")) == ["T", "I"]
    assert ids(recogniser.find("a type A lesion after S-methylation of A-like cells")) == ["F", "M", "A"]
    assert ids(recogniser.find("a lesion of this type")) == []
