"""Penn bracket trees: by hand, every legal way to write them, what is refused, and all 67 articles of CRAFT to the last leaf."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.formats import load, save
from goldproof.model import Corpus, Node, Parse, Span

TEXT = "Short fingers (two) were “seen”.\n"
TREES = """( (S (NP-SBJ-1 (NP (JJ Short) (NNS fingers)) (PRN (-LRB- -LRB-) (CD two) (-RRB- -RRB-)))
     (VP (VBD were) (VP (`` ``) (VBN seen) (NP (-NONE- *-1)) ('' ''))) (. .)) )
"""


def placed(tmp_path: Path, trees: str = TREES, text: str | None = TEXT) -> Path:
    (tmp_path / "d.tree").write_bytes(trees.encode())
    if text is not None:
        (tmp_path / "d.txt").write_bytes(text.encode())
    return tmp_path / "d.tree"


def parse(corpus: Corpus) -> Parse:
    (found,) = corpus.layers[0][corpus.documents[0].id]
    assert isinstance(found, Parse)
    return found


def test_by_hand(tmp_path: Path) -> None:
    (sentence,) = parse(load(placed(tmp_path))).sentences
    assert [(t.span.start, t.span.end, t.form, t.tag) for t in sentence.tokens] == [
        (0, 5, "Short", "JJ"), (6, 13, "fingers", "NNS"), (14, 15, "(", "-LRB-"), (15, 18, "two", "CD"), (18, 19, ")", "-RRB-"), (20, 24, "were", "VBD"),
        (25, 26, "“", "``"), (26, 30, "seen", "VBN"), (30, 31, "”", "''"), (31, 32, ".", "."),
    ]  # fmt: skip
    assert sentence.span == Span(0, 32)
    top = sentence.tree
    assert isinstance(top, Node)
    (clause,) = top.children
    subject, verb, stop = clause.children
    assert (top.label, clause.label, subject.label, subject.category, stop.token) == ("", "S", "NP-SBJ-1", "NP", 9)
    trace = verb.children[1].children[2].children[0]
    assert (trace.label, trace.text, trace.empty, trace.token) == ("-NONE-", "*-1", True, None)


@pytest.mark.parametrize("trees", [
    TREES.replace("\n", "\r\n"), f"\ufeff{TREES}", f"; a comment\n\n{TREES}\n\n", TREES.replace(" ", "  ").replace("(S", "(\n\tS"), " ".join(TREES.split()),
    f"{TREES.rstrip()}",
])  # fmt: skip
def test_every_legal_way_to_write_the_same(trees: str, tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    first.mkdir()
    second.mkdir()
    a, b = (parse(load(placed(*one))).sentences[0] for one in ((first, TREES), (second, trees)))
    assert (a.tokens, a.tree) == (b.tokens, b.tree)


@pytest.mark.parametrize("top", ["(ROOT {})", "(TOP {})", "(S1 {})", "{}", "( {} )"])
def test_the_root_is_what_it_is_called(top: str, tmp_path: Path) -> None:
    corpus = load(placed(tmp_path, top.format("(NP (NN A))"), None))
    tree = parse(corpus).sentences[0].tree
    assert tree is not None
    assert tree.label == {"{}": "NP", "( {} )": ""}.get(top, top[1:].split()[0])
    save(corpus, tmp_path / "out.penn")
    assert load(tmp_path / "out.penn") == corpus


def test_a_text_is_made_where_there_is_none(tmp_path: Path) -> None:
    assert load(placed(tmp_path, TREES.replace("two", r"1\/2"), None)).documents[0].text == 'Short fingers ( 1/2 ) were " seen " .\n'


@pytest.mark.parametrize(("trees", "why"), [
    ("(S (NP (NN A)", "2 brackets are still open"), ("(S (NN A)))", "a bracket is closed"), ("(S (NN A)) word (S (NN B))", "outside of all brackets"),
    (TREES.replace("two", "three"), r"sentence 1, token 4, 'three': the text has 'two"), (TREES * 2, "sentence 2, token 1, 'Short': the text has its end"),
])  # fmt: skip
def test_what_is_refused(trees: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why):
        load(placed(tmp_path, trees, TEXT if "Short" in trees else None), format="penn")


def test_the_lines_of_evalb(tmp_path: Path) -> None:
    corpus = load(placed(tmp_path, "(S (NN A))\n\n(NP (NN B)) (VP (VB C))\n", None), format="penn", options={"lines": "sentences"})
    one, two, three = parse(corpus).sentences
    assert (one.tree and one.tree.label, two.tree) == ("S", None)
    assert three.tree is not None
    assert [child.label for child in three.tree.children] == ["NP", "VP"]


def leaves_of(file: Path) -> list[tuple[str, str]]:
    """Tags and words, by a search for innermost brackets; no part of our reader."""
    return [(tag, word) for tag, word in re.findall(r"\(([^\s()]+) ([^ \t\n()]+)\)", file.read_text("utf-8")) if tag != "-NONE-"]


@pytest.mark.data
def test_every_leaf_of_craft_stands_in_its_article(data: Path, tmp_path: Path) -> None:
    """And the trees come back: in brackets to the very blank, in the native form to the last record."""
    texts, place = data / "craft/articles/txt", data / "craft/structural-annotation/treebank/penn"
    corpus = load(place, texts=texts)
    (layer,) = corpus.layers
    files = sorted(place.iterdir())
    assert len(files) == 67
    leaves = 0
    columns = layer.parses
    at = 0
    names = columns.names
    for file in files:
        text = (texts / f"{file.stem}.txt").read_bytes().decode()
        found = leaves_of(file)
        for number, (tag, word) in enumerate(found, at):
            start, end = int(columns.starts[number]), int(columns.ends[number])
            assert names[columns.tags[number]] == tag
            assert same(word, text[start:end]), (file.name, word, start)
        # Nothing but white space between them: no leaf was skipped and none was put in the wrong place.
        places = list(zip(columns.starts[at : at + len(found)].tolist(), columns.ends[at : at + len(found)].tolist(), strict=True))
        assert all(not text[b:c].strip() for (_, b), (c, _) in pairwise(places))
        at += len(found)
        leaves += len(found)
    assert leaves == at == len(columns.starts)
    save(corpus, tmp_path / "x.penn")
    for file in files:
        assert (tmp_path / "x.penn" / f"{file.stem}.tree").read_text("utf-8").split() == file.read_text("utf-8").split()
    save(corpus, tmp_path / "x.gold.jsonl")
    assert load(tmp_path / "x.gold.jsonl") == corpus


MEANT = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
QUOTES = {"``": '"“', "''": '"”', '"': "“”"}


def same(word: str, cut: str) -> bool:
    if word == cut or cut in QUOTES.get(word, ()):
        return True
    for name, sign in MEANT.items():
        word = word.replace(name, sign)
    return word.replace("\\/", "/") == cut
