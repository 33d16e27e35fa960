"""CoNLL-U, CoNLL-X and IOB columns: by hand, as their own documentation shows them, and the files of CRAFT."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from goldproof.errors import BadInput, LossRefused
from goldproof.formats import load, save
from goldproof.model import Attributes, Corpus, Mention, Parse, Sentence, Span

U = """# newdoc id = d1
# sent_id = s1
# text = Don't go.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\tMood=Imp|VerbForm=Fin\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t0:root\tSpaceAfter=No
3.1\tgone\tgo\tVERB\t_\t_\t_\t_\t0:root\t_
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t3:punct\t_

# newdoc id = d2
# sent_id = s2
# text = Stop
1\tStop\tstop\tVERB\tVB\t_\t0\troot\t_\t_

"""
X = "1\tShort\tshort\tJ\tJJ\tDegree=Pos\t2\tNMOD\t_\t_\n2\tfingers\tfinger\tN\tNNS\t_\t0\tROOT\t_\t_\n\n1\tNo\tno\tD\tDT\t_\t0\tROOT\t_\t_\n\n"
IOB = "-DOCSTART- -X- -X- O\n\nShort JJ B-NP B-Phenotype\nfingers NNS I-NP I-Phenotype\nseen VBN O O\n\nHuman JJ B-NP B-Species\nhand NN I-NP B-Anatomy\n\n"


def written(tmp_path: Path, name: str, text: str) -> Path:
    (tmp_path / name).write_bytes(text.encode())
    return tmp_path / name


def sentences(corpus: Corpus, layer: str = "parses", document: int = 0) -> tuple[Sentence, ...]:
    (found,) = corpus.layer(layer)[corpus.documents[document].id]
    assert isinstance(found, Parse)
    return found.sentences


# CoNLL-U


def test_conllu_by_hand(tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "x.conllu", U))
    assert [(d.id, d.text) for d in corpus.documents] == [("d1", "Don't go.\n"), ("d2", "Stop\n")]
    (sentence,) = sentences(corpus)
    assert [(t.span.start, t.span.end, t.form, t.lemma, t.coarse, t.tag, t.head, t.relation) for t in sentence.tokens] == [
        (0, 2, "Do", "do", "AUX", "VB", 3, "aux"), (2, 5, "n't", "not", "PART", "RB", 3, "advmod"), (6, 8, "go", "go", "VERB", "VB", 0, "root"),
        (8, 9, ".", ".", "PUNCT", ".", 3, "punct"),
    ]  # fmt: skip
    assert sentence.tokens[0].features == Attributes(Mood="Imp", VerbForm="Fin")
    assert sentence.tokens[2].extra == Attributes(deps="0:root")
    assert [(m.words, m.form, m.span) for m in sentence.multiwords] == [((1, 2), "Don't", Span(0, 5))]
    assert [(b.after, b.number, b.token.form) for b in sentence.blanks] == [(3, 1, "gone")]
    assert sentence.attributes == Attributes(sent_id="s1")


def test_conllu_goes_back_and_says_where_lines_end(tmp_path: Path) -> None:
    save(load(written(tmp_path, "x.conllu", U)), tmp_path / "y.conllu")
    assert (tmp_path / "y.conllu").read_text().replace("SpacesAfter=\\n", "_") == U


@pytest.mark.parametrize("text", [U.replace("\n", "\r\n"), "\ufeff" + U, U.rstrip("\n"), "\n\n" + U])
def test_conllu_however_its_lines_end(text: str, tmp_path: Path) -> None:
    assert load(written(tmp_path, "x.conllu", text)) == load(written(tmp_path, "y.conllu", U))


def test_conllu_packed(tmp_path: Path) -> None:
    (tmp_path / "x.conllu.gz").write_bytes(gzip.compress(U.encode()))
    assert load(tmp_path / "x.conllu.gz") == load(written(tmp_path, "x.conllu", U))


def test_conllu_is_found_in_a_text(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/d1.txt").write_text("\n\n Don't  go.")
    (tmp_path / "texts/d2.txt").write_text("Stop!")
    corpus = load(written(tmp_path, "x.conllu", U), texts=tmp_path / "texts")
    assert [t.span for t in sentences(corpus)[0].tokens] == [Span(3, 5), Span(5, 8), Span(10, 12), Span(12, 13)]
    (tmp_path / "texts/d2.txt").write_text("Go!")
    with pytest.raises(BadInput, match="document d2: sentence 1, token 1, 'Stop': the text has 'Go!' there"):
        load(written(tmp_path, "x.conllu", U), texts=tmp_path / "texts")


@pytest.mark.parametrize(("old", "new", "why"), [
    ("4\t.\t.", "5\t.\t.", "the id '5' where word 4 is due"), ("\tVB\t_\t0\troot\t0:root", "\tVB\t_\t9\troot\t0:root", "the head '9', but the sentence has the words 1 to 4"),
    ("1-2\t", "1-9\t", "a range to 9"), ("3\tgo\tgo", "3 go go", r"columns, where CoNLL-U has 10"), ("3\tgo\t", "3\t\t", "without an id or a form"),
])  # fmt: skip
def test_conllu_that_is_none(old: str, new: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why):
        load(written(tmp_path, "x.conllu", U.replace(old, new, 1)), format="conllu")


def test_comments_that_no_sentence_follows_are_lost_by_name(tmp_path: Path) -> None:
    path = written(tmp_path, "x.conllu", U + "# the end\n")
    with pytest.raises(LossRefused, match="comments-behind"):
        load(path)
    assert load(path, lose=["comments-behind"]) == load(written(tmp_path, "y.conllu", U))


# CoNLL-X


def test_conllx_by_hand(tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "x.conll", X))
    assert corpus.documents[0].text == "Short fingers\nNo\n"
    one, two = sentences(corpus)
    assert [(t.form, t.coarse, t.tag, t.head, t.relation, t.span) for t in one.tokens] == [
        ("Short", "J", "JJ", 2, "NMOD", Span(0, 5)), ("fingers", "N", "NNS", 0, "ROOT", Span(6, 13))]  # fmt: skip
    assert two.span == Span(14, 16)
    save(corpus, tmp_path / "out.conllx")
    assert (tmp_path / "out.conllx/x.conll").read_text() == X


def test_the_columns_of_lth_and_of_2009(tmp_path: Path) -> None:
    seven = "1\tNo\tno\tDT\t_\t2\tNMOD\n2\tcleft\tcleft\tNN\t_\t0\tROOT\n\n"
    fourteen = "1\tNo\tno\tnp\tDT\tXX\t_\t_\t2\t3\tNMOD\tPRED\t_\t_\n2\tcleft\tcleft\tcp\tNN\tNN\t_\t_\t0\t0\tROOT\tROOT\tY\tcleft.01\tA1\n\n".replace("PRED\t_\t_", "PRED\t_\t_\t_")
    a, b = (sentences(load(written(tmp_path, f"{n}.dep", text)))[0].tokens for n, text in enumerate((seven, fourteen)))
    assert [(t.form, t.lemma, t.tag, t.head, t.relation) for t in a] == [(t.form, t.lemma, t.tag, t.head, t.relation) for t in b]
    assert (b[0].extra["plemma"], b[1].extra["pred"]) == ("np", "cleft.01")


# IOB


@pytest.mark.parametrize("text", [IOB, IOB.replace(" ", "\t"), IOB.replace("\n", "\r\n"), IOB.replace("I-Phenotype", "E-Phenotype").replace("B-Species", "S-Species"),
                                  IOB.replace("B-Phenotype", "I-Phenotype")])  # fmt: skip
def test_iob_in_every_scheme(text: str, tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "x.txt", text))
    assert corpus.documents[0].text == "Short fingers seen\nHuman hand\n"
    assert corpus.layer("mentions")["x-1"] == (
        Mention((Span(0, 13),), label="Phenotype"), Mention((Span(19, 24),), label="Species"), Mention((Span(25, 29),), label="Anatomy"))  # fmt: skip
    assert [t.extra["chunk"] for t in sentences(corpus)[0].tokens] == ["B-NP", "I-NP", "O"]
    assert [t.tag for t in sentences(corpus)[1].tokens] == ["JJ", "NN"]


@pytest.mark.parametrize(("scheme", "tags"), [
    ("iob2", ["B-Phenotype", "I-Phenotype", "O", "B-Species", "B-Anatomy"]), ("iob1", ["I-Phenotype", "I-Phenotype", "O", "I-Species", "I-Anatomy"]),
    ("bioes", ["B-Phenotype", "E-Phenotype", "O", "S-Species", "S-Anatomy"]),
])  # fmt: skip
def test_iob_is_written_in_the_scheme_that_is_asked_for(scheme: str, tags: list[str], tmp_path: Path) -> None:
    corpus = load(written(tmp_path, "x.txt", IOB))
    save(corpus, tmp_path / "y.iob", options={"scheme": scheme})
    rows = [line.split("\t") for line in (tmp_path / "y.iob").read_text().splitlines() if line and not line.startswith("-DOCSTART-")]
    assert [row[-1] for row in rows] == tags
    assert load(tmp_path / "y.iob") == corpus


def test_columns_by_name(tmp_path: Path) -> None:
    path = written(tmp_path, "x.tsv", "B-X\tShort\tshort\nO\tseen\tsee\n\n")
    corpus = load(path, format="iob", options={"columns": "mention,form,lemma"})
    assert [t.lemma for t in sentences(corpus)[0].tokens] == ["short", "see"]
    with pytest.raises(BadInput, match="form and mention among them"):
        load(path, format="iob", options={"columns": "form,lemma,tag"})


@pytest.mark.parametrize(("text", "why"), [("a\tB-X\nb\n", "1 columns, where 2 are due"), ("a\tB-X\nb\tZ9\n", "'Z9' is not a tag"), ("a\nb\n", "one column only")])
def test_iob_that_is_none(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why):
        load(written(tmp_path, "x.iob", text), format="iob")


# CRAFT: all of it is read in tests/corpora; here every eighth article goes back, too.


@pytest.mark.data
@pytest.mark.parametrize(("format", "suffix"), [("conllx", ".conll"), ("conllu", ".conllu")])
def test_the_dependencies_of_craft_go_back(format: str, suffix: str, data: Path, tmp_path: Path) -> None:
    place = data / "craft/structural-annotation/dependency" / format
    for file in sorted(place.iterdir())[::8]:
        (tmp_path / file.stem).mkdir()
        copy = tmp_path / file.stem / file.name
        copy.symlink_to(file)
        corpus = load(copy, format=format, texts=data / "craft/articles/txt")
        out = tmp_path / f"{file.stem}.{format}"
        save(corpus, out, format=format)
        assert load(out, format=format) == corpus
        back = out / file.name if out.is_dir() else out
        old, new = (rows(f) for f in (file, back))
        assert len(old) == len(new)
        # Word for word and column for column; the last of CoNLL-U says besides what stands between the words.
        assert [row[: 9 if format == "conllu" else 10] for row in new] == [row[: 9 if format == "conllu" else 10] for row in old]


def rows(file: Path) -> list[list[str]]:
    return [line.split("\t") for line in file.read_text("utf-8").split("\n") if line and not line.startswith("#")]


@pytest.mark.data
def test_the_sentences_of_the_papers_converter(data: Path) -> None:
    corpus = load(data / "craft/lth/dev.dep.gz")
    assert len(sentences(corpus)) == 2780
    lines = gzip.decompress((data / "craft/lth/dev.dep.gz").read_bytes()).decode().split("\n")
    assert [t.form for s in sentences(corpus) for t in s.tokens] == [line.split("\t")[1] for line in lines if line]
