"""The catalogue itself, without any corpus at hand."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.corpora import Entry, catalogue, check, entry
from goldproof.corpora.catalogue import Citation
from goldproof.corpora.checking import counts, facts, fingerprint
from goldproof.corpora.citing import cited, to_bibtex
from goldproof.errors import BadInput, NotFound
from goldproof.model import Kind, Mention, Parse, Phenotype, Ranking, Rating, Span, Term
from goldproof.registry import door
from goldproof.testing import SAMPLES

ENTRIES = catalogue()
each = pytest.mark.parametrize("known", ENTRIES, ids=lambda known: known.name)


def test_the_list_is_what_the_interface_gives() -> None:
    assert gp.catalogue() == ENTRIES
    assert [known.name for known in ENTRIES] == sorted(known.name for known in ENTRIES)


@pytest.mark.parametrize("first", ["goldproof.corpora.catalogue", "goldproof.corpora", "goldproof.cli.catalogues", "goldproof"])
def test_the_catalogue_is_there_whatever_was_imported_first(first: str) -> None:
    code = f"import {first}\nimport goldproof as gp\nfrom goldproof.corpora import entry\nassert gp.catalogue()[0] == entry(gp.catalogue()[0].name)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@each
def test_an_entry_says_everything_that_a_user_needs(known: Entry) -> None:
    assert all((known.title, known.what, known.home, known.obtain, known.licence, known.layers, known.copies, known.citations))
    assert known.home.startswith("https://")
    assert set(known.kinds) == {offer.kind for offer in known.layers} <= {kind.value for kind in Kind}
    assert callable(import_module(known.adapter).read)
    assert "\n" not in known.what


@each
def test_its_parts_agree_with_each_other(known: Entry) -> None:
    offered = {offer.name for offer in known.layers}
    assert len(offered) == len(known.layers)
    for copy in known.copies:
        assert copy.source
        assert {what.partition(" ")[0] for what in copy.counts} - {"documents", "studies", "units"} <= offered
        assert set(copy.splits) <= set(known.splits)
    assert {sample.layer for sample in known.samples} <= offered
    assert any(copy.sha256 for copy in known.copies) == bool(known.files)
    assert any(offer.default for offer in known.layers)


@each
def test_every_layer_is_spelled_out_somewhere(known: Entry) -> None:
    assert {offer.name for offer in known.layers} == {sample.layer for sample in known.samples}


@each
def test_it_can_be_cited(known: Entry) -> None:
    for citation in known.citations:
        assert citation.authors
        assert citation.doi
        assert 1990 < citation.year < 2027
        assert to_bibtex(citation).startswith(f"@article{{{citation.key},\n  author = {{{citation.authors[0]} and ")
        assert f"https://doi.org/{citation.doi}" in known.citation


def test_bibtex_by_hand() -> None:
    one = Citation("k1", "100 % of A & B_c", ("Ann A. Bo", "Cy Do"), 2020, journal="J", volume="3", number="4", pages="5", doi="10.1/x_y")
    assert to_bibtex(one) == (
        "@article{k1,\n  author = {Ann A. Bo and Cy Do},\n  title = {{100 \\% of A \\& B\\_c}},\n  journal = {J},\n  year = {2020},\n"
        "  volume = {3},\n  number = {4},\n  pages = {5},\n  doi = {10.1/x_y},\n}"
    )
    assert str(one) == "Ann A. Bo, Cy Do (2020). 100 % of A & B_c. J 3(4):5. https://doi.org/10.1/x_y"


def test_itself_and_the_formats_are_cited_too() -> None:
    (own,) = cited()
    assert (own.kind, own.number) == ("software", gp.__version__)
    assert cited("brat")[0].url == door("formats").get("brat").see
    with pytest.raises(NotFound, match="mantra"):
        cited("no such thing")


def test_names_that_nothing_answers_to(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="mantra"):
        entry("martian")
    with pytest.raises(NotFound, match="github"):
        gp.corpus("mantra", tmp_path / "absent")
    with pytest.raises(NotFound, match="gold"):
        gp.corpus("mantra", tmp_path, layers=["silver"])
    with pytest.raises(NotFound, match="unused-classes"):
        gp.corpus("craft", tmp_path, options={"used": "yes"})
    with pytest.raises(BadInput, match="yes or no"):
        gp.corpus("craft", tmp_path, options={"unused-classes": "perhaps"})


@each
def test_an_empty_folder_is_refused_in_one_line(known: Entry, tmp_path: Path) -> None:
    with pytest.raises(gp.GoldproofError) as said:
        gp.corpus(known.name, tmp_path)
    assert "\n" not in str(said.value)
    with pytest.raises(gp.GoldproofError):
        check(known.name, tmp_path)


def test_facts_of_each_kind() -> None:
    assert facts(Mention((Span(1, 2),), ("C1",), "X")) == {"spans": [[1, 2]], "concepts": ["C1"], "label": "X", "attributes": {}}
    assert facts(Phenotype(Term("A"), related=Term("B"))) == {"entity": "A", "related": "B"}
    assert facts(Rating(2)) == {"value": 2}
    assert facts(Ranking((("A",), ("B", "C")))) == {"groups": [["A"], ["B", "C"]]}
    assert facts(Parse()) == {"sentences": 0, "tokens": 0, "nodes": 0, "heads": 0, "last": []}
    (parse,) = SAMPLES["tree and dependencies"].layers[0]["d1"]
    assert facts(parse) == {"sentences": 1, "tokens": 3, "nodes": 6, "heads": 3, "last": [34, 35]}


def test_counts() -> None:
    assert counts(SAMPLES["mentions and ratings"]) == {"documents": 2, "studies": 0, "units": 5, "mentions": 2, "ratings": 1}


def test_a_fingerprint_depends_on_names_and_contents_and_on_nothing_else(tmp_path: Path) -> None:
    for where in ("a", "b", "c", "d"):
        (tmp_path / where / "x").mkdir(parents=True)
        (tmp_path / where / "x/1.txt").write_text("one")
        (tmp_path / where / "x/2.txt").write_text("two")
    (tmp_path / "b/x/3.doc").write_text("not among them")
    (tmp_path / "c/x/2.txt").write_text("Two")
    (tmp_path / "d/x/2.txt").rename(tmp_path / "d/x/4.txt")
    one, same, changed, renamed = (fingerprint(tmp_path / where, ("x/*.txt",)) for where in "abcd")
    assert one == same
    assert len({one, changed, renamed}) == 3
    assert fingerprint(tmp_path / "a", ("x/*.txt",), {"1"}) == fingerprint(tmp_path / "c", ("x/*.txt",), {"1"}) != one
