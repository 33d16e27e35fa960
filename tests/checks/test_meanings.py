"""The rules of concept annotation that a machine can check: most specific only, whole words first, concepts of the terminology, alternatives."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.checks.lexicon import Lexicon
from goldproof.cli import cli
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Passage, Source, Span, Unit
from goldproof.ontology import Entry, Ontology
from goldproof.ontology.terminologies import read_terminology
from goldproof.ontology.terminology import Terminology

# id, name, language, preferred, group, parents
ROWS = [
    ("C1", "excision", "en", True, "PROC", ""), ("C2", "partial excision", "en", True, "PROC", "C1"), ("C3", "drug", "en", True, "CHEM", ""),
    ("C3", "Arzneimittel", "de", False, "", ""), ("C4", "drug monitoring", "en", True, "PROC", ""), ("C4", "Arzneimittelüberwachung", "de", False, "", ""),
    ("C5", "intraocular pressure", "en", True, "PHYS", ""), ("C6", "disorder of pressure", "en", True, "DISO", ""), ("C7", "resection", "en", True, "PROC|DISO", ""),
]  # fmt: skip
RULES = {"mention-nested-general", "mention-word-part", "id-not-in-terminology", "mention-alternatives", "mention-alternatives-differ"}
TERMS = Terminology.of(ROWS, name="toy")


def corpus(*said: tuple[str, str, list[tuple[str, tuple[str, ...]]]]) -> Corpus:
    """Language, text, marked words with their concepts."""
    documents = tuple(Document(f"d{i}", text, language) for i, (language, text, _) in enumerate(said))
    judged = {
        f"d{i}": [Mention((Span(text.index(w), text.index(w) + len(w)),), cs) for w, cs in marks] for i, (_, text, marks) in enumerate(said)
    }  # fmt: skip
    return Corpus(documents, tuple(Unit(d.id, Passage(d.id)) for d in documents), (Layer.of("ann", Source("ann"), Kind.MENTIONS, judged),))


def found(rule: str, *said: tuple[str, str, list[tuple[str, tuple[str, ...]]]], terms: object = TERMS) -> list[str]:
    given = {"terminologies": terms} if terms is not None else {}
    return [f.message for f in gp.check(corpus(*said), rules=[rule], **given)]  # type: ignore[arg-type]


def test_the_most_specific_only() -> None:
    text = ("en", "partial excision of the bowel", [("partial excision", ("C2",)), ("excision", ("C1",))])
    (message,) = found("mention-nested-general", text)
    assert message == "'excision' (C1) lies inside 'partial excision' (C2), and its concept is above it"
    assert found("mention-nested-general", ("en", text[1], [("partial excision", ("C1",)), ("excision", ("C2",))])) == []
    assert found("mention-nested-general", ("en", text[1], [("partial excision", ("C2",)), ("excision", ("C2",))]))[0].endswith("is the same")
    assert found("mention-nested-general", ("en", text[1], [("partial excision", ("C2",)), ("excision", ("C1", "C3"))])) == [], "drug is not implied"
    ontology = Ontology.of([Entry("HP:1", "excision"), Entry("HP:2", "partial excision", parents=("HP:1",))])
    nested = ("en", text[1], [("partial excision", ("HP:2",)), ("excision", ("HP:1",))])
    assert len(gp.check(corpus(nested), rules=["mention-nested-general"], ontologies=ontology)) == 1
    assert found("mention-nested-general", text, terms=None) == [], "nothing is known of what stands above what"


def test_whole_words_before_their_parts() -> None:
    part = ("de", "Arzneimittelüberwachung der Patienten", [("Arzneimittel", ("C3",))])
    (message,) = found("mention-word-part", part)
    assert message == "'Arzneimittel' is a part of 'Arzneimittelüberwachung', which has a concept: C4"
    whole = "Arzneimittelüberwachungsplan"
    assert found("mention-word-part", ("de", whole, [("Arzneimittelüberwachung", ("C4",))])) == [], "the paper's example: the plan has no concept"
    assert found("mention-word-part", ("de", part[1], [("Arzneimittelüberwachung", ("C4",))])) == []
    assert found("mention-word-part", ("en", part[1], part[2])) == [], "it is a German name"
    assert len(found("mention-word-part", ("", part[1], part[2]))) == 1, "a text that does not say its language"


def test_only_concepts_of_the_terminology() -> None:
    (message,) = found("id-not-in-terminology", ("en", "a drug", [("drug", ("C3", "C1409762"))]))
    assert message == "C1409762 is not in the terminology ('drug')"
    assert found("id-not-in-terminology", ("en", "a drug", [("drug", ("C3",))])) == []


def test_alternatives_that_can_be_told_apart() -> None:
    groups = found("mention-alternatives", ("en", "intraocular pressure", [("intraocular pressure", ("C5", "C6"))]))
    assert groups == ["'intraocular pressure' is C5 (PHYS) and C6 (DISO), which are of different groups"]
    two = found("mention-alternatives", ("en", "intraocular pressure", [("intraocular pressure", ("C5",)), ("intraocular pressure", ("C6",))]))
    assert two == groups, "as one mention or as two of the same span"
    assert found("mention-alternatives", ("en", "excision", [("excision", ("C1", "C2"))])) == ["'excision' is C1 and C2, of which the first stands above the second"]
    assert found("mention-alternatives", ("en", "resection", [("resection", ("C7", "C6"))])) == [], "a group in common"
    assert found("mention-alternatives", ("en", "x", [("x", ("C7", "?"))])) == [], "of what is not known nothing is said"


def test_alternatives_kept_here_and_told_apart_there() -> None:
    both, one = ("en", "the stomach", [("stomach", ("A", "B"))]), ("en", "Stomach pain", [("Stomach", ("A",))])
    assert found("mention-alternatives-differ", both, one, terms=None) == ["'stomach' is A and B here (1×) and A in d1 (1×)"]
    assert found("mention-alternatives-differ", both, both, terms=None) == []
    assert found("mention-alternatives-differ", ("en", "a b", [("a", ("A",))]), ("en", "a b", [("a", ("B",))]), terms=None) == [], "another concept is another matter"
    assert found("mention-alternatives-differ", both, ("de", *one[1:]), terms=None) == [], "words of another language are other words"


def test_a_lexicon_of_two_terminologies() -> None:
    other = Terminology.of([("C9", "Partial Excision", "", True, "X", "C2"), ("C3", "again", "", True, "Y", "")])
    lexicon = Lexicon([TERMS, other])
    assert lexicon.above("C9") == {"C2", "C1"}
    assert lexicon.groups("C3") == {"CHEM"}, "the first that has it answers"
    assert lexicon.naming(["PARTIAL excision"]) == {("partial excision", "en"): ("C2",), ("partial excision", ""): ("C9",)}
    assert "C9" in lexicon
    assert "C0" not in lexicon
    assert not Lexicon()


@pytest.mark.parametrize("with_terms", [True, False])
def test_the_command(tmp_path: Path, with_terms: bool) -> None:
    (tmp_path / "terms.csv").write_text("id,name,language\nC3,drug,en\n")
    assert read_terminology(tmp_path / "terms.csv").concepts == ("C3",)
    gp.save(corpus(("en", "a drug", [("drug", ("C8",))])), tmp_path / "c.gold.jsonl")
    words = ["check", str(tmp_path / "c.gold.jsonl"), "--rule", "id-not-*", *(["--terminology", str(tmp_path / "terms.csv")] if with_terms else [])]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == (1 if with_terms else 0)
    assert ("C8 is not in the terminology" in done.stdout) == with_terms


@pytest.mark.data
def test_what_mantra_tells_apart_here_and_not_there(data: Path) -> None:
    mantra = gp.corpus("mantra", data / "mantra")
    messages = [f.message for f in gp.check(mantra, rules=["mention-alternatives-differ"])]
    assert any(m.startswith("'blood' is C0005767 and C0229664 here (4×) and C0005767 in ") for m in messages)
    assert len(messages) == len(set(messages))
