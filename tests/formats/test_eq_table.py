"""Entity-Quality tables: by hand, by property, and every table of the gold standard, the curators and the machine."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, LossRefused
from goldproof.formats import guess, load, save
from goldproof.formats.eq_table import STANDARD
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.formats.manchester import canonical
from goldproof.formats.sheets import read_rows
from goldproof.model import And, Attributes, Corpus, Kind, Layer, Phenotype, Some, Source, State, Study, Term, Unit
from goldproof.registry import door
from tests.strategies import attributes, names, phenotypes, words

from .samples import SAMPLES

FIN, ROUND, TIP = Term("UBERON:0008897"), Term("PATO:0000411"), Term("BSPO:0000077")
HEAD = "\t".join(STANDARD) + "\t\n"
KINDS = pytest.mark.parametrize("kind", ["tsv", "csv", "xlsx"])


def read(text: str, tmp_path: Path, name: str = "x.tsv") -> Corpus:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return load(tmp_path / name, format="eq-table")


def test_by_hand(tmp_path: Path) -> None:
    corpus = read(
        HEAD + "12\tFin, shape\t0\tround \tUBERON_0008897 and (BFO:0000050 some BSPO:0000077) \t'fin' and (part_of some tip)\tPATO:0000411\tround\t\t\n"
        "12\tFin, shape\t0\tround \t\t'dorsal spine'\tPATO:0000411\t\tUBERON:0008897\t\n"
        "12\tFin, shape\t1\t\t\t\t\t\t\t\n"
        "7\tTip\t0\tabsent\t\t\t\t\t\t\n7\tTip\t0\tabsent\tUBERON:0008897\t\t\t\t\t\n",
        tmp_path,
    )  # fmt: skip
    assert corpus == Corpus(
        units=(
            Unit("12/0", State("", "12", "0", "Fin, shape", "round "), group="12"), Unit("12/1", State("", "12", "1", "Fin, shape", ""), group="12"),
            Unit("7/0", State("", "7", "0", "Tip", "absent"), group="7"),
        ),
        layers=(Layer.of("phenotypes", Source("unknown"), Kind.PHENOTYPES, {
            "12/0": (
                Phenotype(And((FIN, Some("BFO:0000050", TIP))), ROUND, attributes=Attributes({"entity label": "'fin' and (part_of some tip)", "quality label": "round"})),
                Phenotype(None, ROUND, FIN, unmatched=Attributes(entity="'dorsal spine'")),
            ),
            "12/1": (),
            "7/0": (Phenotype(), Phenotype(FIN)),
        }),),
    )  # fmt: skip


def test_further_columns(tmp_path: Path) -> None:
    corpus = read(
        "Character Category,character,state symbol,State Label,Entity ID,Quality ID,count,note,Judged,Study\n"
        'shape,1,0,round,UBERON:1,PATO:2,2,"see Fig. 2, left",,s1\nshape,1,1,oval,,,,,no,s1\nshape,1,2,flat,,,,,,s1\n', tmp_path, "x.csv")  # fmt: skip
    layer = corpus.layers[0]
    assert [u.id for u in corpus.units] == ["1/0", "1/1", "1/2"]
    assert {u.attributes for u in corpus.units} == {Attributes(category="shape")}
    assert [u.content.study for u in corpus.units if isinstance(u.content, State)] == ["s1"] * 3
    assert layer.get("1/0") == (Phenotype(Term("UBERON:1"), Term("PATO:2"), attributes=Attributes(count=2, note="see Fig. 2, left")),)
    assert layer.get("1/1") is None
    assert layer.get("1/2") == ()


@KINDS
@pytest.mark.parametrize("sample", [name for name, corpus in SAMPLES.items() if corpus.of_kind(Kind.PHENOTYPES)])
def test_every_kind_of_file_keeps_the_law(sample: str, kind: str, tmp_path: Path) -> None:
    corpus = SAMPLES[sample]
    lost = losses(corpus, door("formats").get("eq-table"))
    save(corpus, tmp_path / f"x.eq.{kind}", lose=lost)
    assert load(tmp_path / f"x.eq.{kind}", format="eq-table") == strip(corpus, lost)
    if corpus.units:
        assert guess(tmp_path / f"x.eq.{kind}").name == "eq-table"


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    ids = draw(st.lists(words.map(str.strip).filter(bool), max_size=3, unique=True))
    units = tuple(
        Unit(id, State(draw(st.sampled_from(["", "s1", "s2"])), draw(st.sampled_from(["1", "2"])), str(i), draw(names), draw(names)), draw(names), "", draw(attributes))
        for i, id in enumerate(ids)
    )
    judged = {u.id: draw(st.lists(phenotypes, max_size=2)) for u in units if draw(st.booleans())}
    return Corpus(units=units, layers=(Layer.of("phenotypes", Source("unknown"), Kind.PHENOTYPES, judged),) if judged else ())


@pytest.mark.parametrize("kind", ["tsv", "xlsx"])
@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(corpus=corpora())
def test_any_corpus_keeps_the_law_or_is_refused(kind: str, corpus: Corpus) -> None:
    lost = losses(corpus, door("formats").get("eq-table"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"x.eq.{kind}"
        try:
            save(corpus, path, lose=lost)
        except BadInput as error:
            if not any(why in str(error) for why in ("cannot be written as an id", "a NUL")):
                raise
            return
        assert load(path, format="eq-table") == strip(corpus, lost)


@pytest.mark.parametrize(("text", "why"), [
    ("a,b\n1,2\n", "not an EQ table"),
    ("Character\tEntity ID\tQuality ID\n1\tA:1\tB:1\n", "no column State Symbol"),
    (HEAD + "1\tx\t0\ty\tA:1 and\t\t\t\t\t\n", r"row 2: class expression: a class expected, found the end at character 8"),
    (HEAD + "\tx\t0\ty\tA:1\t\t\t\t\t\n", "row 2: a row without a character"),
    ("Unit\t" + HEAD + "u\t1\tx\t0\ty\tA:1\t\t\t\t\t\nu\t1\tx\t1\ty\tA:1\t\t\t\t\t\n", "two states are called 'u'"),
    ("note\tnote\t" + HEAD, "two columns 'note'"),
    ("1\tx\ty\tUBERON:4200018 Score:[1.0]\tPATO:0000039 Score:[1.0]\t\n", "raw output of a machine"),
])  # fmt: skip
def test_bad_tables(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read(text, tmp_path)
    assert "\n" not in str(error.value)


def test_what_a_table_says_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LossRefused, match="states-at-odds"):
        read(HEAD + "1\tx\t0\ty\tA:1\t\t\t\t\t\n1\tx\t0\tz\tA:2\t\t\t\t\t\n", tmp_path)
    with pytest.raises(LossRefused, match="headless-columns"):
        read(HEAD + "1\tx\t0\ty\tA:1\t\t\t\t\t\tmore\n", tmp_path)


def test_ids_of_another_form_are_a_declared_loss(tmp_path: Path) -> None:
    corpus = SAMPLES["ids in other forms"]
    with pytest.raises(LossRefused, match="phenotype-id-forms"):
        save(corpus, tmp_path / "x.eq.tsv", lose=["studies", "study-details"])


def test_from_a_table_to_nexml_and_back(tmp_path: Path) -> None:
    corpus = SAMPLES["states without a study"]
    save(corpus, tmp_path / "x.eq.csv")
    save(load(tmp_path / "x.eq.csv"), tmp_path / "x.nexml")
    assert load(tmp_path / "x.nexml") == corpus


TABLES = ("annotations/*.tsv", "curators-unmapped/*.tsv")


@pytest.mark.data
def test_the_gold_standard(data: Path, tmp_path: Path) -> None:
    path = data / "phenoscape/annotations/GS_Dataset.tsv"
    assert guess(path).name == "eq-table"
    corpus = load(path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    assert len(rows) == 620
    states = {(row[0], row[2]) for row in rows}
    assert len(corpus.units) == len(states) == 463
    assert len({u.group for u in corpus.units}) == len({row[0] for row in rows}) == 203
    layer = corpus.layer("phenotypes")
    assert layer.count == sum(any(row[4:10]) for row in rows) == 617
    assert [u for u, found in layer.items() if not found] == [f"{r[0]}/{r[2]}" for r in rows if not any(r[4:10])]
    assert len(layer.units) == 463
    save(corpus, tmp_path / "x.eq.tsv")
    assert (tmp_path / "x.eq.tsv").read_bytes() == path.read_bytes()


@pytest.mark.data
def test_every_table_is_read_and_written_back(data: Path, tmp_path: Path) -> None:
    paths = sorted(path for pattern in TABLES for path in (data / "phenoscape").glob(pattern))
    assert len(paths) == 21
    exact: Counter[str] = Counter()
    for number, path in enumerate(paths):
        assert guess(path).name == "eq-table"
        corpus = load(path)
        for kind in ("tsv", "csv", "xlsx") if number % 9 == 0 else ("tsv",):
            save(corpus, tmp_path / f"{number}.eq.{kind}")
            assert load(tmp_path / f"{number}.eq.{kind}") == corpus
        written = tmp_path / f"{number}.eq.tsv"
        exact[path.parent.name] += written.read_bytes() == path.read_bytes().rstrip(b"\n") + b"\n"
        compare(read_rows(path), read_rows(written), machine=path.name.startswith("Transformed"))
    # Byte for byte: the gold standard and the tables as the curators made them.
    assert exact == {"annotations": 1, "curators-unmapped": 6}


def compare(old: list[list[str]], new: list[list[str]], machine: bool) -> None:
    """Cell by cell, but for the declared: CURIEs for underscores, no spaces around ids, a header; and the brackets of machines."""
    if machine:
        old = [list(STANDARD), *(row[:10] for row in old)]
        new = [row[:10] for row in new]
    assert len(old) == len(new)
    for a, b in zip(old, new, strict=True):
        for place, (x, y) in enumerate(zip(a, b, strict=True)):
            if place in (4, 6, 8) and x != y:
                x = " ".join(canonical(word) for word in x.replace("(", " ( ").replace(")", " ) ").split() if not machine or word not in "()")
                y = " ".join(word for word in y.replace("(", " ( ").replace(")", " ) ").split() if not machine or word not in "()")
            assert x == y


@pytest.mark.data
def test_the_raw_output_of_the_machine_is_refused_in_one_line(data: Path) -> None:
    for path in (data / "phenoscape/machine-raw").glob("*.tsv"):
        with pytest.raises(BadInput, match="scores and alternatives"):
            load(path, format="eq-table")
        with pytest.raises(BadInput, match="no known format"):
            guess(path)


def test_a_study_is_lost_by_name(tmp_path: Path) -> None:
    corpus = Corpus(units=(Unit("1/0", State("s1", "1", "0"), group="1"),), studies=(Study("s1", "A study"),))
    with pytest.raises(LossRefused, match="study-details"):
        save(corpus, tmp_path / "x.eq.tsv", lose=["studies"])
