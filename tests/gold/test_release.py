"""A release is frozen: every byte of it is remembered, every figure comes out again, and nothing is overwritten."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.errors import BadInput, NotFound
from goldproof.formats.checksum import checksum
from goldproof.gold import release, verify
from goldproof.gold.manifest import (
    BLOCK,
    BLOCKS,
    CHANGES,
    CORPUS,
    CRATE,
    DATASHEET,
    DECISIONS,
    MANIFEST,
    SUMS,
    known,
    sums,
)
from goldproof.gold.release import opened, release_id
from goldproof.model import Corpus, Document, Kind, Layer, Maker, Mention, Pair, Rating, Source, Span, Unit, whole

DOCUMENTS = tuple(Document(f"d{i}", f"Short fingers, number {i}. " * 20, "en" if i % 2 else "de") for i in range(20))


def layer(name: str, end: int, source: Source | None = None) -> Layer:
    judged = {d.id: [Mention((Span(0, end),), ("TOY:1",))] if i % 3 else [] for i, d in enumerate(DOCUMENTS)}
    return Layer.of(name, source or Source(name, round="1", guideline="1.0"), Kind.MENTIONS, judged)


GOLD = layer("gold", 13, Source("adjudicated", Maker.RULE))
CORPUS_ = Corpus(DOCUMENTS, tuple(map(whole, DOCUMENTS)), (layer("anna", 13), layer("bernd", 5), GOLD), name="Fingers", licence="CC0-1.0",
                 splits={"train": ("d0", "d1"), "test": ("d2",)})  # fmt: skip


LOST = ("source*", "corpus-facts", "splits", "layer-names", "document-order", "language")
ROWS = ({"unit": "d1", "how": "taken", "cause": "boundary", "layers": ["anna"], "others": [{"layer": "bernd", "judged": []}], "by": "anna", "reason": "the article"},)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    release(CORPUS_, tmp_path / "gold-1.0", version="1.0", raters=("anna", "bernd"), facts={"Adjudication": "by hand"}, formats=("brat", "bioc-json"), lose=LOST,
            decisions=ROWS, guidelines={"1.0": "# Fingers\nMinimal."})  # fmt: skip
    return tmp_path / "gold-1.0"


FILES = (BLOCKS, CHANGES, CORPUS, CRATE, DATASHEET, DECISIONS, MANIFEST, SUMS, "formats/gold.bioc.json", "guidelines/1.0.md", "splits/test.txt", "splits/train.txt")


def everything(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_a_release_is_whole(made: Path) -> None:
    assert [n for n in everything(made) if not n.startswith("formats/brat/")] == sorted(FILES)
    assert any(n.startswith("formats/brat/") for n in everything(made))
    assert verify(made) == ()
    assert verify(made, id=release_id(made)) == ()
    assert [p.name for p in made.parent.iterdir()] == ["gold-1.0"], "nothing else is left behind"


def test_other_tools_agree_on_the_checksums(made: Path) -> None:
    assert subprocess.run(["sha256sum", "--check", "--strict", SUMS], cwd=made, capture_output=True, check=False).returncode == 0


def test_the_gold_is_what_it_was(made: Path) -> None:
    again = opened(made)
    assert again.layer("gold") == GOLD
    assert (again.documents, again.units, again.version) == (CORPUS_.documents, CORPUS_.units, "1.0")
    assert gp.load(made / CORPUS) == again


def test_its_folder_is_read_like_any_corpus(made: Path) -> None:
    assert gp.load(made) == gp.load(made / CORPUS)
    assert [la.name for la in gp.load(made / "formats/brat", format="brat").layers], "other forms are read as they are"


def test_nobody_is_named(made: Path) -> None:
    texts = "".join((made / name).read_text() for name in everything(made))
    assert "anna" not in texts
    assert "bernd" not in texts
    assert [x.name for x in opened(made).layers] == ["gold", "annotator-1/1", "annotator-2/1"]


def test_the_same_again_is_the_same_release(tmp_path: Path) -> None:
    one, two = (release(CORPUS_, tmp_path / name, version="1.0") for name in "ab")
    assert (one.id, one.checksum) == (two.id, two.checksum)
    assert checksum(GOLD).startswith(one.checksum)
    assert release(CORPUS_, tmp_path / "c", version="1.1").id != one.id


def test_the_datasheet_counts(made: Path) -> None:
    text = (made / DATASHEET).read_text()
    for row in ("| documents | 20 |", "| units in en | 10 |", "| gold: mentions | 13 |", "| gold: units with nothing there | 7 |", "| TOY:1 | 13 |"):
        assert row in text
    assert "- **Adjudication**: by hand" in text
    assert "- **Annotators**: 2, without their names" in text
    value = gp.agree([CORPUS_.layer("anna"), CORPUS_.layer("bernd")])[0]
    assert value.text in text


def test_a_changed_byte_anywhere_is_found_and_its_place_named(made: Path) -> None:
    """Every file, several positions, and there every way of changing a byte that matters: another, one less, one more."""
    files = everything(made)
    assert len(files) > 15
    for file in files:
        whole = (made / file).read_bytes()
        for at in sorted({0, len(whole) // 3, int(len(whole) * 0.77), max(len(whole) - 1, 0)} & set(range(len(whole)))):
            for data in (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at] + whole[at + 1 :], whole[:at] + b"x" + whole[at:]):
                (made / file).write_bytes(data)
                flaws = verify(made)
                assert [f.file for f in flaws] == [file], (file, at, flaws)
                place = flaws[0].place
                assert place.startswith("byte"), (file, at, flaws)
                first, last = ((int(w) for w in place.split()[1:4:2]) if place.startswith("bytes") else (int(place.split()[1]),) * 2)
                # Where neighbours are alike, the first byte that differs lies behind the one that was taken out.
                assert first <= at <= max(last, first) or set(whole[at:first]) == {whole[at]} or whole[at : at + 1] == b"x", (file, at, place)
        (made / file).write_bytes(whole)
    assert verify(made) == ()


@pytest.mark.parametrize("change", [lambda d: d + b"x", lambda d: d[:-1], lambda d: d[: BLOCK * 2], lambda d: b""])
def test_more_and_less_is_found_too(made: Path, change: object) -> None:
    assert callable(change)
    (made / CORPUS).write_bytes(change((made / CORPUS).read_bytes()))
    (flaw,) = verify(made)
    assert (flaw.file, flaw.what, flaw.place.startswith("bytes")) == (CORPUS, "was changed", True)


def test_files_too_many_and_too_few(made: Path) -> None:
    (made / "extra.txt").write_text("x")
    (made / DATASHEET).unlink()
    assert {(f.file, f.what) for f in verify(made)} == {("extra.txt", "is not a file of the release"), (DATASHEET, "is missing")}


def test_a_line_more_in_the_list(made: Path) -> None:
    with (made / SUMS).open("a") as file:
        file.write("# hello\n")
    assert [f.file for f in verify(made)] == [SUMS]


def sealed_anew(folder: Path) -> None:
    """What a forger would do: lists of checksums that fit the changed files."""
    files = {n: (folder / n).read_bytes() for n in everything(folder) if n not in (BLOCKS, SUMS)}
    files[BLOCKS] = known(files)
    (folder / BLOCKS).write_bytes(files[BLOCKS])
    (folder / SUMS).write_text(sums(files))


def test_whoever_makes_the_checksums_anew_must_also_count_right(made: Path) -> None:
    """The list and the manifest fit the files again, but the figures inside do not come out."""
    manifest = json.loads((made / MANIFEST).read_text())
    manifest["counts"]["gold: mentions"] = 99
    manifest["figures"][0]["signature"] = manifest["figures"][0]["signature"].replace(" = 0.0", " = 0.9")
    (made / MANIFEST).write_text(json.dumps(manifest))
    sealed_anew(made)
    places = {f.place for f in verify(made)}
    assert "gold: mentions" in places
    assert any(p.startswith("F1") for p in places)


def test_another_release_is_another_release(made: Path, tmp_path: Path) -> None:
    other = release(CORPUS_, tmp_path / "other", version="2.0")
    (flaw,) = verify(made, id=other.id)
    assert other.id in flaw.what


def test_nothing_is_overwritten_and_nothing_half_written(made: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="never changed in place"):
        release(CORPUS_, made, version="1.0")
    with pytest.raises(NotFound, match="no layer"):
        release(CORPUS_, tmp_path / "new", version="1.0", gold="silver")
    with pytest.raises(BadInput, match="needs a version"):
        release(CORPUS_, tmp_path / "new", version=" ")
    with pytest.raises(BadInput, match="a gold layer"):
        release(CORPUS_, tmp_path / "new", version="1", gold=())
    assert not (tmp_path / "new").exists()


def test_what_is_no_release_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        verify(tmp_path / "none")
    with pytest.raises(BadInput, match="not a release"):
        verify(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"goldproof_release": 9}', "\xff", '{"goldproof_release": 1}'])
def test_a_manifest_that_is_none_is_a_flaw_and_no_crash(made: Path, text: str) -> None:
    (made / MANIFEST).write_bytes(text.encode("latin-1"))
    assert verify(made)
    sealed_anew(made)
    assert [f.file for f in verify(made)] == [MANIFEST]


def test_rounds_are_measured_apart(tmp_path: Path) -> None:
    units = tuple(Unit(f"p{i}", Pair("a", "b")) for i in range(6))

    def rater(name: str, round: str, *values: float) -> Layer:
        judged = {u.id: [Rating(v)] for u, v in zip(units, values, strict=True)}
        return Layer.of(f"{name}{round}", Source(name, round=round), Kind.RATINGS, judged)

    layers = [rater("x", "1", 1, 2, 3, 4, 0, 1), rater("y", "1", 4, 2, 0, 1, 3, 3), rater("x", "2", 1, 2, 3, 4, 0, 1), rater("y", "2", 1, 2, 3, 3, 0, 1)]
    corpus = Corpus(units=units, layers=(*layers, layers[0].called("gold")))
    made = release(corpus, tmp_path / "r", version="1", raters=[x.name for x in layers])
    assert [f.group for f in made.figures] == ["round=1", "round=2"]
    assert [x.name for x in opened(made.folder).layers[1:]] == ["annotator-1/1", "annotator-2/1", "annotator-1/2", "annotator-2/2"]
    assert verify(made.folder) == ()


def test_the_crate_is_one(made: Path) -> None:
    """What RO-Crate 1.1 demands of a crate: the descriptor, a root with name, date, description and licence, every file an entity, every reference an entity."""
    plain = json.loads((made / CRATE).read_text())
    assert plain["@context"] == "https://w3id.org/ro/crate/1.1/context"
    entities = {e["@id"]: e for e in plain["@graph"]}
    assert len(entities) == len(plain["@graph"]), "each id once"
    assert all(e["@type"] for e in entities.values())
    descriptor, root = entities[CRATE], entities["./"]
    assert descriptor == {"@id": CRATE, "@type": "CreativeWork", "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}, "about": {"@id": "./"}}
    assert root["@type"] == "Dataset"
    assert root["name"] == "Fingers 1.0"
    assert len(root["datePublished"]) == 10
    assert "20 documents" in root["description"] or "documents" in root["description"]
    assert entities[root["license"]["@id"]]["name"] == "CC0-1.0"
    parts = {p["@id"] for p in root["hasPart"]}
    assert parts == {n for n in everything(made) if n not in (CRATE, BLOCKS, SUMS)}
    for name in parts:
        data = (made / name).read_bytes()
        assert entities[name]["@type"] == "File"
        assert entities[name]["contentSize"] == str(len(data))
    named = [v["@id"] for e in entities.values() for v in e.values() if isinstance(v, dict)]
    assert all(n in entities or n.startswith("https://w3id.org/ro/crate/") for n in named)


def test_a_licence_that_is_no_known_one_is_text(tmp_path: Path) -> None:
    from dataclasses import replace

    release(replace(CORPUS_, licence="Ask us first."), tmp_path / "r", version="1")
    entities = {e["@id"]: e for e in json.loads((tmp_path / "r" / CRATE).read_text())["@graph"]}
    assert entities[entities["./"]["license"]["@id"]]["description"] == "Ask us first."
    assert verify(tmp_path / "r") == ()
