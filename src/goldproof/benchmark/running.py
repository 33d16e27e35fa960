"""A bench run: the gold and its texts are parted, systems see the texts (and what the task gives), their layers are kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..annotators.external import External
from ..contracts import Annotator, Model
from ..errors import BadInput, GoldproofError
from ..formats import load, save
from ..formats.checksum import checksum
from ..formats.files import save_text
from ..gold.release import Release
from ..gold.release import opened as released
from ..measures import measure
from ..measures.bootstrap import DRAWS
from ..measures.hierarchy import Hierarchy
from ..model import Corpus, Kind, Layer
from ..registry import door
from ..version import __version__
from .attempt import Attempt, Show, System, attempt, opened, origin_of
from .crossing import Crossed, crossed
from .given import given_of
from .results import Results
from .tasks import Task

TRAIN = "train:"
"""What stands before the name of a task or tool that is to be trained anew for every fold."""
ALWAYS = {Kind.PHENOTYPES: "phenotypes", Kind.RATINGS: "ratings", Kind.RANKINGS: "rankings"}


def run(
    gold: Corpus | Release | str | Path,
    systems: Mapping[str, System | Crossed],
    measures: Sequence[str] | Mapping[str, str] = (),
    *,
    task: str | Task = "",
    layer: str = "",
    split: str = "",
    given: str | None = None,
    folder: str | Path | None = None,
    ontology: Hierarchy | None = None,
    draws: int = DRAWS,
    seed: int = 1,
    show: Show | None = None,
) -> Results:
    """Systems put to a task on a gold standard (a corpus, a release, a file or folder of one).

    A system ``train:TASK`` or ``train:TOOL`` is trained anew for every fold of the corpus (splits called fold-1, ...), on the other folds; what is in no fold is judged by a
    model of all folds. ``measures`` are the task's own if none is named. ``given`` is what systems get of the gold (the task's own if None; "" is the text alone). With a ``folder``
    every system's layer is kept there as soon as it is made, and one that is there already, of the same gold and the same system, is not made again.
    """
    corpus = _corpus(gold)
    if split:
        corpus = corpus.split(split)
    if not systems:
        raise BadInput("no system to put to the test", where="bench")
    ref = _gold(corpus, layer, task)
    chosen = _task(task, ref, measures)
    texts = replace(corpus, layers=()).only(ref.units)
    what = chosen.given if given is None else given
    if what and ref.kind is not Kind.PARSES:
        what = ""
    handed = given_of(ref, what) if what else None
    columns = _columns(chosen, measures)
    main = chosen.main if columns is chosen.columns else next((n for n in columns if n.startswith("F1")), next(iter(columns)))
    for name in columns.values():
        measure(name, kind=ref.kind, ontology=ontology)
    place = Path(folder) if folder is not None else None
    mark = checksum(ref, short=True)
    for name, system in systems.items():
        if isinstance(system, str) and system.startswith(TRAIN):
            systems = {**systems, name: Crossed.of(system.removeprefix(TRAIN), seed=7)}
    attempts = [_one(name, crossed(system, texts, ref, what, show=show) if isinstance(system, Crossed) else system, texts, ref, handed, what, mark, place, show)
                for name, system in systems.items()]  # fmt: skip
    made = Results(chosen, texts, ref, tuple(attempts), MappingProxyType(dict(columns)), main, what, ontology, draws, seed)
    if place is not None:
        keep(made, place)
    return made


def _corpus(gold: Corpus | Release | str | Path) -> Corpus:
    if isinstance(gold, Corpus):
        return gold
    if isinstance(gold, Release):
        return released(gold.folder)
    path = Path(gold)
    return released(path) if (path / "corpus.gold.jsonl").is_file() else load(path)


def _gold(corpus: Corpus, layer: str, task: str | Task) -> Layer:
    if layer:
        return corpus.layer(layer)
    kind = None
    if task:
        kind = (door("tasks").get(task) if isinstance(task, str) else task).kind
    there = [x for x in corpus.layers if kind is None or x.kind is kind]
    if len(there) != 1:
        have = ", ".join(x.name for x in corpus.layers) or "none"
        raise BadInput(f"{len(there)} layers that could be the gold", where=corpus.name or "bench", remedy=f"say which with --layer; there are: {have}")
    return there[0]


def _task(task: str | Task, gold: Layer, measures: Sequence[str] | Mapping[str, str]) -> Task:
    if isinstance(task, str):
        name = task or ALWAYS.get(gold.kind, "")
        if not name and gold.kind is Kind.MENTIONS:
            name = "concepts" if len(gold.mentions.concepts) else "mentions"
        if not name:
            known = [t for t in door("tasks").names() if door("tasks").get(t).kind is gold.kind]
            raise BadInput(f"which task? The gold holds {gold.kind.value}", where=f"layer {gold.name}", remedy="say with --task one of: " + ", ".join(known))
        task = _full(door("tasks").get(name))
    if task.kind is not gold.kind:
        raise BadInput(f"the task {task.name} is about {task.kind.value}, the gold holds {gold.kind.value}", where=f"layer {gold.name}")
    return task


def _full(plugin: Any) -> Task:
    """A task of a plug-in that has only what the contract asks for, filled up."""
    if isinstance(plugin, Task):
        return plugin
    columns = {name: name for name in plugin.measures}
    return Task(plugin.name, plugin.what, plugin.kind, MappingProxyType(columns), plugin.measures[0], given=getattr(plugin, "given", ""), per=getattr(plugin, "per", "unit"))


def _columns(task: Task, measures: Sequence[str] | Mapping[str, str]) -> Mapping[str, str]:
    if not measures:
        return task.columns
    if isinstance(measures, Mapping):
        return measures
    return {name: name for name in measures}


def _one(name: str, system: System, texts: Corpus, gold: Layer, given: Layer | None, what: str, mark: str, place: Path | None, show: Show | None) -> Attempt:
    if place is None:
        return attempt(name, system, texts, gold.kind, given, show=show)
    made = opened(system)
    file = place / "layers" / f"{_safe(name)}.gold.jsonl.gz"
    note = file.with_name(f"{_safe(name)}.json")
    if isinstance(made, Annotator) and isinstance(made, (External, Model)):
        old = _before(file, note, {"gold": mark, "given": what, "origin": origin_of(made)})
        if old is not None:
            return Attempt(name, old.layers[0].called(name), json.loads(note.read_text("utf-8"))["seconds"], origin=origin_of(made))
    fresh = attempt(name, made, texts, gold.kind, given, show=show)
    file.parent.mkdir(parents=True, exist_ok=True)
    save(replace(texts, layers=(fresh.layer,), splits={}), file, format="native", force=True)
    save_text(note, json.dumps({"system": name, "gold": mark, "given": what, "origin": fresh.origin, "seconds": fresh.seconds, "failures": dict(fresh.failures)},
                               ensure_ascii=False, indent=1) + "\n")  # fmt: skip
    return fresh


def _before(file: Path, note: Path, wanted: Mapping[str, str]) -> Corpus | None:
    """What a system said before, if it was the same system on the same gold, and nothing failed."""
    with suppress(OSError, ValueError, GoldproofError):
        said = json.loads(note.read_text("utf-8"))
        if all(said.get(k) == v for k, v in wanted.items()) and not said.get("failures"):
            return load(file, format="native")
    return None


def _safe(name: str) -> str:
    """A name as one of a file."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name).lstrip(".") or "system"


def keep(made: Results, place: Path) -> None:
    """What the numbers are made of, in the folder: counts a unit (tsv), figures with signatures (json); layers are there already."""
    place.mkdir(parents=True, exist_ok=True)
    lines = ["system\tmeasure\tunit\t" + "counts\n"]
    figures = []
    for name in made.names:
        for column in made.columns:
            chosen = made.measured(column)
            counts = made.counts(chosen, name).counts
            lines += [f"{name}\t{chosen}\t{unit}\t{' '.join(f'{x:g}' for x in row)}\n" for unit, row in zip(counts.units, counts.table.tolist(), strict=True)]
            figures.append({"system": name, "column": column, **made.figure(column, name, draws=0).row()})
    save_text(place / "counts.tsv", "".join(lines))
    about = {"goldproof": __version__, "task": made.task.name, "gold": checksum(made.gold), "given": made.given, "columns": dict(made.columns),
             "systems": {a.name: {"origin": a.origin, "seconds": a.seconds, "failures": dict(a.failures), "checksum": checksum(a.layer)} for a in made.attempts},
             "figures": figures}  # fmt: skip
    save_text(place / "bench.json", json.dumps(about, ensure_ascii=False, indent=1) + "\n")
