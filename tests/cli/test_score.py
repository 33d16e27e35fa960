"""goldproof score from the command line, on small files of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.cli import cli
from goldproof.errors import GoldproofError
from goldproof.model import Corpus, Kind, Layer, Mention, Source, Span
from goldproof.signature import Signature


def corpus(tmp_path: Path, name: str, *ends: tuple[int, int], label: str = "gene") -> str:
    text = "a short text about nothing"
    layer = Layer.of("mentions", Source(name), Kind.MENTIONS, {"d": [Mention((Span(*e),), ("X:1",), label) for e in ends]})
    path = tmp_path / f"{name}.gold.jsonl"
    gp.save(Corpus.of_texts({"d": text}).with_layers(layer), path)
    return str(path)


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, list(words), standalone_mode=False, catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.return_value or 0, done.stdout


def test_a_row_for_each_system_and_measure(tmp_path: Path) -> None:
    ref, a, b = corpus(tmp_path, "ref", (0, 1), (2, 7)), corpus(tmp_path, "a", (0, 1)), corpus(tmp_path, "b", (3, 7), (8, 12))
    _, out = run("score", ref, a, b, "-m", "F1", "-m", "R(match=overlap)", "--json")
    rows = json.loads(out)
    assert [(r["of"], r["value"]) for r in rows] == [
        ("ref.gold.jsonl ~ a.gold.jsonl", pytest.approx(2 / 3)), ("ref.gold.jsonl ~ a.gold.jsonl", 0.5),
        ("ref.gold.jsonl ~ b.gold.jsonl", 0), ("ref.gold.jsonl ~ b.gold.jsonl", 0.5)]  # fmt: skip
    assert all(Signature.parse(r["signature"]).value == r["value"] for r in rows)


def test_layers_of_one_place_by_type_and_a_bar(tmp_path: Path) -> None:
    ref = gp.load(corpus(tmp_path, "ref", (0, 1), (2, 7)))
    both = ref.with_layers(gp.load(corpus(tmp_path, "x", (0, 1))).layers[0].called("mine"))
    gp.save(both, tmp_path / "both.gold.jsonl")
    place = str(tmp_path / "both.gold.jsonl")
    code, out = run("score", place, "--with", "mine", "-m", "R", "--by", "type", "--at-least", "0.6")
    assert code == 1
    assert "type=gene" in out
    assert run("score", place, "--with", "mine", "-m", "P", "--at-least", "0.6")[0] == 0
    _, out = run("score", place, "--with", "mine", "--table", "tex")
    assert "\\toprule" in out


@pytest.mark.parametrize(("words", "says"), [
    (("-m", "F9"), "no measure is called"), (("-m", "F1(match=near)"), "match is one of"), (("--by", "category"), "--ontology"),
    (("--by", "site"), "says no site"), (("--split", "x"), "no split"), (("--layer", "x"), "no layer"),
])  # fmt: skip
def test_bad_wishes_get_one_line(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    ref, a = corpus(tmp_path, "ref", (0, 1)), corpus(tmp_path, "a", (0, 1))
    with pytest.raises(GoldproofError, match=says):
        run("score", ref, a, *words)


def test_which_layer_is_not_guessed(tmp_path: Path) -> None:
    one = gp.load(corpus(tmp_path, "ref", (0, 1)))
    gp.save(one.with_layers(one.layers[0].called("other")), tmp_path / "two.gold.jsonl")
    with pytest.raises(GoldproofError, match="has 2 layers"):
        run("score", str(tmp_path / "two.gold.jsonl"), corpus(tmp_path, "a", (0, 1)))


@pytest.mark.data
def test_the_two_golds_of_the_hpo_abstracts(data: Path) -> None:
    """GSC+ against its revision of 2024: counted again here by sets of records, with the ids of today."""
    ontology = gp.Ontology(data / "hpo/hp-2025-01-16.obo")
    new, old = (gp.load(data / "hpo" / name).layers[0] for name in ("gsc-2024", "gsc-plus"))
    found = gp.score(new, old, "F1(ids=followed)", ontology=ontology, draws=0)

    def items(layer: Layer, unit: str) -> list[object]:
        return [(tuple(sorted(m.spans)), ontology.status(c).id or c) for m in layer[unit] for c in (m.concepts or ("",))]

    hits = sizes = 0
    for unit in new.units:
        if unit in old:
            a, b = items(new, unit), items(old, unit)
            sizes += len(a) + len(b)
            for item in a:
                if item in b:
                    hits += 1
                    b.remove(item)
    assert found.value == pytest.approx(2 * hits / sizes)
    # 0.865 on all 228 abstracts; these are 115 of them.
    assert 0.86 < 2 * hits / sizes < 0.90


def test_an_annotator_where_a_file_could_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_CACHE", "off")
    (tmp_path / "t.toml").write_text('name = "t"\nmakes = "mentions"\ncommand = ["echo", "[[0, 1], [3, 7]]"]\n')
    ref = corpus(tmp_path, "ref", (0, 1), (2, 7))
    _, out = run("score", ref, f"external:{tmp_path}/t.toml", "-m", "F1(on=span)", "--json")
    assert [(r["of"], r["value"]) for r in json.loads(out)] == [(f"ref.gold.jsonl ~ external:{tmp_path}/t.toml", 0.5)]
    with pytest.raises(GoldproofError, match="no such file"):
        run("score", ref, "nobody:x")


def test_annotate_with_a_tool_tells_what_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_CACHE", "off")
    (tmp_path / "t.toml").write_text('name = "t"\nmakes = "mentions"\ncommand = ["sh", "-c", "grep -q nothing {input} && exit 7; echo []"]\n')
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/a.txt").write_text("something")
    (tmp_path / "texts/b.txt").write_text("nothing")
    done = CliRunner().invoke(cli, ["annotate", str(tmp_path / "texts"), "--with", f"external:{tmp_path}/t.toml", "-o", str(tmp_path / "out.gold.jsonl")], standalone_mode=False)
    assert done.exception is None
    assert "t: 1 of 2 not judged" in done.stderr
    assert "b: exit code 7" in done.stderr
    assert gp.load(tmp_path / "out.gold.jsonl").layer("t").units == ("a",)
    done = CliRunner().invoke(cli, ["annotate", str(tmp_path / "texts/b.txt"), "--with", f"external:{tmp_path}/t.toml"], standalone_mode=False)
    assert done.return_value == 1, "nothing at all was judged"
