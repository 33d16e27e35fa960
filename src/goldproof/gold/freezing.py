"""A release out of a project: its layers, its decisions, its guidelines; and the project's own record of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..adjudication.trace import plain, trace_layer
from ..errors import BadInput, NotFound
from ..formats.checksum import checksum
from ..model import Corpus, Kind, Layer, Maker
from ..project.queues import Head
from ..project.refusals import Refused
from ..project.store import Project
from .release import Release, _may_make, release


def freeze(
    project: Project, version: str, folder: str | Path | None, *, gold: Iterable[str], raters: Iterable[str] | None, measures: Sequence[str], formats: Sequence[str],
    lose: Iterable[str], names: bool, partial: bool, facts: Mapping[str, str] | None, splits: Iterable[str] | None, date: str, previous: str | Path | None, actor: str,
) -> Release:  # fmt: skip
    """See :meth:`goldproof.Project.release`."""
    where = Path(folder) if folder is not None else Path(f"{_stem(project)}-{version}")
    _may_make(where, version)
    if any(r["version"] == version for r in project.releases()):
        raise Refused("is released already, and a release is never changed in place", where=f"release {version}", remedy="give the new release a new version")
    heads = project.heads()
    chosen = list(dict.fromkeys(gold)) or _gold(heads)
    if not chosen:
        raise NotFound("no queue has made a gold layer in this project", remedy="decide first (goldproof adjudicate STUDY --open NAME), or name the layer with --gold")
    mine = [head for head in heads if head.layer in chosen]
    _all_decided(project, mine, partial)
    corpus = project.corpus()
    golden = [corpus.layer(name) for name in chosen]
    beside = list(raters) if raters is not None else _raters(corpus, golden, mine)
    # What nobody judged in any of these layers belongs to another gold standard of the same project.
    judged = {unit for name in (*chosen, *beside) for unit in corpus.layer(name).units}
    corpus = corpus.only(u.id for u in corpus.units if u.id in judged)
    told = {g.version: g.text for g in project.guidelines()}
    used = {layer.source.guideline for layer in (*golden, *(corpus.layer(n) for n in beside))}
    everybody = [p.name for p in project.people() if p.name != "owner"] + [p.title for p in project.people() if p.title]
    everybody += [la.source.name for la in corpus.layers if la.source.kind is Maker.PERSON]
    kinds: dict[str, Kind] = {layer.name: layer.kind for layer in golden}
    rows: list[dict[str, Any]] = []
    for head in mine:
        rows += [plain(t, kinds[head.layer]) for t in trace_layer(project, head)]
    made = release(
        corpus, where, version=version, gold=chosen, raters=beside, measures=measures, facts=facts, formats=formats, lose=lose, splits=splits, names=names,
        decisions=rows, guidelines={v: text for v, text in told.items() if v in used}, previous=previous, date=date, people=everybody,
    )  # fmt: skip
    said = {"version": version, "id": made.id, "layers": {la.name: checksum(la) for la in golden}, "folder": where.name}
    try:
        project.record_release(said, actor=actor)
    except BaseException:
        # A folder that the project does not know would look like a release and be none.
        shutil.rmtree(where, ignore_errors=True)
        raise
    return made


def _raters(corpus: Corpus, gold: Sequence[Layer], heads: Sequence[Head]) -> list[str]:
    """What the queues compare, and what people said in other rounds: agreement is told round by round."""
    lanes = {name for head in heads for name in head.lanes}
    kinds = {layer.kind for layer in gold}
    golden = {layer.name for layer in gold}
    return [
        la.name for la in corpus.layers
        if la.name not in golden and (la.name in lanes or (la.source.kind is Maker.PERSON and la.kind in kinds))
    ]  # fmt: skip


def _stem(project: Project) -> str:
    """What the folder is called if nobody says it: the project's name, or its file's."""
    name = str(project.settings().get("name", "")) or Path(project.where.rpartition("/")[2]).stem
    return re.sub(r"[^\w.-]+", "-", name).strip("-.").lower() or "gold"


def _gold(heads: Sequence[Head]) -> list[str]:
    """The layers of the queues, of a queue and its revisions only the last."""
    revised = {head.revises for head in heads}
    return [head.layer for head in heads if head.name not in revised]


def _all_decided(project: Project, heads: Sequence[Head], partial: bool) -> None:
    for head in heads:
        entries = project.entries(head.name)
        left = sum(e.open for e in entries)
        if left and not partial:
            raise BadInput(f"{left} of {len(entries)} items are not decided", where=f"queue {head.name}",
                           remedy="decide them, keep what is proposed (adjudicate --rule keep), or agree to leave their units out with --partial")  # fmt: skip
