"""Retraining by folds (Tables 23 to 25 and their like), read from what ``goldproof train`` printed: it takes too long to be done on the way.

``goldproof train TASK CRAFT/ --from craft --layer treebank --folds 5 --json > runs/TASK.json`` makes a file; the folder of such files is named with ``--runs``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...errors import BadInput, NotFound
from ..row import Row
from .material import OURS, per_cent

TABLES = {"sentences": 16, "tokens": 17, "tags": 18, "mentions": 15, "constituents": 23, "dependencies": 24}
_NO_FIGURES = {"model", "input", "learnt from", "tested on", "documents", "training s", "sentences/s"}


def study_rows(runs: Path | None) -> Iterator[Row]:
    if runs is None:
        for task in ("constituents", "dependencies", "tags", "mentions"):
            yield Row(f"table{TABLES[task]}/{OURS}/folds", f"{task}: five folds, trained on the four others", None, None,
                      why=f"training takes minutes a fold: goldproof train {task} CRAFT/ --from craft --folds 5 --json > DIR/{task}.json, then --runs DIR")  # fmt: skip
        return
    if not runs.is_dir():
        raise NotFound("no such folder of runs", where=runs)
    found = sorted(runs.glob("*.json"))
    if not found:
        raise BadInput("no runs (*.json) in the folder", where=runs, remedy="goldproof train TASK CRAFT/ --folds 5 --json > TASK.json makes one")
    for file in found:
        task = next((t for t in TABLES if file.name.startswith(t)), "")
        if task:
            yield from _rows(file, task)


def _rows(file: Path, task: str) -> Iterator[Row]:
    try:
        trials = json.loads(file.read_text("utf-8"))
        if not isinstance(trials, list) or not all(isinstance(t, dict) and "tested on" in t for t in trials):
            raise ValueError("no list of trials")
    except (OSError, ValueError) as error:
        raise BadInput(f"no runs of goldproof train: {error}", where=file) from None
    seen: set[str] = set()
    for trial in trials:
        for column, value in trial.items():
            if column in _NO_FIGURES or not isinstance(value, (int, float)):
                continue
            id = f"table{TABLES[task]}/{file.stem}/{_part(trial)}/{column.lower().replace(' ', '-')}"
            if id in seen:
                continue
            seen.add(id)
            shown = per_cent(float(value)) if task in ("constituents", "dependencies") else float(value)
            yield Row(id, f"{column} of {trial.get('model', task)}, input {trial.get('input', '')}, learnt from {trial.get('learnt from', '?')} documents, tested on {trial['tested on']}", None, shown,
                      signature=f"from {file.name}")  # fmt: skip


def _part(trial: dict[str, Any]) -> str:
    """``fold0`` as the paper counts, ``average``, ``dev``; raw input and other models are told apart."""
    where = str(trial["tested on"])
    fold = re.search(r"fold\D*(\d+)", where) or re.search(r"fold\D*(\d+)", str(trial.get("model", "")))
    mean = "mean" in str(trial.get("model", "")) or "mean" in where
    name = "average" if mean else f"fold{int(fold[1]) - 1}" if fold else "dev" if where.startswith("dev") else re.sub(r"\W+", "-", where)
    more = [re.sub(r"\W+", "-", str(trial.get(k, ""))) for k in ("model", "input", "learnt from")]
    return "/".join([name, *(m for m in more if m)])
