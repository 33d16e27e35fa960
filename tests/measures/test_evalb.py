"""Labelled brackets: EVALB's own printed results, and the fast way against the literal one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldproof as gp
from goldproof.errors import BadInput, NotFound
from goldproof.measures import measure, score
from goldproof.measures.evalb import BUILT_IN, Parameters, Section, count_brackets, parameters, rows, summary
from goldproof.measures.evalb.count import count_literally
from goldproof.model import Layer


def trees(path: Path, text: str) -> Layer:
    """Trees of our own as a layer of one unit, read line by line as EVALB does."""
    path.mkdir(exist_ok=True)
    (path / "x.mrg").write_text(text + "\n")
    return gp.load(path / "x.mrg", format="penn", options={"lines": "sentences"}).layers[0]


GOLD = "(TOP (S (NP-SBJ (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT a) (NN mat)))) (. .)))"
TEST = "(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB on)) (NP (DT a) (NN mat))) (. .)))"


def test_by_hand(tmp_path: Path) -> None:
    """Gold: S NP VP PP NP; test: S NP VP ADVP NP. The stop is deleted with its word; TOP is no bracket; -SBJ does not count."""
    a, b = trees(tmp_path / "a", GOLD), trees(tmp_path / "b", TEST)
    counted = count_brackets(a, b, parameters("collins"))
    assert [int(x[0]) for x in counted] == [0, 0, 7, 4, 5, 5, 0, 6, 5]
    assert score(a, b, "LB-F", draws=0).value == pytest.approx(0.8)
    assert score(a, b, "LB-tags", draws=0).value == pytest.approx(5 / 6)
    assert score(a, b, "LB-F(prm=none)", draws=0).value == pytest.approx(2 * 5 / 12)


def test_what_is_not_counted(tmp_path: Path) -> None:
    a = trees(tmp_path / "a", "\n".join([GOLD] * 4))
    b = trees(tmp_path / "b", "\n".join([TEST, "", TEST.replace("mat", "rug"), TEST.replace(" (NN cat)", "")]))
    assert count_brackets(a, b, parameters("collins")).status.tolist() == [0, 2, 1, 1]
    assert score(a, b, "LB-unevaluated", draws=0).value == 3
    assert score(a, b, "LB-R", draws=0).value == pytest.approx(0.8)
    none = trees(tmp_path / "c", "\n" * 3)
    found = score(a, none, "LB-F", draws=0)
    assert found.value is None
    assert "4 without words in the system" in found.why


def test_means_over_sentences_and_their_harmonic_mean(tmp_path: Path) -> None:
    one, flat = "(S (NP (NN a)) (VP (VB b)))", "(S (NN a) (VB b))"
    a, b = trees(tmp_path / "a", "\n".join([GOLD, one])), trees(tmp_path / "b", "\n".join([TEST, flat]))
    found = {x: score(a, b, f"LB-{x}(mean=sentences)", draws=0).value for x in "PRF"}
    assert found["P"] == pytest.approx((4 / 5 + 1) / 2)
    assert found["R"] == pytest.approx((4 / 5 + 1 / 3) / 2)
    assert found["F"] == pytest.approx(2 * found["P"] * found["R"] / (found["P"] + found["R"]))
    assert score(a, b, "LB-P", draws=0).value == pytest.approx(5 / 6)
    assert score(a, b, "LB-complete", draws=0).value == 0
    assert score(a, b, "LB-F(length=5)", draws=0).value == pytest.approx(0.5)


def test_the_nameless_top_counts_as_evalb_counts_it_unless_left_out(tmp_path: Path) -> None:
    a, b = trees(tmp_path / "a", "( (S (NP (NN a)) (VP (VB b))))"), trees(tmp_path / "b", "( (S (NN a) (VB b)) )")
    assert measure("LB-F").counts(a, b).table[0, :3].tolist() == [2, 4, 2]
    assert measure("LB-F(prm=craft)").counts(a, b).table[0, :3].tolist() == [1, 3, 1]


def test_crossing_counts_each_bracket_of_the_system_once(tmp_path: Path) -> None:
    words = [f"(N {c})" for c in "abcd"]
    a = trees(tmp_path / "a", f"(S (X {' '.join(words[:2])}) (Y {' '.join(words[2:])}))")
    b = trees(tmp_path / "b", f"(S {words[0]} (Z (Z {' '.join(words[1:3])})) {words[3]})")
    assert count_brackets(a, b, parameters("none")).crossing.tolist() == [2]


def test_labels_equal_in_a_chain_are_not_all_equal(tmp_path: Path) -> None:
    """A = B and B = C; one gold B, test A and C: EVALB takes the first that fits."""
    file = tmp_path / "chain.prm"
    file.write_text("# ours\nEQ_LABEL A B\nEQ_LABEL B C\nLABELED 1\nCUTOFF_LEN 10\nMAX_ERROR 3\n")
    p = parameters(str(file))
    assert (p.transitive, p.cutoff) == (False, 10)
    a, b = trees(tmp_path / "a", "(B (A (N x)))"), trees(tmp_path / "b", "(C (A (N x)))")
    assert count_brackets(a, b, p).matched.tolist() == [2]
    a, b = trees(tmp_path / "a", "(A (A (N x)))"), trees(tmp_path / "b", "(C (B (N x)))")
    assert count_brackets(a, b, p).matched.tolist() == [1]


@pytest.mark.parametrize(("line", "says"), [("EQ_LABEL A", "takes two"), ("COLOUR red", "no parameter"), ("CUTOFF_LEN forty", "takes a number"), ("DELETE_LABEL", "no value")])
def test_bad_parameter_files_say_the_line(tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "x.prm").write_text(f"DEBUG 0\n{line}\n")
    with pytest.raises(BadInput, match=says) as error:
        parameters(str(tmp_path / "x.prm"))
    assert "line 2" in str(error.value)
    with pytest.raises(NotFound, match="collins"):
        parameters("colins")


def random_tree(draw: st.DrawFn, words: list[str], depth: int) -> str:
    """A tree over words: labels with function tags, quotes, empty categories, unary chains."""
    if len(words) == 1 and (depth > 3 or draw(st.booleans())):
        return f"({draw(st.sampled_from(['N', 'V', ',', 'POS', chr(96) * 2, 'T', 'TT']))} {words[0]})"
    cut = draw(st.integers(1, len(words)))
    parts = [words[:cut], words[cut:]] if depth < 4 else [[w] for w in words]
    inside = " ".join(random_tree(draw, part, depth + 1) for part in parts if part)
    empty = " (NP (-NONE- *))" if draw(st.integers(0, 5)) == 0 else ""
    return f"({draw(st.sampled_from(['S', 'NP', 'NP-SBJ-1', 'VP=2', 'PRT', 'ADVP', 'TOP', '']))} {inside}{empty})"


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    words = draw(st.lists(st.sampled_from(["a", "b", "'", "-LRB-", "This", "this"]), min_size=1, max_size=6))
    other = words if draw(st.integers(0, 4)) else [*words[:-1], "z"]
    return random_tree(draw, words, 0), "" if draw(st.integers(0, 9)) == 0 else random_tree(draw, other or words, 0)


SAMPLE = Parameters(delete=frozenset(("TOP", "-NONE-", ",", "``")), not_long=frozenset(("-NONE-",)), quotes=frozenset(("``", "POS", "N")),
                    same_labels=frozenset((("T", "TT"), ("ADVP", "PRT"))), same_words=frozenset((("This", "this"),)))  # fmt: skip


@given(st.lists(pairs(), min_size=1, max_size=4), st.sampled_from([*BUILT_IN.values(), SAMPLE, Parameters(labelled=False)]))
@settings(max_examples=60)
def test_the_fast_way_counts_what_the_literal_way_counts(tmp_path_factory: pytest.TempPathFactory, found: list[tuple[str, str]], p: Parameters) -> None:
    path = tmp_path_factory.mktemp("trees")
    a, b = (trees(path / str(side), "\n".join(pair[side] for pair in found)) for side in (0, 1))
    counted = count_brackets(a, b, p)
    for s in range(len(found)):
        assert tuple(int(x[s]) for x in counted[1:]) == tuple(count_literally(a.parses, s, b.parses, s, p)), found[s]


@given(st.lists(pairs(), min_size=1, max_size=4))
@settings(max_examples=30)
def test_a_tree_against_itself_is_complete(tmp_path_factory: pytest.TempPathFactory, found: list[tuple[str, str]]) -> None:
    layer = trees(tmp_path_factory.mktemp("trees") / "a", "\n".join(gold for gold, _ in found))
    counted = count_brackets(layer, layer, parameters("collins"))
    assert counted.matched.tolist() == counted.gold.tolist() == counted.test.tolist()
    assert not counted.crossing.any()


def printed(section: Section) -> list[str]:
    return [" ".join(line.split()) for line in section.lines()]


@pytest.mark.data
@pytest.mark.parametrize(("name", "result"), [("sample", "sample.rsl"), ("bug", "bug.rsl-new")])
def test_what_evalb_printed_comes_out_to_the_digit(data: Path, tmp_path: Path, name: str, result: str) -> None:
    """EVALB's own sample and bug sets. The bug set was scored with the parameters that its distribution calls new.prm."""
    folder = data / "craft/evalb"
    a, b = (gp.load(folder / f"{name}.{end}", format="penn", options={"lines": "sentences"}).layers[0] for end in ("gld", "tst"))
    counted = count_brackets(a, b, parameters(str(folder / "sample.prm") if name == "sample" else "new"))
    theirs = [" ".join(line.split()) for line in (folder / result).read_text().splitlines()]
    for section in summary(counted, 40):
        at = theirs.index(printed(section)[0])
        # The sample's results were printed before EVALB had a line for F.
        ours = [line for line in printed(section) if "FMeasure" not in line or line in theirs]
        assert ours == theirs[at : at + len(ours)]
    lines = [line.split() for line in rows(counted)]
    fine = [line for line in lines if line[2] == "0"]
    assert fine == [line.split() for line in theirs if line.split()[:1] and line.split()[0].isdigit() and line.split()[2] == "0"]
    # Of sentences that do not count the old version printed the number of words, the later one nothing.
    assert {line[0] for line in lines if line[2] == "1"} == {line.split()[0] for line in theirs if len(line.split()) == 12 and line.split()[2] == "1"}


@pytest.mark.data
def test_the_development_articles_against_themselves(data: Path) -> None:
    layer = gp.corpus("craft", data / "craft", layers=["treebank"]).split("development").layer("treebank")
    counted = count_brackets(layer, layer.called("b"), parameters("craft"))
    assert len(counted.status) == 2780
    assert counted.matched.sum() == counted.gold.sum() == counted.test.sum() > 40_000
    assert score(layer, layer.called("b"), "LB-F(prm=craft,mean=sentences)", draws=0).value == 1


def test_the_command_prints_evalbs_summary(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from goldproof.cli import cli

    (tmp_path / "a.gld").write_text(GOLD + "\n")
    (tmp_path / "b.tst").write_text(TEST + "\n")
    done = CliRunner().invoke(cli, ["evalb", str(tmp_path / "a.gld"), str(tmp_path / "b.tst"), "--sentences"])
    assert done.exit_code == 0, done.output
    assert "Bracketing FMeasure       =  80.00" in done.output
    assert "-- len<=40 --" in done.output
    assert done.output.splitlines()[0].split() == ["1", "7", "0", "80.00", "80.00", "4", "5", "5", "0", "6", "5", "83.33"]
