"""The similarity corpus of 2019: every number of Table 5 and the distribution, from the public table."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldproof.reproduce import reproduce


@pytest.mark.data
def test_every_number_holds(data: Path) -> None:
    made = reproduce("regulondb", data / "ratings")
    rows = {row.id: row for row in made.rows}
    assert not made.unexplained
    assert all(row.holds for row in made.rows), [row.id for row in made.rows if not row.holds]
    for id in ("fleiss", "kripp", "w", "w-p", "icc", "icc-p", "ac2", "ac2-low", "ac2-high"):
        assert rows[f"table5/{id}"].published is not None
        assert rows[f"table5/{id}"].why
    assert [rows[f"distribution/{g}"].published for g in range(5)] == [48, 22, 15, 14, 1]
    assert rows["beside/w-corrected"].computed == pytest.approx(0.8395, abs=5e-5)
    assert "W" in rows["table5/w"].signature
    assert set(made.drawings) == {"table5", "figure6", "distribution"}
    assert "AC2(weights=ordinal): 0.870 [0.840, 0.899]" in made.drawings["table5"].description
    assert any("positions" in note for note in made.notes)
