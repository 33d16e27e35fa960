"""Suggestions: several recognisers by low thresholds, decisions of one language in the others, arms that are shown or hidden."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.cli import cli
from goldproof.design.arms import allot, shown
from goldproof.errors import BadInput, NotFound
from goldproof.harmonisation import harmonise, suggest
from goldproof.model import Corpus, Document, Kind, Layer, Maker, Mention, Passage, Rating, Source, Span, Unit

TEXTS = {"en/1": "adult patients with renal failure", "de/1": "erwachsene Patienten mit Nierenversagen", "fr/1": "adultes en insuffisance rénale", "en/2": "patients"}
ADULT, PATIENT, RENAL, HEART = "C:adult", "C:patient", "C:renal", "C:heart"


def corpus() -> Corpus:
    documents = tuple(Document(id, text, id[:2]) for id, text in TEXTS.items())
    return Corpus(documents, tuple(Unit(id, Passage(id), f"labels/{id[3:]}", id[:2]) for id in TEXTS))


def layer(name: str, kind: Maker = Maker.SYSTEM, **said: list[tuple[str, str]]) -> Layer:
    """Unit -> words and concept."""
    judged = {}
    for unit, found in said.items():
        id = unit.replace("_", "/")
        judged[id] = [Mention((Span(TEXTS[id].index(w), TEXTS[id].index(w) + len(w)),), (c,)) for w, c in found]
    return Layer.of(name, Source(name, kind), Kind.MENTIONS, judged)


ONE = layer("one", en_1=[("patients", PATIENT)], de_1=[("Patienten", PATIENT)], fr_1=[], en_2=[("patients", PATIENT)])
TWO = layer("two", en_1=[("adult patients", PATIENT)], de_1=[("Nieren", RENAL), ("mit", HEART)], fr_1=[], en_2=[])
CURATED = layer("final", Maker.RULE, en_1=[("adult", ADULT), ("patients", PATIENT), ("renal failure", RENAL)])


def said(found: Layer, unit: str) -> list[tuple[str, str, object, object]]:
    document = corpus().document(unit)
    return [(document.cut(m.spans) if m.spans else "", m.concepts[0], m.attributes.get("curated"), m.attributes.get("votes")) for m in found[unit]]


def test_low_thresholds() -> None:
    found = suggest(corpus(), [ONE, TWO])
    assert said(found, "en/1") == [("adult patients", PATIENT, None, 2)], "first 2, second 1"
    assert said(found, "de/1") == []
    assert found == harmonise([ONE, TWO], "centroid(2,1)", corpus=corpus(), name="suggestions").by(kind=Maker.RULE)
    alone = suggest(corpus(), [ONE])
    assert said(alone, "de/1") == [("Patienten", PATIENT, None, 1)]
    assert alone.source.name == "centroid(first=1,second=1)"


def test_decisions_of_one_language_in_the_others() -> None:
    found = suggest(corpus(), [ONE, TWO], curated=CURATED)
    # One recogniser and the curated English are enough for a place; 'mit' is no heart in English; what nobody found has no place.
    assert said(found, "de/1") == [("Patienten", PATIENT, "en", 1), ("Nieren", RENAL, "en", 1), ("", ADULT, "en", None)]
    assert found["de/1"][2].attributes["words"] == "adult"
    assert [c for _, c, *_ in said(found, "fr/1")] == [ADULT, PATIENT, RENAL]
    assert said(found, "en/1") == [("adult patients", PATIENT, None, 2)], "English is curated itself"
    assert said(found, "en/2") == [], "nothing is curated in its group"
    assert said(suggest(corpus(), [ONE, TWO], curated=CURATED, offer=False), "fr/1") == []
    assert found.source.settings["curated"] == "final"


def test_decisions_alone() -> None:
    found = suggest(corpus(), [], curated=CURATED)
    assert found.units == ("de/1", "fr/1")
    assert [c for _, c, *_ in said(found, "de/1")] == [ADULT, PATIENT, RENAL]


def test_a_curated_layer_that_found_nothing_suggests_nothing() -> None:
    nothing = layer("final", Maker.RULE, en_1=[])
    assert said(suggest(corpus(), [], curated=nothing), "de/1") == []


def test_what_cannot_be_suggested() -> None:
    with pytest.raises(BadInput, match="nobody suggests"):
        suggest(corpus(), [])
    ratings = Layer.of("r", Source("r"), Kind.RATINGS, {"en/1": [Rating(1)]})
    for ask in (lambda: suggest(corpus(), [ratings]), lambda: suggest(corpus(), [ONE], curated=ratings)):
        with pytest.raises(BadInput, match="mentions are suggested"):
            ask()


def test_recognisers_of_the_same_name() -> None:
    class Same:
        name = "same"

        def annotate(self, corpus: Corpus, /) -> Layer:
            return ONE.called("same")

    found = suggest(corpus(), [Same(), Same()])
    assert found.source.settings["layers"] == ("same", "same-2")
    assert gp.suggest is suggest


def units(groups: int, languages: int, alone: int) -> list[Unit]:
    parallel = [Unit(f"{la}/{g}", Passage("d"), f"c/{g}", str(la)) for g in range(groups) for la in range(languages)]
    return parallel + [Unit(f"alone{i}", Passage("d")) for i in range(alone)]


@given(st.integers(0, 20), st.integers(1, 3), st.integers(0, 20), st.sampled_from([0.0, 0.2, 0.5, 1.0]), st.integers(0, 5), st.sampled_from([(), ("ann",), ("ann", "bo")]))
def test_arms(groups: int, languages: int, alone: int, hidden: float, seed: int, people: tuple[str, ...]) -> None:
    made = units(groups, languages, alone)
    arms = allot(made, "s", hidden=hidden, people=people, seed=seed)
    assert arms == allot(made, "s", hidden=hidden, people=people, seed=seed)
    for person in people or ("",):
        tail = f"/{person}" if person else ""
        yes, no = arms[f"s/shown{tail}"], arms[f"s/hidden{tail}"]
        assert sorted((*yes, *no)) == sorted(u.id for u in made)
        arm = {**dict.fromkeys(yes, "shown"), **dict.fromkeys(no, "hidden")}
        assert all(len({arm[u.id] for u in made if u.group == g}) == 1 for g in {u.group for u in made} if g), "parallel units share their arm"
        assert Counter(arm.values())["hidden"] == round(hidden * groups) * languages + round(hidden * alone)


def test_who_sees_what() -> None:
    arms = {"s/shown/ann": ("en/1",), "s/hidden/ann": ("de/1",)}
    suggestions = ONE.called("s")
    assert shown(suggestions, arms, "ann").units == ("en/1",)
    assert shown(suggestions, {"s/shown": ("de/1",)}, "ann").units == ("de/1",)
    with pytest.raises(NotFound, match="s/shown/ann"):
        shown(suggestions, arms, "bo")
    with pytest.raises(BadInput, match="share"):
        allot([], "s", hidden=1.5)


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["suggest", *map(str, words)])


@pytest.fixture
def place(tmp_path: Path) -> Path:
    gp.save(corpus().with_layers(ONE, TWO, CURATED), tmp_path / "c.gold.jsonl")
    return tmp_path / "c.gold.jsonl"


def test_the_command(place: Path, tmp_path: Path) -> None:
    done = run(place, "--layer", "one", "--layer", "two", "--curated", "final")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0].split("\t") == ["unit", "start", "end", "concept", "text", "votes", "of", "curated", "words"]
    assert "de/1\t\t\tC:adult\t\t\t\ten\tadult" in done.stdout.splitlines()
    done = run(place, "--layer", "one", "--hide", "0.5", "--seed", "4", "--for", "ann", "--only-shown", "-o", tmp_path / "out.gold.jsonl", "--json")
    told = json.loads(done.stdout)
    made = gp.load(tmp_path / "out.gold.jsonl")
    assert {name: list(ids) for name, ids in made.splits.items()} == told["arms"]
    assert set(made.layer("suggestions").units) == set(told["arms"]["suggestions/shown/ann"])
    assert made.layer("suggestions").source.settings["seed"] == 4


def test_into_a_project(place: Path, tmp_path: Path) -> None:
    with gp.Project.create(tmp_path / "study.db", gp.load(place)):
        pass
    done = run(tmp_path / "study.db", "--layer", "one", "--layer", "two", "--hide", "0.5", "--save", "--json")
    assert done.exit_code == 0, done.output
    with gp.Project.open(tmp_path / "study.db") as project:
        kept = project.corpus()
        events = {e.kind.value for e in project.history()}
    assert kept.splits["suggestions/hidden"] == tuple(json.loads(done.stdout)["arms"]["suggestions/hidden"])
    assert kept.layer("suggestions").units == ("en/1", "de/1", "fr/1", "en/2")
    assert shown(kept.layer("suggestions"), kept).units == kept.splits["suggestions/shown"]
    assert "imported" in events
    assert run(tmp_path / "study.db", "--layer", "one", "--save").exit_code != 0, "suggestions are there already"


def test_a_recogniser_by_name(place: Path, tmp_path: Path) -> None:
    (tmp_path / "terms.csv").write_text("id,name,language\nC:patient,patients,en\nC:patient,Patienten,de\nC:renal,Nierenversagen,de\n")
    done = run(place, "--with", f"concepts:{tmp_path / 'terms.csv'}")
    assert done.exit_code == 0, done.output
    found = [line.split("\t")[:5] for line in done.stdout.splitlines()[1:]]
    assert [f[3:] for f in found] == [["C:patient", "patients"], ["C:patient", "Patienten"], ["C:renal", "Nierenversagen"], ["C:patient", "patients"]]


def test_what_is_wrong_is_one_line(place: Path) -> None:
    for words in ((), ("--save", "--layer", "one"), ("--for", "ann"), ("--layer", "nobody"), ("--layer", "one", "--hide", "2"), ("--with", "concepts")):
        done = run(place, *words)
        assert done.exit_code != 0
        assert "Traceback" not in done.output
