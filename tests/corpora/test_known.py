"""Every known corpus on the real files: counts, first, tenth and last record, and what each adapter promises."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.corpora import check, entry
from goldproof.corpora.checking import compare
from goldproof.corpora.craft import unused, without
from goldproof.model import Corpus, Maker

pytestmark = pytest.mark.data

FOLDERS = {"craft": "craft", "gsc-2024": "hpo/gsc-2024", "gsc-plus": "hpo/gsc-plus", "mantra": "mantra", "phenoscape": "phenoscape",
           "phenoscape-studies": "phenoscape/studies", "regulondb": "ratings"}  # fmt: skip


def all_text(folder: Path, pattern: str) -> str:
    """Independent of every reader: the files one after the other."""
    return "\n".join(p.read_bytes().decode() for p in sorted(folder.glob(pattern)))


@pytest.fixture(scope="module")
def craft(data: Path) -> Corpus:
    return gp.corpus("craft", data / "craft")


@pytest.fixture(scope="module")
def mantra(data: Path) -> Corpus:
    return gp.corpus("mantra", data / "mantra")


@pytest.mark.parametrize("name", FOLDERS)
def test_the_catalogue_is_true(name: str, data: Path, request: pytest.FixtureRequest) -> None:
    folder = data / FOLDERS[name]
    verdict = compare(entry(name), request.getfixturevalue(name), folder) if name == "craft" else check(name, folder)
    assert verdict.differences == ()
    assert verdict.bytes is True
    assert len(verdict.comparisons) > 3


def test_every_corpus_is_tried() -> None:
    assert set(FOLDERS) == {known.name for known in gp.catalogue()}


class TestCraft:
    SETS = ("CHEBI", "CL", "GO_BP", "GO_CC", "GO_MF", "MOP", "NCBITaxon", "PR", "SO", "UBERON")

    def test_sets_of_concepts_have_as_many_annotations_as_their_files(self, craft: Corpus, data: Path) -> None:
        place = data / "craft/concept-annotation"
        for name in self.SETS:
            assert craft.layer(name).count == all_text(place, f"{name}/{name}/knowtator/*.xml").count("<annotation>"), name
        for kind in ("with", "without"):
            files = all_text(place, f"MONDO/MONDO_{kind}_genotype_annotations/knowtator-2/*.xml")
            assert craft.layer(f"MONDO_{kind}_genotype").count == files.count("<annotation "), kind

    def test_dependencies_have_as_many_tokens_as_their_files_have_rows(self, craft: Corpus, data: Path) -> None:
        rows = all_text(data / "craft/structural-annotation/dependency/conllx", "*.conll").count("\n")
        blank = len(re.findall(r"\n(?=\n)", all_text(data / "craft/structural-annotation/dependency/conllx", "*.conll")))
        assert len(craft.layer("dependencies").parses.starts) == rows - blank

    def test_trees_and_dependencies_are_about_the_same_tokens(self, craft: Corpus) -> None:
        """The CoNLL-U files are without the narrow blanks that begin or end some tokens of the others."""
        one, two, three = (craft.layer(name).parses for name in ("treebank", "dependencies", "dependencies-conllu"))
        assert (one.starts.tolist(), one.ends.tolist()) == (two.starts.tolist(), two.ends.tolist())
        other = [i for i in range(len(one.starts)) if (one.starts[i], one.ends[i]) != (three.starts[i], three.ends[i])]
        assert len(other) == 13
        assert all(one.names[one.forms[i]].strip() == three.names[three.forms[i]] for i in other)

    def test_splits_and_folds(self, craft: Corpus, data: Path) -> None:
        train = (data / "craft/ids/train.txt").read_text().split()
        assert craft.splits["train"] == tuple(train)
        assert craft.splits["development"] == tuple((data / "craft/ids/dev.txt").read_text().split())
        folds = [craft.splits[f"fold-{k}"] for k in range(1, 6)]
        assert [len(fold) for fold in folds] == [12] * 5
        assert [id for fold in folds for id in fold] == sorted(train)

    def test_everything_is_judged_and_the_source_says_by_what(self, craft: Corpus) -> None:
        assert all(layer.units == tuple(u.id for u in craft.units) for layer in craft.layers)
        assert {str(layer.source) for layer in craft.layers} == {"CRAFT/5.0.2"}
        assert craft.layer("GO_BP").source.ontology == "GO"
        assert craft.layer("dependencies").source.kind is Maker.RULE
        assert (craft.name, craft.version, craft.licence) == ("craft", "5.0.2", "CC BY 3.0")

    def test_unused_classes(self, craft: Corpus, data: Path) -> None:
        """The annotators kept to the lists; what a system says of such classes is taken out."""
        lists = unused(data / "craft")
        files = sorted(p.name for p in (data / "craft/concept-annotation").glob("*/*/unused_classes*"))
        assert [f"unused_classes_for_{name}_annotations.txt" for name in sorted(lists)] == sorted(files)
        for name, classes in lists.items():
            assert without(craft.layer(name), classes) == craft.layer(name)
        gold = craft.layer("MOP").only(craft.units[i].id for i in range(9))
        some = next(iter(lists["MOP"]))
        system = {u: [*found, *(replace(m, concepts=(some,)) for m in found)] for u, found in gold.items()}
        assert without(gp.Layer.of("MOP", gold.source, gold.kind, system), lists["MOP"]) == gold

    def test_chosen_layers_and_options(self, data: Path) -> None:
        small = gp.corpus("craft", data / "craft", layers=["MOP", "CL"], options={"unused-classes": "yes"})
        assert [layer.name for layer in small.layers] == ["CL", "MOP"]
        assert set(small.attributes["unused MOP"]) == unused(data / "craft")["MOP"]  # type: ignore[arg-type]


class TestMantra:
    def test_french_and_german_have_the_numbers_of_the_paper(self, mantra: Corpus) -> None:
        """Table 3: annotations and unique concepts; of English, only the half that is parallel to them is here."""
        for language, total, unique in (("fr", 1052, 710), ("de", 1082, 729)):
            concepts = [c for unit, found in mantra.layer("gold").items() if mantra.unit(unit).language == language for m in found for c in m.concepts]
            assert (len(concepts), len(set(concepts))) == (total, unique)

    def test_every_note_is_taken_apart(self, mantra: Corpus, data: Path) -> None:
        mentions = [m for _, found in mantra.layer("gold").items() for m in found]
        assert len(mentions) == all_text(data / "mantra", "*/*/*.ann").count("\tAnnotatorNotes ")
        assert not any("note" in m.attributes for m in mentions)
        for m in mentions:
            assert set(m.attributes) == {"preferred", "semantic_group", "semantic_type"}
        groups = Counter(g for m in mentions for g in [m.attributes["semantic_group"]] if isinstance(g, str))
        assert set(groups) == {"ANAT", "CHEM", "DEVI", "DISO", "GEOG", "LIVB", "OBJC", "PHEN", "PHYS", "PROC"}

    def test_odd_notes(self) -> None:
        from goldproof.corpora.mantra import described

        def taken(note: str) -> dict[str, object]:
            return dict(described(gp.Attributes(note=note)))

        plain = {"preferred": "Fin", "semantic_type": "Body Part", "semantic_group": "ANAT"}
        assert taken('"C1", "Fin", "Body Part" ,"ANAT"') == plain
        assert taken('"C1","Fin" , "Body Part","ANAT" ') == plain
        assert taken('"Fin", "Body Part", "ANAT"') == plain
        assert taken('"C1", "Fin", "ANAT" ,"Body Part"') == plain
        assert taken('"C1", "A, b", "Food|Salt, other" ,"OBJC|CHEM"') == {
            "preferred": "A, b", "semantic_type": ("Food", "Salt, other"), "semantic_group": ("OBJC", "CHEM")}  # fmt: skip
        for other in ("see Fig. 2", '"C1", "Fin"', '"C1", "Fin", "Body Part", "Anatomy"', '"C1", "Fin", "Body Part" "ANAT"'):
            assert taken(other) == {"note": other}

    def test_parallel_units_share_a_group(self, mantra: Corpus, data: Path) -> None:
        groups: dict[str, list[str]] = {}
        for unit in mantra.units:
            groups.setdefault(unit.group, []).append(unit.language)
        assert all(len(set(languages)) == len(languages) > 1 and languages[0] == "en" for languages in groups.values())
        assert len(groups) == len(list((data / "mantra/English").glob("*/*.txt")))
        assert {group.partition("/")[0] for group in groups} == {"EMEA", "Medline_EN_DE", "Medline_EN_FR", "Patents"}

    def test_kinds_of_text(self, mantra: Corpus) -> None:
        assert {name: len(units) for name, units in mantra.splits.items()} == {"titles": 400, "labels": 300, "patents": 150}
        assert mantra.documents[0].attributes == gp.Attributes(corpus="EMEA", kind="sentence of a drug label")


@pytest.mark.parametrize("name", ["gsc-plus", "gsc-2024"])
def test_the_gold_standards_of_the_hpo(name: str, data: Path) -> None:
    corpus = gp.corpus(name, data / "hpo" / name)
    concepts = [c for _, found in corpus.layer("gold").items() for m in found for c in m.concepts]
    assert all(re.fullmatch(r"HP:\d{7}", c) for c in concepts)
    assert len(concepts) == sum(bool(row.strip()) for row in all_text(data / "hpo" / name, "Annotations/*").split("\n"))
    assert {d.language for d in corpus.documents} == {"en"}


class TestPhenoscape:
    FILES = {
        "gold": "GS_Dataset", "C1-naive": "NR--WD_38484", "C2-naive": "NR--AD_40674", "C3-naive": "NR--NI_40676",
        "C1-knowledge": "KR--WD_40717", "C2-knowledge": "KR--AD_40718", "C3-knowledge": "KR--NI_40716",
    }  # fmt: skip

    def test_people_have_a_phenotype_for_every_row_with_an_id(self, data: Path) -> None:
        corpus = gp.corpus("phenoscape", data / "phenoscape", layers=self.FILES)
        for name, file in self.FILES.items():
            rows = [row.split("\t") for row in (data / f"phenoscape/annotations/{file}.tsv").read_text().split("\n")[1:]]
            assert corpus.layer(name).count == sum(any(cell.strip() for cell in row[4:10:2]) for row in rows), name

    def test_all_are_about_the_states_of_the_gold_standard(self, data: Path) -> None:
        corpus = gp.corpus("phenoscape", data / "phenoscape")
        assert len(corpus.layers) == 15
        assert all(layer.units == tuple(u.id for u in corpus.units) for layer in corpus.layers)
        assert len({u.group for u in corpus.units}) == 203
        assert sum(found == () for _, found in corpus.layer("gold").items()) == 3
        assert all(u.content.character_text for u in corpus.units if isinstance(u.content, gp.State))

    def test_sources_say_who_and_when(self, data: Path) -> None:
        corpus = gp.corpus("phenoscape", data / "phenoscape", layers=["gold", "C2-knowledge", "C2-knowledge-as-made", "SCP-C2-naive", "SCP-merged"])
        assert {layer.name: (layer.source.name, layer.source.kind.value, layer.source.round, layer.source.ontology) for layer in corpus.layers} == {
            "gold": ("gold", "rule", "consensus", ""), "C2-knowledge": ("C2", "person", "knowledge", ""),
            "C2-knowledge-as-made": ("C2", "person", "knowledge", ""), "SCP-merged": ("SCP", "system", "", "merged"),
            "SCP-C2-naive": ("SCP", "system", "", "augmented by C2 in the naive round"),
        }  # fmt: skip
        assert not corpus.layer("C2-knowledge").agrees(corpus.layer("C2-knowledge-as-made"))


def test_studies_are_found_beside_the_gold_standard_too(data: Path) -> None:
    from goldproof.corpora.phenoscape_studies import study_name

    corpus = gp.corpus("phenoscape-studies", data / "phenoscape")
    assert {unit.id.partition("/")[0] for unit in corpus.units} == {study_name(p) for p in (data / "phenoscape/studies").iterdir()}
    assert {unit.content.study for unit in corpus.units if isinstance(unit.content, gp.State)} == {study.id for study in corpus.studies}


def test_names_of_studies() -> None:
    from goldproof.corpora.phenoscape_studies import study_name

    assert study_name(Path("x/Grande&Grande_2008.xml")) == study_name(Path("Grande_Grande_2008.xml.gz")) == "Grande_Grande_2008"
    assert study_name(Path("Evseenko, 2000.xml")) == study_name(Path("Evseenko,_2000.xml.gz")) == "Evseenko_2000"


def test_the_ratings_of_pairs(data: Path) -> None:
    corpus = gp.corpus("regulondb", data / "ratings")
    assert [(layer.name, layer.source.name) for layer in corpus.layers] == [(f"position-{k}", f"position {k}") for k in (1, 2, 3)]
    for layer in corpus.layers:
        assert layer.scale is not None
        assert layer.scale.values == (0, 1, 2, 3, 4)
        assert all(rating.value in layer.scale for _, ratings in layer.items() for rating in ratings)
    median = Counter(sorted(layer[unit.id][0].value for layer in corpus.layers)[1] for unit in corpus.units)
    assert [round(100 * median[grade] / len(corpus.units)) for grade in range(5)] == [48, 22, 15, 14, 1], "as in the paper's discussion"


def test_several_copies_below_a_folder_are_refused(data: Path) -> None:
    with pytest.raises(gp.BadInput, match="several: gsc-2024, gsc-plus"):
        gp.corpus("gsc-plus", data / "hpo")
