"""A bench by hand: systems of our own writing on three small documents."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.benchmark.given import given_of
from goldproof.benchmark.results import Results
from goldproof.cli import cli
from goldproof.errors import BadInput, NotFound
from goldproof.model import Corpus, Kind, Layer, Mention, Node, Parse, Sentence, Source, Span, Token
from goldproof.registry import door

TEXT = "One two.\nThree four five.\nSix.\n"
WORDS = [[(0, 3, "CD"), (4, 7, "CD"), (7, 8, ".")], [(9, 14, "CD"), (15, 19, "CD"), (20, 24, "CD"), (24, 25, ".")], [(26, 29, "CD"), (29, 30, ".")]]


def parse(sentences: list[list[tuple[int, int, str]]], text: str = TEXT, heads: bool = True) -> Parse:
    out = []
    for s in sentences:
        tokens = tuple(Token(Span(a, b), text[a:b], tag=t, lemma="SECRET", head=0 if i == 0 else 1, relation="SECRET") if heads else Token(Span(a, b), text[a:b], tag=t)
                       for i, (a, b, t) in enumerate(s))  # fmt: skip
        tree = Node("S", tuple(Node(t, token=i) for i, (_, _, t) in enumerate(s))) if heads else None
        out.append(Sentence(Span(s[0][0], s[-1][1]), tokens, tree))
    return Parse(tuple(out))


def treebank(many: int = 3) -> Corpus:
    texts = {f"d{i}": TEXT for i in range(many)}
    gold = Layer.of("gold", Source("people"), Kind.PARSES, {u: [parse(WORDS)] for u in texts})
    return replace(Corpus.of_texts(texts), layers=(gold,), splits={"fold-1": ("d0",), "fold-2": ("d1",), "development": ("d2",)} if many == 3 else {})


def says(name: str, judged: dict[str, list[list[tuple[int, int, str]]]]) -> Layer:
    return Layer.of(name, Source(name), Kind.PARSES, {u: [parse(s, heads=False)] for u, s in judged.items()})


# One error in the second line: two tokens taken for one; another tag; a tag that the gold does not have.
MERGED = [WORDS[0], [(9, 14, "CD"), (15, 24, "CD"), (24, 25, ".")], WORDS[2]]
TAGGED = [[(0, 3, "CD"), (4, 7, "NN"), (7, 8, ".")], [(9, 14, "XX"), *WORDS[1][1:]], WORDS[2]]


def test_a_leaderboard_by_hand() -> None:
    corpus = treebank()
    perfect, merged = says("perfect", dict.fromkeys(("d0", "d1", "d2"), WORDS)), says("merged", dict.fromkeys(("d0", "d1"), MERGED))
    runs = gp.bench(corpus, {"merged": merged, "perfect": perfect}, task="tokens")
    # Of 9 tokens in each of two documents, 7 are found, 1 is wrong: P 7/8, R 7/9, F1 14/17.
    assert [runs.figure(c, "merged").value for c in ("P", "R", "F1")] == [7 / 8, 7 / 9, pytest.approx(14 / 17)]
    assert runs.ranked == ("perfect", "merged")
    table = runs.leaderboard()
    assert [row[0] for row in table.rows] == ["perfect", "merged"]
    assert table.columns == ("system", "P", "R", "F1", "not judged", "alike (p ≥ 0.01)")
    assert [row[4] for row in table.rows] == [0, 1]
    assert list(runs.notes()) == ["merged judged 2 of 3 units; the others are in none of its numbers"]
    assert "per:line" in str(runs.figure("F1", "merged").signature)
    assert runs.figure("F1", "merged").units == 6


def test_the_upper_bound_leaves_out_tags_that_the_gold_does_not_know() -> None:
    runs = gp.bench(treebank(1), {"tagger": says("tagger", {"d0": TAGGED})}, task="tags")
    # 9 tokens: one with NN (which gold never uses, either) and one with XX: of the other 7 all are right.
    assert runs.figure("F1", "tagger").value == pytest.approx(7 / 9)
    assert runs.bound("F1", "tagger").value == 1
    assert [c for c in runs.leaderboard().columns if "upper" in c] == ["P upper bound", "R upper bound", "F1 upper bound"]


def test_lines_add_up_to_documents() -> None:
    """The test and the interval go by line; the value is that of the documents."""
    corpus = treebank()
    across = [[*WORDS[0], *WORDS[1][:2]], WORDS[1][2:], WORDS[2]]  # a sentence over the end of a line
    layer = says("across", dict.fromkeys(("d0", "d1", "d2"), across))
    for task, on in (("sentences", "sentence"), ("tokens", "token"), ("tags", "token+tag")):
        runs = gp.bench(corpus, {"x": layer}, task=task)
        for name, m in runs.columns.items():
            assert runs.figure(name, "x", draws=0).value == gp.score(corpus.layer("gold"), layer, m, draws=0).value, (on, name)
            assert runs.figure(name, "x", draws=0).units == 9


def test_mentions_by_line_and_by_way_of_matching() -> None:
    texts = {"d0": TEXT, "d1": TEXT}
    gold = Layer.of("gold", Source("people"), Kind.MENTIONS, {u: [Mention((Span(0, 7),), label="gene"), Mention((Span(9, 14),), label="polypeptide")] for u in texts})
    found = Layer.of("sys", Source("sys"), Kind.MENTIONS, {u: [Mention((Span(0, 3),), label="protein"), Mention((Span(15, 19),), label="protein")] for u in texts})
    runs = gp.bench(Corpus.of_texts(texts).with_layers(gold), {"sys": found})
    assert runs.task.name == "mentions"
    table = runs.matches()
    assert table.columns == ("match", "sys P", "sys R", "sys F1")
    values = {row[0]: [f.value for f in row[1:]] for row in table.rows}
    assert values == {"strict": [0, 0, 0], "overlap": [0.5, 0.5, 0.5], "shared": [0.5, 0.5, 0.5], "subspan": [0.5, 0.5, 0.5]}
    blocks = runs.matches(["craft2012:protein-GENE", "craft2012:protein-POLYSTAR"])
    assert blocks.columns == ("match", "protein-GENE P", "protein-GENE R", "protein-GENE F1", "protein-POLYSTAR P", "protein-POLYSTAR R", "protein-POLYSTAR F1")
    # Against GENE the gold has one mention a document, and one of two finds overlaps it: P 1/2, R 1; nothing overlaps the polypeptide.
    assert [f.value for f in blocks.rows[1][1:]] == [0.5, 1, pytest.approx(2 / 3), 0, 0, 0]


def test_folds_with_their_average() -> None:
    corpus = treebank()
    layer = says("x", {"d0": WORDS, "d1": MERGED, "d2": MERGED})
    table = gp.bench(corpus, {"x": layer}, task="tokens").by_part(columns=["F1"])
    assert table.columns == ("system", "measure", "fold-1", "fold-2", "average of folds", "development", "all")
    assert [round(v, 4) for v in table.rows[0][2:6]] == [1, round(14 / 17, 4), round((1 + 14 / 17) / 2, 4), round(14 / 17, 4)]


def test_a_comparison_is_the_task_s_test_on_the_units_of_both() -> None:
    corpus = treebank()
    perfect, merged = says("perfect", dict.fromkeys(("d0", "d1", "d2"), WORDS)), says("merged", dict.fromkeys(("d0", "d1"), MERGED))
    runs = gp.bench(corpus, {"perfect": perfect, "merged": merged}, task="tokens")
    found = runs.compare("perfect", "merged", test="permutation", n=10_000, seed=7)
    # Two lines differ, alike: of the four swaps two are as far apart as these.
    assert (found.verdict.units, found.p) == (6, 0.5)
    assert found.difference == pytest.approx(1 - 14 / 17)
    assert runs.alike() == {"perfect": ("merged",), "merged": ("perfect",)}
    with pytest.raises(NotFound, match="no system 'nobody'"):
        runs.compare("perfect", "nobody")
    assert runs.comparisons().rows[0][:2] == ("perfect", "merged")


@dataclass(frozen=True)
class Peeper:
    """Says what it was given, and remembers it."""

    seen: list[object]
    name: str = "peeper"

    def annotate(self, corpus: Corpus, /) -> Layer:
        self.seen.append(corpus)
        return says("peeper", dict.fromkeys((u.id for u in corpus.units), WORDS))


def test_a_system_never_sees_the_gold() -> None:
    seen: list[object] = []
    gp.bench(treebank(), {"peeper": Peeper(seen)}, task="tokens")
    (corpus,) = seen
    assert isinstance(corpus, Corpus)
    assert corpus.layers == ()
    for what, hidden in (("tags", ("SECRET", "'S'")), ("tokens", ("SECRET", "CD")), ("sentences", ("SECRET", "CD", "One"))):
        layer = given_of(treebank().layer("gold"), what)
        said = repr(layer.columns) + repr(layer.columns.names) + repr([p for _, p in layer.items()])
        assert not any(word in said for word in hidden), what
        assert len(layer["d0"][0].sentences) == 3
        assert len(list(layer["d0"][0].tokens)) == (0 if what == "sentences" else 9)
    with pytest.raises(BadInput, match="given is one of"):
        given_of(treebank().layer("gold"), "heads")


def test_a_parser_is_given_tags_and_told_apart_by_sentence() -> None:
    corpus = treebank()

    def parser(text: str, sentences: list[dict[str, object]]) -> dict[str, object]:
        assert [t["tag"] for t in sentences[0]["tokens"]] == ["CD", "CD", "."]
        return {"sentences": [{**s, "tokens": [{**t, "head": 0 if i == 0 else 1, "relation": "SECRET"} for i, t in enumerate(s["tokens"])]} for s in sentences]}

    made = gp.external(parser, makes="dependencies", needs="tags")
    other = gp.external(lambda text, sentences: {"sentences": [{**s, "tokens": [{**t, "head": 0, "relation": "x"} for t in s["tokens"]]} for s in sentences]},
                        name="flat", makes="dependencies", needs="tags")  # fmt: skip
    runs = gp.bench(corpus, {"parser": made, "flat": other}, task="dependencies")
    assert runs.figure("LAS", "parser").value == 1
    assert runs.figure("UAS", "flat").value == pytest.approx(3 / 9)
    assert runs.figure("UAS trees", "flat").value == pytest.approx((1 / 3 + 1 / 4 + 1 / 2) / 3)
    assert runs.figure("UAS", "flat").units == 9
    assert runs.compare("parser", "flat").verdict.units == 9


def test_trees_count_what_is_not_evaluated() -> None:
    corpus = treebank(1)
    trees = {"d0": [Parse(tuple(replace(s, tree=Node("S", tuple(Node(t.tag or "", token=i) for i, t in enumerate(s.tokens)))) for s in parse(MERGED, heads=False).sentences))]}
    runs = gp.bench(corpus, {"x": Layer.of("x", Source("x"), Kind.PARSES, trees)}, task="constituents")
    row = dict(zip(runs.leaderboard().columns, runs.leaderboard().rows[0], strict=True))
    assert row["unevaluated"] == 1  # the sentence whose tokens are others
    assert row["LB-F"].value == 1


def test_runs_are_kept_and_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_CACHE", "off")
    (tmp_path / "t.toml").write_text(f'name = "t"\nmakes = "sentences"\noutput = "lines"\ncommand = ["sh", "-c", "echo x >> {tmp_path}/log; cat {{input}}"]\n')
    for _ in range(2):
        runs = gp.bench(treebank(1), {"t": gp.external(tmp_path / "t.toml")}, task="sentences", folder=tmp_path / "runs")
        assert runs.figure("F1", "t").value == 1
    assert (tmp_path / "log").read_text() == "x\n"
    about = json.loads((tmp_path / "runs/bench.json").read_text())
    assert about["task"] == "sentences"
    assert about["figures"][0]["signature"].startswith("P|match:strict|on:sentence")
    counts = (tmp_path / "runs/counts.tsv").read_text().splitlines()
    assert counts[0] == "system\tmeasure\tunit\tcounts"
    assert counts[1].endswith("\td0#1\t1 0 0")
    # Another gold is another question.
    gp.bench(treebank(2), {"t": gp.external(tmp_path / "t.toml")}, task="sentences", folder=tmp_path / "runs")
    assert (tmp_path / "log").read_text() == "x\n" * 3
    page = runs.report(tmp_path / "report.html").read_text()
    assert "Leaderboard" in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_a_release_and_the_api_sketch(tmp_path: Path) -> None:
    texts = {f"d{i}": TEXT for i in range(4)}
    gold = Layer.of("gold", Source("people"), Kind.MENTIONS, {u: [Mention((Span(0, 3),), ("X:1",))] for u in texts})
    made = gp.release(Corpus.of_texts(texts, name="small").with_layers(gold), tmp_path / "r", version="1.0")
    gp.save(Corpus.of_texts(texts).with_layers(Layer.of("ncbo", Source("ncbo"), Kind.MENTIONS, {u: [Mention((Span(4, 7),), ("X:1",))] for u in texts})), tmp_path / "ncbo.gold.jsonl")
    runs = gp.bench(made, systems={"ncbo": str(tmp_path / "ncbo.gold.jsonl"), "ours": gold.called("ours")}, measures=["F1", "F1(match=overlap)"])
    assert runs.task.name == "concepts"
    assert [runs.figure("F1", n).value for n in ("ncbo", "ours")] == [0, 1]
    assert "F1(match=overlap)" in runs.leaderboard().columns
    assert str(runs.compare("ncbo", "ours", test="permutation", n=10_000, seed=7)).startswith("p:permutation|")


def test_what_is_wrong_is_said_in_a_line() -> None:
    corpus = treebank()
    with pytest.raises(BadInput, match="which task"):
        gp.bench(corpus, {"x": corpus.layer("gold")})
    with pytest.raises(BadInput, match="no system"):
        gp.bench(corpus, {}, task="tokens")
    with pytest.raises(BadInput, match="about mentions"):
        gp.bench(corpus, {"x": corpus.layer("gold")}, task="mentions", layer="gold")
    with pytest.raises(BadInput, match="no such file, and no annotator"):
        gp.bench(corpus, {"x": "nowhere.ann"}, task="tokens")
    with pytest.raises(BadInput, match="is no system"):
        gp.bench(corpus, {"x": 7}, task="tokens")  # type: ignore[dict-item]


def test_every_task_is_behind_its_door() -> None:
    names = door("tasks").names()
    assert {"sentences", "tokens", "tags", "dependencies", "constituents", "mentions", "concepts"} <= set(names)
    assert not door("tasks").broken()
    for name in names:
        task = door("tasks").get(name)
        assert task.name == name
        assert task.measures[0] == task.columns[task.main]
        for m in task.measures:
            gp.measure(m, kind=task.kind)


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli, list(words), standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.return_value or 0, done.stdout, done.stderr


def test_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_CACHE", "off")
    gp.save(treebank(), tmp_path / "gold.gold.jsonl")
    (tmp_path / "t.toml").write_text('name = "t"\nmakes = "sentences"\noutput = "lines"\ncommand = ["cat"]\n')
    (tmp_path / "u.toml").write_text('name = "u"\nmakes = "sentences"\noutput = "lines"\ncommand = ["sh", "-c", "tr \'\\\\n\' \' \'"]\n')
    gold = str(tmp_path / "gold.gold.jsonl")
    systems = ["--system", f"external:{tmp_path}/t.toml", "--system", f"one=external:{tmp_path}/u.toml"]
    code, out, _ = run("bench", gold, "--task", "sentences", *systems, "--json", "--runs", str(tmp_path / "runs"))
    rows = json.loads(out)
    assert [(r["system"], r["F1"]) for r in rows] == [("t", 1), ("one", 0)]
    assert code == 0
    assert (tmp_path / "runs/bench.json").is_file()
    assert run("bench", gold, "--task", "sentences", *systems, "--at-least", "0.5")[0] == 1
    _, out, _ = run("bench", gold, "--task", "sentences", *systems, "--table", "tex", "--show", "folds")
    assert r"\begin{tabular}" in out
    _, out, _ = run("bench", gold, "--task", "sentences", *systems, "--show", "pairs")
    assert out.split("\n")[0].startswith("a\tb\tvalue a")
    _, out, _ = run("list", "tasks")
    assert "constituents" in out
    assert issubclass(type(gp.bench(treebank(), {"x": treebank().layer("gold")}, task="tokens")), Results)


def test_a_trainer_is_trained_anew_for_every_fold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tagger that knows the words of the documents that it learnt from: in no fold may it have seen the fold."""
    monkeypatch.setenv("GOLDPROOF_CACHE", "off")
    texts = {f"d{i}": f"word{i} same ." for i in range(5)}
    gold = Layer.of("gold", Source("people"), Kind.PARSES, {u: [parse([[(0, 5, "NN"), (6, 10, "JJ"), (11, 12, ".")]], t, heads=False)] for u, t in texts.items()})
    corpus = replace(Corpus.of_texts(texts), layers=(gold,), splits={"fold-1": ("d0",), "fold-2": ("d1", "d2"), "development": ("d3", "d4")})
    (tmp_path / "use.py").write_text("import sys\nknown = set(open(sys.argv[1]).read().split())\nfor l in sys.stdin: print(' '.join(w + '_' + ('SEEN' if w in known else 'NEW') for w in l.split()))")
    (tmp_path / "t.toml").write_text(
        'name = "t"\nmakes = "tags"\nneeds = "tokens"\ninput = "tokens"\noutput = "tagged"\ncommand = ["{python}", "{here}/use.py", "{model}"]\n'
        '[settings]\nmodel = ""\n[train]\ninput = "tokens"\ncommand = ["cp", "{input}", "{model}"]\n'
    )
    runs = gp.bench(corpus, {"t": f"train:{tmp_path}/t.toml"}, task="tags", given="tokens")
    tags = {u: [t.tag for t in p.tokens] for u, (p,) in runs.attempt("t").layer.items()}
    assert all(found == ["NEW", "SEEN", "SEEN"] for found in tags.values())
    assert len(tags) == 5
    assert runs.by_part(columns=["F1"]).columns == ("system", "measure", "fold-1", "fold-2", "average of folds", "development", "all")
    gp.save(corpus, tmp_path / "c.gold.jsonl")
    _, out, _ = run("bench", str(tmp_path / "c.gold.jsonl"), "--task", "tags", "--given", "tokens", "--system", f"again=train:{tmp_path}/t.toml", "--show", "folds", "--json")
    assert json.loads(out)[0]["system"] == "again"
    with pytest.raises(BadInput, match="0 folds"):
        gp.bench(replace(corpus, splits={}), {"t": f"train:{tmp_path}/t.toml"}, task="tags", given="tokens")
