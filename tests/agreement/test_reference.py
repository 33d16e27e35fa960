"""Every published and printed value of the canonical data, to its tolerance; and what R's irrCAC and psych print beside it."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from goldproof.agreement import CHANCES, agree, anova, coefficient, intraclass, kendall, krippendorff
from goldproof.agreement.statistic import Statistic
from goldproof.design.power import for_correlation

from ..conftest import data_folder
from .test_alpha import read

ELSEWHERE = {"evalb", "abs_dF", "p_two_sided"}
"""Statistics of other rooms: measures and significance test them."""


def rows() -> list[dict[str, str]]:
    folder = data_folder()
    if folder is None:
        return []
    with (folder / "ratings/reference/expected.csv").open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["statistic"] not in ELSEWHERE]


def table_of(folder: Path, name: str) -> NDArray[np.float64]:
    found = read(folder / f"ratings/reference/{name}.csv")
    if "counts" in name:
        return np.array([np.repeat(np.arange(len(c)), c) for c in found.astype(int)], float)
    if "confusion" in name:
        pairs = [(i, j) for i, row in enumerate(found.astype(int)) for j, times in enumerate(row) for _ in range(times)]
        return np.array(pairs, float)
    return found


def part_of(found: Statistic, what: str, table: NDArray[np.float64], weights: str) -> float | None:
    assert found.ends is not None
    low, high = found.ends(0.95) or (None, None)
    if what in ("pa", "pe"):
        pa = coefficient(table, CHANCES["percent"][1], weights).value
        assert pa is not None
        assert found.value is not None
        return pa if what == "pa" else (pa - found.value) / (1 - found.value)
    return {"coef": found.value, "se": found.error, "ci_lo": low, "ci_hi": high}[what]


def compute(row: dict[str, str], table: NDArray[np.float64], labels: tuple[str, ...]) -> float | None:
    statistic, variant = row["statistic"], row["variant"]
    if statistic == "alpha":
        return krippendorff(table, variant or "nominal").value
    if statistic == "gwet_krippendorff":
        return krippendorff(table, weights=variant).value
    if statistic in ("ICC", "ICC_p"):
        form, raters = variant.removeprefix("ICC(").rstrip(")").split(",")
        found = intraclass(table, form, raters)
        return found.p if statistic == "ICC_p" else found.value
    if statistic == "ANOVA":
        s = anova(table)
        return float({"BMS": s.rows, "WMS": s.within, "JMS": s.columns, "EMS": s.error}[variant][0])
    if statistic == "fleiss_kappa_category":
        return coefficient(table, CHANCES["Fleiss"][1], categories=np.arange(5.0), labels=labels, category=variant).value
    if statistic == "fleiss_kappa":
        return coefficient(table, CHANCES["Fleiss"][1]).value
    if statistic == "cohen_kappa":
        return agree(table, "kappa")[0].value
    if statistic in ("kendall_W", "kendall_W_p"):
        w = kendall(table, ties="corrected" if "tie-corrected" in variant else "plain")
        return w.p if statistic == "kendall_W_p" else w.value
    if statistic in ("gwet_AC1", "gwet_AC2"):
        weights, _, what = variant.partition(":")
        if not what:
            weights, what = "ordinal", {"ordinal weights": "coef"}.get(variant, variant)
        return part_of(coefficient(table, CHANCES["AC2"][1], weights), what, table, weights)
    raise AssertionError(f"nothing computes {statistic}")


@pytest.mark.data
@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['dataset']}:{row['statistic']}:{row['variant']}")
def test_every_row(row: dict[str, str], data: Path) -> None:
    if row["statistic"] == "pearson_n":
        assert for_correlation(0.30) == int(row["expected"])
        return
    path = data / f"ratings/reference/{row['dataset']}.csv"
    found = compute(row, table_of(data, row["dataset"]), tuple(path.read_text().splitlines()[0].split(",")))
    assert found == pytest.approx(float(row["expected"]), abs=float(row["tol"]))


def test_the_rows_are_there() -> None:
    if data_folder() is None:
        pytest.skip("the real data is not here")
    assert len(rows()) > 90


# irrCAC 0.4.4 (Python, checked against R's) on Gwet's four raters and on the paper's corpus: weights, coefficient -> value, standard error, lower end.
PRINTED = {
    ("gwet_raw4raters_12x4", "identity"): {"Fleiss": (0.76117, 0.15302, 0.42438), "Conger": (0.76282, 0.14917, 0.4345), "BP": (0.77273, 0.14472, 0.45421),
                                           "alpha": (0.74342, 0.14557, 0.41906)},
    ("gwet_raw4raters_12x4", "quadratic"): {"Fleiss": (0.86494, 0.14603, 0.54352), "Conger": (0.85771, 0.14367, 0.54149), "BP": (0.90152, 0.11089, 0.65744),
                                            "alpha": (0.84911, 0.12913, 0.56139)},
    ("gwet_raw4raters_12x4", "ordinal"): {"Fleiss": (0.85021, 0.14704, 0.52658), "Conger": (0.84366, 0.1441, 0.5265), "BP": (0.88636, 0.11391, 0.63566),
                                          "alpha": (0.83364, 0.13107, 0.54159)},
    ("gwet_raw4raters_12x4", "ratio"): {"Fleiss": (0.82134, 0.15239, 0.48594), "Conger": (0.81197, 0.1486, 0.4849), "BP": (0.84024, 0.13221, 0.54925),
                                        "alpha": (0.7974, 0.14048, 0.48439)},
    ("lithgow2019_sts_171x3", "identity"): {"AC2": (0.53324, 0.03506, 0.46404), "Fleiss": (0.44255, 0.03918, 0.3652), "Conger": (0.44388, 0.03889, 0.36711),
                                            "BP": (0.51754, 0.03531, 0.44785), "alpha": (0.44364, 0.03918, 0.36629)},
    ("lithgow2019_sts_171x3", "linear"): {"AC2": (0.77292, 0.02144, 0.73061), "Conger": (0.63995, 0.03405, 0.57274), "alpha": (0.63936, 0.03443, 0.57139)},
}  # fmt: skip


@pytest.mark.data
@pytest.mark.parametrize(("dataset", "weights"), list(PRINTED))
def test_errors_and_intervals_as_irrcac_prints_them(dataset: str, weights: str, data: Path) -> None:
    table = table_of(data, dataset)
    for name, (value, error, low) in PRINTED[dataset, weights].items():
        found = krippendorff(table, weights=weights) if name == "alpha" else coefficient(table, CHANCES[name][1], weights)
        assert found.ends is not None
        ends = found.ends(0.95)
        assert ends is not None
        assert (found.value, found.error, ends[0]) == pytest.approx((value, error, low), abs=6e-6)


# psych::ICC and pingouin 0.6.1 on Shrout & Fleiss 1979: value, F, p, interval.
@pytest.mark.data
def test_intraclass_correlations_as_psych_prints_them(data: Path) -> None:
    table = table_of(data, "shrout_fleiss1979_6x4")
    printed = {"1,1": (0.16574, 0.16477, -0.13, 0.72), "A,1": (0.28976, 0.00013, 0.02, 0.76), "C,1": (0.71484, 0.00013, 0.34, 0.95),
               "1,k": (0.44280, 0.16477, -0.88, 0.91), "A,k": (0.62005, 0.00013, 0.07, 0.93), "C,k": (0.90932, 0.00013, 0.68, 0.99)}  # fmt: skip
    for name, (value, p, low, high) in printed.items():
        found = intraclass(table, *name.split(","))
        assert found.ends is not None
        assert (found.value, found.p) == pytest.approx((value, p), abs=6e-6)
        assert found.ends(0.95) == pytest.approx((low, high), abs=0.0051)
    assert intraclass(table, "2", "1").value == intraclass(table, "A", "1").value
    assert intraclass(table, "3", "4").value == pytest.approx(intraclass(table, "C", "k").value)


@pytest.mark.data
def test_kendall_as_irr_prints_it(data: Path) -> None:
    found = kendall(table_of(data, "irr_anxiety_20x3"))
    assert found.value is not None
    assert found.p == pytest.approx(0.0429, abs=5e-5)
    assert 3 * 19 * found.value == pytest.approx(30.8, abs=0.05)
