"""Tables of ratings: by hand, by property, and every published table of raw ratings."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, LossRefused, NotFound
from goldproof.formats import guess, load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.formats.raters import scale_from, scale_text
from goldproof.model import Attributes, Corpus, Document, Kind, Layer, Maker, Pair, Rating, Scale, Source, Unit, whole
from goldproof.registry import door
from tests.strategies import attributes, names, ratings, sources, words

from .samples import SAMPLES

PAIRS = "item,left,right,ann,bo\n1,Fnr binds.,FNR is bound.,3,2.5\n2,x,y,,\n3,a,b,0,same\n"


def read(text: str, tmp_path: Path, name: str = "x.csv", **options: str) -> Corpus:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return load(tmp_path / name, format="ratings-table", options=options)


def layer(name: str, judged: dict[str, float | str], source: Source | None = None, scale: Scale | None = None) -> Layer:
    return Layer.of(name, source or Source(name), Kind.RATINGS, {u: (Rating(v),) for u, v in judged.items()}, scale=scale)


def test_one_column_a_rater(tmp_path: Path) -> None:
    corpus = read(PAIRS, tmp_path)
    assert corpus == Corpus(
        units=(Unit("1", Pair("Fnr binds.", "FNR is bound.")), Unit("2", Pair("x", "y")), Unit("3", Pair("a", "b"))),
        layers=(layer("ann", {"1": 3, "3": 0}), layer("bo", {"1": 2.5, "3": "same"})),
    )
    assert corpus.layer("ann").get("2") is None
    save(corpus, tmp_path / "y.ratings.csv")
    assert (tmp_path / "y.ratings.csv").read_text() == PAIRS


@pytest.mark.parametrize("header", [
    '"",TxtA,TxtB,1,2', "id,text1,text2,1,2", "ID,Sentence 1,Sentence 2,1,2", "pair,left,right,1,2", "TxtA,TxtB,1,2", "item,TXTA,TXTB,1,2",
])  # fmt: skip
def test_columns_by_their_names(header: str, tmp_path: Path) -> None:
    row = "p,a,b,3,4" if header.count(",") == 4 else "a,b,3,4"
    corpus = read(f"{header}\n{row}\n", tmp_path)
    assert corpus.units == (Unit("p" if header.count(",") == 4 else "1", Pair("a", "b")),)
    assert [la.name for la in corpus.layers] == ["1", "2"]
    assert guess(tmp_path / "x.csv").name == "ratings-table"


def test_columns_by_options(tmp_path: Path) -> None:
    corpus = read("nr;eins;zwei;who;s1;s2\n7;a;b;CRAFT;3;n/k\n", tmp_path, id="nr", left="eins", right="zwei", raters="s1, s2", missing="n/k", scale="0-4")
    scale = Scale((0.0, 1.0, 2.0, 3.0, 4.0))
    assert corpus == Corpus(
        units=(Unit("7", Pair("a", "b"), attributes=Attributes(who="CRAFT")),),
        layers=(layer("s1", {"7": 3}, scale=scale), layer("s2", {}, scale=scale)),
    )
    with pytest.raises(BadInput, match="no column 'x'"):
        read("a,b\n1,2\n", tmp_path, raters="x")


def test_items_without_texts(tmp_path: Path) -> None:
    """As published tables are: every item is a document without text, unless a folder has the texts."""
    corpus = read("r1,r2\n1,2\n,\nNA,3\n", tmp_path)
    documents = tuple(Document(str(i), "") for i in (1, 2, 3))
    assert corpus == Corpus(documents, tuple(map(whole, documents)), (layer("r1", {"1": 1}), layer("r2", {"1": 2, "3": 3})))
    (tmp_path / "texts").mkdir()
    for i in (1, 2):
        (tmp_path / f"texts/{i}.txt").write_text(f"Text {i}.")
    with pytest.raises(NotFound, match="no text for the item '3'"):
        load(tmp_path / "x.csv", texts=tmp_path / "texts")
    (tmp_path / "texts/3.txt").write_text("Text 3.")
    assert [d.text for d in load(tmp_path / "x.csv", texts=tmp_path / "texts").documents] == ["Text 1.", "Text 2.", "Text 3."]


LONG = """Item,Rater,Value,round,date,comment,reasons,left,right
p,ann,2,1,2019-01-02,hm,role,a,b
p,ann,3,2,2019-02-02,,"[""role"", ""same gene""]",a,b
q,bo,,1,,,,c,d
q,ann,same,1,,,,,
"""


def test_the_long_form(tmp_path: Path) -> None:
    corpus = read(LONG, tmp_path)
    first = Source("ann", round="1")
    assert corpus == Corpus(
        units=(Unit("p", Pair("a", "b")), Unit("q", Pair("c", "d"))),
        layers=(
            Layer.of("ann", first, Kind.RATINGS, {"p": (Rating(2, ("role",), Attributes(date="2019-01-02", comment="hm")),), "q": (Rating("same"),)}),
            Layer.of("ann-2", Source("ann", round="2"), Kind.RATINGS, {"p": (Rating(3, ("role", "same gene"), Attributes(date="2019-02-02")),)}),
            Layer.of("bo", Source("bo", round="1"), Kind.RATINGS, {"q": ()}),
        ),
    )
    assert guess(tmp_path / "x.csv").name == "ratings-table"
    for kind in ("csv", "tsv", "xlsx"):
        save(corpus, tmp_path / f"y.ratings.{kind}")
        assert load(tmp_path / f"y.ratings.{kind}") == corpus
    nameless = read("left,right,rater,value\na,b,ann,1\nc,d,ann,2\na,b,bo,3\n", tmp_path)
    assert [u.id for u in nameless.units] == ["1", "2"]
    assert nameless.layer("bo").units == ("1",)
    with pytest.raises(LossRefused, match="remarks-without-value"):
        read("item,rater,value,comment\np,ann,,hm\n", tmp_path)
    with pytest.raises(LossRefused, match="texts-at-odds"):
        read("item,rater,value,left,right\np,ann,1,a,b\np,bo,1,a,c\n", tmp_path)


def test_what_one_column_a_rater_cannot_say(tmp_path: Path) -> None:
    corpus = read(LONG, tmp_path)
    with pytest.raises(BadInput, match="one column a rater cannot hold version or round of ann"):
        save(corpus, tmp_path / "y.ratings.csv", options={"form": "wide"})
    save(read(PAIRS, tmp_path), tmp_path / "z.ratings.csv", options={"form": "long"})
    assert load(tmp_path / "z.ratings.csv") == read(PAIRS, tmp_path)
    assert (tmp_path / "z.ratings.csv").read_text().startswith("item,left,right,rater,value\n1,Fnr binds.,FNR is bound.,,\n")


@pytest.mark.parametrize(("text", "why"), [
    ("item,ann\na,1\na,2\n", "row 3: the item 'a' stands twice"),
    ("item,ann,more\na,1," + "x" * 61 + "\n", "the column 'more' does not look like ratings"),
    ("item,ann,scale\na,1,0-4\nb,2,0-5\n", "two scales"),
    ("item,ann,scale\na,1,0~4\n", "not a scale: '0~4'"),
    ("item,rater,value\n,,3\n", "row 2: a row without item and rater"),
    ("item,rater,value,rater kind\na,ann,3,robot\n", "not what can be said of a rater"),
    ("item,rater,value,rater settings\na,ann,3,[\n", "not what can be said of a rater"),
])  # fmt: skip
def test_bad_tables(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read(text, tmp_path)
    assert "\n" not in str(error.value)


PLAIN = ["name,year\na,2019\n", "dataset,value\na,1\n", "a;b\n", "id,age,height\n1,30,1.8\n", "c1,c2,c3\n88,14,18\n", "task,judge,A,B\n", "# note\n1,2\n"]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_tables_are_not_taken_for_ratings(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(BadInput, match="no known format"):
        guess(tmp_path / "x.csv")


def test_a_workbook_of_a_study(tmp_path: Path) -> None:
    """As raters send it: a second sheet, numbers as numbers, an empty row at the end."""
    book = openpyxl.Workbook()
    book.active.append(["read me"])
    page = book.create_sheet("ratings")
    for row in (["ID", "TxtA", "TxtB", "ann", "bo"], [1, "=a", "b", 3, 2.5], [2, "c", "d", None, "NA"], [None, None]):
        page.append([f"'{cell}" if cell == "=a" else cell for cell in row])
    book.save(tmp_path / "x.xlsx")
    corpus = load(tmp_path / "x.xlsx", format="ratings-table", options={"sheet": "ratings"})
    assert corpus.units == (Unit("1", Pair("=a", "b")), Unit("2", Pair("c", "d")))
    assert corpus.layers == (layer("ann", {"1": 3}), layer("bo", {"1": 2.5}))


@pytest.mark.parametrize("kind", ["tsv", "xlsx"])
@pytest.mark.parametrize("sample", [name for name, corpus in SAMPLES.items() if corpus.of_kind(Kind.RATINGS)])
def test_every_kind_of_file_keeps_the_law(sample: str, kind: str, tmp_path: Path) -> None:
    corpus = SAMPLES[sample]
    lost = losses(corpus, door("formats").get("ratings-table"))
    path = tmp_path / f"x.ratings.{kind}"
    save(corpus, path, lose=lost)
    assert load(path, format="ratings-table") == strip(corpus, lost)
    assert guess(path).name == "ratings-table"


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    ids = draw(st.lists(words.map(str.strip).filter(bool), max_size=3, unique=True))
    pairs = draw(st.booleans())
    documents = () if pairs else tuple(Document(id, draw(names)) for id in ids)
    units = tuple(Unit(id, Pair(draw(names), draw(names)), draw(names), "", draw(attributes)) for id in ids) if pairs else tuple(map(whole, documents))
    layers = []
    for name in draw(st.lists(words, max_size=2, unique=True)):
        judged = {u.id: (draw(ratings),) for u in units if draw(st.booleans())}
        scale = draw(st.sampled_from([None, Scale((0.0, 1.0)), Scale(("a", "b"), (), "nominal")]))
        layers.append(Layer.of(name, draw(sources | st.just(Source(name))), Kind.RATINGS, judged, scale=scale))
    return Corpus(documents, units, tuple(layers))


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(corpus=corpora())
def test_any_corpus_keeps_the_law_or_is_refused(kind: str, corpus: Corpus) -> None:
    lost = losses(corpus, door("formats").get("ratings-table"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"x.ratings.{kind}"
        try:
            save(corpus, path, lose=lost)
        except BadInput as error:
            if not any(why in str(error) for why in ("a name that a table cannot hold", "a NUL")):
                raise
            return
        assert load(path, format="ratings-table") == strip(corpus, lost)


@settings(deadline=None, max_examples=100)
@given(text=st.text("itemrvalu,;\"\n\t01.=-'{}[]", max_size=60), header=st.sampled_from(["item,ann\n", "item,rater,value,rater settings,scale\n", "", "left,right,1\n"]))
def test_any_text_is_a_table_or_bad_input(text: str, header: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.csv"
        path.write_text(header + text, encoding="utf-8", newline="")
        try:
            load(path, format="ratings-table", lose=["texts-at-odds", "remarks-without-value"])
        except BadInput as error:
            if "\n" in str(error):
                raise


@pytest.mark.parametrize("scale", [
    Scale((0.0, 1.0, 2.0)), Scale((-1.0, 0.0)), Scale(("none", "all")), Scale((0.0, 2.0)), Scale((0.0, 1.0), ("no", "yes")), Scale((0.0, 1.0), (), "ratio"), Scale((1.0,)), Scale(),
], ids=repr)  # fmt: skip
def test_a_scale_is_written_and_read_back(scale: Scale) -> None:
    assert scale_from(scale_text(scale)) == scale


def test_a_source_of_every_kind_comes_back(tmp_path: Path) -> None:
    source = Source("tool", Maker.SYSTEM, "1.2", "r1", "g3", "hp:2025", Attributes(limit=3))
    corpus = Corpus(units=(Unit("p", Pair("a", "b")),), layers=(layer("run 7", {"p": 1}, source),))
    save(corpus, tmp_path / "x.ratings.tsv")
    assert load(tmp_path / "x.ratings.tsv").layers == corpus.layers


@pytest.mark.data
def test_the_similarity_corpus(data: Path, tmp_path: Path) -> None:
    path = data / "ratings/regulondb-similarity.csv"
    assert guess(path).name == "ratings-table"
    corpus = load(path, options={"scale": "0-4"})
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 171
    assert [(u.content.left, u.content.right) for u in corpus.units if isinstance(u.content, Pair)] == [(r["TxtA"], r["TxtB"]) for r in rows]
    for name in ("1", "2", "3"):
        assert [found[0].value for _, found in corpus.layer(name).items()] == [float(row[name]) for row in rows]
        assert corpus.layer(name).scale == Scale((0.0, 1.0, 2.0, 3.0, 4.0))
    for kind in ("csv", "tsv", "xlsx"):
        save(corpus, tmp_path / f"x.ratings.{kind}")
        assert load(tmp_path / f"x.ratings.{kind}") == corpus


RAW = ["gwet_raw4raters_12x4", "hayes-krippendorff-2007", "irr_anxiety_20x3", "krippendorff2011_4x12", "krippendorff2011_binary_2x10",
       "krippendorff2011_nominal_2x12", "lithgow2019_sts_171x3", "shrout_fleiss1979_6x4", "wikipedia_alpha_3x15"]  # fmt: skip


@pytest.mark.data
@pytest.mark.parametrize("name", RAW)
def test_published_raw_ratings(name: str, data: Path, tmp_path: Path) -> None:
    path = data / f"ratings/reference/{name}.csv"
    assert guess(path).name == "ratings-table"
    corpus = load(path)
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert [la.source.name for la in corpus.layers] == header
    assert len(corpus.units) == len(rows)
    for place, la in enumerate(corpus.layers):
        given = {str(n): row[place].strip() for n, row in enumerate(rows, 1) if row[place].strip() not in ("", "NA")}
        assert {u: found[0].value for u, found in la.items()} == {u: float(v) if v.replace(".", "").isdigit() else v for u, v in given.items()}
    for kind in ("csv", "xlsx"):
        save(corpus, tmp_path / f"x.ratings.{kind}")
        assert load(tmp_path / f"x.ratings.{kind}") == corpus


@pytest.mark.data
def test_what_is_not_raw_ratings_is_not_guessed(data: Path) -> None:
    """Counts by category, a matrix of confusion, tables of results."""
    others = Counter(path.stem for path in (data / "ratings/reference").glob("*.csv") if path.stem not in RAW)
    assert len(others) == 8
    for stem in others:
        with pytest.raises(BadInput, match="no known format"):
            guess(data / f"ratings/reference/{stem}.csv")
