"""Tables of rankings: by hand, by property."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, LossRefused
from goldproof.formats import guess, load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.model import Attributes, Choice, Corpus, Kind, Layer, Option, Ranking, Source, Unit
from goldproof.registry import door
from tests.strategies import attributes, names, words

from .samples import SAMPLES

TABLE = "item,judge,A,B,C\nq1,ann,1,2.5,2.5\nq1,bo,2,1,\nq2,bo,,,\n"


def options(*ids: str) -> tuple[Option, ...]:
    return tuple(Option(id, "") for id in ids)


def layer(name: str, judged: dict[str, tuple[Ranking, ...]], source: str = "") -> Layer:
    return Layer.of(name, Source(source or name), Kind.RANKINGS, judged)


def read(text: str, tmp_path: Path) -> Corpus:
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    return load(tmp_path / "x.csv", format="rankings-table")


def test_one_row_an_item_and_judge(tmp_path: Path) -> None:
    corpus = read(TABLE, tmp_path)
    assert corpus == Corpus(
        units=(Unit("q1", Choice(options("A", "B", "C"))), Unit("q2", Choice(()))),
        layers=(layer("ann", {"q1": (Ranking((("A",), ("B", "C"))),)}), layer("bo", {"q1": (Ranking((("B",), ("A",))),), "q2": ()})),
    )
    assert guess(tmp_path / "x.csv").name == "rankings-table"
    assert corpus.layer("ann").get("q2") is None
    assert corpus.layer("ann")["q1"][0].places == {"A": 1, "B": 2.5, "C": 2.5}


def test_any_numbers_are_places(tmp_path: Path) -> None:
    (found,) = read("item,judge,A,B,C,D\nq,ann,3,-1.5,3,NA\n", tmp_path).layer("ann")["q"]
    assert found == Ranking((("B",), ("A", "C")))


def test_a_table_that_says_it_all_is_written_so(tmp_path: Path) -> None:
    text = "item,judge,A,B\nq1,ann,1,2\nq2,ann,1.5,1.5\n"
    save(read(text, tmp_path), tmp_path / "y.rankings.csv")
    assert (tmp_path / "y.rankings.csv").read_text() == text


DESCRIBED = """item,judge,A,B,A: text,A: source,B: text,question,options,group,unit:round,attribute:note
q1,,,,fin: round,gold,fin: oval,Which is best?,"[""B"", ""A"", ""x""]",g,2,
q1,ann,2,1,,,,,,,,none is right
"""


def test_options_with_texts_and_makers(tmp_path: Path) -> None:
    corpus = read(DESCRIBED, tmp_path)
    unit = Unit("q1", Choice((Option("B", "fin: oval"), Option("A", "fin: round", "gold"), Option("x", "")), "Which is best?"), "g", attributes=Attributes(round=2))
    assert corpus == Corpus(units=(unit,), layers=(layer("ann", {"q1": (Ranking((("B",), ("A",)), Attributes(note="none is right")),)}),))
    for kind in ("csv", "tsv", "xlsx"):
        save(corpus, tmp_path / f"y.rankings.{kind}")
        assert load(tmp_path / f"y.rankings.{kind}") == corpus
        assert guess(tmp_path / f"y.rankings.{kind}").name == "rankings-table"


def test_the_long_form(tmp_path: Path) -> None:
    corpus = read("state,item,author,option,source,rank\n,q1,ann,A,gold,2\n,q1,ann,B,machine,1\n,q1,bo,A,,1\n,q1,bo,B,,\n,q1,cy,A,,\n", tmp_path)
    assert corpus == Corpus(
        units=(Unit("q1", Choice((Option("A", "", "gold"), Option("B", "", "machine")))),),
        layers=(layer("ann", {"q1": (Ranking((("B",), ("A",))),)}), layer("bo", {"q1": (Ranking((("A",),)),)}), layer("cy", {"q1": ()})),
    )
    assert guess(tmp_path / "x.csv").name == "rankings-table"


@pytest.mark.parametrize(("text", "why"), [
    ("item,judge,A,B\nq,ann,first,2\n", "row 2: not a place: 'first'"),
    ("item,judge,A,B\n,,1,2\n", "row 2: a row without item and judge"),
    ("item,A,B\nq,1,2\n", "not a table of rankings"),
    ("item,judge,A,options\nq,ann,1,x\n", "row 2: not a JSON list of options"),
    ("item,judge,option,rank\nq,ann,A,1\nq,ann,A,2\n", "row 3: ann ranks 'A' twice"),
    ("item,judge,option,rank\nq,ann,,1\n", "row 2: a row without item or option"),
])  # fmt: skip
def test_bad_tables(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read(text, tmp_path)
    assert "\n" not in str(error.value)


def test_what_is_said_twice_is_lost_by_name(tmp_path: Path) -> None:
    with pytest.raises(LossRefused, match="items-at-odds"):
        read("item,judge,A,B,A: text\nq,ann,1,2,x\nq,bo,1,2,y\n", tmp_path)
    with pytest.raises(LossRefused, match="remarks-on-options"):
        read("item,judge,option,rank,note\nq,ann,A,1,hm\n", tmp_path)


def test_tied_options_have_no_order_of_their_own(tmp_path: Path) -> None:
    corpus = SAMPLES["tied"]
    with pytest.raises(LossRefused, match="ranking-tie-order"):
        save(corpus, tmp_path / "x.rankings.csv")


def test_an_option_that_no_column_can_be(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="an option called 'A: text'"):
        save(Corpus(units=(Unit("q", Choice(options("A: text"))),)), tmp_path / "x.rankings.csv")


@pytest.mark.parametrize("kind", ["tsv", "xlsx"])
@pytest.mark.parametrize("sample", [name for name, corpus in SAMPLES.items() if any(isinstance(u.content, Choice) for u in corpus.units)])
def test_every_kind_of_file_keeps_the_law(sample: str, kind: str, tmp_path: Path) -> None:
    corpus = SAMPLES[sample]
    lost = losses(corpus, door("formats").get("rankings-table"))
    save(corpus, tmp_path / f"x.rankings.{kind}", lose=lost)
    assert load(tmp_path / f"x.rankings.{kind}", format="rankings-table") == strip(corpus, lost)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    ids = st.sampled_from(["A", "B", "judge", "x y", "1"]) | words
    units = tuple(
        Unit(id, Choice(tuple(Option(o, draw(names), draw(names)) for o in draw(st.lists(ids, max_size=3, unique=True))), draw(names)), draw(names), "", draw(attributes))
        for id in draw(st.lists(words.map(str.strip).filter(bool), max_size=3, unique=True))
    )

    def ranking(unit: Unit) -> Ranking:
        assert isinstance(unit.content, Choice)
        left = draw(st.permutations([o.id for o in unit.content.options]))[: draw(st.integers(0, 3))]
        groups: list[tuple[str, ...]] = []
        while left:
            size = draw(st.integers(1, 2))
            groups.append(tuple(left[:size]))
            left = left[size:]
        return Ranking(tuple(groups), draw(attributes))

    layers = tuple(
        Layer.of(name, Source(name), Kind.RANKINGS, {u.id: [ranking(u) for _ in range(draw(st.integers(0, 2)))] for u in units if draw(st.booleans())})
        for name in draw(st.lists(words, max_size=2, unique=True))
    )
    return Corpus(units=units, layers=layers)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(corpus=corpora())
def test_any_corpus_keeps_the_law_or_is_refused(kind: str, corpus: Corpus) -> None:
    lost = losses(corpus, door("formats").get("rankings-table"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"x.rankings.{kind}"
        try:
            save(corpus, path, lose=lost)
        except BadInput as error:
            if not any(why in str(error) for why in ("a name that a table cannot hold", "which a column cannot be", "a NUL")):
                raise
            return
        assert load(path, format="rankings-table") == strip(corpus, lost)
