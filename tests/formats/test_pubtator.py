"""PubTator."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from goldproof.errors import BadInput, GoldproofError, LossRefused
from goldproof.formats import guess, load, save
from goldproof.model import Attributes, Corpus, Kind, Layer, Mention, Source, Span

from .arbitrary import corpora, keeps_the_law

TITLE, ABSTRACT = "𝛼-toxin and coma, renal and hepatic failure.", "A case of coma."
TEXT = f"{TITLE}\n{ABSTRACT}"


def at(words: str, **more: object) -> Mention:
    start = TEXT.index(words)
    return Mention((Span(start, start + len(words)),), **more)  # type: ignore[arg-type]


COMA, FAILURE = at("coma", label="Disease", concepts=("D003128",)), "renal and hepatic failure"
SECOND = TEXT.rindex("coma")
FILE = "".join([
    f"7|t|{TITLE}\n7|a|{ABSTRACT}\n",
    f"7\t{COMA.start}\t{COMA.end}\tcoma\tDisease\tD003128\n",
    f"7\t{TEXT.index(FAILURE)}\t{TEXT.index(FAILURE) + len(FAILURE)}\t{FAILURE}\tDisease\tD058186|D017093\trenal failure|hepatic failure\n",
    f"7\t{SECOND}\t{SECOND + 4}\tComa\tDisease\t-1\n",
    "\n8|t|Nothing here.\n8|a|\n\n",
])  # fmt: skip


def written(root: Path, text: str = FILE) -> Path:
    path = root / "x.pubtator"
    path.write_bytes(text.encode())
    return path


def test_a_file_of_two_documents(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert guess(path).name == "pubtator"
    corpus = load(path)
    assert [(d.id, d.text) for d in corpus.documents] == [("7", TEXT), ("8", "Nothing here.\n")]
    parts = Attributes(individual="renal failure|hepatic failure")
    assert corpus.layer("mentions")["7"] == (
        COMA,
        at(FAILURE, label="Disease", concepts=("D058186", "D017093"), attributes=parts),
        Mention((Span(SECOND, SECOND + 4),), label="Disease", stated="Coma"),
    )
    assert corpus.layer("mentions")["8"] == ()


@pytest.mark.parametrize("text", [FILE.replace("\n", "\r\n"), "\ufeff" + FILE, FILE.replace("\n\n", "\n"), "\n\n" + FILE, FILE.rstrip("\n")])
def test_the_same_whatever_the_line_ends_and_blank_lines(text: str, tmp_path: Path) -> None:
    assert load(written(tmp_path, text)) == load(written(tmp_path))


def test_packed_and_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "x.txt.gz").write_bytes(gzip.compress(FILE.encode()))
    assert guess(tmp_path).name == "pubtator"
    assert load(tmp_path) == load(written(tmp_path / "..", FILE))


def test_offsets_in_utf16(tmp_path: Path) -> None:
    rows = FILE.split("\n")
    rows[2] = f"7\t{COMA.start + 1}\t{COMA.end + 1}\tcoma\tDisease\tD003128"
    (found, *_) = load(written(tmp_path, "\n".join(rows)), options={"offsets": "utf16"}).layer("mentions")["7"]
    assert found == COMA


@pytest.mark.parametrize(("cell", "concepts"), [
    ("", ()), ("-", ()), ("-1", ()), ("MESH:D1", ("MESH:D1",)), ("1;2", ("1", "2")), ("1, 2", ("1", "2")), ("1|2", ("1", "2")),
    ("D1+D2", ("D1+D2",)), ("tmVar:c|SUB|C|148|T;HGVS:c.148C>T", ("tmVar:c|SUB|C|148|T", "HGVS:c.148C>T")), ("p|SUB|R|1|W", ("p|SUB|R|1|W",)),
])  # fmt: skip
def test_the_ids_of_a_cell(cell: str, concepts: tuple[str, ...], tmp_path: Path) -> None:
    corpus = load(written(tmp_path, f"1|t|coma\n1\t0\t4\tcoma\tDisease\t{cell}\n"))
    assert corpus.layer("mentions")["1"] == (Mention((Span(0, 4),), concepts, "Disease"),)
    for separator in "|;,":
        save(corpus, tmp_path / "y.pubtator", force=True, options={"separator": separator})
        assert load(tmp_path / "y.pubtator") == corpus


def test_relations_are_lost_only_by_name(tmp_path: Path) -> None:
    path = written(tmp_path, FILE.replace("\n\n8|t", "\n7\tCID\tD003128\tD017093\n\n8|t"))
    with pytest.raises(LossRefused) as refused:
        load(path)
    assert list(refused.value.losses) == ["relations"]
    assert load(path, lose=["relations"]) == load(written(tmp_path))


@pytest.mark.parametrize(("text", "what"), [
    ("", "empty"), ("1|t|x\n2\t0\t1\tx\tD\t-\n", "line 2"), ("1\t0\t1\tx\tD\t-\n", "line 1"), ("1|t|x\n1\t0\tx\n", "line 2"),
    ("1|t|x\nsome text\n", "line 2"), ("1|t|x\n1\tw0\t1\tx\tD\t-\n", "line 2"), ("1|t|x\n1\t-1\t1\tx\tD\t-\n", "line 2"),
    ("1|t|x\n1\t999999999999\t1\tx\tD\t-\n", "line 2"), ("1|t|x\0\n", "binary"), ("1|t|x\n\n1|t|y\n", "twice"), ("1|t|x\n1|t|y\n", "twice"),
])  # fmt: skip
def test_what_is_not_pubtator_is_one_line(text: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(GoldproofError, match=what) as error:
        load(written(tmp_path, text), format="pubtator")
    assert "\n" not in str(error.value)


def test_bad_bytes_are_told_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "x.pubtator"
    path.write_bytes(b"1|t|x\n1|a|\xff\n")
    with pytest.raises(BadInput, match="line 2"):
        load(path)
    path.write_bytes(gzip.compress(FILE.encode())[:40])
    with pytest.raises(BadInput, match="cannot be read"):
        load(path, format="pubtator")


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "bytes"])
@given(corpora(one_line=True))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_corpus_comes_back(unit: str, corpus: Corpus) -> None:
    keeps_the_law(corpus, "pubtator", offsets=unit)


def test_the_library_bioc_reads_what_we_write(tmp_path: Path) -> None:
    pubtator = pytest.importorskip("bioc.pubtator")
    save(load(written(tmp_path)), tmp_path / "y.pubtator", lose=["mention-attributes"])
    one, two = pubtator.loads((tmp_path / "y.pubtator").read_text(encoding="utf-8"))
    assert (one.pmid, one.text, two.pmid) == ("7", TEXT, "8")
    mentions = load(tmp_path / "y.pubtator").layer("mentions")["7"]
    assert [(a.start, a.end, a.type) for a in one.annotations] == [(m.start, m.end, m.label) for m in mentions]
    assert [a.text for a in one.annotations] == [m.stated or TEXT[m.start : m.end] for m in mentions]


def test_two_megabytes_are_read_in_a_moment(tmp_path: Path) -> None:
    """10,000 documents; the bound is generous, the machines that test are slow."""
    mentions = {str(i): (COMA,) for i in range(10_000)}
    corpus = Corpus.of_texts(dict.fromkeys(mentions, TEXT)).with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, mentions))
    save(corpus, tmp_path / "x.pubtator")
    start = time.perf_counter()
    assert load(tmp_path / "x.pubtator") == corpus
    assert time.perf_counter() - start < 10
