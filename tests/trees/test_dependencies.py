"""Trees to dependencies: by hand, as the paper's converter did CRAFT, and for any tree at all."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given

from goldproof.cli import cli
from goldproof.errors import BadInput, NotFound
from goldproof.formats import load
from goldproof.model import Kind, Layer, Maker, Node, Source
from goldproof.trees import dependencies_of, with_dependencies
from goldproof.trees.outline import Outline

from .drawn import any_tree, tree


def arcs(text: str) -> str:
    """The words with head and label."""
    outline = tree(text)
    return " ".join(f"{word}:{arc.head}{arc.relation}" for word, arc in zip(outline.forms, dependencies_of(outline), strict=True))


# Each by hand from the guideline of the scheme.
BY_HAND = {
    "(S (NP-SBJ (DT The) (NN cat)) (VP (VBD slept)) (. .))": "The:2NMOD cat:3SBJ slept:0ROOT .:3P",
    # Auxiliaries head the chain of verbs, to the infinitive; a by-phrase is a logical subject.
    "(S (NP-SBJ (PRP It)) (VP (MD may) (VP (VB be) (VP (VBN seen) (PP (IN by) (NP-LGS (PRP us)))))))": "It:2SBJ may:0ROOT be:2VC seen:3VC by:4LGS us:5PMOD",
    "(S (NP-SBJ (PRP We)) (VP (VBP want) (S (NP-SBJ (-NONE- *PRO*)) (VP (TO to) (VP (VB sleep))))))": "We:2SBJ want:0ROOT to:2OPRD sleep:3IM",
    # Coordination is a chain.
    "(NP (NN a) (, ,) (NN b) (CC and) (NN c))": "a:0ROOT ,:1P b:1CONJ and:3COORD c:4CONJ",
    "(NP (NP (NN a)) (, ,) (NP (NN b)) (, ,))": "a:0ROOT ,:1P b:1APPO ,:1P",
    # A hyphen hangs on what stands before it.
    "(NP (ADJP (NN wild) (HYPH -) (NN type)) (NNS mice))": "wild:3AMOD -:1P type:4NMOD mice:0ROOT",
    # Gapping: the second sentence hangs on the first, its other constituents stay with it.
    "(S (S (NP-SBJ-1 (NN A)) (VP (VBZ has) (NP-2 (CD one)))) (CC and) (S (NP-SBJ=1 (NN B)) (NP=2 (CD two))))": "A:2SBJ has:0ROOT one:2OBJ and:2COORD B:4GAP-SBJ two:5DEP",
    # A predicate under a verb without a subject of its own.
    "(S (NP-SBJ (PRP It)) (VP (VBD became) (ADJP-PRD (JJ red)) (NP-TMP (NN today))))": "It:2SBJ became:0ROOT red:2PRD today:2TMP",
    # Empty categories only: the first that is left is the root.
    "(S (NP-SBJ (-NONE- *PRO*)) (VP (-NONE- *?*) (, ,)) (. .))": ",:0ROOT .:1P",
    "( (S (VP (VB Go))) (S (VP (VB Come))))": "Go:2DEP Come:0ROOT",
}


@pytest.mark.parametrize("text", BY_HAND)
def test_by_hand(text: str) -> None:
    assert arcs(text) == BY_HAND[text]


def test_a_tree_of_records_and_one_without_words() -> None:
    det, noun, verb = (Node(label, token=i) for i, label in enumerate(("DT", "NN", "VBZ")))
    made = Node("S", (Node("NP-SBJ", (det, noun)), Node("VP", (verb,))))
    assert dependencies_of(made) == dependencies_of(made, ["The", "cat", "sleeps"])
    assert dependencies_of(Node("S")) == ()


@pytest.mark.parametrize("unit", ["(NN a) (, ,) ", "(NN a) (HYPH -) ", "(CC and) (NN a) ", "(-LRB- x) ", "(-NONE- *) (NN a) "])
def test_a_very_long_sentence_and_a_very_deep_one(unit: str) -> None:
    assert len(dependencies_of(tree(f"(NP {unit * 5000})"))) == 5000 * (unit.count("(") - unit.count("-NONE-"))
    assert len(dependencies_of(tree(f"(NP {unit}" * 2000 + ")" * 2000))) == 2000 * (unit.count("(") - unit.count("-NONE-"))


@given(any_tree())
def test_whatever_the_tree_the_dependencies_are_one(outline: Outline) -> None:
    found = dependencies_of(outline)
    assert len(found) == len(outline.forms)
    assert [arc.head for arc in found].count(0) == (1 if found else 0)
    for i, arc in enumerate(found, 1):
        seen = {i}
        while arc.head:
            assert arc.head not in seen
            seen.add(arc.head)
            arc = found[arc.head - 1]
        assert arc.relation == "ROOT"


@pytest.mark.data
def test_craft_token_by_token(data: Path, treebank: Layer) -> None:
    """Heads and labels of all 21,731 trees are those of the converter that Verspoor et al. 2012 used: no sentence differs."""
    different: list[tuple[str, int]] = []
    for part, sentences in (("dev", 2780), ("train", 18951)):
        layer = with_dependencies(treebank.only((data / f"craft/ids/{part}.txt").read_text().split()))
        c, at = layer.parses, layer.parses.token_offsets.tolist()
        ours = [f"{head}\t{c.names[relation]}" for head, relation in zip(c.heads.tolist(), c.relations.tolist(), strict=True)]
        with gzip.open(data / f"craft/lth/{part}.dep.gz", "rt", encoding="utf-8") as file:
            blocks = file.read().strip("\n").split("\n\n")
        assert len(blocks) == len(at) - 1 == sentences
        different += [(part, s) for s, block in enumerate(blocks) if [line.split("\t", 5)[5] for line in block.split("\n")] != ours[at[s] : at[s + 1]]]
    assert different == []


def test_a_layer_keeps_what_has_no_tree(tmp_path: Path) -> None:
    (tmp_path / "a.tree").write_text("(S (NP-SBJ (NN Cat)) (VP (VBZ sleeps)))\n")
    layer = load(tmp_path / "a.tree").layers[0]
    made = with_dependencies(layer, trees=True)
    (parse,) = made["a"]
    assert [(t.head, t.relation) for t in parse.sentences[0].tokens] == [(2, "SBJ"), (0, "ROOT")]  # type: ignore[union-attr]
    assert made.source.kind is Maker.RULE
    assert made.source.settings.text("dependencies") == "lth"
    bare = with_dependencies(layer)
    again = with_dependencies(bare)
    assert bare["a"] == again["a"]
    with pytest.raises(BadInput, match="not parses"):
        with_dependencies(Layer.of("x", Source("x"), Kind.MENTIONS, {}))


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "a.tree").write_text("( (S (NP-SBJ (NN Cat)) (VP (VBZ sleeps))) )\n")
    done = CliRunner().invoke(cli, ["dependencies", str(tmp_path / "a.tree"), str(tmp_path / "out"), "--to", "conllx", "--lose", "source*", "--lose", "layer-names"])
    assert done.exit_code == 0, done.output
    (out,) = [p for p in (tmp_path / "out").rglob("*") if p.suffix == ".conll"]
    assert [line.split("\t")[6:8] for line in out.read_text().strip().split("\n")] == [["2", "SBJ"], ["0", "ROOT"]]


def test_a_scheme_of_ones_own(tmp_path: Path) -> None:
    from importlib.resources import files

    own = tmp_path / "mine.toml"
    own.write_text((files("goldproof") / "data/heads/lth.toml").read_text("utf-8").replace('label = "SBJ"', 'label = "nsubj"'), "utf-8")
    assert dependencies_of(tree("(S (NP-SBJ (NN Cat)) (VP (VBZ sleeps)))"), by=str(own))[0].relation == "nsubj"


@pytest.mark.parametrize(("text", "says"), [
    ("[heads", "no TOML"),
    ("title = 1", "has no 'heads'"),
    ('[heads]\nS = "up: NP"', "no head rule"),
    ("heads = 3", "no scheme"),
])  # fmt: skip
def test_a_bad_scheme_is_refused(tmp_path: Path, text: str, says: str) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(text)
    with pytest.raises(BadInput, match=says):
        dependencies_of(Node("S"), by=str(own))
    with pytest.raises(NotFound, match="shipped: lth"):
        dependencies_of(Node("S"), by="nosuch")
