"""Trees, columns and texts that do not go together: refused where they are converted, told one by one where they are checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.checks import Finding

TREES = [
    "(S (NP (JJ Short) (NNS fingers)) (VP (VBD were) (VP (VBN seen))) (. .))", "(S (NP (DT No) (NN cleft) (NN palate)) (VP (VBD was) (ADJP (JJ visible))) (. .))",
    "(S (NP (DT Every) (NN toe)) (VP (VBD was) (ADJP (JJ normal))) (. .))",
]
TEXT = "Short fingers were seen. No cleft palate was visible.\nEvery toe was normal.\n"
RULES = ("token-*", "sentence-*", "tree-leaves")


def found(room: Path, text: str, trees: list[str] = TREES) -> tuple[Finding, ...]:
    (room / "d.tree").write_text("\n".join(trees))
    (room / "d.txt").write_text(text)
    return gp.check(gp.load(room, strict=False), rules=RULES)


def brief(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(f.rule, str(f.place).partition(", ")[2]) for f in findings]


def test_what_stands_there_is_fine(tmp_path: Path) -> None:
    assert found(tmp_path, TEXT) == ()


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("palate", "palte", [("token-text", "sentence 2, token 3")]), ("was visible", "visible", [("token-text", "sentence 2, token 4")]),
    ("No cleft", "No wide cleft", [("token-gap", "sentence 2, token 2")]), ("No cleft palate was visible.", "", [("sentence-text", "sentence 2")]),
    ("Every", "One more sentence is here. Every", [("token-gap", "sentence 3, token 1")]), ("Short fingers", "Title\n\nShort fingers", []),
])  # fmt: skip
def test_each_slip_is_told_where_it_is_and_nothing_else(old: str, new: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    """A text may begin with what nobody parsed: only what lies between tokens is a gap."""
    assert brief(found(tmp_path, TEXT.replace(old, new))) == expected


def test_several_slips_at_once(tmp_path: Path) -> None:
    text = TEXT.replace("fingers", "finger").replace("cleft", "cloft").replace("Every toe", "Every big toe")
    assert Counter(brief(found(tmp_path, text))) == Counter(
        [("token-text", "sentence 1, token 2"), ("token-text", "sentence 2, token 2"), ("token-gap", "sentence 3, token 2")])  # fmt: skip


def test_another_text_altogether(tmp_path: Path) -> None:
    assert {f.rule for f in found(tmp_path, "Größe und Gewicht waren unbekannt; zwölf Kühe.\n" * 3)} == {"sentence-text"}


def test_a_conversion_refuses_what_a_check_tells(tmp_path: Path) -> None:
    found(tmp_path, TEXT.replace("palate", "palte"))
    with pytest.raises(gp.BadInput, match="sentence 2, token 3, 'palate'"):
        gp.load(tmp_path)


@pytest.mark.parametrize(("name", "rows"), [
    ("d.conll", ["{0}\t{1}\t_\t_\t_\t_\t_\t_\t_\t_"]), ("d.conllu", ["{0}\t{1}\t_\t_\t_\t_\t_\t_\t_\t_"]), ("d.iob", ["{1}\tO"]),
])  # fmt: skip
def test_columns_too(name: str, rows: list[str], tmp_path: Path) -> None:
    words = ["Short fingers were seen .".split(), "No cleft palate was visible .".split(), "Every toe was normal .".split()]
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/d.txt").write_text(TEXT.replace("palate", "palte"))
    (tmp_path / name).write_text("".join("".join(rows[0].format(n, w) + "\n" for n, w in enumerate(s, 1)) + "\n" for s in words))
    corpus = gp.load(tmp_path / name, texts=tmp_path / "texts", strict=False)
    assert brief(gp.check(corpus, rules=RULES)) == [("token-text", "sentence 2, token 3")]


@pytest.mark.data
def test_an_article_of_craft_with_letters_taken_out_is_found_out_to_the_last(data: Path, tmp_path: Path) -> None:
    """Every 500th character that is a letter is dropped: each is in one token, and these tokens are told, and no others."""
    name = "11532192"
    text = (data / f"craft/articles/txt/{name}.txt").read_text("utf-8")
    (tmp_path / f"{name}.tree").symlink_to(data / f"craft/structural-annotation/treebank/penn/{name}.tree")
    (tmp_path / f"{name}.txt").write_text(text)
    whole = gp.load(tmp_path).layers[0].parses
    dropped = [i for i in range(500, len(text), 500) if text[i].isalpha()]
    # A token of one letter that is dropped leaves nothing; all the others leave the rest of them.
    hit = {next(n for n in range(len(whole.starts)) if whole.starts[n] <= i < whole.ends[n]) for i in dropped}
    kept = set(range(len(text))) - set(dropped)
    (tmp_path / f"{name}.txt").write_text("".join(text[i] for i in sorted(kept)))
    corpus = gp.load(tmp_path, strict=False)
    found_ = gp.check(corpus, rules=("token-text", "token-gap", "sentence-text"))
    columns = corpus.layers[0].parses
    told = {(f.place.span, f.rule) for f in found_}
    assert {rule for _, rule in told} == {"token-text"}
    assert len(found_) == len(hit) == sum(columns.names[columns.forms[n]] != corpus.documents[0].text[columns.starts[n] : columns.ends[n]] for n in hit)
