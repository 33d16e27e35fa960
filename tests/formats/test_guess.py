"""Which format a file or folder is in, found from its content, whatever its name and its Unicode; and what is said where it cannot be."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.formats import Format, guess, load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Source, Span, whole

from .samples import SAMPLES
from .valid import READERS, richest, written

by_name = pytest.mark.parametrize("format", READERS, ids=lambda f: f.name)

FILES: Mapping[str, tuple[str, str]] = {
    # format -> a name that says nothing, and a content as others write it
    "bioc-xml": ("x.xml", "<?xml version='1.0'?><!DOCTYPE collection SYSTEM 'BioC.dtd'><collection><source/><date/><key/><document><id>1</id>"
                          "<passage><offset>0</offset><text>No cleft.</text></passage></document></collection>"),
    "bioc-json": ("x.json", '{"source": "", "infons": {}, "documents": [{"id": "1", "passages": [{"offset": 0, "infons": {}, "text": "No cleft."}]}]}'),
    "pubtator": ("x.txt", "12|t|No cleft.\n12|a|None.\n12\t3\t8\tcleft\tDisease\tD1\n\n"),
    "pubannotation": ("x.json", '{"text": "No cleft.", "denotations": [{"id": "T1", "span": {"begin": 3, "end": 8}, "obj": "Disease"}]}'),
    "conllu": ("x.txt", "# sent_id = 1\n# text = No cleft\n1\tNo\tno\tDET\t_\t_\t2\tdet\t_\t_\n2\tcleft\tcleft\tNOUN\t_\t_\t0\troot\t_\t_\n\n"),
    "conllx": ("x.txt", "1\tNo\tno\tDT\tDT\t_\t2\tNMOD\t_\t_\n2\tcleft\tcleft\tNN\tNN\t_\t0\tROOT\t_\t_\n\n"),
    "iob": ("x.txt", "No O\ncleft B-Disease\npalate I-Disease\n\n"),
    "penn": ("x.txt", "( (NP (DT No) (NN cleft)) )\n"),
    "eq-table": ("x.tsv", "Character\tCharacter Label\tState Symbol\tState Label\tEntity ID\tEntity Label\tQuality ID\tQuality Label\tRelated Entity ID\tRelated Entity Label\n"
                          "1\tcleft\t0\tabsent\tUBERON:1\t\tPATO:1\t\t\t\n"),
    "ratings-table": ("x.csv", "item,ann,bo\n1,0,2\n2,3,3\n"),
}  # fmt: skip


@by_name
def test_what_a_format_writes_is_known_again(format: Format, tmp_path: Path) -> None:
    for number, corpus in enumerate(richest(format.name)):
        if format.name == "text" or any(layer.count for layer in corpus.layers):
            assert guess(written(format, tmp_path, number)).name == format.name


@pytest.mark.parametrize("format", FILES)
@pytest.mark.parametrize("dress", ["plain", "BOM", "line ends of Windows", "blank lines first"])
def test_files_as_others_write_them(format: str, dress: str, tmp_path: Path) -> None:
    name, content = FILES[format]
    data = content.encode()
    match dress:
        case "BOM":
            data = b"\xef\xbb\xbf" + data
        case "line ends of Windows":
            data = data.replace(b"\n", b"\r\n")
        case "blank lines first" if not content.startswith("<?xml") and not name.endswith((".csv", ".tsv")):
            data = b"\n" + data
    (tmp_path / name).write_bytes(data)
    assert guess(tmp_path / name).name == format
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / name).write_text(content)
    assert load(tmp_path / name) == load(tmp_path / "plain" / name)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read_where_its_kind_of_file_may_be_in_it_and_named_where_not(encoding: str, tmp_path: Path) -> None:
    for format in ("bioc-xml", "eq-table", "ratings-table", "pubtator"):
        name, content = FILES[format]
        path = tmp_path / name
        path.write_text(content)
        expected = load(path)
        path.write_bytes(("\ufeff" + content.replace("version='1.0'", "version='1.0' encoding='UTF-16'")).encode(encoding))
        assert guess(path).name == format
        if format == "pubtator":
            with pytest.raises(BadInput, match="in UTF-16, not UTF-8"):
                load(path)
        else:
            assert load(path) == expected


def test_half_a_file_of_utf16(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes("\ufeffitem,ann,bo\n1,0,2\n".encode("utf-16-le")[:-1])
    with pytest.raises(BadInput, match="not sound UTF-16"):
        load(tmp_path / "x.csv", format="ratings-table")


def test_a_byte_order_mark_before_annotations_and_a_text_with_one(tmp_path: Path) -> None:
    """The mark of a text is a character of it, as brat counts; that of annotations is not."""
    (tmp_path / "a.txt").write_text("\ufeffNo cleft.", "utf-8")
    (tmp_path / "a.ann").write_text("\ufeffT1\tDisease 4 9\tcleft\n", "utf-8")
    assert [m.stated for m in load(tmp_path).layers[0]["a"]] == [None]


def test_texts_alone_are_texts_and_beside_anything_else_they_are_its_texts(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "a.txt").write_bytes("Größe.\r\n\ufeff".encode())
    (tmp_path / "in/b.txt").write_text("")
    assert guess(tmp_path).name == guess(tmp_path / "a.txt").name == "text"
    corpus = load(tmp_path)
    assert [(d.id, d.text) for d in corpus.documents] == [("a", "Größe.\r\n\ufeff"), ("in/b", "")]
    assert [u.id for u in corpus.units] == ["a", "in/b"]
    assert corpus.layers == ()
    assert [d.id for d in load(tmp_path / "a.txt").documents] == ["a"]
    save(corpus, tmp_path / "out.texts")
    assert load(tmp_path / "out.texts") == corpus
    (tmp_path / "a.ann").write_text("T1\tX 0 5\tGröße\n")
    assert guess(tmp_path).name == "brat"


def test_a_text_that_is_none(tmp_path: Path) -> None:
    for data, why in ((b"", "the file is empty"), (("é" * 5000).encode("latin-1"), "no known format"), (b"a\0b", "no known format")):
        (tmp_path / "x.txt").write_bytes(data)
        with pytest.raises(BadInput, match=why):
            load(tmp_path / "x.txt")


def test_the_first_bytes_may_end_inside_a_character(tmp_path: Path) -> None:
    for shift in range(3):
        (tmp_path / "x.txt").write_text("a" * shift + "語" * 9000)
        assert guess(tmp_path / "x.txt").name == "text"


def test_a_collection_that_says_much_of_itself(tmp_path: Path) -> None:
    documents = [Document(f"d{i:05}", "x") for i in range(2000)]
    layer = Layer.of("mentions", Source("ann"), Kind.MENTIONS, {"d00000": [Mention((Span(0, 1),))]})
    corpus = Corpus(tuple(documents), tuple(map(whole, documents)), (layer,), splits={"all": tuple(d.id for d in documents)})
    for format in ("bioc-json", "bioc-xml"):
        path = tmp_path / f"x.{format[5:]}"
        save(corpus, path, format=format, lose=(lost := losses(corpus, next(f for f in READERS if f.name == format))))
        assert load(path) == strip(corpus, lost)


def test_the_layout_of_the_hpo_with_ids_of_any_form(tmp_path: Path) -> None:
    for name in ("Text", "Annotations"):
        (tmp_path / "one" / name).mkdir(parents=True)
    (tmp_path / "one/Text/d").write_text("No cleft.")
    (tmp_path / "one/Annotations/d").write_text("3:8\tC0008925\tcleft")
    assert guess(tmp_path / "one").name == "hpo"
    (tmp_path / "two").mkdir()
    for name in ("Text", "Annotations"):
        (tmp_path / "one" / name).rename(tmp_path / "two" / name)
    (tmp_path / "one").rmdir()
    with pytest.raises(BadInput, match=r"holds 1 such folders: two \(name one of them\)"):
        load(tmp_path)


def test_a_folder_of_tables(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(FILES["ratings-table"][1])
    with pytest.raises(BadInput, match=r"such as x\.csv"):
        load(tmp_path)


def test_the_collector_is_as_it_was(tmp_path: Path) -> None:
    """It is paused while a file is read."""
    save(SAMPLES["everything"], tmp_path / "x.jsonl")
    (tmp_path / "y.jsonl").write_text("{")
    for on in (True, False):
        (gc.enable if on else gc.disable)()
        try:
            load(tmp_path / "x.jsonl")
            with pytest.raises(BadInput):
                load(tmp_path / "y.jsonl", format="native")
            assert gc.isenabled() is on
        finally:
            gc.enable()
