"""The layout of the HPO gold standards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from goldproof.errors import BadInput, GoldproofError, LossRefused
from goldproof.formats import guess, load, save
from goldproof.model import Corpus, Mention, Span

from .arbitrary import corpora, keeps_the_law

TEXT = "No renal dysplasia; short 𝛼 fingers.\n"
SETS = {"gsc-plus": "plus", "gsc-2024": "2024"}


def folder(root: Path, rows: bytes, text: str = TEXT) -> Path:
    for name, content in (("Text", text.encode()), ("Annotations", rows)):
        (root / name).mkdir()
        (root / name / "1").write_bytes(content)
    return root


PLUS = b"[3::18]\tHP_0000110 | renal dysplasia\r\n[28::35]\tHP_0009381 | finger\r\n"
NEW = b"3:18\tHP:0000110\trenal dysplasia\n28:35\tHP:0009381\tfinger"
FOUND = (
    Mention((Span(3, 18),), ("HP:0000110",)),
    Mention((Span(28, 35),), ("HP:0009381",), stated="finger"),
)


@pytest.mark.parametrize("rows", [PLUS, NEW, PLUS.replace(b"\r", b""), NEW + b"\n", b"\xef\xbb\xbf" + NEW, PLUS.split(b"\r")[0] + b"\r\n" + NEW.split(b"\n")[1]])
def test_both_dialects_say_the_same(rows: bytes, tmp_path: Path) -> None:
    root = folder(tmp_path, rows)
    assert guess(root).name == "hpo"
    assert load(root).layer("mentions")["1"] == FOUND
    assert load(root).document("1").text == TEXT


@pytest.mark.parametrize(("dialect", "rows"), [("plus", PLUS), ("2024", NEW), ("", NEW)])
def test_a_dialect_is_written_as_its_set_has_it(dialect: str, rows: bytes, tmp_path: Path) -> None:
    root = folder(tmp_path, PLUS)
    save(load(root), tmp_path / "out", format="hpo", options={"dialect": dialect} if dialect else {})
    assert (tmp_path / "out/Annotations/1").read_bytes() == rows
    assert (tmp_path / "out/Text/1").read_bytes() == TEXT.encode()


def test_any_of_the_folders_may_be_named(tmp_path: Path) -> None:
    root = folder(tmp_path, NEW)
    assert load(root / "Annotations") == load(root) == load(root / "Annotations/1", format="hpo")
    (root / "Text").rename(tmp_path / "elsewhere")
    assert load(root / "Annotations", texts=tmp_path / "elsewhere").layer("mentions")["1"] == FOUND
    with pytest.raises(GoldproofError, match="no folder of texts"):
        load(root / "Annotations")


def test_a_text_without_annotations_was_not_judged_and_an_empty_file_found_nothing(tmp_path: Path) -> None:
    root = folder(tmp_path, NEW)
    (root / "Text/2").write_text("x")
    (root / "Text/3").write_text("y")
    (root / "Annotations/3").write_text("")
    layer = load(root).layer("mentions")
    assert (layer.get("2"), layer.get("3")) == (None, ())


def test_a_malformed_row_is_mended_where_its_text_stands_there_and_told(tmp_path: Path) -> None:
    root = folder(tmp_path, b"w3:18\tHP:0000110\trenal dysplasia\n28:35\tHP:0009381\tfinger")
    warnings: list[str] = []
    assert load(root, warnings=warnings).layer("mentions")["1"] == FOUND
    assert len(warnings) == 1
    assert str(root / "Annotations/1") + ", line 1" in warnings[0]


@pytest.mark.parametrize("row", [b"w3:17\tHP:0000110\trenal dysplasia", b"HP:0000110", b"3:x\tHP:0000110\trenal", b"3:18 HP:0000110"])
def test_a_row_that_cannot_be_mended_is_lost_only_by_name(row: bytes, tmp_path: Path) -> None:
    root = folder(tmp_path, NEW + b"\n" + row)
    with pytest.raises(LossRefused) as refused:
        load(root, format="hpo")
    assert "line 3" in refused.value.losses["malformed-rows"]
    warnings: list[str] = []
    assert load(root, format="hpo", lose=["malformed-rows"], warnings=warnings).layer("mentions")["1"] == FOUND
    assert "line 3" in warnings[0]


@pytest.mark.parametrize("rows", [b"\xff\xfe", b"1:2\tHP:1\ta\0b", b"999999999999:2\tHP:1\tx"])
def test_what_is_no_text_or_no_place_is_one_line(rows: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        load(folder(tmp_path, rows), format="hpo")
    assert "\n" not in str(error.value)
    assert "Annotations/1" in str(error.value)


def test_annotations_without_a_text_are_refused(tmp_path: Path) -> None:
    root = folder(tmp_path, NEW)
    (root / "Annotations/2").write_bytes(NEW)
    with pytest.raises(BadInput, match="no text of this name"):
        load(root)


@pytest.mark.parametrize("dialect", ["plus", "2024"])
@given(corpora(one_line=True))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_corpus_comes_back(dialect: str, corpus: Corpus) -> None:
    keeps_the_law(corpus, "hpo", "", dialect=dialect)


def rows_of(root: Path) -> dict[str, list[str]]:
    """The rows of a set, read with nothing of ours."""
    return {
        f.name: [row.rstrip("\r") for row in f.read_bytes().decode().split("\n") if row.strip()] for f in sorted((root / "Annotations").iterdir())
    }


def taken_apart(row: str) -> tuple[int, int, str, str] | None:
    found = re.fullmatch(r"\[(\d+)::(\d+)\]\t(\S+) \| (.*)", row) or re.fullmatch(r"(\d+):(\d+)\t(\S+)\t(.*)", row)
    return found and (int(found[1]), int(found[2]), found[3].replace("_", ":"), found[4])


@pytest.mark.data
@pytest.mark.parametrize("name", SETS)
def test_a_whole_set_is_read_and_every_disagreement_found(name: str, data: Path) -> None:
    root = data / "hpo" / name
    warnings: list[str] = []
    corpus = load(root, warnings=warnings)
    layer = corpus.layer("mentions")
    rows = rows_of(root)
    assert list(rows) == sorted(layer.units) == sorted(d.id for d in corpus.documents)
    assert layer.count == sum(map(len, rows.values()))
    malformed = {f"{root / 'Annotations' / file}, line {n}" for file, every in rows.items() for n, row in enumerate(every, 1) if not taken_apart(row)}
    assert len(malformed) == len(warnings)
    assert all(any(w.startswith(place) for w in warnings) for place in malformed)
    wrong = 0
    for file, every in rows.items():
        text = (root / "Text" / file).read_bytes().decode()
        assert corpus.document(file).text == text
        for row, m in zip(every, layer[file], strict=True):
            expected = taken_apart(row)
            if expected is None:
                continue
            start, end, id, covered = expected
            assert (m.spans, m.concepts) == ((Span(start, end),), (id,))
            assert m.stated == (None if text[start:end] == covered else covered)
            wrong += m.stated is not None
    assert wrong == sum(m.stated is not None for _, found in layer.items() for m in found) > 0


@pytest.mark.data
@pytest.mark.parametrize("name", SETS)
def test_a_whole_set_goes_back_byte_for_byte(name: str, data: Path, tmp_path: Path) -> None:
    root = data / "hpo" / name
    corpus = load(root)
    save(corpus, tmp_path / "x.hpo", options={"dialect": SETS[name]})
    assert load(tmp_path / "x.hpo") == corpus
    odd = {file for file, rows in rows_of(root).items() if not all(map(taken_apart, rows))}
    for kind in ("Text", "Annotations"):
        for file in (root / kind).iterdir():
            same = (tmp_path / "x.hpo" / kind / file.name).read_bytes() == file.read_bytes()
            assert same == (kind == "Text" or file.name not in odd), file
    for other in SETS.values():
        save(corpus, tmp_path / f"{other}.hpo", options={"dialect": other})
        assert load(tmp_path / f"{other}.hpo") == corpus


@pytest.mark.data
@pytest.mark.parametrize("format", ["bioc-xml", "bioc-json", "pubannotation", "pubtator", "brat", "native"])
@pytest.mark.parametrize("name", SETS)
def test_a_set_through_another_format_is_the_set(name: str, format: str, data: Path, tmp_path: Path) -> None:
    corpus = load(data / "hpo" / name)
    lose = ["text-lines"] if format == "pubtator" else []
    save(corpus, tmp_path / "x", format=format, lose=lose)
    back = load(tmp_path / "x", format=format)
    assert guess(tmp_path / "x").name == format
    assert back.layers == corpus.layers
    assert [d.id for d in back.documents] == [d.id for d in corpus.documents]
    changed = [a.id for a, b in zip(corpus.documents, back.documents, strict=True) if a.text != b.text]
    assert changed == [d.id for d in corpus.documents if d.text.count("\n") > 1 or "\r" in d.text] if lose else changed == []
