"""The real corpora: what the rules find equals what a plain count finds, and nothing sound is called an error."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.checks import Guideline, Level
from goldproof.ontology import Ontology

pytestmark = pytest.mark.data


def disagreeing(folder: Path) -> Counter[tuple[str, int, int]]:
    """Rows whose text is not that of the document, by cutting lines at their signs and nothing else."""
    found: Counter[tuple[str, int, int]] = Counter()
    for file in (folder / "Annotations").iterdir():
        text = (folder / "Text" / file.name).read_bytes().decode()
        for line in file.read_bytes().decode().splitlines():
            numbers = re.findall(r"\d+", line.partition("\t")[0])
            stated = re.split(r" \| |\t", line, maxsplit=2)[-1]
            if len(numbers) == 2:
                start, end = map(int, numbers)
                if text[start:end] != stated:
                    found[file.name, start, end] += 1
    return found


@pytest.mark.parametrize("name", ["gsc-plus", "gsc-2024"])
def test_every_span_of_the_hpo_corpora_that_disagrees_with_its_text_is_found(data: Path, name: str) -> None:
    folder = data / "hpo" / name
    expected = disagreeing(folder)
    assert expected, "the corpora are known to have some"
    found = gp.check(gp.load(folder), rules=["span-text", "span-text-blanks"])
    assert Counter((f.place.document, *f.place.span) for f in found if f.place.span is not None) == expected
    assert {f.rule for f in found} == {"span-text"}


def test_the_malformed_row_of_2024_is_a_finding(data: Path) -> None:
    warnings: list[str] = []
    corpus = gp.load(data / "hpo/gsc-2024", warnings=warnings)
    assert ["line 5" in f.message for f in gp.check(corpus, rules=["reading"], warnings=warnings)] == [True]


def ids(folder: Path) -> Counter[str]:
    rows = "\n".join(file.read_text() for file in (folder / "Annotations").iterdir())
    return Counter(id.replace("_", ":") for id in re.findall(r"HP[_:]\d+", rows))


def test_ids_of_the_hpo_corpora_as_a_search_of_the_obo_file_knows_them(data: Path) -> None:
    folder, file = data / "hpo/gsc-plus", data / "hpo/hp-2025-01-16.obo"
    blocks = re.split(r"\n(?=\[)", file.read_text("utf-8"))[1:]
    current = {b.split("\nid: ")[1].split("\n")[0] for b in blocks if "\nis_obsolete: true" not in b}
    merged = {id for b in blocks for id in re.findall(r"^alt_id: (\S+)", b, re.M)}
    used = ids(folder)
    found = Counter(f.rule for f in gp.check(gp.load(folder), rules=["id-*"], without=["id-form", "id-elsewhere"], ontologies=file))
    assert found["id-alternative"] == sum(n for id, n in used.items() if id not in current and id in merged)
    assert found["id-unknown"] + found["id-obsolete"] == sum(n for id, n in used.items() if id not in current | merged)
    # Outside Phenotypic abnormality: by walking up the is_a lines of the file from each id.
    parents = {b.split("\nid: ")[1].split("\n")[0]: re.findall(r"^is_a: (\S+)", b, re.M) for b in blocks}
    primary = {alt: id for id, b in zip(parents, blocks, strict=True) for alt in re.findall(r"^alt_id: (\S+)", b, re.M)}

    def above(id: str) -> set[str]:
        return {id}.union(*(above(p) for p in parents.get(id, ())))

    outside = sum(n for id, n in used.items() if "HP:0000118" not in above(id if id in current else primary[id]))
    guideline = Guideline(below=("HP:0000118",))
    assert len(gp.check(gp.load(folder), rules=["id-elsewhere"], ontologies=file, guideline=guideline)) == outside > 0


@pytest.mark.parametrize("language", ["English", "French", "German"])
def test_mantra_has_no_errors(data: Path, language: str) -> None:
    corpus = gp.load(data / "mantra" / language, format="brat", options={"concepts": "label"})
    assert gp.check(corpus, least=Level.ERROR) == ()


@pytest.mark.slow
def test_the_concepts_of_craft_have_one_error_in_ten_sets(data: Path) -> None:
    """One empty fragment, in the diseases; ids that the shipped ontologies are not about are not called wrong."""
    folder = data / "craft/concept-annotation"
    ontologies = [Ontology(file) for file in sorted((data / "craft/ontologies").glob("*.obo"))]
    for concepts in sorted(folder.glob("*/*/knowtator*")):
        corpus = gp.load(concepts, texts=data / "craft/articles/txt")
        errors = gp.check(corpus, least=Level.ERROR, ontologies=ontologies)
        empty = sum(len(re.findall(r'spanEnd="(\d+)"[^>]*spanStart="\1"', f.read_text("utf-8"))) for f in concepts.glob("*.xml"))
        empty += sum(len(re.findall(r'<span end="(\d+)"[^>]*start="\1"', f.read_text("utf-8"))) for f in concepts.glob("*.xml"))
        assert len(errors) == empty, concepts
        assert {f.rule for f in errors} <= {"span-empty"}


@pytest.mark.slow
def test_the_trees_of_craft_align_and_their_gaps_are_as_a_search_of_the_brackets_counts_them(data: Path) -> None:
    folder = data / "craft/structural-annotation/treebank/penn"
    corpus = gp.load(folder, format="penn", texts=data / "craft/articles/txt")
    found = Counter(f.rule for f in gp.check(corpus, rules=["token-*", "sentence-*", "tree-*"]))
    lonely = 0
    for file in folder.iterdir():
        for line in file.read_text("utf-8").split("\n"):
            labels = re.findall(r"\(([^\s()]+)(?= \()", line)
            gaps = [n for label in labels for n in re.findall(r"=(\d+)$", label)]
            indices = [n for label in labels for n in re.findall(r"[A-Z]-(\d+)(?:=\d+)?$", label)]
            lonely += sum(gaps.count(n) + indices.count(n) < 2 for n in gaps)
    assert found["tree-gap"] == lonely
    assert set(found) == {"tree-no-index", "tree-trace", "tree-gap", "tree-unary", "tree-rare"}, "no errors, and nothing else"


@pytest.mark.slow
@pytest.mark.parametrize("format", ["conllu", "conllx"])
def test_the_dependencies_of_craft_are_sound(data: Path, format: str) -> None:
    folder = data / "craft/structural-annotation/dependency" / format
    assert gp.check(gp.load(folder, format=format, texts=data / "craft/articles/txt")) == ()


def rows(file: Path) -> list[list[str]]:
    return [line.split("\t") for line in file.read_text("utf-8").splitlines()[1:]]


def test_the_gold_phenotypes_lack_nothing_but_three_states(data: Path) -> None:
    file = data / "phenoscape/annotations/GS_Dataset.tsv"
    found = [f for f in gp.check(gp.load(file)) if f.level is not Level.NOTE]
    states: dict[str, bool] = {}
    for row in rows(file):
        states[f"{row[0]}/{row[2]}"] = states.get(f"{row[0]}/{row[2]}", False) or any(cell.strip() for cell in row[4:10:2])
    assert {f.rule for f in found} == {"state-empty"}
    assert [f.place.unit for f in found] == [state for state, judged in states.items() if not judged]


def test_provisional_ids_and_missing_qualities_of_a_curator_as_a_search_of_the_table_counts_them(data: Path) -> None:
    for file in sorted((data / "phenoscape/curators-unmapped").glob("*.tsv")):
        found = Counter(f.rule for f in gp.check(gp.load(file), rules=["id-provisional", "phenotype-no-*"]))
        table = rows(file)
        used = {(row[0], row[2], column, id) for row in table for column in (4, 6, 8) if column < len(row)
                for id in re.findall(r"\w+TEMP:[\w-]+", row[column])}  # fmt: skip
        assert found["id-provisional"] == len(used)
        assert found["phenotype-no-quality"] == sum(bool(row[4].strip()) and not row[6].strip() for row in table)
        assert found["phenotype-no-entity"] == 0


@pytest.mark.slow
def test_no_study_has_an_error(data: Path) -> None:
    for file in sorted((data / "phenoscape/studies").iterdir()):
        assert gp.check(gp.load(file), least=Level.ERROR) == (), file


def test_concepts_on_one_side_of_mantra_as_a_search_of_the_files_counts_them(data: Path) -> None:
    documents, units, judged = [], [], {}
    sides: dict[str, dict[str, set[str]]] = {}
    for folder, code in (("English", "en"), ("French", "fr"), ("German", "de")):
        corpus = gp.load(data / "mantra" / folder, format="brat", options={"concepts": "label"})
        for document in corpus.documents:
            collection, _, name = document.id.partition("/")
            group, id = f"{collection}/{name[:4]}", f"{code}/{document.id}"
            documents.append(gp.Document(id, document.text, code))
            units.append(gp.Unit(id, gp.Passage(id), group=group))
            judged[id] = corpus.layers[0][document.id]
            notes = (data / "mantra" / folder / f"{document.id}.ann").read_text("utf-8")
            sides.setdefault(group, {})[code] = set(re.findall(r"^T\d+\t(\S+) ", notes, re.M))
    layer = gp.Layer.of("gold", gp.Source("mantra"), gp.Kind.MENTIONS, judged)
    found = gp.check(gp.Corpus(tuple(documents), tuple(units), (layer,)), rules=["group-concept", "group-language"])
    expected = sum(len(set.union(*side.values()) - set.intersection(*side.values())) for side in sides.values())
    assert Counter(f.rule for f in found) == {"group-concept": expected}
