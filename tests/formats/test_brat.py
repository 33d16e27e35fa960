"""brat standoff: files written by hand, as brat and its users write them, and the Mantra corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldproof.errors import BadInput, LossRefused
from goldproof.formats import load, save
from goldproof.model import Attributes, Corpus, Kind, Layer, Mention, Source, Span

TEXT = "Short and broad fingers were seen.\nNo cleft palate.\n"
NOTES = """T1\tPhenotype 0 5;16 23\tShort fingers
T2\tPhenotype 10 23\tbroad fingers
T5\tFinding 38 50\tcleft palate
A1\tNegated T5
A2\tCertainty T1 high
A3\tCertainty T1 checked
#1\tAnnotatorNotes T1\tunsure\\nhere
N1\tReference T1 HP:0009381\tShort finger
N2\tReference T1 HP:0001156\tBrachydactyly
"""


def folder(tmp_path: Path, notes: str = NOTES, text: str = TEXT) -> Path:
    tmp_path.mkdir(exist_ok=True)
    (tmp_path / "d.txt").write_bytes(text.encode())
    (tmp_path / "d.ann").write_bytes(notes.encode())
    return tmp_path


def mentions(corpus: Corpus) -> tuple[Mention, ...]:
    (layer,) = corpus.layers
    found = layer["d"]
    assert all(isinstance(m, Mention) for m in found)
    return found  # type: ignore[return-value]


def test_every_part_by_hand(tmp_path: Path) -> None:
    assert mentions(load(folder(tmp_path))) == (
        Mention((Span(0, 5), Span(16, 23)), ("HP:0009381", "HP:0001156"), "Phenotype", "T1", Attributes(Certainty=("high", "checked"), note="unsure\nhere")),
        Mention((Span(10, 23),), label="Phenotype", id="T2"),
        Mention((Span(38, 50),), label="Finding", id="T5", attributes=Attributes(Negated=True)),
    )


def test_what_is_written_is_brat(tmp_path: Path) -> None:
    """The very lines, and an annotation.conf without which brat would show every type as unknown."""
    corpus = load(folder(tmp_path / "in"))
    save(corpus, tmp_path / "out", format="brat")
    written = (tmp_path / "out/d.ann").read_text()
    assert sorted(line.split("\t")[1] for line in written.splitlines()) == sorted(line.split("\t")[1] for line in NOTES.splitlines())
    assert [line for line in written.splitlines() if line.startswith("T")] == NOTES.splitlines()[:3]
    assert (tmp_path / "out/d.txt").read_text() == TEXT
    assert "[entities]\nFinding\nPhenotype\n" in (tmp_path / "out/annotation.conf").read_text()
    assert load(tmp_path / "out") == corpus


@pytest.mark.parametrize(("line", "name"), [
    ("R1\tPartOf Arg1:T1 Arg2:T2", "relations"), ("E1\tFinding:T5 Theme:T1", "events"), ("*\tEquiv T1 T2", "equivalences"),
    ("A9\tNegated E1", "notes-elsewhere"), ("#9\tAnnotatorNotes R1\tno", "notes-elsewhere"), ("N9\tReference T77 HP:1\tx", "notes-elsewhere"),
])  # fmt: skip
def test_what_no_record_holds_is_lost_by_name_only(line: str, name: str, tmp_path: Path) -> None:
    place = folder(tmp_path / "in", f"{NOTES}{line}\n")
    with pytest.raises(LossRefused) as refused:
        load(place)
    assert list(refused.value.losses) == [name]
    assert load(place, lose=[name]) == load(folder(tmp_path / "plain"))


def test_line_ends_of_windows_are_characters_of_the_text_and_not_of_the_notes(tmp_path: Path) -> None:
    corpus = load(folder(tmp_path, "T1\tX 6 9\ttwo\r\n#1\tAnnotatorNotes T1\thm\r\n", "one.\r\ntwo\r\n"))
    assert mentions(corpus) == (Mention((Span(6, 9),), label="X", attributes=Attributes(note="hm")),)
    assert corpus.document("d").text == "one.\r\ntwo\r\n"


def test_offsets_are_code_points(tmp_path: Path) -> None:
    corpus = load(folder(tmp_path, "T1\tX 2 4\t𝛼β\n", "é 𝛼β"))
    assert mentions(corpus)[0].stated is None


def test_a_disagreement_with_the_text_is_kept_as_it_is_said(tmp_path: Path) -> None:
    (m,) = mentions(load(folder(tmp_path / "in", "T1\tX 10 22\tbroad finger!\n")))
    assert (m.spans, m.stated) == ((Span(10, 22),), "broad finger!")


def test_a_mention_over_a_line_end_is_stated_with_a_blank(tmp_path: Path) -> None:
    (m,) = mentions(load(folder(tmp_path, "T1\tX 29 37\tseen. No\n")))
    assert m.stated is None


@pytest.mark.parametrize("line", ["T1 Phenotype 0 5 Short", "T1\tPhenotype 0\tShort", "T1\tPhenotype a b\tShort", "T1", "Q1\tx", "T1\tX 0 5\tShort\nT1\tX 0 5\tShort", "A1\t"])
def test_what_is_no_line_of_brat_is_one_line_with_its_number(line: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"d\.ann, line \d"):
        load(folder(tmp_path, f"{line}\n"), format="brat")


def test_not_judged_and_nothing_there(tmp_path: Path) -> None:
    folder(tmp_path, "")
    (tmp_path / "e.txt").write_text("Nobody was here.")
    (layer,) = load(tmp_path, format="brat").layers
    assert (layer.get("d"), layer.get("e")) == ((), None)


def test_annotations_without_a_text_and_texts_elsewhere(tmp_path: Path) -> None:
    folder(tmp_path / "texts")
    (tmp_path / "notes").mkdir()
    (tmp_path / "texts/d.ann").rename(tmp_path / "notes/d.ann")
    with pytest.raises(BadInput, match=r"no text beside it \(put d\.txt"):
        load(tmp_path / "notes")
    assert len(mentions(load(tmp_path / "notes", texts=tmp_path / "texts"))) == 3


def test_types_that_are_concepts(tmp_path: Path) -> None:
    corpus = load(folder(tmp_path, "T1\tHP:0000175 38 50\tcleft palate\n"), options={"concepts": "label"})
    assert mentions(corpus)[0].concepts == ("HP:0000175",)


def test_folders_in_folders_are_in_the_ids(tmp_path: Path) -> None:
    folder(tmp_path / "one")
    folder(tmp_path / "two")
    corpus = load(tmp_path)
    assert [d.id for d in corpus.documents] == ["one/d", "two/d"]
    save(corpus, tmp_path / "x.brat")
    assert load(tmp_path / "x.brat") == corpus


def test_an_id_that_would_leave_the_folder_is_refused(tmp_path: Path) -> None:
    for id in ("../d", "/etc/d", "a/../../d", ".hidden", "a\\b"):
        corpus = Corpus.of_texts({id: "text"}).with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {id: ()}))
        with pytest.raises(BadInput):
            save(corpus, tmp_path / "x.brat")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.data
@pytest.mark.parametrize("language", ["English", "French", "German"])
def test_every_file_of_mantra_is_read_and_written_back(language: str, data: Path, tmp_path: Path) -> None:
    """Each line of each file comes back, as brat numbers them; only a blank at the end of a line of notes may differ."""
    root = data / "mantra" / language
    corpus = load(root, format="brat")
    files = sorted(root.rglob("*.ann"))
    assert [d.id for d in corpus.documents] == [f.relative_to(root).as_posix().removesuffix(".ann") for f in files]
    save(corpus, tmp_path / "x.brat")
    assert load(tmp_path / "x.brat") == corpus
    for file in files:
        back = tmp_path / "x.brat" / file.relative_to(root)
        assert sorted(lines(back)) == sorted(lines(file)), file
        assert back.with_suffix(".txt").read_bytes() == file.with_suffix(".txt").read_bytes()


def lines(file: Path) -> list[str]:
    """The lines without the numbers of notes, which brat counts as they were made and we as they stand."""
    rows = [line.rstrip() for line in file.read_bytes().decode().split("\n") if line.strip()]
    return [row if row.startswith("T") else row[0] + "\t" + row.partition("\t")[2] for row in rows]
