"""The HPO paper on what can be had of it: facts counted by hand on a small copy of its layout, published numbers as printed, and the real data."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldproof.errors import GoldproofError
from goldproof.ontology import Ontology
from goldproof.reproduce import Reproduction, reproduce
from goldproof.reproduce.hpo_corpus import TABLE2
from goldproof.reproduce.hpo_suites import TABLE3

TERMS = """format-version: 1.2
data-version: hp/toy
ontology: hp

[Term]
id: HP:0000001
name: All

[Term]
id: HP:0000118
name: Phenotypic abnormality
is_a: HP:0000001

[Term]
id: HP:0000005
name: Mode of inheritance
is_a: HP:0000001

[Term]
id: HP:0000707
name: Abnormality of the nervous system
is_a: HP:0000118

[Term]
id: HP:0000924
name: Abnormality of the skeletal system
is_a: HP:0000118

[Term]
id: HP:1000001
name: Weak reflex
alt_id: HP:1000009
is_a: HP:0000707

[Term]
id: HP:1000002
name: Soft skull
is_a: HP:0000707
is_a: HP:0000924
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "hpo"
    for part in ("Text", "Annotations"):
        (home / "gsc-plus" / part).mkdir(parents=True)
    (home / "hp-2026-01-01.obo").write_text(TERMS)
    (home / "gsc-plus/Text/1").write_text("Weak reflexes and a soft skull; dominant.")
    (home / "gsc-plus/Annotations/1").write_text("[0::13]\tHP_1000009 | Weak reflexes\r\n[20::30]\tHP_1000002 | soft skull\r\n[32::40]\tHP_0000005 | dominant\r\n")
    (home / "gsc-plus/Text/2").write_text("Soft skull.")
    (home / "gsc-plus/Annotations/2").write_text("[0::10]\tHP_1000002 | Soft skull\r\n")
    return home


def values(made: Reproduction) -> dict[str, object]:
    return {row.id: row.computed for row in made.rows}


def test_facts_by_hand(folder: Path) -> None:
    found = values(reproduce("hpo", folder))
    assert found["corpus/abstracts"] == 2
    assert (found["corpus/annotations"], found["corpus/unique-concepts"], found["corpus/outside"]) == (4, 3, 1)
    assert (found["corpus/followed-alternative"], found["corpus/followed-obsolete"], found["corpus/lost"]) == (1, 0, 0)
    assert found["corpus/mean-words"] == (2 + 2 + 1 + 2) / 4
    assert found["corpus/several-parents"] == pytest.approx(100 / 3)
    # three annotations below the root: all under the nervous system, two of them also under the skeleton
    assert (found["figure2/all/HP:0000707"], found["figure2/all/HP:0000924"]) == (100, pytest.approx(200 / 3))
    assert (found["figure2/unique/HP:0000707"], found["figure2/unique/HP:0000924"]) == (100, 50)
    assert found["figure3/default/HP:0000924"] == 1
    assert found["gsc-plus/default/exact/r"] == 0.75
    assert found["gsc-plus/default/document/f1"] == pytest.approx(2 * 3 / (3 + 4))


def test_the_folder_that_holds_it_will_do_and_a_wrong_one_is_told(folder: Path, tmp_path: Path) -> None:
    assert values(reproduce("hpo", tmp_path))["corpus/abstracts"] == 2
    (folder / "hp-2026-01-01.obo").rename(folder / "x.obo")
    with pytest.raises(GoldproofError, match=r"no hp\*\.obo"):
        reproduce("hpo", folder)
    (folder / "hp.obo").write_text(TERMS.replace("HP:0000118", "HP:0000119"))
    with pytest.raises(GoldproofError, match="has no HP:0000118"):
        reproduce("hpo", folder)
    (folder / "hp.obo").write_text(TERMS)
    (folder / "gsc-plus").rename(folder / "other")
    with pytest.raises(GoldproofError, match="no folder gsc-plus"):
        reproduce("hpo", folder)


def test_published_numbers_agree_with_each_other() -> None:
    """F1 of each row of Tables 2 and 3 is the harmonic mean of its P and R, as far as two digits allow."""
    for p, r, f in (*TABLE2.values(), *TABLE3.values()):
        low, high = (2 * (float(p) + d) * (float(r) + d) / (float(p) + float(r) + 2 * d) for d in (-0.005, 0.005))
        assert low - 0.005 <= float(f) <= high + 0.005


@pytest.mark.data
def test_on_the_real_data(data: Path) -> None:
    made = reproduce("hpo", data)
    rows = {row.id: row for row in made.rows}
    assert not made.unexplained, [row.id for row in made.unexplained]
    assert len(rows) == len(made.rows), "an id stands once"
    for name, table, place in (("ncbo", TABLE2, "gsc-plus/{}/exact/{}"), ("biolark", TABLE3, "suite/{}/paper/{}")):
        for letter, value in zip(("p", "r", "f1"), table[name], strict=True):
            assert rows[place.format(name, letter)].published == float(value)
    assert rows["suite/types"].computed == 32
    assert rows["golds/f1"].computed == pytest.approx(0.865, abs=0.03), "0.865 on all 228 abstracts"
    assert all(row.signature for id, row in rows.items() if id.startswith(("gsc-", "suite/ncbo", "figure3/")))
    assert set(made.drawings) == {"figure1", "figure2", "figure3", "figure4"}
    # What the suites must show of a recogniser that knows the forms: above .95 over all types with one concept an entry.
    assert float(rows["suite/default-longest/all/f1"].computed or 0) > 0.95
    assert float(rows["suite/default-longest/length-5/f1"].computed or 0) > 0.9
    assert Ontology(data / "hpo/hp-2025-01-16.obo").version in made.notes[-1]
