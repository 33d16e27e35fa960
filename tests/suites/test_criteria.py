"""The criteria are data: 32 after the paper in six groups, each with an example that its rule makes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from goldproof.errors import BadInput, GoldproofError
from goldproof.suites import suite
from goldproof.suites.criterion import GROUPS, PAPER, Criterion, parse, read, shipped

from .beast import beast, only

CRITERIA = shipped()


def test_the_papers_types_are_32_in_six_groups() -> None:
    assert len(CRITERIA.paper) == PAPER == 32
    many = Counter(c.group for c in CRITERIA.all)
    # length 1 to 14; punctuation, two kinds of numerals, six stop words; singular, plural, lexical variation; two orders; synonyms; three special ones
    assert {g: many[g] for g in GROUPS if g != "beyond"} == {"length": 14, "tokens": 9, "variation": 3, "order": 2, "synonyms": 1, "special": 3}
    assert [c.settings["word"] for c in CRITERIA.all if c.rule == "word"] == ["in", "of", "to", "by", "from", "with"]
    assert {"non-canonical", "adjective", "british"} <= {c.id for c in CRITERIA.all if c.group == "beyond"}


@pytest.mark.parametrize("criterion", CRITERIA.all, ids=lambda c: c.id)
def test_every_example_is_made_by_its_rule(criterion: Criterion) -> None:
    plain = criterion.rule in ("length", "pattern", "word", "listed")
    made = suite(only(criterion.example["from"]) if plain else beast(), types=[criterion.id], per_type=1000)
    found = {(e.text.casefold(), e.base.casefold()) for e in made.entries}
    assert (criterion.example["text"].casefold(), criterion.example["from"].casefold()) in found or criterion.id == "synonyms"
    assert criterion.example["text"].casefold() in {text for text, _ in found}


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[criterion]]\nid = "red"\ngroup = "colours"\nrule = "word"\nword = "broad"\nsource = "label"\nabout = "names with broad"\n')
    made = suite(beast(), criteria=read(file))
    assert {e.type for e in made.entries} == {"red"}
    assert [e.text for e in made.entries] == ["broad finger", "broad thumb", "broad thumbs and toes"]


@pytest.mark.parametrize(("text", "said"), [
    ("", "no \\[\\[criterion\\]\\]"), ("x = [", "not TOML"), ('[[criterion]]\nid = "a"', "no group"),
    ('[[criterion]]\nid = "a"\ngroup = "g"\nrule = "no"\nsource = "label"\nabout = "x"', "no rule 'no'"),
    ('[[criterion]]\nid = "a"\ngroup = "g"\nrule = "word"\nsource = "label"\nabout = "x"', "needs word"),
    ('[[criterion]]\nid = "a"\ngroup = "g"\nrule = "word"\nword = "x"\nsource = "text"\nabout = "x"', "no source"),
    ('[[criterion]]\nid = "a"\ngroup = "g"\nrule = "pattern"\npattern = "("\nsource = "label"\nabout = "x"', "not a regular expression"),
    ('[[criterion]]\nid = "a"\ngroup = "g"\nrule = "number"\nform = "dual"\nsource = "label"\nabout = "x"', "no form 'dual'"),
    ('[[criterion]]\nid = "a"\ngroup = "g"\nrule = "synonym"\nodd = 1\nsource = "label"\nabout = "x"', "no setting 'odd'"),
    ('[[criterion]]\nid = "A b"\ngroup = "g"\nrule = "synonym"\nsource = "label"\nabout = "x"', "an id is of small letters"),
])  # fmt: skip
def test_bad_criteria_are_refused_with_their_place(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        parse(text, "mine.toml")


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(GoldproofError, match="no criterion or group 'plurals'"):
        suite(beast(), types=["plurals"])
