"""How fast is agreement, beside the packages that compute the same?

    python -m venv /tmp/peers && /tmp/peers/bin/pip install krippendorff irrCAC statsmodels pingouin
    python benches/agreement.py --peers /tmp/peers/bin/python [--units 100000]

krippendorff and pingouin are GPL: they are measured from an environment of their own and are no dependency. Every job is timed in its own process by turns, ours and
the peer's, best of ``--times``; what both say must be the same to the digits that the peer gives.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

Job = Callable[[np.ndarray], tuple[float, ...]]


def tables(units: int) -> dict[str, np.ndarray]:
    """Seven raters, grades 0 to 4 with three in ten missing; the same full; and ratings with thousands of distinct values."""
    chance = np.random.default_rng(1)
    truth = chance.integers(0, 5, units)
    full = np.clip(truth[:, None] + chance.integers(-1, 2, (units, 7)), 0, 4).astype(np.float64)
    sparse = full.copy()
    sparse[chance.random(full.shape) < 0.3] = np.nan
    # Two ratings at least in every unit: statsmodels and irrCAC take others otherwise.
    sparse[:, :2] = full[:, :2]
    fine = np.round(truth[:3000, None] + chance.normal(size=(min(units, 3000), 7)), 3)
    return {"sparse": sparse, "full": full, "fine": fine, "finer": truth[:, None] + chance.normal(size=(units, 7)), "small": full[:5000]}


# Job -> which table, the names of the peers.
JOBS = {
    "alpha nominal": ("sparse", ("krippendorff", "irrCAC")),
    "alpha ordinal": ("sparse", ("krippendorff",)),
    "alpha interval": ("sparse", ("krippendorff",)),
    "alpha ratio": ("sparse", ("krippendorff",)),
    "alpha interval, 3,000 units of many distinct values": ("fine", ("krippendorff",)),
    "alpha interval, all values distinct": ("finer", ()),
    "AC2 ordinal with interval": ("sparse", ("irrCAC",)),
    "Conger quadratic with interval": ("sparse", ("irrCAC",)),
    "Fleiss with interval": ("full", ("statsmodels", "irrCAC")),
    "ICC(A,1) with interval, 5,000 units": ("small", ("pingouin",)),
    "alpha ordinal with 1,000 resamplings": ("sparse", ()),
    "AC2 ordinal with 1,000 resamplings": ("sparse", ()),
}  # fmt: skip


def ours(job: str) -> Job:
    import goldproof as gp

    names = {"alpha nominal": "alpha(level=nominal)", "alpha ordinal": "alpha(level=ordinal)", "alpha interval": "alpha(level=interval)", "alpha ratio": "alpha(level=ratio)",
             "AC2 ordinal": "AC2(weights=ordinal)", "Conger quadratic": "Conger(weights=quadratic)", "Fleiss": "Fleiss", "ICC(A,1)": "ICC(A,1)"}  # fmt: skip
    name = next(v for k, v in names.items() if job.startswith(k))
    how = {"interval": "bootstrap", "draws": 1000} if "resamplings" in job else {"draws": 0}

    def run(table: np.ndarray) -> tuple[float, ...]:
        found = gp.agree(table, name, **how)[0]
        return (found.value or np.nan, found.low or np.nan, found.high or np.nan)

    return run


def peer(package: str, job: str) -> Job:
    level = job.split(",")[0].split()[1] if job.startswith("alpha") else ""
    if package == "krippendorff":
        import krippendorff

        return lambda table: (krippendorff.alpha(reliability_data=table.T, level_of_measurement=level),)
    if package == "irrCAC":
        import pandas as pd
        from irrCAC.raw import CAC

        weights = {"AC2 ordinal with interval": "ordinal", "Conger quadratic with interval": "quadratic"}.get(job, "identity")
        method = {"AC2": "gwet", "Con": "conger", "Fle": "fleiss", "alp": "krippendorff"}[job[:3]]

        def run(table: np.ndarray) -> tuple[float, ...]:
            est = getattr(CAC(pd.DataFrame(table), weights=weights), method)()["est"]
            return (est["coefficient_value"], *est["confidence_interval"])

        return run
    if package == "statsmodels":
        from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

        return lambda table: (fleiss_kappa(aggregate_raters(table)[0]),)
    import pandas as pd
    import pingouin

    def icc(table: np.ndarray) -> tuple[float, ...]:
        frame = pd.DataFrame(table).reset_index().melt(id_vars="index")
        found = pingouin.intraclass_corr(frame, "index", "variable", "value").set_index("Type")
        return (float(found.loc[found.index[1], "ICC"]),)

    return icc


def measured(run: Job, table: np.ndarray, times: int) -> dict[str, object]:
    best, value = 9e9, (np.nan,)
    for _ in range(times):
        start = time.perf_counter()
        value = run(table)
        best = min(best, time.perf_counter() - start)
    return {"seconds": best, "value": [float(v) for v in value]}


def elsewhere(python: str, package: str, job: str, file: Path, times: int) -> dict[str, object]:
    done = subprocess.run([python, __file__, "--one", package, job, str(file), str(times)], capture_output=True, text=True, check=False, timeout=1200)
    return json.loads(done.stdout) if done.returncode == 0 else {"failed": (done.stderr.strip().splitlines() or ["?"])[-1][:80]}


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        package, job, file, times = sys.argv[2:]
        run = ours(job) if package == "goldproof" else peer(package, job)
        print(json.dumps(measured(run, np.load(file), int(times))))
        return
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--peers", default="", help="a Python that has the peers")
    options.add_argument("--units", type=int, default=100_000)
    options.add_argument("--times", type=int, default=5)
    chosen = options.parse_args()
    print(f"{'job':<52} {'who':<13} {'seconds':>9} {'times ours':>11}  value")
    with tempfile.TemporaryDirectory() as folder:
        for name, table in tables(chosen.units).items():
            np.save(Path(folder) / f"{name}.npy", table)
        for job, (table, peers) in JOBS.items():
            file = Path(folder) / f"{table}.npy"
            mine = elsewhere(sys.executable, "goldproof", job, file, chosen.times)
            print(f"{job:<52} {'goldproof':<13} {mine['seconds']:9.4f} {'':>11}  {_short(mine)}")
            for package in peers if chosen.peers else ():
                theirs = elsewhere(chosen.peers, package, job, file, max(1, chosen.times // 2))
                if "failed" in theirs:
                    print(f"{'':<52} {package:<13} {'-':>9} {'':>11}  {theirs['failed']}")
                else:
                    print(f"{'':<52} {package:<13} {theirs['seconds']:9.4f} {theirs['seconds'] / mine['seconds']:11.1f}  {_short(theirs)}")


def _short(found: dict[str, object]) -> str:
    return " ".join(f"{v:.5f}" for v in found["value"] if v == v)


if __name__ == "__main__":
    main()
