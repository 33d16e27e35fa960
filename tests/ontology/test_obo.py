"""The tolerant reader: right where a file is right, one warning a line where it is not."""

from __future__ import annotations

import gzip
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, NotFound
from goldproof.ontology import Entry, Ontology, Scope, Synonym
from goldproof.ontology.entry import Sort

from .toys import TOY, TROUBLED, TROUBLES


@pytest.fixture
def toy(tmp_path: Path) -> Ontology:
    return read(TOY, tmp_path)


def read(text: str | bytes, folder: Path, name: str = "toy.obo") -> Ontology:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return Ontology(folder / name)


def test_every_field_of_a_term(toy: Ontology) -> None:
    assert toy["TOY:0000002"] == Entry(
        id="TOY:0000002",
        label="limb {upper} and lower",
        definition='Sticks out.\nSecond line, "quoted".',
        comment="A comment",
        synonyms=(
            Synonym("leg, of sorts", Scope.EXACT, "layperson", ("TOY:a", "TOY:b")),
            Synonym("appendage", Scope.BROAD),
            Synonym("thing", Scope.RELATED),
            Synonym("member", Scope.EXACT),
        ),
        parents=("TOY:0000001",),
        alternatives=("TOY:0000020", "TOY:0000021"),
        relationships=(("part_of", "TOY:0000009"),),
        genus=(("", "TOY:0000001"), ("part_of", "TOY:0000009")),
        xrefs=("UMLS:C1", "SNOMEDCT_US:2"),
        subsets=("slim",),
        clauses=(("property_value", 'creator "me" xsd:string'), ("created_by", "somebody"),
                 ("relationship", 'part_of TOY:0000009 {all_only="true"} ! body')),
    )


def test_the_header_the_relations_and_the_rest(toy: Ontology) -> None:
    assert (toy.name, toy.version) == ("toy", "toy/releases/2026-01-01")
    assert toy.header["subsetdef"] == ('slim "a slim, with comma"',)
    assert [e.id for e in toy] == [f"TOY:000000{i}" for i in (1, 2, 3, 4, 5, 6, 7, 9)]
    assert toy.relations == (Entry("part_of", "part of", Sort.RELATION, xrefs=("BFO:0000050",), clauses=(("is_transitive", "true"),)),)
    assert toy["TOY:0000001"].namespace == "toy_parts"
    assert toy["TOY:0000003"].parents == ("TOY:0000002",), "ids are CURIEs however the file writes them"
    assert toy.warnings == ("imports elsewhere.obo, which is not read: give that file too if its terms are needed",)


@pytest.mark.parametrize("change", [
    lambda t: t.replace("\n", "\r\n").encode(),
    lambda t: t.replace("\n", "\r").encode(),
    lambda t: gzip.compress(t.encode()),
    lambda t: b"\xef\xbb\xbf" + t.encode(),
    lambda t: t.rstrip("\n").encode(),
], ids=["crlf", "cr", "gz", "bom", "no final newline"])  # fmt: skip
def test_the_same_in_every_wrapping(change: object, toy: Ontology, tmp_path: Path) -> None:
    other = read(change(TOY), tmp_path, "other.obo")  # type: ignore[operator]
    assert other.contents.entries == toy.contents.entries


def test_a_line_that_cannot_be_read_is_a_warning_with_its_number_and_the_rest_is_taken(tmp_path: Path) -> None:
    toy = read(TOY + TROUBLES, tmp_path)
    before = TOY.count("\n")
    told = {int(found[1]) - before: w for w in toy.warnings if (found := re.match(r"line (\d+):", w))}
    assert set(told) == set(TROUBLED)
    for line, words in TROUBLED.items():
        assert words in told[line]
    entry = toy["TOY:0000010"]
    assert (entry.label, entry.parents, [s.text for s in entry.synonyms]) == ("troubled", ("TOY:0000001",), ["more of it"])


def test_a_line_in_another_encoding_is_left_out(tmp_path: Path) -> None:
    toy = read(TOY.encode() + "\n[Term]\nid: TOY:11\nname: Höhle\ncomment: fine\n".encode("latin-1"), tmp_path)
    assert toy["TOY:11"].label == ""
    assert toy["TOY:11"].comment == "fine"
    assert sum("UTF-8" in w for w in toy.warnings) == 1


@pytest.mark.parametrize(("content", "says"), [
    (b"", "empty"), (b" \n\n", "empty"), (b"\0\1\2", "binary"), (b"just some words\nand more\n", "not an ontology"), (b"a: b\n", "not an ontology"),
    (b"<!DOCTYPE html><html><body>404</body></html>", "not an ontology"), (b"@prefix x: <http://x> .", "Turtle"), (b"Prefix: x: <http://x>", "Manchester"),
    (b"\x1f\x8bnonsense", "gzip"), (gzip.compress(TOY.encode())[:-20], "ends too early"), (b"PK\x03\x04nonsense", "zip"),
    (b"{", "JSON"), (b'{"graphs": []}', "OBO Graphs"), (b'{"graphs": [{"nodes": []}]}', "without a node"), (b"[" * 100, "not an ontology"),
])  # fmt: skip
def test_what_is_no_ontology_is_one_clear_error(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        read(content, tmp_path)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Ontology(tmp_path / "absent.obo")
    with pytest.raises(BadInput):
        Ontology(tmp_path)


def test_a_packed_file_may_not_unpack_without_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_MAX_MB", "1")
    with pytest.raises(BadInput, match="when unpacked"):
        read(gzip.compress(b"format-version: 1.2\n" + b"\n" * 2_000_000), tmp_path)


FRAGMENTS = st.sampled_from(
    ["[Term]", "[Typedef]", "id: A:1", "id: ", "name: x {", "{a=\"b\"}", " ! c", "\\", "\\n", '"', "[", "]", "synonym: ", "def: ", '"x" EXACT [',
     "is_a: ", "relationship: ", "intersection_of: p ", "xref: ", "A:1", ":", "\r", "\n", "\n", "is_obsolete: true", "replaced_by: A:1", "é", " "]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(FRAGMENTS | st.text(max_size=8), max_size=40))
def test_no_file_makes_it_stumble(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    text = "format-version: 1.2\n" + "".join(parts)
    try:
        toy = read(text.encode("utf-8", "surrogatepass"), tmp_path_factory.mktemp("fuzz"))
    except BadInput:
        return
    for entry in toy.contents.entries:
        toy.status(entry.id)
        toy.ancestors(entry.id)


@pytest.mark.parametrize("tail", ["{" * 50_000, "{a=" * 20_000, " " * 50_000 + "{!", '"' + "[" * 50_000, "! " * 50_000, ' "' * 30_000])
@pytest.mark.parametrize("tag", ["name", "def", "synonym", "xref", "is_a", "relationship"])
def test_no_line_takes_long(tag: str, tail: str, tmp_path: Path) -> None:
    begun = time.perf_counter()
    read(f'[Term]\nid: A:1\n{tag}: "x" EXACT [{tail}\n{tag}: {tail}\n', tmp_path)
    assert time.perf_counter() - begun < 2


def ontologies(data: Path) -> list[Path]:
    return sorted(data.glob("**/*.obo"))


@pytest.mark.data
def test_every_ontology_loads_and_counts_as_a_plain_search_counts(data: Path) -> None:
    files = ontologies(data)
    assert len(files) > 8
    for file in files:
        text = file.read_text("utf-8").replace("\r\n", "\n")
        # Independent of the reader: stanzas as blocks of text, searched.
        blocks = [b for b in re.split(r"\n(?=\[)", text) if b.startswith("[Term]")]
        toy = Ontology(file)
        assert len(toy) == len(blocks), file.name
        assert len(toy.relations) == text.count("\n[Typedef]\n")
        assert len(toy.current) == sum("\nis_obsolete: true" not in b for b in blocks)
        for tag, field in (("synonym", "synonyms"), ("alt_id", "alternatives"), ("is_a", "parents"), ("xref", "xrefs"),
                           ("relationship", "relationships"), ("intersection_of", "genus")):  # fmt: skip
            counted = sum(len(set(re.findall(rf"^{tag}: (.+)$", b, re.M))) for b in blocks)
            assert sum(len(set(getattr(e, field))) for e in toy) == counted, (file.name, tag)
        assert [e.label for e in toy] == [re.search(r"^name: ([^\n]*?)(?: \{[^\n]*)?$", b, re.M)[1].replace("\\", "").strip()
                                          if "\nname: " in b else "" for b in blocks]  # type: ignore[index]  # fmt: skip


@pytest.mark.data
def test_ten_megabytes_in_about_a_second(data: Path) -> None:
    file = data / "hpo/hp-2025-01-16.obo"
    begun = time.process_time()
    toy = Ontology(file)
    # A generous bound: it takes 0.65 s on two slow cores; a reader that has become quadratic takes minutes.
    assert time.process_time() - begun < 4
    assert toy.warnings == ()
    assert toy.version == "hp/releases/2025-01-16"
